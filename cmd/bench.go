package cmd

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"

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

// machine is what a measurement depends on besides the code.
type machine struct {
	Go   string `json:"go"`
	OS   string `json:"os"`
	Arch string `json:"arch"`
	CPUs int    `json:"cpus"`
	CPU  string `json:"cpu,omitempty"`
}

// thisMachine is the one that measures.
func thisMachine() machine {
	return machine{runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0), processor()}
}

// String is one line.
func (m machine) String() string {
	text := fmt.Sprintf("%s %s/%s, %d CPUs", m.Go, m.OS, m.Arch, m.CPUs)
	if m.CPU != "" {
		text += ", " + m.CPU
	}
	return text
}

// processor is its name where Linux tells; empty elsewhere.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if name, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(name) == "model name" {
			return cli.OneLine(value)
		}
	}
	return ""
}
