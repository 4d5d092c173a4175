package scheme

import "idscope/gen"

// cockroach is what unique_rowid() of CockroachDB returns: one ID per node in 10 microseconds; a further one takes
// the next.
func cockroach() *gen.Scheme {
	return &gen.Scheme{
		Name: "cockroach", Title: "CockroachDB unique_rowid()", Aliases: []string{"cockroachdb"},
		Summary: "63-bit row id of CockroachDB: 48 bits of 10 microseconds, 15-bit node",
		Spec:    "github.com/cockroachdb/cockroach, pkg/sql/sem/builtins, GenerateUniqueInt",
		Brand:   true,
		Bits: gen.Bits{
			Layout: gen.Layout{unused(1), ticks("timestamp", 48), worker("node", 15)},
			Epoch:  unixMilli(1420070400000), Tick: 10 * microsecond,
			Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
		},
		Prior: 0.5,
		Notes: []string{
			"the original sets no bound to the time that it borrows; ours is --max-lead",
			"a node number of 32768 and more flips bits of the original's time",
		},
		Example: gen.Vector{Text: "148899952591994881", Time: "2016-06-09T22:24:19.36035Z",
			Values: []string{"0", "4544065936035", "1"}, Source: "CockroachDB documentation, use the local SQL client"},
	}
}
