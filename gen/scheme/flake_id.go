package scheme

import "idscope/gen"

// flakeID is the ID of the npm package flake-idgen; like the original it waits when the sequence is exhausted.
func flakeID() *gen.Scheme {
	return &gen.Scheme{
		Name: "flake-id", Title: "Flake ID (flake-idgen)", Aliases: []string{"flake-idgen"},
		Summary:   "64-bit id of flake-idgen: 42-bit Unix milliseconds, datacenter, worker",
		Spec:      "github.com/T-PWK/flake-idgen, flake-id-gen.js",
		Libraries: "JS flake-idgen",
		Bits: gen.Bits{Epoch: unix(0), Backward: gen.BackwardContinue, Layout: gen.Layout{
			ticks("timestamp", 42), worker("datacenter", 5, 5), worker("worker", 5), seq("counter", 12),
		}},
		Encoding: gen.Encoding{Alternatives: []gen.Text{{Form: gen.Hex}}},
		Since:    day(2014, 1, 1), Prior: 0.5,
		Notes: []string{
			"the original gives 8 bytes, which are often written in hexadecimal",
			"the original starts again at 0 in a millisecond that a clock step brings back; ours goes on with " +
				"its last millisecond",
			"the top bit is set from 2039-09-07: store it as unsigned",
		},
		Example: gen.Vector{Text: "5827056208820830208", Time: "2014-01-09T14:41:01.652Z",
			Values: []string{"1389278461652", "0", "0", "0"}, Source: "github.com/T-PWK/flake-idgen, README.md"},
	}
}
