package hashids

// shuffle mixes a list by a salt: from the back to the front, place i changes with the place (code + v + sum of codes)
// mod i, where v counts through the salt, again and again.
func shuffle(list, salt []rune) {
	if len(salt) == 0 {
		return
	}
	var sum uint64
	v := 0
	for i := len(list) - 1; i > 0; i-- {
		code := uint64(salt[v])
		sum += code
		j := (code + uint64(v) + sum) % uint64(i)
		list[i], list[j] = list[j], list[i]
		if v++; v == len(salt) {
			v = 0
		}
	}
}

// reshuffle mixes the digits for the next number: the salt is the lottery, the codec's salt and the digits before, as
// long as the digits.
func (c *Codec) reshuffle(digits, room []rune, lottery rune) {
	key := append(room[:0], lottery)
	key = append(key, c.salt[:min(len(c.salt), len(digits)-1)]...)
	key = append(key, digits[:len(digits)-len(key)]...)
	shuffle(digits, key)
}
