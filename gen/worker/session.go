package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"idscope/gen"
	"idscope/gen/internal/guard"
)

// maxJump is how far the clock may have moved forward against the uptime since
// the record was written. Identifiers of a wrong future would keep the number
// out of use until then.
const maxJump = time.Hour

// session is a record under its lock, read and found good, and the claim that it
// matches.
type session struct {
	r      *Record
	lock   *guard.Lock
	claims *guard.Lock // of the claim: no other process rewrites it

	record   guard.Side
	claim    heldClaim
	entry    entry
	readable bool // the entry is what the record holds
	rel      relation
	settled  bool // what the claim says is durable is on the disk
}

func (s *session) pair() guard.Pair {
	return guard.Pair{Disk: s.r.folder.disk, File: &s.record, Witness: &s.claim.Side}
}

// begin takes the lock and reads the record; a missing one is made. It returns
// errLocked when the lock is still held after the patience.
func (r *Record) begin(ctx context.Context, patience time.Duration) (*session, error) {
	s := &session{r: r}
	err := guard.Retry(ctx, patience, func() error {
		err := s.take(guard.Queue{Ctx: ctx, Patience: patience, Progress: r.written})
		if err == nil {
			err = s.load()
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

// written changes when another process has written the record.
func (r *Record) written() uint64 {
	e, _ := r.peek()
	return e.turn
}

// take takes the lock, in its turn.
func (s *session) take(q guard.Queue) error {
	r := s.r
	path := r.path(".lock")
	l, err := r.folder.lock(q, path, r.makeFolders)
	if err != nil {
		return err
	}
	s.lock = l
	return r.folder.refuseNetwork(path, l)
}

// makeFolders makes the folder of the record. What is made there is a trace of earlier
// use, so the claims are asked before.
func (r *Record) makeFolders() error {
	if _, _, err := r.claimsFolder(); err != nil {
		return r.claimError(err)
	}
	return r.folder.makeRecords(&r.form)
}

// takeClaim takes the lock of the claim, which is held until the session ends. A
// process that was stopped after somebody deleted its record, or its lock, could
// else write over the claim of a successor. Where there is no folder of claims yet,
// or this user may not write the claim, there is nothing to lock.
func (s *session) takeClaim() error {
	if s.claims != nil {
		return nil
	}
	mode := func() (os.FileMode, error) {
		m, err := s.r.folder.fileMode()
		return m&^0o007 | fs.ModeSticky, err
	}
	l, err := s.r.folder.disk.TryLock(s.r.claimPath()+".lock", mode)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	s.claims = l
	return err
}

// load reads the record and its claim until they agree.
func (s *session) load() error {
	for range 10 {
		again, err := s.compare()
		if err != nil || !again {
			return err
		}
		s.forget()
	}
	return guard.ErrLocked // others change it all the time
}

// openClaim opens the claim and locks it, beside its lock file: should somebody delete
// that, two processes can hold one each, but not both the claim.
func (s *session) openClaim() error {
	c, d := &s.claim, s.r.folder.disk
	err := c.open(d, s.r.claimPath())
	if c.File == nil || c.denied != nil {
		return err
	}
	ok, e := d.Lock(c.File, false)
	if e == nil && !ok {
		e = guard.ErrLocked
	}
	return cmp.Or(e, err)
}

// read opens the record and reads it; an error that is fs.ErrNotExist says that
// there is none, and leaves the entry.
func (s *session) read() error {
	s.record = guard.Side{Path: s.r.path(".rec"), Magic: recordMagic}
	if err := s.record.Open(s.r.folder.disk, os.O_RDWR, guard.BlockSize+1); err != nil {
		return err
	}
	ok, err := s.r.folder.disk.Lock(s.record.File, false)
	if err != nil {
		return err
	}
	if !ok {
		return guard.ErrLocked
	}
	s.entry, s.readable = decodeRecord(s.record.Text)
	return nil
}

// store writes what the update made, waits for the disk where a loss of power
// could lead to a repetition, and looks whether they were the right files all along.
func (s *session) store(mark gen.Mark) error {
	e := &s.entry
	before := e.mark
	e.mark = mark
	e.lead = max(e.lead, min(s.r.used(&mark), s.r.lead))
	sync := s.durability(&before)
	if err := s.write(sync); err != nil {
		return err
	}
	if s.claims != nil && !s.claims.Marked {
		s.mark()
	}
	return s.confirm()
}

// write is the two writes of an update: the claim says what the record will have,
// then the record has it.
func (s *session) write(sync guard.Sync) error {
	p, u := s.pair(), s.update(sync)
	return s.written(p.Write(&u))
}

func (s *session) update(sync guard.Sync) guard.Update {
	s.stamp()
	content := s.entry.encode()
	return guard.Update{Ahead: content, Rest: s.rest(), Content: content, Sync: sync, Make: s.makeClaim,
		Mode: s.r.folder.fileMode}
}

// written explains the error of a write.
func (s *session) written(err error) error {
	var w *guard.WitnessError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, guard.ErrLocked):
		return guard.ErrLocked
	case errors.As(err, &w):
		return s.r.explain(s.r.claimError(w.Err))
	}
	return s.r.unusable(s.r.path(".rec"), err)
}

// rest is what the claim says beside the entry. It names this folder, but where the
// record is reached by two paths.
func (s *session) rest() []byte {
	h, c := &s.r.folder.Host, &s.claim
	device := s.device()
	moved := !c.valid || s.rel == relGone || s.rel == relOther // which a user vouched for
	if !moved && c.device == device && c.claim.entry.boot == s.r.folder.boot {
		return c.Text[guard.BlockSize:]
	}
	if c.device = device; moved || c.folder == s.r.folder.State {
		c.folder, c.space = s.r.folder.State, h.MountNS()
	}
	if moved {
		c.owner = h.User()
	}
	return c.rest(len(c.Text))
}

// device is that of the record, which is beside its lock.
func (s *session) device() uint64 {
	f, info := s.record.File, s.record.Info
	if f == nil {
		var err error
		if info, err = s.lock.Stat(); err != nil {
			return 0
		}
	}
	device, _ := guard.Identity(f, info)
	return device
}

// makeClaim makes the claim of a number that has none; another folder that was faster
// is found when the claim is read again. It may be written by those who may write the
// record, and read by all.
func (s *session) makeClaim(path string, text []byte) error {
	err := s.r.folder.checkClaims()
	if err != nil {
		return err
	}
	like := s.record.Info
	if like == nil {
		if like, err = s.lock.Stat(); err != nil {
			return err
		}
	}
	return s.r.folder.disk.WriteLike(path, text, like)
}

// mark writes in the lock of the claim that the number was used: the trace that
// is left should the claim be deleted alone. Where it cannot be written there is
// one guard less.
func (s *session) mark() {
	f, err := s.r.folder.disk.Open(s.r.claimPath()+".lock", os.O_WRONLY|guard.OpenFlags, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if _, err := f.Write([]byte("used\n")); err == nil {
		s.claims.Marked = s.r.folder.disk.SyncData(f) == nil
	}
}

// stamp says when, where and by whom the entry is written.
func (s *session) stamp() { s.r.stamp(&s.entry) }

func (r *Record) stamp(e *entry) {
	h := &r.folder.Host
	e.wall, e.pid = h.Now(), uint64(os.Getpid())
	e.uptime, e.timed = h.Uptime()
	if e.boot != r.folder.boot || e.machine == (token{}) {
		e.boot, e.machine = r.folder.boot, tokenOf(h.MachineID())
	}
}

// confirm fails if record or claim are not the files any more with which the
// session began: somebody removed them meanwhile, and another process may have
// begun anew, after a look at the clock that was earlier than ours.
func (s *session) confirm() error {
	r, p := s.r, s.pair()
	if p.InPlace() {
		return nil
	}
	return r.refuse(ErrMoved, r.path(".rec"), "run it again",
		"the record or the claim of %s was removed or replaced while it was in use", r.name())
}

// forget closes the files and keeps the lock.
func (s *session) forget() {
	s.claim.close()
	s.record.Close()
	s.entry, s.readable, s.settled = entry{}, false, false
}

// release gives the record back.
func (s *session) release() error {
	s.forget()
	if s.claims != nil {
		s.claims.Unlock()
		s.claims = nil
	}
	if s.lock == nil {
		return nil
	}
	err := s.lock.Unlock()
	s.lock = nil
	return err
}

// peek reads the record without the lock, as far as it can be read.
func (r *Record) peek() (entry, error) {
	path := r.path(".rec")
	for range 3 { // a writer may be half done
		b, err := r.folder.disk.ReadSmall(path, guard.BlockSize+1)
		if err != nil {
			return entry{}, err
		}
		if e, ok := decodeRecord(b); ok {
			return e, nil
		}
	}
	return entry{}, fmt.Errorf("%w: %s", ErrDamaged, path)
}
