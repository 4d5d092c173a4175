package scheme

import (
	"errors"
	"strings"

	"idscope/gen"
)

// asin is a product at Amazon. Those of books are their ISBN, and not read here.
// Source: numbers of products on amazon.com.
func asin() *gen.Scheme {
	return &gen.Scheme{
		Name:    "asin",
		Title:   "Amazon Standard Identification Number",
		Summary: "a product at Amazon: B0 and 8 of base36 with large letters",
		Spec:    "sell.amazon.com/blog/what-is-an-asin",
		Weak:    true, // names of constants in tables look the same, as B019LINEAR
		Encoding: gen.Encoding{Verify: asinMixed, Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Texts: []string{"B0"}},
			{Name: "product", Source: gen.Data, Alphabet: decimals + capitals, Min: 8, Max: 8},
		}},
		ReadOnly: "Amazon gives them out",
		Since:    day(1998, 1, 1),
		Prior:    1,
		Notes:    []string{"that of a book is its ISBN of ten digits"},
		Example: gen.Vector{Text: "B00DQC2FPM", Values: []string{"B0", "0DQC2FPM"},
			Source: "github.com/Racum/uuinfo, src/id_format_tests.rs"},
	}
}

var errASIN = errors.New("behind B0 stand letters or digits alone; want both")

// asinMixed refuses plain numbers and words.
func asinMixed(text string) ([]gen.Finding, error) {
	if body := text[len("B0"):]; !strings.ContainsAny(body, decimals) || !strings.ContainsAny(body, capitals) {
		return nil, errASIN
	}
	return nil, nil
}
