// Package cmd is the command line of idscope. It is the only package that knows
// streams, colour, flags, the environment and exit statuses; what it prints
// comes as data from the packages below it.
//
// Each command is one file of one shape: an options struct, a constructor and
// run. The list of commands is [commands].
package cmd

import (
	"context"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"idscope/gen"
)

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
	if e.OutTerminal {
		e.Width, _, _ = term.GetSize(int(os.Stdout.Fd()))
	}
	if e.ErrTerminal {
		e.ErrWidth, _, _ = term.GetSize(int(os.Stderr.Fd()))
	}
	return e
}

// Main runs one command and returns the exit status: 0 done, 1 negative answer,
// 2 wrong usage, 3 refused by clock, state or I/O.
func Main(env Environment) int {
	deepen(false)
	outliveLimit()
	a := &app{Environment: env, out: &checked{to: env.Out}}
	err := a.run(context.Background())
	if err == nil {
		err = a.out.err // of help texts, which cobra writes without looking
	}
	return a.report(err)
}

func (a *app) run(ctx context.Context) error {
	args := slices.Clone(a.Args)
	if len(args) == 1 && args[0] == "--version" {
		args[0] = "version"
	}
	list := commands()
	completing := false
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		if c := find(list, args[0]); c != nil {
			list = []command{*c} // building the others would cost every call
		} else if completing = slices.Contains([]string{cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd}, args[0]); !completing && args[0] != "help" {
			return unknownCommand(list, args[0])
		}
	}
	root := a.root(list)
	if completing {
		propose(root)
	}
	args = dashed(root, args)
	if done, err := direct(ctx, root, args); done {
		return err
	}
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// checked remembers the first error of its writer.
type checked struct {
	to  io.Writer
	err error
}

func (c *checked) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	if err != nil && c.err == nil {
		c.err = err
	}
	return n, err
}
