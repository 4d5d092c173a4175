package scheme

import "idscope/gen"

// seata has the worker on top, so that one worker's ids increase and fill one end of an index; ids of several
// are ranges apart, and not in the order of time. Like the original it carries into the time when the 4096
// numbers of a millisecond are used up, and lets the clock go back; unlike it, at most a second ahead of the
// clock, and it looks at the clock for each id.
func seata() *gen.Scheme {
	return march().Variant(gen.Scheme{
		Name: "seata", Title: "Seata (Apache)",
		Summary:   "63-bit id of Apache Seata, worker on top: worker, milliseconds, sequence",
		Spec:      "github.com/apache/incubator-seata, IdWorker.java",
		Libraries: "Java seata",
		Brand:     true,
		Bits: gen.Bits{
			Layout: gen.Layout{
				{Name: "unused", Source: gen.Const, Bits: 1},
				{Name: "worker", Source: gen.Worker, Bits: 10},
				{Name: "timestamp", Source: gen.Time, Bits: 41},
				{Name: "sequence", Source: gen.Seq, Bits: 12},
			},
			Epoch: unixMilli(1588435200000),
		},
		Prior: 0.5,
		Notes: []string{
			"the original reads the clock at its start only, then counts: the time in its ids is that of the " +
				"start, and a millisecond for every 4096 ids since",
			"the original takes 10 bits of a MAC address as worker, which two hosts may share; here it is a " +
				"number that no other process of this host holds",
			"the first releases had the time on top: those ids are snowflakes with this epoch",
		},
		Example: gen.Vector{Text: "9007199254740993", Time: "2020-05-02T16:00:00.000Z",
			Values: []string{"0", "1", "0", "1"}, Source: "computed from IdWorker.java"},
	})
}
