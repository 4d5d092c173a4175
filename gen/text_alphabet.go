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

	base36Symbols       = "0123456789abcdefghijklmnopqrstuvwxyz"
	base57Symbols       = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"        // skorokithakis/shortuuid
	base58FlickrSymbols = "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"       // Flickr, bwmarrin/snowflake
	zBase32Symbols      = "ybndrfg8ejkmcpqxot1uwisza345h769"                                 // z-base-32, bwmarrin/snowflake
	base32SortSymbols   = "234567abcdefghijklmnopqrstuvwxyz"                                 // atproto.com/specs/tid
	base64SortSymbols   = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~" // influxdata/influxdb pkg/snowflake
	hexUpperSymbols     = "0123456789ABCDEF"
	crockfordLowSymbols = "0123456789abcdefghjkmnpqrstvwxyz"
	base64PushSymbols   = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz" // firebase.blog, 2015-02
	base32SnoSymbols    = "23456789abcdefghijklmnopqrstuvwx"                                 // muyo/sno
	base62LowerSymbols  = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"   // Spotify: librespot spotify_id.rs
	base43Symbols       = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg"                      // f4b6a3/tsid-creator
	base32LowSymbols    = "abcdefghijklmnopqrstuvwxyz234567"                                 // RFC 4648 section 6 in lower case
	base64StdSymbols    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" // RFC 4648 section 4
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

	base36Alphabet       = alphabet{symbols: base36Symbols, fold: true}
	base57Alphabet       = alphabet{symbols: base57Symbols}
	base58FlickrAlphabet = alphabet{symbols: base58FlickrSymbols}
	zBase32Alphabet      = alphabet{symbols: zBase32Symbols}
	base32SortAlphabet   = alphabet{symbols: base32SortSymbols}
	base64SortAlphabet   = alphabet{symbols: base64SortSymbols}
	hexUpperAlphabet     = alphabet{symbols: hexUpperSymbols, fold: true}
	crockfordLowAlphabet = alphabet{symbols: crockfordLowSymbols}
	base64PushAlphabet   = alphabet{symbols: base64PushSymbols}
	base32SnoAlphabet    = alphabet{symbols: base32SnoSymbols}
	base62LowerAlphabet  = alphabet{symbols: base62LowerSymbols}
	base43Alphabet       = alphabet{symbols: base43Symbols}
	base32LowAlphabet    = alphabet{symbols: base32LowSymbols, fold: true}
	base64StdAlphabet    = alphabet{symbols: base64StdSymbols}
)

// alphabet returns the alphabet of f, nil where every byte is fine.
func (f Form) alphabet() *alphabet {
	switch f {
	case Decimal, DateDigits:
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
	case Base64URL, Shortcode:
		return &base64URLAlphabet
	case Base36:
		return &base36Alphabet
	case Base57:
		return &base57Alphabet
	case Base58Flickr:
		return &base58FlickrAlphabet
	case ZBase32:
		return &zBase32Alphabet
	case Base32Sort:
		return &base32SortAlphabet
	case Base64Sort:
		return &base64SortAlphabet
	case HexUpper, HexDashed:
		return &hexUpperAlphabet
	case Base64Std:
		return &base64StdAlphabet
	case CrockfordLower:
		return &crockfordLowAlphabet
	case Base64Push:
		return &base64PushAlphabet
	case Base32Sno:
		return &base32SnoAlphabet
	case Base62Lower:
		return &base62LowerAlphabet
	case Base43:
		return &base43Alphabet
	case UPIDText:
		return &base32SortAlphabet
	case NCName32:
		return &base32LowAlphabet
	case NCName58:
		return &base58Alphabet
	case NCName64:
		return &base64URLAlphabet
	case SnowdropText:
		return &base62Alphabet
	}
	return nil
}

// Symbols returns the symbols of the form in the order of their values, and
// whether letters of either case are one symbol; none for Raw.
func (f Form) Symbols() (symbols string, fold bool) {
	a := f.alphabet()
	if a == nil {
		return "", false
	}
	return a.symbols, a.fold
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
