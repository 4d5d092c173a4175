package scheme

import "idscope/gen"

// frostflake fails when a second's numbers are exhausted, where the original ends the process.
func frostflake() *gen.Scheme {
	return &gen.Scheme{
		Name: "frostflake", Title: "Frostflake",
		Summary:   "64-bit id of Ordo One: 32-bit seconds, sequence, generator; in base58",
		Spec:      "github.com/ordo-one/package-frostflake, Sources/Frostflake/Frostflake.swift",
		Libraries: "Swift package-frostflake",
		Bits: gen.Bits{
			Layout: gen.Layout{ticks("timestamp", 32), seq("sequence", 21), worker("generator", 11)},
			Epoch:  unix(0), Tick: second,
			Backward: gen.BackwardContinue, Overflow: gen.OverflowFail,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base58}, Alternatives: []gen.Text{{Form: gen.Decimal}}},
		Since:    day(2022, 1, 1),
		Notes: []string{
			"the original's sequence starts at 1, ours at 0",
			"the time of the original's ids may be that of up to 999 ids before",
			"generator 2047 is the original's default on the command line",
		},
		Example: gen.Vector{Text: "JERHwh5PXjL", Time: "2024-10-08T09:58:17Z",
			Values: []string{"1728381497", "1", "2047"}, Source: "github.com/ordo-one/package-frostflake, README.md"},
	}
}
