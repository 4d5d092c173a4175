package cmd

import (
	"cmp"
	"context"
	"strings"
	"testing"
	"time"

	"idscope/cmd/internal/screen"
	"idscope/gen/testing/try"
)

// hurried is a clock that is later by a step each time that it is asked, and by a sleep.
type hurried struct {
	at   time.Time
	step time.Duration
}

func (h *hurried) Now() time.Time {
	h.at = h.at.Add(h.step)
	return h.at
}

func (h *hurried) Sleep(_ context.Context, d time.Duration) error {
	h.at = h.at.Add(d)
	return nil
}

// TestProgress: long work shows on a terminal how far it is, how fast, and how long it takes, and
// nothing is left of that at the end. A pipe, a dumb terminal and short work show nothing.
func TestProgress(t *testing.T) {
	ids := strings.Repeat("017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n", 20_000)
	for _, test := range []struct{ call, want string }{
		{"gen uuidv4 -n 200000", "generating "},
		{"gen uuidv4 -n 2", ""},
		{"inspect --json=brief", "reading "},
		{"convert --to hex", "reading "},
		{"check", "reading "},
		{"bench collisions snowflake --count 1000000", "simulating"},
	} {
		for _, on := range []struct {
			term     string
			terminal bool
		}{{"xterm", true}, {"dumb", true}, {"xterm", false}} {
			got := call(t, func(e *Environment) {
				e.ErrTerminal, e.ErrWidth, e.Clock = on.terminal, 80, &hurried{time.Unix(1_767_225_600, 0), time.Second}
				e.In = strings.NewReader(ids)
				getenv := e.Getenv
				e.Getenv = func(name string) string { return cmp.Or(map[string]string{"TERM": on.term}[name], getenv(name)) }
			}, strings.Fields(test.call)...)
			shown := on.terminal && on.term != "dumb" && test.want != ""
			if strings.Contains(got.err, "/s") != shown || shown && (!strings.Contains(got.err, test.want) ||
				!strings.HasSuffix(got.err, "\r\x1b[K")) || !shown && got.err != "" {
				t.Errorf("%s, %+v: status %d, %q; want %q and a rate on a terminal, erased", test.call, on, got.status,
					got.err, test.want)
			}
		}
	}
	var out strings.Builder
	bar := screen.NewBar(&out, 80, (&hurried{time.Unix(0, 0), time.Second}).Now)
	for _, done := range []int64{99, 1, 41} { // what falls begins again: 41 two looks at the clock later
		bar.Steps("reading", done, 100)
	}
	try.Contains(t, out.String(), "] 20/s, 3s left", "of what fell it shows")
}
