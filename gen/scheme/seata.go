package scheme

import "idscope/gen"

// seata has the worker on top: one worker's IDs increase and fill one end of an index. Ours reads the clock for
// each ID.
func seata() *gen.Scheme {
	return march().Variant(gen.Scheme{
		Name: "seata", Title: "Seata (Apache)",
		Summary:   "63-bit id of Apache Seata, worker on top: worker, milliseconds, sequence",
		Spec:      "github.com/apache/incubator-seata, IdWorker.java",
		Libraries: "Java seata",
		Brand:     true,
		Bits: gen.Bits{
			Layout: gen.Layout{unused(1), worker("worker", 10), ticks("timestamp", 41), seq("sequence", 12)},
			Epoch:  unixMilli(1588435200000),
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
