package cmd

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/inspect/known"
)

// TestNothingControlsTheTerminal: what was pasted is shown without its escapes.
func TestNothingControlsTheTerminal(t *testing.T) {
	for _, args := range [][]string{{"inspect", "evil\x1b[2J"}, {"inspect", "evil\x1b[2J", "\u202eabc"},
		{"convert", "evil\x1b[2J", "--to", "hex"}} {
		got := call(t, nil, args...)
		if text := got.out + got.err; strings.Trim(text, ascii+"\n") != "" || !strings.Contains(text, `evil\x1b[2J`) {
			t.Errorf("idscope %q writes %q", args, text)
		}
	}
}

// TestTextOnATerminal: on a terminal no format passes an escape, a C1 control or a mark of
// direction on as it came; in a pipe text and values stay as they are.
func TestTextOnATerminal(t *testing.T) {
	const evil, id = "a\x1b[2J\u009b31m\u202eb\x07\x7f", "01a2098a-2bef-7000-8000-000000000000"
	text := evil + " " + id + " " + evil + "\r\n"
	formats := [][]string{{"--format", "csv"}, {"--format", "tsv"}, {"--field", "input"}, {"--template", "{{.Input}}"},
		{"--field", "error"}, {"--find"}, {"--annotate"}, {"--since", "2020"}, {"--json"}, {"--format", "line"},
		{"--format", "card"}}
	for _, format := range formats {
		for _, terminal := range []bool{true, false} {
			got := call(t, func(e *Environment) {
				e.In, e.OutTerminal, e.Width = strings.NewReader(text), terminal, 300
			}, append([]string{"inspect", "--color", "never", "--now", "2026-11-23"}, format...)...)
			raw := strings.Contains(got.out, "\u009b") && strings.Contains(got.out, "\u202e")
			controlled := strings.ContainsFunc(got.out, func(r rune) bool {
				return r != '\n' && r != '\r' && r != '\t' && !strconv.IsPrint(r)
			})
			passed := slices.Contains([]string{"--annotate", "--since", "--template"}, format[0]) ||
				slices.Contains(format, "input")
			if terminal && controlled || !terminal && passed && !raw || got.out == "" {
				t.Errorf("%q, on a terminal %t, writes %q", format, terminal, got.out)
			}
		}
	}
}

// TestDashedIDs: what starts with - and is no flag is an id, where it stands.
func TestDashedIDs(t *testing.T) {
	_, root := tree()
	tests := []struct {
		words string
		args  []string
		want  []string
	}{
		{"an id alone", []string{"inspect", "-OFrJ24CPTXLcIPPjvh3"}, []string{"inspect", "--", "-OFrJ24CPTXLcIPPjvh3"}},
		{"by the alias", []string{"decode", "-OFrJ24CPTXLcIPPjvh3"}, []string{"decode", "--", "-OFrJ24CPTXLcIPPjvh3"}},
		{"among others and flags", []string{"--color", "never", "inspect", "1", "--as", "x", "-OFrJ24CPTXLcIPPjvh3",
			"--all", "2"},
			[]string{"--color", "never", "inspect", "--as", "x", "--all", "--", "1", "-OFrJ24CPTXLcIPPjvh3", "2"}},
		{"with stdin", []string{"inspect", "-", "-OFrJ24CPTXLcIPPjvh3"},
			[]string{"inspect", "--", "-", "-OFrJ24CPTXLcIPPjvh3"}},
		{"behind -- already", []string{"inspect", "--", "-OFrJ24CPTXLcIPPjvh3"}, nil},
		{"before a --", []string{"inspect", "-OFrJ24CPTXLcIPPjvh3", "--", "--all"},
			[]string{"inspect", "--", "-OFrJ24CPTXLcIPPjvh3", "--all"}},
		{"the value of a flag", []string{"inspect", "--around", "-OFrJ24CPTXLcIPPjvh3"}, nil},
		{"too short", []string{"inspect", "-abc"}, nil},
		{"a flag that is misspelled", []string{"inspect", "--same-sauce"}, nil},
		{"a flag with a value", []string{"inspect", "--around=2022", "--width=80"}, nil},
		{"another command", []string{"gen", "-OFrJ24CPTXLcIPPjvh3"}, nil},
		{"convert", []string{"convert", "-OFrJ24CPTXLcIPPjvh3", "--to", "hex"},
			[]string{"convert", "--to", "hex", "--", "-OFrJ24CPTXLcIPPjvh3"}},
	}
	for _, test := range tests {
		want := test.want
		if want == nil {
			want = test.args
		}
		if got := cli.Dashed(root, test.args); !slices.Equal(got, want) {
			t.Errorf("%s: dashed(%q) = %q; want %q", test.words, test.args, got, want)
		}
	}
}

// TestNothingToRead: on a terminal a call without ids explains itself at once.
func TestNothingToRead(t *testing.T) {
	for _, args := range [][]string{{"inspect"}, {"convert", "--to", "hex"}, {"check"}, {"inspect", "--same-source"},
		{"inspect", "--find"}} {
		got := call(t, func(e *Environment) { e.InTerminal = true }, args...)
		if got.status != cli.StatusUsage || got.out != "" || strings.Count(got.err, "\n") != 2 {
			t.Errorf("idscope %q on a terminal = %+v; want status 2, an error and a hint", args, got)
		}
	}
}

// TestRangeOfEveryScheme: each has a range, or says why not.
func TestRangeOfEveryScheme(t *testing.T) {
	for _, s := range known.All() {
		got := call(t, nil, "range", s.Name, "--from", "2024-05-01", "--to", "2024-05-02")
		if ok := s.Timed() && s.TimeOrdered() &&
			s.Epoch.Before(time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)); ok != (got.status == cli.StatusDone) &&
			s.Name != "uidgenerator" {
			t.Errorf("range %s = %+v; want an answer: %t", s.Name, got, ok)
		}
	}
}

// TestFromReadsTo: all that --to writes of an id is read with --from of the same form, back to that id.
func TestFromReadsTo(t *testing.T) {
	for _, test := range []struct {
		id, form string
		as       []string
		forms    int // of those that hold the bits of the id
	}{
		{"1541815603606036480", "int", []string{"--as", "snowflake"}, 26},
		{"017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "uuid", nil, 34},
	} {
		n := 0
		for _, form := range formNames() {
			there := call(t, nil, append([]string{"convert", test.id, "--to", form}, test.as...)...)
			if there.status != 0 {
				continue
			}
			n++
			back := call(t, func(e *Environment) { e.In = strings.NewReader(there.out) },
				append([]string{"convert", "--from", form, "--to", test.form}, test.as...)...)
			if back.out != test.id+"\n" {
				t.Errorf("%s in %s is %q, which reads back as %+v", test.id, form, there.out, back)
			}
		}
		if n != test.forms {
			t.Errorf("%d forms hold the bits of %s; want %d", n, test.id, test.forms)
		}
	}
}
