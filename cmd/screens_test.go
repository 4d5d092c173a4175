package cmd

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen/counter"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

var (
	escape = regexp.MustCompile("\x1b\\[[0-9;]*m")
	ascii  = func() string {
		var b strings.Builder
		for c := byte(' '); c <= '~'; c++ {
			b.WriteByte(c)
		}
		return b.String()
	}()
)

// sampleIDs are published ids of every scheme, and texts that are none.
func sampleIDs() []string {
	list := []string{"1541815603606036480", "1700000000", "\x1b[31mred\x1b[0m", "hello", "0x1565a11f6217a000",
		"{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}"}
	for _, s := range append(known.All(), known.Unlisted()...) {
		for _, v := range schemetest.Vectors(s) {
			list = append(list, v.Text)
		}
	}
	return list
}

// findText has an id of every scheme that is found, between other things.
func findText() string {
	var b strings.Builder
	for _, id := range sampleIDs() {
		b.WriteString("at 2026-01-02T03:04:05Z id=" + id + " took 3.14 ms\nnothing here\n")
	}
	return b.String()
}

// onTerminal is the screen of a call on a terminal of so many columns, 0 for a pipe: colour without
// its escapes is the plain text, byte for byte, and of the 16 colours.
func onTerminal(t *testing.T, change func(*Environment), width int, args ...string) string {
	t.Helper()
	with := func(e *Environment) {
		e.OutTerminal, e.Width, e.Clock = width > 0, width, &hurried{at: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)}
		if change != nil {
			change(e)
		}
	}
	plain := call(t, with, append([]string{"--color", "never"}, args...)...)
	coloured := call(t, with, append([]string{"--color", "always"}, args...)...)
	got := escape.ReplaceAllString(coloured.out, "")
	got = strings.Replace(got, "  colour        yes\n", "  colour        no\n", 1) // of help environment
	if plain.status > 1 || plain.out == "" || strings.Contains(plain.out, "\x1b") || got != plain.out {
		t.Errorf("idscope %q at %d columns ends with status %d, %s; in colour, stripped, it is\n%s\nwant\n%s", args, width,
			plain.status, plain.err, got, plain.out)
	}
	for _, code := range escape.FindAllString(coloured.out, -1) {
		if strings.Contains(code, "38;") || strings.Contains(code, "48;") {
			t.Errorf("idscope %q uses %q; want the 16 colours", args, code)
		}
	}
	if coloured.out == plain.out && args[0] != "worker" {
		t.Errorf("idscope %q --color always has no colour", args)
	}
	return plain.out
}

// atHome is the environment of a user who has set nothing.
func atHome(e *Environment) {
	e.Getenv = func(name string) string { return map[string]string{"HOME": "/home/me"}[name] }
}

// neat fails for lines that are not ASCII, end in blanks, or are longer than the screen, but for those
// that may be.
func neat(t *testing.T, width int, screen string, mayBeLong func(line string) bool) {
	t.Helper()
	for line := range strings.Lines(screen) {
		line = strings.TrimSuffix(line, "\n")
		if len(line) > width && !mayBeLong(line) || strings.HasSuffix(line, " ") || strings.Trim(line, ascii) != "" {
			t.Errorf("at %d columns there is the line %q of %d", width, line, len(line))
		}
	}
}

// aFact is a line of a word, or of what it is and a word, as a path.
func aFact(line string) bool { return len(strings.Fields(line)) <= 2 }

