package inspect

import (
	"strings"

	"idscope/gen"
)

// fitting is a candidate that reads a text, and as what.
type fitting struct {
	*sure
	id gen.ID
}

// settle finds how sure a candidate that fits is, where none of its challengers is
// better.
func (g *Glancer) settle(c fitting, text []byte, forms uint64) (confidence Confidence, ok bool) {
	var buf [8]fitting
	fits, unclear := g.fits(buf[:0], c.challengers, text, forms)
	if unclear {
		return 0, false
	}
	o := c.reading()
	for _, k := range fits {
		if k.score >= c.score {
			return 0, false
		}
		if k := k.reading(); c.confidence < Certain && k.c.level != implied && !o.includes(&k) { // as Result.settle does
			return Possible, true
		}
	}
	return c.confidence, true
}

// reading is what there is to compare of a candidate's reading.
func (c *fitting) reading() Reading {
	r := Reading{Scheme: c.scheme, Own: c.level == own, Timed: c.timed, c: c.candidate}
	if c.timed {
		r.Time = c.line.Time(c.shown(c.tick(c.id)))
	}
	return r
}

// fits appends the candidates that read the text: its symbols, its constant bits
// and its time. Where it takes more to tell, or there are many, it is unclear.
func (g *Glancer) fits(fits []fitting, list []prospect, text []byte, forms uint64) (all []fitting, unclear bool) {
	for i := range list {
		p := &list[i]
		first := &p.list[0]
		switch {
		case first.codec == nil:
			if g.patterned(first, text) {
				return fits, true
			}
			continue
		case p.affix:
			if p.affixed(text, g.all) {
				return fits, true
			}
			continue
		case forms>>p.text.Form&1 == 0:
			continue
		}
		id, read := p.text.Try(text, p.bits)
		if !read {
			continue
		}
		id = p.id(id)
		for j := range p.list {
			c := &p.list[j]
			if !c.codec.Matches(id) || !g.all && !c.plausible(c.tick(id)) {
				continue
			}
			if len(fits) == cap(fits) {
				return fits, true
			}
			fits = append(fits, fitting{c, id})
		}
	}
	return fits, false
}

// affixed reports whether the text has an identifier behind a prefix, before a
// checksum or both.
func (p *prospect) affixed(text []byte, implausible bool) bool {
	c, a := p.list[0], p.list[0].scheme.Affix
	_, size := p.text.Len(p.bits)
	ends := [2]int{len(text), len(text) - a.SumLen - 1}
	for i, end := range ends {
		at := end - size
		if i > 0 && a.Sum == nil || at < 0 || at == 0 && !a.Optional || at > 0 && text[at-1] != a.Separator {
			continue
		}
		id, ok := p.text.Try(text[at:end], p.bits)
		if ok && (at > 0 || implausible || c.codec.Matches(id) && c.plausible(c.tick(id))) {
			return true
		}
	}
	return false
}

// patterned reports whether the text is one of a pattern, of a plausible time.
func (g *Glancer) patterned(c *sure, text []byte) bool {
	if c.start == nil {
		c.start = g.startOf(c.candidate)
	}
	if !c.start.begins(text) || !hasDigit(text) {
		return false
	}
	var ok bool
	if g.pieces, ok = c.matcher.Match(g.pieces[:0], string(text)); !ok {
		return false
	}
	for i := range g.pieces {
		if p := &g.pieces[i]; c.timed && p.Source == gen.Time && !g.all && !c.plausible(p.Tick()) {
			return false
		}
	}
	return true
}

// start is what the texts of a pattern begin with, as a set of hashes of their
// first bytes, letter case aside: some patterns begin with one of a hundred words.
type start struct {
	n       int // bytes that are hashed; 0 if anything may stand there
	bits    [64]uint64
	symbols [256]bool // that texts consist of
}

// startOf returns the start of a pattern, which is made once.
func (g *Glancer) startOf(c *candidate) *start {
	if s := g.starts[c]; s != nil {
		return s
	}
	s := &start{}
	if p := c.scheme.Pattern; len(p) > 0 && len(p[0].Texts) > 0 {
		s.n = 4
		for _, t := range p[0].Texts {
			s.n = min(s.n, len(t))
		}
		for _, t := range p[0].Texts {
			h := s.hash([]byte(t))
			s.bits[h/64] |= 1 << (h % 64)
		}
	}
	for _, part := range c.scheme.Pattern {
		any := part.Alphabet == gen.AnyByte && len(part.Texts) == 0
		symbols := part.Alphabet + strings.Join(part.Texts, "")
		if part.Group > 0 {
			symbols += "-"
		}
		if part.Fold {
			symbols += strings.ToUpper(symbols) + strings.ToLower(symbols)
		}
		for b := range s.symbols {
			s.symbols[b] = s.symbols[b] || any || strings.IndexByte(symbols, byte(b)) >= 0
		}
	}
	if g.starts == nil {
		g.starts = map[*candidate]*start{}
	}
	g.starts[c] = s
	return s
}

func (s *start) hash(text []byte) uint32 {
	h := uint32(0)
	for _, b := range text[:s.n] {
		h = h<<8 | uint32(b|' ')
	}
	return h * 0x9e3779b1 >> 20
}

// begins reports false only of a text that does not begin as the pattern does, or
// has other symbols.
func (s *start) begins(text []byte) bool {
	if len(text) < s.n {
		return false
	}
	if s.n > 0 {
		if h := s.hash(text); s.bits[h/64]>>(h%64)&1 == 0 {
			return false
		}
	}
	for _, b := range text {
		if !s.symbols[b] {
			return false
		}
	}
	return true
}

func hasDigit(text []byte) bool {
	for _, b := range text {
		if b-'0' < 10 {
			return true
		}
	}
	return false
}
