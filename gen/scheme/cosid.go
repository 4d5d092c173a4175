package scheme

import "idscope/gen"

// cosID is the MillisecondSnowflakeId of CosId, whose carrying sequence balances remainders; rollback and
// exhaustion are the original's.
func cosID() *gen.Scheme {
	return &gen.Scheme{
		Name: "cosid", Title: "CosId",
		Summary:   "63-bit snowflake of CosId: epoch 2019-12-24, the sequence goes on",
		Spec:      "github.com/Ahoo-Wang/CosId, AbstractSnowflakeId.java",
		Libraries: "Java CosId",
		Bits: gen.Bits{
			Layout: snowflakeLayout(worker("machine", 10)),
			Epoch:  unixMilli(1577203200000),
			Start:  gen.Start{Rule: gen.StartCarry},
		},
		Encoding: gen.Encoding{Alternatives: []gen.Text{{Form: gen.Base62}}},
		Since:    day(2020, 9, 22), Prior: 0.5, // the date in MillisecondSnowflakeId.java
		Notes: []string{
			"the original starts again at 1 in the first millisecond after its sequence has passed 2047; ours " +
				"goes on to 4095",
			"not in the order of generation: the sequence goes round within a millisecond",
			"the original's wrapper waits up to 500 ms for a clock that moved backwards: --on-backward wait " +
				"--max-wait 500ms",
		},
		Example: gen.Vector{Text: "295913926632165376", Time: "2022-03-20T05:36:17.924Z",
			Values: []string{"0", "70551377924", "5", "0"},
			Source: "github.com/Ahoo-Wang/CosId, SnowflakeFriendlyIdConverterTest.java"},
	}
}
