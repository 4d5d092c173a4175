package inspect

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

// An epoch that nobody declared is found, for the widths and ticks of the usual
// layouts.
func TestAroundSolvesEpoch(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	for range long(20, 200) {
		epoch := time.Date(2012+r.IntN(12), time.Month(1+r.IntN(12)), 1+r.IntN(28), 0, 0, 0, 0, time.UTC)
		made := epoch.Add(time.Duration(1+r.IntN(700))*day + time.Duration(r.Int64N(int64(day))))
		for _, layout := range []struct {
			shift uint
			tick  time.Duration
		}{{22, time.Millisecond}, {23, time.Millisecond}, {24, 10 * time.Millisecond}} {
			id := uint64(made.Sub(epoch)/layout.tick)<<layout.shift | r.Uint64N(1<<layout.shift)
			if known.IsCard(fmt.Sprint(id)) {
				continue // whose digits are not shown
			}
			res := inspector(t, Options{Around: &made}).Inspect(fmt.Sprint(id))
			found := false
			for _, e := range res.Epochs {
				d := e.Epoch.Sub(epoch)
				found = found || e.Tick == layout.tick && d > -time.Second && d < time.Second
			}
			if !found {
				t.Fatalf("Inspect(%d) around %s has epochs %v; want %s", id, stamp(made), res.Epochs, stamp(epoch))
			}
		}
	}
	for _, m := range inspector(t, Options{}).usual() { // the words can be given to --layout, and mean the same
		l := try.Of(gen.ParseLayout(plainLayout(m.scheme.Layout))).Or(t)
		try.Equal(t, l.Plain(), m.scheme.Layout.Plain(), "the layout of %s is read as", m.scheme.Name)
	}
}

// TestDistance: two readings within one second are told apart.
func TestDistance(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 500_000_000, time.UTC)
	for by, want := range map[time.Duration]float64{0: 0, time.Millisecond: .001, -250 * time.Millisecond: .25,
		750 * time.Millisecond: .75, -750 * time.Millisecond: .75, -90 * time.Second: 90} {
		r := Reading{Timed: true, Time: at.Add(by)}
		if got := r.distance(at, at); math.Abs(got-want) > 1e-6 {
			t.Errorf("%s away is a distance of %g s; want %g", by, got, want)
		}
	}
}

// several makes identifiers with a few workers, whose requests come at random.
func several(t *testing.T, s *gen.Scheme, n int, workers []uint64, gap time.Duration, seed uint64) []gen.ID {
	t.Helper()
	clock := &walk{present.Add(-2 * day), gap, rand.New(rand.NewPCG(seed, 2))}
	var makers []*gen.Generator
	for _, w := range workers {
		o := gen.Options{Clock: clock, Random: gen.SeededRandom(seed + w)}
		if s.WorkerBits() > 0 {
			o.Worker = &w
		}
		g := try.Of(gen.New(s, o)).Or(t)
		makers = append(makers, g)
	}
	var ids []gen.ID
	for range n {
		id := try.Of(makers[clock.rand.IntN(len(makers))].Next(context.Background())).Or(t)
		ids = append(ids, id)
	}
	return ids
}

// TestSameSource compares with testdata/same.txt what is said of ids of one source: of many, of some of those twice and
// of few; and of numbers of a shape that no generator has, in their order and not.
func TestSameSource(t *testing.T) {
	own := func(layout string, year int, tick time.Duration) *gen.Scheme {
		epoch := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
		return try.Of(scheme.Custom(scheme.CustomOptions{Layout: layout, Epoch: &epoch, Tick: tick})).Or(t)
	}
	var all strings.Builder
	report := func(words string, bits int, ids []gen.ID, schemes ...*gen.Scheme) {
		r := try.Of(SameSource(ids, bits, "", schemes, present)).Or(t)
		fmt.Fprintf(&all, "%s, %d: %s\n", words, len(ids), try.Of(json.Marshal(r)).Or(t))
	}
	source := func(s *gen.Scheme, gap time.Duration, workers ...uint64) {
		ids := several(t, s, 400, workers, gap, 5)
		report(s.Name+s.Layout.Plain(), 0, ids)
		report("twice", 0, append(ids[:40:40], ids[:7]...))
		report("few", 0, ids[:enough-1])
		report("enough", 0, ids[:enough])
		report("asked", 0, ids[200:], s)
		slices.Reverse(ids)
		report("reversed", 0, ids)
	}
	source(schemeOf(t, "snowflake"), time.Minute, 1, 2, 378)
	source(schemeOf(t, "discord"), time.Minute, 1, 2, 33)
	source(schemeOf(t, "sonyflake-v2"), time.Minute, 258, 259, 770)
	source(schemeOf(t, "instagram"), time.Minute, 0)
	source(schemeOf(t, "ulid"), time.Minute, 0)
	source(schemeOf(t, "objectid"), 5*time.Minute, 7, 8)
	source(schemeOf(t, "uuidv4"), time.Minute, 0)
	source(schemeOf(t, "uuidv7"), time.Minute, 0)
	source(schemeOf(t, "uuidv1"), time.Minute, 5, 6)
	source(own("time:44 worker:8 seq:12", 2021, time.Millisecond), time.Minute, 1, 2, 3)
	source(own("unused:1 time:35 worker:16 seq:12", 2024, time.Second), 30*time.Second, 9, 17, 20, 30)
	source(own("time:40 worker:12 seq:12", 2025, 10*time.Millisecond), time.Second, 9, 17)
	source(own("time:50 seq:14", 2026, 10*time.Microsecond), time.Millisecond, 0)
	source(own("time:54 random:10", 2025, time.Microsecond), 10*time.Hour, 0)
	even := func(i uint64) uint64 { return i * i * i * 0x9e3779b97f4a7c15 }
	for i, id := range []func(i uint64) uint64{
		func(i uint64) uint64 { return i%100<<56 | (1e12+i<<16+even(i)>>48)<<13 | i%3 },
		func(i uint64) uint64 { return (1e12+i<<16+even(i)>>48)<<8 | i/100%2<<7 | i%2<<6 | i%64 },
		func(i uint64) uint64 { return (1e9+i*i)<<24 | i%5<<20 | i*i%50 },
		even,
		func(i uint64) uint64 { return 1_794_000_000 + i*13 },
		func(i uint64) uint64 { return (1e6+i*37)<<40 | i%3<<30 | even(i)>>34 },
		func(i uint64) uint64 { return 4<<54 | 20484<<30 | i }, // of date-seq, whose bits are ours
	} {
		var ids []gen.ID
		for i := range uint64(300) {
			ids = append(ids, gen.ID{Lo: id(i)})
		}
		report(fmt.Sprint("shape ", i), 0, ids)
		report("unlike", 0, ids, schemeOf(t, "ulid"))
		report("of 64 bits", 64, append(ids[150:], ids[:30]...))
	}
	tweet, five := gen.ID{Lo: 1541815603606036480}, gen.ID{Lo: 5}
	for _, ids := range [][]gen.ID{nil, {five}, {five, five}, {{}, gen.Mask(192)}, {tweet, five}, {tweet, gen.Mask(64)},
		{{Hi: 3}, {Hi: 5}, {Hi: 9, Mid: 1}}, {tweet.Shl(31), five}, {tweet.Shl(32), five}} {
		report("fewer", 0, ids)
	}
	try.File(t, "testdata/same.txt", all.String())
}
