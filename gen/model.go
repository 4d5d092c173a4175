package gen

import "idscope/gen/sequence"

// Model is how the identifiers of a generator come about, apart from clock, record, waiting and lock: for simulations,
// which drive a sequencer of their own.
type Model struct {
	Rules sequence.Rules
	Paced bool // a sequencer decides by the rules; else random bits alone keep identifiers apart
	Fresh ID   // bits that are random in each identifier
	// Patience has the limits of waiting.
	Patience sequence.Patience

	of *Generator
}

// Model returns what g does.
func (g *Generator) Model() Model { return Model{g.seq.Rules, g.paced, g.fresh, g.patience, g} }

// ID returns the first identifier of a run, with 0 in its fresh bits.
func (m *Model) ID(r *Run) ID { return m.of.first(r) }
