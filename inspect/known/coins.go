package known

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"strings"

	"golang.org/x/crypto/sha3"

	"idscope/gen"
	"idscope/gen/text"
)

var coins = []declaration{
	// bitcoin is an address of Bitcoin in base58 with a checksum: a byte for the kind, the hash of a key or a
	// script, four bytes of a double SHA-256.
	{since: "2009-01-03", Scheme: gen.Scheme{Name: "bitcoin", Title: "Bitcoin address",
		Spec: "en.bitcoin.it/wiki/Base58Check_encoding; BIP 13", Format: gen.FormatHash,
		ReadOnly: "it is the hash of a key", Prior: 2,
		Summary: "address of Bitcoin: base58 of a kind, 160 bits of hash, a 32-bit checksum",
		// the checksum, and one of 64 by the kind
		Encoding: gen.Encoding{Verify: verifyBitcoin, VerifyBits: 38,
			Pattern: gen.Pattern{
				{Name: "address", Source: gen.Digest, Alphabet: base58, Min: 26, Max: 35, Drawn: 160}}},
		Example: parted("", "the first block of Bitcoin, 2009-01-03", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa")}},
	{since: "2017-08-24", Scheme: gen.Scheme{Name: "bitcoin-segwit", Family: "bitcoin",
		Title: "Bitcoin address, segwit", Spec: "BIP 173, BIP 350", Format: gen.FormatHash,
		ReadOnly: "it is the hash of a key", Prior: 2,
		Summary: "address of Bitcoin: bc1, a version, 160 or 256 bits of hash, 6 of checksum",
		Encoding: gen.Encoding{Verify: verifySegwit, VerifyBits: 29, Pattern: gen.Pattern{
			{Name: "network", Source: gen.Const, Fold: true, Texts: []string{"bc1", "tb1", "bcrt1"}},
			anyCase("version", gen.Data, bech32, 1, 1),
			{Name: "program", Source: gen.Digest, Fold: true, Alphabet: bech32, Min: 4, Max: 64, Drawn: 160},
			anyCase("checksum", gen.Data, bech32, 6, 6)}},
		Example: parted("", "BIP 173, examples", "bc1", "q", "w508d6qejxtdg4y5r3zarvary0c5xw7k", "v8f3t4")}},
	{since: "2015-07-30", Scheme: gen.Scheme{Name: "ethereum", Title: "Ethereum address",
		Spec: "eips.ethereum.org/EIPS/eip-55", Format: gen.FormatHash, ReadOnly: "it is the hash of a key", Prior: 3,
		Summary: "address of Ethereum: 0x and 40 hexadecimal digits, whose case is a checksum",
		Encoding: gen.Encoding{Verify: verifyEthereum, Pattern: gen.Pattern{
			{Name: "head", Source: gen.Const, Fold: true, Texts: []string{"0x"}},
			anyCase("address", gen.Digest, hexDigits, 40, 40)}},
		Notes:   []string{"of letters in one case there is no checksum"},
		Example: parted("", "EIP-55, test cases", "0x", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")}},
}

// ErrChecksum is that of a text whose checksum is wrong.
var ErrChecksum = errors.New("its checksum is wrong")

func verifyBitcoin(text string) ([]gen.Finding, error) {
	if strings.IndexByte("123mn", text[0]) < 0 { // as the kinds begin: 0, 196, 5, and 111 twice
		return nil, errKind
	}
	var limbs [7]uint32 // the number, the lowest 32 bits first: it does not allocate, as many texts are none
	for i := range len(text) {
		carry := uint64(strings.IndexByte(base58, text[i]))
		for j := range limbs {
			carry += 58 * uint64(limbs[j])
			limbs[j] = uint32(carry)
			carry >>= 32
		}
		if carry > 0 || limbs[6] > 0xff {
			return nil, errLength
		}
	}
	data := [25]byte{byte(limbs[6])}
	for i, limb := range limbs[:6] {
		binary.BigEndian.PutUint32(data[21-4*i:], limb)
	}
	if len(text)-len(strings.TrimLeft(text, "1")) != len(data)-len(bytes.TrimLeft(data[:], "\x00")) {
		return nil, errLength
	}
	kind := ""
	switch data[0] {
	case 0:
		kind = "hash of a key"
	case 5:
		kind = "hash of a script"
	case 111:
		kind = "hash of a key, test network"
	case 196:
		kind = "hash of a script, test network"
	default:
		return nil, errKind
	}
	once := sha256.Sum256(data[:21])
	if twice := sha256.Sum256(once[:]); [4]byte(twice[:4]) != [4]byte(data[21:]) {
		return nil, ErrChecksum
	}
	return found("kind", kind), nil
}

var errKind = errors.New("its first byte is none of a kind of address")

const bech32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

func verifySegwit(address string) ([]gen.Finding, error) {
	low := strings.ToLower(address)
	if low != address && strings.ToUpper(address) != address {
		return nil, errors.New("it has small and capital letters, and may have one kind only")
	}
	prefix, data, _ := strings.Cut(low, "1")
	values := make([]byte, len(data))
	for i := range values {
		values[i] = byte(strings.IndexByte(bech32, data[i]))
	}
	want := uint32(0x2bc830a3)
	if data[0] == 'q' {
		want = 1
	}
	if text.Bech32(prefix, values) != want {
		return nil, ErrChecksum
	}
	bits := 5 * (len(values) - 7) // of the program: bytes, and zeros to fill up the last symbol
	size, last := bits/8, values[len(values)-7]
	switch {
	case values[0] > 16:
		return nil, errors.New("its version is above 16")
	case values[0] == 0 && size != 20 && size != 32, bits%8 > 4 || last&(1<<(bits%8)-1) != 0:
		return nil, errLength
	}
	return nil, nil
}

func verifyEthereum(text string) ([]gen.Finding, error) {
	digits := text[2:]
	low := strings.ToLower(digits)
	if low == digits || strings.ToUpper(digits) == digits {
		return found("checksum", "none: letters of one case"), nil
	}
	keccak := sha3.NewLegacyKeccak256() // as it was before FIPS 202 gave it another padding
	keccak.Write([]byte(low))
	hash := keccak.Sum(nil)
	for i := range len(low) {
		large := hash[i/2]>>(4-i%2*4)&15 >= 8
		if low[i] >= 'a' && large != (digits[i] < 'a') {
			return nil, ErrChecksum
		}
	}
	return found("checksum", "right"), nil
}
