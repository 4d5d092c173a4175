package gen

import (
	"context"
	"errors"
)

var errNoRuns = errors.New("the random bits of a scheme are drawn for each id; want one whose sequence " +
	"alone tells them apart")

// Reserve takes up to n identifiers, at least one, and returns them as numbers:
// what Fill would make of one reservation, without building any. It is for who
// counts identifiers instead of using them. Errors are Next's; a scheme with
// random bits that change, or without a sequencer, is refused.
func (g *Generator) Reserve(ctx context.Context, n uint64) (Run, error) {
	if !g.Reservable() {
		return Run{}, errNoRuns
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.take(ctx, max(n, 1)); err != nil {
		return Run{}, err
	}
	r := g.got
	g.got.N = 0
	return r, nil
}

// Reservable reports whether Reserve takes identifiers of the scheme as numbers.
func (g *Generator) Reservable() bool {
	return g.paced && g.seq.Growth == GrowthNone && g.fresh == (ID{})
}

// Expand builds the first identifiers of a reservation of this generator, as many
// as dst has room for, and takes them off it. It needs no lock: any number of
// goroutines may expand theirs at a time.
func (g *Generator) Expand(r *Run, dst []ID) int {
	n, _ := g.many(dst, r) // fails only where random bits are drawn
	return n
}

// Split takes the first n identifiers off a reservation of this generator, all if
// it has fewer, and returns them as one of their own.
func (g *Generator) Split(r *Run, n uint64) Run { return g.seq.Split(r, n) }
