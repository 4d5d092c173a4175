package cmd

import (
	"strings"

	"github.com/spf13/cobra"
)

// commands lists every command.
func commands() []command {
	return []command{
		{"gen", []string{"generate"}, "make ids", newGen},
		{"inspect", []string{"decode"}, "read ids: what they are, when and where they were made", newInspect},
		{"convert", nil, "write ids in another spelling or scheme", newConvert},
		{"range", nil, "smallest and largest id of a window of time", newRange},
		{"check", nil, "find invalid, duplicate and out-of-order ids in files", newCheck},
		{"schemes", nil, "list the schemes, or show one in full", newSchemes},
		{"compare", nil, "put schemes side by side, to choose one", newCompare},
		{"bench", []string{"benchmark"}, "measure and calculate what a choice of scheme rests on", newBench},
		{"worker", nil, "list, show and repair the records of what was made", newWorker},
		{"completion", nil, "write the completion script of a shell", newCompletion},
		{"version", nil, "print the version", newVersion},
	}
}

func newRoot(a *app, list []command) *cobra.Command {
	root := &cobra.Command{
		Use:           "idscope",
		Short:         "make and read ids of any scheme",
		Long:          "idscope makes ids of any scheme, unique on this host however many processes ask,\nand reads any id: what it is, when and where it was made.",
		Example:       "  idscope gen uuidv7\n  idscope inspect 1541815603606036480\n  idscope schemes",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(commands(), args[0])
			}
			return c.Help()
		},
	}
	root.SetHelpCommand(newHelp())
	root.CompletionOptions.DisableDefaultCmd = true
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetIn(a.In)
	root.SetFlagErrorFunc(flagFailure)
	a.addFlags(root.PersistentFlags())
	for _, c := range list {
		sub := c.build(a)
		sub.Aliases, sub.Short = c.aliases, c.short
		root.AddCommand(sub)
	}
	return root
}

// newHelp is the command help of all programs: help COMMAND is COMMAND --help.
func newHelp() *cobra.Command {
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
				return unknownCommand(commands(), strings.Join(args, " "))
			}
			of.InitDefaultHelpFlag() // as --help does
			return of.Help()
		},
	}
}
