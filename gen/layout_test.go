package gen

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen/sequence"
	"idscope/gen/testing/try"
)

// randomLayout draws a layout of 1 to 192 bits with each source at most once and data fields in between.
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
				values[i] = ID{Lo: f.Value}
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
			changed[i] = ID{Lo: 1}.Shl(uint(f.Bits))
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

// declared is a scheme of a layout, and what is asked of a generator of it: a field whose name begins with that of a
// source and _ is of that source, from the bit of it behind its @ on; what is no rule of the scheme sets a field.
func declared(t *testing.T, layout, rest string) (s *Scheme, o Options, err error) {
	s = &Scheme{Name: "test", Bits: Bits{Epoch: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)}}
	from := regexp.MustCompile(`@\d+`)
	if s.Layout, err = ParseLayout(from.ReplaceAllString(layout, "")); err != nil {
		return s, o, err
	}
	if n := s.Layout.Size(); n > 64 && n != 128 { // these have no form by default
		s.Text.Form = Hex
	}
	for i, word := range strings.Fields(layout) {
		f := &s.Layout[i]
		f.From, _ = strconv.Atoi(strings.TrimPrefix(from.FindString(word), "@"))
		for source := Const; source <= Digest; source++ {
			if strings.HasPrefix(f.Name, source.String()+"_") {
				f.Source = source
			}
		}
	}
	for _, word := range strings.Fields(rest) {
		name, value, _ := strings.Cut(word, "=")
		n, _ := strconv.ParseUint(value, 0, 64)
		length, _ := time.ParseDuration(value)
		switch name {
		case "growth":
			s.Growth = Growth(n)
		case "rule":
			s.WorkerRule = WorkerRule(n)
		case "start":
			s.Start = try.Of(sequence.ParseStart(value)).Or(t)
		case "backward":
			s.Backward = try.Of(sequence.ParseBackward(value)).Or(t)
		case "overflow":
			s.Overflow = try.Of(sequence.ParseOverflow(value)).Or(t)
		case "tick":
			s.Tick = length
		case "fraction":
			s.Fraction = int(n)
		case "last":
			s.Last = n
		case "most":
			s.RandomMost = float64(n)
		case "lead":
			s.MaxLead = length
		case "epoch":
			s.Epoch = try.Of(time.Parse(time.RFC3339, value)).Or(t)
		case "counter":
			s.Counter = value
		case "read":
			s.ReadOnly = value
		case "--start":
			o.Start = try.Of(sequence.ParseStart(value)).Or(t)
		case "--backward":
			o.Backward = try.Of(sequence.ParseBackward(value)).Or(t)
		case "--overflow":
			o.Overflow = try.Of(sequence.ParseOverflow(value)).Or(t)
		case "--worker":
			o.Worker = &n
		case "--lead":
			o.MaxLead = &length
		case "--wait":
			o.MaxWait = &length
		case "--ledger":
			o.Ledger = new(memory)
		default:
			o.Set = append(o.Set, Assignment{name, ID{Lo: n}})
		}
	}
	return s, o, s.Layout.Check()
}

// TestLayouts has in testdata/layouts.txt what follows from a layout and what else is declared: how it is written, what
// is known of its IDs, and the first of them, or why there are none; Check says so as well, and draws nothing.
func TestLayouts(t *testing.T) {
	try.Lines(t, "testdata/layouts.txt", func(given string) string {
		layout, rest, _ := strings.Cut(given, " | ")
		s, o, err := declared(t, layout, rest)
		if err != nil {
			return err.Error()
		}
		s.SetDefaults()
		var is []string
		for word, so := range map[string]bool{"recorded": s.Recorded(), "paced": s.Paced(), "varies": s.Varies(),
			"repeats": s.MayRepeat(), "ordered": s.Ordered(), "time-ordered": s.TimeOrdered()} {
			if so {
				is = append(is, word)
			}
		}
		slices.Sort(is)
		each, counted := s.PerTick()
		second, _ := s.PerSecond()
		end, ends := s.End()
		facts := fmt.Sprintf("%s; %s; %s; order %s: %s; each tick %s %t, second %v; random %d %g %g, guess %g; "+
			"until %s %t; lead %s; %s; %d; growth %d", s.Layout, s.Layout.Plain(), s.Layout.Letters(),
			s.Order(), strings.Join(is, " "), each.Decimal(), counted, second, s.RandomBits(), s.Entropy(),
			s.EntropyMost(), s.Guess(), end.Format(time.RFC3339Nano), ends, s.Lead(),
			s.TimeLayout(), s.TextLength(), GrowthOf(s.Layout))
		o.Random = noBits{t}
		refused := Check(s, o)
		o.Random, o.Clock = SeededRandom(7), FixedClock(day)
		fixed := s.Fix(o.Set...)
		facts += "; shared " + fixed.Shared().Plain()
		g, err := New(s, o)
		if o.Ledger == nil { // this is looked at when a generator starts
			try.Equal(t, fmt.Sprint(refused), fmt.Sprint(err), "%s: Check =", given)
		}
		for i := 0; i < 3 && err == nil; i++ {
			var id ID
			if id, err = g.Next(t.Context()); err == nil {
				facts += " " + id.Decimal()
			}
		}
		if err != nil {
			facts += "; " + err.Error()
		}
		return facts
	})
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
	for _, c := range [][2]any{
		{ms.Ticks(-time.Second), uint64(0)},
		{ms.Span(1000), time.Second},
		{sub.Span(4096), time.Millisecond},
		{ms.Span(1 << 60), time.Duration(1<<63 - 1)},
		{ms.Span(1 << 44), time.Duration(1<<63 - 1)}, // of which 64 bits have room for the nanoseconds
	} {
		try.Equal(t, c[0], c[1], "got")
	}
}
