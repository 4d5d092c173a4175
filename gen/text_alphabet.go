package gen

import "sync"

// An alphabet maps symbols to their values. The table of the inverse is built by
// the first Parse that needs it, so that programs that only generate, and the
// start of every program, do not pay for it.
type alphabet struct {
	symbols string
	fold    bool // letters of either case are one symbol

	once  sync.Once
	table [256]uint8
}

// notSymbol is the value of all other bytes. Its top bit is set, and of no
// value: so a parser collects the values of a text by or, and tests once.
const notSymbol = 0x80

// The symbols, in the order of their values.
const (
	decimalSymbols   = "0123456789"
	hexSymbols       = "0123456789abcdef"
	crockfordSymbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"                           // crockford.com/base32.html
	base32HexSymbols = "0123456789abcdefghijklmnopqrstuv"                           // RFC 4648 section 7
	base58Symbols    = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz" // Bitcoin
	base62Symbols    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	base64URLSymbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" // RFC 4648 section 5
)

// No code runs at start for these: only their symbols are set.
var (
	decimalAlphabet   = alphabet{symbols: decimalSymbols}
	hexAlphabet       = alphabet{symbols: hexSymbols, fold: true}
	crockfordAlphabet = alphabet{symbols: crockfordSymbols, fold: true}
	base32HexAlphabet = alphabet{symbols: base32HexSymbols}
	base58Alphabet    = alphabet{symbols: base58Symbols}
	base62Alphabet    = alphabet{symbols: base62Symbols}
	base64URLAlphabet = alphabet{symbols: base64URLSymbols}
)

// alphabet returns the alphabet of f, nil where every byte is fine.
func (f Form) alphabet() *alphabet {
	switch f {
	case Decimal:
		return &decimalAlphabet
	case Hex, UUID:
		return &hexAlphabet
	case Crockford:
		return &crockfordAlphabet
	case Base32Hex:
		return &base32HexAlphabet
	case Base58:
		return &base58Alphabet
	case Base62:
		return &base62Alphabet
	case Base64URL:
		return &base64URLAlphabet
	}
	return nil
}

// values returns the value of each byte.
func (a *alphabet) values() *[256]uint8 {
	a.once.Do(a.build)
	return &a.table
}

func (a *alphabet) build() {
	for i := range a.table {
		a.table[i] = notSymbol
	}
	for v := range len(a.symbols) {
		c := a.symbols[v]
		a.table[c] = uint8(v)
		if a.fold && c >= 'A' {
			a.table[c^' '] = uint8(v) // ASCII cases differ in this bit
		}
	}
}
