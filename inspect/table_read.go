package inspect

import (
	"cmp"
	"slices"

	"idscope/gen"
)

// readTable collects the readings of a text by its table, and what is ruled out: of
// that only what Result.prune keeps, but for a scheme that was asked for.
func (in *Inspector) readTable(r *Result, s *scan, text string) {
	nearest := implied
	for _, at := range s.candidates() {
		k := &s.table.checks[at]
		switch {
		case k.reader >= 0:
			if in.readNumber(r, s, k) {
				nearest = min(nearest, k.level)
			}
		case k.codec != nil:
			if in.readAffixed(r, k.candidate.reader, s.text, text) {
				nearest = own
			}
		case in.readPattern(r, k.candidate, text):
			nearest = own
		}
	}
	slices.SortStableFunc(r.RuledOut, func(a, b RuledOut) int { return cmp.Compare(a.c.index, b.c.index) })
	if len(in.opts.As) > 0 {
		r.keep(func(o *Reading) bool { return o.c.level == nearest })
	}
}

// readNumber is readTable for one check of a number.
func (in *Inspector) readNumber(r *Result, s *scan, k *check) bool {
	id := s.number(k)
	if id == nil {
		return false
	}
	if !k.constant(id) {
		if s.table.every || k.filled && k.level < declared && id.And(k.used) == k.right {
			r.RuledOut = append(r.RuledOut, RuledOut{Scheme: k.scheme, Cause: Constant, ID: *id, c: k.candidate})
		}
		return false
	}
	answer, tick := k.passes(id)
	switch {
	case answer == no && s.table.every:
		r.RuledOut = append(r.RuledOut, RuledOut{Scheme: k.scheme, Cause: Constant, ID: *id, c: k.candidate})
		return false
	case answer == implausible && !k.strict && (s.table.every || k.level < declared):
		r.ruleOutTime(k.candidate, *id, k.line.Time(k.shown(tick)))
		return false
	case answer == no, answer == implausible && !k.strict, answer == yes && k.weak:
		return false
	}
	r.add(k, id, tick)
	if answer == implausible {
		o := &r.Readings[len(r.Readings)-1]
		if o.Plausible, o.Evidence = false, k.worth.untimed; len(in.opts.As) == 0 && o.weak() {
			r.Readings = r.Readings[:len(r.Readings)-1]
			return false
		}
	}
	return true
}

// add adds the reading of an identifier with a plausible time.
func (r *Result) add(k *check, id *gen.ID, tick uint64) {
	if n := len(r.Readings); n < cap(r.Readings) {
		r.Readings = r.Readings[:n+1]
	} else {
		r.Readings = append(r.Readings, Reading{})
	}
	o := &r.Readings[len(r.Readings)-1]
	*o = Reading{Scheme: k.scheme, SameAs: k.same, ID: *id, Spelling: k.candidate.reader.name, Own: k.level == own,
		Timed: k.timed, Plausible: true, tick: tick, Evidence: k.worth.timed, rivals: k.worth.rivals, c: k.candidate}
	if k.timed {
		o.Time = k.line.Time(k.shown(tick))
	}
}
