package inspect

// outcome is the answer to all texts of a plan that pass the same trials, as what
// stands before and behind what differs in it.
type outcome struct {
	vain   bool // the Inspector is asked each time
	best   *trial
	reader int
	middle []byte // from the end of the text to the time, or to the end of the line
	stamps *stamps
	full   *template
}

// unlearned is the outcome of texts that the Inspector is asked about.
var unlearned = &outcome{vain: true}

const briefHead = `{"schema":1,"input":"`

// learn asks the Inspector about a text and keeps its answer as an outcome. Where
// that does not say the same of the text, it is kept that one has to ask.
func (s *Streamer) learn(p *plan, text []byte) *outcome {
	s.in.InspectInto(&s.result, string(text))
	want := append(s.write(nil), '\n')
	o := s.newOutcome(p)
	if o == nil || string(o.append(nil, &s.look)) != string(want) {
		o = unlearned
	}
	s.count()
	if first := &p.trials[s.look.first]; first.later == 0 {
		first.alone = o
	} else {
		p.outcomes[s.look.pass] = o
	}
	return o
}

// newOutcome makes an outcome of the result; nil where there is none.
func (s *Streamer) newOutcome(p *plan) *outcome {
	if !s.result.OK() {
		return nil
	}
	r := &s.result.Readings[0]
	o := &outcome{}
	for i := range p.trials {
		if t := &p.trials[i]; t.candidate == r.c && t.reader >= 0 {
			o.best, o.reader = t, t.reader
		}
	}
	if o.best == nil {
		return nil
	}
	o.middle = append(o.middle, `","ok":true,"scheme":`...)
	o.middle = appendString(o.middle, r.Scheme.Name)
	o.middle = append(o.middle, `,"confidence":"`+r.Confidence.String()+`"`...)
	switch {
	case !r.Timed:
		o.middle = append(o.middle, "}\n"...)
	case !r.Plausible || r.Time.Year() > 9999:
		return nil
	case r.Vague():
		o.middle = append(o.middle, `,"time_from":"`...)
		o.stamps = newStamps(o.best.member)
	default:
		o.middle = append(o.middle, `,"time":"`...)
		o.stamps = newStamps(o.best.member)
	}
	return o
}

// append appends the object of a text, and a newline.
func (o *outcome) append(dst []byte, l *look) []byte {
	dst = append(dst, briefHead...)
	dst = append(dst, l.text...)
	dst = append(dst, o.middle...)
	if o.stamps == nil {
		return dst
	}
	dst = o.stamps.append(dst, o.best.ticker.tick(l.ids[o.reader]))
	return append(dst, "\"}\n"...)
}

type template struct{}
