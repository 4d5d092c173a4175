package scheme

import "idscope/gen"

// simpleflake walks through all 2^23 random values of a millisecond once, by a random odd stride: one process
// repeats nothing, and two IDs of one millisecond, of two processes, collide with 1 in 8388608.
func simpleflake() *gen.Scheme {
	return &gen.Scheme{
		Name: "simpleflake", Title: "Simpleflake",
		Summary:   "64-bit id without a worker: 41-bit milliseconds, 23 random bits",
		Spec:      "github.com/SawdustSoftware/simpleflake, simpleflake.py",
		Libraries: "Python simpleflake",
		Bits: gen.Bits{
			Layout:   gen.Layout{ticks("timestamp", 41), random("random", 23)},
			Epoch:    unixMilli(946702800000),
			Backward: gen.BackwardContinue, Growth: gen.GrowthStride,
		},
		Since: day(2012, 11, 1), Prior: 0.5,
		Notes: []string{
			"the original draws 23 new random bits each time, so one process generates a duplicate with a " +
				"probability of 1 % at 410 ids in a millisecond; here it walks through them",
			"across processes and hosts ids are distinct by chance alone",
			"the top bit is set from 2034-11-04: store it as unsigned",
		},
		Example: gen.Vector{Text: "4242436206093260245", Time: "2016-01-10T15:43:26.092Z",
			Values: []string{"505737806092", "7460309"},
			Source: "github.com/leodutra/simpleflakes, tests/parseSimpleflake.test.js"},
	}
}
