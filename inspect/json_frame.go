package inspect

import (
	"slices"
	"strconv"
	"time"

	"idscope/gen"
)

// frame is the JSON of the readings of a candidate that have the same confidence, written once with gaps for what they
// differ in.
type frame struct {
	gaps []gap
	end  []byte
}

// gap is where readings differ, with all that stands between the one before and it.
type gap struct {
	before []byte
	keyed  []byte // the same with the key of a time
	what   gapKind
	row    *fact
	lsb    uint // of a field
	mask   gen.ID
}

type gapKind uint8

const (
	ofMember gapKind = iota // the row, with its key
	ofTime                  // the time, and the row in place of one that RFC 3339 cannot write
	ofValue                 // that of the row
	ofField                 // the number of a field
	ofWorker                // what the worker reveals
)

// frameCount is how many frames a candidate has: short ones and full ones, those of plausible readings and others.
const frameCount = 3 * (int(Certain) + 1)

// frame returns the frame of a reading.
func (w *jsonWriter) frame(r *Reading, brief bool) *frame {
	at := int(r.Confidence)
	switch {
	case brief:
		at += 2 * (int(Certain) + 1)
	case !r.Plausible:
		at += int(Certain) + 1
	}
	if f := r.c.frames[at].Load(); f != nil {
		return f
	}
	f := w.newFrame(r, brief)
	r.c.frames[at].Store(f)
	return f
}

// newFrame writes the frame of a reading: all that is the same of others.
func (w *jsonWriter) newFrame(r *Reading, brief bool) *frame {
	f := &frame{end: []byte{'{'}}
	if brief {
		f.end = []byte(`","ok":true`)
	}
	for i := range facts {
		row := &facts[i]
		switch {
		case row.on == onTables, brief && row.on&onBrief == 0:
		case row.same == ofAll, row.same == ofNumbers && r.c.codec != nil && r.Plausible:
			f.end = w.appendMember(f.end, r, row)
		case row.kind == Field && r.c.codec != nil:
			f.fields(r, row)
		case row.kind == Reveal && r.c.codec != nil:
			f.reveals(r, row)
		case row.kind == Moment:
			f.time(r, row)
		case brief && row.kind == Milli:
			f.instead(row)
		case row.has != nil:
			f.cut(gap{what: ofMember, row: row})
		default:
			f.end = appendKey(f.end, row.key)
			f.cut(gap{what: ofValue, row: row})
		}
	}
	if !brief {
		f.end = append(f.end, '}')
	}
	return f
}

// cut ends what stands before a gap.
func (f *frame) cut(g gap) {
	g.before = slices.Clip(f.end)
	f.gaps, f.end = append(f.gaps, g), nil
}

// time makes the gap of a time; of a vague one the start is given.
func (f *frame) time(r *Reading, row *fact) {
	if !r.Timed {
		return
	}
	key := row.key
	if r.c.vague() {
		key += "_from"
	}
	keyed := append(appendKey(slices.Clone(f.end), key), '"')
	f.cut(gap{what: ofTime, keyed: keyed})
}

// instead gives the time before, if there is one, a row in its place.
func (f *frame) instead(row *fact) {
	if n := len(f.gaps); n > 0 && f.gaps[n-1].what == ofTime {
		f.gaps[n-1].row = row
	}
}

// fields writes the fields of a number, with a gap for each value that is not constant.
func (f *frame) fields(r *Reading, row *fact) {
	f.end = append(appendKey(f.end, row.key), '[')
	n := 0
	for _, o := range row.list(r, nil) {
		if o.Letter == unusedLetter {
			continue
		}
		f.end = o.appendHead(comma(f.end, n))
		if n++; o.Source == gen.Const {
			f.end = appendDecimal(f.end, o.Number)
		} else {
			f.cut(gap{what: ofField, lsb: uint(o.From), mask: gen.Mask(int(o.Width))})
		}
		f.end = append(f.end, `"}`...)
	}
	f.end = append(f.end, ']')
}

