package birthday

import (
	"math"
	"math/big"
	"math/bits"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/testing/try"
)

// made is a scheme of a layout, as far as collisions go.
func made(t *testing.T, layout string, change func(*gen.Scheme)) *gen.Scheme {
	t.Helper()
	l := try.Of(gen.ParseLayout(layout)).Or(t)
	s := &gen.Scheme{Name: "test", Bits: gen.Bits{Layout: l, Tick: time.Millisecond, Growth: gen.GrowthOf(l)}}
	if change != nil {
		change(s)
	}
	return s
}

func start(r gen.StartRule) func(*gen.Scheme) { return func(s *gen.Scheme) { s.Start.Rule = r } }

// TestDrawnSequence compares two nodes whose sequences start anywhere with the sum
// over all distances of their starts: d places of the one are also the other's, and
// at each the random bits differ or not.
func TestDrawnSequence(t *testing.T) {
	const seq, random, each = 12, 10, 20
	m := try.Of(Of(made(t, "time:40 seq:12 random:10", start(gen.StartDraw)), Options{Nodes: big.NewInt(2)})).Or(t)
	want := 0.0
	for d := 1 - each; d < each; d++ {
		both := each - max(d, -d)
		want -= math.Expm1(float64(both)*math.Log1p(-math.Exp2(-random))) * math.Exp2(-seq)
	}
	got := m.Chance(big.NewInt(2 * each)).Probability()
	if math.Abs(got-want) > 0.01*want { // the model has no runs: right to the first order
		t.Errorf("2 nodes of %d ids in a tick: %v; want %v", each, got, want)
	}
}

// TestBetweenByCounting goes through all ways in which nodes can use values: any
// sets of so many, or runs that count up.
func TestBetweenByCounting(t *testing.T) {
	const n = 7
	s := big.NewInt(n)
	for nodes := 1; nodes <= 3; nodes++ {
		for k := 0; k <= n; k++ {
			share := make([]int, nodes)
			for i := range k {
				share[i%nodes]++
			}
			var sets, runs [2]int // all ways, those without collision
			var put func(node, used int, count *[2]int, runsOnly bool)
			put = func(node, used int, count *[2]int, runsOnly bool) {
				if node == nodes {
					count[0]++
					if used>>n == 0 {
						count[1]++
					}
					return
				}
				for set := range 1 << n {
					if bits.OnesCount(uint(set)) != share[node] || runsOnly && !run(set, n) {
						continue
					}
					next := used | set
					if used>>n != 0 || used&set != 0 {
						next = 1 << n
					}
					put(node+1, next, count, runsOnly)
				}
			}
			put(0, 0, &sets, false)
			put(0, 0, &runs, true)
			count, name := big.NewInt(int64(k)), big.NewInt(int64(nodes))
			for _, c := range []struct {
				what string
				got  float64
				want [2]int
			}{
				{"sets", Chance{between(s, name).exponent(count)}.Complement(), sets},
				{"runs", Chance{blocks(s, name).exponent(count)}.Complement(), runs},
			} {
				// of a run that fills the ring there is one set, but n places to begin
				if want := float64(c.want[1]) / float64(c.want[0]); math.Abs(c.got-want) > 1e-15 {
					t.Errorf("%d ids of %d nodes as %s among %d: P of none = %v; want %v", k, nodes, c.what, n, c.got,
						want)
				}
			}
		}
	}
}

// run reports whether a set of values of a ring of n is a run.
func run(set, n int) bool {
	turned := set>>1 | set&1<<(n-1)
	return bits.OnesCount(uint(set&^turned)) <= 1 // its ends
}

// weight is the probability of a Poisson number.
func weight(k int, mean float64) float64 {
	l, _ := math.Lgamma(float64(k) + 1)
	return math.Exp(float64(k)*math.Log(mean) - mean - l)
}

// TestPoissonBySumming compares the closed forms with the sums that they stand for.
func TestPoissonBySumming(t *testing.T) {
	n := big.NewInt(50)
	for _, mean := range []string{"1/1000", "1/3", "1", "5/2", "12", "40"} {
		m := fraction(mean)
		v, _ := m.Float64()
		none := 0.0
		for k := range 51 {
			none += weight(k, v) * Chance{different(n, big.NewInt(int64(k)))}.Complement()
		}
		if got := (Chance{independent(n).tick(v)}).Complement(); math.Abs(got-none) > 1e-13 {
			t.Errorf("Poisson of %s among 50: P of none = %v; want %v", mean, got, none)
		}
		each := independent(n).draws
		each.Poisson = true
		if got := each.Pairs(v); math.Abs(got-v*v/100) > 1e-15*got {
			t.Errorf("pairs of Poisson %s among 50 = %v; want mean^2/2n = %v", mean, got, v*v/100)
		}
	}
	// many nodes are as if each id were of another
	a, b := between(n, bit(90)).tick(2.5), independent(n).tick(2.5)
	if math.Abs(a-b) > 1e-14*b {
		t.Errorf("exponent of 2^90 nodes = %v; want %v as without nodes", a, b)
	}
	// two nodes, by the binomial numbers of what each uses
	q := 2.5 / 100
	want := -50 * math.Log(1-q*q)
	if got := between(n, big.NewInt(2)).tick(2.5); math.Abs(got-want) > 1e-13*want {
		t.Errorf("exponent of 2 nodes = %v; want %v", got, want)
	}
}

