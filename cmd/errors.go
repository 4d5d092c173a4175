package cmd

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/gen"
	"idscope/inspect"
)

// The exit statuses.
const (
	statusDone     = 0
	statusNegative = 1
	statusUsage    = 2
	statusRefused  = 3
	statusPipe     = 141 // as a shell reports SIGPIPE
)

// failure is an error with its exit status and the way out, where there is one.
// Without an error there is a status only: stdout has said all.
type failure struct {
	status int
	err    error
	hint   string
}

func (f *failure) Error() string {
	if f.err == nil {
		return ""
	}
	return f.err.Error()
}
func (f *failure) Unwrap() error { return f.err }

// Hint returns the way out.
func (f *failure) Hint() string { return f.hint }

// hinted adds the way out.
func (f *failure) hinted(format string, values ...any) *failure {
	f.hint = fmt.Sprintf(format, values...)
	return f
}

// usage is the error of a call that can not work, whatever the time and state.
func usage(format string, values ...any) *failure {
	return &failure{status: statusUsage, err: fmt.Errorf(format, values...)}
}

// refused is the error of a call that clock, state, or a stream refused.
func refused(format string, values ...any) *failure {
	return &failure{status: statusRefused, err: fmt.Errorf(format, values...)}
}

// negative is the error of a call that worked, and whose answer is no.
func negative(format string, values ...any) *failure {
	return &failure{status: statusNegative, err: fmt.Errorf(format, values...)}
}

// badFlag is the error of a flag's value; the cause quotes the value.
func badFlag(name string, cause error) *failure {
	return usage("--%s %w", name, cause)
}

// report prints an error and returns the exit status.
func (a *app) report(err error) int {
	if err == nil {
		return statusDone
	}
	if errors.Is(err, syscall.EPIPE) {
		return statusPipe
	}
	status, hint := statusRefused, hintOf(err)
	var f *failure
	if errors.As(err, &f) {
		status = f.status
	} else if isUsage(err) {
		status = statusUsage
	}
	if err.Error() == "" {
		return status
	}
	fmt.Fprintf(a.Err, "idscope: error: %s\n", redacted(oneLine(err.Error())))
	if hint != "" {
		fmt.Fprintf(a.Err, "idscope: hint: %s\n", redacted(oneLine(hint)))
	}
	return status
}

// warn prints what the user should know although the call goes on.
func (a *app) warn(text string) {
	fmt.Fprintf(a.Err, "idscope: warning: %s\n", oneLine(text))
}

// redacted masks a secret key that was given where something else is wanted; what
// is masked already stays so.
func redacted(text string) string {
	if strings.Contains(text, "****") {
		return text
	}
	return inspect.Redact(text)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// hintOf returns the way out that an error knows, or one below it, or that
// belongs to its kind.
func hintOf(err error) string {
	for e := err; e != nil; e = errors.Unwrap(e) {
		if h, ok := e.(interface{ Hint() string }); ok && h.Hint() != "" {
			return h.Hint()
		}
	}
	switch {
	case errors.Is(err, gen.ErrEnded):
		return "give a later epoch: --epoch 2026-01-01, the same for all who make these ids"
	case errors.Is(err, gen.ErrBackward):
		return "wait until then, set the clock right, or choose with --on-backward what to do"
	}
	return ""
}

// isUsage recognises what cobra refuses itself.
func isUsage(err error) bool {
	var range_ *gen.RangeError
	return errors.As(err, &range_) || strings.HasPrefix(err.Error(), "unknown command ")
}

// flagFailure words the errors of flag parsing as all others are.
func flagFailure(c *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var empty *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &missing):
		return unknownFlag(c, missing)
	case errors.As(err, &empty):
		return usage("--%s has no value; want --%s %s", empty.GetFlag().Name, empty.GetFlag().Name, empty.GetFlag().Value.Type())
	case errors.As(err, &invalid):
		return badFlag(invalid.GetFlag().Name, invalid.Unwrap())
	}
	return usage("%w", err)
}

func unknownFlag(c *cobra.Command, err *pflag.NotExistError) error {
	name := err.GetSpecifiedName()
	given := "--" + name
	if err.GetSpecifiedShortnames() != "" {
		given = "-" + name
	}
	f := usage("%s has no flag %s", c.CommandPath(), given)
	var all []string
	c.Flags().VisitAll(func(flag *pflag.Flag) {
		if !flag.Hidden {
			all = append(all, flag.Name)
		}
	})
	if near := nearest(name, all); len(near) > 0 && len(name) > 1 {
		return f.hinted("did you mean: --%s", strings.Join(near, ", --"))
	}
	return f.hinted("%s --help lists them", c.CommandPath())
}

// fileCause takes the path out of a file error, which the message names already.
func fileCause(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
