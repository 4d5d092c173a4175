package scheme

import (
	"crypto/sha1"

	"idscope/gen"
)

// uuidV5 is the SHA-1 hash of a namespace and a name: the same two always give the
// same identifier, and other names another one, unless somebody made SHA-1 collide
// on purpose. Nothing in it is random, no time, no worker.
// Source: RFC 9562 section 5.5.
func uuidV5() *gen.Scheme {
	return &gen.Scheme{
		Name:      "uuidv5",
		Aliases:   []string{"uuid5", "v5"},
		Title:     "UUID version 5",
		Summary:   "UUID from a namespace and a name by SHA-1: the same name, the same id",
		Spec:      "RFC 9562 section 5.5",
		Libraries: "Go google/uuid, Java uuid-creator, Python stdlib, JS uuid, Rust uuid",
		Bits: gen.Bits{Digest: digestV5, Layout: gen.Layout{
			{Name: "hash_high", Source: gen.Digest, Bits: 48, From: 74},
			{Name: "version", Source: gen.Const, Bits: 4, Value: 5},
			{Name: "hash_mid", Source: gen.Digest, Bits: 12, From: 62},
			{Name: "variant", Source: gen.Const, Bits: 2, Value: 2},
			{Name: "hash_low", Source: gen.Digest, Bits: 62},
		}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.UUID}},
		Since:    day(2005, 7, 1),
		Prior:    2,
		Notes: []string{
			"the hash is cut to 122 bits; it hides a name only where the name is unpredictable",
		},
		Example: gen.Vector{Text: "2ed6657d-e927-568b-95e1-2665a8aea6a2",
			Values: []string{"51498360629543", "5", "1675", "2", "1576583562619954850"},
			Source: "RFC 9562 appendix A.4: www.example.com in the DNS namespace"},
	}
}

// digestV5 returns the finished identifier, version and variant included.
func digestV5(namespace [16]byte, name []byte) (id [16]byte) {
	h := sha1.New()
	h.Write(namespace[:])
	h.Write(name)
	copy(id[:], h.Sum(nil))
	id[6] = id[6]&0x0f | 0x50
	id[8] = id[8]&0x3f | 0x80
	return id
}
