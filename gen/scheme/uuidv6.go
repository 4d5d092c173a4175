package scheme

import "idscope/gen"

// uuidV6 is uuidv1 in the order of time: a rollback shows as a lower time under another clock sequence.
func uuidV6() *gen.Scheme {
	return uuidV1().Variant(gen.Scheme{
		Name: "uuidv6", Title: "UUID version 6", Aliases: []string{"uuid6", "v6"},
		Summary:   "UUIDv1 with the time reordered so that it sorts: clock sequence, node",
		Spec:      "RFC 9562 section 5.6",
		Libraries: "Go google/uuid, Java uuid-creator, Python stdlib 3.14, JS uuid, Rust uuid",
		Bits: gen.Bits{
			Layout: gen.Layout{
				ticks("time_high", 32, 28), ticks("time_mid", 16, 12), fixed("version", 4, 6),
				ticks("time_low", 12), fixed("variant", 2, 2), rollback("clock_seq", 14), worker("node", 48),
			},
		},
		Since: day(1990, 1, 1), Prior: 1, // a reordered version 1 keeps its time
		Notes: []string{
			"the node is random by default; --worker mac takes the real address, which reveals to every reader " +
				"of an id which machine generated it",
		},
		Example: gen.Vector{Text: "1ec9414c-232a-6b00-b3c8-9f6bdeced846", Time: "2022-02-22T19:22:22.0000000Z",
			Values: []string{"516505932", "9002", "6", "2816", "2", "13256", "175285648414790"},
			Source: "RFC 9562 appendix A.5"},
	})
}
