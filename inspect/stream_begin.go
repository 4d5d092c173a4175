package inspect

import (
	"math/bits"
	"strings"

	"idscope/gen"
)

// Texts that are patterns, or have a prefix, are the Inspector's: a Streamer only
// tells which of its texts can not be one, most of them by their first byte. Its
// texts are letters and digits, or UUIDs.

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
// of the candidate, with a plausible time or any; nil where no such text can be.
func (c *candidate) beginnings(key planKey, plausible bool) *beginnings {
	if c.reader.affix {
		return c.affixBeginnings(key)
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
		possible := len(part.Texts) == 0 && (part.Group == 0 || part.Min <= part.Group || key.has("-"))
		for _, t := range part.Texts {
			if t == "" {
				least, possible = 0, true
				continue
			}
			if key.has(t) {
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
			b.add(c.firstSymbols(&part, plausible), part.Fold)
		}
		open = open && least == 0
		fold = fold || part.Fold
	}
	if !key.reached(symbols.String(), fold) {
		return nil
	}
	return &b
}

// firstSymbols are those that a part may begin with; of a time of fixed length
// only those of one that is plausible, where it has to be.
func (c *candidate) firstSymbols(part *gen.Part, plausible bool) string {
	if !plausible || part.Source != gen.Time || part.Fold || part.Group > 0 || part.Min != part.Max || part.Min == 0 || c.last < c.first {
		return part.Alphabet
	}
	a := &alphabet{base: len(part.Alphabet)}
	from := a.digits(part.FirstOf(c.first), part.Min)[0]
	to := a.digits(part.LastOf(min(c.last, c.scheme.LastTick())), part.Min)[0]
	return part.Alphabet[from : to+1]
}

// affixBeginnings is beginnings for texts with a prefix, a checksum or both, which
// may lack them.
func (c *candidate) affixBeginnings(key planKey) *beginnings {
	a := c.scheme.Affix
	if !a.Optional && !key.has(string(a.Separator)) {
		return nil
	}
	if key.has(string(a.Separator)) || a.Sum != nil && key.has(string(a.SumMark)) {
		return anyBeginning()
	}
	symbols, fold := c.reader.text.Form.Symbols()
	symbols += c.reader.text.Form.Punctuation()
	shortest, longest := c.reader.text.Len(c.reader.bits)
	if key.length < shortest || key.length > longest || !key.reached(symbols, fold) {
		return nil
	}
	var b beginnings
	b.add(symbols, fold)
	return &b
}

// has reports whether texts of the shape may have these bytes.
func (key planKey) has(bytes string) bool {
	return strings.IndexByte(bytes, '_') < 0 && (key.uuid || strings.IndexByte(bytes, '-') < 0)
}

// reached reports whether a text of the symbols may be of the shape: in its class,
// and in no smaller one; of a UUID, whether the symbols have a hyphen.
func (key planKey) reached(symbols string, fold bool) bool {
	if key.uuid {
		return strings.IndexByte(symbols, '-') >= 0
	}
	class := bits.TrailingZeros32(key.classes)
	for _, smaller := range classes[:class] {
		inside := true
		for i := range len(classes[class]) {
			c := classes[class][i : i+1]
			inside = inside && (common(c, symbols, fold) == 0 || strings.Contains(smaller, c))
		}
		if inside {
			return false
		}
	}
	return true
}
