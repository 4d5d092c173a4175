package birthday

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/testing/try"
)

// reference is testdata/birthday.json: exact products and power sums, made by
// another program in decimal arithmetic of 140 digits.
type reference struct {
	Probability []struct {
		Name, N, K, P string
		Complement    string `json:"one_minus_p"`
	}
	Inverse []struct {
		Bits int
		N, P string
		K    string `json:"k_min"`
	}
}

func load(t *testing.T) (r reference) {
	t.Helper()
	text, err := os.ReadFile("testdata/birthday.json")
	if err == nil {
		text = bytes.ReplaceAll(text, []byte(": NaN"), []byte(": null")) // no JSON, and of no use here
		err = json.Unmarshal(text, &r)
	}
	if err != nil || len(r.Probability) < 17 || len(r.Inverse) < 70 {
		t.Fatalf("testdata/birthday.json: %v, %d and %d cases; want 17 and 70", err, len(r.Probability), len(r.Inverse))
	}
	return r
}

func whole(text string) *big.Int {
	v, ok := new(big.Int).SetString(text, 10)
	if !ok {
		panic(text)
	}
	return v
}

func fraction(text string) *big.Rat {
	v, ok := new(big.Rat).SetString(text)
	if !ok {
		panic(text)
	}
	return v
}

// near compares with a reference of 17 digits, to so much of it.
func near(t *testing.T, what string, got float64, want string, most float64) {
	t.Helper()
	w, err := strconv.ParseFloat(want, 64)
	if err != nil && w == 0 {
		t.Fatal(err)
	}
	if off := math.Abs(got-w) / math.Abs(w); got != w && !(off <= most) {
		t.Errorf("%s = %v; want %v, off by %.2g", what, got, want, off)
	}
}

// least is what a complement of so small a probability can be told to: an error of the
// exponent is one of the complement, times the exponent.
func least(o Chance) float64 { return 1e-14 + 1e-15*o.exponent }

func TestReferenceProbabilities(t *testing.T) {
	for _, c := range load(t).Probability {
		o := In(whole(c.N)).Chance(whole(c.K))
		near(t, c.Name+", P of "+c.K, o.Probability(), c.P, 1e-14)
		if math.Abs(o.Log10Complement()) < 300 { // below, the reference has underflowed too
			near(t, c.Name+", 1-P of "+c.K, o.Complement(), c.Complement, least(o))
			if got, want := o.Log10Complement(),
				math.Log10(o.Complement()); math.Abs(got-want) > 2.3e-16+4.5e-16*math.Abs(want) {
				t.Errorf("%s, log10(1-P) of %s = %v; want %v", c.Name, c.K, got, want)
			}
		}
	}
}

func TestReferenceCounts(t *testing.T) {
	for _, c := range load(t).Inverse {
		n := bit(c.Bits)
		if c.N != "" {
			n = whole(c.N)
		}
		try.Equal(t, In(n).Count(fraction(c.P)).String(), whole(c.K).String(), "count in %v for %s =", n, c.P)
	}
}

// exact is how many ways there are to draw k of n values that all differ, and how many in all:
// n(n-1).. and n^k.
func exact(n *big.Int, k int) (differ, all *big.Int) {
	var product func(from, to int) *big.Int // of n-from, n-from-1 .. above n-to
	product = func(from, to int) *big.Int {
		if to-from < 2 {
			return new(big.Int).Sub(n, big.NewInt(int64(from)))
		}
		middle := (from + to) / 2
		return new(big.Int).Mul(product(from, middle), product(middle, to))
	}
	if differ = big.NewInt(1); k > 0 {
		differ = product(0, k)
	}
	return differ, new(big.Int).Exp(n, big.NewInt(int64(k)), nil)
}

// quotient is right to 3 times the digits of a space, and 60.
func quotient(space, a, b *big.Int) *big.Float {
	return real(space).Quo(new(big.Float).SetInt(a), new(big.Float).SetInt(b))
}

