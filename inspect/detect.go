package inspect

import (
	"slices"
	"time"
	"unsafe"

	"idscope/gen"
)

// Detection is the best reading of a text: what it is, how sure that is, and when
// it was made; without other readings and what speaks for it.
type Detection struct {
	Scheme     *gen.Scheme
	Confidence Confidence
	Timed      bool
	// Hidden is what may be shown of a text that is a secret; empty for others.
	Hidden string

	tick uint64
	c    *candidate
}

// Time is the start of the tick of the time, in UTC; zero without a time.
func (d *Detection) Time() time.Time {
	if !d.Timed {
		return time.Time{}
	}
	return d.c.line.Time(d.c.shown(d.tick))
}

// Vague reports whether the time is the start of a period: see [Reading.Vague].
func (d *Detection) Vague() bool { return d.Timed && d.c.vague() }

// AppendTime appends the time as RFC 3339 in the zone, with as many digits as the scheme's ticks have; to the second
// where it is Vague, and from the year 10000 of UTC on.
func (d *Detection) AppendTime(dst []byte, last *LastSecond) []byte {
	if d.c.dated(d.tick) && !d.Vague() {
		return d.c.times.append(dst, d.tick, last)
	}
	return d.Time().In(last.zone()).AppendFormat(dst, time.RFC3339)
}

// AppendTimeJSON appends what the JSON of a reading says of the time, the Unix milliseconds where full is true too.
func (d *Detection) AppendTimeJSON(dst []byte, last *LastSecond, full bool) []byte {
	if !d.Timed {
		return dst
	}
	dated, key := d.c.dated(d.tick), "time"
	if d.Vague() {
		key = "time_from"
	}
	if dated {
		dst = append(d.c.times.append(append(appendKey(dst, key), '"'), d.tick, last), '"')
	}
	if full || !dated {
		dst = d.c.appendMilli(dst, d.tick)
	}
	return dst
}

// DetectInto is [Inspector.InspectInto] with the best reading alone, where a table tells
// it: other readings and what was ruled out are not there, and Ambiguous is false. Else all
// readings are made for it. The result is that of the text as long as nobody writes to it.
func (in *Inspector) DetectInto(r *Result, text []byte) {
	in.conclude(r, in.detect(&r.scan, text), text)
}

// conclude is DetectInto of a text whose best reading was sought.
func (in *Inspector) conclude(r *Result, o *outcome, text []byte) {
	given := unsafe.String(unsafe.SliceData(text), len(text))
	if o.best == nil || o.confidence == Possible && mayBeDamaged(given) {
		in.InspectInto(r, given)
		return
	}
	r.reset(given)
	o.addTo(r)
}

// outcome is the best reading of a text, as the ranking decides; unclear says that it takes
// all readings to tell.
type outcome struct {
	best       *check  // nil where there is none
	id         *gen.ID // of the scan
	tick       uint64
	confidence Confidence
	unclear    bool
}

// addTo adds the reading to a result.
func (o *outcome) addTo(r *Result) {
	r.add(o.best, o.id, o.tick)
	r.Readings[0].Confidence = o.confidence
	r.caution()
}

// detect finds the best reading of a text of letters and digits, or of a UUID. The outcome is the scan's.
func (in *Inspector) detect(s *scan, text []byte) *outcome {
	if len(text) == 0 || len(text) > maxText || in.numbers != nil {
		s.found = outcome{unclear: true}
		return &s.found
	}
	in.open(s, text, anyForm)
	return in.detected(s)
}

// detected is detect for a scan whose table is known. It tries the numbers of the group,
// best first, until nothing that is left can change the answer.
func (in *Inspector) detected(s *scan) *outcome {
	o := &s.found
	o.best, o.unclear = nil, true
	secret := !in.strict && (IsCard(s.text) || BeginsKey(s.text))
	if !s.plain || len(s.text) > maxText || in.opts.All || in.opts.Around != nil || secret {
		return o
	}
	g := s.group()
	for i, k := range g.numbers {
		answer, id, tick := s.passes(k)
		if answer == implausible && k.strict {
			return o
		}
		if answer != yes {
			continue
		}
		l := g.leads[i].Load()
		if l == nil {
			l = in.lead(g, i)
			g.leads[i].Store(l)
		}
		o.best, o.id, o.tick, o.confidence = k, id, tick, l.confidence
		if o.unclear = l.unclear || s.contest(l, o) || slices.ContainsFunc(l.texts, s.reads); o.unclear {
			o.best = nil
		}
		return o
	}
	o.unclear = slices.ContainsFunc(g.texts, s.reads)
	return o
}

// passes tries a number of the scan.
func (s *scan) passes(k *check) (a answer, id *gen.ID, tick uint64) {
	if id = s.number(k); id == nil || !k.constant(id) || k.weak {
		return no, id, 0
	}
	a, tick = k.check(id)
	return a, id, tick
}

// lead is what the ranking makes of a check that is the best of those that pass.
type lead struct {
	confidence Confidence // with no other
	unclear    bool       // another may take its place
	rivals     []rival
	texts      []*check // patterns, and texts with a prefix, that would change it
}

