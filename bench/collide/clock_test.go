package collide

import (
	"math"
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
	try.Equal(t, reads(one, all)-reads(Fault{Kind: Skew, Shift: s, Node: 2}, all), reads(one),
		"beside a skew of node 2 that of node 1 is")
	c.kill = int64(7 * s)
	if err := c.sleep(int64(8 * s)); err != errRefused || c.now != int64(7*s) {
		t.Errorf("a sleep over the end of the process = %v at %d", err, c.now)
	}
}

// TestEvenArrivals: taken in whatever parts, the same arrivals, and no drift.
func TestEvenArrivals(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, rate := range []float64{1e-9, 3.3e-7, 1e-3, 0.3, 0.9999, 17.3} { // per ns
		a := newArrivals(rate, 1<<40, never, 0.5, 1, nil)
		n := uint64(0)
		for at := int64(0); n < 1_000_000 && at < 1<<60; {
			at += 1 + rng.Int64N(int64(50/rate)+10)
			n += a.pop(at)
			want := math.Ceil((float64(at)+1)*rate - 0.5) // arrivals at (i+1/2)/rate, rounded down, before at
			if math.Abs(float64(n)-want) > 1+2*rate {
				t.Fatalf("rate %g: %d arrivals before %d; want %g", rate, n, at, want)
			}
			if next := a.peek(); next < at {
				t.Fatalf("rate %g: the next arrival is at %d, before %d", rate, next, at)
			}
		}
	}
	a := newArrivals(1, 10, never, 0, 1, nil)
	if n := a.pop(1000); n != 10 || a.peek() != never {
		t.Errorf("of 10 arrivals %d came, the next at %d", n, a.peek())
	}
}

// TestPoissonArrivals: mean and variance of the number in a tick are the rate,
// whichever way they are drawn; a seed fixes them, so the bounds can be close.
func TestPoissonArrivals(t *testing.T) {
	for _, lambda := range []float64{0.05, 0.9, 5, 15.9, 16, 40, 3000} {
		const tick, ticks = 1_000_000, 200_000
		a := newArrivals(lambda/tick, 1<<60, never, 0, tick, rand.New(rand.NewPCG(5, 6)))
		sum, square := 0.0, 0.0
		for i := range int64(ticks) {
			n := float64(a.pop((i + 1) * tick))
			sum, square = sum+n, square+n*n
		}
		mean := sum / ticks
		variance := square/ticks - mean*mean
		if d := (mean - lambda) / math.Sqrt(lambda/ticks); math.Abs(d) > 4 {
			t.Errorf("%g a tick: the mean is %g, %.1f standard errors off", lambda, mean, d)
		}
		if d := (variance - lambda) / math.Sqrt((lambda+2*lambda*lambda)/ticks); math.Abs(d) > 4 {
			t.Errorf("%g a tick: the variance is %g, %.1f standard errors off", lambda, variance, d)
		}
	}
}
