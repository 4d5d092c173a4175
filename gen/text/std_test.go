package text

import (
	"encoding/base32"
	"encoding/base64"
	stdhex "encoding/hex"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

func symbolsOf(f Form) string {
	symbols, _ := f.Symbols()
	return symbols
}

// translate maps symbols of one alphabet to those of another.
func translate(s, from, to string) string {
	return strings.Map(func(r rune) rune { return rune(to[strings.IndexRune(from, r)]) }, s)
}

// math/big writes base 62 with the small letters first.
const bigSymbols = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

func TestTextEqualsStandardLibrary(t *testing.T) {
	base32Lower := base32.NewEncoding(symbolsOf(Base32Hex)).WithPadding(base32.NoPadding)
	tests := []struct {
		name string
		form Form
		want func(id ID, size int) string // size in bytes
	}{
		{"math/big base 10", Decimal, func(id ID, _ int) string { return bigOf(id).String() }},
		{"math/big base 62", Base62, func(id ID, _ int) string {
			return translate(bigOf(id).Text(62), bigSymbols, base62Symbols)
		}},
		{"math/big digit by digit", Base58, func(id ID, _ int) string { return bigBase58(id) }},
		{"encoding/hex", Hex, func(id ID, size int) string { return stdhex.EncodeToString(id.AppendBytes(nil, size)) }},
		{"encoding/base32", Base32Hex, func(id ID, size int) string {
			return base32Lower.EncodeToString(id.AppendBytes(nil, size))
		}},
		{"encoding/base64", Base64URL, func(id ID, size int) string {
			return base64.RawURLEncoding.EncodeToString(id.AppendBytes(nil, size))
		}},
		{"math/big base 32, padded", Crockford, func(id ID, size int) string {
			s := translate(bigOf(id).Text(32), bigSymbols[:32], symbolsOf(Crockford))
			return strings.Repeat("0", (8*size+4)/5-len(s)) + s
		}},
		{"math/big base 36", Base36, func(id ID, _ int) string { return bigOf(id).Text(36) }},
		{"math/big base 58, translated", Base58Flickr, func(id ID, _ int) string {
			return translate(bigBase58(id), symbolsOf(Base58), symbolsOf(Base58Flickr))
		}},
		{"math/big base 32, translated", ZBase32, func(id ID, _ int) string {
			return translate(bigOf(id).Text(32), bigSymbols[:32], symbolsOf(ZBase32))
		}},
		{"math/big digit by digit, base 57", Base57, func(id ID, _ int) string { return bigText(id, symbolsOf(Base57)) }},
		{"math/big digit by digit, base 64", Shortcode, func(id ID, _ int) string {
			return bigText(id, symbolsOf(Base64URL))
		}},
		{"math/big base 32, padded and translated", Base32Sort, func(id ID, size int) string {
			s := translate(bigOf(id).Text(32), bigSymbols[:32], symbolsOf(Base32Sort))
			return strings.Repeat("2", (8*size+4)/5-len(s)) + s
		}},
		{"math/big base 64, padded", Base64Sort, func(id ID, size int) string {
			s := bigText(id, symbolsOf(Base64Sort))
			return strings.Repeat("0", (8*size+5)/6-len(s)) + s
		}},
		{"encoding/hex in upper case", HexUpper, func(id ID, size int) string {
			return strings.ToUpper(stdhex.EncodeToString(id.AppendBytes(nil, size)))
		}},
		{"encoding/base64, padded", Base64Std, func(id ID, size int) string {
			return base64.StdEncoding.EncodeToString(id.AppendBytes(nil, size))
		}},
		{"AppendBytes", Raw, func(id ID, size int) string { return string(id.AppendBytes(nil, size)) }},
	}
	r := rand.New(rand.NewPCG(5, 6))
	for _, tt := range tests {
		for range 3000 {
			size := 1 + r.IntN(24)
			id := randomID(r, 8*size)
			if got, want := string(Text{Form: tt.form}.Append(nil, id, 8*size)), tt.want(id, size); got != want {
				t.Fatalf("%s: Append(%x, %d) = %q; want %q", tt.name, id, 8*size, got, want)
			}
		}
	}
}

func bigBase58(id ID) string { return bigText(id, symbolsOf(Base58)) }

func bigText(id ID, symbols string) string {
	n, base, digit := bigOf(id), big.NewInt(int64(len(symbols))), new(big.Int)
	s := ""
	for first := true; first || n.Sign() > 0; first = false {
		n.DivMod(n, base, digit)
		s = string(symbols[digit.Int64()]) + s
	}
	return s
}
