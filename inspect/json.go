package inspect

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"idscope/gen"
)

// AppendJSON appends the result as one JSON object in one line, without a line
// end. Numbers that come out of an identifier are strings of decimal digits,
// those that describe it are numbers; what does not apply is absent. The shape
// is described by cmd/testdata/schema/inspect.json; keys are only ever added under one number of "schema".
func (r *Result) AppendJSON(dst []byte) []byte {
	dst = AppendString(append(dst, `{"schema":1,"input":`...), r.Input)
	dst = strconv.AppendBool(append(dst, `,"ok":`...), r.OK())
	if r.OK() {
		dst = strconv.AppendBool(append(dst, `,"ambiguous":`...), r.Ambiguous)
	}
	w := &r.json
	w.begin()
	dst = appendArray(dst, "readings", true, r.Readings, func(dst []byte, o *Reading) []byte {
		return w.appendReading(dst, o, false)
	})
	dst = appendArray(dst, "ruled_out", r.OK(), r.RuledOut, func(dst []byte, o *RuledOut) []byte {
		return o.appendJSON(dst, w)
	})
	dst = appendArray(dst, "epochs", false, r.Epochs, appendEpoch)
	dst = appendArray(dst, "warnings", r.OK(), r.Warnings, appendItem)
	return append(r.appendError(dst), '}')
}

// appendArray appends a member that is an array; an empty one only where always is true.
func appendArray[T any](dst []byte, key string, always bool, list []T, write func([]byte, *T) []byte) []byte {
	if len(list) == 0 && !always {
		return dst
	}
	dst = append(appendKey(dst, key), '[')
	for i := range list {
		dst = write(comma(dst, i), &list[i])
	}
	return append(dst, ']')
}

func appendItem(dst []byte, s *string) []byte { return AppendString(dst, *s) }

func appendEpoch(dst []byte, e *SolvedEpoch) []byte {
	dst = AppendString(append(dst, `{"layout":`...), e.Layout)
	dst = strconv.AppendInt(append(dst, `,"tick_ns":`...), int64(e.Tick), 10)
	dst = append(e.Epoch.AppendFormat(append(dst, `,"epoch":"`...), "2006-01-02T15:04:05.000Z07:00"), '"')
	if e.Known != "" {
		dst = AppendString(append(dst, `,"known":`...), e.Known)
	}
	return append(appendArray(dst, "like", true, e.Like, appendItem), '}')
}

func (r *Result) appendError(dst []byte) []byte {
	if r.Err == nil {
		return dst
	}
	dst = AppendString(append(dst, `,"error":{"code":`...), r.Err.Code)
	return append(AppendString(append(dst, `,"message":`...), r.Err.Message), '}')
}

// AppendBrief appends the short object: of the members of AppendJSON input and ok, and of the best reading the brief
// facts; of those the Unix milliseconds replace a time that RFC 3339 cannot write.
func (r *Result) AppendBrief(dst []byte) []byte {
	dst = AppendString(append(dst, `{"schema":1,"input":`...), r.Input)
	if r.json.begin(); len(r.Readings) > 0 {
		return r.json.appendReading(dst[:len(dst)-1], &r.Readings[0], true)
	}
	return append(r.appendError(append(dst, `,"ok":false`...)), '}')
}

func (r *RuledOut) appendJSON(dst []byte, w *jsonWriter) []byte {
	dst = append(append(dst, `{"scheme":"`...), r.Scheme.Name...)
	if dst = append(dst, `","reason":`...); r.Cause != Future && r.Cause != BeforeUse || !r.c.dated(r.tick) {
		return append(AppendString(dst, r.Reason()), '}')
	}
	w.text = append(r.c.times.append(w.text[:0], r.tick, w.second()), '"')
	dst = append(append(dst, `"time `...), w.text[:len(time.DateOnly)]...)
	dst = append(r.c.appendFault(dst, r.tick), `","time":"`...)
	return append(append(dst, w.text...), '}')
}

// frame is the JSON of the readings of a candidate that have the same confidence, written once with gaps for what they
// differ in.
type frame struct {
	gaps []gap
	end  []byte
}

