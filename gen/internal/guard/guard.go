// Package guard keeps a small file of a host of which an older state must never be taken for the present one, whatever
// was killed, copied and put back.
//
// Beside the file there is its witness, in another place or under another name: of a record its claim, of every other
// file its lock. Both begin with a block: a magic, the turn (which update it was), the inode and the time of change
// (ctime) of the other file, the content, and a checksum. An update writes the witness ahead, with the next turn and
// what the file is like; then the file, with that turn and what the witness is like after the first write. A ctime is
// set by the kernel alone, so no copy that is put back has the one that was noted. See [State].
//
// Where the kernel's ctime has a grain (Linux before 6.13: a tick of its clock, up to 10 ms), a copy that is put back
// within that time of the last update is not seen; nor is one where there is no ctime (Windows), if both files are of
// one update. A snapshot of a file system or of a virtual machine brings inodes and times back whole.
package guard

import (
	"errors"
	"io/fs"
	"os"

	"idscope/gen/fault"
)

// The reasons for which a file is not used.
const (
	ErrEarlier    fault.Reason = "written by an earlier build"             // which this one cannot read
	ErrMoved      fault.Reason = "removed or replaced while it was in use" // the file was
	ErrNotRegular fault.Reason = "not a regular file"                      // a folder, a link or a device
	ErrNowhere    fault.Reason = "it is a link that leads nowhere"         // where a folder is to be
)

// ID tells a file from others. What is unknown is 0.
type ID struct {
	Device, Inode uint64
	Changed       int64 // when the inode changed last (ctime), in ns since 1970
}

// Side is one of the two files.
type Side struct {
	Path  string
	Magic string

	// New is what a file that is missing is made like: as open to others as that file, or with that mode.
	New struct {
		Like os.FileInfo
		Mode os.FileMode
	}

	File    File        // nil is none
	Info    os.FileInfo // as it was opened, or written last
	Text    []byte      // all of it
	Head    Head
	Content []byte
	OK      bool // the block is as it was written
}

// Open opens the file, if it is not open, and reads it, of which limit bytes are asked for. A block that is being
// rewritten is read again: not every reader holds the lock.
func (s *Side) Open(d Disk, flag, limit int) (err error) {
	if s.File == nil {
		if s.File, s.Info, err = d.openRegular(s.Path, flag); err != nil {
			return err
		}
	}
	for range 3 {
		if s.Text, err = readSome(s.File, s.Info, limit); err != nil {
			return err
		}
		if s.Head, s.Content, s.OK = Decode(s.Magic, s.Text); s.OK {
			break
		}
	}
	return nil
}

// Lock locks the file, too, beside the lock that its users queue for: should somebody delete that, two processes can
// hold one each, but not both this.
func (s *Side) Lock(d Disk) error {
	ok, err := d.FS.Lock(s.File, false)
	if err == nil && !ok {
		err = ErrLocked
	}
	return err
}

// Peek reads a file of that magic, and closes it.
func (d Disk) Peek(path, magic string, limit int) (s Side, err error) {
	s = Side{Path: path, Magic: magic}
	if err = s.Open(d, os.O_RDONLY, limit); s.File != nil {
		s.File.Close()
		s.File = nil
	}
	return s, err
}

// Close closes the file, and forgets what it said.
func (s *Side) Close() {
	if s.File != nil {
		s.File.Close()
	}
	*s = Side{Path: s.Path, Magic: s.Magic}
}

// Dated reports whether the kernel says when the file changed.
func (s *Side) Dated() bool { return s.Info != nil && Identify(s.File, s.Info).Changed != 0 }

// asNamed is the head of a block that names this file.
func (s *Side) asNamed(turn uint64) Head {
	if s.File == nil {
		return Head{Turn: turn}
	}
	id := Identify(s.File, s.Info)
	return Head{turn, id.Inode, id.Changed}
}

// make makes the file, on the disk; [ErrLocked] says that another process has made it meanwhile.
func (s *Side) make(d Disk, text []byte) (err error) {
	if s.New.Like != nil {
		err = d.writeLike(s.Path, text, s.New.Like)
	} else {
		err = d.WriteNew(s.Path, text, s.New.Mode)
	}
	if errors.Is(err, fs.ErrExist) {
		return ErrLocked
	}
	return err
}

// State is what a file and its witness say of each other.
type State int

