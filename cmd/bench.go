package cmd

import (
	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
)

// benches lists the measurements, each a command of its own below bench.
func benches() []cli.Command {
	return []cli.Command{
		{Name: "birthday", Short: "the probability of a collision, and the number of ids for a given probability",
			Build: newBenchBirthday},
		{Name: "collisions", Short: "count duplicates, with clocks and processes that fail", Build: newBenchCollisions},
		{Name: "index", Short: "what the order of ids does to a database's index", Build: newBenchIndex},
		{Name: "report", Short: "measure all of it in small, into one HTML file", Build: newBenchReport},
		{Name: "throughput", Short: "how fast ids are generated", Build: newBenchThroughput},
	}
}

func newBench(a *cli.App) *cobra.Command {
	c := &cobra.Command{
		Use:  "bench",
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			err := cli.Usage("bench has no command %q; want one of %s", args[0], cli.CommandNames(benches()))
			var all []string
			for _, b := range benches() {
				all = append(all, b.Name)
			}
			if near := cli.Nearest(args[0], all); len(near) > 0 {
				return err.Hinted("did you mean: idscope bench %s", near[0])
			}
			return err
		},
	}
	list := benches()
	if len(a.Args) > 1 { // building the others would cost every call
		if b := cli.FindCommand(list, a.Args[1]); b != nil {
			list = []cli.Command{*b}
		}
	}
	for _, b := range list {
		sub := b.Build(a)
		sub.Aliases, sub.Short = b.Aliases, b.Short
		c.AddCommand(sub)
	}
	return c
}
