package cmd

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/cmd/internal/cli"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

// TestFlagTable: each flag of each command has a row of the table with a group and a line of help,
// and what a row excludes or needs is a flag of some command.
func TestFlagTable(t *testing.T) {
	a, root := tree()
	named := map[string]bool{}
	var rows []*cli.Flag
	walk(root, func(c *cobra.Command) {
		see := func(f *pflag.Flag) {
			row := a.Row(c, f.Name)
			if row == nil || row.Line == "" || row.Line != f.Usage || (row.Value == "") != (f.Value.Type() == "bool") {
				t.Errorf("--%s of %s has the row %+v; want its line of help and what its value is called", f.Name,
					c.CommandPath(), row)
				return
			}
			named[f.Name] = true
			rows = append(rows, row)
			for format := range strings.FieldsSeq(strings.Replace(row.Formats, "none", "", 1)) {
				try.Works(t, c.Flags().Lookup("format").Value.Set(format))
			}
			for other := range strings.FieldsSeq(row.Needs) {
				if other != "SCHEME" && a.Row(c, other) == nil {
					t.Errorf("--%s of %s needs --%s, which is not a flag", f.Name, c.CommandPath(), other)
				}
			}
		}
		c.LocalFlags().VisitAll(see)
		c.PersistentFlags().VisitAll(see)
	})
	for _, row := range rows {
		for other := range strings.FieldsSeq(row.Name + " " + row.Excludes + " " + row.Needs) {
			if other != "SCHEME" && !named[other] {
				t.Errorf("the row of --%s names --%s, which no command has", row.Name, other)
			}
		}
	}
}

// flagSamples are values of flags that are not a number.
var flagSamples = map[string]string{"on-backward": "fail", "on-overflow": "fail", "start": "zero",
	"max-wait": "1ms", "max-lead": "10s", "at": "2026-01-01", "worker": "1", "namespace": "dns", "name": "x",
	"tick": "1s", "epoch": "2024-01-01", "group": "x", "lease": "1m", "lease-field": "x", "for-use": "trace",
	"layout": "time:41 seq:22", "from": "2026-01-01", "to": "2026-02-01", "day": "2026-01-01", "last": "1h",
	"sql": "id", "mongo": "_id", "need": "sortable", "until": "2050-01-01", "not-reveal": "time", "for": "1h",
	"probability": "0.5", "alphabet": "abcdef", "space": "100", "cluster": "etcd://127.0.0.1:1", "note": "x",
	"needs": "number", "json": "brief", "arrivals": "even", "db": "mysql", "tz": "UTC", "order": "asked",
	"set": "x=1", "via": "127.0.0.1:1", "format": "text", "sort": "time"}

// flagSample is a flag as a command line has it.
func flagSample(t *testing.T, row *cli.Flag) string {
	switch value, ok := flagSamples[row.Name]; {
	case row.Value == "":
		return "--" + row.Name
	case row.Name == "store":
		return "--store=file:" + t.TempDir()
	case row.Name == "state":
		return "--state=" + t.TempDir()
	case ok:
		return "--" + row.Name + "=" + value
	}
	return "--" + row.Name + "=1"
}

// flagCall is a call of a command with a flag, and with what it has to be called with.
func flagCall(t *testing.T, c *cobra.Command, row *cli.Flag) []string {
	args := append(strings.Fields(c.CommandPath())[1:], flagSample(t, row))
	if strings.Contains(c.Use, "<scheme>") && row.Name == "lease-field" {
		args = append(args, "order")
	} else if strings.Contains(c.Use, "<scheme>") {
		args = append(args, "snowflake")
	}
	if strings.Contains(c.Use, "<N|N-M>") {
		args = append(args, "1")
	}
	return args
}

// TestFlagsExclude: each command refuses each pair of its flags that exclude each other, and names both; and each flag
// that needs another one without it. testdata/flags_exclude.txt has what it says.
func TestFlagsExclude(t *testing.T) {
	t.Parallel()
	a, root := tree()
	var said strings.Builder
	refused := func(args []string, words ...string) {
		got := call(t, nil, args...)
		said.WriteString(strings.TrimPrefix(got.err, "idscope: error: "))
		for _, word := range words {
			if got.status != cli.StatusUsage || !strings.Contains(got.err, word) {
				t.Errorf("idscope %q = %+v; want it refused, and %q", args, got, word)
			}
		}
	}
	walk(root, func(c *cobra.Command) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			row := a.Row(c, f.Name)
			if row.Needs != "" {
				refused(flagCall(t, c, row), "--"+row.Name+" requires ")
			}
			excluded := strings.Fields(row.Excludes)
			c.LocalFlags().VisitAll(func(o *pflag.Flag) {
				if o.Name > f.Name && !row.With(a.Row(c, o.Name)) {
					excluded = append(excluded, o.Name)
				}
			})
			for _, other := range excluded {
				args, second := flagCall(t, c, row), "--"+other
				switch {
				case other == "SCHEME":
					args, second = append(args, "snowflake"), "scheme"
				case c.Flags().Lookup(other) == nil:
					continue // of another command with the same row
				default:
					args = append(args, flagSample(t, a.Row(c, other)))
				}
				refused(args, "--"+row.Name, second, "cannot be used")
			}
		})
	})
	try.File(t, "testdata/flags_exclude.txt", said.String())
}

// TestFlagsOfSchemes: gen refuses the flags that a scheme has no use for, names the scheme and says which to remove, as
// testdata/flags_of_schemes.txt has it; completion proposes the others.
func TestFlagsOfSchemes(t *testing.T) {
	t.Parallel()
	a, root := tree()
	c, _, err := root.Find([]string{"gen"})
	try.Works(t, err)
	var said strings.Builder
	for _, s := range known.All() {
		if s.ReadOnly != "" {
			continue
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			row := a.Row(c, f.Name)
			if slices.Contains([]string{"layout", "tick", "epoch", "prefix", "upper"}, f.Name) || row.For == nil {
				return // whose own errors come first, or those of any scheme
			}
			got := call(t, nil, "gen", s.Name, "-n", "0", flagSample(t, row))
			refused := got.status == cli.StatusUsage && strings.HasPrefix(got.err, "idscope: error: "+s.Name+" ") &&
				strings.HasSuffix(got.err, "; remove --"+f.Name+"\n")
			if wanted := !row.Accepts(s); refused != wanted {
				t.Errorf("gen %s --%s: %+v; want it refused: %v", s.Name, f.Name, got, wanted)
			} else if refused {
				said.WriteString(strings.TrimPrefix(got.err, "idscope: error: "))
			}
		})
	}
	try.File(t, "testdata/flags_of_schemes.txt", said.String())
}
