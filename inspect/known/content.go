package known

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"idscope/gen"
)

var content = []declaration{
	// swhid names a piece of software by the hash of its content, as git does. Qualifiers may follow, which say
	// where it was found.
	{since: "2018-05-01", objects: softwareObjects, mark: ":", Scheme: gen.Scheme{Name: "swhid",
		Title: "Software Hash Identifier", Spec: "swhid.org, ISO/IEC 18670", Format: gen.FormatHash,
		ReadOnly: "it is computed from the object that it names", Prior: 2,
		Summary: "swh:1:, the kind of software object, a SHA-1, and perhaps qualifiers",
		Encoding: gen.Encoding{Verify: swhidQualifiers, Pattern: gen.Pattern{
			fixed("scheme", "swh:1:"), fixed("object"), part("hash", gen.Digest, hexDigits, 40, 40),
			part("qualifiers", gen.Data, gen.AnyByte, 0, 400)}},
		Notes: []string{"the hash of cnt, dir, rev and rel is git's of the same object"},
		Example: parted("", "swhid.org, specification, chapter 5",
			"swh:1:", "cnt:", "94a9ed024d3859793618152ea559a168bbcbb5e2", "")}},
	// gdocs is what the addresses of Google's documents have: 256 bits between six and two that are always the
	// same, in base64. Found out, not published.
	{since: "2014-01-01", Scheme: gen.Scheme{Name: "gdocs", Title: "Google Docs",
		Spec: "github.com/Racum/uuinfo, src/formats/gdocs.rs", ReadOnly: "Google gives them out", Prior: 1.5,
		Summary: "44 of base64url in the address of a document: 1 in front, 256 random bits",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			fixed("prefix", "1"), random("random", base64URL, 42), random("last", "AEIMQUYcgkosw048", 1)}},
		Notes: []string{"it is the last symbol's lower two bits that are always zero"},
		Example: parted("", "github.com/Racum/uuinfo, src/id_format_tests.rs",
			"1", "ZQWherERWu_ZXMGhW0Yw_VxnHFPc3hxLBQ2FjSEalF", "E")}},
	{since: "2014-06-01", Scheme: gen.Scheme{Name: "cidv0", Family: "cid", Title: "IPFS content identifier, version 0",
		Spec: "github.com/multiformats/cid", Format: gen.FormatHash, ReadOnly: "it is the hash of what it names",
		Summary: "Qm and 44 of base58: the SHA-256 of a file or folder of IPFS", Prior: 2.5,
		// Qm fits 3.2 times as many numbers as begin with 1220
		Encoding: gen.Encoding{Verify: verifyCID, VerifyBits: 1.7,
			Pattern: gen.Pattern{fixed("head", "Qm"),
				{Name: "digest", Source: gen.Digest, Alphabet: base58, Min: 44, Max: 44, Drawn: 256}}},
		Notes: []string{"the first two bytes, 12 20, say that 32 bytes of SHA-256 follow; in base58 they are Qm"},
		Example: parted("", "docs.ipfs.tech/concepts/content-addressing",
			"Qm", "bWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR")}},
	{since: "2016-06-01", Scheme: gen.Scheme{Name: "cidv1", Title: "IPFS content identifier, version 1",
		Aliases: []string{"cid"}, Spec: "github.com/multiformats/cid and multicodec", Format: gen.FormatHash,
		ReadOnly: "it is the hash of what it names", Prior: 2.5,
		Summary: "the base of the text, the kind of data and its hash; IPNS names are one too",
		// the version, and the length of the hash
		Encoding: gen.Encoding{Verify: verifyCID, VerifyBits: 16, Pattern: gen.Pattern{
			fixed("multibase", "b", "B", "z", "f", "F", "k", "K", "u", "m"),
			part("body", gen.Data, gen.AnyByte, 6, 300)}},
		Notes: []string{
			"read in base 16, 32, 36, 58 and 64; a code that is not among the common ones is shown as a number",
			"one of codec libp2p-key is a name of IPNS: the hash of a key, or the key"},
		Example: parted("", "docs.ipfs.tech/concepts/content-addressing",
			"b", "afybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi")}},
}

const softwareObjects objects = `snp snapshot of a repository; rel release; rev revision; dir directory;
cnt content of a file`

// swhidQualifiers names the kind of object, and reads what follows the hash.
func swhidQualifiers(text string) ([]gen.Finding, error) {
	const head = len("swh:1:")
	all := found("kind", softwareObjects.of(text[head:head+3]))
	rest := text[head+len("cnt:")+40:]
	if rest == "" {
		return all, nil
	}
	if rest[0] != ';' {
		return nil, fmt.Errorf("%q follows the hash, where only ; and qualifiers may", rest[:1])
	}
	for q := range strings.SplitSeq(rest[1:], ";") {
		key, value, ok := strings.Cut(q, "=")
		switch key {
		case "origin", "visit", "anchor", "path", "lines", "bytes":
		default:
			ok = false
		}
		if !ok || value == "" {
			return nil, fmt.Errorf("%.40q is not a qualifier: that is origin, visit, anchor, path, lines or "+
				"bytes, = and a value", q)
		}
		all = append(all, found(key, value)...)
	}
	return all, nil
}