// rival is another check; one that passes takes from the confidence of the best.
type rival struct {
	*check
	ask bool // its time tells, or whether a better check has the same identifier
}

// contest finds whether one of the rivals passes, and the best is no more than possible;
// unclear says that it takes all readings to tell.
func (s *scan) contest(l *lead, o *outcome) (unclear bool) {
	for i := range l.rivals {
		k := &l.rivals[i]
		switch answer, _, _ := s.passes(k.check); {
		case answer == implausible && k.strict, answer == yes && k.ask:
			return true
		case answer == yes:
			o.confidence = Possible
			return false
		}
	}
	return false
}

func (s *scan) reads(k *check) bool {
	if s.tried == nil {
		s.tried = new(Result)
	}
	r := s.tried
	r.Readings, r.RuledOut, r.pieces = r.Readings[:0], r.RuledOut[:0], r.pieces[:0]
	if k.codec != nil {
		return s.table.in.readAffixed(r, k, s.text)
	}
	return s.table.in.readPattern(r, k, unsafe.String(&s.text[0], len(s.text))) // nothing of the result is kept
}

// lead asks the ranking what each other check of a group does to one that passes.
func (in *Inspector) lead(g *group, best int) *lead {
	k := g.numbers[best]
	l := &lead{}
	var r Result
	rank := func(others ...Reading) (first bool, confidence Confidence) {
		r.Readings = append(append(r.Readings[:0], k.expected()), others...)
		if r.seemsMixed() != nil { // its bytes may be in another order
			return false, Possible
		}
		if len(others) > 0 {
			in.order(&r)
		}
		r.compare()
		return r.Readings[0].c == k.candidate, r.Readings[0].Confidence
	}
	first, confidence := rank()
	l.confidence, l.unclear = confidence, !first
	for i := best + 1; i < len(g.numbers); i++ {
		o := g.numbers[i].expected()
		o.ID.Lo = 1 // another one
		first, near := rank(o)
		o.Time = o.Time.Add(1 << 60)
		_, far := rank(o)
		switch {
		case !first:
			l.unclear = true
		case near != confidence && !g.hasTwin(i):
			l.rivals = append(l.rivals, rival{check: g.numbers[i]})
		case near != confidence, far != confidence && !k.sameTime(g.numbers[i]):
			l.rivals = append(l.rivals, rival{g.numbers[i], true})
		}
		l.unclear = l.unclear || far != confidence && far != Possible
	}
	for _, t := range g.texts {
		if first, c := rank(t.expected()); !first || c != confidence || t.secret() {
			l.texts = append(l.texts, t)
		}
	}
	return l
}

// hasTwin reports whether a check above one reads the same kind of identifier in another encoding.
func (g *group) hasTwin(i int) bool {
	k := g.numbers[i]
	return slices.ContainsFunc(g.numbers[:i], func(o *check) bool { return o.kind == k.kind && o.reader != k.reader })
}

// sameTime reports whether two checks read the same time out of any number.
func (k *check) sameTime(p *check) bool {
	return k.timed && p.timed && p.codec.SameTime(k.codec) && p.line == k.line &&
		p.scheme.Fraction == k.scheme.Fraction
}

// secret reports whether a part of the texts of a pattern must not be shown.
func (k *check) secret() bool {
	return slices.ContainsFunc(k.scheme.Pattern, func(p gen.Part) bool { return p.Secret })
}

// A Streamer writes the JSON of many texts: byte for byte what [Inspector.InspectInto]
// with [Result.AppendBrief] or [Result.AppendJSON] writes, the short objects from what
// [Inspector.DetectInto] finds. It is for one goroutine.
type Streamer struct {
	in     *Inspector
	brief  bool
	result Result
	best   Reading // as much of it as a short object has
}

// NewStreamer returns a Streamer of short objects or of full ones.
func NewStreamer(in *Inspector, brief bool) *Streamer {
	return &Streamer{in: in, brief: brief}
}

// Append appends the object of a text, and a newline. ok is whether the text has a
// reading.
func (s *Streamer) Append(dst, text []byte) (longer []byte, ok bool) {
	r := &s.result
	if s.brief {
		if o := s.in.detect(&r.scan, text); o.best != nil { // letters, digits and hyphens, which need no escape
			dst = append(append(dst, `{"schema":1,"input":"`...), text...)
			b := &s.best
			b.c, b.Scheme, b.Timed, b.Confidence, b.tick = o.best.candidate, o.best.scheme, o.best.timed, o.confidence,
				o.tick
			r.json.begin()
			return append(r.json.appendReading(dst, b, true), '\n'), true
		}
	}
	s.in.InspectInto(r, unsafe.String(unsafe.SliceData(text), len(text))) // the result is gone before the text is
	if s.brief {
		dst = r.AppendBrief(dst)
	} else {
		dst = r.AppendJSON(dst)
	}
	return append(dst, '\n'), r.OK()
}
