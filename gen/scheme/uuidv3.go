package scheme

import (
	"crypto/md5"

	"idscope/gen"
)

// uuidV3 is the MD5 hash of a namespace and a name: the same two always give the
// same identifier, and other names another one, unless somebody made MD5 collide
// on purpose. Nothing in it is random, no time, no worker.
// Source: RFC 9562 section 5.3.
func uuidV3() *gen.Scheme {
	return &gen.Scheme{
		Name:      "uuidv3",
		Aliases:   []string{"uuid3", "v3"},
		Title:     "UUID version 3",
		Summary:   "UUID from a namespace and a name by MD5: the same name, the same id",
		Spec:      "RFC 9562 section 5.3",
		Libraries: "Go google/uuid, Java stdlib, Python stdlib, JS uuid, Rust uuid",
		Bits: gen.Bits{Digest: digestV3, Layout: gen.Layout{
			{Name: "hash_high", Source: gen.Digest, Bits: 48, From: 74},
			{Name: "version", Source: gen.Const, Bits: 4, Value: 3},
			{Name: "hash_mid", Source: gen.Digest, Bits: 12, From: 62},
			{Name: "variant", Source: gen.Const, Bits: 2, Value: 2},
			{Name: "hash_low", Source: gen.Digest, Bits: 62},
		}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.UUID}},
		Since:    day(1997, 10, 1),
		Prior:    1,
		Notes: []string{
			"the RFC recommends uuidv5 for new uses",
		},
		Example: gen.Vector{Text: "5df41881-3aed-3515-88a7-2f4a814cf09e",
			Values: []string{"103302964525805", "3", "1301", "2", "623519070457491614"},
			Source: "RFC 9562 appendix A.2: www.example.com in the DNS namespace"},
	}
}

// digestV3 returns the finished identifier, version and variant included.
func digestV3(namespace [16]byte, name []byte) (id [16]byte) {
	h := md5.New()
	h.Write(namespace[:])
	h.Write(name)
	copy(id[:], h.Sum(nil))
	id[6] = id[6]&0x0f | 0x30
	id[8] = id[8]&0x3f | 0x80
	return id
}
