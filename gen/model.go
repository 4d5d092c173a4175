package gen

import "idscope/gen/sequence"

// Model is how the identifiers of a generator come about, apart from clock, record,
// waiting and lock: for simulations, which drive a sequencer of their own.
type Model struct {
	Rules sequence.Rules
	Paced bool // a sequencer decides by the rules; else random bits alone keep identifiers apart
	Fresh ID   // bits that are random in each identifier
	// Patience has the limits of waiting.
	Patience sequence.Patience

	fixed  ID
	counts Source
	codec  *Codec
}

// Model returns what g does.
func (g *Generator) Model() Model {
	return Model{g.seq.Rules, g.paced, g.fresh, g.patience, g.fixed, g.counts, g.codec}
}

// ID returns the first identifier of a run, with 0 in its fresh bits.
func (m *Model) ID(r *Run) ID {
	id := m.codec.place(m.fixed, Time, 0, r.Tick)
	if m.Paced {
		id = m.codec.place(id, m.counts, r.Value.Hi, r.Value.Lo)
		id = m.codec.place(id, Rollback, 0, r.Count)
	}
	return id
}
