package schemetest

import (
	"math"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/testing/try"
)

// Suite is what every scheme has to pass.
func Suite(t *testing.T, schemes []*gen.Scheme) {
	for _, s := range schemes {
		checks := bitChecks
		if s.Pattern != nil {
			checks = patternChecks
		}
		t.Run(s.Name, func(t *testing.T) {
			for _, c := range checks {
				if c.of == nil || c.of(s) {
					t.Run(c.words, func(t *testing.T) { c.check(t, s) })
				}
			}
		})
	}
}

type check struct {
	words string
	of    func(*gen.Scheme) bool // the schemes that it is about; nil for all
	check func(*testing.T, *gen.Scheme)
}

// drawn are the schemes of which a generator generates more than one id.
func drawn(s *gen.Scheme) bool { return s.Varies() && s.Counter == "" }

func timed(s *gen.Scheme) bool { return s.Timed() && s.Generated() }

func tossed(s *gen.Scheme) bool { return drawn(s) && s.Layout.Width(gen.Random) > 0 }

func random(s *gen.Scheme) bool { return s.Varies() && usesRandom(s) }

var bitChecks = []check{
	{"the declaration is complete", nil, checkDeclaration},
	{"published ids have the published time and values", nil, checkVectors},
	{"ids are unique, and increase where that is promised", nil, checkRun},
	{"random bits are as often 0 as 1", tossed, checkRandomBits},
	{"a tick gives what it has room for", counted, checkCapacity},
	{"the first and the last tick work, none outside", timed, checkLifetime},
	{"Next does not allocate", drawn, checkAllocations},
	{"a random source that fails gives no id, and none twice", random, checkBrokenRandom},
}

var patternChecks = []check{
	{"the declaration is complete", nil, checkPatternDeclaration},
	{"published ids have the published time and parts", nil, checkPatternVectors},
	{"what is made matches, is unique and has its length", (*gen.Scheme).Generated, checkComposed},
	{"making does not allocate", (*gen.Scheme).Generated, checkPatternAllocations},
}

func checkDeclaration(t *testing.T, s *gen.Scheme) {
	if err := s.Layout.Check(); err != nil {
		t.Error(err)
	}
	if err := s.Text.Check(s.Layout.Size()); err != nil {
		t.Error(err)
	}
	checkWords(t, s)
}

// checkWords is what the declarations of bits and of patterns have in common.
func checkWords(t *testing.T, s *gen.Scheme) {
	t.Helper()
	if n := len(s.Summary); n < 20 || n > 78 {
		t.Errorf("the summary has %d characters; want 20 to 78", n)
	}
	if s.Title == "" || s.Spec == "" {
		t.Errorf("Title %q, Spec %q; want both", s.Title, s.Spec)
	}
	if s.Timed() != (s.Tick > 0) || s.Timed() && s.Since.Before(s.Epoch) || s.Since.Year() < 1970 ||
		s.Since.After(time.Now()) {
		t.Errorf("tick %s, epoch %s, first used %s; want a tick where there is a time, and use after the epoch and "+
			"in the past",
			s.Tick, s.Epoch, s.Since)
	}
	if s.Prior < -8 || s.Prior > 4 || s.VerifyBits < 0 || s.VerifyBits > 0 && s.Verify == nil {
		t.Errorf("prior %v, %v bits of Verify; want -8 to 4, and none without Verify", s.Prior, s.VerifyBits)
	}
	for _, note := range s.Notes {
		if note == "" || strings.ToLower(note[:1]) != note[:1] && strings.ToUpper(note[:2]) != note[:2] &&
			!strings.HasPrefix(note, "JavaScript") && !strings.HasPrefix(note, "MongoDB") ||
			strings.HasSuffix(note, ".") {
			t.Errorf("note %q; want a sentence with a small letter first and no full stop", note)
		}
	}
	if n := len(Vectors(s)); s.Spec != "the user's own" && (n < 1 || n > 3) {
		t.Errorf("%d vectors; want 1 to 3", n)
	}
	for i, v := range Vectors(s) {
		if v.Source == "" || i == 0 && v.Values == nil {
			t.Errorf("vector %s has source %q and values %v; want a source, and values of the first", v.Text, v.Source,
				v.Values)
		}
	}
}

