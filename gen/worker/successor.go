package worker

import (
	"errors"
	"io/fs"
	"time"

	"idscope/gen"
)

// succeed makes a record that begins after all that its predecessor can have
// made; then it moves the claim over. In this order: a process that is killed in
// between leaves a claim that still does not match. Without a time the claim
// tells how far the predecessor got, if it was this folder's.
func (s *session) succeed(missing bool, rel relation) error {
	r, c := s.r, &s.claim
	e := entry{lead: max(s.entry.lead, r.succession(c))}
	last := max(s.entry.mark.Tick, c.trail.tick)
	switch {
	case r.form.time > 0:
		late := time.Duration(0)
		if c.boot != r.folder.boot { // the claim may know less than was used: as in recover
			if late = resetTime; r.folder.Host.Unsynced() {
				late = writeBack
			}
			last = max(add(last, r.form.line().Ticks(e.lead+late)), c.trail.durable.tick)
		}
		e.mark = r.form.sealed(max(last, r.ahead(e.lead+late)), r.now())
	case rel == relOwn && !c.old:
		var ok bool
		if e.mark, ok = s.further(missing); !ok {
			return r.lost()
		}
	default:
		return r.lost()
	}
	return s.replace(missing, e)
}

// succession is the longest lead that a predecessor can have had: its claim can be an
// old copy, put back before the record was lost.
func (r *Record) succession(c *heldClaim) time.Duration { return max(r.lead, c.lead, r.form.lead) }

// further is the mark of a layout without time of which record or claim know
// more; ok is false where they do not go together.
func (s *session) further(missing bool) (gen.Mark, bool) {
	t, m := &s.claim.trail, &s.entry.mark
	used := gen.Mark{Point: gen.Point{Used: t.turn > 0, Base: t.base, Value: t.value, Step: 1}}
	switch {
	case missing || !m.Used:
	case !used.Used:
		return *m, true
	case m.Base != t.base, m.Growth != gen.GrowthNone:
		return used, false
	case s.r.form.offset(m, m.Value) > s.r.form.offset(m, t.value):
		return *m, true
	}
	return used, true
}

// replace puts another entry in the place of the record and makes the claim
// name it.
func (s *session) replace(missing bool, e entry) error {
	r := s.r
	e.turn = max(s.entry.turn, s.claim.trail.turn) + 1
	e = r.fresh(e)
	s.entry = e
	if !missing {
		if err := s.rewrite(); err != nil {
			return err
		}
	} else if err := s.place(); err != nil {
		return err
	}
	var err error
	if s.info, err = s.file.Stat(); err != nil {
		return err
	}
	if s.claim.file == nil {
		if _, _, err := r.claimsFolder(); err != nil { // no claim without bornFile: repair has not asked yet
			return r.claimError(err)
		}
		return r.makeClaim(s.newClaim(), s.info)
	}
	return r.rewriteClaim(&s.claim, s.newClaim())
}

// place makes the file of the entry and opens it.
func (s *session) place() error {
	err := s.r.create(s.entry)
	if errors.Is(err, fs.ErrExist) {
		return errLocked
	}
	if err != nil {
		return err
	}
	id := s.entry.id
	if _, err := s.read(); err != nil {
		return err
	}
	if !s.readable || s.entry.id != id {
		return errLocked
	}
	return nil
}

// rewrite replaces a record whatever it holds.
func (s *session) rewrite() error {
	if err := s.file.Truncate(entrySize); err != nil {
		return err
	}
	if err := s.write(); err != nil {
		return err
	}
	return s.sync()
}

// fresh completes a new entry.
func (r *Record) fresh(e entry) entry {
	e.hash, e.worker, e.id, e.synced = r.form.hash, r.worker, newID(), e.mark.Used
	e.durable = durable{e.mark.Tick, e.mark.Value}
	e.lax = r.form.time > 0 && r.form.tick < time.Second && !r.folder.Host.Unsynced()
	r.stamp(&e)
	return e
}

// create makes the file of a new record; fs.ErrExist if there is one.
func (r *Record) create(e entry) error {
	if err := r.folder.makeRecords(&r.form); err != nil {
		return err
	}
	mode, err := r.folder.fileMode()
	if err != nil {
		return err
	}
	if e.id == (token{}) {
		e = r.fresh(e)
	}
	return r.folder.disk.writeNew(r.path(".rec"), e.encode(), mode)
}
