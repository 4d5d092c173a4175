package cmd

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen"
)

// steps is a clock that goes on when it is told to.
type steps struct {
	gen.Clock
	now time.Time
}

func (s *steps) Now() time.Time { return s.now }

func TestProgress(t *testing.T) {
	tests := []struct {
		words string
		width int
		wait  time.Duration
		want  string
	}{
		{"a short call shows nothing", 80, 400 * time.Millisecond, ""},
		{"a long one a bar", 80, 2 * time.Second, "reading  50% [###################...................] 1.0 GB of 2.0 GB, 2s left"},
		{"cut to the width", 40, 2 * time.Second, "reading  50% 1.0 GB of 2.0 GB, 2s left"},
		{"of any width", 12, 2 * time.Second, "reading  50"},
	}
	for _, test := range tests {
		var out bytes.Buffer
		clock := &steps{now: time.Unix(0, 0)}
		a := &cli.App{Environment: Environment{Err: &out, ErrTerminal: true, ErrWidth: test.width, Clock: clock, Getenv: func(string) string { return "" }}}
		b := progress(a)
		b.update(0, 2e9)
		clock.now = clock.now.Add(test.wait)
		b.update(1e9, 2e9)
		b.update(1e9, 2e9) // at once: not drawn again
		want := ""
		if test.want != "" {
			want = "\r\x1b[K" + test.want
		}
		if got := out.String(); got != want || len(test.want) >= test.width {
			t.Errorf("%s: the bar is %q; want %q", test.words, got, want)
		}
		b.clear()
		if want != "" && !strings.HasSuffix(out.String(), "\r\x1b[K") {
			t.Errorf("%s: the bar stays", test.words)
		}
	}
}

func TestProgressIsForTerminals(t *testing.T) {
	for _, e := range []Environment{{ErrTerminal: false}, {ErrTerminal: true, Getenv: func(string) string { return "dumb" }}} {
		var out bytes.Buffer
		e.Err, e.Clock = &out, gen.FixedClock(time.Unix(0, 0))
		b := progress(&cli.App{Environment: e})
		b.begun = time.Unix(-100, 0)
		b.update(1, 2)
		b.clear()
		if out.Len() > 0 {
			t.Errorf("where nobody looks there is a bar: %q", out.String())
		}
	}
}
