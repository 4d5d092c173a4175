// Package cli is what the commands of idscope share below what they draw: the
// environment of a call, its flags and their values, errors with exit statuses,
// times and numbers as people write them, the catalog of schemes with the user's
// own, and the way to idscope-full.
//
// A call is an [App]. Whatever two commands need is here, never in one of
// them. The package draws nothing: it prints errors and warnings alone.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"idscope/bench/chart"
	"idscope/bench/index"
	"idscope/bench/report"
	"idscope/bench/throughput"
	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/gen/server/service"
	"idscope/gen/store"
)

// App is one call of the program: its environment and the flags that every
// command has.
type App struct {
	Environment // Out remembers its first error

	HelpAll bool // whether help shows all flags
	JSON    bool // whether the answer is JSON

	Source func(context.Context) throughput.Source // what bench times: the generators of gen

	copying   bool // whether the answer goes on the clipboard, too
	noNewline bool // whether its last newline is left out
	noPager   bool

	color   Choice
	present gen.Clock // of --now; nil is the clock of the system
	now     time.Time // of Now, once asked
	flags   map[*cobra.Command]*Flags
}

// New returns a call in an environment.
func New(env Environment) *App {
	env.Out = &checked{to: env.Out}
	return &App{Environment: env, flags: map[*cobra.Command]*Flags{}}
}

// WriteError is the first error of the answer's writer, nil for none.
func (a *App) WriteError() error { return a.Out.(*checked).err }

// AddFlags defines the flags that every command has.
func (a *App) AddFlags(root *cobra.Command) {
	flags := a.Flags(root, "")
	flags.FlagSet = root.PersistentFlags()
	flags.SortFlags = false
	a.color = Choice{Value: "auto", List: []gen.Choice{
		{Name: "auto", Help: "on a terminal, unless NO_COLOR says otherwise"},
		{Name: "always", Help: "in a pipe too"},
		{Name: "never", Help: "plain text"},
	}}
	flags.Var("color", &a.color)
	flags.Var("now", Value(&a.present, "", a.parsePresent))
	flags.Switch("help-all", &a.HelpAll)
	flags.Lookup("help-all").DefValue = "false" // it is read before flags are
}

// Present returns the clock of this call, for what goes on while time passes.
func (a *App) Present() gen.Clock {
	if a.present != nil {
		return a.present
	}
	return a.Clock
}

// Now is the instant of this call: one for all that it compares.
func (a *App) Now() time.Time {
	if a.now.IsZero() {
		a.now = a.Present().Now()
	}
	return a.now
}

// Time reads the time of a flag.
func (a *App) Time(flag, text string, zone *time.Location) (time.Time, error) {
	t, err := quantity.ParseTime(text, a.Now(), zone)
	if err != nil {
		return t, BadFlag(flag, err)
	}
	return t, nil
}

func (a *App) parsePresent(text string) (gen.Clock, error) {
	if text == "" {
		return nil, nil // which is refused as every empty value is
	}
	t, err := quantity.ParseTime(text, a.Clock.Now(), time.UTC)
	return gen.FixedClock(t), err
}

// checked remembers the first error of its writer, and names stdout in each.
type checked struct {
	to    io.Writer
	begun bool // something was written
	err   error
	kept  *strings.Builder // what was written, to be copied; nil keeps nothing

	held    bool // whether a newline is written only when more comes after it
	pending bool // such a newline
}

// Write writes to the writer below.
func (c *checked) Write(p []byte) (int, error) {
	if c.held && len(p) > 0 {
		return c.writeHeld(p)
	}
	return c.write(p)
}

// writeHeld writes all but a newline at the end, and before it the one of the last call.
func (c *checked) writeHeld(p []byte) (int, error) {
	line := p
	if c.pending {
		line = append([]byte{'\n'}, p...)
	}
	if c.pending = line[len(line)-1] == '\n'; c.pending {
		line = line[:len(line)-1]
	}
	if _, err := c.write(line); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (c *checked) write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.begun = c.begun || n > 0
	if c.kept != nil && c.kept.Len() <= mostCopied {
		c.kept.Write(p[:n])
	}
	if err != nil {
		err = Refused("stdout cannot be written: %w", FileCause(err))
		c.err = cmp.Or(c.err, err)
	}
	return n, err
}