// TestScreens: what is on a terminal is ASCII and keeps to its columns, but for a word that is longer;
// no line ends in blanks. In a pipe nothing is wrapped.
func TestScreens(t *testing.T) {
	t.Parallel()
	calls := [][]string{{"schemes"}, {"schemes", "custom", "--layout", "time:41 worker:10 random:9 a:3"}}
	for _, s := range known.All() {
		calls = append(calls, []string{"schemes", s.Name})
	}
	for _, width := range []int{60, 80, 120} {
		for _, args := range calls {
			neat(t, width, onTerminal(t, nil, width, args...), func(line string) bool {
				return aFact(line) && (strings.HasPrefix(line, "  example ") || strings.HasPrefix(line, "  source "))
			})
		}
	}
	ids := sampleIDs()
	for _, width := range []int{40, 60, 80, 120} {
		long := func(most int) func(string) bool {
			return func(line string) bool { return width < 60 || len(strings.Fields(line)) <= most }
		}
		for _, format := range []string{"card", "line"} {
			args := append([]string{"inspect", "--format", format, "--"}, ids...)
			out := onTerminal(t, nil, width, args...)
			if neat(t, width, out, long(1)); strings.Count(out, "\n") < len(ids) {
				t.Errorf("%d ids as %s at %d have %d lines", len(ids), format, width, strings.Count(out, "\n"))
			}
			if pipe := call(t, nil, args...); format == "line" && strings.Count(pipe.out, "\n") != len(ids) {
				t.Errorf("%d ids as lines in a pipe are\n%s", len(ids), pipe.out)
			}
		}
		text := func(e *Environment) { e.In = strings.NewReader(findText()) }
		neat(t, width, onTerminal(t, text, width, "inspect", "--find", "--all"), long(2))
		onTerminal(t, text, width, "inspect", "--annotate")
		onTerminal(t, text, width, "inspect", "--since", "2000")
	}
}

// TestFits: where a terminal is narrower than prose, tables and prose are too, but for a word that is longer.
func TestFits(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	onTerminal(t, nil, 80, "worker", "list", "--state", state)
	call(t, nil, "gen", "snowflake", "--state", state)
	ids := strings.Fields(call(t, nil, "gen", "snowflake", "-n", "100", "--worker", "7").out)
	for _, width := range []int{60, 80} {
		for _, args := range [][]string{
			{"compare"}, {"compare", "--for-use", "primary-key"}, {"compare", "--for-use", "short-link"},
			{"bench", "birthday", "snowflake", "-v"}, {"bench", "birthday", "--count", "1e9", "-p", "1e-6"},
			{"bench", "birthday", "--bits", "320", "--rate", "12345.678"},
			{"bench", "birthday", "--count", "1e9", "-p", "1e-6", "--alphabet", strings.Trim(ascii, " ")},
			{"bench", "collisions", "ulid"},
			append([]string{"inspect", "--same-source"}, ids...), {"worker", "list", "--state", state},
			{"worker", "show", "snowflake", "--state", state},
		} {
			neat(t, width, onTerminal(t, nil, width, args...), aFact)
		}
		neat(t, width, onTerminal(t, atHome, width, "config"), aFact)
		at := today + "T00:00:00.000Z"
		pen := screen.New(false, width)
		neat(t, width-15, throughputScreen(screen.New(false, width-15), measured(), time.Millisecond, "a CPU", nil), aFact)
		neat(t, width, indexScreen(pen, filled(), "a machine"), aFact)
		neat(t, width, leasesScreen(pen, []leaseRow{{Scheme: "elasticsearch", Worker: "1023", State: "held",
			Host: "worker-7.example.com", Process: 123456, Since: at, Until: at, Note: "held"}}), aFact)
		neat(t, width, countersScreen(pen, []cli.CounterRow{{Entry: counter.Entry{Kind: "segment", Key: "orders",
			Next: 1e9, Step: 1000, Note: "behind: gave out 1000000000, this host saw 1000001000"}}}), aFact)
	}
}

