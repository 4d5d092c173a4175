package inspect

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
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
			if isCard([]byte(fmt.Sprint(id))) {
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
		if got := r.distance(at); math.Abs(got-want) > 1e-6 {
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

func TestSameSource(t *testing.T) {
	own := func(layout string, epoch time.Time, tick time.Duration) *gen.Scheme {
		return try.Of(scheme.Custom(scheme.CustomOptions{Layout: layout, Epoch: epoch, Tick: tick})).Or(t)
	}
	for _, tt := range []struct {
		words   string
		scheme  *gen.Scheme
		workers []uint64
		gap     time.Duration
		best    string // the best known layout, "" for none
		layout  string // start of the proposal
		epoch   string
	}{
		{"snowflake, three workers", schemeOf(t, "snowflake"), []uint64{1, 2, 378}, time.Minute, "snowflake",
			"unused:1 time:41 worker:10 seq:12", "2010-11-04"},
		{"discord", schemeOf(t, "discord"), []uint64{1, 2, 33}, time.Minute, "discord", "time:42", "2015-01-01"},
		{"sonyflake-v2", schemeOf(t, "sonyflake-v2"), []uint64{258, 259, 770}, time.Minute, "sonyflake-v2",
			"unused:1 time:39", "2025-01-01"},
		{"instagram", schemeOf(t, "instagram"), []uint64{0}, time.Minute, "instagram", "time:41", "2011-08-24"},
		{"mastodon's shape", schemeOf(t, "ulid"), []uint64{0}, time.Minute, "ulid", "", ""},
		{"objectid", schemeOf(t, "objectid"), []uint64{7, 8}, 5 * time.Minute, "objectid", "", ""},
		{"uuidv4", schemeOf(t, "uuidv4"), []uint64{0}, time.Minute, "uuidv4", "", ""},
		{"uuidv7", schemeOf(t, "uuidv7"), []uint64{0}, time.Minute, "uuidv7", "", ""},
		{"uuidv1", schemeOf(t, "uuidv1"), []uint64{5, 6}, time.Minute, "uuidv1", "", ""},
		{"one's own, epoch 2021", own("time:44 worker:8 seq:12", time.Date(2021, 1, 1, 0, 0, 0, 0, time.UTC),
			time.Millisecond), []uint64{1, 2, 3}, time.Minute, "", "unused:1 time:43 worker:8 seq:12", "2021-01-01"},
		{"one's own in seconds", own("unused:1 time:35 worker:16 seq:12", time.Date(2024, 1, 1, 0, 0, 0, 0,
			time.UTC), time.Second), []uint64{9, 17, 20, 30}, 30 * time.Second, "", "unused:1 time:35", "2024-01-01"},
	} {
		ids := several(t, tt.scheme, 400, tt.workers, tt.gap, 5)
		r := try.Of(SameSource(ids, 0, nil, present)).Or(t)
		best := ""
		if len(r.Layouts) > 0 {
			best = r.Layouts[0].Scheme.Name
		}
		if tt.best != "" && best != tt.best && (best == "" || !slices.Contains(r.Layouts[0].SameAs, tt.best)) {
			t.Errorf("%s: best is %s; want %s\n%+v", tt.words, best, tt.best, r)
		}
		try.Begins(t, r.Proposal.Layout, tt.layout, "%s: proposal", tt.words)
		if got := r.Proposal.Epoch.Format(time.DateOnly); tt.epoch != "" && got != tt.epoch {
			t.Errorf("%s: epoch %s; want %s\n%+v", tt.words, got, tt.epoch, r)
		}
		if len(r.Warnings) > 0 {
			t.Errorf("%s: warnings %q", tt.words, r.Warnings)
		}
	}
}

func TestSameSourceFew(t *testing.T) {
	for _, ids := range [][]gen.ID{nil, {gen.FromUint64(5)}, {gen.FromUint64(5), gen.FromUint64(5)}, {{}, gen.Mask(192)}} {
		r, err := SameSource(ids, 0, nil, present)
		if err != nil || len(r.Warnings) == 0 || len(r.Change) != r.Bits {
			t.Errorf("SameSource(%x) = %+v, %v; want a warning", ids, r, err)
		}
	}
	var dated []gen.ID // whose bits are ours: no layout is looked for in them
	for i := range uint64(40) {
		dated = append(dated, gen.FromUint64(4<<54|20484<<30|i))
	}
	r := try.Of(SameSource(dated, 64, nil, present)).Or(t)
	if slices.ContainsFunc(r.Layouts, func(f Fit) bool { return f.Scheme.Name == "date-seq" }) {
		t.Errorf("of date-seq: %+v; want another", r.Layouts)
	}
}
