package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		list []int64
		want int64
	}{{[]int64{5}, 5}, {[]int64{9, 1, 5}, 5}, {[]int64{4, 1, 3, 2}, 3}} {
		if got := median(c.list); got != c.want {
			t.Errorf("median is %d, want %d", got, c.want)
		}
	}
}

func TestRatio(t *testing.T) {
	entries := []entry{{median: 3, best: 2}, {median: 2, best: 1.6}, {median: 0.01, best: 0.02}}
	for _, c := range []struct {
		unit string
		i    int
		want string
	}{
		{"ms", 0, ""}, {"ms", 1, "1.50 x its time (1.25)"},
		{"M/s", 0, ""}, {"M/s", 1, "1.5 x its rate (1.25)"}, {"M/s", 2, "300 x its rate (100)"},
	} {
		if got := (row{unit: c.unit, entries: entries}).ratio(c.i); got != c.want {
			t.Errorf("ratio of %s %d is %q, want %q", c.unit, c.i, got, c.want)
		}
	}
}

func TestOutput(t *testing.T) {
	r := row{what: "lines", unit: "M/s", entries: []entry{{name: "a", median: 9},
		{name: "b", median: 2, best: 4, cpu: 1, mem: 7}}}
	got := r.output(1, "bytes", 500)
	if got.what != "bytes" || got.unit != "GB/s" || len(got.entries) != 1 {
		t.Fatalf("output is %+v", got)
	}
	if e := got.entries[0]; e != (entry{name: "b", note: "500 bytes a line", median: 1, best: 2, cpu: 1, mem: 7}) {
		t.Errorf("entry is %+v", e)
	}
	if r.entries[1].median != 2 {
		t.Error("output changed the row it is from")
	}
}

func TestParseLaunch(t *testing.T) {
	got, err := parseLaunch("2000000 1500000 1000000 5324 1000000\n4000000 3000000 2000000 1840 5000000\n")
	if err != nil || len(got) != 2 {
		t.Fatalf("%d entries, %v", len(got), err)
	}
	e := got[0]
	if e.median != 2 || e.best != 1 || e.mem != 5324<<10 || math.Abs(e.cpu-0.5) > 1e-9 ||
		e.note != "a quarter within 1.5 ms" {
		t.Errorf("entry is %+v", e)
	}
	for _, bad := range []string{"1 2 3 4\n", "1 2 3 4 5 6\n", "a b c d e\n", "0 0 0 0 0\n", "\n"} {
		if _, err := parseLaunch(bad); err == nil {
			t.Errorf("%q is not an error", bad)
		}
	}
}

func TestParseLead(t *testing.T) {
	const ahead = `{"scheme":"snowflake","last":"2026-11-21T17:14:06.808Z","updated":"2026-11-21T17:14:02.070Z"}` + "\n"
	const behind = `{"scheme":"snowflake","last":"2026-11-21T17:14:01Z","updated":"2026-11-21T17:14:02Z"}` + "\n"
	for text, want := range map[string]time.Duration{"": 0, behind: 0, ahead: 4738 * time.Millisecond, ahead +
		behind: 4738 * time.Millisecond} {
		if got, err := parseLead(text); got != want || err != nil {
			t.Errorf("lead of %q is %v, %v, want %v", text, got, err, want)
		}
	}
	if _, err := parseLead("no JSON\n"); err == nil {
		t.Error("a line that is not JSON is not an error")
	}
}

func TestMarkdown(t *testing.T) {
	m := &measurement{missing: []string{"uuid", "sort", "uuid"}, versions: []string{"go1"},
		rows: []row{{what: "ids", unit: "M/s", entries: []entry{
			{name: "ours | cat", note: "a note", median: 2, best: 3, cpu: 1, mem: 3 << 19},
			{name: "theirs", median: 1, best: 2, cpu: 0.5, mem: 200 << 20}}}}}
	text := m.markdown()
	for _, want := range []string{
		"| ids | `ours \\| cat` (a note) | 2 M/s | 3 M/s |  | 1.5 MiB | 1.00 |\n",
		"|  | `theirs` | 1 M/s | 2 M/s | 2 x its rate (1.5) | 200 MiB | 0.50 |\n",
		"; go1. Not installed here: sort, uuid.\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func TestCopyFile(t *testing.T) {
	from, to := filepath.Join(t.TempDir(), "from"), filepath.Join(t.TempDir(), "to")
	if err := os.WriteFile(from, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := copyFile(to, from); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(to); string(text) != "text" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if copyFile(to, from) == nil {
		t.Error("a copy over a file is not an error")
	}
}
