package worker

import (
	"time"

	"idscope/gen/internal/guard"
)

// claimNew makes the claim of a number that has none, and its record. Where earlier
// claims were deleted, others can have used it.
func (s *session) claimNew() error {
	r, e := s.r, &s.entry
	lost, since, err := r.claimsFolder()
	if err != nil {
		return err
	}
	if s.claims != nil && s.claims.Marked { // the claim alone was deleted, who knows when
		lost, since = true, r.folder.Host.Now()
	}
	lead := max(min(r.lead, maxJump), e.Lead, r.form.lead)
	last, _ := r.form.line.Tick(since) // of what was made before the claims were lost
	last = add(last, r.form.line.Ticks(lead))
	if r.form.node || r.form.time > 0 && r.now() > last {
		lost = false // no one else has drawn it; or what was made then is past
	}
	next := entry{ID: e.ID}
	if !s.missing || lost {
		if r.form.time == 0 {
			return r.lost()
		}
		why := "the claim of " + r.name() + " was deleted"
		if s.missing {
			why = "the claims of this host were deleted, and another state directory may have used " + r.name()
		}
		r.warnAhead(lead, why, ", past all that may have been generated")
		next.Lead = lead
		next.Mark = r.form.sealed(max(highest(&e.Mark), r.ahead(lead)), r.now())
	}
	return s.replace(next)
}

// succeed goes on after a record or a claim that are not what the last update left:
// past all that they may hide, which is their own marks, and the longest lead from now.
// Without a time nothing tells how far the numbers got.
func (s *session) succeed() error {
	r, c := s.r, &s.claim
	if r.form.time == 0 {
		return r.lost()
	}
	e := entry{ID: s.entry.ID, Lead: s.longest()}
	lead := e.Lead
	if c.entry.Boot != r.folder.boot { // both may know less than was used: as in recover
		if lead += resetTime; r.folder.Host.Unsynced() {
			lead += writeBack - resetTime
		}
	}
	last := r.ahead(lead)
	for _, known := range [...]*entry{&s.entry, &c.entry} {
		tick := highest(&known.Mark)
		if c.entry.Boot != r.folder.boot {
			tick = max(add(tick, r.form.line.Ticks(lead)), known.Durable.Tick)
		}
		last = max(last, tick)
	}
	e.Mark = r.form.sealed(last, r.now())
	was := c.owner
	if err := s.replace(e); err != nil {
		return err
	}
	why, past := "the record of "+r.name()+" is not the one that was used last", ", past all that it may have generated"
	switch {
	case s.rel == relGone:
		why, past = r.name()+" belonged to "+was.name+", state directory "+show(was.folder)+", which is gone", ""
	case s.missing:
		why = "the record of " + r.name() + " was deleted"
	}
	r.warnAhead(max(c.entry.Lead, r.form.lead), why, past)
	return nil
}

// warnAhead says why IDs begin ahead of the clock.
func (r *Record) warnAhead(lead time.Duration, why, past string) {
	r.folder.warn("%s; starting with a lead of %s over the clock%s", why, lead, past)
}

// longest is the longest lead that a predecessor can have used: its claim can be an old
// copy, put back before the record was lost.
func (s *session) longest() time.Duration {
	return max(s.entry.Lead, s.claim.entry.Lead, s.r.form.lead)
}

// replace puts another entry in the place of the record and makes the claim name it.
func (s *session) replace(e entry) error {
	r := s.r
	if !s.readable {
		e.ID = newID()
	}
	if s.claim.File == nil {
		if _, _, err := r.claimsFolder(); err != nil { // no claim without bornFile: repair has not asked yet
			return err
		}
	}
	e.Hash, e.Worker = r.form.hash, r.worker
	e.Durable = durable{e.Mark.Tick, e.Mark.Value}
	e.Lax = r.form.time > 0 && r.form.tick < time.Second && !r.folder.Host.Unsynced()
	s.entry = e
	return s.write(guard.SyncAll)
}
