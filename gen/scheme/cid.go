package scheme

import (
	"errors"
	"fmt"
	"strings"

	"idscope/gen"
)

// cidV0 is the hash of a file or folder of IPFS: SHA-256 and nothing else.
// Source: multiformats/cid, README.md.
func cidV0() *gen.Scheme {
	return &gen.Scheme{
		Name:    "cidv0",
		Family:  "cid",
		Title:   "IPFS content identifier, version 0",
		Summary: "Qm and 44 of base58: the SHA-256 of a file or folder of IPFS",
		Spec:    "github.com/multiformats/cid",
		Format:  gen.FormatHash,
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "head", Source: gen.Const, Texts: []string{"Qm"}},
				{Name: "digest", Source: gen.Digest, Alphabet: base58, Min: 44, Max: 44},
			},
			Verify:     verifyCID,
			VerifyBits: 1.7, // Qm fits 3.2 times as many numbers as begin with 1220
		},
		ReadOnly: "it is the hash of what it names",
		Since:    day(2014, 6, 1),
		Prior:    2.5,
		Notes:    []string{"the first two bytes, 12 20, say that 32 bytes of SHA-256 follow; in base58 they are Qm"},
		Example: gen.Vector{Text: "QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR",
			Values: []string{"Qm", "bWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR"},
			Source: "docs.ipfs.tech/concepts/content-addressing"},
	}
}

// cidV1 says how it is written, what it names and by which hash. Source:
// multiformats/cid, README.md; the codes are those of multiformats/multicodec.
func cidV1() *gen.Scheme {
	return &gen.Scheme{
		Name:    "cidv1",
		Aliases: []string{"cid"},
		Title:   "IPFS content identifier, version 1",
		Summary: "the base of the text, the kind of data and its hash; IPNS names are one too",
		Spec:    "github.com/multiformats/cid and multicodec",
		Format:  gen.FormatHash,
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "multibase", Source: gen.Const, Texts: []string{"b", "B", "z", "f", "F", "k", "K", "u", "m"}},
				{Name: "body", Source: gen.Data, Alphabet: gen.AnyByte, Min: 6, Max: 300},
			},
			Verify:     verifyCID,
			VerifyBits: 16, // the version, and the length of the hash
		},
		ReadOnly: "it is the hash of what it names",
		Since:    day(2016, 6, 1),
		Prior:    2.5,
		Notes: []string{
			"read in base 16, 32, 36, 58 and 64; a code that is not among the common ones is shown as a number",
			"one of codec libp2p-key is a name of IPNS: the hash of a key, or the key",
		},
		Example: gen.Vector{Text: "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi",
			Values: []string{"b", "afybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi"},
			Source: "docs.ipfs.tech/concepts/content-addressing"},
	}
}

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// verifyCID reads a CID and names its parts.
func verifyCID(text string) ([]gen.Finding, error) {
	name, data, err := decodeMultibase(text)
	if err != nil {
		return nil, err
	}
	found := []gen.Finding{{Name: "written in", Value: name}}
	codec := uint64(dagPB)
	if name != "base58btc, as version 0 is" {
		version, n := varint(data)
		if n == 0 || version != 1 {
			return nil, errors.New("its version is not 1; want a CID of version 1")
		}
		data = data[n:]
		if codec, n = varint(data); n == 0 {
			return nil, errors.New("it ends before its codec does; want version, codec and hash")
		}
		data = data[n:]
	}
	hash, n := varint(data)
	size, m := varint(data[n:])
	digest := data[n+m:]
	if n == 0 || m == 0 || size == 0 || uint64(len(digest)) != size {
		return nil, fmt.Errorf("its hash has %d bytes; want the %d that it says", len(digest), size)
	}
	if strings.HasPrefix(text, "Qm") && (hash != sha2256 || size != 32) {
		return nil, errors.New("its hash is not SHA-256; want that in version 0")
	}
	kind := "content"
	if codec == libp2pKey {
		kind = "name of IPNS"
	}
	return append(found, gen.Finding{Name: "kind", Value: kind},
		gen.Finding{Name: "codec", Value: codeName(codec, codecNames)},
		gen.Finding{Name: "hash", Value: fmt.Sprintf("%s, %d bits", codeName(hash, hashNames), 8*size)},
		gen.Finding{Name: "digest", Value: fmt.Sprintf("%x", digest)}), nil
}
