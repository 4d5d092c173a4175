package collide

import (
	"math/rand/v2"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

func TestClock(t *testing.T) {
	s := time.Second
	faults := []Fault{step(-2*s, 10*s), {Kind: Freeze, Shift: 3 * s, At: 20 * s, Timed: true}, step(5*s, 21*s),
		{Kind: Step, Shift: s, At: 30 * s, Timed: true, Node: 2}}
	c := newClock(faults, 0, rand.New(rand.NewPCG(1, 1)))
	tests := []struct{ at, reading, lowest time.Duration }{
		{0, 0, 0}, {9 * s, 9 * s, 8 * s}, {10 * s, 8 * s, 8 * s}, {20 * s, 18 * s, 18 * s}, {21*s - 1, 18 * s, 18 * s},
		{22 * s, 23 * s, 23 * s}, {23 * s, 26 * s, 26 * s}, {40 * s, 43 * s, 43 * s},
	}
	for _, test := range tests {
		c.now = int64(test.at)
		if r, low := time.Duration(c.reading()), time.Duration(c.lowest()); r != test.reading || low != test.lowest {
			t.Errorf("after %s the clock reads %s, at least %s; want %s, %s", test.at, r, low, test.reading,
				test.lowest)
		}
		try.Equal(t, time.Duration(c.readingAt(int64(test.at))), test.reading, "readingAt(%s) =", test.at)
	}
	c = newClock(faults, 0, rand.New(rand.NewPCG(1, 1)))
	for _, test := range []struct{ reading, when time.Duration }{{5 * s, 5 * s}, {9 * s, 9 * s}, {10 * s, 12 * s},
		{20 * s, 21 * s}, {25 * s, 23 * s}, {30 * s, 27 * s}} {
		try.Equal(t, time.Duration(c.when(int64(test.reading))), test.when, "the clock reaches %s after", test.reading)
	}
	reads := func(faults ...Fault) int64 { return newClock(faults, 0, rand.New(rand.NewPCG(1, 1))).reading() }
	one, all := Fault{Kind: Skew, Shift: s, Node: 1}, Fault{Kind: Skew, Shift: s}
	if got, want := reads(one, all)-reads(Fault{Kind: Skew, Shift: s, Node: 2}, all), reads(one); got != want {
		t.Errorf("a skew of node 2 changes that of node 1 from %d to %d ns", want, got)
	}
	c.kill = int64(7 * s)
	if err := c.sleep(int64(8 * s)); err != errKilled || c.now != int64(7*s) {
		t.Errorf("a sleep over the end of the process = %v at %d", err, c.now)
	}
}