const (
	// Unknown is everything that is not one of the others: a file or a witness was put back, replaced, touched or
	// deleted, and nothing tells which updates are missing.
	Unknown State = iota

	// Unmade is a witness of the first update, and no file: the process that made the one was killed before it made the
	// other.
	Unmade

	// Intact is what an update leaves: equal turns, and the file names the witness.
	Intact

	// Interrupted is what a process leaves that was killed between its two writes, and others after it: the witness has
	// a higher turn, and names the file. What it has written ahead is the content to go on with.
	Interrupted
)

// Pair is a file and its witness, both open, and both locked.
type Pair struct {
	Disk          Disk
	File, Witness *Side
}

// State judges the two as they were opened.
func (p *Pair) State() State {
	f, w := p.File, p.Witness
	switch {
	case w.File == nil || !w.OK:
	case f.File == nil:
		if w.Head == (Head{Turn: 1}) {
			return Unmade
		}
	case !f.OK:
	case f.Head.Turn == w.Head.Turn && f.Head == w.asNamed(f.Head.Turn):
		return Intact
	case f.Head.Turn < w.Head.Turn && w.Head == f.asNamed(w.Head.Turn):
		return Interrupted
	}
	return Unknown
}

// Sync is what an update waits for.
type Sync int

const (
	SyncNone  Sync = iota
	SyncAhead      // what is written ahead is on the disk before the file says so
	SyncAll        // both are, one after the other, and their ctimes with them
	SyncFile       // the file is, with its name: who made it may have been killed before that was waited for
)

// Update is what is to be written.
type Update struct {
	Content []byte // of both
	Rest    []byte // what follows the block of the witness; nil leaves that as it is
	Sync    Sync
}

// Write is the two writes of an update. It fails with [ErrMoved] unless both paths still lead to these files
// afterwards, and the witness is as the update left it, and with [ErrLocked] where another process has made a file
// meanwhile. A file that was made is not open then.
func (p *Pair) Write(u *Update) error {
	turn := max(p.File.Head.Turn, p.Witness.Head.Turn) + 1
	if err := p.writeWitness(turn, u); err != nil {
		return err
	}
	return p.writeFile(turn, u)
}

// Finish is the second of the two writes, for a file that is [Unmade].
func (p *Pair) Finish(u *Update) error { return p.writeFile(p.Witness.Head.Turn, u) }

func (p *Pair) writeWitness(turn uint64, u *Update) error {
	w, head := p.Witness, p.File.asNamed(turn)
	text := append(Encode(w.Magic, head, u.Content), u.Rest...)
	if w.File == nil {
		err := w.make(p.Disk, text)
		if err == nil {
			err = w.Open(p.Disk, os.O_RDWR, len(text))
		}
		if err == nil && string(w.Text) != string(text) {
			return ErrLocked
		}
		return err
	}
	if _, err := w.File.WriteAt(text, 0); err != nil {
		return err
	}
	var err error
	if w.Info, err = w.File.Stat(); err != nil {
		return err
	}
	w.Head = head
	switch u.Sync {
	case SyncAhead:
		return p.Disk.SyncData(w.File)
	case SyncAll:
		return w.File.Sync()
	}
	return nil
}

func (p *Pair) writeFile(turn uint64, u *Update) error {
	f := p.File
	head := p.Witness.asNamed(turn)
	block := Encode(f.Magic, head, u.Content)
	if f.File == nil {
		return f.make(p.Disk, block)
	}
	if _, err := f.File.WriteAt(block, 0); err != nil {
		return err
	}
	if f.Info.Size() != int64(len(block)) {
		if err := f.File.Truncate(int64(len(block))); err != nil {
			return err
		}
	}
	f.Head = head
	var err error
	if u.Sync == SyncAll || u.Sync == SyncFile {
		err = f.File.Sync()
	}
	if err == nil && !p.confirm() {
		return ErrMoved
	}
	return err
}

// confirm reports whether both paths still lead to these files, and the witness is as the update left it.
func (p *Pair) confirm() bool {
	f, err := p.Disk.Lstat(p.File.Path)
	if err != nil || !SameFile(f, p.File.Info) {
		return false
	}
	w, err := p.Disk.Lstat(p.Witness.Path)
	return err == nil && SameFile(w, p.Witness.Info) &&
		Identify(nil, w).Changed == Identify(nil, p.Witness.Info).Changed
}
