package scheme

import "idscope/gen"

// ulid adds 1 within a millisecond and refuses where that overflows, as the specification says ("Monotonicity"). 80
// random bits keep processes apart.
func ulid() *gen.Scheme {
	return &gen.Scheme{
		Name: "ulid", Title: "ULID",
		Summary:   "128-bit sortable id: 48-bit milliseconds, 80 random bits that count up",
		Spec:      "github.com/ulid/spec",
		Libraries: "Go oklog/ulid, Java ulid-creator, Python python-ulid, JS ulid, Rust ulid",
		Bits: gen.Bits{
			Layout:   gen.Layout{ticks("timestamp", 48), random("randomness", 80)},
			Epoch:    unix(0),
			Backward: gen.BackwardContinue, Overflow: gen.OverflowFail, Growth: gen.GrowthOne,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Crockford}},
		Since:    day(2016, 1, 1), Prior: 3,
		Notes: []string{
			"ids of one millisecond from one process follow each other by 1: from one id its neighbours are " +
				"predictable",
			"letter case is ignored when reading; I, L, O and U are refused, as by oklog/ulid's strict parser",
		},
		Example: gen.Vector{Text: "01ARZ3NDEKTSV4RRFFQ69G5FAV", Time: "2016-07-30T23:54:10.259Z",
			Values: []string{"1469922850259", "1012768647078601740696923"}, Source: "github.com/ulid/spec, README.md"},
	}
}
