package gen

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
