package scheme

import "idscope/gen"

// uuidV7 strictly increases in one generator, at any rate and across clock steps: rand_a is the fraction (RFC 9562
// section 6.2, method 3), within which rand_b grows by 1 to 2^32 at random (method 2). It never leads the clock by
// more than 1 ms. 62 random bits of a 4096th of a millisecond keep processes apart.
func uuidV7() *gen.Scheme {
	return &gen.Scheme{
		Name: "uuidv7", Title: "UUID version 7", Aliases: []string{"uuid7", "v7"},
		Summary:   "sortable UUID: 48-bit milliseconds and a fraction, 62 random bits",
		Spec:      "RFC 9562 sections 5.7 and 6.2",
		Libraries: "Go google/uuid, Java uuid-creator, Python stdlib 3.14, JS uuid, Rust uuid, C# stdlib 9",
		Bits: gen.Bits{
			Layout: gen.Layout{
				ticks("unix_ts_ms", 48, 12), fixed("version", 4, 7), ticks("rand_a", 12), fixed("variant", 2, 2),
				random("rand_b", 62),
			},
			Epoch: unix(0), Fraction: 12,
			Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow, Growth: gen.GrowthRandom,
			MaxLead:    millisecond,
			RandomMost: 74,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.UUID}},
		Since:    day(2022, 1, 1), Prior: 4, // when its layout was final
		Notes: []string{
			"rand_a holds the fraction of the millisecond, as in PostgreSQL 18 and google/uuid; of other " +
				"generators it may be random or a counter",
		},
		Example: gen.Vector{Text: "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", Time: "2022-02-22T19:22:22.000Z",
			Values: []string{"1645557742000", "7", "3267", "2", "1784793296645077391"},
			Source: "RFC 9562 appendix A.6"},
	}
}
