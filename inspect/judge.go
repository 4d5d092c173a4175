package inspect

import (
	"idscope/gen"
)

// judge gives a reading the evidence that its text is.
func (in *Inspector) judge(o *Reading, text string) {
	class, symbols := in.shapes.class(text, o.c.reader.text.Form)
	if class < 0 {
		return
	}
	o.word, o.number = isWord(text), isPlainNumber(text)
	if o.c.loose {
		o.Evidence = evidence(o.c.chance(class, symbols, o.Plausible))
		return
	}
	s := in.strength(o.c, shape{class, symbols})
	o.Evidence, o.rivals = s.timed, s.rivals
	if !o.Plausible {
		o.Evidence = s.untimed
	}
}

// ratherNumber reports whether digits alone, also with hyphens, are rather a number, a
// date or the like than an identifier of c: in forms that have letters, but for
// those of fixed length that are a scheme's own.
func (c *candidate) ratherNumber(strict bool) bool {
	shortest, longest := c.reader.text.Len(c.reader.bits)
	switch {
	case c.reader.text.Form.Digits() || strict && c.level == own:
		return false
	case shortest < longest:
		return true
	case strict && c.level == declared:
		return false
	}
	return c.level != own && c.reader.bits <= 64
}

// weak reports whether too little speaks for a reading to show it: less than 2
// bits in a spelling that is rare, or of a word in a form of minimal length; a
// word in a rare spelling; only the variant of a UUID that is not written as one.
func (r *Reading) weak() bool {
	if !r.Own && r.Scheme.Prior == 0 && r.says() == 0 {
		return true
	}
	if r.c.scheme.Pattern != nil || !r.word && r.usual() {
		return false
	}
	shortest, longest := r.c.reader.text.Len(r.c.size)
	return (r.c.level >= declared || r.word && shortest < longest) &&
		(r.word && r.c.level >= declared || r.Evidence < rareBits)
}

// chancy reports whether identifiers of c are random bits and nothing else, so that
// a word of small letters is rather that.
func (c *candidate) chancy() bool {
	return c.codec != nil && c.scheme.Layout.Width(gen.Random) == c.size
}

// isWord reports whether a text is letters only: all small, all large, or the
// first one large.
func isWord(text string) bool {
	large := 0
	for i := range len(text) {
		c := text[i]
		if c|' ' < 'a' || c|' ' > 'z' {
			return false
		}
		if c <= 'Z' {
			large++
		}
	}
	return large == 0 || large == len(text) || large == 1 && text[0] <= 'Z'
}

// isPlainNumber reports whether a text is a round number, or one with a letter behind
// it, as a unit: what is read of such a text is never likely.
func isPlainNumber[T string | []byte](text T) bool {
	const zeros, least = 6, 10
	last := len(text) - 1
	if last+1 < least {
		return false
	}
	end := last
	switch {
	case text[last] == '0':
		for end > last-zeros {
			if text[end] != '0' {
				return false
			}
			end--
		}
	case text[last]|' ' < 'a':
		return false
	}
	for i := range end {
		if text[i]-'0' > 9 {
			return false
		}
	}
	return true
}
