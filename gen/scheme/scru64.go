package scheme

import "idscope/gen"

// scru64 is one counter here, unique on one host, that starts at random in the lowest quarter. Its text ends before
// the layout does.
func scru64() *gen.Scheme {
	return &gen.Scheme{
		Name: "scru64", Title: "SCRU64",
		Summary:   "62-bit sortable id: 256 ms, 24 bits for node and counter; 12 of base36",
		Spec:      "github.com/scru64/spec, README.md",
		Libraries: "Go go-scru64, JS scru64, Python scru64, Rust scru64",
		Bits: gen.Bits{
			Layout: gen.Layout{unused(1), ticks("timestamp", 39), seq("node_ctr", 24)},
			Last:   282429536480, // 36^12 >> 24, less one
			Epoch:  unix(0), Tick: 256 * millisecond,
			Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
			Start: gen.Start{Rule: gen.StartRandom, Range: 1<<22 - 1}, MaxLead: 10 * second,
		},
		Encoding: gen.Encoding{
			Text:         gen.Text{Form: gen.Base36, Width: 12},
			Alternatives: []gen.Text{{Form: gen.Decimal}},
		},
		Since: day(2023, 1, 1), Prior: 0.5,
		Notes: []string{
			"the highest 1 to 23 of the 24 bits are a node by configuration; ours has none: for several hosts " +
				"use a custom layout with a worker",
			"the first and the last timestamp are reserved",
		},
		Example: gen.Vector{Text: "0u375nxqh5cq", Time: "2023-03-12T09:34:19.136Z",
			Values: []string{"0", "6557084606", "2777946"}, Source: "github.com/scru64/go-scru64, scru64_test.go"},
	}
}
