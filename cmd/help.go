package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/cmd/internal/ui"
)

// newHelp is the command help of all programs: help COMMAND is COMMAND --help.
func newHelp(commands func() []cli.Command, all func() *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [command]",
		Short:   "show the help of a command",
		Long:    "help shows the help of a command, as --help does.",
		Example: "  idscope help\n  idscope help gen\n  idscope help worker repair",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var list []cobra.Completion
			if of, _, err := c.Root().Find(args); err == nil {
				for _, sub := range of.Commands() {
					list = append(list, cobra.CompletionWithDesc(sub.Name(), sub.Short))
				}
			}
			return list, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			of, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return cli.UnknownCommand(commands(), all, strings.Join(args, " "))
			}
			of.InitDefaultHelpFlag() // as --help does
			return of.Help()
		},
	}
}

// helpOf is what there is to say of a command.
func helpOf(c *cobra.Command) *show.Help {
	h := &show.Help{About: strings.TrimSpace(c.Long), Examples: c.Example,
		Flags: flagEntries(c.LocalFlags()), Global: flagEntries(c.InheritedFlags())}
	if h.About == "" {
		h.About = c.Short
	}
	if c.Runnable() {
		h.Usage = append(h.Usage, c.UseLine())
	}
	if len(c.Aliases) > 0 {
		h.Aliases = c.NameAndAliases()
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			h.Commands = append(h.Commands, ui.Entry{Head: "  " + sub.Name(), Text: sub.Short})
		}
	}
	if len(h.Commands) > 0 {
		h.Usage = append(h.Usage, c.CommandPath()+" [command]")
		h.More = fmt.Sprintf("Use %q for more information about a command.", c.CommandPath()+" [command] --help")
	}
	return h
}

// flagEntries are the flags of a set, each with its value and default.
func flagEntries(flags *pflag.FlagSet) []ui.Entry {
	var list []ui.Entry
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, text := pflag.UnquoteUsage(f)
		head := "      --" + f.Name
		if f.Shorthand != "" {
			head = "  -" + f.Shorthand + ", --" + f.Name
		}
		if value != "" {
			head += " " + value
		}
		if f.NoOptDefVal != "" && f.Value.Type() != "bool" {
			head += "[=" + f.NoOptDefVal + "]"
		}
		switch {
		case f.DefValue == "" || f.DefValue == "0" || f.DefValue == "false":
		case f.Value.Type() == "string":
			text += fmt.Sprintf(" (default %q)", f.DefValue)
		default:
			text += " (default " + f.DefValue + ")"
		}
		list = append(list, ui.Entry{Head: head, Text: text})
	})
	return list
}