// unusedLetter is that of bits which only fill up: no JSON has them.
const unusedLetter = '-'

// reveals writes what a number reveals, with a gap for what its worker does.
func (f *frame) reveals(r *Reading, row *fact) {
	f.end = append(appendKey(f.end, row.key), '{')
	for i, o := range row.list(r, nil) {
		f.end = append(appendString(comma(f.end, i), o.Key), ':')
		if o.Source == gen.Worker {
			f.cut(gap{what: ofWorker})
		} else {
			f.end = appendString(f.end, o.Text)
		}
	}
	f.end = append(f.end, '}')
}

// jsonWriter is what the objects that one goroutine writes have in common.
type jsonWriter struct {
	seconds []lastSecond // by the place of the time in an object
	place   int

	from, to int // where the encodings stand of id, which has size bits
	id       gen.ID
	size     int // 0 for none

	list  []Fact
	value Value
}

// begin begins an object.
func (w *jsonWriter) begin() { w.place, w.size = 0, 0 }

// second returns the second that was written last at the place of the next time.
func (w *jsonWriter) second() *lastSecond {
	if w.place == len(w.seconds) {
		w.seconds = append(w.seconds, lastSecond{})
	}
	w.place++
	return &w.seconds[w.place-1]
}

// appendReading appends the object of a reading; of a short one what follows the text of the input.
func (w *jsonWriter) appendReading(dst []byte, r *Reading, brief bool) []byte {
	f := w.frame(r, brief)
	for i := range f.gaps {
		g := &f.gaps[i]
		if g.what == ofTime && r.c.dated(r.tick) {
			dst = w.appendTime(append(dst, g.keyed...), r)
			continue
		}
		dst = append(dst, g.before...)
		switch g.what {
		case ofField:
			dst = appendDecimal(dst, r.ID.Shr(g.lsb).And(g.mask))
		case ofWorker:
			dst = appendString(dst, r.workerText())
		case ofValue:
			dst = w.appendValue(dst, r, g.row)
		case ofTime:
			if g.row != nil {
				dst = w.appendMember(dst, r, g.row)
			}
		default:
			dst = w.appendMember(dst, r, g.row)
		}
	}
	return append(dst, f.end...)
}

// appendMember appends a fact with its key; nothing where the reading has none.
func (w *jsonWriter) appendMember(dst []byte, r *Reading, row *fact) []byte {
	switch {
	case row.kind == Milli:
		if ms, ok := r.UnixMilli(); ok && !r.Vague() {
			dst = strconv.AppendInt(appendKey(dst, row.key), ms, 10)
		}
		return dst
	case row.has != nil && !row.has(r):
		return dst
	}
	return w.appendValue(appendKey(dst, row.key), r, row)
}

// appendKey appends the key of a member, with the comma before it.
func appendKey(dst []byte, key string) []byte {
	if n := len(dst); n == 0 || dst[n-1] != '{' {
		dst = append(dst, ',')
	}
	return append(append(append(dst, '"'), key...), `":`...)
}

// appendValue appends the value of a fact, or all of a list.
func (w *jsonWriter) appendValue(dst []byte, r *Reading, row *fact) []byte {
	switch {
	case row.kind == Canonical && (r.c.codec == nil || r.Scheme.Text.Form.Binary()):
		return appendString(dst, r.Canonical())
	case row.kind == Canonical:
		return append(r.AppendCanonical(append(dst, '"')), '"')
	case row.kind == Encoding && r.c.codec != nil:
		return w.appendEncodings(dst, r)
	case row.list != nil:
		w.list = row.list(r, w.list[:0])
		return appendList(dst, row.kind, w.list)
	}
	v := &w.value
	*v = Value{}
	row.say(r, v)
	switch row.kind {
	case Bits, Evidence:
		return appendBits(dst, v.Float())
	case Count:
		return strconv.AppendInt(dst, v.Int(), 10)
	case Flag:
		return strconv.AppendBool(dst, v.Int() != 0)
	case Epoch:
		return append(v.Time.AppendFormat(append(dst, '"'), time.RFC3339Nano), '"')
	case Word:
		return append(append(append(dst, '"'), v.Text...), '"')
	default:
		return appendString(dst, v.Text)
	}
}

