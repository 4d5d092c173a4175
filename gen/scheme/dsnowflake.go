package scheme

import "idscope/gen"

// dsnowflake is the ID of GemFire's DSnowflake; what it does on a rollback or a full millisecond is not published.
func dsnowflake() *gen.Scheme {
	return &gen.Scheme{
		Name: "dsnowflake", Title: "DSnowflake (GemFire)", Aliases: []string{"gemfire"},
		Summary: "snowflake of VMware GemFire: epoch 2020-01-01, machine, sequence",
		Spec:    "techdocs.broadcom.com, VMware GemFire, DSnowflake",
		Bits:    gen.Bits{Epoch: day(2020, 1, 1), Layout: snowflakeLayout(worker("machine", 10))},
		Notes:   []string{"the widths can be configured there; these are its defaults"},
		Example: gen.Vector{Text: "4202499", Time: "2020-01-01T00:00:00.001Z", Values: []string{"0", "1", "2", "3"},
			Source: "computed from the documented layout"},
	}
}
