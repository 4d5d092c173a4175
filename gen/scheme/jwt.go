package scheme

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"idscope/gen"
)

// jwt is a JSON Web Token: a header, claims and a signature in base64url. Whoever has
// one that has not expired is whom it names, so it is not shown; what it says of
// itself is. Source: RFC 7519, RFC 7515.
func jwt() *gen.Scheme {
	return &gen.Scheme{
		Name:    "jwt",
		Title:   "JSON Web Token",
		Summary: "header, claims and signature in base64 apart by points; never shown",
		Spec:    "RFC 7519",
		Format:  gen.FormatToken,
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "head", Source: gen.Const, Texts: []string{"eyJ"}, Guards: []string{"eyJ"}},
				{Name: "secret", Source: gen.Data, Alphabet: base64URL + ".", Min: 26, Max: 16 << 10, Secret: true},
				{Name: "end", Source: gen.Data, Alphabet: base64URL + ".", Min: tokenShown, Max: tokenShown},
			},
			Verify:     verifyJWT,
			VerifyBits: 40, // the header is JSON and names an algorithm
		},
		ReadOnly: "an issuer signs them",
		Since:    time.Date(2010, 12, 1, 0, 0, 0, 0, time.UTC),
		Prior:    3,
		Notes:    []string{revoke},
		Example: gen.Vector{Text: "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9" +
			".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ" +
			".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
			Source: "RFC 7519 section 3.1",
			Values: []string{"eyJ", "0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9" +
				".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ" +
				".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFO", "EjXk"}},
	}
}

// verifyJWT reads the header, and of the claims the times.
func verifyJWT(text string) (found []gen.Finding, _ error) {
	parts := strings.Split(text, ".")
	if n := len(parts); n != 3 && n != 5 {
		return nil, errors.New("a JSON Web Token has three parts, an encrypted one five")
	}
	var header struct{ Alg, Typ string }
	if !decodeJSON(parts[0], &header) || header.Alg == "" {
		return nil, errors.New("its header is not JSON that names an algorithm")
	}
	found = append(found, gen.Finding{Name: "algorithm", Value: plainText(header.Alg)})
	var claims struct{ Iat, Exp float64 }
	if len(parts) == 3 && decodeJSON(parts[1], &claims) {
		for _, c := range [...]struct {
			name string
			at   float64
		}{{"issued", claims.Iat}, {"expires", claims.Exp}} {
			if c.at > 0 && c.at < 1<<33 {
				found = append(found, gen.Finding{Name: c.name, Value: time.Unix(int64(c.at), 0).UTC().Format(time.RFC3339)})
			}
		}
	}
	return found, nil
}

func decodeJSON(part string, to any) bool {
	b, err := base64.RawURLEncoding.DecodeString(part)
	return err == nil && json.Unmarshal(b, to) == nil
}

// plainText is a text of another's, cut and without what is not printable ASCII.
func plainText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s[:min(len(s), 32)])
}
