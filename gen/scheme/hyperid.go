package scheme

import (
	"encoding/base64"
	"errors"
	"strings"

	"idscope/gen"
)

// hyperID is a random UUID in base64, drawn once, and a counter behind it. Its URL-safe form
// has the alphabet of RFC 4648 section 5; before version 3 it was its own, where - is the
// symbol that is / elsewhere, and _ the one that is +. Source: mcollina/hyperid, hyperid.js.
func hyperID() *gen.Scheme {
	return &gen.Scheme{
		Name:    "hyperid",
		Title:   "hyperid",
		Summary: "22 of base64, a random UUID kept per process, a slash or -, a counter",
		Spec:    "github.com/mcollina/hyperid",
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "uuid", Source: gen.Random, Alphabet: base62 + "+/-_", Min: 22, Max: 22},
				{Name: "mark", Source: gen.Const, Texts: []string{"/", "-"}},
				{Name: "counter", Source: gen.Seq, Alphabet: decimals, Min: 1, Max: 10},
			},
			Verify:     verifyHyperID,
			VerifyBits: 10, // version and variant of the UUID, four spare bits
		},
		ReadOnly: "from one id all others of its process are known",
		Since:    day(2016, 5, 1),
		Prior:    1,
		Example: gen.Vector{Text: "BJtwIMeHQb+h0ql2EsEUGA/1", Values: []string{"BJtwIMeHQb+h0ql2EsEUGA", "/", "1"},
			Source: "github.com/mcollina/hyperid, README.md, the example of decode, encoded"},
	}
}

var errHyperID = errors.New("its first 22 symbols are not a random UUID in base64")

func verifyHyperID(text string) ([]gen.Finding, error) {
	body := text[:22]
	data, ok := hyperUUID(base64.RawStdEncoding, body)
	if text[22] == '-' {
		if data, ok = hyperUUID(base64.RawURLEncoding, body); !ok {
			data, ok = hyperUUID(base64.RawStdEncoding, strings.NewReplacer("_", "+", "-", "/").Replace(body))
		}
	}
	if !ok {
		return nil, errHyperID
	}
	var id gen.ID
	for _, b := range data {
		id, _ = id.MulAdd(256, uint64(b))
	}
	return []gen.Finding{{Name: "uuid", Value: string(gen.Text{Form: gen.UUID}.Append(nil, id, 128))}}, nil
}

// hyperUUID reads 22 symbols as a random UUID.
func hyperUUID(symbols *base64.Encoding, text string) (data []byte, ok bool) {
	data, err := symbols.Strict().DecodeString(text)
	return data, err == nil && data[6]>>4 == 4 && data[8]>>6 == 2
}
