package worker

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"idscope/gen"
)

// maxJump is how far the clock may have moved forward against the uptime since
// the record was written. Identifiers of a wrong future would keep the number
// out of use until then.
const maxJump = time.Hour

// session is a record under its lock, read and found good, and the claim that it
// matches.
type session struct {
	r      *Record
	lock   *fileLock
	claims *fileLock // of the claim: nobody else follows or rewrites it
	file   handle
	info   os.FileInfo

	entry    entry
	readable bool // the entry is what the file holds
	claim    heldClaim
	same     bool // the claim names this very file
}

// begin takes the lock and reads the record; a missing one is made. It returns
// errLocked when the lock is still held after the patience.
func (r *Record) begin(ctx context.Context, patience time.Duration) (*session, error) {
	s := &session{r: r}
	err := retry(ctx, patience, func() error {
		err := s.take(queue{ctx, patience, r.written})
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
	r.folder.hook("read")
	return s, nil
}

// written changes when another process has written the record.
func (r *Record) written() uint64 {
	e, _ := r.peek()
	return e.turn
}

// take takes the lock, in its turn.
func (s *session) take(q queue) error {
	r := s.r
	path := r.path(".lock")
	l, err := q.lock(r.folder.disk, path, r.folder.fileMode)
	if errors.Is(err, fs.ErrNotExist) {
		if _, _, err = r.claimsFolder(); err != nil {
			return r.claimError(err)
		}
		if err = r.folder.makeRecords(&r.form); err == nil {
			l, err = q.lock(r.folder.disk, path, r.folder.fileMode)
		}
	}
	if err != nil {
		return err
	}
	s.lock = l
	r.folder.hook("locked")
	return r.folder.refuseNetwork(path, l)
}

// takeClaim takes the lock of the claim, which is held until the session ends. A
// process that was stopped after somebody deleted its record, or its lock, could
// else write over the trail of a successor. Where there is no folder of claims yet,
// or this user may not write the claim, there is nothing to lock.
func (s *session) takeClaim() error {
	if s.claims != nil {
		return nil
	}
	mode := func() (os.FileMode, error) {
		m, err := s.r.folder.fileMode()
		return m&^0o007 | fs.ModeSticky, err
	}
	l, err := s.r.folder.disk.tryLock(s.r.claimPath()+".lock", mode)
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
	return errLocked // others change it all the time
}

// read opens the record and reads it; an error that is fs.ErrNotExist says that
// there is none, and leaves the entry.
func (s *session) read() (content []byte, err error) {
	path := s.r.path(".rec")
	s.file, err = s.r.folder.disk.open(path, os.O_RDWR|openFlags, 0)
	if err != nil {
		if info, e := s.r.folder.disk.lstat(path); e == nil && !info.Mode().IsRegular() {
			return nil, obstructed(path, info)
		}
		return nil, err
	}
	if s.info, err = s.file.Stat(); err != nil {
		return nil, err
	}
	if !s.info.Mode().IsRegular() {
		return nil, obstructed(path, s.info)
	}
	ok, err := s.r.folder.disk.lockInode(s.file)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errLocked
	}
	content, err = readSome(s.file, s.info, entrySize+1)
	s.readable = err == nil && s.entry.decode(content)
	return content, err
}

// store writes what the update made, waits for the disk where a loss of power
// could lead to a repetition, lets the claim follow, and looks whether they were
// the right files all along.
func (s *session) store(mark gen.Mark) error {
	r, e := s.r, &s.entry
	before := e.mark
	e.mark, e.turn = mark, e.turn+1
	if err := s.persist(before); err != nil {
		return r.unusable(r.path(".rec"), err)
	}
	if err := s.follow(); err != nil {
		return r.explain(r.claimError(err))
	}
	return s.confirm()
}

// follow writes in the claim how far the record got, and how its inode changed.
// Without a time the claim is all that knows better than a copy of the record: it
// is made durable, too.
func (s *session) follow() error {
	info, err := s.file.Stat()
	if err == nil {
		err = s.claim.follow(s.entry.trail(info))
	}
	if err == nil && s.r.form.time == 0 {
		err = s.r.folder.disk.syncData(s.claim.file)
	}
	if err == nil && s.claims != nil && !s.claims.marked {
		s.mark()
	}
	s.r.folder.hook("followed")
	return err
}

// mark writes in the lock of the claim that the number was used: the trace that
// is left should the claim be deleted alone. Where it cannot be written there is
// one guard less.
func (s *session) mark() {
	f, err := s.r.folder.disk.open(s.r.claimPath()+".lock", os.O_WRONLY|openFlags, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if _, err := f.Write([]byte("used\n")); err == nil {
		s.claims.marked = s.r.folder.disk.syncData(f) == nil
	}
}

func (s *session) write() error {
	s.stamp()
	if _, err := s.file.WriteAt(s.entry.encode(), 0); err != nil {
		return err
	}
	s.r.folder.hook("written")
	return nil
}

func (s *session) sync() error {
	if err := s.r.folder.disk.syncData(s.file); err != nil {
		return err
	}
	s.r.folder.hook("synced")
	return nil
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
	r := s.r
	if named, err := r.folder.disk.lstat(r.path(".rec")); err == nil && sameFile(named, s.info) && s.claim.unchanged() {
		return nil
	}
	return r.refuse(ErrMoved, r.path(".rec"), "run it again",
		"the record or the claim of %s was removed while it was in use; want both to stay", r.name())
}

// forget closes the files and keeps the lock.
func (s *session) forget() {
	s.claim.close()
	if s.file != nil {
		s.file.Close()
		s.file = nil
	}
}

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

// end gives the record back.
func (s *session) end() error {
	err := s.release()
	s.r.folder.hook("unlocked")
	return err
}

// peek reads the record without the lock, as far as it can be read.
func (r *Record) peek() (entry, error) {
	path := r.path(".rec")
	for range 3 { // a writer may be half done
		b, err := r.folder.disk.readSmall(path, entrySize+1)
		if err != nil {
			return entry{}, err
		}
		var e entry
		if e.decode(b) {
			return e, nil
		}
	}
	return entry{}, fmt.Errorf("%w: %s", ErrDamaged, path)
}
