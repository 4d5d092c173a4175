package collide

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen"
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
	lines := 0
	for line := range strings.Lines(string(try.Of(os.ReadFile("testdata/libraries.txt")).Or(t))) {
		lines++
		what, figures, _ := strings.Cut(line, ": ")
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			setting, faults, _ := strings.Cut(what, "with")
			var l lived
			var by, of string
			c := Config{Poisson: true, Nodes: 1, For: 6 * time.Second, Faults: faultsOf(t, faults)}
			try.Of(fmt.Sscanf(setting, "%s of %s at %g", &by, &of, &c.Rate)).Or(t)
			try.Of(fmt.Sscan(figures, &l.made, &l.madeSD, &l.twice, &l.twiceSD)).Or(t)
			if c.Scheme, c.Rules = named(t, of), rules(t, by); c.Rate == 18000 {
				c.Nodes, c.For = 18, 2*time.Second // of which workers 1 and 17 are one where 4 bits are left
			}
			compareReal(t, what, c, l)
		})
	}
	try.Equal(t, lines, 296, "histories:")
}

// faultsOf reads steps, freezes, restarts and bursts, as KIND=VALUE@TIME.
func faultsOf(t *testing.T, text string) (list []Fault) {
	for _, word := range strings.Fields(text) {
		name, rest, _ := strings.Cut(word, "=")
		value, at, _ := strings.Cut(rest, "@")
		f := Fault{Timed: true, At: try.Of(time.ParseDuration(at)).Or(t)}
		f.Kind = FaultKind(1 + slices.IndexFunc(FaultChoices(), func(c gen.Choice) bool { return c.Name == name }))
		if f.Kind == Burst {
			f.Count = try.Of(strconv.ParseUint(value, 10, 64)).Or(t)
		} else {
			f.Shift = try.Of(time.ParseDuration(value)).Or(t)
		}
		list = append(list, f)
	}
	return list
}

// compareReal simulates what a library lived through, as often, and compares.
func compareReal(t *testing.T, what string, c Config, real lived) {
	t.Helper()
	try.Works(t, c.Check())
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
