package inspect

import (
	"cmp"
	"math/bits"
	"slices"

	"idscope/gen"
)

// readOpen reads a text by its table, which has nothing that cleaning would take
// off; false where there is no table, and where nothing reads it.
func (in *Inspector) readOpen(r *Result) bool {
	t := in.byTable()
	if t == nil || len(r.Input) > maxText || !t.open(&r.scan, append(r.buf[:0], r.Input...)) {
		return false
	}
	if in.readTable(r, &r.scan, r.Input); len(r.Readings) > 0 {
		return true
	}
	r.reset(r.Input)
	return false
}

// readTable collects the readings of a text by its table, and what is ruled out: of
// that only what Result.prune keeps, but for a scheme that was asked for.
func (in *Inspector) readTable(r *Result, s *scan, text string) {
	nearest, out := implied, ruledOut{}
	for _, k := range s.candidates() {
		switch {
		case k.reader >= 0:
			switch answer, tick := in.readNumber(r, s, k); answer {
			case yes:
				nearest = min(nearest, k.level)
			case implausible:
				out.checks |= k.bit
				out.ticks[bits.TrailingZeros64(k.bit)] = tick
			case mismatched:
				out.checks |= k.bit
				out.mismatched |= k.bit
			}
		case k.codec != nil:
			if in.readAffixed(r, k.candidate.reader, s.text, text) {
				nearest = own
			}
		case in.readPattern(r, k.candidate, text):
			nearest = own
		}
	}
	patterns := len(r.RuledOut) > 0
	if out.checks != 0 {
		r.ruleOut(s, &out)
	}
	if patterns {
		slices.SortFunc(r.RuledOut, func(a, b RuledOut) int { return cmp.Compare(a.c.index, b.c.index) })
	}
	if len(in.opts.As) > 0 {
		r.keep(func(o *Reading) bool { return o.c.level == nearest })
	}
}

// ruledOut is what a table rules out.
type ruledOut struct {
	checks     uint64 // their bits
	mismatched uint64 // of those, for other bits than the time
	ticks      [mostChecks]uint64
}

// readNumber is readTable for one check of a number: yes where there is a reading,
// implausible and mismatched where that is ruled out.
func (in *Inspector) readNumber(r *Result, s *scan, k *check) (a answer, tick uint64) {
	id := s.number(k)
	if id == nil || !s.table.every && !k.filled && !k.constant(id) {
		return no, 0
	}
	if !k.constant(id) {
		if s.table.every || k.level < declared && id.And(k.used) == k.right {
			return mismatched, 0
		}
		return no, 0
	}
	answer, tick := k.passes(id)
	switch {
	case answer == no && s.table.every:
		return mismatched, 0
	case answer == implausible && !k.strict && (s.table.every || k.level < declared):
		return implausible, tick
	case answer == no, answer == implausible && !k.strict, answer == yes && k.weak:
		return no, 0
	}
	r.add(k, id, tick)
	if answer == implausible {
		o := &r.Readings[len(r.Readings)-1]
		if o.Plausible, o.Evidence = false, k.worth.untimed; len(in.opts.As) == 0 && o.weak() {
			r.Readings = r.Readings[:len(r.Readings)-1]
			return no, 0
		}
	}
	return yes, tick
}

// ruleOut adds what is ruled out, in the order in which they are tried
// without a table.
func (r *Result) ruleOut(s *scan, out *ruledOut) {
	for _, k := range s.table.turns {
		switch {
		case out.checks&k.bit == 0:
		case out.mismatched&k.bit != 0:
			r.RuledOut = append(r.RuledOut, RuledOut{Scheme: k.scheme, Cause: Constant, ID: *s.number(k), c: k.candidate})
		default:
			r.ruleOutTime(k.candidate, *s.number(k), out.ticks[bits.TrailingZeros64(k.bit)])
		}
	}
}

// add adds the reading of an identifier with a plausible time.
func (r *Result) add(k *check, id *gen.ID, tick uint64) {
	if n := len(r.Readings); n < cap(r.Readings) {
		r.Readings = r.Readings[:n+1]
	} else {
		r.Readings = append(r.Readings, Reading{})
	}
	o := &r.Readings[len(r.Readings)-1]
	*o = Reading{} // a literal would be made elsewhere, and copied
	o.Scheme, o.SameAs, o.ID, o.Spelling, o.Own = k.scheme, k.same, *id, k.candidate.reader.name, k.level == own
	o.Timed, o.Plausible, o.tick, o.c = k.timed, true, tick, k.candidate
	o.Evidence, o.rivals = k.worth.timed, k.worth.rivals
	if k.timed {
		o.Time = k.line.Time(k.shown(tick))
	}
}
