package cmd

import (
	"os"
	"strings"
	"testing"

	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
	"idscope/inspect"
	"idscope/inspect/known"
)

// sampleIDs are published ids of every scheme, and texts that are none.
func sampleIDs() []string {
	list := []string{"1541815603606036480", "1700000000", "\x1b[31mred\x1b[0m", "hello", "0x1565a11f6217a000",
		"{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}"}
	for _, s := range append(known.All(), inspect.Declared()...) {
		for _, v := range schemetest.Vectors(s) {
			list = append(list, v.Text)
		}
	}
	return list
}

// TestInspectScreens: on a terminal nothing is wider than it, but an id that is;
// all is ASCII; no line ends in blanks; colour without its escapes is the plain
// text. In a pipe nothing is wrapped.
func TestInspectScreens(t *testing.T) {
	ids := sampleIDs()
	for _, format := range []string{"card", "line"} {
		args := append([]string{"inspect", "--now", "2026-11-21", "--format", format, "--"}, ids...)
		for _, width := range []int{40, 60, 80, 120} {
			screen := func(e *Environment) { e.OutTerminal, e.Width = true, width }
			plain := call(t, screen, append([]string{"--color", "never"}, args...)...)
			coloured := call(t, screen, append([]string{"--color", "always"}, args...)...)
			got, want := strings.Split(escape.ReplaceAllString(coloured.out, ""), "\n"), strings.Split(plain.out, "\n")
			for i := range max(len(got), len(want)) {
				if i >= len(got) || i >= len(want) || got[i] != want[i] {
					t.Fatalf("as %s at %d, in colour, stripped, is\n%s\nwant from line %d\n%s", format, width, got, i, want)
				}
			}
			if len(want) < len(ids) {
				t.Errorf("%d ids as %s at %d have %d lines", len(ids), format, width, len(want))
			}
			for _, line := range want {
				one := len(strings.Fields(line)) == 1
				if len(line) > width && !one && width >= 60 || strings.HasSuffix(line, " ") || strings.Trim(line, ascii) != "" {
					t.Errorf("as %s at %d there is the line %q of %d columns", format, width, line, len(line))
				}
			}
		}
		if pipe := call(t, nil, args...); format == "line" && strings.Count(pipe.out, "\n") != len(ids) {
			t.Errorf("%d ids as lines in a pipe are\n%s", len(ids), pipe.out)
		}
	}
}

// TestCardFits: a card of 80 columns has twelve lines at most, one of a hash, a token or
// a timestamp three, besides notes.
func TestCardFits(t *testing.T) {
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

// TestCardColours compares the coloured card with a file, in which <n> stands for
// the escape n.
func TestCardColours(t *testing.T) {
	const path = "testdata/card_colour.txt"
	got := call(t, nil, "inspect", "1541815603606036480", "--now", "2026-11-21", "--width", "80", "-v", "--color",
		"always").out
	got = strings.NewReplacer("\x1b[", "<", "m", "m").Replace(got)
	got = strings.ReplaceAll(escapeEnd.ReplaceAllString(got, "<$1>"), "<0>", "<>")
	if *update {
		try.Works(t, os.WriteFile(path, []byte(got), 0o644))
	}
	if want, err := os.ReadFile(path); err != nil || got != string(want) {
		t.Errorf("the coloured card is\n%s\nwant %s (%v); run go test ./cmd -update", got, path, err)
	}
}
