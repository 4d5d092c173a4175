// Package gen makes identifiers from declarations.
//
// A [Scheme] declares what it is, its [Bits] (layout, epoch, tick and three
// policies) and its [Encoding] as text. [New] compiles it into a [Generator], whose Next and Fill hand out
// identifiers that never repeat:
//
//	s := (&gen.Scheme{Name: "order", Bits: gen.Bits{Layout: ..., Epoch: ...}}).WithDefaults()
//	g, err := gen.New(s, gen.Options{})
//	id, err := g.Next(ctx)
//	text := s.Text.Append(nil, id, s.Layout.Size())
//
// A command takes the IDs that it writes from an [IDSource]: [Texts] of a generator or a counter, a [Composer] of patterns, a
// server's client. A [Loop] takes block after block and appends their text: gen and bench throughput run that one.
//
// # Why two identifiers are never equal
//
// One sequencer owns the pair (tick, sequence). It hands out each pair once and
// only ever grows, whatever the clock does. The layout maps (tick, sequence,
// worker) injectively to bits, so two equal identifiers would need one worker
// number in two places at one tick. Inside a process the generator's lock
// excludes that; between processes a [Ledger] does (package gen/worker keeps one
// in a file), and between hosts a [Ceiling] granted by a store does.
//
// Schemes that rest on random bits (UUIDv4, ULID, ObjectID ...) need neither:
// their doc comments state the probability instead.
//
// The package uses the standard library only, reads no environment and prints
// nothing.
package gen
