package gen

import (
	"crypto/sha256"
	"strings"
)

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

// Key is another number of 192 bits for each text of the pattern that differs in more than ignored letter case, so that
// texts are compared and stored as bits are: a hash where the number is too long, or hide is true. ok is false for other
// texts.
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
	sum := sha256.Sum256([]byte(text))
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
