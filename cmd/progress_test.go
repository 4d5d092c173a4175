package cmd

import (
	"context"
	"strings"
	"testing"
	"time"
)

// hurried is a clock that is a second later each time that it is asked.
type hurried struct{ at time.Time }

func (h *hurried) Now() time.Time {
	h.at = h.at.Add(time.Second)
	return h.at
}

func (h *hurried) Sleep(context.Context, time.Duration) error { return nil }

// TestProgress: long work shows on a terminal how far it is, how fast, and how long it takes, and
// nothing is left of that at the end. A pipe and short work show nothing.
func TestProgress(t *testing.T) {
	var ids strings.Builder
	for range 20_000 {
		ids.WriteString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n")
	}
	for _, test := range []struct {
		words string
		args  []string
		want  string
	}{
		{"gen", []string{"gen", "uuidv4", "-n", "200000"}, "generating "},
		{"gen of few", []string{"gen", "uuidv4", "-n", "2"}, ""},
		{"inspect", []string{"inspect", "--json=brief"}, "reading "},
		{"convert", []string{"convert", "--to", "hex"}, "reading "},
		{"check", []string{"check"}, "reading "},
	} {
		for _, terminal := range []bool{true, false} {
			got := call(t, func(e *Environment) {
				e.ErrTerminal, e.Clock = terminal, &hurried{time.Unix(1_767_225_600, 0)}
				e.In = strings.NewReader(ids.String())
			}, test.args...)
			shown := terminal && test.want != ""
			if strings.Contains(got.err, "/s") != shown || shown && (!strings.Contains(got.err, test.want) ||
				!strings.HasSuffix(got.err, "\r\x1b[K")) || !shown && got.err != "" {
				t.Errorf("%s on a terminal (%v): status %d, %q; want %q and a rate, erased", test.words, terminal, got.status,
					got.err, test.want)
			}
		}
	}
}
