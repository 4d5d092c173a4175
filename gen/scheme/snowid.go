package scheme

import "idscope/gen"

// snowID is the ID of the Rust crate snowid; rollback and exhaustion are as there.
func snowID() *gen.Scheme {
	return &gen.Scheme{
		Name: "snowid", Title: "SnowID",
		Summary:   "64-bit id of the crate snowid: 42-bit milliseconds since 2024, in base62",
		Spec:      "github.com/qeeqez/snowid-rust, src/generator/generate.rs",
		Libraries: "Rust snowid",
		Bits: gen.Bits{
			Layout:   gen.Layout{ticks("timestamp", 42), worker("node", 10), seq("sequence", 12)},
			Epoch:    unixMilli(1704067200000),
			Backward: gen.BackwardContinue,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base62}, Alternatives: []gen.Text{{Form: gen.Decimal}}},
		Notes: []string{
			"node and sequence share 22 bits; the node has 10 by default, 6 to 16 by setting, and an id does not " +
				"tell",
		},
		Example: gen.Vector{Text: "HYOYoYloLw", Time: "2025-10-17T18:18:37.775Z",
			Values: []string{"56657917775", "1", "0"}, Source: "github.com/Racum/uuinfo, src/id_format_tests.rs"},
	}
}
