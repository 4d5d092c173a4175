package inspect

import (
	"strconv"

	"idscope/gen"
	"idscope/inspect/numeral"
)

// SchemaVersion is the number in the key "schema" of every object. Keys are only
// ever added under one number.
const SchemaVersion = 1

// AppendJSON appends the result as one JSON object in one line, without a line
// end. Numbers that come out of an identifier are strings of decimal digits,
// those that describe it are numbers; what does not apply is absent. The shape
// is described by schema.json.
func (r *Result) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"schema":1,"input":`...)
	dst = appendString(dst, r.Input)
	dst = append(dst, `,"ok":`...)
	dst = strconv.AppendBool(dst, r.OK())
	if r.OK() {
		dst = append(dst, `,"ambiguous":`...)
		dst = strconv.AppendBool(dst, r.Ambiguous)
	}
	dst = append(dst, `,"readings":[`...)
	r.last.size = 0
	for i := range r.Readings {
		dst = comma(dst, i)
		dst = r.Readings[i].appendJSON(dst, &r.last)
	}
	dst = append(dst, ']')
	if r.OK() || len(r.RuledOut) > 0 {
		dst = append(dst, `,"ruled_out":[`...)
		for i := range r.RuledOut {
			dst = comma(dst, i)
			dst = r.RuledOut[i].appendJSON(dst, &r.last.second)
		}
		dst = append(dst, ']')
	}
	if len(r.Epochs) > 0 {
		dst = append(dst, `,"epochs":[`...)
		for i := range r.Epochs {
			dst = comma(dst, i)
			dst = r.Epochs[i].appendJSON(dst)
		}
		dst = append(dst, ']')
	}
	if r.OK() || len(r.Warnings) > 0 {
		dst = append(dst, `,"warnings":`...)
		dst = appendStrings(dst, r.Warnings)
	}
	return append(r.appendError(dst), '}')
}

func (r *Result) appendError(dst []byte) []byte {
	if r.Err == nil {
		return dst
	}
	dst = append(dst, `,"error":{"code":`...)
	dst = appendString(dst, r.Err.Code)
	dst = append(dst, `,"message":`...)
	dst = appendString(dst, r.Err.Message)
	return append(dst, '}')
}

// written is what was written last, and mostly is to be written again.
type written struct {
	second   numeral.Second
	from, to int // where the encodings stand of id, which has size bits
	id       gen.ID
	size     int // 0 for none
	times    int // that encodings were written
	radixes  [len(encodings)]*numeral.Radix
}

// radix returns the writer of an encoding of 128 bits; nil where there is none, or
// few were written so far.
func (w *written) radix(i int) *numeral.Radix {
	const few = 64
	if w.times++; w.times == few {
		for i, e := range encodings {
			w.radixes[i] = numeral.NewRadix(e.text)
		}
	}
	return w.radixes[i]
}

// appendJSON appends the reading as one object of the array "readings".
func (r *Reading) appendJSON(dst []byte, last *written) []byte {
	f := r.c.frame()
	dst = append(dst, f.head...)
	dst = append(dst, r.Confidence.String()...)
	dst = append(dst, `","evidence_bits":`...)
	dst = appendBits(dst, r.Evidence)
	dst = append(dst, f.prior...)
	if r.c.codec == nil || r.Scheme.Text.Form.Binary() {
		dst = appendString(dst, r.Canonical())
	} else {
		dst = append(r.AppendCanonical(append(dst, '"')), '"')
	}
	dst = append(append(append(dst, `,"format":"`...), r.Format().String()...), '"')
	if r.c.codec != nil {
		dst = append(dst, f.size...)
	} else {
		dst = r.appendSize(dst)
	}
	if r.Scheme.Affix != nil && r.affixed {
		dst = append(dst, `,"prefix":`...)
		dst = appendString(dst, r.Prefix)
		if r.Scheme.Affix.Sum != nil {
			dst = append(dst, `,"checksum":`...)
			dst = strconv.AppendBool(dst, r.Summed)
		}
	}
	if r.Timed {
		dst = append(r.appendTimes(dst, true, last), f.epoch...)
	}
	dst = append(dst, `,"fields":[`...)
	for i := range f.fields {
		p := &f.fields[i]
		dst = append(dst, p.before...)
		if p.varies {
			dst = appendDecimal(dst, r.ID.Shr(p.lsb).And(p.mask))
		}
		dst = append(dst, `"}`...)
	}
	dst = r.appendPieces(dst)
	dst = append(dst, `],"encodings":{`...)
	dst = r.appendEncodings(dst, last)
	dst = append(dst, '}')
	if len(r.Findings) > 0 {
		dst = append(dst, `,"findings":{`...)
		for i, f := range r.Findings {
			dst = appendString(append(appendString(comma(dst, i), f.Name), ':'), f.Value)
		}
		dst = append(dst, '}')
	}
	return append(dst, r.tail(f)...)
}

// appendEncodings appends the identifier in all usual forms, which are ASCII that
// needs no escape.
func (r *Reading) appendEncodings(dst []byte, last *written) []byte {
	if last.size == r.c.size && last.id == r.ID && r.c.encodings() != nil {
		return append(dst, dst[last.from:last.to]...)
	}
	from := len(dst)
	for i, e := range r.c.encodings() {
		dst = append(dst, e.key[1-min(i, 1):]...)
		if w := last.radix(i); w != nil && r.c.size == 128 {
			dst = append(w.Append(dst, r.ID), '"')
		} else {
			dst = append(e.text.Append(dst, r.ID, r.c.size), '"')
		}
	}
	if len(dst) > from {
		last.from, last.to, last.id, last.size = from, len(dst), r.ID, r.c.size
	}
	return dst
}

// appendSize appends the spelling, how many bits there are, and how many of them
// are random.
func (r *Reading) appendSize(dst []byte) []byte {
	dst = append(dst, `,"spelling":`...)
	dst = appendString(dst, r.Spelling)
	if r.c.codec != nil {
		dst = append(dst, `,"size_bits":`...)
		dst = strconv.AppendInt(dst, int64(r.c.size), 10)
	}
	least, most := r.Entropy()
	dst = append(dst, `,"random_bits":`...)
	dst = appendBits(dst, most)
	if least < most {
		dst = append(dst, `,"random_bits_least":`...)
		dst = appendBits(dst, least)
	}
	return dst
}

// appendTail appends what the reading reveals, and what speaks for it.
func (r *Reading) appendTail(dst []byte) []byte {
	dst = append(dst, `,"reveals":{`...)
	for i, f := range r.Reveals() {
		dst = append(appendString(comma(dst, i), f.Name), ':')
		dst = appendString(dst, f.Value)
	}
	dst = append(dst, '}')
	if guess := r.Guess(); guess != "" {
		dst = appendString(append(dst, `,"next":`...), guess)
	}
	dst = append(dst, `,"reasons":`...)
	dst = appendStrings(dst, r.Reasons())
	return append(dst, '}')
}

// appendTimes appends the time, in full also in Unix milliseconds. A year beyond
// 9999 stands in those only; of a vague time the start is given.
func (r *Reading) appendTimes(dst []byte, full bool, last *written) []byte {
	if !r.Timed {
		return dst
	}
	ms, fits := r.UnixMilli()
	written := r.dated()
	key := `,"time":"`
	if r.Vague() {
		key = `,"time_from":"`
	}
	if written {
		dst = append(dst, key...)
		dst = append(r.c.appendNext(dst, r.tick, &last.second), '"')
	}
	if fits && !r.Vague() && (full || !written) {
		dst = append(dst, `,"time_unix_ms":`...)
		dst = strconv.AppendInt(dst, ms, 10)
	}
	return dst
}

// appendPieces appends the parts of a text that is no number of bits: their place
// is in symbols from the left.
func (r *Reading) appendPieces(dst []byte) []byte {
	for i, p := range r.Pieces() {
		dst = append(comma(dst, i), `{"name":`...)
		dst = appendString(dst, p.Name)
		dst = append(append(dst, `,"letter":"`...), p.Letter)
		dst = append(append(dst, `","source":"`...), p.Source.String()...)
		dst = append(dst, `","start":`...)
		dst = strconv.AppendInt(dst, int64(p.Start), 10)
		dst = append(dst, `,"length":`...)
		dst = strconv.AppendInt(dst, int64(p.End-p.Start), 10)
		dst = append(dst, `,"text":`...)
		dst = appendString(dst, p.Text)
		if p.Number {
			dst = append(dst, `,"value":"`...)
			dst = append(strconv.AppendUint(dst, p.Value, 10), '"')
		}
		dst = append(dst, '}')
	}
	return dst
}

func (r *RuledOut) appendJSON(dst []byte, last *numeral.Second) []byte {
	dst = appendString(append(dst, `{"scheme":`...), r.Scheme.Name)
	dst = append(dst, `,"reason":`...)
	if r.Cause == Constant || r.Cause == BeforeScheme {
		return append(appendString(dst, r.Reason()), '}')
	}
	dst = append(r.c.appendTimeReason(append(dst, '"'), r.tick, last), '"')
	if r.c.dated(r.Time, r.tick) {
		dst = append(dst, `,"time":"`...)
		dst = append(r.c.appendNext(dst, r.tick, last), '"')
	}
	return append(dst, '}')
}

func (e *SolvedEpoch) appendJSON(dst []byte) []byte {
	dst = append(dst, `{"layout":`...)
	dst = appendString(dst, e.Layout)
	dst = append(dst, `,"tick_ns":`...)
	dst = strconv.AppendInt(dst, int64(e.Tick), 10)
	dst = append(dst, `,"epoch":"`...)
	dst = append(e.Epoch.AppendFormat(dst, "2006-01-02T15:04:05.000Z07:00"), '"')
	if e.Known != "" {
		dst = append(dst, `,"known":`...)
		dst = appendString(dst, e.Known)
	}
	dst = append(dst, `,"like":`...)
	return append(appendStrings(dst, e.Like), '}')
}
