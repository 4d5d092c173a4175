package cmd

import (
	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
)

// benches lists the measurements, each a command of its own below bench.
func benches() []cli.Command {
	return []cli.Command{
		{Name: "birthday", Arguments: "[scheme]",
			Short: "Calculate collision probability, or the count for a probability", Build: newBenchBirthday},
		{Name: "collisions", Arguments: "<scheme>",
			Short: "Simulate nodes with clock and process faults, count duplicates", Build: newBenchCollisions},
		{Name: "index", Arguments: "[scheme...]",
			Short: "Measure insert rate, index size and page splits in a database", Build: newBenchIndex},
		{Name: "report", Arguments: "[scheme...]", Short: "Write all of the above, in short, as one HTML file",
			Build: newBenchReport},
		{Name: "throughput", Arguments: "[scheme...]", Short: "Measure IDs per second", Build: newBenchThroughput},
	}
}

// addDSN defines the flag of the database to measure in.
func addDSN(f *cli.Flags, dsn *string) {
	f.Text("dsn", dsn)
	f.Complete("dsn", cobra.FixedCompletions([]cobra.Completion{
		cobra.CompletionWithDesc("bbolt:", "a temporary file, or bbolt:FILE"),
		cobra.CompletionWithDesc("sqlite:", "a temporary file, or sqlite:FILE"),
		cobra.CompletionWithDesc("postgres://", "PostgreSQL"),
		cobra.CompletionWithDesc("mysql://", "MariaDB or MySQL with InnoDB"),
	}, cobra.ShellCompDirectiveNoSpace|cobra.ShellCompDirectiveNoFileComp))
}
