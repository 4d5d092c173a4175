package gen

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// randomLayout draws a layout of 1 to 192 bits with each source at most once
// and data fields in between.
func randomLayout(r *rand.Rand) Layout {
	var l Layout
	room := 1 + r.IntN(MaxBits)
	add := func(name string, s Source, most int) {
		if room == 0 || r.IntN(4) == 0 {
			return
		}
		n := 1 + r.IntN(min(room, most))
		f := Field{Name: name, Source: s, Bits: n}
		if s == Const {
			f.Value = r.Uint64() & Mask(n).Lo
		}
		l = append(l, f)
		room -= n
	}
	add("time", Time, 64)
	add("worker", Worker, 64)
	add("seq", Seq, 64)
	add("random", Random, 192)
	add("shard", Data, 64)
	add("tag", Data, 30)
	add("version", Const, 16)
	add("rollback", Rollback, 8)
	if len(l) == 0 {
		l = Layout{{Name: "seq", Source: Seq, Bits: 1}}
	}
	r.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
	return split(l, r)
}

// split cuts one field of a counted source in two, the parts in either order.
func split(l Layout, r *rand.Rand) Layout {
	for i, f := range l {
		if (f.Source == Time || f.Source == Seq || f.Source == Worker) && f.Bits > 1 && r.IntN(2) == 0 {
			n := 1 + r.IntN(f.Bits-1)
			low, high := f, f
			low.Name, low.Bits = f.Name+"_low", n
			high.Name, high.Bits, high.From = f.Name+"_high", f.Bits-n, n
			out := append(Layout{}, l[:i]...)
			if r.IntN(2) == 0 {
				low, high = high, low
			}
			return append(append(out, low, high), l[i+1:]...)
		}
	}
	return l
}

func anyID(r *rand.Rand, bits int) ID {
	return ID{Hi: r.Uint64(), Mid: r.Uint64(), Lo: r.Uint64()}.And(Mask(bits))
}

func TestRandomLayouts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		l := randomLayout(r)
		c := try.Of(l.Compile()).Or(t)
		values := make([]ID, len(l))
		for i, f := range l {
			values[i] = anyID(r, f.Bits)
			if f.Source == Const {
				values[i] = FromUint64(f.Value)
			}
		}
		id, err := c.Pack(values)
		if err != nil {
			t.Fatalf("%v.Pack(%v) = %v; want no error", l, values, err)
		}
		if !c.Matches(id) {
			t.Fatalf("%v.Matches(%x) = false for an identifier of its own", l, id)
		}
		for i := range l {
			try.Need(t, c.Field(id, i), values[i], "%v: field %s unpacks to", l, l[i].Name)
		}
		fieldsStayApart(t, c, values, id, r)
	}
}

// fieldsStayApart changes one field at a time and wants all others unchanged; a
// value one above the field's range is refused with the range.
func fieldsStayApart(t *testing.T, c *Codec, values []ID, id ID, r *rand.Rand) {
	t.Helper()
	for i, f := range c.layout {
		if f.Source == Const {
			continue
		}
		changed := append([]ID(nil), values...)
		changed[i] = anyID(r, f.Bits)
		other := try.Of(c.Pack(changed)).Or(t)
		outside := f.Max().Shl(uint(c.LSB(i))).Not()
		if id.And(outside) != other.And(outside) {
			t.Fatalf("%v: field %s reaches into another", c.layout, f.Name)
		}
		if f.Bits < MaxBits {
			changed[i] = FromUint64(1).Shl(uint(f.Bits))
			if _, err := c.Pack(changed); err == nil || !strings.Contains(err.Error(), "use 0 to") {
				t.Fatalf("%v.Pack with %s one too large = %v; want the range", c.layout, f.Name, err)
			}
		}
	}
}

func TestSourcesComeTogether(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		l := randomLayout(r)
		c := try.Of(l.Compile()).Or(t)
		for s := Time; s <= Rollback; s++ {
			if s == Data || l.Width(s) == 0 {
				continue
			}
			v := anyID(r, min(l.Width(s), 128))
			id := c.place(ID{}, s, v.Mid, v.Lo)
			try.Need(t, c.Source(id, s), v, "%v: source %v of %x =", l, s, id)
			fields := ID{}
			for i, f := range c.layout {
				if f.Source == s {
					fields = fields.Or(c.Field(id, i).Shl(uint(f.From)))
				}
			}
			try.Need(t, fields, v, "%v: the fields of source %v of %x are", l, s, id)
			try.Need(t, c.WithSource(ID{}, s, v), id, "%v.WithSource(0, %v, %x) =", l, s, v)
		}
	}
}

