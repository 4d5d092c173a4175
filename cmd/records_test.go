package cmd

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// TestRecords: what programs read, a call of each command whose values all differ, is what testdata/records.txt has: a
// value in its neighbour's place or one too many is seen. -update writes the file, for a look at what changed.
func TestRecords(t *testing.T) {
	const path = "testdata/records.txt"
	text := try.Of(os.ReadFile(path)).Or(t)
	dir := t.TempDir()
	clock := &hurried{at: time.Date(2026, 11, 21, 17, 14, 6, 808_000_000, time.UTC)}
	volatile := regexp.MustCompile(`"(pid|owner|updated)":("[^"]*"|\d+)`)
	var got strings.Builder
	for line := range strings.Lines(string(text)) {
		words, is := strings.CutPrefix(strings.TrimSpace(line), "$ idscope ")
		if !is {
			continue
		}
		vars := private(dir)
		words = strings.ReplaceAll(words, "DIR", dir)
		stdin := ""
		if before, input, piped := strings.Cut(words, " <<< "); piped {
			words, stdin = before, strings.ReplaceAll(input, ",", "\n")+"\n"
		}
		out := call(t, func(e *Environment) {
			e.Clock, e.In = clock, strings.NewReader(stdin)
			e.Getenv = func(name string) string { return vars[name] }
		}, strings.Fields(words)...)
		shown := strings.ReplaceAll(volatile.ReplaceAllString(out.out+out.err, `"$1":"*"`), dir, "DIR")
		got.WriteString(line + shown + "\n")
		clock.at = clock.at.Add(time.Hour)
	}
	if *update {
		try.Works(t, os.WriteFile(path, []byte(got.String()), 0o600))
		return
	}
	if got.String() != string(text) {
		now, old := strings.Split(got.String(), "\n"), strings.Split(string(text), "\n")
		for i := range min(len(now), len(old)) {
			if now[i] != old[i] {
				t.Fatalf("line %d of %s is now\n%s\nbefore\n%s\ngo test ./cmd -run TestRecords -update writes it", i+1, path,
					now[i], old[i])
			}
		}
		t.Errorf("%d lines; want %d", len(now), len(old))
	}
}