func checkVectors(t *testing.T, s *gen.Scheme) {
	codec := Compile(t, s)
	for _, v := range Vectors(s) {
		read, err := s.Parse([]byte(v.Text))
		id := read.ID
		if err != nil || !codec.Matches(id) || s.CheckBits(codec, id) != nil {
			t.Errorf("Parse(%s) = %x, %v, matches %t, %v; want an id of %s", v.Text, id, err, codec.Matches(id),
				s.CheckBits(codec, id), s.Name)
			continue
		}
		if v.Time != "" {
			want, err := time.Parse(time.RFC3339Nano, v.Time)
			got := s.Timeline().Time(codec.Source(id, gen.Time).Lo).Truncate(s.Tick)
			if err != nil || !got.Equal(want) {
				t.Errorf("time of %s = %s; want %s (%v)", v.Text, got, v.Time, err)
			}
		}
		if v.Values == nil {
			continue
		}
		var values []gen.ID
		for i := range s.Layout {
			value := codec.Field(id, i)
			values = append(values, value)
			if got := Decimal(value); i >= len(v.Values) || got != v.Values[i] {
				t.Errorf("field %s of %s = %s; want %v", s.Layout[i].Name, v.Text, got, v.Values)
			}
		}
		packed, err := codec.Pack(values)
		if got := string(s.AppendPrefixed(nil, packed, read.Prefix)); err != nil || got != v.Text {
			t.Errorf("Pack of the values of %s = %s, %v", v.Text, got, err)
		}
	}
}

func checkAllocations(t *testing.T, s *gen.Scheme) {
	clock := &Clock{At: Working(s), Each: max(s.Tick, time.Microsecond)}
	g := NewGenerator(t, s, gen.Options{Clock: clock})
	free := func(g *gen.Generator, clock string) {
		t.Helper()
		if n := testing.AllocsPerRun(2000, func() { Next(t, g) }); n != 0 && !try.Race {
			t.Errorf("by %s AllocsPerRun(Next) = %v; want 0", clock, n)
		}
	}
	free(g, "a clock of the test")
	if end, ends := s.End(); ends && end.Before(time.Now()) {
		return // nothing is made by it any more
	}
	o := gen.Options{}
	if s.Overflow != 0 {
		lead := time.Hour
		o.MaxLead, o.Overflow = &lead, gen.OverflowBorrow
	}
	free(NewGenerator(t, s, o), "the machine's clock")
}

// checkRandomBits counts the ones at each place, of ids that are the first of their ticks and in a run. 6 standard
// deviations come once in 500 million places.
func checkRandomBits(t *testing.T, s *gen.Scheme) {
	const n = 4096
	g := NewGenerator(t, s, gen.Options{Clock: &Clock{At: Working(s), Each: s.Tick}, Random: gen.SeededRandom(4)})
	ids := make([]gen.ID, n)
	if s.Growth == gen.GrowthNone {
		try.Of(g.Fill(t.Context(), ids[:n/2])).Or(t)
	}
	for i := range ids {
		if ids[i] == (gen.ID{}) {
			ids[i] = Next(t, g)
		}
	}
	for at := range s.Layout.Size() {
		bit, ones := gen.ID{Lo: 1}.Shl(uint(at)), 0
		for _, id := range ids {
			if id.And(bit) != (gen.ID{}) {
				ones++
			}
		}
		if Compile(t, s).Mask(gen.Random).And(bit) != (gen.ID{}) && math.Abs(float64(2*ones-n)) > 6*math.Sqrt(n) {
			t.Errorf("bit %d is 1 in %d of %d ids; want half of them", at, ones, n)
		}
	}
}
