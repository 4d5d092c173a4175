package cmd

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"idscope/gen/scheme"
)

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestColourRepeatsTheText: without its escapes coloured output is the plain
// output, byte for byte, and only the 16 colours are used.
func TestColourRepeatsTheText(t *testing.T) {
	calls := [][]string{{"schemes"}, {"schemes", "custom", "--layout", "time:41 worker:10 random:9 a:3"},
		{"worker", "list"}}
	for _, s := range scheme.All() {
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

// TestScreens: cards are ASCII of at most 80 columns, but for an example that is
// longer; and no line ends in blanks.
func TestScreens(t *testing.T) {
	calls := [][]string{{"schemes"}}
	for _, s := range scheme.All() {
		calls = append(calls, []string{"schemes", s.Name})
	}
	for _, args := range calls {
		got := call(t, func(e *Environment) { e.OutTerminal, e.Width = true, 80 }, append(args, "--color", "never")...)
		for line := range strings.Lines(got.out) {
			line = strings.TrimSuffix(line, "\n")
			example := strings.HasPrefix(line, "  example ")
			if len(line) > 80 && !example || strings.HasSuffix(line, " ") || strings.Trim(line, ascii) != "" {
				t.Errorf("idscope %q on a terminal of 80 columns has the line %q", args, line)
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

// TestHelpScreens: on a terminal the texts of commands and flags are wrapped; colour
// without its escapes is the plain text, and the words are those of a pipe.
func TestHelpScreens(t *testing.T) {
	for _, args := range [][]string{{}, {"gen"}, {"inspect"}, {"bench"}, {"bench", "collisions"}, {"worker", "repair"}} {
		args = append(args, "--help")
		pipe := call(t, nil, args...)
		for _, width := range []int{60, 80, 200} {
			screen := func(e *Environment) { e.OutTerminal, e.Width = true, width }
			plain := call(t, screen, append([]string{"--color", "never"}, args...)...)
			coloured := call(t, screen, append([]string{"--color", "always"}, args...)...)
			if got := escape.ReplaceAllString(coloured.out, ""); got != plain.out || coloured.out == plain.out {
				t.Errorf("idscope %q in colour, stripped, is\n%s\nwant\n%s", args, got, plain.out)
			}
			if got, want := strings.Fields(plain.out), strings.Fields(pipe.out); !slices.Equal(got, want) {
				t.Errorf("idscope %q at %d columns says %q; want %q", args, width, got, want)
			}
			for line := range strings.Lines(plain.out) {
				flag := strings.HasPrefix(line, "  -") || strings.HasPrefix(line, "      ")
				if line = strings.TrimSuffix(line, "\n"); flag && len(line) > width &&
					strings.Count(strings.TrimSpace(line), " ") > 1 {
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
		for line := range strings.Lines(got.out) {
			if len(line) > width+1 {
				t.Errorf("at %d columns there is the line %q", width, line)
			}
		}
	}
}

// TestPager: where a person reads and types, $PAGER shows the schemes, unless told not to.
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
		if through := strings.Count(got.out, "\n") == 1; got.status != 0 || through != test.through {
			t.Errorf("%s: %.60q; want through the pager: %v", test.words, got.out, test.through)
		}
	}
}
