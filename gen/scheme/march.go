package scheme

import "idscope/gen"

// march has the node on top, so the IDs of one node increase and those of several are ranges apart. It never blocks
// within the longest lead.
func march() *gen.Scheme {
	return &gen.Scheme{
		Name: "march", Title: "March",
		Summary: "64-bit id, node on top, carries into the time: any widths with --layout",
		Spec:    "the author's write-up of March, a sequence service on etcd",
		Bits: gen.Bits{
			Layout:   gen.Layout{unused(1), worker("worker", 10), ticks("time", 41), seq("seq", 12)},
			Epoch:    day(2020, 1, 1),
			Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
		},
		Notes: []string{
			"the original sets no bound to the time that it borrows; ours is --max-lead",
			"the epoch and the widths are ours: the original leaves them to its user",
		},
		Example: gen.Vector{Text: "63050394783186945", Time: "2020-01-01T00:00:00.000Z",
			Values: []string{"0", "7", "0", "1"}, Source: "computed from the layout"},
	}
}
