// Package gen generates IDs from declarations.
//
// A [Scheme] declares what it is, its [Bits] (layout, epoch, tick and three policies) and its [Encoding] as text. [New]
// compiles it into a [Generator], whose Next and Fill return IDs that never repeat:
//
//	s := &gen.Scheme{Name: "order", Bits: gen.Bits{Layout: ..., Epoch: ...}}
//	s.SetDefaults()
//	g, err := gen.New(s, gen.Options{})
//	id, err := g.Next(ctx)
//	text := s.Text.Append(nil, id, s.Layout.Size())
//
// # The way of an ID
//
//	new.go            a scheme and options are checked and compiled, once
//	generator.go      Next and Fill: one reservation at a time, under the lock
//	take.go           the clock is read, the sequencer asked; waiting, what refuses, and the ledger, where
//	                  the last pair is persisted: worker/ keeps it in a file of internal/guard, lease/
//	                  grants a ceiling to each host
//	timeline.go       a time becomes a tick
//	sequence/         which (tick, number) pairs come next
//	fill.go codec.go  tick, number, worker and random bits (random.go) become the bits of an ID
//	text/             bits become text, and text bits again
//	source.go         blocks of IDs as they are written: a command takes them from an [IDSource] by a [Loop]
//
// Beside it: compose.go generates texts of symbols (pattern.go) that are no bits, named.go IDs of names; scheme.go,
// layout.go, pattern.go and affix.go are what a declaration says, scheme_rules.go and facts.go what follows from it;
// match.go reads texts of a pattern; aliases.go has the names that declarations use of sequence/ and text/.
//
// # Why two IDs are never equal
//
// One sequencer owns the pair (tick, sequence). It hands out each pair once and only ever grows, whatever the clock
// does. The layout maps (tick, sequence, worker) injectively to bits, so two equal IDs would need one worker number in
// two places at one tick. Inside a process the generator's lock excludes that; between processes a [Ledger] does
// (package gen/worker keeps one in a file), and between hosts a [Ceiling] granted by a store does.
//
// Schemes that rest on random bits (UUIDv4, ULID, ObjectID ...) need neither: how likely two are equal is the birthday
// bound of those bits (package bench/birthday).
//
// The package imports sequence/, text/, fault/ and the standard library, reads no environment and prints nothing.
package gen
