package inspect

import (
	"math/bits"
	"slices"
	"strings"

	"idscope/gen"
)

// Texts that are patterns, or have a prefix, have no number: which texts of a table
// can be none, most tell by their first byte.

// beginnings returns the bytes that a text of the shape may begin with to be one
// of the candidate; nil where no such text can be.
func (c *candidate) beginnings(in *shapes, key *shapeKey) *symbolSet {
	if c.reader.affix {
		return c.affixBeginnings(in, key)
	}
	if key.classes == 0 {
		return &everySymbol
	}
	k := beginKey{bits.TrailingZeros32(key.classes), key.absent, key.mark}
	found, ok := c.begun.Load(k)
	if !ok {
		found = &begun{c.patternBeginnings(in, key), c.mostOf(key.mark)}
		c.begun.Store(k, found)
	}
	b := found.(*begun)
	if key.mark != 0 && b.most < key.marks {
		return nil
	}
	return b.starts
}

// beginKey is what the beginnings of a pattern's texts depend on; texts of many lengths have it in common.
type beginKey struct {
	class  int
	absent uint8
	mark   byte
}

type begun struct {
	starts *symbolSet // nil where no text can be
	most   int        // marks of a text
}

// patternBeginnings is beginnings for the texts of a pattern, however many marks they have.
func (c *candidate) patternBeginnings(in *shapes, key *shapeKey) *symbolSet {
	if !key.has(in, c.scheme.Marks, false) {
		return nil
	}
	var (
		b       symbolSet
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
			return &everySymbol
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
					b = b.or(symbolsOf(t[:1], part.Fold))
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
			b = b.or(symbolsOf(part.Alphabet, part.Fold))
		}
		open = open && least == 0
		fold = fold || part.Fold
	}
	if !key.reached(in, symbols.String(), fold) {
		return nil
	}
	return &b
}

// matchedBy reports whether all texts of the shape match a pattern with something to verify: it
// is one part, which may have all their symbols.
func (c *candidate) matchedBy(key *shapeKey) bool {
	if c.scheme.Pattern == nil || c.scheme.Verify == nil || len(c.parts) != 1 || len(c.parts[0].Texts) > 0 ||
		c.parts[0].Group > 0 {
		return false
	}
	part, all := c.parts[0], key.classes
	if key.mark != 0 {
		all = key.bare
	}
	if all == 0 || part.Alphabet == gen.AnyByte || key.length < part.Min || key.length > part.Max {
		return false
	}
	own := symbolsOf(part.Alphabet, part.Fold)
	class := allShapes().sets[bits.TrailingZeros32(all)]
	return own.and(class) == class && (key.mark == 0 || own.has(key.mark))
}

// mostOf is how often a mark is in a text of a pattern, at most.
func (c *candidate) mostOf(mark byte) (most int) {
	if c.scheme.MostMarks > 0 && strings.IndexByte(c.scheme.Marks, mark) >= 0 {
		return c.scheme.MostMarks
	}
	for _, part := range c.parts {
		n := 0
		for _, t := range part.Texts {
			n = max(n, strings.Count(t, string(mark)))
		}
		switch {
		case len(part.Texts) > 0:
		case part.Alphabet == gen.AnyByte || strings.IndexByte(part.Alphabet, mark) >= 0:
			n = part.Bytes(part.Max)
		case mark == '-' && part.Group > 0:
			n = part.Bytes(part.Max) - part.Max
		}
		most += n
	}
	return most
}

// affixBeginnings is beginnings for texts with a prefix, a checksum or both, which
// may lack them.
func (c *candidate) affixBeginnings(in *shapes, key *shapeKey) *symbolSet {
	a := c.scheme.Affix
	if !a.Optional && !key.has(in, string(a.Separator), false) {
		return nil
	}
	if key.has(in, string(a.Separator), false) || a.Sum != nil && key.has(in, string(a.SumMark), false) {
		return &everySymbol
	}
	symbols, fold := c.reader.text.Form.Symbols()
	symbols += c.reader.text.Form.Punctuation()
	shortest, longest := c.reader.text.Len(c.reader.bits)
	if key.length < shortest || key.length > longest || !key.reached(in, symbols, fold) {
		return nil
	}
	b := symbolsOf(symbols, fold)
	return &b
}

// has reports whether texts of the shape may have these bytes, all of them.
func (key *shapeKey) has(in *shapes, bytes string, fold bool) bool {
	if key.classes == 0 {
		return true
	}
	class := bits.TrailingZeros32(key.classes)
	for i := range len(bytes) {
		if in.of(bytes[i], fold)>>class&1 == 0 {
			return false
		}
		for _, m := range marks {
			if bytes[i] == m.mark && uint64(key.absent)&m.no != 0 {
				return false
			}
		}
	}
	return true
}

// reached reports whether a text of the symbols may be of the shape: in its class,
// and in no smaller one.
func (key *shapeKey) reached(in *shapes, symbols string, fold bool) bool {
	class := bits.TrailingZeros32(key.classes) // 32 for none
	if key.classes == 0 {
		return false
	}
	met := symbolsOf(symbols, fold).and(in.sets[class])
	return !slices.ContainsFunc(in.sets[:class], func(smaller symbolSet) bool { return met.and(smaller) == met })
}

// starts returns the bytes that texts of a reader may begin with.
func (r *reader) starts() *symbolSet {
	if b := r.begin.Load(); b != nil {
		return b
	}
	b := &everySymbol
	if symbols, fold := r.text.First(r.bits); symbols != "" {
		first := symbolsOf(symbols, fold)
		b = &first
	}
	r.begin.Store(b)
	return b
}

// symbols are the bytes of which texts of the candidate's form consist, in one case.
func (c *candidate) symbols() string {
	symbols, _ := c.reader.text.Form.Symbols()
	return symbols + c.reader.text.Form.Punctuation()
}
