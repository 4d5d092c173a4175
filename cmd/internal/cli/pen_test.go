package cli

import (
	"bytes"
	"testing"
	"time"

	"idscope/gen"
)

func TestBarIsForTerminals(t *testing.T) {
	for _, e := range []Environment{{ErrTerminal: false}, {ErrTerminal: true, Getenv: func(string) string {
		return "dumb"
	}}} {
		var out bytes.Buffer
		clock := &later{now: time.Unix(0, 0)}
		e.Err, e.Clock = &out, clock
		b := (&App{Environment: e}).Bar()
		clock.now = clock.now.Add(100 * time.Second)
		b.Bytes("reading", 1, 2)
		b.Clear()
		if out.Len() > 0 {
			t.Errorf("where nobody looks there is a bar: %q", out.String())
		}
	}
}

// later is a clock that goes on when it is told to.
type later struct {
	gen.Clock
	now time.Time
}

func (c *later) Now() time.Time { return c.now }
