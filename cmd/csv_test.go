package cmd

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"idscope/bench/compare"
	"idscope/bench/index"
	"idscope/bench/stats"
	"idscope/bench/throughput"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/testing/try"
)

// offered lists every command that can write a format, by a flag of that name or as a value
// of --format: "bench index --format csv".
func offered(format string) []string {
	var list []string
	var walk func(c *cobra.Command, path string)
	walk = func(c *cobra.Command, path string) {
		for _, sub := range c.Commands() {
			walk(sub, strings.TrimSpace(path+" "+sub.Name()))
		}
		if c.Flags().Lookup(format) != nil {
			list = append(list, path+" --"+format)
		}
		if f := c.Flags().Lookup("format"); f != nil {
			choice, ok := f.Value.(*cli.Choice)
			if ok && slices.ContainsFunc(choice.List, func(c gen.Choice) bool { return c.Name == format }) {
				list = append(list, path+" --format "+format)
			}
		}
	}
	env := Environment{Getenv: func(string) string { return "" }, Out: io.Discard, Err: io.Discard}
	walk(newRoot(cli.New(env), commands()), "")
	slices.Sort(list)
	return list
}

// readTable reads a table strictly: headings and more, and each row has as many cells as the first.
func readTable(t *testing.T, call, text string) [][]string {
	t.Helper()
	table, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(table) < 2 {
		t.Fatalf("%s: %v, %d rows, of\n%s", call, err, len(table), text)
	}
	return table
}

// hostile are texts that break careless tables.
var hostile = []string{"1541815603606036480", "a,b", `say "no"`, "two\nlines", "tab\there", "\x1b[31mred", " lead", `"`,
	"cr\rcr", "semi;colon", "'=1+1", "ü\u202eb"}

// tables are calls of every command that writes CSV.
func tables() map[string][][]string {
	all := []string{"uuidv4", "nanoid", "order", "sonyflake", "instagram", "uuidv5", "segment"}
	for _, b := range compare.Baselines() {
		all = append(all, b.Name)
	}
	quick := []string{"--how", "next", "--threads", "1", "--time", "1ms", "--samples", "2", "--check", "10"}
	return map[string][][]string{
		"bench index --csv":             {{"ulid", "uuidv4", "--rows", "200", "--repeats", "2", "--dsn", "bbolt:"}},
		"bench index --format csv":      {{"ulid", "--rows", "200", "--dsn", "sqlite:", "--repeats", "2"}},
		"bench throughput --csv":        {slices.Concat([]string{"ulid", "snowflake", "uuidv5"}, quick)},
		"bench throughput --format csv": {slices.Concat([]string{"ulid", "--rivals"}, quick)},
		"compare --csv":                 {{}, {"uuidv4", "snowflake", "--nodes", "5000", "--rate", "1e9", "--sortable"}},
		"compare --format csv":          {all},
		"inspect --format csv":          {append([]string{"--"}, hostile...), {"--field", "time", "--field", "input", "7"}},
	}
}

// TestTables: every CSV is read back by a strict reader, and has as many cells as headings.
func TestTables(t *testing.T) {
	all := tables()
	try.Same(t, offered("csv"), slices.Sorted(maps.Keys(all)), "commands that write CSV:")
	for command, calls := range all {
		for _, args := range calls {
			words := slices.Concat(strings.Fields(command), args)
			got := call(t, func(e *Environment) {
				embedded(e)
				e.Engines.Rivals = func() []throughput.Subject { return []throughput.Subject{rivalOf("ulid")} }
			}, words...)
			try.Equal(t, got.status <= cli.StatusNegative, true, "%q: %+v", words, got)
			table := readTable(t, fmt.Sprintf("%q", words), got.out)
			head := slices.Sorted(slices.Values(table[0]))
			if len(slices.Compact(head)) != len(table[0]) || slices.Contains(head, "") {
				t.Errorf("%q: headings %q; want each once", words, table[0])
			}
		}
	}
}

// TestCells compares what is below each heading with testdata/cells.txt. All values of a row differ.
func TestCells(t *testing.T) {
	runs := stats.Interval{Median: 1.5, Low: 2.5, High: 3.5, Level: 0.95}
	fill, text := 0.25, ""
	for _, records := range []any{
		(&throughput.Report{Partial: true, Subjects: []*throughput.Measured{{
			Subject: throughput.Subject{Name: "a,\"b", Package: "lib", Form: "pool", Ceiling: 1001}, Lead: 1002, Checked: 1003,
			Duplicates: 1004,
			Cases: []throughput.Case{{How: throughput.FillText, Threads: 3, IDs: 1005, Samples: make([]float64, 6),
				NsPerID: 8, Low: 7, High: 9, Level: 0.975, PerSecond: 1.25e8, Allocs: 11, Bytes: 12, Lead: 13,
				Versus: &throughput.Versus{Against: "other", Ratio: 1.25, P: 0.5, Noise: true}}}}}}).Records(nil, 0),
		(&index.Report{About: index.About{Engine: "engine"}, Results: []*index.Result{{Scheme: "s",
			Variant: "v", Column: "c", Runs: index.Runs{PerSec: make([]float64, 7), Interval: runs},
			Samples: []index.Sample{{Rows: 21, Seconds: 22, PerSec: 23}},
			Stats: index.Stats{DiskBytes: new(int64(31)), IndexBytes: new(int64(32)), LeafPages: new(int64(33)),
				Splits: new(int64(34)), LogBytes: new(int64(35)), Fill: &fill},
			Newest: &index.Reads{PerSec: 36}, Window: &index.Window{By: "by", Reads: index.Reads{PerSec: 37}}}}}).Records(nil),
	} {
		var b strings.Builder
		try.Works(t, screen.Write(&b, "csv", records))
		table := readTable(t, "the records", b.String())
		for i, name := range table[0] {
			text += name + "=" + table[1][i] + "\n"
		}
	}
	try.File(t, "testdata/cells.txt", text)
}
