package scheme

import (
	"encoding/base64"
	"errors"
	"strings"

	"idscope/gen"
)

// hyperID is a random UUID in base64, drawn once, and a counter behind it. The URL-safe
// alphabet is its own: - is the symbol that is / elsewhere, _ the one that is +.
// Source: mcollina/hyperid, hyperid.js.
func hyperID() *gen.Scheme {
	return &gen.Scheme{
		Name:    "hyperid",
		Title:   "hyperid",
		Summary: "22 of base64, a random UUID kept per process, a slash or -, a counter",
		Spec:    "github.com/mcollina/hyperid",
		Pattern: gen.Pattern{
			{Name: "uuid", Source: gen.Random, Alphabet: base62 + "+/-_", Min: 22, Max: 22},
			{Name: "mark", Source: gen.Const, Texts: []string{"/", "-"}},
			{Name: "counter", Source: gen.Seq, Alphabet: decimals, Min: 1, Max: 10},
		},
		Verify:     verifyHyperID,
		VerifyBits: 10, // version and variant of the UUID, four spare bits
		ReadOnly:   "from one id all others of its process are known",
		Since:      day(2016, 5, 1),
		Prior:      1,
		Vectors: []gen.Vector{
			{Text: "BJtwIMeHQb+h0ql2EsEUGA/1", Values: []string{"BJtwIMeHQb+h0ql2EsEUGA", "/", "1"},
				Source: "github.com/mcollina/hyperid, README.md, the example of decode, encoded"},
		},
	}
}

var errHyperID = errors.New("its first 22 symbols are no random UUID in base64")

func verifyHyperID(text string) ([]gen.Finding, error) {
	body := text[:22]
	if text[22] == '-' {
		body = hyperSymbols().Replace(body)
	}
	data, err := base64.RawStdEncoding.Strict().DecodeString(body)
	if err != nil || data[6]>>4 != 4 || data[8]>>6 != 2 {
		return nil, errHyperID
	}
	var id gen.ID
	for _, b := range data {
		id, _ = id.MulAdd(256, uint64(b))
	}
	return []gen.Finding{{Name: "uuid", Value: string(gen.Text{Form: gen.UUID}.Append(nil, id, 128))}}, nil
}

// hyperSymbols turns its URL-safe symbols into those of base64.
func hyperSymbols() *strings.Replacer { return strings.NewReplacer("_", "+", "-", "/") }
