package inspect

import (
	"strings"

	"idscope/gen"
)

// outlook is who can read the texts of a shape.
type outlook struct{ prospects []prospect }

// prospect is the candidates of one reader that can.
type prospect struct {
	*reader
	list []*candidate
}

// outlook returns who can read texts of a class and length, as more than possible
// where that is wanted. The evidence of a shape is computed when it is met first.
func (g *Glancer) outlook(class, n int) *outlook {
	if o := g.shapes[class][n]; o != nil {
		return o
	}
	o := &outlook{}
	for _, r := range g.in.byLength[n] {
		p := prospect{reader: r}
		for _, c := range r.candidates {
			if g.readable(c) && !g.tooShort(c, n) && (g.all || len(g.in.opts.As) > 0 || g.promises(c, class, n)) {
				p.list = append(p.list, c)
			}
		}
		if len(p.list) > 0 {
			o.prospects = append(o.prospects, p)
		}
	}
	g.shapes[class][n] = o
	return o
}

// leastVerified is the length from which on texts are looked at that begin with
// one certain symbol and have to be taken apart to be told from words (CIDs). Those
// of a hash are longer.
const leastVerified = 40

// tooShort reports whether texts of that length are not looked at, as one of so few
// symbols is a word.
func (g *Glancer) tooShort(c *candidate, n int) bool {
	return n < leastVerified && !g.all && len(g.in.opts.As) == 0 && c.oneSymbol()
}

// oneSymbol reports whether all that tells a text of a pattern from a word is its
// first symbol, and what only Verify knows.
func (c *candidate) oneSymbol() bool {
	p := c.scheme.Pattern
	return c.scheme.Verify != nil && len(p) > 0 && len(p[0].Texts) > 0 && len(p[0].Texts[0]) == 1
}

// featureless reports whether a pattern has nothing but symbols and separators: no
// word in front, no time, nothing to verify.
func (c *candidate) featureless() bool {
	if c.codec != nil || c.timed || c.scheme.VerifyBits > 0 {
		return false
	}
	for _, part := range c.scheme.Pattern {
		for _, t := range part.Texts {
			if strings.Trim(t, "-_.:/") != "" {
				return false
			}
		}
	}
	return true
}

// promises reports whether a text of that class and length can be more than
// possible.
func (g *Glancer) promises(c *candidate, class, n int) bool {
	usual := class
	if c.codec != nil {
		n -= c.reader.text.Marks(c.reader.bits)
		if u := g.in.shapes.usual[c.reader.text.Form]; u >= 0 && len(classes[u]) == len(classes[class]) {
			usual = u
		}
	}
	return n > 0 && (g.in.strength(c, shape{class, n}).promises() || g.in.strength(c, shape{usual, n}).promises())
}

// promises reports whether a text with that evidence can be more than possible.
func (s strength) promises() bool {
	return s.timed >= likelyBits && s.timed < evidence(0) && s.rivals <= 1.0/(1<<likelyBits)
}

// readable reports whether the spelling is one that is read in running text.
func (g *Glancer) readable(c *candidate) bool {
	switch {
	case g.all:
		return true
	case len(g.in.opts.As) > 0 && c.level == own:
		return true
	}
	return c.prose()
}

// prose reports whether texts of a candidate are looked for in running text: no
// groups of symbols without a feature, no dates, and of UUIDs also bare digits.
func (c *candidate) prose() bool {
	switch form := c.scheme.Text.Form; {
	case c.featureless(), c.scheme.Weak:
		return false
	case c.level == own:
		return c.codec == nil || form.Spells()
	default:
		return form == gen.UUID && c.reader.text.Form == gen.Hex
	}
}
