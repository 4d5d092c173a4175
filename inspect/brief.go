package inspect

import (
	"encoding/binary"
	"slices"
)

// outcome is the answer to all texts of a plan that pass the same trials: of a
// short object what stands before and behind what differs in it, of a full one a
// template.
type outcome struct {
	vain   bool // the Inspector is asked each time
	full   *template
	best   *trial
	other  bool             // another trial than the first that passes is the best
	stamps *stamps          // nil without a time
	size   int              // of the middle
	middle [middleRoom]byte // from the end of the text to the time, or to the end of the line
}

// middleRoom is more than any middle.
const middleRoom = 112

// unlearned is the outcome of texts that the Inspector is asked about.
var unlearned = &outcome{vain: true}

const briefHead = `{"schema":1,"input":"`

// headPadded is briefHead as the processor moves it: the text covers the end of it.
const headPadded = briefHead + "   "

// learn asks the Inspector about a text and keeps its answer as an outcome. Where
// that does not say the same of the text, it is kept that one has to ask.
func (s *Streamer) learn(p *plan, text []byte) *outcome {
	s.in.InspectInto(&s.result, string(text))
	var tr trace
	var want []byte
	if s.brief {
		want = s.result.AppendBrief(nil)
	} else {
		want = s.result.traceJSON(nil, &tr)
	}
	var o *outcome
	switch {
	case !s.result.OK():
	case s.brief:
		o = s.briefOutcome(p)
	default:
		if full := newTemplate(p, want, tr.gaps); full != nil {
			o = &outcome{full: full}
		}
	}
	if o == nil || string(o.append(nil, &s.look)) != string(want)+"\n" {
		o = unlearned
	}
	s.count()
	switch first := &p.trials[s.look.first]; {
	case s.brief && first.later == 0:
		first.alone = o
	case s.brief:
		p.outcomes[outcomeKey{s.look.pass}] = o
	default:
		p.outcomes[s.look.key] = o
	}
	return o
}

// briefOutcome makes an outcome of the result; nil where there is none.
func (s *Streamer) briefOutcome(p *plan) *outcome {
	r := &s.result.Readings[0]
	o := &outcome{best: p.of(r.c)}
	if o.best == nil || o.best.reader < 0 {
		return nil
	}
	o.other = o.best != &p.trials[s.look.first]
	middle := append(appendString([]byte(`","ok":true,"scheme":`), r.Scheme.Name), `,"confidence":"`+r.Confidence.String()+`"`...)
	switch {
	case !r.Timed:
		middle = append(middle, "}\n"...)
	case !r.Plausible:
		return nil
	case r.Vague():
		middle = append(middle, `,"time_from":"`...)
	default:
		middle = append(middle, `,"time":"`...)
	}
	if len(middle) > middleRoom {
		return nil // of a name that nobody can read
	}
	o.size = copy(o.middle[:], middle)
	if r.Timed {
		o.stamps = o.best.stamps
	}
	return o
}

// of returns the trial of a candidate; nil where it has none.
func (p *plan) of(c *candidate) *trial {
	for i := range p.trials {
		if t := &p.trials[i]; t.candidate == c {
			return t
		}
	}
	return nil
}

// briefRoom is more than a short object has beside its text.
const briefRoom = len(briefHead) + middleRoom + stampRoom + 4

// append appends the object of a text, and a newline. Copies of a length that the
// compiler knows are moves: they take 10 ns less of a line than append does.
func (o *outcome) append(dst []byte, l *look) []byte {
	if o.full != nil {
		return o.full.append(dst, l)
	}
	n := len(dst)
	if cap(dst)-n < briefRoom+len(l.text) {
		dst = slices.Grow(dst, 64*briefRoom+len(l.text))
	}
	b := dst[n:cap(dst)]
	copy(b[:len(headPadded)], headPadded)
	b = b[len(briefHead):]
	switch len(l.text) {
	case 36:
		move36((*[36]byte)(b), (*[36]byte)(l.text))
	case 26:
		move26((*[26]byte)(b), (*[26]byte)(l.text))
	default:
		copy(b, l.text)
	}
	b = b[len(l.text):]
	*(*[middleRoom]byte)(b) = o.middle
	n += len(briefHead) + len(l.text) + o.size
	if o.stamps == nil {
		return dst[:n]
	}
	tick := l.tick
	if o.other {
		tick = o.best.ticker.tick(&l.ids[o.best.place])
	}
	b = b[o.size:]
	size := o.stamps.put((*[stampRoom]byte)(b), tick)
	*(*[3]byte)(b[size:]) = [3]byte{'"', '}', '\n'}
	return dst[:n+size+3]
}

// move36 and move26 copy by words, as the compiler makes a call of copies that might
// overlap.
func move36(dst, src *[36]byte) {
	le := binary.LittleEndian
	v0, v1, v2, v3, v4 := le.Uint64(src[0:]), le.Uint64(src[8:]), le.Uint64(src[16:]), le.Uint64(src[24:]), le.Uint32(src[32:])
	le.PutUint64(dst[0:], v0)
	le.PutUint64(dst[8:], v1)
	le.PutUint64(dst[16:], v2)
	le.PutUint64(dst[24:], v3)
	le.PutUint32(dst[32:], v4)
}

func move26(dst, src *[26]byte) {
	le := binary.LittleEndian
	v0, v1, v2, v3 := le.Uint64(src[0:]), le.Uint64(src[8:]), le.Uint64(src[16:]), le.Uint16(src[24:])
	le.PutUint64(dst[0:], v0)
	le.PutUint64(dst[8:], v1)
	le.PutUint64(dst[16:], v2)
	le.PutUint16(dst[24:], v3)
}
