package gen

import (
	"crypto/sha256"
	"slices"
	"strings"
)

// Piece is a part of a text, found.
type Piece struct {
	*Part
	Start, End int    // in bytes
	Value      uint64 // of a numeric part, as a number: see [Part.Numeric]
	Secret     bool   // must not be shown
}

// Tick is the time of the piece of a Time part.
func (p *Piece) Tick() uint64 { return p.Value / max(1, p.Per) }

// Symbols is how many symbols the piece has, hyphens between groups left out.
func (p *Piece) Symbols() int {
	n, _ := p.symbols(p.End - p.Start)
	return n
}

// Matcher finds the parts of texts of a pattern. It never changes: any number of goroutines may use it.
type Matcher struct {
	parts             []matched
	shortest, longest int
	declared          bool // which parts are secret
}

// matched is a part with what matching needs of it.
type matched struct {
	*Part
	low, high int
	rest      int        // the shortest length of the parts that follow
	values    [256]int16 // of each byte; below 0 where it is no symbol
	numeric   bool
}

// Matcher returns the matcher of a pattern that [Pattern.Check] accepts. Of alphabets beyond ASCII nothing matches.
func (p Pattern) Matcher() *Matcher {
	m := &Matcher{parts: make([]matched, len(p))}
	m.shortest, m.longest = p.Len()
	rest := 0
	for i := len(p) - 1; i >= 0; i-- {
		part := matched{Part: &p[i], rest: rest, numeric: p[i].Numeric()}
		part.low, part.high = p[i].lengths()
		rest += part.low
		for c := range part.values {
			part.values[c] = -1
		}
		for v := range len(part.Alphabet) {
			if c := part.Alphabet[v]; c < 0x80 {
				part.values[c] = int16(v)
				if other := c ^ ' '; part.Fold && isLetter(c) && part.values[other] < 0 {
					part.values[other] = int16(v)
				}
			}
		}
		m.parts[i] = part
		m.declared = m.declared || p[i].Secret
	}
	return m
}

func isLetter(c byte) bool { return c|' ' >= 'a' && c|' ' <= 'z' }

// Match appends the parts of a text to pieces; they tile it. Where the text is none of the pattern ok is false and
// pieces as it was. It never panics and takes linear time.
func (m *Matcher) Match(pieces []Piece, text string) (all []Piece, ok bool) {
	if len(text) < m.shortest || len(text) > m.longest {
		return pieces, false
	}
	from, at, secret := len(pieces), 0, false
	for i := range m.parts {
		part := &m.parts[i]
		n := part.take(text[at:])
		if n < 0 {
			return pieces[:from], false
		}
		pieces = append(pieces, Piece{Part: part.Part, Start: at, End: at + n, Secret: secret || part.Secret})
		secret = secret || !m.declared && part.guards(text[at:at+n])
		at += n
	}
	ok = at == len(text)
	for i := 0; ok && i < len(m.parts); i++ {
		if o := &pieces[from+i]; m.parts[i].numeric {
			o.Value, ok = m.parts[i].value(text[o.Start:o.End])
		}
	}
	if !ok {
		return pieces[:from], false
	}
	return pieces, true
}

// take returns how many bytes of the start of a text are the part: as many as leave enough for those that follow. It is
// negative for none.
func (p *matched) take(text string) int {
	room := len(text) - p.rest
	if len(p.Texts) > 0 {
		n := -1
		for _, t := range p.Texts {
			if room == 0 || t[0] != text[0] && !p.Fold {
				continue
			}
			if len(t) > n && len(t) <= room && (text[:len(t)] == t || p.Fold && strings.EqualFold(text[:len(t)], t)) {
				n = len(t)
			}
		}
		return n
	}
	n := min(p.high, room)
	if n < p.low {
		return -1
	}
	if p.Alphabet == AnyByte {
		return n
	}
	if _, ok := p.symbols(n); !ok {
		return -1
	}
	next := p.Group // the place of the next hyphen
	for i, c := range []byte(text[:n]) {
		switch {
		case next > 0 && i == next:
			if c != '-' {
				return -1
			}
			next += p.Group + 1
		case p.values[c] < 0:
			return -1
		}
	}
	return n
}

// guards reports whether a secret follows one of the part's texts.
func (p *Part) guards(text string) bool {
	return slices.ContainsFunc(p.Guards, func(g string) bool { return strings.HasPrefix(text, g) })
}

