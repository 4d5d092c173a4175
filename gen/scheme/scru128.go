package scheme

import "idscope/gen"

// scru128 draws counter_hi once per second, counter_lo once per millisecond and counts it up, entropy for each ID.
// After a rollback of more than ten seconds it refuses; the specification starts again there, and chance alone
// keeps IDs apart.
func scru128() *gen.Scheme {
	return &gen.Scheme{
		Name: "scru128", Title: "SCRU128",
		Summary:   "128-bit sortable id: 48-bit milliseconds, random counters, 32 random bits",
		Spec:      "github.com/scru128/spec, README.md",
		Libraries: "Go go-scru128, Java scru128, JS scru128, Python scru128, Rust scru128",
		Bits: gen.Bits{
			Layout: gen.Layout{
				ticks("timestamp", 48), seq("counter_hi", 24, 24), seq("counter_lo", 24), random("entropy", 32),
			},
			Epoch:    unix(0),
			Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow, Start: gen.Start{Rule: gen.StartDraw},
			MaxLead: 10 * second,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base36, Width: 25}},
		Since:    day(2022, 3, 1), Prior: 1, // version 2 of the specification
		Notes: []string{
			"after a step back of more than ten seconds the original draws new counters and may generate " +
				"duplicates by chance; ours refuses until the clock has caught up",
			"where the counters are exhausted, both start at 0 in the next millisecond; the original draws " +
				"counter_lo",
			"the first and the last timestamp are reserved",
			"the specification writes capitals and reads both cases; most implementations write small letters, " +
				"as ours does",
		},
		Example: gen.Vector{Text: "0372hg16csmsm50l8dikcvukc", Time: "2022-04-03T08:17:16.097Z",
			Values: []string{"1648973836097", "8268596", "3320878", "3310577788"},
			Source: "github.com/scru128/spec, base36_128.c"},
	}
}
