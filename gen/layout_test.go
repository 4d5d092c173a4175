package gen

import (
	"math/rand/v2"
	"strings"
	"testing"

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
		c, err := l.Compile()
		if err != nil {
			t.Fatalf("%v.Compile() = %v; want no error", l, err)
		}
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
		for i, got := range c.Unpack(id) {
			if got != values[i] {
				t.Fatalf("%v: field %s unpacks to %x; want %x", l, l[i].Name, got, values[i])
			}
		}
		fieldsStayApart(t, c, values, id, r)
	}
}

// fieldsStayApart changes one field at a time and wants all others unchanged; a
// value one above the field's range is refused with the range.
func fieldsStayApart(t *testing.T, c *Codec, values []ID, id ID, r *rand.Rand) {
	t.Helper()
	for i, f := range c.Layout() {
		if f.Source == Const {
			continue
		}
		changed := append([]ID(nil), values...)
		changed[i] = anyID(r, f.Bits)
		other := try.Of(c.Pack(changed)).Or(t)
		outside := f.Max().Shl(uint(c.LSB(i))).Not()
		if id.And(outside) != other.And(outside) {
			t.Fatalf("%v: field %s reaches into another", c.Layout(), f.Name)
		}
		if f.Bits < MaxBits {
			changed[i] = FromUint64(1).Shl(uint(f.Bits))
			if _, err := c.Pack(changed); err == nil || !strings.Contains(err.Error(), "use 0 to") {
				t.Fatalf("%v.Pack with %s one too large = %v; want the range", c.Layout(), f.Name, err)
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
			if got := c.Source(id, s); got != v {
				t.Fatalf("%v: source %v of %x = %x; want %x", l, s, id, got, v)
			}
			fields := ID{}
			for i, f := range c.Layout() {
				if f.Source == s {
					fields = fields.Or(c.Field(id, i).Shl(uint(f.From)))
				}
			}
			if fields != v {
				t.Fatalf("%v: the fields of source %v of %x are %x; want %x", l, s, id, fields, v)
			}
			if got := c.WithSource(ID{}, s, v); got != id {
				t.Fatalf("%v.WithSource(0, %v, %x) = %x; want %x", l, s, v, got, id)
			}
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
		if _, err := ParseLayout(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseLayout(%q) = %v; want an error with %q", in, err, want)
		}
	}
}

func TestTwoTimeFieldsThatOverlap(t *testing.T) {
	l := Layout{{Name: "time", Source: Time, Bits: 20}, {Name: "later", Source: Time, Bits: 20}}
	try.Says(t, l.Check(), "two time fields", "Check() =")
}

func TestPlainJoinsWhatMakesTheSameBits(t *testing.T) {
	split := Layout{{Name: "ts", Source: Time, Bits: 41}, {Name: "dc", Source: Worker, Bits: 5, From: 5},
		{Name: "w", Source: Worker, Bits: 5}, {Name: "s", Source: Seq, Bits: 12}}
	whole := Layout{{Name: "time", Source: Time, Bits: 41}, {Name: "node", Source: Worker, Bits: 10},
		{Name: "n", Source: Seq, Bits: 12}}
	if a, b := split.Plain(), whole.Plain(); a != b || a != "time:41 worker:10 seq:12" {
		t.Errorf("Plain() = %q and %q; want both time:41 worker:10 seq:12", a, b)
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
