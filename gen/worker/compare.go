package worker

import (
	"errors"
	"io/fs"

	"idscope/gen/internal/guard"
)

// compare reads claim and record, in this order, and decides what they say of
// each other: the claim is the memory, so what it says has to be known before a
// record is believed to be missing. It returns again when it had to write: then both
// are to be read again.
//
//	claim           record     what happens
//	none            none       a new number: a claim that names no record, then the record
//	none            there      the claim was deleted: claimed, past all that others can have used
//	of another      any        refused
//	first           none       killed before the record was made: it is made
//	what the last update left  the rule
//	ahead, names it            killed between the two writes: on from what the claim says
//	with a time, of an earlier start of the machine: on from the further of the two
//	else                       replaced, copied, deleted: past all that it can have used, or refused without a time
//
// A claim of a folder that is gone is taken over.
func (s *session) compare() (again bool, err error) {
	r, c := s.r, &s.claim
	err = r.folder.checkClaims()
	if err == nil {
		err = s.takeClaim()
	}
	if err == nil {
		err = s.openClaim()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, r.claimError(err)
	}
	c.Path, c.Magic = r.claimPath(), claimMagic // also of one that is to be made
	missing, err := s.readRecord()
	if err != nil {
		return false, err
	}
	switch {
	case c.File == nil:
		return true, s.claimNew(missing)
	case s.rel == relOther || c.denied != nil && s.rel == relGone:
		return false, r.claimed(&c.claim)
	case c.denied != nil:
		return false, r.claimError(c.denied)
	}
	pair := s.pair()
	state := pair.State()
	if state == guard.Interrupted && r.form.time > 0 && !s.record.Dated() {
		state = guard.Unknown // nothing tells it from a copy
	}
	switch {
	case state == guard.Intact && s.readable:
		s.settled = true
	case state == guard.Interrupted && s.readable && s.entry.id == c.claim.entry.id:
		s.entry = c.claim.entry
	case state == guard.Unmade && s.rel == relOwn && !(s.claims != nil && s.claims.Marked):
		s.entry = c.claim.entry
		u := s.update(guard.SyncAll)
		return true, s.written(pair.Finish(&u))
	case s.readable && s.entry.id == c.claim.entry.id && r.form.time > 0 && r.rebooted(&c.claim.entry):
		s.merge() // a loss of power leaves any two of what was written
	default:
		return true, s.succeed(missing)
	}
	if r.rebooted(&s.entry) {
		s.recover()
		return true, s.write(guard.SyncNone)
	}
	return false, nil
}

// readRecord reads the record, and judges whose claim it is. A record that is not
// good is an error.
func (s *session) readRecord() (missing bool, err error) {
	err = s.read()
	if missing = errors.Is(err, fs.ErrNotExist); err != nil && !missing {
		return missing, err
	}
	s.rel = relOwn
	if s.claim.valid {
		s.rel = s.relation()
	}
	if missing {
		return true, nil
	}
	same := s.claim.valid && s.rel != relOther && s.claim.claim.entry.id == s.entry.id
	return false, s.r.check(s.record.Text, &s.entry, s.readable, same)
}

// relation is whose claim it is. It is this folder's, too, if it names this very file:
// its id and its inode, which a copy does not have. A device has another number after
// a new start or mount, and a file system that was cloned has the same inodes: then
// the path has to lead to the file.
func (s *session) relation() relation {
	r, c := s.r, &s.claim.claim
	rel := r.relation(c)
	if rel != relOther || !s.readable || c.entry.id != s.entry.id {
		return rel
	}
	device, inode := guard.Identity(s.record.File, s.record.Info)
	known := c.entry.boot == r.folder.boot && c.device != 0 && device != 0
	switch here := c.space == r.folder.Host.MountNS(); {
	case c.inode != inode && !(c.inode == 0 && c.entry.turn == s.entry.turn):
		return relOther
	case known && c.device == device, !here && !known:
		return relSame
	case !here:
		return relOther
	}
	named, err := r.folder.disk.Lstat(c.path(r.form.key, r.worker))
	if err == nil && guard.SameFile(named, s.record.Info) {
		return relSame
	}
	return relOther
}

// claimNew makes the claim of a number that has none, and its record. Where earlier
// claims were deleted, others can have used it.
func (s *session) claimNew(missing bool) error {
	r, e := s.r, &s.entry
	lost, since, err := r.claimsFolder()
	if err != nil {
		return r.claimError(err)
	}
	if s.claims != nil && s.claims.Marked && !r.form.node { // the claim alone was deleted, who knows when
		lost, since = true, r.folder.Host.Now()
	}
	lead := max(min(r.lead, maxJump), e.lead, r.form.lead)
	last, _ := r.form.line().Tick(since) // of what was made before the claims were lost
	last = add(last, r.form.line().Ticks(lead))
	if r.form.node || r.form.time > 0 && r.now() > last {
		lost = false // no one else has drawn it; or what was made then is past
	}
	next := entry{id: e.id}
	if !missing || lost {
		if r.form.time == 0 {
			return r.lost()
		}
		r.warnUnclaimed(lead, missing)
		next.lead = lead
		next.mark = r.form.sealed(max(highest(&e.mark), r.ahead(lead)), r.now())
	}
	return s.replace(missing, next)
}
