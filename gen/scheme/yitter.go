package scheme

import "idscope/gen"

// yitter is the drifting snowflake of yitter/IdGenerator, whose few workers and numbers fit 53 bits until 2089.
// After a rollback the original fills numbers that it kept in past milliseconds; ours keeps its last millisecond.
func yitter() *gen.Scheme {
	return &gen.Scheme{
		Name: "yitter", Title: "IdGenerator (yitter)",
		Summary:   "short snowflake of yitter, 53 bits until 2089: milliseconds, worker, sequence",
		Spec:      "github.com/yitter/IdGenerator, Go/source/idgen/SnowWorkerM1.go",
		Libraries: "Go, Java, C# and others yitter/IdGenerator",
		Bits: gen.Bits{
			Layout:   gen.Layout{unused(1), ticks("timestamp", 51), worker("worker", 6), seq("sequence", 6)},
			Epoch:    unixMilli(1582136402000),
			Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow, MaxLead: 2 * second,
		},
		Prior: 0.5,
		Notes: []string{
			"the original's sequence starts at 5, once at 11: 0 is kept for ids written by hand and 1 to 4 for " +
				"times when the clock moves backwards; ours starts at 0",
			"the original's second method prints an error when the clock moves backwards, and generates duplicates",
			"the widths are settings of the original, worker 1 to 15 bits, sequence 3 to 21: other ones are a " +
				"custom layout",
		},
		Example: gen.Vector{Text: "129053495681099", Time: "2021-02-18T10:20:03.094Z",
			Values: []string{"0", "31507201094", "1", "11"}, Source: "github.com/yitter/IdGenerator, README.md"},
	}
}
