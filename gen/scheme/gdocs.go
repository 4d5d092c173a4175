package scheme

import "idscope/gen"

// gdocs is what the addresses of Google's documents have: 256 bits between six and
// two that are always the same, in base64. Found out, not published. Source:
// Racum/uuinfo, src/formats/gdocs.rs, and addresses of documents.
func gdocs() *gen.Scheme {
	return &gen.Scheme{
		Name:    "gdocs",
		Title:   "Google Docs",
		Summary: "44 of base64url in the address of a document: 1 in front, 256 random bits",
		Spec:    "github.com/Racum/uuinfo, src/formats/gdocs.rs",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Texts: []string{"1"}},
			{Name: "random", Source: gen.Random, Alphabet: base64URL, Min: 42, Max: 42},
			{Name: "last", Source: gen.Random, Alphabet: "AEIMQUYcgkosw048", Min: 1, Max: 1},
		}},
		ReadOnly: "Google gives them out",
		Since:    day(2014, 1, 1),
		Prior:    1.5,
		Notes:    []string{"it is the last symbol's lower two bits that are always zero"},
		Example: gen.Vector{Text: "1ZQWherERWu_ZXMGhW0Yw_VxnHFPc3hxLBQ2FjSEalFE",
			Values: []string{"1", "ZQWherERWu_ZXMGhW0Yw_VxnHFPc3hxLBQ2FjSEalF", "E"},
			Source: "github.com/Racum/uuinfo, src/id_format_tests.rs"},
	}
}
