package text

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"
)

// Each row says all that there is to say, and its symbols are told apart.
func TestFormsAreComplete(t *testing.T) {
	names := map[string]bool{}
	for i := range table[1:] {
		r := &table[i+1]
		if r.name == "" || r.help == "" || r.unit == "" || r.rule == 0 || names[r.name] {
			t.Errorf("row %d, %q: want a name of its own, a help, a unit and a rule", i+1, r.name)
			continue
		}
		names[r.name] = true
		if r.alphabet == nil {
			continue
		}
		a, base := r.alphabet, uint64(len(r.alphabet.symbols))
		if want := uint64(math.Ceil(math.Exp2(32)/math.Log2(float64(base)))) - 1; a.perBit != want {
			t.Errorf("%s: perBit %d; want %d", r.name, a.perBit, want)
		}
		if r.rule == radixRule {
			p := a.pairs()
			over, product := bits.Mul64(p.half-1, p.inverse)
			if over != 0 || product>>pairShift != (p.half-1)/p.base2 || p.half*p.base2 > 1<<pairShift {
				t.Errorf("%s: %d divided by %d by its inverse %d is %d, %d", r.name, p.half-1, p.base2, p.inverse, over,
					product>>pairShift)
			}
		}
		seen := r.marks
		for _, c := range r.alphabet.symbols {
			if strings.ContainsRune(seen, c) || r.alphabet.fold && strings.ContainsRune(seen, c^' ') && c >= 'A' {
				t.Errorf("%s: %q is a symbol twice, or a mark as well", r.name, c)
			}
			seen += string(c)
		}
	}
}

// A text begins as First says, has as many marks as Marks says, and its symbols
// have as many bits as Spare says.
func TestFormsShape(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for _, text := range textForms() {
		for bits := 1; bits <= MaxBits; bits++ {
			if text.Form.Binary() || text.Check(bits) != nil {
				continue
			}
			first, fold := text.First(bits)
			begun := map[byte]bool{}
			for range 60 {
				s := text.Append(nil, randomID(r, bits), bits)
				begun[s[0]] = true
				in := strings.IndexByte(first, s[0]) >= 0 || fold && strings.IndexByte(first, s[0]^' ') >= 0
				if first != "" && !in {
					t.Fatalf("%+v.First(%d) = %q; want the first of %q too", text, bits, first, s)
				}
				marks := 0
				for _, c := range s {
					if strings.IndexByte(text.Form.Punctuation(), c) >= 0 {
						marks++
					}
				}
				if got := text.Marks(bits); got != marks && text.Form != NCName58 { // as many as are left over
					t.Fatalf("%+v.Marks(%d) = %d; want %d, as of %q", text, bits, got, marks, s)
				}
				symbols, _ := text.Form.Symbols()
				if text.Form.Bytes() && (len(s)-marks)*text.Form.row().alphabet.bits() != (bits+7)/8*8+text.Spare(bits) {
					t.Fatalf("%+v.Spare(%d) = %d; want that of %q, of %d symbols", text, bits, text.Spare(bits), s, len(symbols))
				}
			}
			if first != "" && len(first) < len(begun) {
				t.Fatalf("%+v.First(%d) = %q; want more", text, bits, first)
			}
		}
	}
}
