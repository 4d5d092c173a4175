package cmd

import (
	"errors"
	"io"
	"strings"
	"testing"

	"idscope/cmd/internal/cli"
)

// findText has an id of every scheme that is found, between other things.
func findText() string {
	var b strings.Builder
	for _, id := range sampleIDs() {
		b.WriteString("at 2026-01-02T03:04:05Z id=" + id + " took 3.14 ms\nnothing here\n")
	}
	return b.String()
}

func findIn(t *testing.T, text string, change func(*Environment), args ...string) result {
	return call(t, func(e *Environment) {
		e.In = strings.NewReader(text)
		if change != nil {
			change(e)
		}
	}, append([]string{"inspect", "--now", "2026-11-21"}, args...)...)
}

// On a terminal nothing is wider than it, but an id; colour without its escapes
// is the plain text; what passes through is the text, and notes.
func TestFindScreens(t *testing.T) {
	text := findText()
	for _, args := range [][]string{{"--find", "--all"}, {"--annotate"}, {"--since", "2000"}} {
		for _, width := range []int{40, 60, 80, 120} {
			screen := func(e *Environment) { e.OutTerminal, e.Width = true, width }
			plain := findIn(t, text, screen, append(args, "--color", "never")...)
			coloured := findIn(t, text, screen, append(args, "--color", "always")...)
			if got := escape.ReplaceAllString(coloured.out, ""); got != escape.ReplaceAllString(plain.out, "") ||
				coloured.out == plain.out {
				t.Errorf("%v at %d, in colour, stripped, is\n%s\nwant\n%s", args, width, got, plain.out)
			}
			for line := range strings.Lines(plain.out) {
				line = strings.TrimSuffix(line, "\n")
				if args[0] == "--find" && (len(line) > width && len(strings.Fields(line)) > 2 && width >= 60 ||
					strings.HasSuffix(line, " ") || strings.Trim(line, ascii) != "") {
					t.Errorf("at %d: %q is too wide, ends in a blank, or is not ASCII", width, line)
				}
			}
		}
	}
	passed := findIn(t, text, nil, "--annotate")
	rest := text
	for _, line := range strings.SplitAfter(passed.out, "\n") {
		original, after, _ := strings.Cut(rest, "\n")
		for _, part := range strings.Split(line, " (") { // of each note the text in front is left
			if before, _, ok := strings.Cut(part, ")"); ok && !strings.Contains(original, " ("+before) {
				line = strings.Replace(line, " ("+before+")", "", 1)
			}
		}
		if line != "" && line != original+"\n" && !masked(line, original+"\n") {
			t.Errorf("%q passed as %q", original, line)
		}
		rest = after
	}
}

// masked reports whether a line is another with a secret in it that is not shown.
func masked(line, original string) bool {
	if len(line) != len(original) || !strings.Contains(line, "****") {
		return false
	}
	for i := range len(line) {
		if line[i] != original[i] && line[i] != '*' {
			return false
		}
	}
	return true
}

// Numbers are no finds, unless a scheme is asked for; that they are there is said once.
func TestFindNumbers(t *testing.T) {
	const text = "user 1541815603606036480 at 1795301234567000000\nuser 1541815603606036481 id " +
		"01FWHE4YDGFK1SHH6W1G60EECF\n"
	const note = "2 numbers of 17 to 19 digits may be ids: --as snowflake, or "
	for _, test := range []struct {
		args   []string
		text   string
		status int
		finds  int
		noted  bool
	}{
		{[]string{"--find"}, text, cli.StatusDone, 1, true},
		{[]string{"--find", "--json"}, text, cli.StatusDone, 1, true},
		{[]string{"--find"}, strings.ReplaceAll(text, "01FW", ""), cli.StatusNegative, 0, true},
		{[]string{"--find", "--as", "snowflake"}, text, cli.StatusDone, 3, false},
		{[]string{"--since", "2022", "--until", "2023"}, text, cli.StatusDone, 1, true},
		{[]string{"--since", "2025"}, text, cli.StatusNegative, 0, true},
		{[]string{"--annotate"}, text, cli.StatusDone, 2, true},
		{[]string{"--since", "2022", "--until", "2023", "--as", "snowflake"}, text, cli.StatusDone, 2, false},
	} {
		got := findIn(t, test.text, nil, test.args...)
		word := "idscope: note: "
		if test.status != cli.StatusDone {
			word = "\nidscope: hint: "
		}
		if n := strings.Count(got.out, "\n"); got.status != test.status || n != test.finds ||
			strings.Contains(got.err, word+note) != test.noted || strings.Contains(got.err, "17") != test.noted {
			t.Errorf("%v: %+v; want status %d, %d lines, told of numbers %v", test.args, got, test.status, test.finds,
				test.noted)
		}
	}
}

// What cannot be written or read is refused.
func TestFindErrors(t *testing.T) {
	full := findIn(t, findText(), func(e *Environment) { e.Out = failingWriter{} }, "--find")
	if full.status != cli.StatusRefused || !strings.Contains(full.err, "disk full") {
		t.Errorf("on a full disk: status %d, %q; want 3", full.status, full.err)
	}
	broken := findIn(t, "", func(e *Environment) {
		e.In = io.MultiReader(strings.NewReader("x\n"), failingReader{})
	}, "--annotate")
	if broken.status != cli.StatusRefused || broken.out != "x\n" || !strings.Contains(broken.err, "stdin") {
		t.Errorf("from a broken stdin: status %d, %q, %q; want 3 behind x", broken.status, broken.out, broken.err)
	}
	asked := findIn(t, "", func(e *Environment) { e.InTerminal = true }, "--find")
	if asked.status != cli.StatusUsage || !strings.Contains(asked.err, "hint") {
		t.Errorf("without text: status %d, %q; want 2 and a hint", asked.status, asked.err)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("broken") }