// raw is the writer below, which the system can pass on where it is a file.
func raw(w io.Writer) io.Writer {
	if c, ok := w.(*checked); ok && c.kept == nil && !c.held {
		return c.to
	}
	return w
}

// Environment is all that a command sees of the world, so that tests can hand
// in their own.
type Environment struct {
	Args   []string // without the program's name
	In     io.Reader
	Out    io.Writer // the answer
	Err    io.Writer // everything else
	Getenv func(string) string
	Clock  gen.Clock

	InTerminal  bool // whether a person would have to type In
	OutTerminal bool // whether a person reads Out
	ErrTerminal bool
	Width       int // of the terminal behind Out; 0 where there is none
	ErrWidth    int // of the one behind Err

	Engines Engines
}

// System returns the environment of this process.
func System() Environment {
	e := Environment{
		Args: os.Args[1:], In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Getenv: os.Getenv, Clock: gen.SystemClock(),
		InTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		OutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
	if stdoutClosed() {
		e.Out = closed{}
	}
	if e.OutTerminal {
		e.Width, _, _ = term.GetSize(int(os.Stdout.Fd()))
	}
	if e.ErrTerminal {
		e.ErrWidth, _, _ = term.GetSize(int(os.Stderr.Fd()))
	}
	return e
}

// closed is a stdout that is closed: an answer cannot be written.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, errors.New("it is closed") }

// Columns of the terminal: 80 where nothing is known.
func (a *App) Columns() int {
	if a.Width > 0 {
		return a.Width
	}
	var n int
	if _, err := fmt.Sscan(a.Getenv("COLUMNS"), &n); err == nil && n > 0 {
		return n
	}
	return 80
}

// fullName is the program with every engine linked in.
const fullName = "idscope-full"

// RunFull runs the same call in idscope-full, and does not return where that works:
// the program replaces itself, or passes the other's status on. need is what
// this program has not. A call that has printed something cannot go on there.
func (a *App) RunFull(need string) error {
	if a.Out.(*checked).begun {
		return Refused("%s needs %s, and a part of the answer is printed already", need, fullName)
	}
	path, ok := a.FindFull()
	if !ok || a.Getenv(fullMark) != "" {
		return Refused("%s needs %s, which is not beside this program nor on PATH", need, fullName).
			Hinted("%s", a.wayToFull())
	}
	return a.replace(path)
}

// fullMark keeps two programs that both lack an engine from calling each other.
const fullMark = "IDSCOPE_FULL"

// FindFull looks beside this program, then on PATH.
func (a *App) FindFull() (string, bool) {
	if own, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(own); err == nil {
			own = real
		}
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(own), fullName)); err == nil {
			return path, true
		}
	}
	path, err := exec.LookPath(fullName)
	return path, err == nil
}

// wayToFull is the command to run instead: the same call of idscope-full out of the
// source, where that is in this folder or above it and Go is at hand.
func (a *App) wayToFull() string {
	const module = "module idscope\n"
	here, err := os.Getwd()
	if _, e := exec.LookPath("go"); err == nil && e == nil {
		for dir, way := here, "."; ; dir, way = filepath.Dir(dir), filepath.Join(way, "..") {
			if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil &&
				strings.HasPrefix(string(text), module) {
				path := filepath.ToSlash(filepath.Join(way, "cmd", fullName))
				if !strings.HasPrefix(path, ".") { // else go run takes it for a package of a module
					path = "./" + path
				}
				words := []string{"go run", path}
				for _, arg := range a.Args {
					words = append(words, ShellWord(arg))
				}
				return strings.Join(words, " ")
			}
			if filepath.Dir(dir) == dir {
				break
			}
		}
	}
	return "go install ./... installs both"
}

// ShellWord quotes an argument where a shell would not leave it as it is.
func ShellWord(arg string) string {
	if arg != "" && strings.Trim(arg,
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,.:/@%") == "" {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// Engines are the parts of the tool that need other people's large libraries.
// The program idscope has none of them, so that it starts fast; idscope-full has
// all. A command that needs one calls [App.RunFull].
type Engines struct {
	Plot   chart.Draw
	Report func(io.Writer, *report.Page, chart.Draw) error
	Index  []index.Driver // databases to measure in; nil where they are not linked
	Stores []store.Driver // of hosts, beside file:
	Server service.Engine
	Page   func() (files map[string][]byte, err error) // of the page for browsers, by their names
	Rivals func() []throughput.Subject                 // other libraries that make ids; nil where they are not linked
}
