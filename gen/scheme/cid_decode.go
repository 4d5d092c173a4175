package scheme

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
)

// Codes of multiformats/multicodec, table.csv.
const (
	sha2256   = 0x12
	dagPB     = 0x70
	libp2pKey = 0x72
)

// codecNames are the kinds of data that CIDs name.
const codecNames = "51 cbor;55 raw;70 dag-pb;71 dag-cbor;72 libp2p-key;78 git-raw;7b torrent-info;7c " +
	"torrent-file;85 dag-jose;86 dag-cose;" +
	"90 eth-block;91 eth-block-list;92 eth-tx-trie;93 eth-tx;94 eth-tx-receipt-trie;95 eth-tx-receipt;96 " +
	"eth-state-trie;97 eth-account-snapshot;98 eth-storage-trie;" +
	"b0 bitcoin-block;b1 bitcoin-tx;b2 bitcoin-witness-commitment;c0 zcash-block;c1 zcash-tx;129 dag-json;1f0 " +
	"swhid-1-snp;200 json;" +
	"f101 fil-commitment-unsealed;f102 fil-commitment-sealed"

// hashNames are the hashes.
const hashNames = "0 identity;11 sha1;12 sha2-256;13 sha2-512;14 sha3-512;15 sha3-384;16 sha3-256;17 sha3-224;18 " +
	"shake-128;19 shake-256;1a keccak-224;1b keccak-256;" +
	"1c keccak-384;1d keccak-512;1e blake3;20 sha2-384;56 dbl-sha2-256;d4 md4;d5 md5;1012 " +
	"sha2-256-trunc254-padded;1013 sha2-224;1014 sha2-512-224;1015 sha2-512-256;" +
	"1053 ripemd-160;b214 blake2b-160;b220 blake2b-256;b240 blake2b-512;b260 blake2s-256;b401 poseidon-bls12_381-a2-fc1"

// codeName is the name of a code in a list; a number where it is not in it.
func codeName(code uint64, names string) string {
	want := fmt.Sprintf("%x ", code)
	for entry := range strings.SplitSeq(names, ";") {
		if name, ok := strings.CutPrefix(entry, want); ok {
			return name
		}
	}
	return fmt.Sprintf("code 0x%x", code)
}

// decodeMultibase takes the letter of the base off, and decodes what follows. It
// accepts what it would write itself, no other text of the same bytes.
func decodeMultibase(text string) (name string, data []byte, err error) {
	if strings.HasPrefix(text, "Qm") && len(text) == 46 {
		data, ok := decodeDigits(text, base58)
		if !ok {
			return "", nil, fmt.Errorf("it is not base58; want the Bitcoin alphabet")
		}
		return "base58btc, as version 0 is", data, nil
	}
	body := text[1:]
	upper := strings.ToUpper(body)
	written := ""
	ok := true
	switch text[0] {
	case 'b', 'B':
		if name = "base32"; text[0] == 'B' {
			name, written = "base32upper", upper
		} else {
			written = strings.ToLower(body)
		}
		data, ok = decodeBase32(upper)
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
	default:
		return "", nil, fmt.Errorf("it begins with %q; want Qm, or b, f, k, z, u or m for the base", text[:1])
	}
	if err != nil || !ok || written != body {
		return "", nil, fmt.Errorf("it is not a %s, which its first character stands for", name)
	}
	return name, data, nil
}

// decodeDigits reads a number in a base, big-endian; zeros in front are bytes of
// their own. ok is false for a symbol that the alphabet has not.
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

// varint reads an unsigned number of at most 63 bits, 7 bits a byte, lowest first
// (multiformats/unsigned-varint); n is 0 where there is none, or it could be
// written shorter.
func varint(data []byte) (v uint64, n int) {
	for i, b := range data {
		if i == 9 {
			return 0, 0
		}
		v |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			if b == 0 && i > 0 {
				return 0, 0
			}
			return v, i + 1
		}
	}
	return 0, 0
}

// decodeBase32 decodes RFC 4648 section 6 without padding; bits that fill the last
// symbol up are zero. (Package encoding/base32 builds its tables at every start of
// the program.)
func decodeBase32(text string) (data []byte, ok bool) {
	bits, held := 0, uint32(0)
	for i := range len(text) {
		v := strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", text[i])
		if v < 0 {
			return nil, false
		}
		if held, bits = held<<5|uint32(v), bits+5; bits >= 8 {
			bits -= 8
			data = append(data, byte(held>>bits))
			held &= 1<<bits - 1
		}
	}
	return data, held == 0 && bits < 5
}
