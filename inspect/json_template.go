package inspect

import (
	"strconv"

	"idscope/gen"
)

// template is a full object with gaps for what depends on the number. It writes
// what Result.AppendJSON does, of which it was made. Figures, ns an object,
// one core of a shared AMD EPYC where reading the clock takes 55: a UUID of version
// 7 (1.6 KB) 12000 by the Inspector and AppendJSON, 1050 by template; a snowflake
// that 30 schemes are tried on (6 KB) 48000 and 3100.
type template struct {
	parts []part
	tail  []byte
}

// part is a constant text and the gap behind it.
type part struct {
	before []byte
	kind   gapKind
	t      *trial
	lsb    uint // of a field
	bits   int
	node   uint64 // the worker that host is about
	host   []byte // empty for none yet; makers of many identifiers are few
}

// newTemplate makes a template of an object with its gaps; nil where a gap is
// none that can be filled.
func newTemplate(p *plan, object []byte, gaps []gap) *template {
	tpl := &template{}
	at := 0
	for _, sp := range gaps {
		next := part{before: object[at:sp.from:sp.from], kind: sp.kind}
		if sp.kind != gapInput {
			if next.t = p.of(sp.c); next.t == nil || sp.c.scheme.Text.Form == gen.Raw {
				return nil
			}
		}
		if sp.kind == gapField {
			next.lsb, next.bits = uint(sp.c.codec.LSB(sp.field)), sp.c.scheme.Layout[sp.field].Bits
		}
		tpl.parts = append(tpl.parts, next)
		at = sp.to
	}
	tpl.tail = append(object[at:len(object):len(object)], '\n')
	return tpl
}

// append appends the object of a text, and a newline.
func (tpl *template) append(dst []byte, l *look) []byte {
	l.size = 0
	for i := range tpl.parts {
		p := &tpl.parts[i]
		dst = append(dst, p.before...)
		if p.kind == gapInput {
			dst = append(append(append(dst, '"'), l.text...), '"')
			continue
		}
		t, id := p.t, l.ids[p.t.place]
		switch p.kind {
		case gapCanonical:
			dst = append(t.scheme.Append(append(dst, '"'), id), '"')
		case gapTime:
			dst = t.stamps.append(dst, t.ticker.tick(&id))
		case gapDay:
			dst = t.stamps.appendDay(dst, t.ticker.tick(&id))
		case gapMilli:
			dst = strconv.AppendInt(dst, t.stamps.milli(t.ticker.tick(&id)), 10)
		case gapField:
			value := id.Shr(p.lsb).And(gen.Mask(p.bits))
			dst = gen.Text{Form: gen.Decimal}.Append(dst, value, gen.MaxBits)
		case gapEncodings:
			dst = l.appendEncodings(dst, t.candidate, id)
		case gapWorker:
			dst = strconv.AppendUint(dst, t.codec.Source(id, gen.Worker).Lo, 10)
		case gapHost:
			if node := t.codec.Source(id, gen.Worker).Lo; node != p.node || len(p.host) == 0 {
				p.node, p.host = node, appendString(p.host[:0], nodeKind(node))
			}
			dst = append(dst, p.host...)
		case gapMismatch:
			dst = appendString(dst, t.mismatch(id))
		}
	}
	return append(dst, tpl.tail...)
}

// appendEncodings appends all spellings of an identifier; those of the reading
// before are copied where they are the same.
func (l *look) appendEncodings(dst []byte, c *candidate, id gen.ID) []byte {
	if l.size == c.size && l.spelled == id {
		return append(dst, dst[l.start:l.limit]...)
	}
	l.start = len(dst)
	for i, e := range c.encodings() {
		dst = comma(dst, i)
		dst = append(append(append(dst, '"'), e.name...), `":"`...)
		dst = append(l.appendEncoding(dst, e.text, id, c.size), '"')
	}
	l.spelled, l.size, l.limit = id, c.size, len(dst)
	return dst
}

func (l *look) appendEncoding(dst []byte, t gen.Text, id gen.ID, bits int) []byte {
	if bits == 128 {
		for i := range l.radixes {
			if r := &l.radixes[i]; r.text == t {
				return r.append(dst, id)
			}
		}
	}
	return t.Append(dst, id, bits)
}
