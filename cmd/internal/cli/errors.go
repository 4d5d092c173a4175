package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/fault"
	"idscope/inspect"
)

// The exit statuses.
const (
	StatusDone     = 0
	StatusNegative = 1
	StatusUsage    = 2
	StatusRefused  = 3
	StatusPipe     = 141 // as a shell reports SIGPIPE
)

// Failure is an error with its exit status and the way out, where there is one.
// Without an error there is a status only: stdout has said all.
type Failure struct {
	Status int
	Err    error
	hint   string
}

func (f *Failure) Error() string {
	if f.Err == nil {
		return ""
	}
	return f.Err.Error()
}
func (f *Failure) Unwrap() error { return f.Err }

// Hint returns the way out.
func (f *Failure) Hint() string { return f.hint }

// Hinted adds the way out.
func (f *Failure) Hinted(format string, values ...any) *Failure {
	f.hint = fmt.Sprintf(format, values...)
	return f
}

// Near adds those of the names that are nearest to the given one, each after a prefix; without one the way out stays.
func (f *Failure) Near(prefix, given string, names []string) *Failure {
	if near := Nearest(given, names); len(near) > 0 {
		return f.Hinted("did you mean: %s%s", prefix, strings.Join(near, ", "+prefix))
	}
	return f
}

// Usage is the error of a call that cannot work, whatever the time and state.
func Usage(format string, values ...any) *Failure {
	return &Failure{Status: StatusUsage, Err: fmt.Errorf(format, values...)}
}

// AsUsage is an error of what was given, where it is not a [Failure] already.
func AsUsage(err error) error {
	if err == nil || errors.As(err, new(*Failure)) {
		return err
	}
	return Usage("%w", err)
}

// Refused is the error of a call that clock, state, or a stream refused.
func Refused(format string, values ...any) *Failure {
	return &Failure{Status: StatusRefused, Err: fmt.Errorf(format, values...)}
}

// Negative is the error of a call that worked, and whose answer is no.
func Negative(format string, values ...any) *Failure {
	return &Failure{Status: StatusNegative, Err: fmt.Errorf(format, values...)}
}

// BadFlag is the error of a flag's value; the cause quotes the value.
func BadFlag(name string, cause error) *Failure {
	return Usage("--%s %w", name, cause)
}

// Report prints an error and returns the exit status.
func (a *App) Report(err error) int {
	if err == nil {
		return StatusDone
	}
	if errors.Is(a.WriteError(), syscall.EPIPE) {
		return StatusPipe
	}
	status, hint := StatusRefused, fault.Hint(err)
	if f, ok := errors.AsType[*Failure](err); ok {
		status = f.Status
	} else if errors.Is(err, gen.ErrRange) {
		status = StatusUsage
	}
	if err.Error() == "" {
		return status
	}
	a.say(a.errPaint(screen.Red, "error:"), err.Error())
	if hint != "" {
		a.say("hint:", hint)
	}
	return status
}

// Warn prints what the user should know although the call goes on.
func (a *App) Warn(text string) { a.say(a.errPaint(screen.Yellow, "warning:"), text) }

// errPaint returns a text as stderr shows it in a style.
func (a *App) errPaint(s screen.Style, text string) string {
	if !colours(a.color.Value, a.Getenv, a.ErrTerminal) {
		return text // without the cost of a pen
	}
	return screen.New(true, 0).Paint(s, text)
}

// Note prints what is good to know, and is no reason to worry.
func (a *App) Note(text string) { a.say("note:", text) }

// say writes a line of stderr: whatever a call says there goes through it.
func (a *App) say(kind, text string) {
	text = strings.ReplaceAll(strings.TrimSpace(text), "\n", "; ") // of joined errors
	fmt.Fprintf(a.Err, "idscope: %s %s\n", kind, OneLine(text))
}

// OneLine is a text with blanks alone between its words, all of it printable and none of it
// secret.
func OneLine(s string) string {
	return inspect.Redact(screen.Printable(strings.Join(strings.Fields(s), " ")))
}

// FlagFailure words the errors of flag parsing as all others are; all is every command,
// of which one may have a flag that another has not.
func FlagFailure(all func() *cobra.Command, c *cobra.Command, err error) error {
	if missing, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(all, c, missing)
	}
	if empty, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		f := empty.GetFlag()
		return Usage("--%s requires a value: --%s %s", f.Name, f.Name, ValueName(f))
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return badValue(invalid)
	}
	return Usage("%w", err)
}

