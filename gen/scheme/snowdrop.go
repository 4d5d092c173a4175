package scheme

import "idscope/gen"

// snowdrop counts 1024 ms, so that its integers sort among snowflakes of the same epoch.
func snowdrop() *gen.Scheme {
	return &gen.Scheme{
		Name: "snowdrop", Title: "Snowdrop",
		Summary: "63-bit id: 31 bits of 1024 ms since 2025, machine, sequence; short base62",
		Spec:    "github.com/arcanyx-pub/snowdrop-id-rs, SPEC.md",
		Bits: gen.Bits{
			Layout: gen.Layout{unused(1), ticks("timestamp", 31), worker("machine", 10), seq("sequence", 22)},
			Epoch:  unixMilli(1735689600000), Tick: 1024 * millisecond,
			Backward: gen.BackwardContinue,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.SnowdropText}, Alternatives: []gen.Text{{Form: gen.Decimal}}},
		Notes: []string{
			"the epoch is a setting of the original: 2025-01-01 by its specification, other releases had 2026-01-01",
			"texts are short because the sequence comes first in them, and sort in no order; integers sort by time",
		},
		Example: gen.Vector{Text: "20L2JaLj3o", Time: "2026-07-01T12:34:55.616Z",
			Values: []string{"0", "46112984", "613", "12345"},
			Source: "github.com/arcanyx-pub/snowdrop-id-rs, SPEC.md section 9"},
	}
}
