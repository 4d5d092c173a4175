package inspect

import (
	"slices"
	"time"

	"idscope/gen"
)

// Report is what many identifiers of one unknown origin have in common.
type Report struct {
	Count, Distinct int
	Bits            int // the size that was looked at
	// Of each bit, most significant first: how often it differs from one
	// identifier to the next in the order of their values, the same in the order
	// in which they were given, and how often it is one.
	Change, ChangeGiven, Ones []float64
	Runs                      []Run // the stretches between the borders that show
	Layouts                   []Fit // the known layouts that fit, best first
	Proposal                  Proposal
	Warnings                  []string
}

// Run is bits side by side, between two borders.
type Run struct {
	MSB, LSB  int
	Behaviour Behaviour
	Values    int    // distinct values
	Max       gen.ID // the largest
}

// Behaviour is what such bits do from one identifier to the next.
type Behaviour uint8

// The behaviours.
const (
	Fixed Behaviour = iota // never changes
	Grows                  // the lower a bit, the more often it changes: a time
	Few                    // takes few values: a worker
	Small                  // takes small values: a sequence
	Even                   // all values alike: chance, or a hash
)

// String returns the words that results show.
func (b Behaviour) String() string {
	return [...]string{"fixed", "grows", "few values", "small values", "random"}[b]
}

// enough identifiers show the borders of fields.
const enough = 30

// SameSource compares identifiers of one unknown origin, which are that many bits
// wide (0: 32, 64, 96, 128, 160 or 192, as the largest needs), and ranks the
// schemes; nil is all. Now is the present, for plausible times. It needs two
// identifiers at least; with few, the borders are guesses, and a warning says so.
func SameSource(ids []gen.ID, bits int, schemes []*gen.Scheme, now time.Time) (Report, error) {
	r := Report{Count: len(ids), Bits: bits}
	if bits == 0 {
		for _, id := range ids {
			r.Bits = max(r.Bits, (id.Len()+31)/32*32, 32)
		}
	}
	sorted := slices.Clone(ids)
	slices.SortFunc(sorted, gen.ID.Cmp)
	sorted = slices.Compact(sorted)
	r.Distinct = len(sorted)
	if r.Distinct < len(ids) {
		r.Warnings = append(r.Warnings, "some ids are duplicates; they were counted once")
	}
	if r.Distinct < enough {
		r.Warnings = append(r.Warnings, "fewer than 30 ids: the borders of fields are guesses")
	}
	in, err := New(Options{Now: now, Schemes: schemes})
	if err != nil {
		return r, err
	}
	r.Change, r.ChangeGiven, r.Ones = changes(sorted, r.Bits), changes(ids, r.Bits), shares(sorted, r.Bits)
	r.Runs = runs(sorted, r.Change)
	r.Layouts = in.fits(ids, &r)
	r.Proposal = propose(&r, in)
	return r, nil
}

// changes is the share of neighbours that differ, for each bit.
func changes(ids []gen.ID, bits int) []float64 {
	n := make([]float64, bits)
	for i := 1; i < len(ids); i++ {
		a, b := ids[i-1], ids[i]
		count(n, gen.ID{Hi: a.Hi ^ b.Hi, Mid: a.Mid ^ b.Mid, Lo: a.Lo ^ b.Lo})
	}
	return divide(n, len(ids)-1)
}

// shares is how often each bit is one.
func shares(ids []gen.ID, bits int) []float64 {
	n := make([]float64, bits)
	for _, id := range ids {
		count(n, id)
	}
	return divide(n, len(ids))
}

// count adds the bits of id, of which the first counts most.
func count(n []float64, id gen.ID) {
	for b := len(n) - 1; b >= 0; b-- {
		n[b] += float64(id.Lo & 1)
		id = id.Shr(1)
	}
}

func divide(n []float64, by int) []float64 {
	for i := range n {
		n[i] /= float64(max(1, by))
	}
	return n
}
