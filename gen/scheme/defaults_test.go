package scheme

import (
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
)

// TestStarts compares where each system's sequence starts, an id a tick.
func TestStarts(t *testing.T) {
	for _, c := range []struct {
		words, scheme string
		want          func(i int, last, value uint64) bool
		distinct      int // how many values occur in 5000 ticks
	}{
		{"snowflake starts at 0", "snowflake", func(_ int, _, v uint64) bool { return v == 0 }, 1},
		{"leaf starts at random 0 to 99", "leaf", func(_ int, _, v uint64) bool { return v < 100 }, 100},
		{"shardingsphere alternates", "shardingsphere", func(i int, _, v uint64) bool { return v == uint64(i%2) }, 2},
		{"order takes 64 in turn", "order", func(i int, _, v uint64) bool { return v == uint64(i%64) }, 64},
		{"instagram goes on", "instagram", func(i int, last, v uint64) bool { return i == 0 || v == (last+1)%1024 }, 1024},
		{"objectid goes on", "objectid", func(i int, last, v uint64) bool { return i == 0 || v == (last+1)%(1<<24) }, 5000},
		{"march starts at 0", "march", func(_ int, _, v uint64) bool { return v == 0 }, 1},
	} {
		s, _ := Get(c.scheme)
		clock := &schemetest.Clock{At: schemetest.Working(s), Each: s.Tick}
		g := schemetest.NewGenerator(t, s, gen.Options{Clock: clock, Random: gen.SeededRandom(3)})
		seen := map[uint64]bool{}
		last := uint64(0)
		for i := range 5000 {
			v := g.Codec().Source(schemetest.Next(t, g), gen.Seq).Lo
			if !c.want(i, last, v) {
				t.Errorf("%s: id %d has sequence %d after %d", c.words, i+1, v, last)
				break
			}
			last, seen[v] = v, true
		}
		if len(seen) != c.distinct {
			t.Errorf("%s: %d numbers occur; want %d", c.words, len(seen), c.distinct)
		}
	}
}

// TestWorkersByDefault: nodes are multicast addresses, processes have parts of
// their own, numbered workers are 0.
func TestWorkersByDefault(t *testing.T) {
	for _, s := range All() {
		if !s.Generated() {
			continue
		}
		if s.WorkerBits() == 0 {
			continue
		}
		seen := map[uint64]bool{}
		for seed := range uint64(20) {
			g := schemetest.NewGenerator(t, s, gen.Options{Clock: gen.FixedClock(schemetest.Working(s)), Random: gen.SeededRandom(seed)})
			worker := g.Codec().Source(schemetest.Next(t, g), gen.Worker).Lo
			seen[worker] = true
			if s.WorkerRule == gen.WorkerNode && worker&gen.Multicast == 0 {
				t.Errorf("node of %s = %012x; want the multicast bit", s.Name, worker)
			}
		}
		want := 20
		if s.WorkerRule == gen.WorkerNumber {
			want = 1
		}
		if len(seen) != want {
			t.Errorf("20 generators of %s have %d workers; want %d", s.Name, len(seen), want)
		}
	}
}

// TestUUIDv7NeverLeads: at any rate, the time is at most 1 ms ahead of the clock.
func TestUUIDv7NeverLeads(t *testing.T) {
	s, _ := Get("uuidv7")
	now := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	g := schemetest.NewGenerator(t, s, gen.Options{Clock: gen.FixedClock(now)})
	ids := make([]gen.ID, 200_000)
	if n, err := g.Fill(t.Context(), ids); n != len(ids) || err != nil {
		t.Fatalf("Fill = %d, %v", n, err)
	}
	for _, id := range ids {
		if at := s.Timeline().Time(g.Codec().Source(id, gen.Time).Lo); at.Sub(now) > time.Millisecond {
			t.Fatalf("%s is of %s; want 1 ms after %s at most", schemetest.Render(s, id), at, now)
		}
	}
}
