package inspect

import (
	"strconv"
	"time"
)

// AppendJSON appends the result as one JSON object in one line, without a line
// end. Numbers that come out of an identifier are strings of decimal digits,
// those that describe it are numbers; what does not apply is absent. The shape
// is described by cmd/testdata/schema/inspect.json; keys are only ever added under one number of "schema".
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
	m := r.writing()
	m.size = 0
	for i := range r.Readings {
		dst = comma(dst, i)
		dst = r.Readings[i].appendJSON(dst, m)
	}
	dst = append(dst, ']')
	if r.OK() || len(r.RuledOut) > 0 {
		dst = append(dst, `,"ruled_out":[`...)
		for i := range r.RuledOut {
			dst = comma(dst, i)
			dst = r.RuledOut[i].appendJSON(dst, m)
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

// writing returns what the objects of a result before have in common with the next.
func (r *Result) writing() *memo {
	if r.memo == nil {
		r.memo = new(memo)
	}
	return r.memo
}

// appendJSON appends the reading as one object of the array "readings".
func (r *Reading) appendJSON(dst []byte, m *memo) []byte {
	f, last := r.c.frame(), m.recent(r.c)
	dst = last.appendHead(dst, r, f)
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
	if r.Numbers != nil {
		return r.Numbers.appendJSON(dst)
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
		dst = append(r.appendTimes(dst, true, &last.second), f.epoch...)
	}
	dst = append(dst, `,"fields":[`...)
	for i := range f.fields {
		p := &f.fields[i]
		dst = appendDecimal(append(dst, p.before...), r.ID.Shr(p.lsb).And(p.mask))
	}
	dst = append(dst, f.constant...)
	dst = r.appendPieces(dst)
	dst = append(dst, `],"encodings":{`...)
	dst = r.appendEncodings(dst, m)
	dst = append(dst, '}')
	if len(r.Findings) > 0 {
		dst = append(dst, `,"findings":{`...)
		for i, f := range r.Findings {
			dst = appendString(append(appendString(comma(dst, i), f.Name), ':'), f.Value)
		}
		dst = append(dst, '}')
	}
	return last.appendTail(dst, r, f)
}

// appendEncodings appends the identifier in all usual forms, which are ASCII that
// needs no escape.
func (r *Reading) appendEncodings(dst []byte, m *memo) []byte {
	if m.size == r.c.size && m.id == r.ID && r.c.encodings() != nil {
		return append(dst, dst[m.from:m.to]...)
	}
	from := len(dst)
	list := r.c.encodings()
	for i := range list {
		e := &list[i]
		dst = e.text.Append(append(dst, e.key...), r.ID, r.c.size)
	}
	if len(list) > 0 {
		dst = append(dst, '"')
		m.from, m.to, m.id, m.size = from, len(dst), r.ID, r.c.size
	}
	return dst
}

// appendSize appends the spelling, how many bits there are, and how many of them
// are random.
func (r *Reading) appendSize(dst []byte) []byte {
	dst = append(dst, `,"encoding":`...)
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

// appendTail appends what the reading reveals, of its worker that text, and what
// speaks for it.
func (r *Reading) appendTail(dst []byte, worker string) []byte {
	dst = append(dst, `,"reveals":{`...)
	for i, f := range r.reveals(worker) {
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
func (r *Reading) appendTimes(dst []byte, full bool, last *lastSecond) []byte {
	if !r.Timed {
		return dst
	}
	ms, fits := r.UnixMilli()
	dated := r.dated()
	key := `,"time":"`
	if r.Vague() {
		key = `,"time_from":"`
	}
	if dated {
		dst = append(dst, key...)
		dst = append(r.c.appendNext(dst, r.tick, last), '"')
	}
	if fits && !r.Vague() && (full || !dated) {
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

func (r *RuledOut) appendJSON(dst []byte, m *memo) []byte {
	f := r.c.frame()
	if r.Cause == Future || r.Cause == BeforeUse {
		if r.c.dated(r.tick) {
			var b [timeRoom]byte
			n := r.c.timeWriter().put(&b, r.tick, &m.recent(r.c).second)
			dst = append(append(dst, f.day...), b[:len(time.DateOnly)]...)
			dst = append(append(dst, f.faults[r.c.fault(r.tick)]...), b[:n]...)
			return append(dst, `"}`...)
		}
	}
	return append(appendString(append(dst, f.ruledOut...), r.Reason()), '}')
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