// TestPoissonRuns sums over the lengths of the runs of two nodes; the first order
// is exact for two.
func TestPoissonRuns(t *testing.T) {
	n := bit(40)
	for _, mean := range []string{"1/1000", "1", "6", "30"} {
		v, _ := fraction(mean).Float64()
		want := 0.0
		for a := 1; a < 80; a++ {
			for b := 1; b < 80; b++ {
				want += weight(a, v/2) * weight(b, v/2) * float64(a+b-1) / math.Ldexp(1, 40)
			}
		}
		if got := blocks(n, big.NewInt(2)).tick(v); math.Abs(got-want) > 1e-12*want {
			t.Errorf("runs of two nodes, %s a tick: %v; want %v", mean, got, want)
		}
	}
}

// TestRates: many ticks multiply, without cancellation.
func TestRates(t *testing.T) {
	s := made(t, "time:41 random:23", nil)
	rated := func(rate string, a Arrival) *Model {
		return try.Of(Of(s, Options{Rate: fraction(rate), Arrival: a})).Or(t)
	}
	day := big.NewInt(86400 * 10)
	m := rated("10", Poisson) // 0.01 a tick
	y := 0.01 / (1 << 23)
	want := -math.Expm1(-86400e3 * (1 << 23) * (y*y/2 - y*y*y/3))
	if got := m.Chance(day).Probability(); math.Abs(got-want) > 1e-14*want {
		t.Errorf("a day of 10 a second, Poisson: P = %v; want %v", got, want)
	}
	if got := m.Pairs(day); math.Abs(got-86400e3*0.0001/(1<<24)) > 1e-12*got {
		t.Errorf("pairs of that day = %v; want mean^2/2n a tick", got)
	}
	if m := rated("10", Even); !m.Never() || m.Count(fraction("0.5")) != nil {
		t.Error("10 a second never share a millisecond where they come evenly; want no chance")
	}
	even := rated("2500", Even) // 2 and 3 in turn
	l := -math.Log1p(-1.0/(1<<23))/2 + -math.Log1p(-1.0/(1<<23))/2 - math.Log1p(-2.0/(1<<23))/2
	want = -math.Expm1(-1000 * l)
	if got := even.Chance(big.NewInt(2500)).Probability(); math.Abs(got-want) > 1e-13*want {
		t.Errorf("a second of 2500, even: P = %v; want %v", got, want)
	}
	for _, m := range []*Model{m, even} {
		for _, p := range []string{"1e-9", "0.5", "0.999999"} {
			k := m.Count(fraction(p))
			v, _ := fraction(p).Float64()
			before := new(big.Int).Sub(k, big.NewInt(1))
			if m.Chance(k).Probability() < v || m.Chance(before).Probability() >= v {
				t.Errorf("count for %s = %v, of chance %v, before %v; want the smallest", p, k,
					m.Chance(k).Probability(),
					m.Chance(before).Probability())
			}
		}
	}
	if seconds := m.Seconds(day); seconds == nil || *seconds != 86400 {
		t.Errorf("that many at 10 a second take %v s; want a day", seconds)
	}
	nodes := *m
	nodes.Unit = Nodes
	if seconds := nodes.Seconds(day); seconds != nil {
		t.Errorf("that many nodes take %v s; want none: the rate is that of ids", *seconds)
	}
}

// TestCurves: rising, in the range that they promise, and none where nothing collides.
func TestCurves(t *testing.T) {
	for _, m := range []*Model{In(bit(122)), In(big.NewInt(365)), In(big.NewInt(1)), In(bit(MaxBits))} {
		f := m.Curve()
		if f == nil || len(f.Lines) != 1 || f.Note == "" {
			t.Fatalf("curve of %v: %v; want one", m.Space, f)
		}
		y := f.Lines[0].Y
		for i := range y {
			if i > 0 && (y[i] < y[i-1] || f.Lines[0].X[i] <= f.Lines[0].X[i-1]) {
				t.Errorf("curve of %v falls or stands at point %d", m.Space, i)
			}
		}
		if y[0] < 1e-12 || y[len(y)-1] < 0.999 {
			t.Errorf("curve of %v runs from %v to %v; want 1e-12 or more to 0.999 or more", m.Space, y[0], y[len(y)-1])
		}
	}
	if a, b := len(In(bit(122)).Curve().Levels), len(In(big.NewInt(365)).Curve().Levels); a != 4 || b != 2 {
		t.Errorf("curves of 2^122 and 365 have %d and %d levels; want 4, and the 2 that lie in it", a, b)
	}
	m, err := Of(made(t, "time:41 worker:10 seq:12", nil), Options{})
	if err != nil || m.Curve() != nil {
		t.Errorf("curves of what never collides: %v; want none", err)
	}
}
