package inspect

import (
	"strconv"

	"idscope/gen"
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
	for i := range r.Readings {
		dst = comma(dst, i)
		dst = r.Readings[i].AppendJSON(dst)
	}
	dst = append(dst, ']')
	if r.OK() || len(r.RuledOut) > 0 {
		dst = append(dst, `,"ruled_out":[`...)
		for i := range r.RuledOut {
			dst = comma(dst, i)
			dst = r.RuledOut[i].appendJSON(dst)
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

// AppendJSON appends the reading as one object of the array "readings".
func (r *Reading) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"scheme":`...)
	dst = appendString(dst, r.Scheme.Name)
	if len(r.SameAs) > 0 {
		dst = append(dst, `,"same_as":`...)
		dst = appendStrings(dst, r.SameAs)
	}
	dst = append(dst, `,"confidence":"`...)
	dst = append(dst, r.Confidence.String()...)
	dst = append(dst, `","evidence_bits":`...)
	dst = appendBits(dst, r.Evidence)
	dst = append(dst, `,"prior":`...)
	dst = appendBits(dst, r.Prior())
	dst = append(dst, `,"canonical":`...)
	if r.c.codec == nil || r.Scheme.Text.Form == gen.Raw {
		dst = appendString(dst, r.Canonical())
	} else {
		dst = append(r.AppendCanonical(append(dst, '"')), '"')
	}
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
	if r.Scheme.Affix != nil && r.affixed {
		dst = append(dst, `,"prefix":`...)
		dst = appendString(dst, r.Prefix)
		if r.Scheme.Affix.Sum != nil {
			dst = append(dst, `,"checksum":`...)
			dst = strconv.AppendBool(dst, r.Summed)
		}
	}
	dst = r.appendTimes(dst, true)
	dst = append(dst, `,"fields":[`...)
	dst = r.appendFields(dst)
	dst = r.appendPieces(dst)
	dst = append(dst, `],"encodings":{`...)
	for i, e := range r.c.encodings() {
		dst = comma(dst, i)
		dst = append(append(append(dst, '"'), e.name...), `":`...)
		dst = r.appendText(dst, e.text)
	}
	dst = append(dst, '}')
	if len(r.Findings) > 0 {
		dst = append(dst, `,"findings":{`...)
		for i, f := range r.Findings {
			dst = appendString(append(appendString(comma(dst, i), f.Name), ':'), f.Value)
		}
		dst = append(dst, '}')
	}
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

// appendText quotes the identifier in a form. All forms but raw bytes are ASCII
// that needs no escape.
func (r *Reading) appendText(dst []byte, t gen.Text) []byte {
	if t.Form == gen.Raw {
		return appendString(dst, string(t.Append(nil, r.ID, r.c.size)))
	}
	return append(t.Append(append(dst, '"'), r.ID, r.c.size), '"')
}

// appendTimes appends the time, in full with what it is counted in. A year beyond
// 9999 stands in Unix milliseconds only; of a vague time the start is given.
func (r *Reading) appendTimes(dst []byte, full bool) []byte {
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
		dst = append(r.c.appendTime(dst, r.Tick()), '"')
	}
	if fits && !r.Vague() && (full || !written) {
		dst = append(dst, `,"time_unix_ms":`...)
		dst = strconv.AppendInt(dst, ms, 10)
	}
	if !full {
		return dst
	}
	dst = append(dst, `,"resolution_ns":`...)
	dst = strconv.AppendInt(dst, int64(r.Scheme.Tick), 10)
	dst = append(dst, `,"epoch":"`...)
	return append(r.Scheme.Epoch.AppendFormat(dst, "2006-01-02T15:04:05.999999999Z07:00"), '"')
}

func (r *Reading) appendFields(dst []byte) []byte {
	first := true
	for i := range r.Scheme.Layout {
		if r.Scheme.Layout[i].Unused() {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		f := r.Field(i)
		dst = append(append(dst, `{"name":"`...), f.Name...)
		dst = append(append(dst, `","letter":"`...), f.Letter)
		dst = append(append(dst, `","source":"`...), f.Source.String()...)
		dst = append(dst, `","msb":`...)
		dst = strconv.AppendInt(dst, int64(f.MSB), 10)
		dst = append(dst, `,"lsb":`...)
		dst = strconv.AppendInt(dst, int64(f.LSB), 10)
		dst = append(dst, `,"width":`...)
		dst = strconv.AppendInt(dst, int64(f.Width), 10)
		dst = append(dst, `,"value":"`...)
		dst = gen.Text{Form: gen.Decimal}.Append(dst, f.Value, gen.MaxBits)
		dst = append(dst, `"}`...)
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

func (r *RuledOut) appendJSON(dst []byte) []byte {
	dst = append(dst, `{"scheme":`...)
	dst = appendString(dst, r.Scheme.Name)
	dst = append(dst, `,"reason":`...)
	dst = appendString(dst, r.Reason())
	if r.Cause != Constant && r.Cause != BeforeScheme && r.Time.Year() <= 9999 {
		if _, ok := r.c.unixMilli(r.c.tick(r.ID)); ok {
			dst = append(dst, `,"time":"`...)
			dst = append(r.c.appendTime(dst, r.c.tick(r.ID)), '"')
		}
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
