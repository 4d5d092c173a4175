package scheme

import "idscope/gen"

// order carries cluster and user, so that a query by order or by user finds its shard without a lookup. Like march
// it never blocks within the longest lead.
func order() *gen.Scheme {
	return &gen.Scheme{
		Name: "order", Title: "Self-addressing order id",
		Summary: "63-bit order id that names its shard: time, cluster, user, sequence",
		Spec:    "public write-ups of self-addressing order ids; widths by idscope",
		Bits: gen.Bits{
			Layout: gen.Layout{
				unused(1), ticks("time", 40), data("cluster", 3), data("user", 10), seq("sequence", 10),
			},
			Epoch:    day(2020, 1, 1),
			Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
			Start: gen.Start{Rule: gen.StartRotate, Range: 64},
			Node:  "cluster",
		},
		Notes: []string{
			"the write-ups give the time 41 bits, which leaves no sign bit: their ids turn negative after 34.8 " +
				"years; ours have 40",
			"user holds the lowest 10 bits of a user number, or of its hash",
			"each cluster and user has a sequence of its own, unique on this host; give each host a cluster of " +
				"its own",
		},
		Example: gen.Vector{Text: "25168897", Time: "2020-01-01T00:00:00.003Z",
			Values: []string{"0", "3", "0", "3", "1"}, Source: "computed from the layout"},
	}
}
