package scheme

import "idscope/gen"

// julid is a ULID with a counter: the IDs of one process increase, and those of several are apart by 64 random bits
// each.
func julid() *gen.Scheme {
	return &gen.Scheme{
		Name: "julid", Title: "Julid",
		Summary:   "ULID with a counter: 48-bit milliseconds, 16-bit counter, 64 random bits",
		Spec:      "docs.rs/crate/julid-rs, README.md",
		Libraries: "Rust julid-rs",
		Bits: gen.Bits{
			Layout:   gen.Layout{ticks("timestamp", 48), seq("counter", 16), random("random", 64)},
			Epoch:    unix(0),
			Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Crockford}},
		Since:    day(2023, 7, 1),
		Notes:    []string{"every Julid is a ULID; a counter of 0 or little more is a hint, no proof"},
		Example: gen.Vector{Text: "01H6C7D9CT00009TF3EXXJHX4Y", Time: "2023-07-27T17:47:39.802Z",
			Values: []string{"1690480059802", "0", "354064148032189598"},
			Source: "docs.rs/crate/julid-rs/1.6.18, README.md"},
	}
}
