package inspect

import (
	"strconv"
	"time"

	"idscope/gen"
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
	w := &r.json
	w.begin()
	for i := range r.Readings {
		dst = comma(dst, i)
		dst = r.Readings[i].appendJSON(dst, w)
	}
	dst = append(dst, ']')
	if r.OK() || len(r.RuledOut) > 0 {
		dst = append(dst, `,"ruled_out":[`...)
		for i := range r.RuledOut {
			dst = comma(dst, i)
			dst = r.RuledOut[i].appendJSON(dst, w)
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

// AppendBrief appends the short object: of the members of AppendJSON input and ok, of those
// of the best reading scheme, confidence and time.
func (r *Result) AppendBrief(dst []byte) []byte {
	dst = append(dst, `{"schema":1,"input":`...)
	dst = appendString(dst, r.Input)
	dst = append(dst, `,"ok":`...)
	dst = strconv.AppendBool(dst, r.OK())
	if r.json.begin(); len(r.Readings) > 0 {
		o := &r.Readings[0]
		dst = r.json.appendBest(dst, o.c, o.Confidence, o.tick)
	}
	return append(r.appendError(dst), '}')
}

// jsonWriter is what the objects that one goroutine writes have in common.
type jsonWriter struct {
	seconds []lastSecond // by the place of the time in an object
	place   int

	from, to int // where the encodings stand of id, which has size bits
	id       gen.ID
	size     int // 0 for none
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

// appendBest appends what a short object says of the best reading.
func (w *jsonWriter) appendBest(dst []byte, c *candidate, confidence Confidence, tick uint64) []byte {
	dst = append(dst, c.frame().brief[confidence]...)
	return w.appendTimes(dst, c.member, tick, false)
}

// appendJSON appends the reading as one object of the array "readings".
func (r *Reading) appendJSON(dst []byte, w *jsonWriter) []byte {
	f := r.c.frame()
	dst = append(append(dst, f.head...), r.Confidence.String()...)
	dst = appendBits(append(dst, `","evidence_bits":`...), r.Evidence)
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
		dst = append(w.appendTimes(dst, r.c.member, r.tick, true), f.epoch...)
	}
	dst = append(dst, `,"fields":[`...)
	for i := range f.fields {
		p := &f.fields[i]
		dst = appendDecimal(append(dst, p.before...), r.ID.Shr(p.lsb).And(p.mask))
	}
	dst = append(dst, f.constant...)
	dst = r.appendPieces(dst)
	dst = append(dst, `],"encodings":{`...)
	dst = r.appendEncodings(dst, w)
	dst = append(dst, '}')
	if len(r.Findings) > 0 {
		dst = append(dst, `,"findings":{`...)
		for i, f := range r.Findings {
			dst = appendString(append(appendString(comma(dst, i), f.Name), ':'), f.Value)
		}
		dst = append(dst, '}')
	}
	if r.c.codec == nil || !r.Plausible {
		return r.appendTail(dst, r.workerText())
	}
	if dst = append(dst, f.tail...); f.tailEnd == nil {
		return dst
	}
	return append(appendString(dst, r.workerText()), f.tailEnd...)
}

// appendEncodings appends the identifier in all usual forms, which are ASCII that
// needs no escape.
func (r *Reading) appendEncodings(dst []byte, w *jsonWriter) []byte {
	if w.size == r.c.size && w.id == r.ID && r.c.encodings() != nil {
		return append(dst, dst[w.from:w.to]...)
	}
	from := len(dst)
	list := r.c.encodings()
	for i := range list {
		e := &list[i]
		dst = e.text.Append(append(dst, e.key...), r.ID, r.c.size)
	}
	if len(list) > 0 {
		dst = append(dst, '"')
		w.from, w.to, w.id, w.size = from, len(dst), r.ID, r.c.size
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

// appendTimes appends the time of a tick, in full also in Unix milliseconds. A year beyond
// 9999 stands in those only; of a vague time the start is given.
func (w *jsonWriter) appendTimes(dst []byte, m *member, tick uint64, full bool) []byte {
	if !m.timed {
		return dst
	}
	dated, vague := m.dated(tick), m.vague()
	if dated {
		key := `,"time":"`
		if vague {
			key = `,"time_from":"`
		}
		dst = append(m.appendNext(append(dst, key...), tick, w.second()), '"')
	}
	if vague || dated && !full {
		return dst
	}
	if ms, fits := m.unixMilli(tick); fits {
		dst = strconv.AppendInt(append(dst, `,"time_unix_ms":`...), ms, 10)
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

func (r *RuledOut) appendJSON(dst []byte, w *jsonWriter) []byte {
	f := r.c.frame()
	if r.Cause == Future || r.Cause == BeforeUse {
		if r.c.dated(r.tick) {
			var b [timeRoom]byte
			n := r.c.timeWriter().put(&b, r.tick, w.second())
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
