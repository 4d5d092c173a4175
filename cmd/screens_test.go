package cmd

import (
	"cmp"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/screen"
	"idscope/gen/counter"
	"idscope/inspect/known"
)

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestColourRepeatsTheText: without its escapes coloured output is the plain
// output, byte for byte, and only the 16 colours are used.
func TestColourRepeatsTheText(t *testing.T) {
	calls := [][]string{{"schemes"}, {"schemes", "custom", "--layout", "time:41 worker:10 random:9 a:3"},
		{"worker", "list"}}
	for _, s := range known.All() {
		calls = append(calls, []string{"schemes", s.Name})
	}
	for _, args := range calls {
		plain := call(t, nil, append(args, "--color", "never", "--now", "2026-01-01")...)
		coloured := call(t, nil, append(args, "--color", "always", "--now", "2026-01-01")...)
		if plain.status != 0 || plain.err != "" {
			t.Fatalf("idscope %q = %+v; want status 0", args, plain)
		}
		if strings.Contains(plain.out, "\x1b") {
			t.Errorf("idscope %q --color never writes escapes", args)
		}
		if got := escape.ReplaceAllString(coloured.out, ""); got != plain.out {
			t.Errorf("idscope %q in colour, stripped, is\n%s\nwant\n%s", args, got, plain.out)
		}
		if args[0] == "schemes" && coloured.out == plain.out {
			t.Errorf("idscope %q --color always has no colour", args)
		}
		for _, code := range escape.FindAllString(coloured.out, -1) {
			if strings.Contains(code, "38;") || strings.Contains(code, "48;") {
				t.Errorf("idscope %q uses %q; want the 16 colours", args, code)
			}
		}
	}
}

// TestScreens: cards are ASCII and keep to the columns of the screen, but for a word
// that is longer; and no line ends in blanks.
func TestScreens(t *testing.T) {
	calls := [][]string{{"schemes"}}
	for _, s := range known.All() {
		calls = append(calls, []string{"schemes", s.Name})
	}
	for _, width := range []int{60, 80, 120} {
		for _, args := range calls {
			got := call(t, func(e *Environment) { e.OutTerminal, e.Width = true, width }, append(args, "--color", "never")...)
			for line := range strings.Lines(got.out) {
				line = strings.TrimSuffix(line, "\n")
				longWord := len(strings.Fields(line)) == 2 && // behind what it is
					(strings.HasPrefix(line, "  example ") || strings.HasPrefix(line, "  source "))
				if len(line) > width && !longWord || strings.HasSuffix(line, " ") || strings.Trim(line, ascii) != "" {
					t.Errorf("idscope %q on a terminal of %d columns has the line %q", args, width, line)
				}
			}
		}
	}
}

var ascii = func() string {
	var b strings.Builder
	for c := byte(' '); c <= '~'; c++ {
		b.WriteByte(c)
	}
	return b.String()
}()

// helpPages are the calls that show the help of each command and each topic.
func helpPages() [][]string {
	var list [][]string
	_, root := tree()
	walk(root, func(c *cobra.Command) {
		list = append(list, append(strings.Fields(c.CommandPath())[1:], "--help"))
	})
	for _, name := range topicNames() {
		list = append(list, []string{"help", name})
	}
	return list
}

