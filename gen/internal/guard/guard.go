// Package guard keeps a small file of a host of which an older state must never be
// taken for the present one, whatever was killed, copied and put back.
//
// Beside the file there is its witness, in another place or under another name: of a
// record its claim, of every other file its lock. Both
// begin with a block: a magic, the turn (which update it was), the inode and the time
// of change (ctime) of the other file, the content, and a checksum. An update writes
// the witness ahead, with the next turn and what the file is like; then the file, with
// that turn and what the witness is like after the first write. A ctime is set by the
// kernel alone, so no copy that is put back has the one that was noted. See [State].
//
// Where the kernel's ctime has a grain (Linux before 6.13: a tick of its clock, up to
// 10 ms), a copy that is put back within that time of the last update is not seen; nor
// is one where there is no ctime (Windows), if both files are of one update. A snapshot
// of a file system or of a virtual machine brings inodes and times back whole.
package guard

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"io/fs"
	"os"
)

// BlockSize is the size of a block, or a multiple: a sector, so that a disk writes all
// of a small one or nothing.
const BlockSize = 512

// MagicSize is the length of a magic.
const MagicSize = 8

const (
	headSize = MagicSize + 4*8
	sumSize  = 8
)

// Room is how much content a block of BlockSize has room for.
const Room = BlockSize - headSize - sumSize

// Head is what a block says beside its content.
type Head struct {
	Turn   uint64 // counts the updates
	Inode  uint64 // of the other file, as this one was written; 0 is none, or unknown
	Change int64  // and its ctime
}

// Encode writes a block.
func Encode(magic string, h Head, content []byte) []byte {
	n := headSize + len(content) + sumSize
	out := make([]byte, (n+BlockSize-1)/BlockSize*BlockSize)
	b := append(out[:0], magic...)
	for _, w := range [...]uint64{h.Turn, h.Inode, uint64(h.Change), uint64(len(content))} {
		b = binary.BigEndian.AppendUint64(b, w)
	}
	copy(out[headSize:], content)
	end := len(out) - sumSize
	binary.BigEndian.PutUint64(out[end:], Checksum(out[:end]))
	return out
}

// Decode reads the block that a text begins with; ok is false if any byte of it is not
// as Encode wrote it.
func Decode(magic string, text []byte) (h Head, content []byte, ok bool) {
	if len(text) < BlockSize || string(text[:MagicSize]) != magic {
		return h, nil, false
	}
	word := func(i int) uint64 { return binary.BigEndian.Uint64(text[MagicSize+8*i:]) }
	n := word(3)
	if n > uint64(len(text)) {
		return h, nil, false
	}
	size := (headSize + int(n) + sumSize + BlockSize - 1) / BlockSize * BlockSize
	if size > len(text) || binary.BigEndian.Uint64(text[size-sumSize:]) != Checksum(text[:size-sumSize]) {
		return h, nil, false
	}
	return Head{word(0), word(1), int64(word(2))}, text[headSize : headSize+int(n)], true
}

// Checksum is FNV-1a. Each of its steps is a bijection, so a change within one byte is
// always seen, and any other but once in 2^64. It needs no table: the CRCs of the
// standard library build theirs in each process, in 12 to 126 us.
func Checksum(b []byte) uint64 {
	h := fnv.New64a()
	h.Write(b)
	return h.Sum64()
}

// Side is one of the two files.
type Side struct {
	Path    string
	Magic   string
	File    File        // nil is none
	Info    os.FileInfo // as it was opened, or written last
	Text    []byte      // all of it
	Head    Head
	Content []byte
	OK      bool // the block is as it was written
}

// Open opens and reads the file, of which limit bytes are asked for. A block that is
// being rewritten is read again: not every reader holds the lock.
func (s *Side) Open(d Disk, flag, limit int) error {
	f, err := d.Open(s.Path, flag|OpenFlags, 0)
	if err != nil {
		if info, e := d.Lstat(s.Path); e == nil && !info.Mode().IsRegular() {
			return &NotRegularError{s.Path, info.Mode()}
		}
		return err
	}
	s.File = f
	if s.Info, err = f.Stat(); err != nil {
		return err
	}
	if !s.Info.Mode().IsRegular() {
		return &NotRegularError{s.Path, s.Info.Mode()}
	}
	for range 3 {
		if s.Text, err = ReadSome(f, s.Info, limit); err != nil {
			return err
		}
		if s.Head, s.Content, s.OK = Decode(s.Magic, s.Text); s.OK {
			break
		}
	}
	return nil
}

// Close closes the file, and forgets what it said.
func (s *Side) Close() {
	if s.File != nil {
		s.File.Close()
	}
	*s = Side{Path: s.Path, Magic: s.Magic}
}

// names reports whether the block says of the other file what that is like now.
func (s *Side) names(o *Side) bool {
	h := o.asNamed(s.Head.Turn)
	return s.Head == h
}

