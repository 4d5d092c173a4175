package schemetest

import (
	"fmt"
	"testing"

	"idscope/gen"
)

// rules is the slow and obvious reference for Next and Fill: it sees one id
// after the other with the clock's readings, and says which may come next.
type rules struct {
	s      *gen.Scheme
	codec  *gen.Codec
	counts gen.Source // what numbers the ids of a tick
	max    gen.ID     // largest number
	room   uint64     // how many numbers there are, of those that go round
	start  uint64     // range of the start rule

	used   bool
	tick   uint64
	seen   uint64 // latest reading
	value  gen.ID
	base   uint64
	made   uint64
	stride uint64
	count  gen.ID
}

func newRules(s *gen.Scheme, codec *gen.Codec) *rules {
	r := &rules{s: s, codec: codec, counts: gen.Seq}
	if s.Growth != gen.GrowthNone {
		r.counts = gen.Random
	}
	width := s.Layout.Width(r.counts)
	r.max = gen.Mask(width)
	r.room = uint64(1) << min(width, 63)
	r.start = max(1, min(s.Start.Range, r.max.Lo/4))
	return r
}

// follow checks one id; low and high are the readings of its call, in ticks.
func (r *rules) follow(id gen.ID, low, high uint64) error {
	tick := r.codec.Source(id, gen.Time).Lo
	value := r.codec.Source(id, r.counts)
	count := r.codec.Source(id, gen.Rollback)
	defer func() { r.seen = max(r.seen, high) }()
	switch {
	case !r.used:
		if tick < low || tick > high {
			return fmt.Errorf("first tick %d; want the clock's, %d", tick, high)
		}
		r.used, r.count = true, count
		return r.open(tick, value, true)
	case count != r.count:
		if r.s.Backward != gen.BackwardBits || low >= r.seen || tick < low || tick > high {
			return fmt.Errorf("rollback count %d in tick %d; want %d, for the clock did not go back", count.Lo, tick,
				r.count.Lo)
		}
		r.count = count
		r.seen = 0 // the steps back are counted
		return r.open(tick, value, false)
	case tick < r.tick:
		return fmt.Errorf("tick %d follows %d", tick, r.tick)
	case tick == r.tick:
		return r.step(value)
	case tick <= high:
		return r.open(tick, value, false)
	}
	behind := high < r.seen && r.s.Backward == gen.BackwardContinue
	lead := r.s.Timeline().Ticks(r.s.Lead())
	if r.s.Overflow != gen.OverflowBorrow && !behind || tick != r.tick+1 || tick-high > lead || !r.full() {
		return fmt.Errorf("tick %d is taken from the future at %d (after %d of tick %d); want a full tick, and a "+
			"lead of %d at most", tick, high, r.made, r.tick, lead)
	}
	if value == (gen.ID{}) { // a run carries into the tick as a plain sum does
		r.tick, r.value, r.base, r.made = tick, value, 0, 1
		return nil
	}
	return r.open(tick, value, false)
}

// open checks the first number of a tick.
func (r *rules) open(tick uint64, value gen.ID, first bool) error {
	want := "any"
	ok := true
	switch {
	case r.s.Growth != gen.GrowthNone:
	case r.s.Start.Rule == gen.StartDraw:
	case r.s.Start.Rule == gen.StartRandom:
		want, ok = fmt.Sprintf("below %d", r.start), value.Lo < r.start
	case r.s.Start.Rule == gen.StartRotate && !first:
		next := (r.base + 1) % r.start
		want, ok = fmt.Sprint(next), value.Lo == next
	case r.s.Start.Rule == gen.StartCarry:
		next := (r.value.Lo + 1) & r.max.Lo
		want, ok = fmt.Sprint(next), first || value.Lo == next
	default:
		want, ok = "0", value == gen.ID{}
	}
	if !ok {
		return fmt.Errorf("tick %d starts at %s; want %s", tick, Decimal(value), want)
	}
	r.tick, r.value, r.base, r.made, r.stride = tick, value, value.Lo, 1, 0
	return nil
}

// step checks a further number of the same tick.
func (r *rules) step(value gen.ID) error {
	one, _ := r.value.MulAdd(1, 1)
	ok := false
	switch {
	case r.s.Growth == gen.GrowthRandom:
		most, _ := r.value.MulAdd(1, 1<<32)
		ok = value.Cmp(one) >= 0 && value.Cmp(most) <= 0
	case r.s.Growth == gen.GrowthStride:
		stride := (value.Lo - r.value.Lo) & r.max.Lo
		ok = stride%2 == 1 && (r.stride == 0 || stride == r.stride) && r.made < r.room
		r.stride = stride
	case r.s.Growth == gen.GrowthNone && r.s.Start.Rule == gen.StartCarry:
		ok = value == one.And(r.max) && r.made < r.room
	default:
		ok = value == one
	}
	if !ok {
		return fmt.Errorf("%s follows %s in tick %d, as number %d", Decimal(value), Decimal(r.value), r.tick, r.made+1)
	}
	r.value = value
	r.made++
	return nil
}

// full reports whether the tick has no further number.
func (r *rules) full() bool {
	switch {
	case r.s.Growth == gen.GrowthRandom:
		most, _ := r.value.MulAdd(1, 1<<32)
		return most.Cmp(r.max) > 0
	case r.s.Growth == gen.GrowthStride, r.s.Growth == gen.GrowthNone && r.s.Start.Rule == gen.StartCarry:
		return r.made == r.room
	}
	return r.value == r.max
}

func checkRules(t *testing.T, s *gen.Scheme) {
	r := newRules(s, Compile(t, s))
	made := 0
	script(t, s, 300, func(_ *gen.Generator, clock *Clock, ids []gen.ID, _ error) bool {
		low, _ := s.Timeline().Tick(clock.low)
		high, _ := s.Timeline().Tick(clock.high)
		for _, id := range ids {
			if err := r.follow(id, low, high); err != nil {
				t.Errorf("%s, the %d. id: %v", Render(s, id), made+1, err)
				return false
			}
			made++
		}
		return true
	})
	if made < 500 {
		t.Errorf("%d ids; want more", made)
	}
}
