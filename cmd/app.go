package cmd

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/gen"
	"idscope/inspect"
)

// app is one call of the program: its environment and the flags that every
// command has.
type app struct {
	Environment
	out   *checked
	color choice
	now   string
}

// command is an entry of the list of commands. What it builds is built when it
// is called, and for help and completion.
type command struct {
	name    string
	aliases []string
	short   string
	build   func(*app) *cobra.Command
}

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

func find(list []command, name string) *command {
	for i, c := range list {
		if c.name == name {
			return &list[i]
		}
		for _, alias := range c.aliases {
			if alias == name {
				return &list[i]
			}
		}
	}
	return nil
}

func (a *app) root(list []command) *cobra.Command {
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
	root.SetOut(a.out)
	root.SetErr(a.Err)
	root.SetIn(a.In)
	root.SetFlagErrorFunc(flagFailure)
	a.color = choice{value: "auto", list: []gen.Choice{
		{Name: "auto", Help: "on a terminal, unless NO_COLOR says otherwise"},
		{Name: "always", Help: "in a pipe too"},
		{Name: "never", Help: "plain text"},
	}}
	a.color.add(root.PersistentFlags(), "color", "", "use colour")
	root.PersistentFlags().StringVar(&a.now, "now", "", "take `TIME` for the present (for tests)")
	_ = root.PersistentFlags().MarkHidden("now")
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

// present returns the clock of this call and what it says.
func (a *app) present() (gen.Clock, time.Time, error) {
	if a.now == "" {
		return a.Clock, a.Clock.Now(), nil
	}
	t, err := parseTime(a.now, a.Clock.Now())
	if err != nil {
		return nil, time.Time{}, badFlag("now", err)
	}
	return gen.FixedClock(t), t, nil
}

// unknownCommand names the nearest commands, or the whole command line that an
// id alone should have been.
func unknownCommand(list []command, given string) error {
	given = inspect.Redact(given)
	if strings.ContainsAny(given, "0123456789") && find(list, "inspect") != nil {
		return usage("%q is not a command; want one of %s", given, names(list)).hinted("to read an id: idscope inspect %s", given)
	}
	var all []string
	for _, c := range list {
		all = append(append(all, c.name), c.aliases...)
	}
	err := usage("%q is not a command; want one of %s", given, names(list))
	if near := nearest(given, all); len(near) > 0 {
		return err.hinted("did you mean: idscope %s", strings.Join(near, ", idscope "))
	}
	return err
}

func names(list []command) string {
	all := make([]string, len(list))
	for i, c := range list {
		all[i] = c.name
	}
	return strings.Join(all, ", ")
}
