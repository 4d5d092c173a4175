package gen

import (
	"testing"
	"time"

	"idscope/gen/testing/try"
)

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
