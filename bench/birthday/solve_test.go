package birthday

import (
	"math/big"
	"testing"
)

// TestBits: the bits that come out are enough, and one less is too few; the same for
// symbols.
func TestBits(t *testing.T) {
	tests := []struct {
		count, p           string
		bits, hex, letters int // of 62 symbols
	}{
		{"1000000000", "0.000001", 79, 20, 14}, // 5e17 pairs by 2^79 = 8.3e-7
		{"2", "0.5", 1, 1, 1},
		{"2", "0.25", 2, 1, 1},
		{"23", "0.5", 9, 3, 2},
		{"1", "0.000000001", 1, 1, 1},
		{"0", "0.000000001", 1, 1, 1},
		{"1000000000000", "0.000000000001", 119, 30, 20},
		{"8192", "0.5", 26, 7, 5},
	}
	for _, test := range tests {
		count, p := whole(test.count), fraction(test.p)
		limit, _ := p.Float64()
		bits, ok := fewestSymbols(count, p, 2)
		hex, okHex := fewestSymbols(count, p, 16)
		letters, okLetters := fewestSymbols(count, p, 62)
		if bits != test.bits || hex != test.hex || letters != test.letters || !ok || !okHex || !okLetters {
			t.Errorf("%s ids, %s: %d bits, %d of hexadecimal, %d of base62; want %+v", test.count, test.p, bits, hex,
				letters, test)
		}
		if got := In(bit(bits)).Chance(count).Probability(); got > limit {
			t.Errorf("%s ids of %d bits: %g; want at most %s", test.count, bits, got, test.p)
		}
		if bits > 1 && In(bit(bits-1)).Chance(count).Probability() <= limit {
			t.Errorf("%s ids: %d bits would do for %s", test.count, bits-1, test.p)
		}
	}
	if s, ok := Solve(whole("23"), fraction("0.5"), "äöüß"); !ok || s.Lengths[0].Symbols != 4 || s.Lengths[0].Length != 5 {
		t.Errorf("of 4 symbols beyond ASCII Solve says %+v; want 5 of them", s.Lengths)
	}
	if n, ok := fewestSymbols(new(big.Int).Lsh(big.NewInt(1), MaxCount), fraction("0.000001"), 2); ok {
		t.Errorf("2^%d ids need %d bits; want none that are calculated", MaxCount, n)
	}
}
