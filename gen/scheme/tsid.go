package scheme

import "idscope/gen"

// tsid is the time-sorted ID of Java's Hibernate world. The original goes round in a millisecond and repeats IDs
// after a rollback.
func tsid() *gen.Scheme {
	return &gen.Scheme{
		Name: "tsid", Title: "TSID",
		Summary:   "64-bit id of tsid-creator: 42-bit milliseconds, node, counter; base32",
		Spec:      "github.com/f4b6a3/tsid-creator, TsidFactory.java",
		Libraries: "Java tsid-creator, Python tsidpy",
		Bits: gen.Bits{
			Layout:   gen.Layout{ticks("timestamp", 42), worker("node", 10), seq("counter", 12)},
			Epoch:    unixMilli(1577836800000),
			Backward: gen.BackwardContinue, Start: gen.Start{Rule: gen.StartRandom, Range: 1<<10 - 1},
		},
		Encoding: gen.Encoding{
			Text: gen.Text{Form: gen.Crockford},
			Alternatives: []gen.Text{{Form: gen.Decimal}, {Form: gen.Decimal, Width: 20},
				{Form: gen.Base62, Width: 11}},
		},
		Prior: 1.5,
		Notes: []string{
			"node and counter share 22 bits; the node has 10 by default, 0 to 20 by setting, and an id does not tell",
			"go-tsid counts from 2023-01-01: see there; idt from 1970: --epoch",
			"the original's counter starts anywhere and goes round; ours starts below 1023 and increases",
		},
		Example: gen.Vector{Text: "01226N0640J7K", Time: "2020-04-15T20:22:07.665Z",
			Values: []string{"9145327665", "4", "2291"}, Source: "github.com/f4b6a3/tsid-creator, README.md"},
	}
}