// verifyCID reads a CID and names its parts.
func verifyCID(text string) ([]gen.Finding, error) {
	name, data, err := decodeMultibase(text)
	if err != nil {
		return nil, err
	}
	all := found("written in", name)
	codec := uint64(dagPB)
	if name != "base58btc, as version 0 is" {
		version, n := varint(data)
		if n == 0 || version != 1 {
			return nil, errors.New("its version is not 1")
		}
		data = data[n:]
		if codec, n = varint(data); n == 0 {
			return nil, errors.New("it ends within its codec: the hash lacks")
		}
		data = data[n:]
	}
	hash, n := varint(data)
	size, m := varint(data[n:])
	digest := data[n+m:]
	if n == 0 || m == 0 || size == 0 || uint64(len(digest)) != size {
		return nil, fmt.Errorf("its hash has %d bytes, not the %d that it says", len(digest), size)
	}
	kind := "content"
	if codec == libp2pKey {
		kind = "name of IPNS"
	}
	return append(all, found("kind", kind, "codec", codeName(codec, codecNames),
		"hash", fmt.Sprintf("%s, %d bits", codeName(hash, hashNames), 8*size),
		"digest", fmt.Sprintf("%x", digest))...), nil
}

// Codes of multiformats/multicodec, table.csv.
const (
	dagPB     = 0x70
	libp2pKey = 0x72
)

// codecNames are the kinds of data that CIDs name.
const codecNames objects = `51 cbor; 55 raw; 70 dag-pb; 71 dag-cbor; 72 libp2p-key; 78 git-raw; 7b torrent-info; 7c
torrent-file; 85 dag-jose; 86 dag-cose; 90 eth-block; 91 eth-block-list; 92 eth-tx-trie; 93 eth-tx; 94
eth-tx-receipt-trie; 95 eth-tx-receipt; 96 eth-state-trie; 97 eth-account-snapshot; 98 eth-storage-trie; b0
bitcoin-block; b1 bitcoin-tx; b2 bitcoin-witness-commitment; c0 zcash-block; c1 zcash-tx; 129 dag-json; 1f0
swhid-1-snp; 200 json; f101 fil-commitment-unsealed; f102 fil-commitment-sealed`

// hashNames are the hashes.
const hashNames objects = `0 identity; 11 sha1; 12 sha2-256; 13 sha2-512; 14 sha3-512; 15 sha3-384; 16 sha3-256; 17
sha3-224; 18 shake-128; 19 shake-256; 1a keccak-224; 1b keccak-256; 1c keccak-384; 1d keccak-512; 1e blake3; 20
sha2-384; 56 dbl-sha2-256; d4 md4; d5 md5; 1012 sha2-256-trunc254-padded; 1013 sha2-224; 1014 sha2-512-224; 1015
sha2-512-256; 1053 ripemd-160; b214 blake2b-160; b220 blake2b-256; b240 blake2b-512; b260 blake2s-256; b401
poseidon-bls12_381-a2-fc1`

// codeName is the name of a code in a list; a number where it is not in it.
func codeName(code uint64, names objects) string {
	if name := names.of(fmt.Sprintf("%x", code)); name != "" {
		return name
	}
	return fmt.Sprintf("code 0x%x", code)
}

// decodeMultibase takes the letter of the base off, and decodes what follows. It accepts what it would write
// itself, no other text of the same bytes.
func decodeMultibase(text string) (name string, data []byte, err error) {
	if strings.HasPrefix(text, "Qm") && len(text) == 46 {
		data, _ := decodeDigits(text, base58) // as its pattern says
		return "base58btc, as version 0 is", data, nil
	}
	body := text[1:]
	upper := strings.ToUpper(body)
	written := ""
	ok := true
	switch text[0] {
	case 'b', 'B':
		e := base32.StdEncoding.WithPadding(base32.NoPadding)
		data, err = e.DecodeString(upper)
		if name, written = "base32", strings.ToLower(e.EncodeToString(data)); text[0] == 'B' {
			name, written = "base32upper", e.EncodeToString(data)
		}
	case 'f', 'F':
		if name, written = "base16", strings.ToLower(body); text[0] == 'F' {
			name, written = "base16upper", upper
		}
		data, err = hex.DecodeString(body)
	case 'k', 'K':
		if name, written = "base36", strings.ToLower(body); text[0] == 'K' {
			name, written = "base36upper", upper
		}
		data, ok = decodeDigits(strings.ToLower(body), base36)
	case 'z':
		name, written = "base58btc", body
		data, ok = decodeDigits(body, base58)
	case 'u', 'm':
		e := base64.RawURLEncoding
		if name = "base64url"; text[0] == 'm' {
			name, e = "base64", base64.RawStdEncoding
		}
		data, err = e.DecodeString(body)
		written = e.EncodeToString(data)
	}
	if err != nil || !ok || written != body {
		return "", nil, fmt.Errorf("it is not a %s, which its first character means", name)
	}
	return name, data, nil
}

// decodeDigits reads a number in a base, big-endian; zeros in front are bytes of their own. ok is false for a
// symbol that the alphabet has not.
func decodeDigits(text, alphabet string) (data []byte, ok bool) {
	zeros := len(text) - len(strings.TrimLeft(text, alphabet[:1]))
	var little []byte
	for i := zeros; i < len(text); i++ {
		carry := strings.IndexByte(alphabet, text[i])
		if carry < 0 {
			return nil, false
		}
		for j := range little {
			carry += int(little[j]) * len(alphabet)
			little[j] = byte(carry)
			carry >>= 8
		}
		for ; carry > 0; carry >>= 8 {
			little = append(little, byte(carry))
		}
	}
	data = make([]byte, zeros+len(little))
	for i, b := range little {
		data[len(data)-1-i] = b
	}
	return data, true
}

// varint reads an unsigned number of at most 63 bits (multiformats/unsigned-varint); n is 0 where there is none, or it
// could be written shorter.
func varint(data []byte) (v uint64, n int) {
	v, n = binary.Uvarint(data)
	if n < 1 || n > 9 || n > 1 && data[n-1] == 0 {
		return 0, 0
	}
	return v, n
}
