package scheme

import "idscope/gen"

// simpleflakeUTC is simpleflake counted from midnight UTC, five hours earlier. Its first use is the same, as an ID
// does not tell its epoch.
func simpleflakeUTC() *gen.Scheme {
	return simpleflake().Variant(gen.Scheme{
		Name: "simpleflake-utc", Title: "Simpleflake, epoch in UTC",
		Summary:   "simpleflake counted from 2000-01-01T00:00Z, as leodutra/simpleflakes does",
		Libraries: "Python simpleflake",
		Spec:      "github.com/leodutra/simpleflakes, commit d8dd2fd",
		Bits:      gen.Bits{Epoch: unixMilli(946684800000)},
		Notes: []string{
			"one process walks through the 23 random bits of a millisecond; across processes and hosts ids are " +
				"distinct by chance alone",
			"an id does not tell its epoch: read as simpleflake it is five hours later",
			"the top bit is set from 2034-11-03: store it as unsigned",
		},
		Example: gen.Vector{Text: "4242587201037260245", Time: "2016-01-10T15:43:26.092Z",
			Values: []string{"505755806092", "7460309"},
			Source: "github.com/leodutra/simpleflakes, tests/simpleflake.test.js"},
	})
}
