package worker

import (
	"errors"
	"io/fs"
	"time"

	"idscope/gen"
)

// compare reads claim and record, in this order, and decides what they say of
// each other: the claim is the memory, so what it says has to be known before a
// record is believed to be missing. It returns again when it had to write one of
// them: then both are to be read anew.
//
//	claim           record    what happens
//	none            none      a new number: a new record, which begins at once
//	none            there     the claim was deleted: claimed anew, past all that others can have made
//	names it        there     the rule
//	of this folder  none      deleted: a new record, past all that it can have made
//	of this folder  there     replaced, copied or brought back: the same
//	folder is gone  any       the same, and the claim is taken over
//	of another      any       refused
func (s *session) compare() (again bool, err error) {
	r, c := s.r, &s.claim
	err = r.folder.checkClaims()
	if err == nil {
		err = s.takeClaim()
	}
	if err == nil {
		err = c.open(r.folder.disk, r.claimPath())
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, r.claimError(err)
	}
	r.folder.hook("claim read")
	content, err := s.read()
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return false, err
	}
	s.same = !missing && c.file != nil && s.names()
	if !missing {
		if err = r.check(content, &s.entry, s.readable, s.same); err != nil {
			return false, err
		}
	}
	switch {
	case c.file == nil:
		return true, s.claimNew(missing)
	case s.same && s.claim.denied != nil:
		return false, r.claimError(s.claim.denied)
	case s.same && s.unbroken():
		return s.refresh()
	}
	rel := relOwn
	if !s.same {
		rel = r.relation(&c.claim)
	}
	if rel == relOther || c.denied != nil {
		return false, r.claimed(&c.claim)
	}
	if err := s.succeed(missing, rel); err != nil {
		return true, err
	}
	r.warnSuccessor(c, rel, missing)
	return true, nil
}

// names reports whether the claim names this record: its id and its file, which a
// copy does not have. A device has another number after a new start or mount, and
// a file system that was cloned has the same inodes: then the folder has to be
// the claimed one, or the claimed one gone.
func (s *session) names() bool {
	r, c := s.r, &s.claim
	device, ino := identity(s.file, s.info)
	if !s.readable || c.record != s.entry.id || c.inode != ino {
		return false
	}
	known := c.boot == r.folder.boot && c.device != 0 && device != 0
	if known && c.device == device {
		return true
	}
	if here := c.space == r.folder.Host.MountNS(); !here {
		return !known
	}
	if c.folder == r.folder.State {
		return true
	}
	named, err := r.folder.disk.lstat(c.claim.path(r.form.key, r.worker))
	return errors.Is(err, fs.ErrNotExist) || err == nil && sameFile(named, s.info)
}

// unbroken reports whether the record is what the last update left: its turn is
// the claim's, and its inode did not change since. A later turn is one that was
// killed before the claim followed: then the inode changed when the record says
// that it was written. A copy that was put back has an earlier turn, or another
// change.
func (s *session) unbroken() bool {
	t, e := &s.claim.trail, &s.entry
	change := changed(s.info)
	switch {
	case e.turn < t.turn:
		return false
	case change == 0, s.claim.boot != s.r.folder.boot: // what was noted last may have got lost
		return true
	case e.turn > t.turn:
		return time.Unix(0, change).Sub(e.wall).Abs() < noteTime
	}
	return t.change == change || t.change == 0
}

// noteTime is how far the time at which a record says it was written may be from
// that of its inode, which the kernel notes: more than a write takes.
const noteTime = 2 * time.Second

// newClaim is a claim for the record at hand.
func (s *session) newClaim() claim {
	h := &s.r.folder.Host
	device, ino := identity(s.file, s.info)
	return claim{
		record: s.entry.id, device: device, inode: ino, folder: s.r.folder.State, owner: h.User(), space: h.MountNS(),
		boot: s.r.folder.boot, lead: max(s.entry.lead, s.claim.lead), trail: s.entry.trail(s.info),
	}
}

// claimNew makes the claim of a number that has none. Where earlier claims were
// deleted, others can have used it.
func (s *session) claimNew(missing bool) error {
	r, e := s.r, &s.entry
	lost, since, err := r.claimsFolder()
	if err != nil {
		return r.claimError(err)
	}
	if s.claims != nil && s.claims.marked && !r.form.node { // the claim alone was deleted, who knows when
		lost, since = true, r.folder.Host.Now()
	}
	lead := max(r.lead, e.lead, r.form.lead)
	begin := gen.Mark{}
	last, _ := r.form.line().Tick(since) // of what was made before the claims were lost
	last = add(last, r.form.line().Ticks(lead))
	if r.form.node || r.form.time > 0 && (r.now() > last || !missing && e.turn == 0 && e.mark.Tick > last) {
		lost = false // nobody else has drawn it; or what was made then is past
	}
	if !missing && e.turn == 0 && !lost { // nothing was made with it yet
		e.lead = max(e.lead, r.lead)
		return r.makeClaim(s.newClaim(), s.info)
	}
	if !missing || lost {
		if r.form.time == 0 {
			return r.lost()
		}
		r.warnUnclaimed(lead, missing)
		begin = r.form.sealed(max(e.mark.Tick, r.ahead(lead)), r.now())
	}
	if missing {
		err := r.create(entry{lead: r.lead, mark: begin})
		if errors.Is(err, fs.ErrExist) { // somebody was faster
			err = nil
		}
		return err
	}
	return s.replace(false, entry{lead: lead, mark: begin})
}

// refresh completes a good record. The claim is rewritten at the first use after
// a start of the machine, so that one with another boot id is known to be out of
// use; before a longer lead is used than ever before; and where its record is to
// be found elsewhere now.
func (s *session) refresh() (again bool, err error) {
	r, e, c := s.r, &s.entry, &s.claim
	e.lead = max(e.lead, r.lead, c.lead)
	boot := r.folder.boot
	device, _ := identity(s.file, s.info)
	moved := c.folder != r.folder.State && r.relation(&c.claim) == relGone
	if c.old || c.boot != boot && boot != (token{}) || e.lead > c.lead || moved || c.device != device {
		n := s.newClaim()
		n.owner = c.owner
		if n.trail.durable = c.trail.durable; !c.old && c.boot == boot {
			n.trail = c.trail
		}
		if !moved && c.folder != r.folder.State {
			n.folder, n.space = c.folder, c.space
		}
		return true, r.rewriteClaim(c, n)
	}
	if r.rebooted(e) {
		return true, s.recover()
	}
	return false, nil
}
