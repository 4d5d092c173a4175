package scheme

import (
	"crypto/sha1"

	"idscope/gen"
)

// uuidV5 is uuidv3 by SHA-1.
func uuidV5() *gen.Scheme {
	return uuidV3().Variant(gen.Scheme{
		Name: "uuidv5", Title: "UUID version 5", Aliases: []string{"uuid5", "v5"},
		Summary:   "UUID from a namespace and a name by SHA-1: the same name, the same id",
		Spec:      "RFC 9562 section 5.5",
		Libraries: "Go google/uuid, Java uuid-creator, Python stdlib, JS uuid, Rust uuid",
		Bits: gen.Bits{Digest: named(sha1.New, 5),
			Layout: uuidLayout(5, gen.Digest, "hash_high", "hash_mid", "hash_low")},
		Since: day(2005, 7, 1), Prior: 2,
		Notes: []string{"the hash is cut to 122 bits; it hides a name only where the name is unpredictable"},
		Example: gen.Vector{Text: "2ed6657d-e927-568b-95e1-2665a8aea6a2",
			Values: []string{"51498360629543", "5", "1675", "2", "1576583562619954850"},
			Source: "RFC 9562 appendix A.4: www.example.com in the DNS namespace"},
	})
}
