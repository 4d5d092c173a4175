package scheme

import "idscope/gen"

// nanoid is random symbols, each drawn by rejection, so that all are equally likely whatever the size of the
// alphabet.
func nanoid() *gen.Scheme {
	return &gen.Scheme{
		Name: "nanoid", Title: "Nano ID",
		Summary:   "random text: 21 symbols of 64, 126 bits; any --length and --alphabet",
		Spec:      "github.com/ai/nanoid",
		Libraries: "JS nanoid, Go matoous/go-nanoid, Java jnanoid, Python nanoid, Rust nanoid",
		Encoding: gen.Encoding{OwnAlphabet: true, Pattern: gen.Pattern{
			{Name: "random", Source: gen.Random,
				Alphabet: "useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict",
				Min:      1, Max: 512, Length: 21},
		}},
		Since: day(2017, 8, 1), Prior: 2,
		Notes: []string{
			"texts of another length than 21 are read with --as nanoid and their --length",
			"the text has no structure: any 21 symbols are one, so nothing can be checked",
			"one in 64 begins with - and may be taken for a flag: idscope takes it for an id, others want -- " +
				"before it",
		},
		Example: gen.Vector{Text: "V1StGXR8_Z5jdHi6B-myT", Values: []string{"V1StGXR8_Z5jdHi6B-myT"},
			Source: "github.com/ai/nanoid, README.md"},
	}
}
