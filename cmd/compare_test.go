package cmd

import (
	"strings"
	"testing"
)

// On a terminal the table is cut into parts that fit, each with the names.
func TestCompareFitsTheTerminal(t *testing.T) {
	for _, width := range []int{60, 80, 140, 200} {
		got := call(t, func(e *Environment) { e.OutTerminal, e.Width = true, width }, "compare", "snowflake", "uuidv7",
			"yitter", "uuidv1", "instagram", "--color", "never", "--now", "2026-11-21")
		if got.status != 0 {
			t.Fatalf("compare = %+v", got)
		}
		heads := 0
		for line := range strings.Lines(got.out) {
			line = strings.TrimSuffix(line, "\n")
			if strings.HasPrefix(line, "SCHEME ") {
				heads++
			}
			if len(line) > max(width, 80) || len(line) > width && !strings.Contains(line, " ids a second ") &&
				strings.Contains(line, "  ") && heads > 0 && !strings.HasPrefix(line, "  ") {
				t.Errorf("at width %d a line has %d columns: %q", width, len(line), line)
			}
		}
		if want := map[int]int{60: 6, 80: 4, 140: 2, 200: 2}[width]; heads != want {
			t.Errorf("at width %d the table has %d parts; want %d", width, heads, want)
		}
	}
}
