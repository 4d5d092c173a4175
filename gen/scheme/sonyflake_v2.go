package scheme

import "idscope/gen"

// sonyflakeV2 is sonyflake counted from 2025-01-01.
func sonyflakeV2() *gen.Scheme {
	return sonyflake().Variant(gen.Scheme{
		Name: "sonyflake-v2", Title: "Sonyflake v2",
		Summary:   "sonyflake counted from 2025-01-01, as version 2 does by default",
		Libraries: "Go sony/sonyflake/v2",
		Spec:      "github.com/sony/sonyflake, v2/sonyflake.go",
		Bits:      gen.Bits{Epoch: unixMilli(1735689600000)},
		Since:     unixMilli(1735689600000), Prior: 0.5,
		Notes: []string{
			"an id does not tell its version: read as sonyflake it is 10.3 years earlier",
			"the widths (sequence and machine up to 30 bits each, time 32 or more) and the time unit (1 ms or " +
				"longer) are settings of the original: other ones are a custom layout",
		},
		Example: gen.Vector{Text: "16777216000196612", Time: "2025-04-26T17:46:40.000Z",
			Values: []string{"0", "1000000000", "3", "4"}, Source: "computed from v2/sonyflake.go, Compose"},
	})
}
