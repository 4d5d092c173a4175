package text

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// An alphabet maps symbols to their values. The first Parse builds the table of the inverse, for which the start of a
// program does not pay.
type alphabet struct {
	symbols string // in the order of their values; as many as the base
	fold    bool   // letters of either case are one symbol

	perBit uint64 // how many symbols a bit takes, times 2^32, rounded down
	two    atomic.Pointer[pairs]

	once  sync.Once
	table [256]uint8
}

// notSymbol is the value of all other bytes. Its top bit is set, and of no value: so a parser collects the values of a
// text by or, and tests once.
const notSymbol = 0x80

// The alphabets of several forms, and those whose symbols are constants for the sake of speed. No code runs at start
// for them: only their symbols are set.
const (
	perBit5 = 1 << 32 / 5
	perBit6 = 1 << 32 / 6

	hexSymbols    = "0123456789abcdef"
	base62Symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

var (
	decimalAlphabet  = alphabet{symbols: "0123456789", perBit: 1_292_913_986}
	hexAlphabet      = alphabet{symbols: hexSymbols, fold: true, perBit: 1<<30 - 1}
	hexUpperAlphabet = alphabet{symbols: "0123456789ABCDEF", fold: true, perBit: 1<<30 - 1}
	base58Alphabet   = alphabet{symbols: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
		perBit: 733_182_183}
	base62Alphabet = alphabet{symbols: base62Symbols, perBit: 721_334_513}

	// RFC 4648 section 5
	base64URLAlphabet = alphabet{symbols: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
		perBit: perBit6}
	// atproto.com/specs/tid
	base32SortAlphabet = alphabet{symbols: "234567abcdefghijklmnopqrstuvwxyz", perBit: perBit5}
)

// count returns how many symbols a number of that many bits takes at most: it multiplies, where the logarithm divides.
func (a *alphabet) count(bits int) int { return int(uint64(bits)*a.perBit>>32) + 1 }

// half is the base to the power of 5.
func (a *alphabet) half() uint64 {
	base := uint64(len(a.symbols))
	return base * base * base * base * base
}

// bits returns how many bits a symbol has, 0 where the base is no power of two.
func (a *alphabet) bits() int {
	if base := uint(len(a.symbols)); base&(base-1) == 0 {
		return bits.TrailingZeros(base)
	}
	return 0
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
