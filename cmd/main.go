// Package cmd is the command line of idscope. It is the only package that knows
// streams, colour, flags, the environment and exit statuses; what it prints
// comes as data from the packages below it.
//
// Each command is one file of one shape: an options struct, a constructor and
// run. The list of commands is [commands].
package cmd

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
)

// Environment is all that a command sees of the world.
type Environment = cli.Environment

// Engines are the parts of the tool that need other people's large libraries.
type Engines = cli.Engines

// System returns the environment of this process.
func System() Environment { return cli.System() }

// Main runs one command and returns the exit status: 0 done, 1 negative answer,
// 2 wrong usage, 3 refused by clock, state or I/O.
func Main(env Environment) int {
	cli.OutliveLimit()
	a := cli.New(env)
	err := run(context.Background(), a)
	if err == nil {
		err = a.WriteError() // of help texts, which cobra writes without looking
	}
	return a.Report(err)
}

func run(ctx context.Context, a *cli.App) error {
	args := slices.Clone(a.Args)
	if len(args) == 1 && args[0] == "--version" {
		args[0] = "version"
	}
	list := commands()
	completing := false
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		if c := cli.FindCommand(list, args[0]); c != nil {
			list = []cli.Command{*c} // building the others would cost every call
		} else {
			completing = args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd
			if !completing && args[0] != "help" {
				return cli.UnknownCommand(list, args[0])
			}
		}
	}
	root := newRoot(a, list)
	if completing {
		cli.Propose(root)
	}
	args = cli.Dashed(root, args)
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}
