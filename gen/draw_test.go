package gen

import (
	"context"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// drawScheme has a sequence of 8 bits that is drawn, and 60 random bits.
func drawScheme() *Scheme {
	s := testScheme(8)
	s.Layout = append(s.Layout[:1:1], Field{Name: "seq", Source: Seq, Bits: 8},
		Field{Name: "random", Source: Random, Bits: 60})
	s.Start, s.Overflow = Start{Rule: StartDraw}, OverflowBorrow
	return s
}

// The upper half of a drawn sequence stays for a second, the lower is new in each
// tick, and within one it counts up.
func TestStartDraw(t *testing.T) {
	s := drawScheme()
	clock := &handClock{now: day}
	g := mustNew(t, s, Options{Clock: clock, Random: SeededRandom(1)})
	type halves struct{ upper, lower uint64 }
	draw := func() halves {
		id := try.Of(g.Next(context.Background())).Or(t)
		v := g.Codec().Source(id, Seq).Lo
		return halves{v >> 4, v & 15}
	}
	uppers, lowers := map[uint64]bool{}, map[uint64]bool{}
	var last halves
	for ms := range 64_000 {
		clock.now = clock.now.Add(time.Millisecond)
		h := draw()
		if ms%1000 > 0 && h.upper != last.upper {
			t.Fatalf("after %d ms the upper half is %d, was %d; want it kept for a second", ms, h.upper, last.upper)
		}
		last = h
		uppers[h.upper], lowers[h.lower] = true, true
	}
	if len(uppers) < 12 || len(lowers) != 16 {
		t.Errorf("%d upper and %d lower halves in 64 s; want most of 16, and all", len(uppers), len(lowers))
	}
	first := draw()
	for i := range uint64(5) {
		if h := draw(); h.upper<<4|h.lower != (first.upper<<4|first.lower+i+1)&255 && h != (halves{}) {
			t.Errorf("number %d of a tick is %+v after %+v; want one more each", i+2, h, first)
		}
	}
}

// A sequence that is drawn stands in for a record as random bits do, and cannot be
// started otherwise then.
func TestDrawnSequenceIsRandom(t *testing.T) {
	s := drawScheme()
	if s.Recorded() || s.Entropy() != 68 || s.RandomBits() != 68 {
		t.Errorf("recorded %t, entropy %v, %d random bits; want no record, 68 and 68", s.Recorded(), s.Entropy(),
			s.RandomBits())
	}
	_, err := New(s, Options{Start: Start{Rule: StartZero}})
	try.Says(t, err, "draws its sequence at random", "New with start zero =")
	if _, err := New(s, Options{Start: Start{Rule: StartDraw}}); err != nil {
		t.Errorf("New with its own start = %v", err)
	}
	few := drawScheme()
	few.Layout[2].Bits = 40 // 48 random bits are too few
	if !few.Recorded() {
		t.Error("8 drawn and 40 random bits need no record; want one")
	}
	if _, err := New(few, Options{Start: Start{Rule: StartZero}}); err != nil {
		t.Errorf("New with start zero, with a record = %v", err)
	}
}

// Data that the caller does not set has the layout's value, and the caller's else.
func TestDataValue(t *testing.T) {
	s := testScheme(8)
	s.Layout = append(s.Layout, Field{Name: "prefix", Source: Data, Bits: 8, Value: 0xa5})
	for _, tt := range []struct {
		set  []Assignment
		want uint64
	}{{nil, 0xa5}, {[]Assignment{{"prefix", FromUint64(0)}}, 0}, {[]Assignment{{"prefix", FromUint64(0x5a)}}, 0x5a}} {
		g := mustNew(t, s, Options{Set: tt.set, Clock: FixedClock(day)})
		id, err := g.Next(context.Background())
		if got := g.Codec().Field(id, s.Layout.Index("prefix")).Lo; err != nil || got != tt.want {
			t.Errorf("prefix with %v = %x, %v; want %x", tt.set, got, err, tt.want)
		}
	}
	s.Layout[3].Value = 256
	if err := s.Layout.Check(); err == nil {
		t.Error("Check of a value of 9 bits in 8 = nil; want an error")
	}
}
