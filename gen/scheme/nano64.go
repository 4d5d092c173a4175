package scheme

import "idscope/gen"

// nano64 is simpleflake with 44 bits of Unix milliseconds: two IDs of one millisecond, of two processes, collide
// with 1 in 1048576.
func nano64() *gen.Scheme {
	return simpleflake().Variant(gen.Scheme{
		Name: "nano64", Title: "Nano64",
		Summary: "64-bit id without a worker: 44-bit milliseconds, 20 random bits; in hex",
		Spec:    "github.com/only-cliches/nano64, src/index.ts",
		Bits:    gen.Bits{Layout: gen.Layout{ticks("timestamp", 44), random("random", 20)}, Epoch: unix(0)},
		Encoding: gen.Encoding{
			Text:         gen.Text{Form: gen.HexUpper},
			Alternatives: []gen.Text{{Form: gen.HexDashed}, {Form: gen.Decimal}},
		},
		Since: day(2025, 10, 7),
		Notes: []string{
			"the original draws 20 new random bits each time, or counts up from them by choice; here one process " +
				"walks through them",
			"across processes and hosts ids are distinct by chance alone",
			"72 hexadecimal digits are an encrypted Nano64 (AES-GCM), which reveals nothing without its key",
		},
		Example: gen.Vector{Text: "199C01B66595861C", Time: "2025-10-07T19:17:25.209Z",
			Values: []string{"1759864645209", "362012"}, Source: "github.com/Racum/uuinfo, src/id_format_tests.rs"},
	})
}
