package inspect

import (
	"math/bits"
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

// DetectInto is [Inspector.InspectInto] with the best reading alone, where that is
// found by a table: other readings and what was ruled out are not there, and
// Ambiguous is false. Of letters and digits, and of UUIDs, it is found so; where that
// does not tell, and of other texts, all readings are made for it.
func (in *Inspector) DetectInto(r *Result, text string) {
	s := &r.scan
	k, ok := (*check)(nil), false
	if len(text) <= maxText {
		k, ok = in.detect(s, append(r.buf[:0], text...))
	}
	if !ok || s.confidence == Possible && mayBeDamaged(text) {
		in.InspectInto(r, text)
		return
	}
	r.reset(text)
	r.add(k, s.number(k), s.tick)
	r.Readings[0].Confidence = s.confidence
}

// detect returns, by table, the check that is the best reading of the scan's text;
// ok is false where that does not tell.
func (in *Inspector) detect(s *scan, text []byte) (k *check, ok bool) {
	t := in.byTable()
	if t == nil || !t.open(s, text) || !in.strict && isCard(text) {
		return nil, false
	}
	k, answer := t.decide(s)
	return k, answer == yes
}

// fewTexts are read before there are tables, which take longer to make.
const fewTexts = 4

// byTable returns the tables, where the best reading is found by them; nil for the
// first texts.
func (in *Inspector) byTable() *tables {
	if in.general {
		return nil
	}
	return in.table()
}

// table returns the tables; nil for the first texts.
func (in *Inspector) table() *tables {
	if t := in.tables.Load(); t != nil {
		return t
	}
	return in.newTable()
}

func (in *Inspector) newTable() *tables {
	if in.met.Add(1) <= fewTexts {
		return nil
	}
	in.tables.CompareAndSwap(nil, newTables(in))
	return in.tables.Load()
}

// decide tries what may read the text of a scan, best first, until nothing that is
// left can change the answer: no where nothing of the table reads it, unclear where
// it takes all readings to tell.
func (t *tables) decide(s *scan) (best *check, a answer) {
	list := s.candidates()
	for i, k := range list {
		if k.reader < 0 {
			if t.reads(k, s) {
				return nil, unclear
			}
			continue
		}
		if s.known>>k.reader&1 == 0 {
			s.parse(k.reader)
		}
		id := &s.ids[k.reader&(mostReaders-1)]
		if !k.near(id) || s.valid>>k.reader&1 == 0 || !k.constant(id) || k.weak {
			continue
		}
		answer, tick := k.passes(id)
		if answer == implausible && k.strict {
			return nil, unclear
		}
		if answer != yes {
			continue
		}
		s.confidence, s.tick = k.alone, tick
		if k.rivals == 0 {
			return k, yes
		}
		if k.undefined {
			return nil, unclear // its bytes may be in another order
		}
		switch t.contested(s, k, list[i+1:]) {
		case unclear:
			return nil, unclear
		case yes:
			if k.needsAll {
				return nil, unclear
			}
			s.confidence = Possible
		}
		return k, yes
	}
	return nil, no
}

// contested reports whether one of the rivals passes too.
func (t *tables) contested(s *scan, best *check, list []*check) answer {
	for _, k := range list {
		if k.bit&best.rivals == 0 {
			continue
		}
		if k.reader < 0 {
			if t.reads(k, s) {
				return unclear
			}
			continue
		}
		id := s.number(k)
		if id == nil || !k.near(id) || !k.constant(id) {
			continue
		}
		switch answer, tick := k.passes(id); {
		case answer == implausible && k.strict:
			return unclear
		case answer != yes:
		case best.includes&k.bit != 0 && s.included(best, k, tick):
		case s.twin(k, *id):
		default:
			return yes
		}
	}
	return no
}

// included reports whether the time of a check that passes is one that the best
// reading includes.
func (s *scan) included(best, k *check, tick uint64) bool {
	at := best.line.Time(best.shown(s.tick))
	return k.line.Time(k.shown(tick)).Sub(at).Abs() < best.scheme.Tick
}

// twin reports whether a check that stands above one that passes does so too, with
// the same identifier: then the text spells it in two ways.
func (s *scan) twin(k *check, id gen.ID) bool {
	for twins := k.twins & (k.bit - 1); twins != 0; twins &= twins - 1 {
		above := &s.table.checks[bits.TrailingZeros64(twins)]
		other := s.number(above)
		if other == nil || above.weak || *other != id || !above.constant(other) {
			continue
		}
		if answer, _ := above.passes(other); answer == yes {
			return true
		}
	}
	return false
}

// reads reports whether a pattern, or what has a prefix, reads the text.
func (t *tables) reads(k *check, s *scan) bool {
	if k.codec != nil { // it has a prefix
		return true
	}
	if s.tried == nil {
		s.tried = new(Result)
	}
	r := s.tried
	r.Readings, r.RuledOut, r.pieces = r.Readings[:0], r.RuledOut[:0], r.pieces[:0]
	return t.in.readPattern(r, k.candidate, unsafe.String(&s.text[0], len(s.text))) // nothing of the result is kept
}
