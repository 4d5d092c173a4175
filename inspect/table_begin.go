package inspect

import (
	"math/bits"
	"strings"

	"idscope/gen"
)

// Texts that are patterns, or have a prefix, have no number: which texts of a table
// can be none, most tell by their first byte.

// beginnings are bytes that texts may begin with.
type beginnings [256]bool

func (b *beginnings) add(symbols string, fold bool) {
	for i := range len(symbols) {
		c := symbols[i]
		b[c] = true
		if fold && symbolKind(c)%3 > 0 {
			b[c^' '] = true
		}
	}
}

func anyBeginning() *beginnings {
	var b beginnings
	for i := range b {
		b[i] = true
	}
	return &b
}

// beginnings returns the bytes that a text of the shape may begin with to be one
// of the candidate; nil where no such text can be.
func (c *candidate) beginnings(in *shapes, key shapeKey) *beginnings {
	if c.reader.affix {
		return c.affixBeginnings(in, key)
	}
	if !key.has(in, c.scheme.Marks, false) {
		return nil
	}
	var (
		b       beginnings
		symbols strings.Builder // of which texts consist
		fold    bool
		open    = true // the part may be the first
	)
	for _, part := range c.parts {
		least := part.Min
		switch {
		case len(part.Texts) > 0:
			least = 1
		case part.Alphabet == gen.AnyByte && open:
			return anyBeginning()
		case part.Alphabet == gen.AnyByte:
			return &b
		}
		possible := len(part.Texts) == 0 && (part.Group == 0 || part.Min <= part.Group || key.has(in, "-", false))
		for _, t := range part.Texts {
			if t == "" {
				least, possible = 0, true
				continue
			}
			if key.has(in, t, part.Fold) {
				possible = true
				symbols.WriteString(t)
				if open {
					b.add(t[:1], part.Fold)
				}
			}
		}
		if !possible {
			return nil
		}
		symbols.WriteString(part.Alphabet)
		if part.Group > 0 {
			symbols.WriteByte('-')
		}
		if open {
			b.add(part.Alphabet, part.Fold)
		}
		open = open && least == 0
		fold = fold || part.Fold
	}
	if !key.reached(in, symbols.String(), fold) {
		return nil
	}
	return &b
}

// affixBeginnings is beginnings for texts with a prefix, a checksum or both, which
// may lack them.
func (c *candidate) affixBeginnings(in *shapes, key shapeKey) *beginnings {
	a := c.scheme.Affix
	if !a.Optional && !key.has(in, string(a.Separator), false) {
		return nil
	}
	if key.has(in, string(a.Separator), false) || a.Sum != nil && key.has(in, string(a.SumMark), false) {
		return anyBeginning()
	}
	symbols, fold := c.reader.text.Form.Symbols()
	symbols += c.reader.text.Form.Punctuation()
	shortest, longest := c.reader.text.Len(c.reader.bits)
	if key.length < shortest || key.length > longest || !key.reached(in, symbols, fold) {
		return nil
	}
	var b beginnings
	b.add(symbols, fold)
	return &b
}

// has reports whether texts of the shape may have these bytes, all of them.
func (key shapeKey) has(in *shapes, bytes string, fold bool) bool {
	switch {
	case key.uuid:
		return strings.Trim(bytes, "-0123456789abcdefABCDEF") == ""
	case key.classes == 0:
		return strings.Trim(bytes, "-_") == bytes
	}
	class := bits.TrailingZeros32(key.classes)
	for i := range len(bytes) {
		if in.of(bytes[i], fold)>>class&1 == 0 {
			return false
		}
	}
	return true
}

// reached reports whether a text of the symbols may be of the shape: in its class,
// and in no smaller one; of a UUID, whether the symbols have a hyphen.
func (key shapeKey) reached(in *shapes, symbols string, fold bool) bool {
	if key.uuid {
		return strings.IndexByte(symbols, '-') >= 0
	}
	class := bits.TrailingZeros32(key.classes)
	smaller := uint32(1)<<class - 1 // those that have all symbols of the class
	for i := range len(symbols) {
		c := symbols[i]
		for range 2 {
			if in.classes[c]>>class&1 == 1 {
				smaller &= in.classes[c]
			}
			if !fold || symbolKind(c)%3 == 0 {
				break
			}
			c ^= ' '
		}
	}
	return smaller == 0
}

// starts returns the bytes that texts of a reader may begin with.
func (r *reader) starts() *beginnings {
	symbols, fold := r.text.First(r.bits)
	if symbols == "" {
		return anyBeginning()
	}
	var b beginnings
	b.add(symbols, fold)
	return &b
}

// symbols are the bytes of which texts of the candidate's form consist, in one case.
func (c *candidate) symbols() string {
	symbols, _ := c.reader.text.Form.Symbols()
	return symbols + c.reader.text.Form.Punctuation()
}
