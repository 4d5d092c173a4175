package inspect

import (
	"bytes"
	"strings"

	"idscope/gen"
)

// fits reports false only where no candidate reads the text: its symbols, its
// constant bits and its time.
func (g *Glancer) fits(list []prospect, text []byte, forms uint64) bool {
	for i := range list {
		p := &list[i]
		switch first := p.list[0]; {
		case first.codec == nil:
			if g.patterned(first, text) {
				return true
			}
			continue
		case p.affix:
			if p.affixed(text, g.all) {
				return true
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
		for _, c := range p.list {
			if c.codec.Matches(id) && (g.all || c.plausible(c.tick(id))) {
				return true
			}
		}
	}
	return false
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
func (g *Glancer) patterned(c *candidate, text []byte) bool {
	if !g.startOf(c).begins(text) || !hasDigit(text) {
		return false
	}
	for _, mark := range []byte(c.scheme.Marks) {
		if bytes.IndexByte(text, mark) < 0 {
			return false
		}
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
