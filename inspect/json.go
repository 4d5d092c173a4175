package inspect

import (
	"bytes"
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
	w := &r.json
	w.begin()
	for i := range r.Readings {
		dst = comma(dst, i)
		dst = w.appendReading(dst, &r.Readings[i], false)
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

// AppendBrief appends the short object: of the members of AppendJSON input and ok, and of the best reading the brief
// facts; of those the Unix milliseconds stand in for a time that RFC 3339 cannot write.
func (r *Result) AppendBrief(dst []byte) []byte {
	dst = append(dst, `{"schema":1,"input":`...)
	dst = appendString(dst, r.Input)
	if r.json.begin(); len(r.Readings) > 0 {
		dst = r.json.appendReading(dst[:len(dst)-1], &r.Readings[0], true)
	} else {
		dst = append(dst, `,"ok":false`...)
	}
	return append(r.appendError(dst), '}')
}

func (r *RuledOut) appendJSON(dst []byte, w *jsonWriter) []byte {
	f := r.c.refusal()
	if r.Cause == Future || r.Cause == BeforeUse {
		if r.c.dated(r.tick) {
			var b [timeRoom]byte
			n := r.c.timeWriter().put(&b, r.tick, w.second())
			dst = append(append(dst, f.day...), b[:len(time.DateOnly)]...)
			dst = append(append(dst, f.faults[r.c.fault(r.tick)]...), b[:n]...)
			return append(dst, `"}`...)
		}
	}
	return append(appendString(append(dst, f.head...), r.Reason()), '}')
}

// refusal is what the objects of all that a candidate is ruled out for have in common.
type refusal struct {
	head   []byte // up to the reason
	day    []byte // from there to the day of the time
	faults [faults][]byte
}

// refusal returns what is written once.
func (c *candidate) refusal() *refusal {
	if f := c.refused.Load(); f != nil {
		return f
	}
	f := &refusal{head: append(appendString([]byte(`{"scheme":`), c.scheme.Name), `,"reason":`...)}
	f.day = append(bytes.Clone(f.head), `"time `...)
	for i := range f.faults {
		if c.timed {
			f.faults[i] = []byte(fault(i).text(c.member) + `","time":"`)
		}
	}
	c.refused.Store(f)
	return f
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
