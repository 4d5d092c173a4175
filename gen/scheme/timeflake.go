package scheme

import "idscope/gen"

// timeflake has the bits of a ULID. It keeps no order within its millisecond; chance alone keeps IDs apart.
func timeflake() *gen.Scheme {
	return &gen.Scheme{
		Name: "timeflake", Title: "Timeflake",
		Summary:   "128-bit id: 48-bit milliseconds, 80 random bits; 22 characters of base62",
		Spec:      "github.com/anthonynsimon/timeflake, README.md",
		Libraries: "Python timeflake",
		Bits:      gen.Bits{Epoch: unix(0), Layout: gen.Layout{ticks("timestamp", 48), random("random", 80)}},
		Encoding: gen.Encoding{
			Text:         gen.Text{Form: gen.Base62, Width: 22},
			Alternatives: []gen.Text{{Form: gen.UUID}, {Form: gen.Hex}},
		},
		Since: day(2020, 1, 1), Prior: 1,
		Notes: []string{
			"the bits are those of a ULID; only the text tells them apart",
			"samples with 23 characters in the original's README are mistakes: 22 hold all 128 bits",
		},
		Example: gen.Vector{Text: "02i2XhN7hAuaFh3MwztcMd", Time: "2020-01-17T15:30:30.563Z",
			Values: []string{"1579275030563", "851298578153087956398315"},
			Source: "github.com/anthonynsimon/timeflake, README.md"},
	}
}
