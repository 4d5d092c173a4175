package scheme

import "idscope/gen"

// spaceflake has nodes that own workers. The original guards neither an exhausted millisecond nor a rollback.
func spaceflake() *gen.Scheme {
	return &gen.Scheme{
		Name: "spaceflake", Title: "Spaceflake",
		Summary:   "63-bit id of kkrypt0nn: 41-bit milliseconds, node, worker, sequence",
		Spec:      "github.com/kkrypt0nn/spaceflake, spaceflake.go",
		Libraries: "Go kkrypt0nn/spaceflake",
		Bits: gen.Bits{
			Layout: gen.Layout{
				unused(1), ticks("time", 41), worker("node", 5, 5), worker("worker", 5), seq("sequence", 12),
			},
			Epoch:    unixMilli(1420070400000),
			Backward: gen.BackwardContinue, Start: gen.Start{Rule: gen.StartCarry},
		},
		Since: day(2022, 1, 1),
		Notes: []string{
			"the original counts 1 to 4095 over and over without a look at the millisecond, and so generates " +
				"duplicates; ours waits for the next millisecond",
			"ours generates sequence 0 as well, the original only if the caller or chance chooses it",
			"not in the order of generation: the sequence goes round within a millisecond",
		},
		Example: gen.Vector{Text: "1015189130756840860", Time: "2022-09-02T09:19:10.074Z",
			Values: []string{"0", "242039950074", "12", "21", "3484"},
			Source: "github.com/Racum/uuinfo, src/id_format_tests.rs"},
	}
}