// gap is where readings differ, with all that is between the one before and it.
type gap struct {
	before []byte
	write  func(w *jsonWriter, dst []byte, r *Reading) []byte
}

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
	f := r.c.frames[at].Load()
	if f == nil {
		f = w.newFrame(r, brief)
		r.c.frames[at].Store(f)
	}
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
		case row.on == onTables, brief && row.on&onBrief == 0, brief && row.kind == Milli:
		case !r.Timed && (row.kind == Moment || row.kind == Milli):
		case row.kind == Moment:
			f.time(r.c, row.key, brief)
		case row.same == ofAll, row.same == ofNumbers && r.c.codec != nil && r.Plausible:
			f.end = w.appendMember(f.end, r, row)
		case row.kind == Field && r.c.codec != nil:
			f.fields(r, row)
		case row.kind == Reveal && r.c.codec != nil:
			f.reveals(r, row)
		case row.kind == Milli:
			f.cut(func(_ *jsonWriter, dst []byte, r *Reading) []byte { return r.c.appendMilli(dst, r.tick) })
		case row.has != nil:
			f.cut(func(w *jsonWriter, dst []byte, r *Reading) []byte { return w.appendMember(dst, r, row) })
		default:
			f.end = appendKey(f.end, row.key)
			f.cut(func(w *jsonWriter, dst []byte, r *Reading) []byte { return w.appendValue(dst, r, row) })
		}
	}
	f.end = append(f.end, '}')
	return f
}

// cut ends what is before a gap.
func (f *frame) cut(write func(w *jsonWriter, dst []byte, r *Reading) []byte) {
	f.gaps, f.end = append(f.gaps, gap{slices.Clip(f.end), write}), nil
}

// time makes the gap of a time; of a vague one the start is given, of one that RFC 3339 cannot write, where brief is
// true, the Unix milliseconds.
func (f *frame) time(c *candidate, key string, brief bool) {
	if c.vague() {
		key += "_from"
	}
	f.end = append(appendKey(f.end, key), '"')
	n, times := len(key)+len(`,"":"`), c.times
	f.cut(func(w *jsonWriter, dst []byte, r *Reading) []byte {
		if c.dated(r.tick) {
			return append(times.append(dst, r.tick, w.second()), '"')
		}
		if dst = dst[:len(dst)-n]; brief {
			return c.appendMilli(dst, r.tick)
		}
		return dst
	})
}

func (m *member) appendMilli(dst []byte, tick uint64) []byte {
	if ms, ok := m.unixMilli(tick); ok && !m.vague() {
		dst = strconv.AppendInt(append(dst, `,"time_unix_ms":`...), ms, 10)
	}
	return dst
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
			lsb, mask := uint(o.From), gen.Mask(int(o.Width))
			f.cut(func(_ *jsonWriter, dst []byte, r *Reading) []byte {
				return appendDecimal(dst, r.ID.Shr(lsb).And(mask))
			})
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
		f.end = append(AppendString(comma(f.end, i), o.Key), ':')
		if o.Source == gen.Worker {
			f.end = append(f.end, '"')
			f.cut(func(_ *jsonWriter, dst []byte, r *Reading) []byte { return append(r.appendWorkerText(dst), '"') })
		} else {
			f.end = AppendString(f.end, o.Text)
		}
	}
	f.end = append(f.end, '}')
}

// jsonWriter is what the objects that one goroutine writes have in common.
type jsonWriter struct {
	seconds []LastSecond // by the place of the time in an object
	place   int

	from, to int // where the encodings of id are, which has size bits
	id       gen.ID
	size     int // 0 for none

	list  []Fact
	value Value
	text  []byte
}

// begin begins an object.
func (w *jsonWriter) begin() { w.place, w.size = 0, 0 }

// appendReading appends the object of a reading; of a short one what follows the text of the input.
func (w *jsonWriter) appendReading(dst []byte, r *Reading, brief bool) []byte {
	f := w.frame(r, brief)
	for i := range f.gaps {
		g := &f.gaps[i]
		dst = g.write(w, append(dst, g.before...), r)
	}
	return append(dst, f.end...)
}

// appendMember appends a fact with its key; nothing where the reading has none.
func (w *jsonWriter) appendMember(dst []byte, r *Reading, row *fact) []byte {
	if row.has != nil && !row.has(r) {
		return dst
	}
	return w.appendValue(appendKey(dst, row.key), r, row)
}

// appendValue appends the value of a fact, or all of a list.
func (w *jsonWriter) appendValue(dst []byte, r *Reading, row *fact) []byte {
	switch {
	case row.kind == Canonical && (r.c.codec == nil || r.Scheme.Text.Form.Binary()):
		return AppendString(dst, r.Canonical())
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
	row.set(r, v)
	switch row.kind {
	case Bits:
		return appendBits(dst, v.Float())
	case Count:
		return strconv.AppendInt(dst, v.Int(), 10)
	case Flag:
		return strconv.AppendBool(dst, v.Int() != 0)
	case Epoch:
		return append(v.Time.AppendFormat(append(dst, '"'), time.RFC3339Nano), '"')
	}
	return AppendString(dst, v.Text)
}

// appendKey appends the key of a member, with the comma before it.
func appendKey(dst []byte, key string) []byte {
	if n := len(dst); n == 0 || dst[n-1] != '{' {
		dst = append(dst, ',')
	}
	return append(append(append(dst, '"'), key...), `":`...)
}

// second is that of the time which comes next in the object.
func (w *jsonWriter) second() *LastSecond {
	if w.place == len(w.seconds) {
		w.seconds = append(w.seconds, LastSecond{})
	}
	w.place++
	return &w.seconds[w.place-1]
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
	w.from, w.id, w.size = len(dst), r.ID, r.c.size
	for i := range list {
		dst = list[i].text.Append(append(dst, list[i].key...), r.ID, r.c.size)
	}
	dst = append(dst, `"}`...)
	w.to = len(dst)
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
		return AppendString(dst, f.Text)
	case Number:
		return append(appendDecimal(f.appendHead(dst), f.Number), `"}`...)
	case Part:
		dst = append(AppendString(append(f.appendHead(dst), `,"text":`...), f.Text), '}')
		if f.Form == Decimal {
			dst = append(append(dst[:len(dst)-1], `,"value":"`...), f.Number.Decimal()...)
			dst = append(dst, `"}`...)
		}
		return dst
	}
	return AppendString(append(AppendString(dst, f.Key), ':'), f.Text)
}

