package gen

// Reservable reports whether Reserve takes identifiers of the scheme as numbers.
func (g *Generator) Reservable() bool {
	return g.paced && g.seq.growth == GrowthNone && g.fresh == (ID{})
}

// Expand builds the first identifiers of a reservation of this generator, as many
// as dst has room for, and takes them off it. It needs no lock: any number of
// goroutines may expand theirs at a time.
func (g *Generator) Expand(r *Run, dst []ID) int {
	inner := run{tick: r.Tick, value: Wide{Lo: r.Seq}, n: r.N, count: r.Count}
	n, _ := g.many(dst, &inner) // fails only where random bits are drawn
	r.Tick, r.Seq, r.N = inner.tick, inner.value.Lo, inner.n
	return n
}

// Split takes the first n identifiers off a reservation of this generator, all if
// it has fewer, and returns them as one of their own.
func (g *Generator) Split(r *Run, n uint64) Run {
	first := *r
	first.N = min(n, r.N)
	r.N -= first.N
	q := &g.seq
	switch end := r.Seq + first.N; {
	case q.wraps || q.bits == 64:
		r.Seq = end & q.mask.Lo
	default:
		r.Tick, r.Seq = r.Tick+end>>q.bits, end&q.mask.Lo
	}
	return first
}
