package worker

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// fileSession is a File under its lock.
type fileSession struct {
	f     *File
	lock  *fileLock
	file  handle // nil where there is none
	info  os.FileInfo
	sheet sheet
	trail handle // nil where there is none
	fresh bool   // the sheet is what the last update left
}

// begin takes the lock and reads the file.
func (f *File) begin(ctx context.Context) (_ *fileSession, err error) {
	s := &fileSession{f: f}
	begun := false
	defer func() {
		if !begun {
			s.end()
		}
	}()
	turn := func() uint64 {
		var s sheet
		b, _ := f.folder.disk.readSmall(f.path(), maxSheet)
		s.decode(b)
		return s.turn
	}
	if s.lock, err = f.lock(".lock", queue{ctx, f.folder.patience, turn}); err != nil {
		return s, err
	}
	f.folder.hook("locked")
	if err = f.folder.refuseNetwork(f.lockPath(".lock"), s.lock); err != nil {
		return s, err
	}
	if err = s.read(); err != nil {
		return s, err
	}
	f.folder.hook("read")
	begun = true
	return s, nil
}

func (s *fileSession) read() error {
	f := s.f
	file, err := f.folder.disk.open(f.path(), os.O_RDWR|openFlags, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		if info, e := f.folder.disk.lstat(f.path()); e == nil && !info.Mode().IsRegular() {
			return obstructed(f.path(), info)
		}
		return err
	}
	s.file = file
	if s.info, err = file.Stat(); err != nil {
		return err
	}
	if !s.info.Mode().IsRegular() {
		return obstructed(f.path(), s.info)
	}
	ok, err := f.folder.disk.lockInode(file) // should somebody delete the lock
	if err != nil {
		return err
	}
	if !ok {
		return errLocked
	}
	text, err := readSome(file, s.info, maxSheet)
	if err != nil {
		return err
	}
	if !s.sheet.decode(text) {
		f.folder.warn("the record of %s, %s, is damaged: what this host knew of it is forgotten", f.about, show(f.path()))
		return nil
	}
	s.fresh = s.readTrail()
	return nil
}

// readTrail opens the trail, and reports whether it and the file agree: this update
// was the last, nothing touched the file since, and the machine did not start anew.
func (s *fileSession) readTrail() bool {
	f, h := s.f, &s.sheet
	trail, err := f.folder.disk.open(f.trailPath(), os.O_RDWR|openFlags, 0)
	if err != nil {
		return false
	}
	s.trail = trail
	text, err := readSome(trail, nil, fileTrailSize)
	if err != nil {
		return false
	}
	turn, change, ok := decodeFileTrail(text)
	device, inode := identity(s.file, s.info)
	return ok && turn == h.turn && change == changed(s.info) && h.device == device && h.inode == inode &&
		!f.folder.restarted(h.boot, h.wall, h.uptime, h.timed)
}

// restarted reports whether the machine was started since something was written; what
// is unknown counts as a start.
func (f *Folder) restarted(boot token, wall time.Time, uptime time.Duration, timed bool) bool {
	if f.boot.same(boot) || f.boot.differs(boot) {
		return f.boot != boot
	}
	up, ok := f.Host.Uptime()
	return !ok || !timed || startedAnew(f.Host.Now(), up, wall, uptime)
}

func (s *fileSession) content() Content {
	c := Content{Kept: s.sheet.kept}
	if s.fresh {
		c.Fleeting = s.sheet.fleeting
	}
	return c
}

// store writes the content, then the trail; a process that is killed between the two
// loses the fleeting part.
func (s *fileSession) store(c *Content) error {
	f, d := s.f, s.f.folder.disk
	if n := sheetHead + len(c.Kept) + len(c.Fleeting); n > maxSheet { // nobody could read it
		return unusable(f.path(), fmt.Errorf("it would have %d bytes; want at most %d", n, maxSheet))
	}
	if s.file == nil {
		mode, err := f.folder.fileMode()
		if err == nil {
			err = d.writeNew(f.path(), (&sheet{}).encode(0), mode)
		}
		if err == nil {
			err = s.read()
		}
		if err == nil && s.file == nil {
			err = errLocked // removed again
		}
		if err != nil {
			return err
		}
	}
	h := &s.sheet
	h.turn++
	h.kept, h.fleeting = c.Kept, c.Fleeting
	h.boot, h.wall = f.folder.boot, f.folder.Host.Now()
	h.uptime, h.timed = f.folder.Host.Uptime()
	h.device, h.inode = identity(s.file, s.info)
	if _, err := s.file.WriteAt(h.encode(int(s.info.Size())), 0); err != nil {
		return err
	}
	f.folder.hook("written")
	if c.Durable {
		if err := d.syncData(s.file); err != nil {
			return err
		}
		f.folder.hook("synced")
	}
	info, err := s.file.Stat()
	if err == nil {
		err = s.follow(encodeFileTrail(h.turn, changed(info)))
	}
	if err != nil {
		return err
	}
	if named, err := d.lstat(f.path()); err != nil || !sameFile(named, s.info) {
		return &StateError{Reason: ErrMoved, Path: f.path(), hint: "run it again",
			Text: fmt.Sprintf("the record of %s was removed while it was in use; want it to stay", f.about)}
	}
	return nil
}

// follow writes the trail.
func (s *fileSession) follow(text []byte) error {
	f := s.f
	err := error(nil)
	if s.trail == nil {
		path := f.trailPath()
		s.trail, err = f.folder.disk.open(path, os.O_RDWR|openFlags, 0)
		if errors.Is(err, fs.ErrNotExist) {
			if err = f.folder.makeClaims(); err == nil {
				err = f.folder.disk.writeLike(path, text, s.info)
			}
			if err == nil {
				return nil
			}
		}
	}
	if err == nil {
		_, err = s.trail.WriteAt(text, 0)
	}
	if err == nil {
		return nil
	}
	var e *StateError
	if errors.As(err, &e) {
		return e
	}
	return f.folder.claimsUnusable(err)
}

func (s *fileSession) end() {
	for _, h := range []handle{s.file, s.trail} {
		if h != nil {
			h.Close()
		}
	}
	if s.lock != nil {
		s.lock.Unlock()
		s.f.folder.hook("unlocked")
	}
}
