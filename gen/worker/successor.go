package worker

import (
	"time"

	"idscope/gen/internal/guard"
)

// succeed goes on after a record or a claim that are not what the last update left:
// past all that they may hide, which is their own marks, and the longest lead from now.
// Without a time nothing tells how far the numbers got.
func (s *session) succeed(missing bool) error {
	r, c := s.r, &s.claim
	if r.form.time == 0 {
		return r.lost()
	}
	e := entry{id: s.entry.id, lead: max(s.entry.lead, r.succession(c))}
	ahead := e.lead
	if c.claim.entry.boot != r.folder.boot { // both may know less than was used: as in recover
		if ahead += resetTime; r.folder.Host.Unsynced() {
			ahead += writeBack - resetTime
		}
	}
	last := r.ahead(ahead)
	for _, known := range [...]*entry{&s.entry, &c.claim.entry} {
		tick := highest(&known.mark)
		if c.claim.entry.boot != r.folder.boot {
			tick = max(add(tick, r.form.line().Ticks(ahead)), known.durable.tick)
		}
		last = max(last, tick)
	}
	e.mark = r.form.sealed(last, r.now())
	was := *c // as it is warned of
	if err := s.replace(missing, e); err != nil {
		return err
	}
	r.warnSuccessor(&was, s.rel, missing)
	return nil
}

// succession is the longest lead that a predecessor can have used: its claim can be an
// old copy, put back before the record was lost.
func (r *Record) succession(c *heldClaim) time.Duration {
	return max(c.claim.entry.lead, r.form.lead)
}

// replace puts another entry in the place of the record and makes the claim name it.
func (s *session) replace(missing bool, e entry) error {
	r := s.r
	if missing || !s.readable {
		e.id = newID()
	}
	if s.claim.File == nil {
		if _, _, err := r.claimsFolder(); err != nil { // no claim without bornFile: repair has not asked yet
			return r.claimError(err)
		}
	}
	s.entry = r.fresh(e)
	return s.write(guard.SyncAll)
}

// fresh completes a new entry.
func (r *Record) fresh(e entry) entry {
	e.hash, e.worker = r.form.hash, r.worker
	e.durable = durable{e.mark.Tick, e.mark.Value}
	e.lax = r.form.time > 0 && r.form.tick < time.Second && !r.folder.Host.Unsynced()
	r.stamp(&e)
	return e
}