// appendHead appends the object of a field or a part up to its value.
func (f *Fact) appendHead(dst []byte) []byte {
	dst = AppendString(append(dst, `{"name":`...), f.Key)
	if f.Kind != Number {
		dst = append(append(append(dst, `,"letter":"`...), f.Letter), '"')
	}
	dst = append(append(append(dst, `,"source":"`...), f.Source.String()...), '"')
	from, width := int64(f.From), int64(f.Width)
	switch f.Kind {
	case Part:
		dst = strconv.AppendInt(append(dst, `,"start":`...), from, 10)
		return strconv.AppendInt(append(dst, `,"length":`...), width, 10)
	case Field:
		dst = strconv.AppendInt(append(dst, `,"msb":`...), from+width-1, 10)
		dst = strconv.AppendInt(append(dst, `,"lsb":`...), from, 10)
		dst = strconv.AppendInt(append(dst, `,"width":`...), width, 10)
	}
	return append(dst, `,"value":"`...)
}

func appendDecimal(dst []byte, v gen.ID) []byte {
	if v.Hi|v.Mid == 0 {
		return strconv.AppendUint(dst, v.Lo, 10)
	}
	return gen.Text{Form: gen.Decimal}.Append(dst, v, gen.MaxBits)
}

func comma(dst []byte, i int) []byte {
	if i > 0 {
		return append(dst, ',')
	}
	return dst
}

// appendBits appends a number of bits, to a hundredth.
func appendBits(dst []byte, v float64) []byte {
	return strconv.AppendFloat(dst, math.Round(v*100)/100, 'f', -1, 64)
}

// AppendString appends a JSON string, as encoding/json writes it without HTML
// escapes: control characters, U+2028 and U+2029 are escaped, and bytes that are
// no UTF-8 become U+FFFD. What is not seen, and steers a terminal or turns the
// direction of a text, is escaped too: see [AppendEscaped].
func AppendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		from := i
		for i < len(s) && s[i] >= ' ' && s[i] < 0x7f && s[i] != '"' && s[i] != '\\' {
			i++
		}
		if dst = append(dst, s[from:i]...); i == len(s) {
			break
		}
		c := s[i]
		if c < utf8.RuneSelf {
			if at := strings.IndexByte("\"\\\n\r\t\b\f", c); at >= 0 {
				dst = append(dst, '\\', `"\nrtbf`[at])
			} else {
				dst = append(append(dst, `\u00`...), hex[c>>4], hex[c&15])
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(dst, `\ufffd`...)
		case unseen(r):
			dst = appendUnseen(dst, r)
		default:
			dst = append(dst, s[i:i+size]...)
		}
		i += size
	}
	return append(dst, '"')
}

// unseen reports whether a character beyond ASCII is none that one sees: a control
// character (U+009B begins what steers a terminal), a separator of lines, or one of
// format, as those that turn the direction of a text.
func unseen(r rune) bool {
	return r <= 0x9f || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}

// appendUnseen appends a character as JSON escapes it.
func appendUnseen(dst []byte, r rune) []byte {
	if high, low := utf16.EncodeRune(r); high != unicode.ReplacementChar {
		return fmt.Appendf(dst, `\u%04x\u%04x`, high, low)
	}
	return fmt.Appendf(dst, `\u%04x`, r)
}

// AppendEscaped appends JSON that another package wrote, with the characters of its
// strings that are not seen as escapes: U+007F to U+009F, and those of format, which
// can turn the direction of a text. What it means is the same.
func AppendEscaped(dst, json []byte) []byte {
	for _, r := range string(json) {
		if r < 0x7f || !unseen(r) {
			dst = utf8.AppendRune(dst, r)
		} else {
			dst = appendUnseen(dst, r)
		}
	}
	return dst
}
