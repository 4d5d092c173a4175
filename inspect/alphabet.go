package inspect

import (
	"math"
	"math/bits"
	"slices"

	"idscope/gen"
)

// alphabet is a form as a way to write numbers.
type alphabet struct {
	base    int
	k       int         // bits per symbol, 0 where the base is no power of two
	spare   uint        // bits below the identifier in the text's number
	fold    bool        // letters of either case are one symbol
	minimal bool        // no needless zero in front
	width   int         // up to which zeros in front are fine
	chance  [64]float64 // that a random symbol of the class has that value
	valid   float64     // that it has a value at all
}

// alphabet returns how texts of the class are numbers of the form.
func (r *reader) alphabet(class int) alphabet {
	all, fold := r.text.Form.Symbols()
	a := newAlphabet(all, fold, class)
	shortest, longest := r.text.Len(r.bits)
	a.minimal = shortest < longest && r.text.Form.Encodes()
	a.width, a.spare = r.text.Width, uint(r.text.Spare(r.bits))
	return a
}

// newAlphabet returns how texts of the class are numbers of symbols, in the order of their values.
func newAlphabet(all string, fold bool, class int) alphabet {
	a := alphabet{base: len(all), fold: fold}
	if a.base&(a.base-1) == 0 {
		a.k = bits.TrailingZeros(uint(a.base))
	}
	var values [256]uint8
	for v := range len(all) {
		values[all[v]] = uint8(v + 1)
		if fold && all[v] >= 'A' {
			values[all[v]^' '] = uint8(v + 1)
		}
	}
	share := 1 / float64(len(classes[class]))
	for i := range len(classes[class]) {
		if v := values[classes[class][i]]; v > 0 {
			a.chance[v-1] += share
			a.valid += share
		}
	}
	return a
}

// matching is the chance that the symbols have the wanted bits, given that they
// have values at all.
func (a *alphabet) matching(fixed, want gen.ID, symbols int) float64 {
	if a.k == 0 {
		return math.Exp2(-float64(ones(fixed)))
	}
	p := 1.0
	for ; symbols > 0 && fixed != (gen.ID{}); symbols-- {
		mask, value := int(fixed.Lo)&(a.base-1), int(want.Lo)&(a.base-1)
		if mask != 0 {
			sum := 0.0
			for v, share := range a.chance[:a.base] {
				if v&mask == value {
					sum += share
				}
			}
			p *= sum / a.valid
		}
		fixed, want = fixed.Shr(uint(a.k)), want.Shr(uint(a.k))
	}
	return p
}

// clip leaves those numbers from low to high that have as many symbols; ok is
// false where there is none.
func (a *alphabet) clip(low, high gen.ID, symbols int) (gen.ID, gen.ID, bool) {
	if a.minimal && symbols > max(1, a.width) {
		below, fits := a.most(symbols - 1)
		least, held := below.MulAdd(1, 1)
		if !fits || !held {
			return low, high, false
		}
		if low.Cmp(least) < 0 {
			low = least
		}
	}
	if most, fits := a.most(symbols); fits && most.Cmp(high) < 0 {
		high = most
	}
	return low, high, low.Cmp(high) <= 0
}

// between is the chance that random symbols are a number from low to high, which
// have as many.
func (a *alphabet) between(low, high gen.ID, symbols int) float64 {
	var buffers [2][maxText]byte
	lows, highs := a.digits(buffers[0][:0], low, symbols), a.digits(buffers[1][:0], high, symbols)
	p, i := 1.0, 0
	for ; i < symbols && lows[i] == highs[i]; i++ {
		p *= a.chance[lows[i]]
	}
	if i == symbols {
		return p
	}
	sum := 0.0
	for v := lows[i] + 1; v < highs[i]; v++ {
		sum += a.chance[v]
	}
	sum *= math.Pow(a.valid, float64(symbols-i-1))
	sum += a.chance[lows[i]] * a.beyond(lows[i+1:], true)
	sum += a.chance[highs[i]] * a.beyond(highs[i+1:], false)
	return p * sum
}

// beyond is the chance that random symbols are at least, or at most, these.
func (a *alphabet) beyond(digits []byte, atLeast bool) float64 {
	var below [len(a.chance) + 1]float64
	for v, share := range a.chance[:a.base] {
		below[v+1] = below[v] + share
	}
	p, any := 1.0, 1.0 // for the symbols behind one, and that they have values at all
	for i := len(digits) - 1; i >= 0; i-- {
		d := digits[i]
		beyond := below[d]
		if atLeast {
			beyond = below[a.base] - below[d+1]
		}
		p, any = beyond*any+a.chance[d]*p, any*a.valid
	}
	return p
}

// digits appends a number in the base.
func (a *alphabet) digits(dst []byte, v gen.ID, symbols int) []byte {
	dst = slices.Grow(dst, symbols)[:symbols]
	for i := symbols - 1; i >= 0; i-- {
		if a.k > 0 {
			dst[i], v = byte(v.Lo)&byte(a.base-1), v.Shr(uint(a.k))
			continue
		}
		var d uint64
		v, d = v.DivMod(uint64(a.base))
		dst[i] = byte(d)
	}
	return dst
}

// most is the largest number of so many symbols.
func (a *alphabet) most(symbols int) (most gen.ID, fits bool) {
	fits = true
	for i := 0; i < symbols && fits; i++ {
		most, fits = most.MulAdd(uint64(a.base), uint64(a.base-1))
	}
	return most, fits
}

func ones(id gen.ID) int {
	return bits.OnesCount64(id.Hi) + bits.OnesCount64(id.Mid) + bits.OnesCount64(id.Lo)
}