// Numeric reports whether the part is a number of at most 64 bits in the base of its alphabet: a time, a sequence or a
// worker.
func (p *Part) Numeric() bool {
	return len(p.Texts) == 0 && p.Alphabet != AnyByte && p.Group == 0 && float64(p.Max)*p.Bits() <= 64.0001 &&
		(p.Source == Time || p.Source == Seq || p.Source == Worker)
}

// value reads a number of symbols that the part has; ok is false beyond 64 bits.
func (p *matched) value(text string) (v uint64, ok bool) {
	base := uint64(len(p.Alphabet))
	id := ID{}
	for i := range len(text) {
		if id, ok = id.MulAdd(base, uint64(p.values[text[i]])); !ok {
			return 0, false
		}
	}
	return id.Lo, id.Len() <= 64
}

// number appends the digits of a part: its symbols, then how many there are, so that text reads that first.
func (p *matched) number(id ID, text string) (ID, bool) {
	if len(p.Texts) > 0 {
		for i, t := range p.Texts {
			if t == text || p.Fold && strings.EqualFold(t, text) {
				return id.MulAdd(uint64(len(p.Texts)), uint64(i))
			}
		}
	}
	ok, n := true, 0
	for i := range len(text) {
		switch {
		case p.Group > 0 && text[i] == '-':
			continue
		case p.Alphabet == AnyByte:
			id, ok = id.MulAdd(256, uint64(text[i]))
		default:
			id, ok = id.MulAdd(uint64(len(p.Alphabet)), uint64(p.values[text[i]]))
		}
		if n++; !ok {
			return id, false
		}
	}
	return id.MulAdd(uint64(p.Max-p.Min+1), uint64(n-p.Min))
}

// text takes the digits of a part off again.
func (p *matched) text(id ID) (string, ID) {
	if len(p.Texts) > 0 {
		id, v := id.DivMod(uint64(len(p.Texts)))
		return p.Texts[v], id
	}
	id, more := id.DivMod(uint64(p.Max - p.Min + 1))
	n := p.Min + int(more)
	buf := make([]byte, p.Bytes(n))
	for i := len(buf) - 1; i >= 0; i-- {
		var v uint64
		switch {
		case p.Group > 0 && i%(p.Group+1) == p.Group:
			buf[i] = '-'
			continue
		case p.Alphabet == AnyByte:
			id, v = id.DivMod(256)
			buf[i] = byte(v)
		default:
			id, v = id.DivMod(uint64(len(p.Alphabet)))
			buf[i] = p.Alphabet[v]
		}
	}
	return string(buf), id
}

// keyBits is the size of a Key, whose highest bit says that it is a hash.
const keyBits = 192

// Key is another number of 192 bits for each text of the pattern that differs in more than ignored letter case, so
// that texts are compared and stored as bits are: a hash where the number is too long, or hide is true. ok is false
// for other texts.
func (m *Matcher) Key(text string, hide bool) (id ID, ok bool) {
	var few [8]Piece
	pieces, ok := m.Match(few[:0], text)
	if !ok {
		return ID{}, false
	}
	for i := 0; i < len(pieces) && ok; i++ {
		id, ok = m.parts[i].number(id, text[pieces[i].Start:pieces[i].End])
	}
	if ok && id.Len() < keyBits && !hide {
		return id, true
	}
	folded := []byte(text)
	for i := range pieces {
		if p := &pieces[i]; m.parts[i].Fold {
			copy(folded[p.Start:], strings.ToLower(text[p.Start:p.End]))
		}
	}
	sum := sha256.Sum256(folded)
	return FromBytes(sum[:keyBits/8]).Or(ID{Lo: 1}.Shl(keyBits - 1)), true
}

// AppendKey appends the text of a Key, of ignored letter case that of the declaration; or its hash where it is one.
func (m *Matcher) AppendKey(dst []byte, id ID) []byte {
	if id.Len() == keyBits {
		return Text{Form: Hex}.Append(append(dst, "hash "...), id, keyBits)
	}
	texts := make([]string, len(m.parts))
	for i := len(m.parts) - 1; i >= 0; i-- {
		texts[i], id = m.parts[i].text(id)
	}
	return append(dst, strings.Join(texts, "")...)
}
