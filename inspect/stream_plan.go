package inspect

import (
	"slices"
	"strings"

	"idscope/gen"
)

// planKey is what texts of one plan have in common: their length, the classes that
// usualClasses leaves, or the case of the letters of a UUID.
type planKey struct {
	length  int
	classes uint32
	uuid    bool
}

// plan is how texts of one shape are read. Its trials are all the candidates that
// may read one, best score first.
type plan struct {
	vain      bool // the Inspector is asked each time
	patterns  int  // places for the times of texts that are patterns, behind the readers
	crockford bool // the first reader is that of 128 bits in Crockford's base32
	decimal   bool // the first reader is that of 64 bits in decimal digits
	readers   []*reader
	trials    []trial
	uuid      bool // the first reader is that of UUIDs
	lists     [256]*list
	outcomes  map[outcomeKey]*outcome
	latest    outcomeKey
	last      *outcome // of that key
}

// outcomeKey tells how the trials of a plan came out: of a short object the bits of
// those that passed, of a full one three bits for each.
type outcomeKey [3]uint64

// outcome returns what was learned under a key, nil for nothing.
func (p *plan) outcome(key outcomeKey) *outcome {
	if p.last == nil || p.latest != key {
		o := p.outcomes[key]
		if o == nil {
			return nil
		}
		p.latest, p.last = key, o
	}
	return p.last
}

// mostTrials is how many trials a plan has at most: three bits each of an outcomeKey.
const mostTrials = 63

// plan returns the plan of a key, and makes it when it is asked for first.
func (s *Streamer) plan(key planKey) *plan {
	if p := s.plans[key]; p != nil {
		return p
	}
	s.count()
	p := s.newPlan(key)
	s.plans[key] = p
	return p
}

// count keeps what was learned within bounds.
func (s *Streamer) count() {
	if s.learned++; s.learned > mostLearned {
		s.forget()
		s.learned = 1
	}
}

func (s *Streamer) newPlan(key planKey) *plan {
	p := &plan{outcomes: map[outcomeKey]*outcome{}}
	for _, r := range s.in.byLength[key.length] {
		place := -1
		for _, c := range r.candidates {
			t := trial{candidate: c, reader: -1}
			switch {
			case c.codec == nil || r.affix:
				if t.starts = c.beginnings(key, s.brief && len(s.in.opts.As) == 0); t.starts == nil {
					continue
				}
				t.place = int8(mostReaders + p.patterns)
				p.patterns++
				if c.timed {
					t.stamps, t.ticker = newStamps(c.member), wholeTicker
				}
			case key.uuid && r.text.Form != gen.UUID && strings.Contains(c.symbols(), "-"):
				return &plan{vain: true} // of a scheme that pads its texts to the length of a UUID
			case !s.readable(c, key):
				continue
			default:
				s.compile(&t, key)
				if t.weak && s.brief {
					continue
				}
				if place < 0 {
					place = len(p.readers)
					p.readers = append(p.readers, r)
				}
				t.reader, t.place = int8(place), int8(place)
			}
			o := s.reading(c, key)
			t.score = o.order()
			p.trials = append(p.trials, t)
		}
	}
	if slices.ContainsFunc(p.trials, func(t trial) bool { return t.reader >= 0 && t.timed && t.ticker.more }) {
		return &plan{vain: true}
	}
	if len(p.trials) > mostTrials || len(p.readers) > mostReaders || len(p.readers) == 0 || p.patterns > mostPatterns {
		return &plan{vain: true}
	}
	slices.SortStableFunc(p.trials, func(a, b trial) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	first := p.readers[0]
	p.crockford = first.bits == 128 && !first.swap && first.text == gen.Text{Form: gen.Crockford}
	p.uuid = key.uuid
	p.decimal = first.bits == 64 && first.text == gen.Text{Form: gen.Decimal}
	if key.uuid && (first.text.Form != gen.UUID || len(p.readers) > 1) {
		return &plan{vain: true}
	}
	for i := range p.trials {
		p.trials[i].bit = 1 << i
	}
	for i := range p.trials {
		s.relate(p, i, key)
	}
	return p
}

// readable reports whether the Inspector would try the candidate on a text of the
// shape, and the text can be one of the form.
func (s *Streamer) readable(c *candidate, key planKey) bool {
	if key.uuid {
		return c.reader.text.Form == gen.UUID
	}
	symbols, fold := c.reader.text.Form.Symbols()
	return key.reached(symbols, fold) && !(key.classes == 1 && c.rather(s.in.strict))
}

// reading is that of a candidate of a text of the shape, with all that does not
// depend on the number.
func (s *Streamer) reading(c *candidate, key planKey) Reading {
	o := Reading{Scheme: c.scheme, Own: c.level == own, Timed: c.timed, Plausible: true, c: c}
	its := shape{s.classOf(c, key), key.length}
	if key.uuid {
		its.symbols = 32
	}
	t := s.in.strength(c, its)
	o.Evidence, o.rivals = t.timed, t.rivals
	return o
}

// classOf is what shapes.class says of texts of the shape.
func (s *Streamer) classOf(c *candidate, key planKey) int {
	if key.uuid {
		return int(key.classes)
	}
	for i := range classes {
		if key.classes>>i&1 == 1 {
			if u := s.in.shapes.usual[c.reader.text.Form]; u >= 0 && key.classes>>u&1 == 1 {
				return u
			}
			return i
		}
	}
	return 0
}
