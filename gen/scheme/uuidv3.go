package scheme

import (
	"crypto/md5"
	"hash"

	"idscope/gen"
)

// uuidV3 gives the same namespace and name the same ID, and other names another one, unless somebody made MD5
// collide on purpose.
func uuidV3() *gen.Scheme {
	return &gen.Scheme{
		Name: "uuidv3", Title: "UUID version 3", Aliases: []string{"uuid3", "v3"},
		Summary:   "UUID from a namespace and a name by MD5: the same name, the same id",
		Spec:      "RFC 9562 section 5.3",
		Libraries: "Go google/uuid, Java stdlib, Python stdlib, JS uuid, Rust uuid",
		Bits: gen.Bits{Digest: named(md5.New, 3),
			Layout: uuidLayout(3, gen.Digest, "hash_high", "hash_mid", "hash_low")},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.UUID}},
		Since:    day(1997, 10, 1), Prior: 1,
		Notes: []string{"the RFC recommends uuidv5 for new uses"},
		Example: gen.Vector{Text: "5df41881-3aed-3515-88a7-2f4a814cf09e",
			Values: []string{"103302964525805", "3", "1301", "2", "623519070457491614"},
			Source: "RFC 9562 appendix A.2: www.example.com in the DNS namespace"},
	}
}

// named returns a function that hashes a namespace and a name to a finished id, version and variant included.
func named(hash func() hash.Hash, version byte) func(namespace [16]byte, name []byte) [16]byte {
	return func(namespace [16]byte, name []byte) (id [16]byte) {
		h := hash()
		h.Write(namespace[:])
		h.Write(name)
		copy(id[:], h.Sum(nil))
		id[6] = id[6]&0x0f | version<<4
		id[8] = id[8]&0x3f | 0x80
		return id
	}
}
