package worker

import (
	"errors"
	"io/fs"

	"idscope/gen"
)

// mend is repair under the lock.
func (s *session) mend(o RepairOptions) (*Repaired, error) {
	r, c := s.r, &s.claim
	fault, missing, err := s.diagnose()
	if err != nil {
		return nil, err
	}
	matches := s.same && s.unbroken()
	if c.file == nil { // without a time nothing replaces what a claim knew
		matches = r.form.time > 0 || s.entry.turn == 0 && !o.Adopt
	}
	rel := relOwn
	if !matches && !s.same && c.valid {
		rel = r.relation(&c.claim)
	}
	damaged := missing || errors.Is(fault, ErrDamaged) || errors.Is(fault, ErrForeignLayout)
	switch {
	case errors.Is(fault, ErrForeignMachine) && !o.Adopt:
		return nil, fault
	case rel == relOther && !o.Adopt:
		if fault == nil && o.Worker == nil { // a number of somebody else, and no business of ours
			return nil, nil
		}
		return nil, r.claimed(&c.claim)
	case missing && c.file == nil && !(o.Adopt && r.form.time == 0):
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
		return done, s.stay()
	}
	e := entry{lead: max(s.entry.lead, c.lead, r.form.lead)}
	last := r.ahead(e.lead)
	switch {
	case r.form.time == 0:
		if e.mark, err = s.told(o, missing || damaged); err != nil {
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
		last = max(last, s.entry.mark.Tick)
	}
	if o.AssumeLast.IsZero() {
		last = max(last, c.trail.tick)
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
	if err := s.claim.open(r.folder.disk, r.claimPath()); err != nil && !errors.Is(err, ErrDamaged) {
		return nil, false, r.claimError(err)
	}
	content, err := s.read()
	missing = errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return nil, false, err
	}
	if missing {
		s.entry = entry{}
		return nil, true, nil
	}
	s.same = s.claim.valid && s.names()
	fault = r.check(content, &s.entry, s.readable, s.same)
	if errors.Is(fault, ErrDamaged) || errors.Is(fault, ErrForeignLayout) {
		s.entry = entry{}
	}
	return fault, false, nil
}

// stay writes a good record anew.
func (s *session) stay() error {
	if s.claim.file == nil {
		return s.rewrite()
	}
	s.entry.turn++
	if err := s.rewrite(); err != nil {
		return err
	}
	return s.follow()
}

// told is the mark of a layout without time of which the claim knows more than
// what is left of the record; or, where it does not, what the user vouches for:
// with adopt, that nothing was made beyond the record.
func (s *session) told(o RepairOptions, blank bool) (gen.Mark, error) {
	known := s.claim.valid && !s.claim.old
	if known {
		if m, ok := s.further(blank); ok {
			return m, nil
		}
	}
	if !o.Adopt {
		return gen.Mark{}, s.r.lost()
	}
	if blank {
		return gen.Mark{}, nil
	}
	return s.entry.mark, nil
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
	case s.claim.file == nil:
		return "claim deleted"
	case !s.claim.valid && s.claim.file != nil:
		return "claim damaged"
	case !matches:
		return "replaced"
	}
	return "ok"
}
