package inspect

import (
	"cmp"
	"math"
	"slices"
	"time"

	"idscope/gen"
)

// Report is what many identifiers of one unknown origin have in common.
type Report struct {
	Count, Distinct int
	Bits            int       // the size that was looked at
	Change          []float64 // of each bit, most significant first: how often it differs from one identifier to the next, in the order of their values
	ChangeGiven     []float64 // the same in the order in which they were given
	Ones            []float64 // how often each bit is one
	Runs            []Run     // the stretches of bits that behave alike
	Layouts         []Fit     // the known layouts that fit, best first
	Proposal        Proposal
	Warnings        []string
}

// Behaviour is what a stretch of bits does from one identifier to the next.
type Behaviour uint8

// The behaviours.
const (
	Fixed   Behaviour = iota // never changes
	Slow                     // the upper bits of what grows
	Counts                   // grows: the lower a bit, the more often it changes
	Chance                   // changes every second time
	Chooses                  // takes few values
)

// String returns the word that results show.
func (b Behaviour) String() string {
	return [...]string{"fixed", "slow", "counts", "random", "few values"}[b]
}

// Run is a stretch of neighbouring bits that behave alike.
type Run struct {
	MSB, LSB  int
	Behaviour Behaviour
	Values    int // distinct values
}

// Fit is how well a known layout explains the identifiers.
type Fit struct {
	Scheme    *gen.Scheme
	SameAs    []string
	Matches   float64 // share of the identifiers with the right constant bits
	Plausible float64 // share with a plausible time as well
	First     time.Time
	Last      time.Time
	Workers   int     // distinct workers
	Ordered   float64 // share of neighbours, as given, whose time does not go back
	Score     float64 // 0 to 1
}

// Proposal is a layout that explains the identifiers, as gen.ParseLayout reads it.
type Proposal struct {
	Layout string
	Tick   time.Duration
	Epoch  time.Time // zero where nothing speaks for one
	Why    []string
}

// SameSource compares identifiers of one unknown origin, which are that many bits
// wide (0: as many as the largest needs, in words of 32), and ranks the schemes;
// nil is all. Now is the present, for plausible times. With fewer than about 30
// identifiers the borders of fields are guesses, and a warning says so.
func SameSource(ids []gen.ID, bits int, schemes []*gen.Scheme, now time.Time) (Report, error) {
	r := Report{Count: len(ids)}
	for _, id := range ids {
		r.Bits = max(r.Bits, id.Len())
	}
	r.Bits = max(bits, (r.Bits+31)/32*32, 32)
	if r.Bits > 32 && r.Bits < 64 {
		r.Bits = 64
	}
	sorted := slices.Clone(ids)
	slices.SortFunc(sorted, gen.ID.Cmp)
	sorted = slices.Compact(sorted)
	r.Distinct = len(sorted)
	if r.Distinct < len(ids) {
		r.Warnings = append(r.Warnings, "some identifiers stand twice; they were counted once")
	}
	if r.Distinct < 30 {
		r.Warnings = append(r.Warnings, "fewer than 30 identifiers: the borders of fields are guesses")
	}
	r.Change, r.ChangeGiven, r.Ones = changes(sorted, r.Bits), changes(ids, r.Bits), shares(sorted, r.Bits)
	r.Runs = runs(sorted, r.Change, r.Bits)
	in, err := New(Options{Now: now, Schemes: schemes})
	if err != nil {
		return r, err
	}
	r.Layouts = in.fits(ids, r.Bits)
	r.Proposal = propose(&r, ids, sorted)
	return r, nil
}

// changes is the share of neighbours that differ, for each bit.
func changes(ids []gen.ID, bits int) []float64 {
	n := make([]float64, bits)
	for i := 1; i < len(ids); i++ {
		diff := xor(ids[i-1], ids[i])
		for b := range n {
			n[b] += float64(diff.Shr(uint(bits-1-b)).Lo & 1)
		}
	}
	for b := range n {
		n[b] /= float64(max(1, len(ids)-1))
	}
	return n
}

// shares is how often each bit is one.
func shares(ids []gen.ID, bits int) []float64 {
	n := make([]float64, bits)
	for _, id := range ids {
		for b := range n {
			n[b] += float64(id.Shr(uint(bits-1-b)).Lo & 1)
		}
	}
	for b := range n {
		n[b] /= float64(max(1, len(ids)))
	}
	return n
}

func xor(a, b gen.ID) gen.ID { return gen.ID{Hi: a.Hi ^ b.Hi, Mid: a.Mid ^ b.Mid, Lo: a.Lo ^ b.Lo} }

// fits ranks the schemes of that size.
func (in *Inspector) fits(ids []gen.ID, bits int) []Fit {
	var list []Fit
	seen := map[string]bool{}
	for _, reader := range in.readers {
		for _, c := range reader.candidates {
			if c.level != own || c.size > bits || c.size <= bits/2 || seen[c.key] {
				continue
			}
			seen[c.key] = true
			if f := c.fit(ids); f.Matches > 0.5 && f.Plausible > 0.5 {
				list = append(list, f)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Fit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Scheme.Prior, a.Scheme.Prior))
	})
	return list
}

// fit measures one layout. A layout that fits puts all identifiers into the
// scheme's own time, in a span that is short against its life, in the order in
// which they came, and on few workers.
func (c *candidate) fit(ids []gen.ID) Fit {
	f := Fit{Scheme: c.scheme, SameAs: c.same}
	workers := map[uint64]int{}
	var low, high, before uint64
	low = math.MaxUint64
	matches, plausible, forward, pairs := 0, 0, 0, 0
	for _, id := range ids {
		if !c.codec.Matches(id) {
			continue
		}
		matches++
		tick := c.tick(id)
		if !c.plausible(tick) {
			continue
		}
		if plausible > 0 {
			pairs++
			if tick >= before {
				forward++
			}
		}
		plausible++
		before, low, high = tick, min(low, tick), max(high, tick)
		workers[c.codec.Source(id, gen.Worker).Lo]++
	}
	n := float64(max(1, len(ids)))
	f.Matches, f.Plausible, f.Workers = float64(matches)/n, float64(plausible)/n, len(workers)
	f.Ordered = float64(forward) / float64(max(1, pairs))
	few := 1 - float64(len(workers)-1)/n
	if c.scheme.WorkerBits() == 0 {
		few = 0.5
	}
	if c.timed && plausible > 0 {
		f.First, f.Last = c.line.Time(c.shown(low)), c.line.Time(c.shown(high))
		f.Score = f.Plausible * (0.5 + 0.2*f.Ordered + 0.3*few)
	} else {
		f.Score = f.Matches * 0.4
	}
	return f
}
