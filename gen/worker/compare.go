package worker

import (
	"errors"
	"io/fs"
	"strconv"
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
		if s.entry, err = r.check(content, s.same); err != nil {
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
	r.warnSuccessor(&c.claim, rel, missing)
	return true, nil
}

// names reports whether the claim names this record: its id and its file, which a
// copy does not have. A device has another number after a new start or mount, and
// a file system that was cloned has the same inodes: then the folder has to be
// the claimed one, or the claimed one gone.
func (s *session) names() bool {
	r, c := s.r, &s.claim
	device, ino := identity(s.file, s.info)
	e, ok := decode(s.content)
	if !ok || c.record != e.id || c.inode != ino {
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
		if !c.old && c.boot == boot {
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

// succeed makes a record that begins after all that its predecessor can have
// made; then it moves the claim over. In this order: a process that is killed in
// between leaves a claim that still does not match. Without a time the claim
// tells how far the predecessor got, if it was this folder's.
func (s *session) succeed(missing bool, rel relation) error {
	r, c := s.r, &s.claim
	e := entry{lead: max(r.lead, c.lead, s.entry.lead)}
	if !missing { // the claim can be an old copy, too
		e.lead = max(e.lead, r.form.lead)
	}
	last := max(s.entry.mark.Tick, c.trail.tick)
	switch {
	case r.form.time > 0:
		late := time.Duration(0)
		if c.boot != r.folder.boot { // the claim may know less than was used: as in recover
			if late = resetTime; r.folder.Host.Unsynced() {
				late = writeBack
			}
			last = add(last, r.form.line().Ticks(e.lead+late))
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
	e.hash, e.worker, e.id, e.settled = r.form.hash, r.worker, newID(), e.mark.Used
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
	b := e.encode()
	return r.folder.disk.writeNew(r.path(".rec"), b[:], mode)
}

// check reads the content of a record and refuses what can not be trusted. A
// record that its claim names is this machine's, if nothing else is known of it.
func (r *Record) check(content []byte, claimed bool) (entry, error) {
	path := r.path(".rec")
	e, ok := decode(content)
	switch {
	case !ok && len(content) != entrySize:
		return e, r.refuse(ErrDamaged, path, r.command(""), "the record of %s, %s, is damaged: it has %s; want %d bytes", r.name(), show(path), size(content), entrySize)
	case !ok:
		return e, r.refuse(ErrDamaged, path, r.command(""), "the record of %s, %s, is damaged: its checksum is wrong", r.name(), show(path))
	case e.hash != r.form.hash || e.worker != r.worker:
		return e, r.refuse(ErrForeignLayout, path, r.command(""), "the record of %s, %s, was made for another layout or worker number", r.name(), show(path))
	case r.foreign(&e, claimed):
		return e, r.refuse(ErrForeignMachine, path, r.command(" --adopt"), "the record of %s, %s, was made on another machine", r.name(), show(path))
	}
	if r.form.time == 0 && e.mark.Used && e.mark.Step == 0 { // of an old record: the one tick that there is cannot be given up
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
// wrote the record. An equal boot id proves the same kernel; where the machine is
// unknown, the claim of this host does.
func (r *Record) foreign(e *entry, claimed bool) bool {
	boot := r.folder.boot
	if boot.same(e.boot) {
		return false
	}
	machine := tokenOf(r.folder.Host.MachineID())
	if machine.same(e.machine) || claimed && !machine.differs(e.machine) {
		return false
	}
	return [4]token{boot, machine, e.boot, e.machine} != [4]token{}
}

// rebooted reports whether the machine was started since the record was written.
func (r *Record) rebooted(e *entry) bool {
	boot := r.folder.boot
	if boot.same(e.boot) || boot.differs(e.boot) {
		return boot != e.boot
	}
	up, ok := r.folder.Host.Uptime()
	return ok && e.timed && startedAnew(r.folder.Host.Now(), up, e.wall, e.uptime)
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
