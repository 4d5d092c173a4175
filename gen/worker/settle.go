package worker

import (
	"errors"
	"io/fs"
	"strconv"
	"time"
)

// settle reads record and claim and compares them. It returns again when it had
// to write one of them: then both are to be read anew.
//
//	record    claim           what happens
//	none      none            a new number: a new record, which begins at once
//	there     none            somebody emptied the claims: claimed anew
//	there     names it        the rule
//	none      of this folder  deleted: a new record, past all that it can have made
//	there     of this folder  replaced or brought back: the same
//	any       folder is gone  the same, and the claim is taken over
//	any       of another      refused
func (s *session) settle() (again bool, err error) {
	r := s.r
	content, err := s.read()
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return false, err
	}
	if !missing {
		if s.entry, err = r.check(content); err != nil {
			return false, err
		}
	}
	c := &s.claim
	if err := c.open(r.claimPath()); err != nil {
		return false, r.claimError(err)
	}
	switch {
	case c.file == nil && missing:
		err := r.create(entry{lead: r.lead})
		if errors.Is(err, fs.ErrExist) { // somebody was faster
			err = nil
		}
		return true, err
	case c.file == nil:
		s.entry.lead = max(s.entry.lead, r.lead)
		return true, r.makeClaim(s.names())
	case !missing && s.matches():
		return s.refresh()
	}
	rel := r.relation(&c.claim)
	if rel == relOther {
		return false, r.claimed(&c.claim)
	}
	if r.form.time == 0 {
		return false, r.lost()
	}
	if err := s.succeed(missing, s.entry.mark.Tick); err != nil {
		return true, err
	}
	r.warnSuccessor(&c.claim, rel, missing)
	return true, nil
}

// matches reports whether the claim names this record: its id, and its inode,
// which a copy does not have.
func (s *session) matches() bool {
	return s.claim.record == s.entry.id && s.claim.inode == inode(s.file, s.info)
}

// names is a claim for the record at hand.
func (s *session) names() claim {
	h := &s.r.folder.Host
	return claim{
		record: s.entry.id, inode: inode(s.file, s.info), folder: s.r.folder.State, owner: h.User(), space: h.MountNS(),
		boot: s.r.folder.boot, lead: max(s.entry.lead, s.claim.lead),
	}
}

// refresh completes a good record. The claim is rewritten at the first use after
// a start of the machine, so that one with another boot id is known to be out of
// use; and before a longer lead is used than ever before.
func (s *session) refresh() (again bool, err error) {
	r, e, c := s.r, &s.entry, &s.claim
	e.lead = max(e.lead, r.lead, c.lead)
	boot := r.folder.boot
	if c.boot != boot && boot != (token{}) || e.lead > c.lead {
		n := s.names()
		n.owner = c.owner
		return true, r.rewriteClaim(c, n)
	}
	if r.rebooted(e) && e.mark.Used && e.durable >= e.mark.Tick {
		r.form.seal(&e.mark, e.durable)
	}
	return false, nil
}

// succeed makes a record that begins after all that its predecessor can have
// made, at least after tick last; then it moves the claim over. In this order: a
// process that is killed in between leaves a claim that still does not match.
func (s *session) succeed(missing bool, last uint64) error {
	r := s.r
	e := entry{lead: max(r.lead, s.claim.lead, s.entry.lead)}
	e.mark = r.form.sealed(max(last, r.ahead(e.lead)), r.now())
	return s.replace(missing, e)
}

// replace puts another entry in the place of the record and makes the claim
// name it.
func (s *session) replace(missing bool, e entry) error {
	r := s.r
	e = r.fresh(e)
	s.entry = e
	if !missing {
		if err := s.rewrite(); err != nil {
			return err
		}
	} else if err := s.place(); err != nil {
		return err
	}
	if s.claim.file == nil {
		return r.makeClaim(s.names())
	}
	return r.rewriteClaim(&s.claim, s.names())
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
	content, err := s.read()
	if err != nil {
		return err
	}
	if e, ok := decode(content); !ok || e.id != s.entry.id {
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
	e.hash, e.worker, e.id, e.settled = r.form.hash, r.worker, newID(), true
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
	b := e.encode()
	return writeNew(r.path(".rec"), b[:], mode)
}

// check reads the content of a record and refuses what can not be trusted.
func (r *Record) check(content []byte) (entry, error) {
	path := r.path(".rec")
	e, ok := decode(content)
	switch {
	case !ok && len(content) != entrySize:
		return e, r.refuse(ErrDamaged, path, r.command(""), "the record of %s, %s, is damaged: it has %s; want %d bytes", r.name(), show(path), size(content), entrySize)
	case !ok:
		return e, r.refuse(ErrDamaged, path, r.command(""), "the record of %s, %s, is damaged: its checksum is wrong", r.name(), show(path))
	case e.hash != r.form.hash || e.worker != r.worker:
		return e, r.refuse(ErrForeignLayout, path, r.command(""), "the record of %s, %s, was made for another layout or worker number", r.name(), show(path))
	case r.foreign(&e):
		return e, r.refuse(ErrForeignMachine, path, r.command(" --adopt"), "the record of %s, %s, was made on another machine", r.name(), show(path))
	}
	if r.form.time == 0 && e.mark.Used && e.mark.Step == 0 { // of version 1: the one tick that there is cannot be given up
		e.mark.Step = 1
	}
	if jump, ok := r.jumped(&e); ok {
		now := r.folder.Host.Now().UTC()
		return e, r.refuse(ErrJumpedForward, path, r.command(""), "the clock jumped forward by %s since %s was used last: it says %s; want about %s",
			jump.Round(time.Second), r.name(), now.Format(time.RFC3339), now.Add(-jump).Format(time.RFC3339))
	}
	return e, nil
}

// foreign reports whether neither the kernel nor the system is the one that
// wrote the record. An equal boot id proves the same kernel; what is unknown
// proves nothing, unless nothing at all was ever known here.
func (r *Record) foreign(e *entry) bool {
	boot := r.folder.boot
	if boot.same(e.boot) {
		return false
	}
	machine := tokenOf(r.folder.Host.MachineID())
	return !machine.same(e.machine) && [4]token{boot, machine, e.boot, e.machine} != [4]token{}
}

// rebooted reports whether the machine was started since the record was written.
func (r *Record) rebooted(e *entry) bool {
	boot := r.folder.boot
	if boot.same(e.boot) || boot.differs(e.boot) {
		return boot != e.boot
	}
	up, ok := r.folder.Host.Uptime()
	return ok && e.timed && up < e.uptime
}

// jumped returns how far the clock is before the uptime, if that is too far.
func (r *Record) jumped(e *entry) (time.Duration, bool) {
	if !e.timed || !r.folder.boot.same(e.boot) {
		return 0, false
	}
	up, ok := r.folder.Host.Uptime()
	if !ok || up < e.uptime {
		return 0, false
	}
	jump := r.folder.Host.Now().Round(0).Sub(e.wall.Add(up - e.uptime))
	return jump, jump > maxJump
}

func size(content []byte) string {
	if len(content) > entrySize {
		return "more"
	}
	return strconv.Itoa(len(content)) + " bytes"
}
