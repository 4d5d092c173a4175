package worker

import (
	"errors"
	"io/fs"

	"idscope/gen"
	"idscope/gen/internal/guard"
)

// mend is repair under the lock.
func (s *session) mend(o RepairOptions) (*Repaired, error) {
	r, c := s.r, &s.claim
	fault, missing, err := s.diagnose()
	if err != nil {
		return nil, err
	}
	state := guard.Unknown
	if c.valid && (missing || s.readable) {
		pair := s.pair()
		state = pair.State()
	}
	matches := state == guard.Intact
	if state == guard.Interrupted && s.entry.id == c.claim.entry.id {
		matches, s.entry = true, c.claim.entry
	}
	if state == guard.Unmade && s.rel == relOwn { // the next call makes it
		return nil, nil
	}
	if c.File == nil { // without a time nothing replaces what a claim knew
		matches = r.form.time > 0
	}
	rel := s.rel
	damaged := missing || errors.Is(fault, ErrDamaged) || errors.Is(fault, ErrEarlier) ||
		errors.Is(fault, ErrForeignLayout)
	switch {
	case errors.Is(fault, ErrForeignMachine) && !o.Adopt:
		return nil, fault
	case rel == relOther && !o.Adopt:
		if fault == nil && o.Worker == nil { // a number of somebody else, and no business of ours
			return nil, nil
		}
		return nil, r.claimed(&c.claim)
	case missing && c.File == nil && !(o.Adopt && r.form.time == 0):
		return nil, r.missing()
	}
	jumped := errors.Is(fault, ErrJumpedForward)
	if fault == nil && matches && !missing && o.AssumeLast.IsZero() {
		return nil, nil
	}
	done := &Repaired{Scheme: r.form.scheme, Worker: r.worker, Path: r.path(".rec"),
		Was: s.was(fault, missing, matches, rel)}
	if jumped && matches && o.AssumeLast.IsZero() {
		done.Did = "took the present clock for right"
		return done, s.write(guard.SyncAll)
	}
	e := entry{id: s.entry.id, lead: max(s.entry.lead, r.succession(c))}
	last := r.ahead(e.lead)
	switch {
	case r.form.time == 0:
		if e.mark, err = s.told(o); err != nil {
			return nil, err
		}
		done.Did = "goes on after the last number that is known of"
		return done, s.replace(missing, e)
	case !o.AssumeLast.IsZero():
		tick, ok := r.form.line().Tick(o.AssumeLast)
		if !ok {
			return nil, &gen.ClockError{Reason: gen.ErrBeforeEpoch, Scheme: r.form.scheme, Now: o.AssumeLast,
				Limit: r.form.epoch}
		}
		last = tick
	case !damaged:
		last = max(last, highest(&s.entry.mark), s.entry.durable.tick)
	}
	if o.AssumeLast.IsZero() {
		last = max(last, highest(&c.claim.entry.mark), c.claim.entry.durable.tick)
	}
	e.mark = r.form.sealed(last, r.now())
	done.Did, done.After = "begins anew", r.form.line().Time(min(last, r.form.last()))
	return done, s.replace(missing, e)
}

// diagnose reads record and claim and returns what is wrong with the record.
// Only what cannot be mended is an error.
func (s *session) diagnose() (fault error, missing bool, err error) {
	r := s.r
	if err := s.takeClaim(); err != nil {
		return nil, false, r.claimError(err)
	}
	err = s.openClaim()
	if errors.Is(err, ErrEarlier) {
		fault = r.earlier()
	} else if err != nil && !errors.Is(err, ErrDamaged) {
		return nil, false, r.claimError(err)
	}
	err = s.read()
	missing = errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return nil, false, err
	}
	s.rel = relOwn
	if s.claim.valid {
		s.rel = s.relation()
	}
	if missing {
		return fault, true, nil
	}
	same := s.claim.valid && s.rel != relOther && s.claim.claim.entry.id == s.entry.id
	if wrong := r.check(s.record.Text, &s.entry, s.readable, same); wrong != nil {
		fault = wrong
	}
	if errors.Is(fault, ErrDamaged) || errors.Is(fault, ErrForeignLayout) || errors.Is(fault, ErrEarlier) {
		s.entry, s.readable = entry{}, false
	}
	return fault, false, nil
}

// told is the mark of a layout without time of which nothing tells how far it got, if
// the user vouches, with adopt, that nothing was made beyond record and claim.
func (s *session) told(o RepairOptions) (gen.Mark, error) {
	if !o.Adopt {
		return gen.Mark{}, s.r.lost()
	}
	m := s.entry.mark
	if c := &s.claim.claim.entry.mark; c.Used && (!m.Used || s.r.form.further(c, c.Value, m.Value)) {
		m = *c
	}
	return m, nil
}

// was says in words what is wrong.
func (s *session) was(fault error, missing, matches bool, rel relation) string {
	var e *StateError
	switch {
	case errors.As(fault, &e):
		return state(e.Reason)
	case rel == relOther:
		return "claimed by " + s.claim.owner
	case missing:
		return "deleted"
	case s.claim.File == nil:
		return "claim deleted"
	case !s.claim.valid && s.claim.File != nil:
		return "claim damaged"
	case !matches:
		return "replaced"
	}
	return "ok"
}