// asNamed is the head of a block that names this file.
func (s *Side) asNamed(turn uint64) Head {
	_, inode := Identity(s.File, s.Info)
	return Head{turn, inode, Changed(s.Info)}
}

// State is what a file and its witness say of each other.
type State int

const (
	// Unknown is everything that is not one of the others: a file or a witness was put
	// back, replaced, touched or deleted, and nothing tells which updates are missing.
	Unknown State = iota
	// Unmade is a witness of the first update, and no file: the process that made the
	// one was killed before it made the other.
	Unmade
	// Intact is what an update leaves: equal turns, and the file names the witness.
	Intact
	// Interrupted is what a process leaves that was killed between its two writes, and
	// others after it: the witness has a higher turn, and names the file. What it has
	// written ahead is the content to go on with.
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
	case f.Head.Turn == w.Head.Turn && f.names(w):
		return Intact
	case f.Head.Turn < w.Head.Turn && w.names(f):
		return Interrupted
	}
	return Unknown
}

// Dated reports whether the kernel says when a file changed.
func (s *Side) Dated() bool { return s.Info != nil && Changed(s.Info) != 0 }

// Sync is what an update waits for.
type Sync int

const (
	SyncNone  Sync = iota
	SyncAhead      // what is written ahead is on the disk before the file says so
	SyncAll        // both are, one after the other, and their ctimes with them
	SyncFile       // the content of the file is
)

// Update is what is to be written.
type Update struct {
	Ahead   []byte // content of the witness, and what follows its block
	Rest    []byte
	Content []byte // of the file
	Sync    Sync

	Make func(path string, text []byte) error // makes a witness that is missing
	Mode func() (os.FileMode, error)          // of a file that is missing
}

// ErrEarlier says that an earlier build wrote a file, which this one cannot read.
var ErrEarlier = errors.New("written by an earlier build")

// WitnessError is an error of the witness, and not of the file.
type WitnessError struct{ Err error }

// Error is the text of the error.
func (e *WitnessError) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e *WitnessError) Unwrap() error { return e.Err }

// Write is the two writes of an update. The error is [ErrLocked] where another process
// has made one of the files meanwhile. A file that was made is not open then.
func (p *Pair) Write(u *Update) error {
	turn := max(p.File.Head.Turn, p.Witness.Head.Turn) + 1
	if err := p.promise(turn, u); err != nil {
		return &WitnessError{err}
	}
	return p.keep(turn, u)
}

// Finish is the second of the two writes, for a file that is [Unmade].
func (p *Pair) Finish(u *Update) error { return p.keep(p.Witness.Head.Turn, u) }

func (p *Pair) promise(turn uint64, u *Update) error {
	w, head := p.Witness, Head{Turn: turn}
	if p.File.File != nil {
		head = p.File.asNamed(turn)
	}
	text := append(Encode(w.Magic, head, u.Ahead), u.Rest...)
	if w.File == nil {
		return p.makeWitness(text, u)
	}
	if _, err := w.File.WriteAt(text, 0); err != nil {
		return err
	}
	var err error
	if w.Info, err = w.File.Stat(); err != nil {
		return err
	}
	w.Head, w.Text = head, text
	switch u.Sync {
	case SyncAhead:
		return p.Disk.SyncData(w.File)
	case SyncAll:
		return w.File.Sync()
	}
	return nil
}

// makeWitness makes it, on the disk, and opens it.
func (p *Pair) makeWitness(text []byte, u *Update) error {
	w := p.Witness
	err := u.Make(w.Path, text)
	if err == nil {
		err = w.Open(p.Disk, os.O_RDWR, len(text))
	}
	if errors.Is(err, fs.ErrExist) || err == nil && string(w.Text) != string(text) {
		return ErrLocked
	}
	return err
}

func (p *Pair) keep(turn uint64, u *Update) error {
	f := p.File
	head := p.Witness.asNamed(turn)
	block := Encode(f.Magic, head, u.Content)
	if f.File == nil {
		mode, err := u.Mode()
		if err == nil {
			err = p.Disk.WriteNew(f.Path, block, mode)
		}
		if errors.Is(err, fs.ErrExist) {
			return ErrLocked
		}
		return err
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
	switch u.Sync {
	case SyncAll:
		return f.File.Sync()
	case SyncFile:
		return p.Disk.SyncData(f.File)
	}
	return nil
}

// InPlace reports whether both paths still lead to these files, and the witness is as
// the update left it.
func (p *Pair) InPlace() bool {
	f, err := p.Disk.Lstat(p.File.Path)
	if err != nil || !SameFile(f, p.File.Info) {
		return false
	}
	w, err := p.Disk.Lstat(p.Witness.Path)
	return err == nil && SameFile(w, p.Witness.Info) && Changed(w) == Changed(p.Witness.Info)
}
