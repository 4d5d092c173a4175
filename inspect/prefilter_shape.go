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
	list []sure
}

// sure is a candidate that is the best reading of each text of the shape that it
// reads and no challenger with a higher score; where known is false the Inspector
// has to be asked. No other but a challenger makes the reading less than sure.
type sure struct {
	*candidate
	score       float64
	known       bool
	confidence  Confidence // where no challenger reads it as well
	challengers []prospect
	start       *start // of a pattern, once it is asked for
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
				p.list = append(p.list, g.sure(c, class, n))
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

// sure finds what there is to know of a candidate before a text of the class and
// length is seen.
func (g *Glancer) sure(c *candidate, class, n int) sure {
	s := sure{candidate: c}
	if c.codec == nil || c.reader.affix || c.level != own || c.reader.text.Form.Punctuation() != "" || !c.reader.text.Form.Spells() ||
		len(g.in.opts.As) > 0 || g.all || class == 0 {
		return s
	}
	if u := g.in.shapes.usual[c.reader.text.Form]; u >= 0 && u != class && len(classes[u]) == len(classes[class]) {
		return s // the evidence may be that of another class
	}
	its := g.in.strength(c, shape{class, n})
	switch {
	case its.timed >= certainBits && its.rivals <= 1.0/(1<<certainBits):
		s.confidence = Certain
	case its.timed < likelyBits || its.rivals > 1.0/(1<<likelyBits):
		return s
	default:
		s.confidence = Likely
	}
	for _, r := range g.in.byLength[n] {
		p := prospect{reader: r}
		for _, k := range r.candidates {
			if t := g.in.strength(k, shape{class, n}).timed; k != c && t < evidence(0) && (t > its.timed-aheadBits || t+k.prior() >= its.timed+c.prior() || k.level == own && r.syntax()) {
				p.list = append(p.list, sure{candidate: k, score: t + k.prior()})
			}
		}
		if len(p.list) > 0 {
			s.challengers = append(s.challengers, p)
		}
	}
	s.score, s.known = its.timed+c.prior(), true
	return s
}

// prior is that of a reading.
func (c *candidate) prior() float64 { return (&Reading{Scheme: c.scheme, c: c}).Prior() }

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
	switch form := c.scheme.Text.Form; {
	case g.all:
		return true
	case c.featureless() && len(g.in.opts.As) == 0:
		return false
	case c.level == own:
		return c.codec == nil || form.Spells() || len(g.in.opts.As) > 0
	default:
		return form == gen.UUID && c.reader.text.Form == gen.Hex
	}
}
