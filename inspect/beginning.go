package inspect

import (
	"math/bits"
	"slices"
	"strings"

	"idscope/gen"
)

// beginnings returns the bytes that a text of the shape may begin with to be one of the
// candidate, which has no number; nil where no such text can be.
func (c *candidate) beginnings(in *shapes, key *shapeKey) *symbolSet {
	b := c.begun.get(c.begin)
	if a := c.scheme.Affix; !key.has(in, c.scheme.Marks) || key.classes > 0 && !key.reached(in, b[1]) ||
		a != nil && !a.Optional && !key.has(in, string(a.Separator)) {
		return nil
	}
	return &b[0]
}

// begin finds the bytes that texts of no number may begin with, and all of which they consist.
func (c *candidate) begin() *[2]symbolSet {
	var b [2]symbolSet
	if a := c.scheme.Affix; a != nil {
		symbols, fold := c.reader.text.Form.Symbols()
		all := symbolsOf(a.Symbols+string(a.Separator)+string(a.SumMark), false)
		return &[2]symbolSet{everySymbol, all.or(symbolsOf(symbols, fold))}
	}
	open := true // the part may be the first
	for _, part := range c.parts {
		first, all := symbolsOf(part.Alphabet, part.Fold), symbolsOf(part.Alphabet+strings.Join(part.Texts, ""), part.Fold)
		if part.Group > 0 {
			all = all.or(symbolsOf("-", false))
		}
		for _, t := range part.Texts {
			first = first.or(symbolsOf(t[:min(1, len(t))], part.Fold))
		}
		if part.Alphabet == gen.AnyByte && len(part.Texts) == 0 {
			first, all = everySymbol, everySymbol
		}
		if b[1] = b[1].or(all); open {
			b[0] = b[0].or(first)
		}
		open = open && (part.Min == 0 && len(part.Texts) == 0 || slices.Contains(part.Texts, ""))
	}
	return &b
}

// has reports whether texts of the shape may have these bytes, all of them.
func (key *shapeKey) has(in *shapes, bytes string) bool {
	all := symbolsOf(bytes, false)
	return key.classes == 0 || key.possible(in, all) == all
}

// possible are those of some symbols that texts of the shape may have, which has classes.
func (key *shapeKey) possible(in *shapes, symbols symbolSet) symbolSet {
	symbols = symbols.and(in.sets[bits.TrailingZeros32(key.classes)])
	for _, m := range marks {
		if uint64(key.absent)&m.no != 0 {
			symbols[m.mark/64] &^= 1 << (m.mark % 64)
		}
	}
	return symbols
}

// reached reports whether a text of the symbols may be of the shape: in its class,
// and in no smaller one.
func (key *shapeKey) reached(in *shapes, symbols symbolSet) bool {
	if key.classes == 0 {
		return false
	}
	met := key.possible(in, symbols)
	smaller := in.sets[:bits.TrailingZeros32(key.classes)]
	return !slices.ContainsFunc(smaller, func(smaller symbolSet) bool { return met.and(smaller) == met })
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