// appendTime appends the time of a reading behind its quote.
func (w *jsonWriter) appendTime(dst []byte, r *Reading) []byte {
	n := len(dst)
	dst = slices.Grow(dst, timeRoom)
	n += r.c.timeWriter().put((*[timeRoom]byte)(dst[n:n+timeRoom]), r.tick, w.second())
	return append(dst[:n], '"')
}

// appendEncodings appends the identifier in all usual forms, which are ASCII that
// needs no escape.
func (w *jsonWriter) appendEncodings(dst []byte, r *Reading) []byte {
	list := r.c.encodings()
	if dst = append(dst, '{'); len(list) == 0 {
		return append(dst, '}')
	}
	if w.size == r.c.size && w.id == r.ID {
		return append(dst, dst[w.from:w.to]...)
	}
	from := len(dst)
	for i := range list {
		e := &list[i]
		dst = e.text.Append(append(dst, e.key...), r.ID, r.c.size)
	}
	dst = append(dst, `"}`...)
	w.from, w.to, w.id, w.size = from, len(dst), r.ID, r.c.size
	return dst
}

// appendList appends the members of a list: texts and fields as an array, what has names as an object.
func appendList(dst []byte, kind Kind, list []Fact) []byte {
	end := byte('}')
	if kind == Item || kind == Field {
		dst, end = append(dst, '['), ']'
	} else {
		dst = append(dst, '{')
	}
	for i := range list {
		dst = list[i].appendJSON(comma(dst, i))
	}
	return append(dst, end)
}

// appendJSON appends a member of a list that is no field of a number.
func (f *Fact) appendJSON(dst []byte) []byte {
	switch f.Kind {
	case Item:
		return appendString(dst, f.Text)
	case Number:
		return append(appendDecimal(f.appendHead(dst), f.Number), `"}`...)
	case Part:
		dst = append(appendString(append(f.appendHead(dst), `,"text":`...), f.Text), '}')
		if f.Form == Decimal {
			dst = append(append(dst[:len(dst)-1], `,"value":"`...), f.Number.Decimal()...)
			dst = append(dst, `"}`...)
		}
		return dst
	}
	return appendString(append(appendString(dst, f.Key), ':'), f.Text)
}

// appendHead appends the object of a field or a part up to its value.
func (f *Fact) appendHead(dst []byte) []byte {
	dst = appendString(append(dst, `{"name":`...), f.Key)
	if f.Kind != Number {
		dst = append(append(append(dst, `,"letter":"`...), f.Letter), '"')
	}
	dst = append(append(append(dst, `,"source":"`...), f.Source.String()...), '"')
	switch f.Kind {
	case Part:
		dst = strconv.AppendInt(append(dst, `,"start":`...), int64(f.From), 10)
		return strconv.AppendInt(append(dst, `,"length":`...), int64(f.Width), 10)
	case Field:
		dst = strconv.AppendInt(append(dst, `,"msb":`...), int64(f.From+f.Width-1), 10)
		dst = strconv.AppendInt(append(dst, `,"lsb":`...), int64(f.From), 10)
		dst = strconv.AppendInt(append(dst, `,"width":`...), int64(f.Width), 10)
	}
	return append(dst, `,"value":"`...)
}

func appendDecimal(dst []byte, v gen.ID) []byte {
	if v.Hi|v.Mid == 0 {
		return strconv.AppendUint(dst, v.Lo, 10)
	}
	return gen.Text{Form: gen.Decimal}.Append(dst, v, gen.MaxBits)
}
