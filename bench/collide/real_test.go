package collide

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// realSeeds is how often each history is lived, by either side.
const realSeeds = 12

// lived is what came of them: means, and standard deviations.
type lived struct{ made, madeSD, twice, twiceSD float64 }

// TestRealLibraries: the simulator counts what the libraries themselves make twice. Both
// live through the same histories, each with Poisson arrivals of its own, 12 times. The
// means of what is made and of what is made twice lie within the interval that the
// library's have, so that one in ten thousand would not by chance. Where there is a closed
// form, the library does what it says.
//
// What the libraries did is in testdata/libraries.txt: bwmarrin/snowflake v0.3.0, muyo/sno v1.2.1,
// rs/xid v1.6.0, sony/sonyflake v1.2.0 and v2.2.0, yitter/idgenerator-go v1.3.3, of copies that differ
// in whom they ask for the time alone. The program that ran them is in testdata/libraries of commit e637935d.
func TestRealLibraries(t *testing.T) {
	real := map[string]lived{}
	for line := range strings.Lines(string(try.Of(os.ReadFile("testdata/libraries.txt")).Or(t))) {
		what, figures, _ := strings.Cut(line, ": ")
		var l lived
		try.Of(fmt.Sscan(figures, &l.made, &l.madeSD, &l.twice, &l.twiceSD)).Or(t)
		real[what] = l
	}
	for _, of := range [][2]string{{"bwmarrin", "snowflake"}, {"sonyflake", "sonyflake"}, {"sonyflake", "sonyflake-v2"},
		{"yitter", "yitter"}, {"yitter-m2", "yitter"}, {"sno", "sno"}, {"xid", "xid"}} {
		t.Run(of[0]+" of "+of[1], func(t *testing.T) {
			t.Parallel()
			c := Config{Scheme: named(t, of[1]), Rules: rules(t, of[0]), Poisson: true, Nodes: 1, For: 6 * time.Second}
			for _, c.Faults = range realHistories() {
				for _, c.Rate = range []float64{700, 4000} {
					compareReal(t, c, real)
				}
			}
			if of[1] == "yitter" { // whose workers 1 and 17 are one where 4 bits are left
				compareReal(t, Config{Scheme: named(t, "snowflake"), Rules: c.Rules, Rate: 18000, Poisson: true,
					Nodes: 18, For: 2 * time.Second}, real)
			}
		})
	}
}

// realHistories are steps, freezes, restarts and bursts, by themselves and together, and
// some that are drawn.
func realHistories() [][]Fault {
	const s, ms, us = time.Second, time.Millisecond, time.Microsecond
	freeze := Fault{Kind: Freeze, Shift: 1500 * ms, At: 2 * s, Timed: true}
	burst := func(n uint64, at time.Duration) Fault { return Fault{Kind: Burst, Count: n, At: at, Timed: true} }
	down := Fault{Kind: Restart, Shift: 300 * ms, At: 2500 * ms, Timed: true}
	list := [][]Fault{
		nil,
		{step(-s, 2*s)},
		{step(s, 2*s), step(-s, 4*s)},
		{step(-s, 2*s), step(-400*ms, 2500*ms), step(2*s, 4*s)},
		{freeze},
		{freeze, restart(2700 * ms)},
		{restart(2 * s), restart(2*s + ms)},
		{step(-s, 2*s), restart(2 * s)},
		{step(-s, 2*s), restart(2500 * ms), restart(4 * s)},
		{step(-s, 2*s), down},
		{step(2*s, s), restart(2 * s), step(-1800*ms, 3*s)},
		{burst(3000, 2*s)},
		{burst(20000, 2*s), restart(2013600 * us)},
		{burst(70000, 2*s), burst(70000, 2200*ms)},
		{burst(3000, 2*s), step(-500*ms, 2020*ms)},
		{freeze, burst(10000, 2200*ms), restart(2303400 * us), burst(5000, 2400*ms)},
		{freeze, step(-2*s, 3*s), restart(3200 * ms), restart(3700 * ms), burst(4000, 4*s)},
	}
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 15))
		var drawn []Fault
		for range 2 + rng.IntN(4) {
			at := time.Duration(rng.Int64N(int64(5*s))) + 500*ms
			switch rng.IntN(4) {
			case 0:
				drawn = append(drawn, step(time.Duration(rng.Int64N(int64(3*s)))-2*s, at))
			case 1:
				drawn = append(drawn, Fault{Kind: Freeze, Shift: time.Duration(1 + rng.Int64N(int64(s))), At: at,
					Timed: true})
			case 2:
				drawn = append(drawn, restart(at))
			case 3:
				drawn = append(drawn, burst(1+rng.Uint64N(8000), at))
			}
		}
		list = append(list, drawn)
	}
	return list
}

// compareReal simulates what a library lived through, as often, and compares.
func compareReal(t *testing.T, c Config, all map[string]lived) {
	t.Helper()
	try.Works(t, c.Check())
	what := fmt.Sprintf("%s of %s at %g with %s", c.Rules.Name, c.Scheme.Name, c.Rate, faultWords(c.Faults))
	real, ok := all[what]
	if !ok {
		t.Fatalf("no library lived through %s", what)
	}
	var made, twice []float64
	for seed := range uint64(realSeeds) {
		c.Seed = seed
		r := once(t, c)
		made, twice = append(made, float64(r.Made)), append(twice, float64(r.Duplicates))
	}
	p, closed := c.closed()
	if closed && (real.twice+real.twiceSD < p.Low || real.twice-real.twiceSD > p.High) {
		t.Errorf("%s: predicted %.1f to %.1f (%s); the library has %+v", what, p.Low, p.High, p.Model, real)
	}
	near := func(name string, list []float64, mean, sd float64) {
		got, spread := moments(list)
		const student = 5.2 // of 11 degrees of freedom, at 0.9999
		if off := student*math.Hypot(sd, spread)/math.Sqrt(realSeeds) + 0.5; math.Abs(got-mean) > off {
			t.Errorf("%s: %s %.1f; the library %.1f +- %.1f", what, name, got, mean, off)
		}
	}
	near("made", made, real.made, real.madeSD)
	near("duplicates", twice, real.twice, real.twiceSD)
}

func moments(list []float64) (mean, sd float64) {
	for _, v := range list {
		mean += v / float64(len(list))
	}
	for _, v := range list {
		sd += math.Pow(v-mean, 2) / float64(len(list)-1)
	}
	return mean, math.Sqrt(sd)
}

func faultWords(list []Fault) string {
	var words []string
	for _, f := range list {
		of := f.Shift.String()
		if f.Kind == Burst {
			of = fmt.Sprint(f.Count)
		}
		words = append(words, fmt.Sprintf("%s=%s@%s", f.Kind, of, f.At))
	}
	return strings.Join(words, " ")
}