// TestHelpScreens: help keeps to the width of the terminal, to 80 columns in a pipe;
// what is longer is one word, or was typed so. Colour without its escapes is the plain
// text, and the words are those of a pipe.
func TestHelpScreens(t *testing.T) {
	words := func(text string) []string {
		return slices.DeleteFunc(strings.Fields(text), func(w string) bool { return w == `\` })
	}
	for _, args := range helpPages() {
		home := func(e *Environment) {
			e.Getenv = func(name string) string { return map[string]string{"HOME": "/home/me"}[name] }
		}
		pipe := call(t, home, args...)
		if pipe.status != 0 || pipe.err != "" || strings.Contains(pipe.out, "default []") {
			t.Fatalf("idscope %q = %+v; want status 0, and no default where there is none", args, pipe)
		}
		for _, width := range []int{0, 60, 80, 120} { // 0 is a pipe
			screen := func(e *Environment) { home(e); e.OutTerminal, e.Width = width > 0, width }
			plain := call(t, screen, append([]string{"--color", "never"}, args...)...)
			coloured := call(t, screen, append([]string{"--color", "always"}, args...)...)
			got := escape.ReplaceAllString(coloured.out, "")
			got = strings.Replace(got, "  colour        yes\n", "  colour        no\n", 1) // of help environment
			if got != plain.out || coloured.out == plain.out {
				t.Errorf("idscope %q in colour, stripped, is\n%s\nwant\n%s", args, got, plain.out)
			}
			if got, want := words(plain.out), words(pipe.out); strings.Join(args, " ") != "help environment" &&
				!slices.Equal(got, want) {
				t.Errorf("idscope %q at %d columns says %q; want %q", args, width, got, want)
			}
			most := cmp.Or(width, 80)
			for line := range strings.Lines(plain.out) {
				line = strings.TrimSuffix(line, "\n")
				long := len(line) > most && (most >= 80 || len(words(line)) > 1)
				if long || strings.HasSuffix(line, " ") ||
					strings.Trim(line, ascii) != "" {
					t.Errorf("idscope %q at %d columns has the line %q", args, width, line)
				}
			}
		}
	}
}

// TestStartScreen: alone on a terminal idscope shows what people use, each call with an
// example that runs.
func TestStartScreen(t *testing.T) {
	for _, width := range []int{60, 80, 120} {
		got := call(t, func(e *Environment) { e.InTerminal, e.OutTerminal, e.Width = true, true, width }, "--color", "never")
		if got.status != 0 || got.err != "" || strings.Count(got.out, "\n  idscope ") != 5 ||
			strings.Count(got.out, "\n") > 22 {
			t.Errorf("idscope on a terminal = %+v; want five examples on a screen", got)
		}
		for line := range strings.Lines(got.out) {
			if len(line) > width+1 {
				t.Errorf("idscope on a terminal of %d columns has the line %q", width, line)
			}
			example, ok := strings.CutPrefix(strings.TrimSpace(line), "idscope ")
			if args := strings.Fields(example); ok && width == 80 && args[0] != "check" && args[0] != "generates" &&
				args[0] != "--help" {
				if got := call(t, nil, args...); got.status != 0 {
					t.Errorf("%s = %+v; want status 0", line, got)
				}
			}
		}
	}
}

// TestSchemesColumns: name and summary come first at every width.
func TestSchemesColumns(t *testing.T) {
	for _, width := range []int{40, 60, 80, 120, 200} {
		got := call(t, func(e *Environment) { e.OutTerminal, e.Width = true, width }, "schemes", "--color", "never")
		head := strings.Fields(got.out)
		if len(head) < 2 || head[0] != "NAME" || head[1] != "SUMMARY" {
			t.Errorf("at %d columns the head begins %q", width, head[:2])
		}
		keepsTo(t, width, got.out)
	}
}

// TestPager: where a person reads and types, $PAGER shows answers of more than a screen,
// unless told not to.
func TestPager(t *testing.T) {
	pager, err := exec.LookPath("wc")
	if err != nil {
		t.Skip("there is no wc")
	}
	for _, test := range []struct {
		words   string
		args    []string
		typing  bool
		through bool
	}{
		{"on a terminal", []string{"schemes"}, true, true},
		{"--no-pager", []string{"schemes", "--no-pager"}, true, false},
		{"in a pipe", []string{"schemes"}, false, false},
		{"JSON", []string{"schemes", "--json"}, true, false},
		{"a comparison", []string{"compare"}, true, true},
		{"a comparison, --no-pager", []string{"compare", "--no-pager"}, true, false},
		{"advice", []string{"compare", "--for-use", "trace"}, true, true},
		{"advice in JSON", []string{"compare", "--for-use", "trace", "--json"}, true, false},
		{"help", []string{"gen", "--help"}, true, true},
		{"a topic", []string{"help", "times"}, true, true},
		{"help in a pipe", []string{"gen", "--help"}, false, false},
	} {
		got := call(t, func(e *Environment) {
			e.InTerminal, e.OutTerminal, e.Width = test.typing, test.typing, 80
			getenv := e.Getenv
			e.Getenv = func(name string) string {
				if name == "PAGER" {
					return pager + " -l"
				}
				return getenv(name)
			}
		}, test.args...)
		if _, err := strconv.Atoi(strings.TrimSpace(got.out)); got.status != 0 || (err == nil) != test.through {
			t.Errorf("%s: %.60q; want through the pager: %v", test.words, got.out, test.through)
		}
	}
}

// TestFits: where a terminal is narrower than prose, tables and prose are too, but for a
// word that is longer.
func TestFits(t *testing.T) {
	ids := strings.Fields(call(t, nil, "gen", "snowflake", "-n", "100", "--worker", "7").out)
	state := t.TempDir()
	call(t, nil, "gen", "snowflake", "--state", state)
	for _, args := range [][]string{
		{"compare"}, {"compare", "--for-use", "primary-key"}, {"compare", "--for-use", "short-link"},
		{"bench", "birthday", "snowflake", "-v"}, {"bench", "birthday", "--count", "1e9", "-p", "1e-6"},
		{"bench", "collisions", "ulid"}, {"bench", "collisions", "snowflake", "--rules", "all", "--for", "1m"},
		append([]string{"inspect", "--same-source"}, ids...), {"worker", "list", "--state", state},
		{"worker", "show", "snowflake", "--state", state},
	} {
		for _, width := range []int{60, 80} {
			got := call(t, func(e *Environment) { e.OutTerminal, e.Width = true, width }, append(args, "--color", "never")...)
			if got.status != 0 || got.out == "" {
				t.Fatalf("%q ends with %d, %s", args, got.status, got.err)
			}
			keepsTo(t, width, got.out)
		}
	}
	for _, width := range []int{60, 80} {
		keepsTo(t, width, throughputScreen(screen.New(false, width), measured(), time.Millisecond, "a machine", nil))
		keepsTo(t, width, indexScreen(screen.New(false, width), filled(), "a machine"))
		keepsTo(t, width, leasesScreen(screen.New(false, width), []leaseRow{{Scheme: "elasticsearch", Worker: "1023",
			State: "held", Host: "worker-7.example.com", Process: 123456, Since: today + "T00:00:00.000Z",
			Until: today + "T00:00:00.000Z", Note: "held"}}))
		keepsTo(t, width, screen.Counters(screen.New(false, width),
			[]screen.Counter{{Entry: counter.Entry{Kind: "segment",
				Key: "orders", Next: 1e9, Step: 1000, Note: "behind: gave out 1000000000, this host saw 1000001000"}}}))
	}
}

// keepsTo fails for lines that are longer than the screen, but for a word, or a fact of
// one, as a path.
func keepsTo(t *testing.T, width int, screen string) {
	t.Helper()
	for line := range strings.Lines(screen) {
		if len(line) > width+1 && len(strings.Fields(line)) > 2 {
			t.Errorf("at %d columns there is the line %q", width, line)
		}
	}
}

// TestTopics: of each topic can be asked, also by the name that it had before.
func TestTopics(t *testing.T) {
	for _, name := range []string{"exit", "exit-codes"} {
		if got := call(t, nil, "help", name); !strings.HasPrefix(got.out, "Exit statuses:") {
			t.Errorf("help %s = %q; want the topic", name, got.out)
		}
	}
	if got := call(t, nil, "help", "schemes"); !strings.HasPrefix(got.out, "List all schemes") {
		t.Errorf("help schemes = %q; want the command", got.out)
	}
	got := call(t, nil, "__complete", "help", "")
	for _, name := range topicNames() {
		if strings.Count("\n"+got.out, "\n"+name+"\t") != 1 {
			t.Errorf("completing help = %q; want %s once", got.out, name)
		}
	}
}
