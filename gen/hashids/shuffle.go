package hashids

import "math/bits"

// shuffle mixes a list by a salt, by the rule of the algorithm: from the back to
// the front, place i changes with the place (code + v + sum of codes) mod i, where
// v counts through the salt, again and again.
func (c *Codec) shuffle(list, salt []rune) {
	if len(salt) == 0 {
		return
	}
	inverse := c.inverse[:len(list)]
	var sum uint64
	v := 0
	for i := len(list) - 1; i > 0; i-- {
		code := uint64(salt[v])
		sum += code
		j := modulo(code+uint64(v)+sum, uint64(i), inverse[i])
		list[i], list[j] = list[j], list[i]
		if v++; v == len(salt) {
			v = 0
		}
	}
}

// reshuffle mixes the digits for the next number: the salt is the lottery, the
// codec's salt and the digits as they were, as long as the digits. The room is for
// that salt.
func (c *Codec) reshuffle(digits, room []rune, lottery rune) {
	key := append(room[:0], lottery)
	key = append(key, c.salt[:min(len(c.salt), len(digits)-1)]...)
	key = append(key, digits[:len(digits)-len(key)]...)
	c.shuffle(digits, key)
}

// shuffleFirst keeps the digits of the first number for each lottery, where they
// are few: that shuffle depends on nothing else.
func (c *Codec) shuffleFirst() {
	n := len(c.digits)
	if n > ascii {
		return
	}
	var room [ascii]rune
	c.first = make([]rune, 0, n*n)
	for _, lottery := range c.digits {
		c.first = append(c.first, c.digits...)
		c.reshuffle(c.first[len(c.first)-n:], room[:], lottery)
	}
}

// inverses are what modulo wants for each number up to n.
func inverses(n int) []uint64 {
	list := make([]uint64, n+1)
	for i := 1; i <= n; i++ {
		list[i] = ^uint64(0)/uint64(i) + 1
	}
	return list
}

// modulo is x mod n for x and n below 2^32, by two multiplications in place of a
// division (D. Lemire et al., Faster remainder by direct computation, 2019). The
// sums of at most 1024 code points stay below 2^31.
func modulo(x, n, inverse uint64) uint64 {
	r, _ := bits.Mul64(inverse*x, n)
	return r
}