// badValue is the error of a value, with those of its list that are nearest.
func badValue(err *pflag.InvalidValueError) error {
	f := BadFlag(err.GetFlag().Name, err.Unwrap())
	if err.GetFlag().Value.Type() == "bool" { // whose error is that of strconv
		f = Usage("--%s takes no value but true or false, not %q", err.GetFlag().Name, err.GetValue())
	}
	if c, ok := err.GetFlag().Value.(*Choice); ok {
		if near := Nearest(err.GetValue(), Names(c.List)); len(near) > 0 {
			return f.Hinted("did you mean: --%s %s", err.GetFlag().Name, strings.Join(near, ", "))
		}
	}
	return f
}

func unknownFlag(everything func() *cobra.Command, c *cobra.Command, err *pflag.NotExistError) error {
	name := err.GetSpecifiedName()
	given := "--" + name
	if short := []rune(err.GetSpecifiedShortnames()); len(short) > 0 {
		given = "-" + string(short[0]) // the name is a byte of it
	}
	f := Usage("%s has no flag %s", c.CommandPath(), given)
	var all []string
	c.Flags().VisitAll(func(flag *pflag.Flag) {
		if !flag.Hidden {
			all = append(all, flag.Name)
		}
	})
	if given[1] == '-' { // the very name, of another command, is nearer than one alike
		var elsewhere []string
		each(everything(), func(other *cobra.Command) {
			if flag := other.LocalFlags().Lookup(name); flag != nil {
				elsewhere = append(elsewhere, other.CommandPath()+" "+given)
			}
		})
		switch other := elsewhere; {
		case meant(c, name) != "":
			return f.Hinted("use %s", meant(c, name))
		case len(other) > mostElsewhere:
			return f.Hinted("similar flags: %s (and %d more)", strings.Join(other[:mostElsewhere], ", "),
				len(other)-mostElsewhere)
		case len(other) > 0:
			return f.Hinted("similar flags: %s", strings.Join(other, ", "))
		}
	}
	if f = f.Hinted("%s --help-all lists them", c.CommandPath()); len(name) > 1 {
		return f.Near("--", name, all)
	}
	return f
}

// mostElsewhere is how many commands an error names that have a flag.
const mostElsewhere = 3

// meant is the flag of a command that does what another command calls by a name, or
// nothing.
func meant(c *cobra.Command, name string) string {
	words := map[string]string{"json": "format json", "csv": "format csv", "since": "from TIME", "until": "to TIME",
		"from": "since TIME", "to": "until TIME"}[name]
	flag, _, _ := strings.Cut(words, " ")
	if f := c.Flags().Lookup(flag); f == nil {
		return ""
	}
	return "--" + words
}

// each calls do for every command below one.
func each(c *cobra.Command, do func(*cobra.Command)) {
	for _, sub := range c.Commands() {
		do(sub)
		each(sub, do)
	}
}

// FileCause takes the path out of a file error, which the message names already.
func FileCause(err error) error {
	if p, ok := errors.AsType[*os.PathError](err); ok {
		return p.Err
	}
	return err
}

// Unreadable says what could not be read, without the name of the call.
func Unreadable(err error) string {
	if p, ok := errors.AsType[*os.PathError](err); ok {
		return fmt.Sprintf("%s cannot be read: %v", p.Path, p.Err)
	}
	return err.Error()
}

// Nearest returns up to three of the names that were likely meant: those that
// begin with the given text, else those fewest letters away or with it inside.
func Nearest(given string, names []string) []string {
	type candidate struct {
		name string
		far  int
	}
	given = strings.ToLower(given)
	var found []candidate
	for _, name := range names {
		far := distance(given, name)
		switch {
		case len(given) >= 3 && strings.HasPrefix(name, given):
			far = 0
		case len(given) >= 3 && strings.Contains(name, given):
			far = min(far, 1)
		}
		if far <= 1+len(given)/4 && far < len(given) {
			found = append(found, candidate{name, far})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return a.far - b.far })
	var near []string
	for _, c := range found[:min(3, len(found))] {
		if c.far == found[0].far {
			near = append(near, c.name)
		}
	}
	return near
}

// distance is the number of letters to insert, delete, replace or swap with
// their neighbour to turn a into b (optimal string alignment).
func distance(a, b string) int {
	older, old := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(old[j]+1, row[j-1]+1, old[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
		older, old = old, row
	}
	return old[len(b)]
}
