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

	"idscope/bench/throughput"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
)

//go:generate go test -run "TestCompletionFiles|TestManPages|TestReadme|TestPicture" -update .

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
		err = a.FinishCopy()
	}
	if err == nil {
		err = a.WriteError() // of help texts, which cobra writes without looking
	}
	return a.Report(err)
}

func run(ctx context.Context, a *cli.App) error {
	args := slices.Clone(a.Args)
	if len(args) > 0 && (args[0] == "--version" || args[0] == "-V") {
		args[0] = "version"
	}
	list := commands()
	args, err := bare(a, list, func() *cobra.Command { return newRoot(cli.New(a.Environment), commands()) }, args)
	if err != nil {
		return err
	}
	if i := slices.Index(args, "--help-all"); i >= 0 && !slices.Contains(args[:i], "--") {
		args[i], a.HelpAll = "--help", true
	}
	completing := false
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		if c := cli.FindCommand(list, args[0]); c != nil {
			list = []cli.Command{*c} // building the others would cost every call
		} else {
			completing = args[0] != "help"
		}
	}
	root := newRoot(a, list)
	if completing {
		a.Propose(root)
		a.HideForeign(root, args[1:])
	}
	args = cli.Dashed(root, args)
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// commands lists every command.
func commands() []cli.Command {
	work, choose, production, other := "Work with IDs", "Choose a scheme", "Run in production", "Other"
	return []cli.Command{
		{Name: "gen", Arguments: "<scheme>", Aliases: []string{"generate"}, Group: work, Short: "Generate IDs",
			Marks: []string{cli.Unconfigured, cli.ByScheme}, Build: newGen},
		{Name: "inspect", Arguments: "[id...]", Aliases: []string{"decode"}, Group: work,
			Short: "Decode IDs: type, time, node, sequence", Marks: []string{cli.TakesIDs}, Build: newInspect},
		{Name: "convert", Arguments: "<id>... --to FORM|SCHEME", Group: work,
			Short: "Convert IDs to another encoding or scheme", Marks: []string{cli.TakesIDs, cli.Unconfigured},
			Build: newConvert},
		{Name: "check", Arguments: "[file...]", Group: work, Short: "Find invalid, duplicate and out-of-order IDs",
			Build: newCheck},
		{Name: "range", Arguments: "<scheme>", Group: work, Short: "Print the lowest and highest ID of a time range",
			Build: newRange},
		{Name: "sql", Arguments: "<scheme>", Group: work, Short: "Print SQL that generates IDs inside a database",
			Build: newSQL},
		{Name: "schemes", Arguments: "[scheme]", Group: choose, Short: "List schemes, or describe one",
			Build: newSchemes},
		{Name: "compare", Arguments: "[scheme...]", Group: choose, Short: "Compare schemes, or recommend one",
			Build: newCompare},
		{Name: "bench", Aliases: []string{"benchmark"}, Group: choose,
			Short: "Measure speed, collisions and index cost", Below: benches},
		{Name: "serve", Group: production, Short: "Serve IDs over the Redis protocol and HTTP", Build: newServe,
			Below: serves},
		{Name: "page", Arguments: "-o DIR", Group: production,
			Short: "Write a web page that decodes IDs inside the browser", Build: newPage},
		{Name: "worker", Group: production, Short: "Manage worker IDs and saved generator state", Below: workers},
		{Name: "counter", Group: production, Short: "List counters and release unused numbers", Below: counters},
		{Name: "config", Group: other, Short: "Show all settings and where they come from",
			Marks: []string{cli.Unconfigured}, Build: newConfig},
		{Name: "completion", Arguments: "bash|zsh|fish|powershell", Group: other,
			Short: "Print a shell completion script", Marks: []string{cli.Unconfigured}, Build: newCompletion},
		{Name: "version", Group: other, Short: "Print the version", Marks: []string{cli.Unconfigured},
			Build: newVersion},
	}
}

func newRoot(a *cli.App, list []cli.Command) *cobra.Command {
	a.Source = func(ctx context.Context) throughput.Source { return genSource(ctx, a) }
	all := func() *cobra.Command { return newRoot(cli.New(a.Environment), commands()) }
	root := &cobra.Command{
		Use:           "idscope",
		Short:         "Generate, decode and compare IDs",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs,
		ValidArgsFunction: func(_ *cobra.Command, args []string, word string) ([]cobra.Completion,
			cobra.ShellCompDirective) {
			return cli.CompleteAliases(list, args, word), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.UnknownCommand(all, args[0])
			}
			return a.Print(startScreen(a.Pen(0)))
		},
	}
	root.PersistentPreRunE = func(c *cobra.Command, args []string) error {
		if err := cli.CheckCall(c, args); err != nil {
			return err
		}
		if err := a.Check(c, args); err != nil {
			return err
		}
		a.StartCopy()
		if err := a.Configure(c); err != nil && c.Name() != "help" { // which says what may be in config.toml
			return err
		}
		return nil
	}
	root.SetHelpCommand(newHelp(a, all))
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		_ = a.Page((&helpScreen{a.Pen(a.Columns()).Page(0), a, c, commands()}).draw()) // Out keeps the error
	})
	root.CompletionOptions.DisableDefaultCmd = true
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetIn(a.In)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return cli.FlagFailure(all, c, err) })
	a.AddFlags(root)
	for _, c := range list {
		c.AddTo(root, a, 0)
	}
	return root
}

// Start is the screen of a call without arguments: the commands that people use, with an
// example each.
func startScreen(pen *screen.Pen) string {
	p := pen.Page(0)
	p.Paragraph("", "idscope generates IDs of any scheme, and says of any ID what it is, and when and where it was "+
		"generated.")
	p.Line()
	for _, e := range []screen.Entry{
		{Head: "idscope 1541815603606036480", Text: "what a pasted ID is"},
		{Head: "idscope gen uuidv7 -n 3", Text: "generate IDs"},
		{Head: "idscope convert 1541815603606036480 --to hex", Text: "the same ID in another encoding"},
		{Head: "idscope check ids.txt", Text: "duplicates and order in a file of IDs"},
		{Head: "idscope compare uuidv7 ulid snowflake", Text: "choose a scheme"},
	} {
		p.Row("  "+pen.Paint(screen.Dim, "# "+e.Text)+"\n  "+pen.Paint(screen.Bold, e.Head), 0)
	}
	p.Line()
	p.Paragraph("", "idscope --help lists all commands, idscope schemes all schemes.")
	return p.String()
}
