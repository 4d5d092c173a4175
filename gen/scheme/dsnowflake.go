package scheme

import "idscope/gen"

// dsnowflake is the id that GemFire's DSnowflake makes by default: snowflake's
// fields counted from 2020-01-01. What it does at a clock step or a full
// millisecond is not published: ours refuses and waits, as snowflake does.
// Source: Broadcom, VMware GemFire documentation, DSnowflake.
func dsnowflake() *gen.Scheme {
	return &gen.Scheme{
		Name:    "dsnowflake",
		Aliases: []string{"gemfire"},
		Title:   "DSnowflake (GemFire)",
		Summary: "snowflake of VMware GemFire: epoch 2020-01-01, machine, sequence",
		Spec:    "techdocs.broadcom.com, VMware GemFire, DSnowflake",
		Layout: gen.Layout{
			{Name: "unused", Source: gen.Const, Bits: 1},
			{Name: "timestamp", Source: gen.Time, Bits: 41},
			{Name: "machine", Source: gen.Worker, Bits: 10},
			{Name: "sequence", Source: gen.Seq, Bits: 12},
		},
		Epoch:    day(2020, 1, 1),
		Tick:     millisecond,
		Text:     gen.Text{Form: gen.Decimal},
		Backward: gen.BackwardFail,
		Overflow: gen.OverflowWait,
		Start:    gen.Start{Rule: gen.StartZero},
		Since:    day(2020, 1, 1),
		Notes: []string{
			"the widths can be configured there; these are its defaults",
		},
		Vectors: []gen.Vector{
			{Text: "4202499", Time: "2020-01-01T00:00:00.001Z", Values: []string{"0", "1", "2", "3"},
				Source: "computed from the documented layout"},
			{Text: "9223372036854775807", Time: "2089-09-06T15:47:35.551Z",
				Values: []string{"0", "2199023255551", "1023", "4095"}, Source: "computed from the documented layout"},
		},
	}
}