func TestParseLayout(t *testing.T) {
	good := map[string]string{
		"time:40 cluster:3 user:10 seq:10":     "time:40 cluster:3 user:10 seq:10",
		"unused:1,time:41,worker:10,seq:12":    "unused:1 time:41 worker:10 seq:12",
		"time:48 version:4=7 random:12":        "time:48 version:4=7 random:12",
		"unused:1 time:20 unused:3 seq:8":      "unused:1 time:20 unused:3 seq:8",
		"time:41 rollback:2 worker:9 seq:11":   "time:41 rollback:2 worker:9 seq:11",
		"time:41 kind:4=0x0a seq:12 random:64": "time:41 kind:4=10 seq:12 random:64",
	}
	for in, want := range good {
		l, err := ParseLayout(in)
		if err != nil || l.String() != want {
			t.Errorf("ParseLayout(%q) = %v, %v; want %s", in, l, err, want)
		}
	}
	bad := map[string]string{
		"":                          "layout has 0 bits; use 1 to 192",
		"time:64 random:129":        "layout has 193 bits; use 1 to 192",
		"time:20 time:20":           "field time is in the layout twice",
		"time:41 a:3 a:4":           "field a is in the layout twice; use each name once",
		"time:41 kind:2=4":          "constant kind=4 does not fit 2 bits; use 0 to 3",
		"time:41 seq":               `field "seq" is not understood; use name:bits or name:bits=value`,
		"time:41 seq:x":             `field "seq:x" is not understood`,
		"time:41 seq:0":             "field seq has 0 bits; use 1 to 64",
		"time:65":                   "field time has 65 bits; use 1 to 64 for time",
		"time:41 Shard:3":           `field name "Shard" is not usable`,
		"time:41=3 seq:2":           `field "time:41=3" gives time a fixed value`,
		"time:41 kind:2=many":       `constant "kind:2=many" is not understood`,
		"time:41 worker:99999999":   `is not understood`,
		"time:41 rollback:17 seq:1": "field rollback has 17 bits; use 1 to 16 for rollback",
	}
	for in, want := range bad {
		try.Of(ParseLayout(in)).Says(t, want, "ParseLayout(%q) =", in)
	}
}

func TestTwoTimeFieldsThatOverlap(t *testing.T) {
	for want, f := range map[string]Field{"two time fields": {Bits: 20}, "a gap in their 40 bits": {Bits: 20, From: 21},
		"have 65 bits together; use at most 64": {Bits: 45, From: 20}} {
		f.Name, f.Source = "later", Time
		try.Says(t, Layout{{Name: "time", Source: Time, Bits: 20}, f}.Check(), want, "Check() =")
	}
}

func TestPlainJoinsWhatMakesTheSameBits(t *testing.T) {
	split := Layout{{Name: "ts", Source: Time, Bits: 41}, {Name: "dc", Source: Worker, Bits: 5, From: 5},
		{Name: "w", Source: Worker, Bits: 5}, {Name: "s", Source: Seq, Bits: 12}}
	whole := Layout{{Name: "time", Source: Time, Bits: 41}, {Name: "node", Source: Worker, Bits: 10},
		{Name: "n", Source: Seq, Bits: 12}}
	if a, b := split.Plain(), whole.Plain(); a != b || a != "time:41 worker:10 seq:12" {
		t.Errorf("Plain() = %q and %q; want both time:41 worker:10 seq:12", a, b)
	}
	split[1].From, split[2].From = 0, 5
	if a := split.Plain(); a != "time:41 worker:5 worker:5@5 seq:12" {
		t.Errorf("Plain() = %q of a worker whose lower bits come first", a)
	}
}

func FuzzParseLayout(f *testing.F) {
	f.Add("time:40 cluster:3 user:10 seq:10")
	f.Add("unused:1 time:41 kind:3=5 unused:2 random:64")
	f.Add("unused:1 a:1 b:7=0 unused:7=5 unused:6")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLayout(text)
		if err != nil {
			return
		}
		again, err := ParseLayout(l.String())
		if err != nil || again.Plain() != l.Plain() {
			t.Fatalf("ParseLayout(%q) writes %q, which reads as %v, %v", text, l, again, err)
		}
	})
}

