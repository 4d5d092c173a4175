package scheme

import "idscope/gen"

// influxDB is the snowflake of InfluxDB; rollback and exhaustion are as there, but for the bound of the lead.
func influxDB() *gen.Scheme {
	return &gen.Scheme{
		Name: "influxdb", Title: "InfluxDB", Aliases: []string{"influx"},
		Summary:   "64-bit id of InfluxDB: 42-bit milliseconds since 2017, machine, sequence",
		Spec:      "github.com/influxdata/influxdb, pkg/snowflake/gen.go",
		Libraries: "Go influxdb/pkg/snowflake",
		Brand:     true,
		Bits: gen.Bits{
			Layout:   gen.Layout{ticks("timestamp", 42), worker("machine", 10), seq("sequence", 12)},
			Epoch:    unixMilli(1491696000000),
			Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
		},
		Encoding: gen.Encoding{
			Text:         gen.Text{Form: gen.Base64Sort},
			Alternatives: []gen.Text{{Form: gen.Hex}, {Form: gen.Decimal}},
		},
		Prior: 0.5,
		Notes: []string{
			"since version 2 InfluxDB draws its machine number at random and shows ids of organizations, buckets " +
				"and tasks in hexadecimal, 16 digits",
			"the original sets no bound to the time that it borrows, and under contention its sequence may carry " +
				"into the machine; ours does neither",
		},
		Example: gen.Vector{Text: "08FTLlx2200", Time: "2018-05-23T16:32:16.624Z",
			Values: []string{"35397136624", "130", "0"},
			Source: "computed from 020f755c3c082000, the example id of influxdata/influxdb's tests"},
	}
}
