package cmd

import (
	"regexp"
	"strings"
	"testing"

	"idscope/gen/scheme"
)

func TestColours(t *testing.T) {
	type vars map[string]string
	tests := []struct {
		words    string
		flag     string
		vars     vars
		terminal bool
		want     bool
	}{
		{"a terminal", "auto", nil, true, true},
		{"a pipe", "auto", nil, false, false},
		{"always in a pipe", "always", nil, false, true},
		{"never on a terminal", "never", nil, true, false},
		{"always beats NO_COLOR", "always", vars{"NO_COLOR": "1"}, false, true},
		{"never beats CLICOLOR_FORCE", "never", vars{"CLICOLOR_FORCE": "1"}, true, false},
		{"NO_COLOR on a terminal", "auto", vars{"NO_COLOR": "1"}, true, false},
		{"NO_COLOR says no whatever it holds", "auto", vars{"NO_COLOR": "0"}, true, false},
		{"an empty NO_COLOR says nothing", "auto", vars{"NO_COLOR": ""}, true, true},
		{"NO_COLOR beats CLICOLOR_FORCE", "auto", vars{"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, true, false},
		{"CLICOLOR_FORCE in a pipe", "auto", vars{"CLICOLOR_FORCE": "1"}, false, true},
		{"FORCE_COLOR in a pipe", "auto", vars{"FORCE_COLOR": "1"}, false, true},
		{"CLICOLOR_FORCE=0 forces nothing", "auto", vars{"CLICOLOR_FORCE": "0"}, false, false},
		{"an empty CLICOLOR_FORCE forces nothing", "auto", vars{"CLICOLOR_FORCE": ""}, false, false},
		{"force beats CLICOLOR=0", "auto", vars{"CLICOLOR_FORCE": "1", "CLICOLOR": "0"}, false, true},
		{"CLICOLOR=0 on a terminal", "auto", vars{"CLICOLOR": "0"}, true, false},
		{"CLICOLOR=1 in a pipe", "auto", vars{"CLICOLOR": "1"}, false, false},
		{"a dumb terminal", "auto", vars{"TERM": "dumb"}, true, false},
		{"force beats a dumb terminal", "auto", vars{"TERM": "dumb", "FORCE_COLOR": "1"}, true, true},
	}
	for _, test := range tests {
		if got := colours(test.flag, func(name string) string { return test.vars[name] }, test.terminal); got != test.want {
			t.Errorf("%s: colours(%s, %v, %t) = %t; want %t", test.words, test.flag, test.vars, test.terminal, got, test.want)
		}
	}
}

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestColourRepeatsTheText: without its escapes coloured output is the plain
// output, byte for byte, and only the 16 colours are used.
func TestColourRepeatsTheText(t *testing.T) {
	calls := [][]string{{"schemes"}, {"schemes", "custom", "--layout", "time:41 worker:10 random:9 a:3"}, {"worker", "list"}}
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
