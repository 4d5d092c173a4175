package scheme

import (
	"fmt"
	"strings"

	"idscope/gen"
)

// swhid names a piece of software by the hash of its content, as git does.
// Qualifiers may follow, which say where it was found. Source: SWHID
// specification 1.2, chapters 4 to 6 (ISO/IEC 18670).
func swhid() *gen.Scheme {
	return &gen.Scheme{
		Name:    "swhid",
		Title:   "Software Hash Identifier",
		Summary: "swh:1:, the kind of software object, a SHA-1, and perhaps qualifiers",
		Spec:    "swhid.org, ISO/IEC 18670",
		Format:  gen.FormatHash,
		Encoding: gen.Encoding{Verify: swhidQualifiers, Pattern: gen.Pattern{
			{Name: "scheme", Source: gen.Const, Texts: []string{"swh:1:"}},
			{Name: "object", Source: gen.Const, Texts: []string{"snp:", "rel:", "rev:", "dir:", "cnt:"}},
			{Name: "hash", Source: gen.Digest, Alphabet: hexDigits, Min: 40, Max: 40},
			{Name: "qualifiers", Source: gen.Data, Alphabet: gen.AnyByte, Min: 0, Max: 400},
		}},
		ReadOnly: "it is computed from the object that it names",
		Since:    day(2018, 5, 1),
		Prior:    2,
		Notes:    []string{"the hash of cnt, dir, rev and rel is git's of the same object"},
		Example: gen.Vector{Text: "swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2",
			Values: []string{"swh:1:", "cnt:", "94a9ed024d3859793618152ea559a168bbcbb5e2", ""},
			Source: "swhid.org, specification, chapter 5"},
	}
}

// swhidQualifiers names the kind of object, and reads what follows the hash.
func swhidQualifiers(text string) ([]gen.Finding, error) {
	const head = len("swh:1:")
	kind := map[string]string{
		"snp": "snapshot of a repository", "rel": "release", "rev": "revision", "dir": "directory",
		"cnt": "content of a file",
	}[text[head:head+3]]
	found := []gen.Finding{{Name: "kind", Value: kind}}
	rest := text[head+len("cnt:")+40:]
	if rest == "" {
		return found, nil
	}
	if rest[0] != ';' {
		return nil, fmt.Errorf("behind the hash stands %q; want the end, or ; and qualifiers", rest[:1])
	}
	for q := range strings.SplitSeq(rest[1:], ";") {
		key, value, ok := strings.Cut(q, "=")
		switch key {
		case "origin", "visit", "anchor", "path", "lines", "bytes":
		default:
			ok = false
		}
		if !ok || value == "" {
			return nil, fmt.Errorf("%.40q is not a qualifier; want origin, visit, anchor, path, lines or bytes, = and a "+
				"value", q)
		}
		found = append(found, gen.Finding{Name: key, Value: value})
	}
	return found, nil
}