func TestFits(t *testing.T) {
	epoch := time.Unix(0, 0).UTC()
	low := Field{Name: "seq", Source: Seq, Bits: 2}
	timed := func(bits int, rest ...Field) *Scheme {
		return &Scheme{Name: "x",
			Bits: Bits{Layout: append(Layout{{Name: "time", Source: Time, Bits: bits}}, rest...), Epoch: epoch,
				Tick: time.Second},
			Encoding: Encoding{Text: Text{Form: Decimal}}}
	}
	tests := []struct {
		words string
		s     *Scheme
		limit uint64
		all   bool
		until int64 // Unix seconds, 0 for none
	}{
		{"all of them", timed(4, low), 63, true, 0},
		{"all but the last second", timed(4, low), 62, false, 15},
		{"those of the first second", timed(4, low), 6, false, 1},
		{"none", timed(4, low), 2, false, 0},
		{"half", timed(4, low), 31, false, 8},
		{"a worker on top says nothing",
			&Scheme{Bits: Bits{Layout: Layout{{Name: "w", Source: Worker, Bits: 4},
				{Name: "time", Source: Time, Bits: 4}}, Epoch: epoch, Tick: time.Second}}, 31, false, 0},
		{"a constant on top", &Scheme{Bits: Bits{Epoch: epoch, Tick: time.Second,
			Layout: Layout{{Name: "c", Source: Const, Bits: 4, Value: 1}, {Name: "time", Source: Time, Bits: 4}}}}, 31,
			true, 0},
	}
	for _, test := range tests {
		all, until := test.s.Fits(FromUint64(test.limit))
		if all != test.all || test.until == 0 && !until.IsZero() || test.until > 0 && !until.Equal(time.Unix(test.until, 0)) {
			t.Errorf("%s: Fits(%d) = %v, %v; want %v, %d", test.words, test.limit, all, until, test.all, test.until)
		}
	}
}

func TestPerSecond(t *testing.T) {
	tests := []struct {
		words    string
		tick     time.Duration
		fraction int
		want     string
	}{
		{"milliseconds", time.Millisecond, 0, "4000/1"},
		{"10 ms", 10 * time.Millisecond, 0, "400/1"},
		{"a part of an id", 10 * time.Second, 0, "2/5"},
		{"binary fractions", time.Millisecond, 4, "64000/1"},
		{"a tick that divides no second", 3 * time.Second, 0, "4/3"},
	}
	for _, test := range tests {
		s := &Scheme{Bits: Bits{Layout: Layout{{Name: "time", Source: Time, Bits: 40},
			{Name: "seq", Source: Seq, Bits: 2}}, Tick: test.tick, Fraction: test.fraction}}
		if got, ok := s.PerSecond(); !ok || got.String() != test.want {
			t.Errorf("%s: PerSecond = %v, %v; want %s", test.words, got, ok, test.want)
		}
	}
	if n, ok := (&Scheme{Bits: Bits{Layout: Layout{{Name: "r", Source: Random, Bits: 128}}}}).PerSecond(); ok {
		t.Errorf("of random bits: %v; want none", n)
	}
}

func TestOrder(t *testing.T) {
	const digits = "0123456789"
	bits := func(sources ...Source) *Scheme {
		l := make(Layout, len(sources))
		for i, s := range sources {
			l[i] = Field{Name: s.String(), Source: s, Bits: 8}
		}
		return &Scheme{Bits: Bits{Layout: l}}
	}
	text := func(p ...Part) *Scheme { return &Scheme{Encoding: Encoding{Pattern: p}} }
	at := func(alphabet string, least int) Part {
		return Part{Source: Time, Alphabet: alphabet, Min: least, Max: 8}
	}
	tests := []struct {
		words string
		s     *Scheme
		want  Order
	}{
		{"random", bits(Random), Untimed},
		{"time and sequence", bits(Time, Seq), FullOrder},
		{"time and random bits", bits(Time, Random), TickOrder},
		{"random bits first", bits(Random, Time), Unordered},
		{"text, the time first", text(Part{Texts: []string{"c"}}, at(digits, 8)), TickOrder},
		{"text, the time of any length", text(at(digits, 1)), Unordered},
		{"text, symbols out of order", text(at("9876543210", 8)), Unordered},
		{"text, the time behind random symbols", text(Part{Source: Random, Alphabet: digits, Min: 8, Max: 8},
			at(digits, 8)), Unordered},
	}
	for _, test := range tests {
		try.Equal(t, test.s.Order(), test.want, "%s: Order =", test.words)
	}
}

// slowTick is Tick by big integers.
func slowTick(epoch, at time.Time, tick time.Duration, fraction int) (*big.Int, bool) {
	ns := func(t time.Time) *big.Int {
		v := new(big.Int).Mul(big.NewInt(t.Unix()), big.NewInt(1e9))
		return v.Add(v, big.NewInt(int64(t.Nanosecond())))
	}
	d := new(big.Int).Sub(ns(at), ns(epoch))
	if d.Sign() < 0 {
		return nil, false
	}
	d.Lsh(d, uint(fraction))
	return d.Div(d, big.NewInt(int64(tick))), true
}

func TestTimelineAgainstBigIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	ticks := []time.Duration{1, 100, 10 * time.Microsecond, time.Millisecond, 4 * time.Millisecond,
		10 * time.Millisecond, 256 * time.Millisecond, 1024 * time.Millisecond, time.Second, 24 * time.Hour, 7}
	for range 20000 {
		tick, fraction := ticks[r.IntN(len(ticks))], 0
		if r.IntN(3) == 0 {
			fraction = r.IntN(13)
		}
		epoch := time.Unix(r.Int64N(2e10)-13e9, r.Int64N(1e9)) // 1558 to 2191
		at := time.Unix(r.Int64N(3e11)-13e9, r.Int64N(1e9))    // 1558 to about 11000
		line := NewTimeline(epoch, tick, fraction)
		got, ok := line.Tick(at)
		want, wantOK := slowTick(epoch, at, tick, fraction)
		if wantOK && !want.IsUint64() {
			want.SetUint64(^uint64(0))
		}
		if ok != wantOK || ok && want.Uint64() != got {
			t.Fatalf("Tick(%v) since %v by %v/2^%d = %d, %v; want %d, %v", at, epoch, tick, fraction, got, ok, want, wantOK)
		}
		if !ok || got == ^uint64(0) {
			continue
		}
		first := line.Time(got)
		if again, ok := line.Tick(first); !ok || again != got && tick>>fraction > 0 {
			t.Fatalf("Tick(Time(%d)) = %d, %v by %v/2^%d", got, again, ok, tick, fraction)
		}
		if before, ok := line.Tick(first.Add(-1)); ok && before >= got && got > 0 && tick>>fraction > 0 {
			t.Fatalf("Time(%d) = %v is not the first instant of its tick by %v/2^%d", got, first, tick, fraction)
		}
	}
}

// Time of every number of 64 bits, by ticks from a nanosecond to a century, is exact, or
// where no time.Time holds it the last one; a later tick is never earlier.
func TestTimeAgainstBigIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	billion, last := big.NewInt(1e9), time.Unix(1<<63-62135596801, 0)
	for range 20000 {
		tick, fraction := time.Duration(r.Uint64()>>(1+r.IntN(63)))+1, 0
		if r.IntN(3) == 0 {
			fraction = 1 + r.IntN(12)
		}
		epoch := time.Unix(r.Int64N(2e10)-13e9, r.Int64N(1e9))
		line, n := NewTimeline(epoch, tick, fraction), r.Uint64()>>r.IntN(64)
		ns := new(big.Int).Mul(new(big.Int).SetUint64(n), big.NewInt(int64(tick)))
		ns.Add(ns, big.NewInt(1<<fraction-1)).Rsh(ns, uint(fraction)).Add(ns, big.NewInt(int64(epoch.Nanosecond())))
		sec, nsec := ns.DivMod(ns, billion, new(big.Int))
		sec.Add(sec, big.NewInt(epoch.Unix()))
		want := last
		if sec.Cmp(big.NewInt(last.Unix())) < 0 {
			want = time.Unix(sec.Int64(), nsec.Int64())
		}
		if got := line.Time(n); got.Sub(want).Abs() > time.Second && want == last || want != last && !got.Equal(want) {
			t.Fatalf("Time(%d) since %v by %v/2^%d = %v; want %v", n, epoch, tick, fraction, got, want)
		}
		if next := line.Time(n + r.Uint64N(^uint64(0)-n)); next.Before(line.Time(n)) {
			t.Fatalf("a tick above %d since %v by %v/2^%d is of %v, earlier", n, epoch, tick, fraction, next)
		}
		whole := new(big.Int).Lsh(big.NewInt(int64(n>>1)), uint(fraction))
		if whole.Div(whole, big.NewInt(int64(tick))); !whole.IsUint64() {
			whole.SetUint64(^uint64(0))
		}
		try.Need(t, line.Ticks(time.Duration(n>>1)), whole.Uint64(), "Ticks(%d) by %v/2^%d =", n>>1, tick, fraction)
	}
}

func TestTicksAndSpan(t *testing.T) {
	ms, sub := NewTimeline(time.Unix(0, 0), time.Millisecond, 0), NewTimeline(time.Unix(0, 0), time.Millisecond, 12)
	for _, c := range []struct {
		got, want any
	}{
		{ms.Ticks(-time.Second), uint64(0)},
		{ms.Span(1000), time.Second},
		{sub.Span(4096), time.Millisecond},
		{ms.Span(1 << 60), time.Duration(1<<63 - 1)},
		{ms.Span(1 << 44), time.Duration(1<<63 - 1)}, // of which 64 bits have room for the nanoseconds
	} {
		try.Equal(t, c.got, c.want, "got")
	}
}
