package collide

import (
	"math"
	"math/rand/v2"
	"testing"
)

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