// TestAgainstFractions compares with exact fractions, on both sides of the count up to
// which factors are summed, and at the end of a space.
func TestAgainstFractions(t *testing.T) {
	tests := []struct {
		n int64
		k int
	}{
		{2, 2}, {3, 3}, {365, 2}, {365, 57}, {365, 365}, {4096, 500}, {65536, 302}, {1 << 40, 4095},
		{1 << 24, 1024}, {1 << 24, 1025}, {1030, 1029}, {1025, 1025}, {2050, 1100}, {1 << 30, 5000}, {5000, 4500},
		{6000, 5000}, {6000, 5001}, {1 << 13, 4200}, {1 << 62, 6000},
		{64, 64}, {65, 65}, {96, 65}, {97, 65}, {97, 96}, {100, 70}, {130, 65}, {131, 65}, {400, 200}, {400, 201},
		{1 << 50, 64}, {1 << 50, 65},
	}
	for _, c := range tests {
		n := big.NewInt(c.n)
		differ, all := exact(n, c.k)
		o := In(n).Chance(big.NewInt(int64(c.k)))
		name := strconv.Itoa(c.k) + " of " + strconv.FormatInt(c.n, 10)
		collide := quotient(n, new(big.Int).Sub(all, differ), all)
		near(t, "P of "+name, o.Probability(), collide.Text('g', 17), 1e-14)
		if want, _ := quotient(n, differ, all).Float64(); want > 0 {
			near(t, "1-P of "+name, o.Complement(), strconv.FormatFloat(want, 'g', -1, 64), least(o))
		}
	}
}

// TestSeriesMeetsFloat: the two ways to the exponent agree, and the one of many digits
// agrees with exact fractions.
func TestSeriesMeetsFloat(t *testing.T) {
	for _, n := range []*big.Int{big.NewInt(70000), big.NewInt(1e6), bit(64), bit(192), bit(1000)} {
		for _, k := range []int64{65, 500, 2000} {
			got, _ := series(n, big.NewInt(k)).Float64()
			want := different(n, big.NewInt(k))
			if math.Abs(got-want) > 1e-14*want {
				t.Errorf("exponent of %d in %d bits: %v; want %v", k, n.BitLen(), got, want)
			}
			if k > 65 && n.BitLen() > 64 {
				continue // fractions of too many digits
			}
			differ, all := exact(n, int(k))
			exact := logarithm(quotient(n, differ, all))
			off, _ := new(big.Float).Sub(series(n, big.NewInt(k)), exact).Float64()
			if step := 1e-12 * float64(k) / float(n); math.Abs(off) > step {
				t.Errorf("exponent of %d in %d bits is off by %.3g; want at most %.3g", k, n.BitLen(), off, step)
			}
		}
	}
}

// draw returns a number of up to so many bits, all lengths alike.
func draw(r *rand.Rand, most int) *big.Int {
	v := new(big.Int)
	for range 16 {
		v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(r.Uint64()))
	}
	return v.Rsh(v, uint(1024-1-r.IntN(most)))
}

// TestCountIsSmallest: the count reaches the probability and the one before does not, by
// exact fractions.
func TestCountIsSmallest(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	tried := 0
	for tried < 300 {
		n := draw(r, 200)
		if n.Sign() == 0 {
			continue
		}
		p := new(big.Rat).SetFrac64(1+r.Int64N(999), 1000)
		if r.IntN(3) > 0 {
			p.Quo(p, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(r.Int64N(60)), nil)))
		}
		k := In(n).Count(p)
		if k.BitLen() > 11 {
			continue // more than fractions can
		}
		tried++
		reaches := func(k int) bool { // 1 - differ/all >= p
			differ, all := exact(n, k)
			return differ.Sub(all, differ).Mul(differ, p.Denom()).Cmp(all.Mul(all, p.Num())) >= 0
		}
		if !reaches(int(k.Int64())) || k.Sign() > 0 && reaches(int(k.Int64())-1) {
			t.Errorf("count in %v for %v = %v, which is not the smallest", n, p.RatString(), k)
		}
	}
}

