package inspect

import (
	"slices"

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
	crockford bool // the first reader is that of 128 bits in Crockford's base32
	decimal   bool // the first reader is that of 64 bits in decimal digits
	readers   []*reader
	trials    []trial
	kinds     [][]uint8           // of 128 bits: the trials that can pass, by what the version and the variant say; nil for others
	all       []uint8             // all trials
	outcomes  map[uint64]*outcome // by the bits of the trials that passed
}

// trial is a candidate with its checks, as masks.
type trial struct {
	*candidate
	reader      int // its place among the plan's; below 0 it is no reader of bits
	bit         uint64
	fixed, want gen.ID
	ticker      ticker
	checked     bool        // there is more to check than bits
	strict      bool        // a time that is implausible is a reading all the same
	starts      *beginnings // of texts that are not learned: how they may begin
	later       uint64      // the trials below it that matter where it is the best
	near        uint64      // of those, the ones that it may include
	twins       uint64      // those that are the same identifier where the number is the same
	alone       *outcome    // where nothing later matters
	score       float64
}

// mostTrials is how many trials a plan has at most: a bit each.
const mostTrials = 64

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
	p := &plan{outcomes: map[uint64]*outcome{}}
	for _, r := range s.in.byLength[key.length] {
		place := -1
		for _, c := range r.candidates {
			t := trial{candidate: c, reader: -1}
			switch {
			case c.codec == nil || r.affix:
				if t.starts = c.beginnings(key, s.brief && len(s.in.opts.As) == 0); t.starts == nil {
					continue
				}
			case key.uuid && r.text.Form != gen.UUID, !s.fits(c, key):
				continue
			default:
				if place < 0 {
					place = len(p.readers)
					p.readers = append(p.readers, r)
				}
				t.reader = place
				t.fixed, t.want = c.codec.Mask(gen.Const), c.constants()
				t.ticker = newTicker(c.member)
				t.checked = c.scheme.Valid != nil || c.scheme.Digit.Base > 0
				t.strict = c.timed && (len(s.in.opts.As) > 0 || c.level == own && r.text.Form == gen.UUID)
			}
			o := s.reading(c, key)
			t.score = o.order()
			p.trials = append(p.trials, t)
		}
	}
	if slices.ContainsFunc(p.trials, func(t trial) bool { return t.reader >= 0 && t.timed && t.ticker.more }) {
		return &plan{vain: true}
	}
	if len(p.trials) > mostTrials || len(p.readers) > mostReaders || len(p.readers) == 0 {
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
	p.decimal = first.bits == 64 && first.text == gen.Text{Form: gen.Decimal}
	if key.uuid && (first.text.Form != gen.UUID || len(p.readers) > 1) {
		return &plan{vain: true}
	}
	for i := range p.trials {
		p.trials[i].bit = 1 << i
		p.all = append(p.all, uint8(i))
	}
	for i := range p.trials {
		s.relate(p, i, key)
	}
	if len(p.readers) == 1 && first.bits == 128 && !first.swap && (key.uuid || p.crockford) {
		p.sortKinds()
	}
	return p
}

// fits reports whether the Inspector would take a reading of the candidate of a
// text of the shape, if its bits are right.
func (s *Streamer) fits(c *candidate, key planKey) bool {
	strict := s.in.strict
	symbols, fold := c.reader.text.Form.Symbols()
	if !key.uuid && (key.classes == 1 && c.rather(strict) || !key.reached(symbols, fold)) {
		return false
	}
	o := s.reading(c, key)
	return len(s.in.opts.As) > 0 || !o.weak()
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
	for j := range p.trials {
		if k := &p.trials[j]; k.codec != nil && t.codec != nil && j != i && k.reader != t.reader && k.key == t.key {
			t.twins |= 1 << j
		}
	}
	below := ^uint64(0) << i << 1 & (1<<len(p.trials) - 1)
	if len(s.in.opts.As) > 0 || !s.brief {
		t.later = below
		return
	}
	o := s.reading(t.candidate, key)
	if o.says() == 0 && ones(t.fixed) <= 8 { // a reading that says more may take its place
		t.later = below
		return
	}
	switch {
	case t.codec == nil || o.Own && t.candidate.reader.syntax():
		return
	case t.candidate.reader.text.Form == gen.DateDigits:
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
		if o.Own && t.timed && k.timed && k.scheme.Prior == 0 && k.reader == t.reader && t.candidate.reader.text.Form != gen.Decimal {
			if k.ticker == t.ticker && k.line == t.line && k.scheme.Fraction == t.scheme.Fraction {
				continue // the same time, always: it is included
			}
			t.near |= 1 << j
		}
		t.later |= 1 << j
	}
}

// sortKinds finds for each version and variant of a UUID the trials whose constants
// agree with it.
func (p *plan) sortKinds() {
	kindMask := gen.ID{Mid: 0xf000, Lo: 7 << 61}
	p.kinds = make([][]uint8, 1<<7)
	for kind := range p.kinds {
		id := gen.ID{Mid: uint64(kind) >> 3 << 12, Lo: uint64(kind) << 61}
		for i := range p.trials {
			t := &p.trials[i]
			if mask := t.fixed.And(kindMask); t.reader < 0 || id.And(mask) == t.want.And(mask) {
				p.kinds[kind] = append(p.kinds[kind], uint8(i))
			}
		}
	}
}
