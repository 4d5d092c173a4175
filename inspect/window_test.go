package inspect

import (
	"math/rand/v2"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

// ordered are all schemes with time order, layouts of one's own included.
func ordered(t testing.TB) []*gen.Scheme {
	t.Helper()
	var list []*gen.Scheme
	for _, s := range append(known.All(), known.Unlisted()...) {
		if s.TimeOrdered() {
			list = append(list, s)
		}
	}
	for _, c := range []scheme.CustomOptions{
		{Name: "own-order", Layout: "time:40 cluster:3 user:10 seq:10"},
		{Name: "own-seconds", Layout: "time:32 worker:8 seq:4", Tick: time.Second},
		{Name: "own-tagged", Layout: "tag:4=9 time:44 kind:6=33 worker:10", Tick: 10 * time.Millisecond},
		{Name: "own-odd", Layout: "unused:3 time:50 seq:11", Tick: 1234567 * time.Nanosecond,
			Epoch: new(time.Unix(1500000000, 987654321))},
		{Name: "own-wide", Layout: "time:60 random:120", Tick: time.Nanosecond},
	} {
		s := try.Of(scheme.Custom(c)).Or(t)
		list = append(list, s)
	}
	return list
}

// life is a stretch of a scheme's life that time.Time and RFC 3339 can hold.
func life(s *gen.Scheme) (from, to time.Time) {
	from, to = s.Epoch, time.Date(9990, 1, 1, 0, 0, 0, 0, time.UTC)
	if end, ok := s.End(); ok && end.Before(to) {
		to = end
	}
	return from, to
}

// Of 1000 random windows of every scheme, one tick inside falls in and one
// tick outside falls out, on both ends, whatever the other bits are.
func TestWindowTicks(t *testing.T) {
	n := long(1_000, 10_000)
	for _, s := range ordered(t) {
		r := rand.New(rand.NewPCG(21, 22))
		codec := try.Of(s.Layout.Compile()).Or(t)
		line := s.Timeline()
		start, end := life(s)
		last, _ := line.Tick(end.Add(-1))
		last = min(last, s.LastTick())
		free := codec.Mask(gen.Time).Or(codec.Mask(gen.Const)).Not().And(gen.Mask(codec.Size()))
		at := func(tick uint64) gen.ID { // an identifier of the tick, other bits at random
			noise := gen.ID{Hi: r.Uint64(), Mid: r.Uint64(), Lo: r.Uint64()}.And(free)
			switch r.IntN(3) {
			case 0:
				noise = gen.ID{}
			case 1:
				noise = free
			}
			return codec.WithSource(codec.Consts(), gen.Time, gen.ID{Lo: tick}).Or(noise)
		}
		canonical := func(tick uint64) uint64 { // of a time in two digits not every number is a tick
			tick, _ = line.Tick(line.Time(tick))
			return tick
		}
		before := func(tick uint64) uint64 {
			tick, _ = line.Tick(line.Time(tick).Add(-1))
			return tick
		}
		for range n {
			first := canonical(1 + r.Uint64N(last-2))
			length := canonical(first+1+r.Uint64N(min(last-first, 1<<uint(1+r.IntN(40))))) - first
			from, to := line.Time(first), line.Time(first+length)
			if r.IntN(2) == 0 { // ends that are no ticks
				from = from.Add(time.Duration(r.Int64N(int64(max(1, line.Time(canonical(first+1)).Sub(from))))))
				to = to.Add(-time.Duration(r.Int64N(int64(max(1, to.Sub(line.Time(before(first+length))))))))
			}
			if !from.Before(to) || from.Before(start) {
				continue
			}
			w := try.Of(Window(s, from, to)).Or(t)
			in := func(id gen.ID) bool { return w.Low.Cmp(id) <= 0 && id.Cmp(w.High) <= 0 }
			if !in(at(first)) || !in(at(before(first+length))) || in(at(before(first))) || in(at(first+length)) {
				t.Fatalf("Window(%s, %s, %s) = %x to %x; want ticks %d to %d in it and their neighbours not", s.Name, stamp(from),
					stamp(to), w.Low, w.High, first, first+length-1)
			}
			if low, err := s.Text.Parse([]byte(w.LowText), codec.Size()); err != nil || low != w.Low ||
				!codec.Matches(w.Low) || !codec.Matches(w.High) {
				t.Fatalf("Window(%s, %s, %s): ends %s and %s are no identifiers (%v)", s.Name, stamp(from), stamp(to), w.LowText,
					w.HighText, err)
			}
		}
	}
}
