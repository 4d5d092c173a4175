package cmd

import (
	"idscope/cmd/internal/cli"
)

// benches lists the measurements, each a command of its own below bench.
func benches() []cli.Command {
	return []cli.Command{
		{Name: "birthday", Short: "Calculate collision probability, or the count for a probability",
			Build: newBenchBirthday},
		{Name: "collisions", Short: "Simulate nodes with clock and process faults, count duplicates",
			Build: newBenchCollisions},
		{Name: "index", Short: "Measure insert rate, index size and page splits in a database", Build: newBenchIndex},
		{Name: "report", Short: "Write all of the above, in short, as one HTML file", Build: newBenchReport},
		{Name: "throughput", Short: "Measure IDs per second", Build: newBenchThroughput},
	}
}
