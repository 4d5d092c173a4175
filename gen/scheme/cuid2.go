package scheme

import "idscope/gen"

// cuid2 is opaque on purpose. The original hashes time, counter, host and random symbols; here all symbols are
// random.
func cuid2() *gen.Scheme {
	return &gen.Scheme{
		Name: "cuid2", Title: "CUID2",
		Summary:   "a letter and base36, looks random: 24 symbols; any --length from 2 to 32",
		Spec:      "github.com/paralleldrive/cuid2",
		Libraries: "JS @paralleldrive/cuid2, Go nrednav/cuid2, Python cuid2",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "letter", Source: gen.Random, Alphabet: smalls, Min: 1, Max: 1},
			{Name: "random", Source: gen.Random, Alphabet: base36, Min: 1, Max: 31, Length: 23},
		}},
		Since: day(2022, 12, 1), Prior: 2.5,
		Notes: []string{
			"the symbols are random here, and a SHA3-512 of time, counter, host and random symbols in the " +
				"original: that can be no more random",
			"read without --as only at 24 symbols: shorter ones are words",
		},
		Example: gen.Vector{Text: "pfh0haxfpzowht3oi213cqos", Values: []string{"p", "fh0haxfpzowht3oi213cqos"},
			Source: "github.com/paralleldrive/cuid2, README.md"},
	}
}
