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

// trial is a candidate with its checks, as masks.
type trial struct {
	// What most texts fail at: one word of the number is not within span of low, or
	// the constants are wrong.
	reader      int8 // its place among the plan's; below 0 it is no reader of bits
	place       int8 // of its number among those of a look
	upper       bool // the word is Mid, else Lo
	low, span   uint64
	fixed, want gen.ID

	*candidate
	bit         uint64
	ticker      ticker
	stamps      *stamps     // nil without a time
	head        [2]uint32   // of DateDigits: the first and the last year that is plausible, as text
	checked     bool        // there is more to check than bits
	strict      bool        // a time that is implausible is a reading all the same
	settled     bool        // its text has a syntax of its own
	weak        bool        // too little speaks for it: it is never a reading
	filled      bool        // it has bits that only fill up
	used, right gen.ID      // its other constant bits, and their values
	starts      *beginnings // how its texts may begin
	later       uint64      // the trials below it that matter where it is the best
	near        uint64      // those that it may include
	nearable    bool        // it may be included by another
	first       bool        // where it is the best of those that pass, it is the best reading
	twins       uint64      // those that are the same identifier where the number is the same
	alone       *outcome    // where nothing later matters
	score       float64
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

// symbols are the bytes of which texts of the candidate's form consist, in one case.
func (c *candidate) symbols() string {
	symbols, _ := c.reader.text.Form.Symbols()
	return symbols + punctuation(c.reader.text.Form)
}

// compile fills in the checks of a trial.
func (s *Streamer) compile(t *trial, key planKey) {
	c := t.candidate
	t.fixed, t.want = c.codec.Mask(gen.Const), c.constants()
	t.starts = c.reader.readerStarts()
	t.ticker = newTicker(c.member)
	if c.timed {
		t.stamps = newStamps(c.member)
	}
	t.checked = c.scheme.Valid != nil || c.scheme.Digit.Base > 0
	t.strict = c.timed && (len(s.in.opts.As) > 0 || c.level == own && c.reader.text.Form == gen.UUID)
	t.gate()
	if s.brief && c.reader.text.Form == gen.DateDigits && c.timed && len(s.in.opts.As) == 0 {
		from, to := c.line.Time(c.first).Year(), c.line.Time(c.last).Year()
		if 1000 <= from && from <= to && to <= 9999 {
			t.head = [2]uint32{yearText(from), yearText(to)}
		}
	}
	o := s.reading(c, key)
	t.settled = o.settled()
	t.weak = len(s.in.opts.As) == 0 && o.weak()
	for i, f := range c.scheme.Layout {
		switch {
		case f.Source == gen.Const && f.Unused():
			t.filled = true
		case f.Source == gen.Const:
			lsb := uint(c.codec.LSB(i))
			t.used = t.used.Or(f.Max().Shl(lsb))
			t.right = t.right.Or(gen.FromUint64(f.Value).Shl(lsb))
		}
	}
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

// relate finds which trials matter where trial i is the best of those that pass.
// Those with less evidence by more than what a likely reading has to be ahead do
// not, nor do any where its confidence is settled by itself.
func (s *Streamer) relate(p *plan, i int, key planKey) {
	t := &p.trials[i]
	o := s.reading(t.candidate, key)
	for j := range p.trials {
		k := &p.trials[j]
		if k.reader < 0 || t.reader < 0 || j == i {
			continue
		}
		if k.reader != t.reader && k.key == t.key {
			t.twins |= k.bit
		}
		if o.Own && t.timed && k.timed && k.scheme.Prior == 0 && k.reader == t.reader && t.candidate.reader.text.Form != gen.Decimal && !t.sameTime(k) {
			t.near |= k.bit
			k.nearable = true
		}
	}
	below := ^uint64(0) << i << 1 & (1<<len(p.trials) - 1)
	// A reading that says more may take the place of one that says nothing.
	t.first = len(s.in.opts.As) == 0 && t.reader >= 0 && (o.says() > 0 || ones(t.fixed) > 8)
	switch {
	case !s.brief || !t.first:
		t.later = below
		return
	case o.Own && t.candidate.reader.syntax(), t.candidate.reader.text.Form == gen.DateDigits:
		return
	case o.Evidence >= certainBits && o.rivals <= 1.0/(1<<certainBits):
		return
	case o.Evidence < likelyBits || o.rivals > 1.0/(1<<likelyBits):
		return
	}
	for j := i + 1; j < len(p.trials); j++ {
		k := &p.trials[j]
		rival := s.reading(k.candidate, key)
		if k.level == implied && o.Own || rival.Evidence <= 0 || o.Evidence >= rival.Evidence+aheadBits {
			continue
		}
		if o.Own && t.timed && k.timed && k.scheme.Prior == 0 && k.reader == t.reader && t.candidate.reader.text.Form != gen.Decimal && t.sameTime(k) {
			continue // it is included, always
		}
		t.later |= k.bit
	}
}

// sameTime reports whether two trials read the same time out of any number.
func (t *trial) sameTime(k *trial) bool {
	return k.ticker == t.ticker && k.line == t.line && k.scheme.Fraction == t.scheme.Fraction
}

// gate finds the range of the upper word of a number outside of which no constant
// and no time on top is right.
func (t *trial) gate() {
	t.span = ^uint64(0)
	if t.candidate.reader.text.Form == gen.DateDigits {
		return
	}
	run, size := t.top, t.size
	switch {
	case size == 128:
		t.upper, size = true, 64
	case size > 64:
		return
	}
	if t.strict {
		run.time = 0
	}
	lead := min(run.lead, size)
	if lead != run.lead { // of more constants the upper ones
		run.value, run.time = run.value>>(run.lead-lead), 0
	}
	rest := size - lead
	low, high := run.value<<rest, run.value<<rest|(1<<rest-1)
	if run.time > 0 && run.time <= rest && t.candidate.first <= t.candidate.last {
		rest -= run.time
		low, high = low|t.candidate.first>>run.from<<rest, low|t.candidate.last>>run.from<<rest|(1<<rest-1)
	}
	t.low, t.span = low, high-low
}

// yearText is a year of four digits as the first four bytes of a text.
func yearText(year int) uint32 {
	return uint32('0'+year/1000)<<24 | uint32('0'+year/100%10)<<16 | uint32('0'+year/10%10)<<8 | uint32('0'+year%10)
}
