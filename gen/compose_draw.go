package gen

import (
	"math/bits"
)

// number writes the value of a Seq part at full width.
func (p *composed) number(dst []byte) []byte {
	at, v := len(dst)+p.length, p.value
	dst = append(dst, make([]byte, p.length)...)
	for range p.length {
		at--
		dst[at] = p.Alphabet[v%uint64(len(p.Alphabet))]
		v /= uint64(len(p.Alphabet))
	}
	return dst
}

// draw appends the random symbols of a part, and the hyphens between its groups.
func (e *entropy) draw(dst []byte, p *composed) (longer []byte, err error) {
	if p.Group == 0 {
		return e.symbols(dst, p, p.length)
	}
	for left := p.length; left > 0; left -= p.Group {
		if left < p.length {
			dst = append(dst, '-')
		}
		if dst, err = e.symbols(dst, p, min(left, p.Group)); err != nil {
			return dst, err
		}
	}
	return dst, nil
}

// symbols appends n uniform symbols of a part: each from a byte, where those that would favour the first symbols of the
// alphabet are thrown away.
func (e *entropy) symbols(dst []byte, p *composed, n int) ([]byte, error) {
	if p.letters && len(p.symbols) == 64 {
		return e.symbols64(dst, &p.table, n)
	}
	for n > 0 {
		random, err := e.bulk(1, (n+7)/8)
		if err != nil {
			return dst, err
		}
		used := 0
		for ; used < len(random) && n > 0; used++ {
			switch b := random[used]; {
			case int(b) >= p.limit:
				continue
			case p.letters:
				dst = append(dst, p.table[b])
			default:
				dst = append(dst, p.symbols[p.table[b]]...)
			}
			n--
		}
		e.used(used)
	}
	return dst, nil
}

// perPair is how many symbols of an alphabet of 64 come from two words without waste: 126 of 128 bits, the lowest
// first.
const perPair = 21

// symbols64 appends n symbols of an alphabet of 64 bytes.
func (e *entropy) symbols64(dst []byte, table *[256]byte, n int) ([]byte, error) {
	for ; n > 0; n -= perPair {
		lo, err := e.Word()
		if err != nil {
			return dst, err
		}
		hi, err := e.Word()
		if err != nil {
			return dst, err
		}
		for range min(n, perPair) {
			dst = append(dst, table[lo&63])
			lo, hi = lo>>6|hi<<58, hi>>6
		}
	}
	return dst, nil
}

// below returns a uniform number from 0 to n-1; 0 for n of 0 or 1.
func (e *entropy) below(n uint64) (uint64, error) {
	if n < 2 {
		return 0, nil
	}
	mask := ^uint64(0) >> bits.LeadingZeros64(n-1)
	for {
		v, err := e.Word()
		if err != nil {
			return 0, err
		}
		if v &= mask; v < n {
			return v, nil
		}
	}
}