// TestTablesAreCut: a table with more columns than fit goes on below, each part with the names, or says which are left
// out; each column is there once.
func TestTablesAreCut(t *testing.T) {
	for _, test := range []struct {
		args, head, columns string
		parts               map[int]int // by the width of the terminal
	}{
		{"compare snowflake uuidv7 yitter uuidv1 instagram", "SCHEME", "", map[int]int{60: 6, 80: 4, 140: 2, 200: 2}},
		{"bench collisions snowflake --rules all --for 1s", "RULES", "DUPLICATES PREDICTED REFUSED WAITED LONGEST LEAD",
			map[int]int{40: 4, 60: 2, 80: 1}},
		{"bench birthday ulid --rate 1e5 --for 10y", "  P of", "", map[int]int{60: 1, 80: 1}},
		{"schemes", `NAME\s+SUMMARY`, "", map[int]int{40: 1, 60: 1, 80: 1, 120: 1, 200: 1}},
	} {
		for width, parts := range test.parts {
			out := onTerminal(t, nil, width, strings.Fields(test.args)...)
			heads := regexp.MustCompile(`(?m)^`+test.head+`\b`).FindAllStringIndex(out, -1)
			if len(heads) != parts {
				t.Fatalf("at %d columns the table of %s has %d parts; want %d:\n%s", width, test.args, len(heads), parts, out)
			}
			for column := range strings.FieldsSeq(test.columns) {
				try.Equal(t, strings.Count(out, column), 1, "at %d columns %s is there", width, column)
			}
			neat(t, width, out[heads[0][0]:], aFact)
		}
	}
}

// TestHelpScreens: help keeps to the width of the terminal, to 80 columns in a pipe; what is longer is one word, or was
// typed so. The words are those of a pipe. That of a command has at most 40 lines, and --help-all has every flag.
func TestHelpScreens(t *testing.T) {
	words := func(text string) []string {
		return slices.DeleteFunc(strings.Fields(text), func(w string) bool { return w == `\` })
	}
	var pages [][]string
	_, root := tree()
	walk(root, func(c *cobra.Command) {
		path := strings.Fields(c.CommandPath())[1:]
		pages = append(pages, append(path, "--help"))
		all := call(t, nil, append(path, "--help-all")...).out
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				try.Contains(t, all, "--"+f.Name, "%s --help-all says", c.CommandPath())
			}
		})
	})
	for _, name := range topicNames() {
		pages = append(pages, []string{"help", name})
	}
	for _, args := range pages {
		pipe := call(t, atHome, args...)
		if pipe.status != 0 || pipe.err != "" || strings.Contains(pipe.out, "default []") {
			t.Fatalf("idscope %q = %+v; want status 0, and no default where there is none", args, pipe)
		}
		if n := strings.Count(pipe.out, "\n"); n > 40 && slices.Contains(args, "--help") {
			t.Errorf("idscope %q has %d lines; want at most 40", args, n)
		}
		for _, width := range []int{0, 60, 80, 120} { // 0 is a pipe
			out := onTerminal(t, atHome, width, args...)
			if got, want := words(out), words(pipe.out); strings.Join(args, " ") != "help environment" &&
				!slices.Equal(got, want) {
				t.Errorf("idscope %q at %d columns says %q; want %q", args, width, got, want)
			}
			neat(t, cmp.Or(width, 80), out, func(line string) bool { return width == 60 && len(words(line)) < 2 })
		}
	}
}

// TestCardFits: a card of 80 columns has twelve lines at most, one of a hash, a token or
// a timestamp three, besides notes.
func TestCardFits(t *testing.T) {
	t.Parallel()
	for _, id := range sampleIDs() {
		for _, extra := range [][]string{{}, {"--around", "2022-06"}} {
			args := append([]string{"inspect", "--now", "2026-11-21", "--width", "80", "--format", "card"}, extra...)
			got := call(t, nil, append(args, "--", id)...)
			lines := strings.Count(got.out, "\n")
			if short := strings.Count(got.out, "\n\n") == 0; lines > 12 || short && len(extra) == 0 &&
				strings.Count(strings.SplitN(got.out, "\n  note ", 2)[0], "\n") > 3 {
				t.Errorf("the card of %q %q has %d lines:\n%s", id, extra, lines, got.out)
			}
		}
	}
}
