package inspect

import (
	"cmp"
	"math"
	"slices"
	"time"

	"idscope/gen"
)

// Fit is how well a known layout explains the identifiers.
type Fit struct {
	Scheme      *gen.Scheme
	SameAs      []string
	Matches     float64 // share of the identifiers with the right constant bits
	Plausible   float64 // share with a plausible time as well
	First, Last time.Time
	Workers     int     // distinct workers
	Ordered     float64 // share of neighbours, as given, whose time does not go back
	Border      bool    // the lowest bit of its time is where the rate of change falls
	Recent      bool    // the newest is of the last 30 days
	Score       float64 // 0 to 1
}

// The weights of Score, together 1. What counts most is that the field borders
// are where the bits show them, then that the times make sense at all.
const (
	weighTime    = 0.35
	weighBorder  = 0.25
	weighOrder   = 0.15
	weighWorkers = 0.15
	weighRecent  = 0.10
)

// fits ranks the schemes of that size that more than half of the identifiers fit.
func (in *Inspector) fits(ids []gen.ID, r *Report) []Fit {
	var list []Fit
	seen := map[int]bool{}
	for _, m := range in.sorted() {
		if m.codec == nil || !m.scheme.Text.Form.Spells() || m.size > r.Bits || m.size <= r.Bits-32 || seen[m.kind] {
			continue
		}
		seen[m.kind] = true
		if f := m.fit(ids, r, in.opts.Now); f.Matches > 0.5 && f.Plausible > 0.5 {
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, func(a, b Fit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Scheme.Prior, a.Scheme.Prior))
	})
	return list
}

// fit measures one layout. One that is right puts all identifiers into the
// scheme's own life, in the order in which they came, and on few workers.
func (c *member) fit(ids []gen.ID, r *Report, now time.Time) Fit {
	f := Fit{Scheme: c.scheme, SameAs: c.same}
	workers := map[uint64]bool{}
	var high, before uint64
	low := uint64(math.MaxUint64)
	matches, plausible, forward := 0, 0, 0
	for _, id := range ids {
		if !c.codec.Matches(id) {
			continue
		}
		matches++
		tick := c.tick(id)
		if !c.plausible(tick) {
			continue
		}
		if plausible++; tick >= before {
			forward++
		}
		before, low, high = tick, min(low, tick), max(high, tick)
		workers[c.codec.Source(id, gen.Worker).Lo] = true
	}
	n := float64(max(1, len(ids)))
	f.Matches, f.Plausible, f.Workers = float64(matches)/n, float64(plausible)/n, len(workers)
	if plausible > 1 {
		f.Ordered = float64(forward-1) / float64(plausible-1)
	}
	if !c.timed { // constants are all that speaks for it
		f.Score = f.Matches * min(1, float64(ones(c.codec.Mask(gen.Const)))/8)
		return f
	}
	if plausible > 0 {
		f.First, f.Last = c.line.Time(c.shown(low)), c.line.Time(c.shown(high))
		f.Recent = now.Sub(f.Last) < 30*day
	}
	border, known := r.border()
	f.Border = known && border == c.lowestTime()
	f.Score = c.score(f, known, n)
	return f
}

func (c *member) score(f Fit, bordered bool, n float64) float64 {
	score := weighTime + weighOrder*f.Ordered
	switch {
	case f.Border:
		score += weighBorder
	case !bordered:
		score += weighBorder / 2
	}
	few := 0.5
	if c.scheme.WorkerBits() > 0 && c.scheme.WorkerRule == gen.WorkerNumber {
		few = 1 - float64(f.Workers-1)/n
	}
	score += weighWorkers * few
	if f.Recent {
		score += weighRecent
	}
	return f.Plausible * score
}

// lowestTime is the position of the lowest bit of a time that stands on top in
// one piece, -1 for others.
func (m *member) lowestTime() int {
	if m.top.time == 0 || m.top.from > m.scheme.Fraction {
		return -1
	}
	return m.size - m.top.lead - m.top.time
}

// border is the lowest bit of the time as the rates of change show it; known is
// false where the rate does not fall, as random bits that follow change as much.
func (r *Report) border() (bit int, known bool) {
	run, ok := r.time()
	return run.LSB, ok && run.LSB > 0
}
