package gen

import (
	"encoding/binary"
	"slices"
)

// An alphabet of 64 symbols takes its random bits without waste: 21 symbols come
// from 126 of 128 bits, the lowest first. [Composer.lines64] makes many texts so,
// two symbols at a time. Figures for nanoid, ns an identifier with its newline, one
// core of an AMD EPYC (Zen 5), Go 1.26: 40 by Append, 9 by this.

// perPair is how many symbols of 6 bits come from two words.
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

// all64 reports whether identifiers are nothing but symbols of one alphabet of 64,
// as many as come from two words.
func (c *Composer) all64() bool {
	p := &c.parts[0]
	return len(c.parts) == 1 && p.Source == Random && !p.Keep && p.Group == 0 && p.letters && len(p.symbols) == 64 &&
		p.length == perPair
}

// lines64 appends n identifiers of perPair symbols, each with a newline.
func (c *Composer) lines64(dst []byte, n int) (longer []byte, made int, err error) {
	const line = perPair + 1
	if c.pairs == nil {
		c.pairs = new([1 << 12]uint16)
		table := &c.parts[0].table
		for i := range c.pairs {
			c.pairs[i] = uint16(table[i&63]) | uint16(table[i>>6])<<8
		}
	}
	t := c.pairs
	for made < n {
		random, err := c.entropy.bulk(2 * (n - made))
		if err != nil {
			return dst, made, err
		}
		if len(random) < 16 { // the rest of the buffer is half an identifier
			if dst, err = c.append(dst); err != nil {
				return dst, made, err
			}
			dst = append(dst, '\n')
			made++
			continue
		}
		k := len(random) / 16
		from := len(dst)
		dst = slices.Grow(dst, line*k)[:from+line*k]
		putPairs(dst[from:], random, t)
		c.entropy.used(16 * k)
		made += k
	}
	return dst, made, nil
}

// putPairs writes a line of 21 symbols of each 16 random bytes, as [Composer.append]
// does, by pairs.
func putPairs(text, random []byte, t *[1 << 12]uint16) {
	const line = perPair + 1
	for i := range len(random) / 16 {
		b := (*[line]byte)(text[line*i:])
		lo, hi := binary.LittleEndian.Uint64(random[16*i:]), binary.LittleEndian.Uint64(random[16*i+8:])
		put8(b[0:8], t[lo&4095], t[lo>>12&4095], t[lo>>24&4095], t[lo>>36&4095])
		put8(b[8:16], t[lo>>48&4095], t[(lo>>60|hi<<4)&4095], t[hi>>8&4095], t[hi>>20&4095])
		binary.LittleEndian.PutUint32(b[16:20], uint32(t[hi>>32&4095])|uint32(t[hi>>44&4095])<<16)
		binary.LittleEndian.PutUint16(b[20:22], t[hi>>56&63]&0xff|'\n'<<8)
	}
}

// put8 writes four pairs of symbols with one store.
func put8(b []byte, p0, p1, p2, p3 uint16) {
	binary.LittleEndian.PutUint64(b, uint64(p0)|uint64(p1)<<16|uint64(p2)<<32|uint64(p3)<<48)
}
