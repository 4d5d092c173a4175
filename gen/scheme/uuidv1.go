package scheme

import "idscope/gen"

// uuidV1 takes a tick for each ID and borrows where they come faster. The clock sequence changes on a rollback; it
// and the time are kept across processes (RFC 9562 section 6.3). The node is random and multicast (section 6.10)
// unless the caller gives one.
func uuidV1() *gen.Scheme {
	return &gen.Scheme{
		Name: "uuidv1", Title: "UUID version 1", Aliases: []string{"uuid1", "v1"},
		Summary:   "time-based UUID: 60 bits of 100 ns since 1582, clock sequence, node",
		Spec:      "RFC 9562 section 5.1",
		Libraries: "Go google/uuid, Java uuid-creator, Python stdlib, JS uuid, Rust uuid",
		Bits: gen.Bits{
			Layout: gen.Layout{
				ticks("time_low", 32), ticks("time_mid", 16, 32), fixed("version", 4, 1),
				ticks("time_high", 12, 48), fixed("variant", 2, 2), rollback("clock_seq", 14), worker("node", 48),
			},
			Epoch: day(1582, 10, 15), Tick: 100 * nanosecond,
			Backward: gen.BackwardBits, Overflow: gen.OverflowBorrow,
			WorkerRule: gen.WorkerNode,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.UUID}},
		Since:    day(1990, 1, 1), Prior: 3,
		Notes: []string{
			"the node is random by default; --worker mac takes the real address, which reveals to every reader " +
				"of an id which machine generated it",
			"not in the order of generation: the lowest bits of the time come first (uuidv6 is the same in order)",
		},
		Example: gen.Vector{Text: "c232ab00-9414-11ec-b3c8-9f6bdeced846", Time: "2022-02-22T19:22:22.0000000Z",
			Values: []string{"3258100480", "37908", "1", "492", "2", "13256", "175285648414790"},
			Source: "RFC 9562 appendix A.1"},
	}
}