// TestThereAndBack: a probability printed for a count leads back to it.
func TestThereAndBack(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	tried := 0
	for tried < 400 {
		n, k := draw(r, 90), draw(r, 50)
		if k.Cmp(big.NewInt(2)) < 0 || k.Cmp(n) > 0 || new(big.Int).Mul(k, big.NewInt(1e10)).Cmp(n) < 0 {
			continue
		}
		m := In(n)
		p := m.Chance(k).Probability()
		if p >= 0.9 {
			continue
		}
		tried++
		try.Equal(t, m.Count(fraction(strconv.FormatFloat(p, 'g', -1, 64))).String(), k.String(), "of %v it is", n)
	}
}

// TestRepeats against the same products of 60 digits, where few fall together and where many do.
func TestRepeats(t *testing.T) {
	for _, test := range []struct {
		draws   Draws
		k, want float64
	}{
		{Draws{1 << 23, math.Inf(1), true}, 2, 2.384185601537573e-7},
		{Draws{1 << 23, 5, true}, 3, 4.291534116873674e-7},
		{Draws{1 << 40, 64, false}, 1e6, 0.4476417920604886},
		{Draws{1 << 40, math.Inf(1), false}, 1e6, 0.4547467582761227},
		{Draws{1000, math.Inf(1), false}, 700, 196.4114134310993},
		{Draws{1000, 3, false}, 700, 150.629374},
		{Draws{1000, 1, false}, 700, 0},
	} {
		if got, _ := test.draws.Repeats(test.k); math.Abs(got-test.want) > 1e-12*test.want {
			t.Errorf("%g of %+v: %.16g; want %.16g", test.k, test.draws, got, test.want)
		}
	}
}

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
		for _, nodes := range []float64{1, 4, math.Inf(1)} { // a node draws nothing twice
			want := v * v / 100 * (1 - 1/nodes)
			if got := (Draws{50, nodes, true}).Pairs(v); math.Abs(got-want) > 1e-15*want {
				t.Errorf("pairs of Poisson %s among 50 of %g nodes = %v; want %v", mean, nodes, got, want)
			}
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
	rated := func(rate string, even bool) *Model {
		return try.Of(Of(s, Options{Rate: fraction(rate), Even: even})).Or(t)
	}
	day := big.NewInt(86400 * 10)
	m := rated("10", false) // 0.01 a tick
	y := 0.01 / (1 << 23)
	want := -math.Expm1(-86400e3 * (1 << 23) * (y*y/2 - y*y*y/3))
	if got := m.Chance(day).Probability(); math.Abs(got-want) > 1e-14*want {
		t.Errorf("a day of 10 a second, Poisson: P = %v; want %v", got, want)
	}
	if got := m.Pairs(day); math.Abs(got-86400e3*0.0001/(1<<24)) > 1e-12*got {
		t.Errorf("pairs of that day = %v; want mean^2/2n a tick", got)
	}
	if m := rated("10", true); !m.Never() || m.Count(fraction("0.5")) != nil {
		t.Error("10 a second never share a millisecond where they come evenly; want no chance")
	}
	even := rated("2500", true) // 2 and 3 in turn
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
	try.Equal(t, nodes.Seconds(day), nil, "the rate is that of ids, so nodes take")
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
	if a, b := len(In(bit(122)).Curve().Levels), len(In(big.NewInt(100)).Curve().Levels); a != 4 || b != 2 {
		t.Errorf("curves of 2^122 and 100 have %d and %d levels; want 4, and the 2 from 0.01 on", a, b)
	}
	m, err := Of(made(t, "time:41 worker:10 seq:12", nil), Options{})
	if err != nil || m.Curve() != nil {
		t.Errorf("curves of what never collides: %v; want none", err)
	}
}
