package worker

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"idscope/gen"
	"idscope/gen/internal/guard"
)

// session is a record under its lock, and the claim that it matches: both open, read and
// judged.
type session struct {
	r      *Record
	lock   *guard.Lock
	claims *guard.Lock // of the claim: no other process rewrites it

	pair     guard.Pair // of the next two
	record   guard.Side
	claim    claim
	rel      relation // whose claim it is
	entry    entry    // to go on from
	readable bool     // the entry is what the record holds
	missing  bool     // there is no record
	wrong    error    // why the record cannot be used
	settled  bool     // what the claim says is durable is on the disk
}

// begin takes the lock, and reads record and claim until they agree; a missing one is made.
// It returns guard.ErrLocked when the lock is still held after the patience.
func (r *Record) begin(ctx context.Context, patience time.Duration) (*session, error) {
	s := &session{r: r}
	err := guard.Retry(ctx, patience, func() error {
		err := s.take(ctx, patience)
		for again, tries := true, 10; again && err == nil; tries-- {
			if again, err = s.compare(); again && tries == 0 { // others change it all the time
				err = guard.ErrLocked
			}
		}
		if err != nil {
			s.release()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// take takes the lock, in its turn.
func (s *session) take(ctx context.Context, patience time.Duration) (err error) {
	r := s.r
	q := guard.Queue{Ctx: ctx, Patience: patience, Progress: r.written}
	if s.lock, err = q.Make(r.folder.disk, r.path+".lock", os.O_RDONLY, r.makeFolders); err != nil {
		return err
	}
	return r.folder.refuseNetwork(s.lock)
}

// makeFolders makes the folder of the record. What is made there is a trace of earlier
// use, so the claims are asked before.
func (r *Record) makeFolders() (os.FileMode, error) {
	if _, _, err := r.claimsFolder(); err != nil {
		return 0, err
	}
	return r.folder.makeRecords(&r.form)
}

// takeClaim takes the lock of the claim, which is held until the session ends. A
// process that was stopped after somebody deleted its record, or its lock, could
// else write over the claim of a successor. Where there is no folder of claims yet,
// or this user may not write the claim, there is nothing to lock.
func (s *session) takeClaim() (err error) {
	if s.claims != nil {
		return nil
	}
	mode := func() (os.FileMode, error) {
		m, err := s.r.folder.fileMode()
		return m&^0o007 | fs.ModeSticky, err
	}
	s.claims, err = guard.Queue{}.Make(s.r.folder.disk, s.r.claimPath+".lock", os.O_RDONLY, mode)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// open opens and reads claim and record, in this order: the claim is the memory, so what it
// says has to be known before a record is believed to be missing. Under the lock of the
// session they are locked, too.
func (s *session) open() (err error) {
	r, d := s.r, s.r.folder.disk
	s.close()
	flag, lock := os.O_RDONLY, s.lock != nil
	if lock {
		flag = os.O_RDWR
	}
	if err = s.claim.open(r, lock); err != nil {
		return err
	}
	s.record = guard.Side{Path: r.path + ".rec", Magic: recordMagic}
	s.pair = guard.Pair{Disk: d, File: &s.record, Witness: &s.claim.Side}
	err = s.record.Open(d, flag, guard.BlockSize+1)
	if s.missing = errors.Is(err, fs.ErrNotExist); err != nil && !s.missing {
		return err
	}
	if lock && !s.missing {
		if err := s.record.Lock(d); err != nil {
			return err
		}
	}
	s.readable = len(s.record.Text) == guard.BlockSize && s.entry.decode(&s.record)
	s.rel = r.relation(&s.claim, s)
	if !s.missing {
		s.wrong = s.check()
	}
	return nil
}

// same reports whether the claim is of this very record, or of a copy.
func (s *session) same() bool { return s.claim.valid && s.readable && s.claim.entry.ID == s.entry.ID }

// state is what record and claim say of each other.
func (s *session) state() guard.State {
	if !s.claim.valid || !s.missing && !s.readable {
		return guard.Unknown
	}
	state := s.pair.State()
	switch {
	case state == guard.Unmade && (s.rel != relOwn || s.claims != nil && s.claims.Marked):
		return guard.Unknown // the number was used
	case state == guard.Interrupted && !s.same():
		return guard.Unknown
	case state == guard.Interrupted && s.r.form.time > 0 && !s.record.Dated():
		return guard.Unknown // nothing tells it from a copy
	}
	return state
}

// maxJump is how far the clock may have moved forward against the uptime since
// the record was written. Identifiers of a wrong future would keep the number
// out of use until then.
const maxJump = time.Hour

// check refuses what cannot be trusted of the record.
func (s *session) check() error {
	r, e := s.r, &s.entry
	since := r.folder.since(&e.stamp)
	switch {
	case !s.readable && guard.Earlier(s.record.Text):
		return r.earlier()
	case !s.readable:
		return r.damaged(s.record.Info.Size())
	case e.Hash != r.form.hash || e.Worker != r.worker:
		return refuse(ErrForeignLayout, r.wayOut(),
			"the record of %s, %s, was written for another layout or worker number", r.name(), show(r.path+".rec"))
	case !since.kernel && r.folder.foreign(&e.stamp, s.rel != relOther && s.same()):
		return refuse(ErrForeignMachine, r.command(" --adopt"), "the record of %s, %s, was written on another machine",
			r.name(), show(r.path+".rec"))
	case since.jump > maxJump:
		now := r.folder.Host.Now().UTC()
		return refuse(ErrJumpedForward, r.command(""),
			"the clock jumped forward by %s since %s was used last: it says %s; about %s was expected",
			since.jump.Round(time.Second), r.name(), now.Format(time.RFC3339),
			now.Add(-since.jump).Format(time.RFC3339))
	}
	return nil
}

// compare reads claim and record, and decides what they say of each other. It returns again
// when it had to write: then both are to be read again.
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
	if err = r.folder.checkClaims(); err == nil {
		err = s.takeClaim()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	switch err = s.open(); {
	case c.wrong != nil:
		return false, c.wrong
	case err != nil:
		return false, err
	case s.wrong != nil:
		return false, s.wrong
	case c.File == nil:
		return true, s.claimNew()
	case s.rel == relOther:
		return false, r.claimed(c)
	case c.denied != nil:
		return false, s.forbidden()
	}
	switch state := s.state(); {
	case state == guard.Intact:
		s.settled = true
	case state == guard.Interrupted:
		s.entry = c.entry
	case state == guard.Unmade:
		s.entry = c.entry
		return true, s.pair.Finish(s.update(guard.SyncAll))
	case s.same() && r.form.time > 0 && r.folder.since(&c.entry.stamp).started:
		s.merge() // a loss of power leaves any two of what was written
	default:
		return true, s.succeed()
	}
	if r.folder.since(&s.entry.stamp).started {
		s.recover()
		return true, s.write(guard.SyncNone)
	}
	return false, nil
}

// forbidden is the refusal of a claim that this user may not write.
func (s *session) forbidden() error {
	c := &s.claim
	if s.rel == relOther || s.rel == relGone {
		return s.r.claimed(c)
	}
	return refuse(ErrUnusable, "its owner or root can give this user the right to write it: chmod a+w "+quote(c.Path),
		"the claim of %s, %s, cannot be written by this user", s.r.name(), show(c.Path))
}

// store writes what an update made, and waits for the disk where a loss of power could lead
// to a repetition.
func (s *session) store(mark gen.Mark) error {
	e := &s.entry
	before, now := e.Mark, s.r.now()
	e.Mark = mark
	e.Lead = max(e.Lead, min(s.r.form.used(&mark, now), s.r.lead))
	if err := s.write(s.durability(&before, now)); err != nil {
		return err
	}
	if s.claims != nil && !s.claims.Marked {
		s.mark()
	}
	return nil
}

// write is the two writes of an update: the claim says what the record will have,
// then the record has it.
func (s *session) write(sync guard.Sync) error {
	if s.claim.File == nil {
		if err := s.r.folder.checkClaims(); err != nil {
			return err
		}
		// Another folder that is faster is found when the claim is read again.
		if s.claim.New.Like = s.record.Info; s.missing {
			s.claim.New.Like = s.lock.Info
		}
	}
	return s.pair.Write(s.update(sync))
}

// update is what is to be written.
func (s *session) update(sync guard.Sync) *guard.Update {
	r := s.r
	r.folder.stamp(&s.entry.stamp)
	if s.missing {
		s.record.New.Mode = s.lock.Info.Mode() & 0o666 // which was made like the folder
	}
	return &guard.Update{Content: s.entry.encode(), Rest: s.owner(), Sync: sync}
}

// owner is what the claim says beside the entry; nil where that is so already. It names this
// folder, but where the record is reached by two paths.
func (s *session) owner() []byte {
	f, c := &s.r.folder, &s.claim
	file, info := s.record.File, s.record.Info
	if file == nil { // the record will be beside its lock
		file, info = s.lock.File, s.lock.Info
	}
	device := guard.Identify(file, info).Device
	moved := !c.valid || s.rel == relGone || s.rel == relOther // which a user vouched for
	if !moved && c.device == device && c.entry.Boot == f.boot {
		return nil
	}
	if c.device = device; moved || c.folder == f.State {
		c.folder, c.space = f.State, f.Host.MountNS()
	}
	if moved {
		c.name = f.Host.User()
	}
	return c.owner.encode()
}

// mark writes in the lock of the claim that the number was used: the trace that
// is left should the claim be deleted alone. Where it cannot be written there is
// one guard less.
func (s *session) mark() {
	d := s.r.folder.disk
	f, err := d.Open(s.r.claimPath+".lock", os.O_WRONLY|guard.OpenFlags, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if _, err := f.Write([]byte("used\n")); err == nil {
		s.claims.Marked = d.SyncData(f) == nil
	}
}

// close closes the files and keeps the locks.
func (s *session) close() {
	s.claim.Close()
	s.record.Close()
	*s = session{r: s.r, lock: s.lock, claims: s.claims}
}

// release gives the record back.
func (s *session) release() error {
	s.close()
	if s.claims != nil {
		s.claims.Close()
	}
	var err error
	if s.lock != nil {
		err = s.lock.Close()
	}
	s.lock, s.claims = nil, nil
	return err
}
