package worker

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"idscope/gen/internal/guard"
)

// kept is a small file of the state directory that the processes of a host share under a
// lock: a grant, what the host knows of a counter, its node. An older state of it must never
// be taken for the present one, so it has a witness (package guard): its lock file.
type kept struct {
	folder Folder
	path   string
	magic  string // of the file
	about  string // for messages
	begin  string // the command that begins again, where an earlier build wrote the file
	held   *guard.Lock
}

// The magics of the files, and of their witnesses.
const (
	grantMagic = "idgrant\x02"
	pageMagic  = "idcount\x02"
	nodeMagic  = "idnode\x02\x00"
	aheadMagic = "idahead\x02"
)

// earlierFiles are what such files of earlier builds begin with.
var earlierFiles = [...]string{"idscope grant 1\n", "idscope file 1\n"}

// ofEarlier reports whether an earlier build wrote a text; its nodes were lines of 12 digits
// and 16.
func (k *kept) ofEarlier(text string) bool {
	for _, magic := range earlierFiles {
		if strings.HasPrefix(text, magic) {
			return true
		}
	}
	return k.magic == nodeMagic && len(text) == 30 && text[12] == ' ' && text[29] == '\n'
}

// maxKept is up to what size such a file is read.
const maxKept = 1 << 16

// origin is where and when a file was written: what comes before its content.
type origin struct {
	boot, machine token
	path, space   token  // where the file was, as the mount namespace sees it
	device        uint64 // of the file system
	wall          time.Time
	uptime        time.Duration
	timed         bool // the uptime is known
}

const originSize = 4*16 + 4*8

func (k *kept) origin(device uint64) origin {
	h := &k.folder.Host
	o := origin{boot: k.folder.boot, machine: tokenOf(h.MachineID()), path: tokenOf(k.path), space: tokenOf(h.MountNS()),
		device: device, wall: h.Now()}
	o.uptime, o.timed = h.Uptime()
	return o
}

func (o *origin) append(b []byte) []byte {
	for _, t := range [...]*token{&o.boot, &o.machine, &o.path, &o.space} {
		b = append(b, t[:]...)
	}
	uptime := ^uint64(0)
	if o.timed {
		uptime = uint64(o.uptime)
	}
	for _, w := range [...]uint64{o.device, uint64(o.wall.Unix()), uint64(o.wall.Nanosecond()), uptime} {
		b = binary.BigEndian.AppendUint64(b, w)
	}
	return b
}

// parse reads what append writes, and returns what follows; nil if it is not that.
func (o *origin) parse(b []byte) (content []byte) {
	if len(b) < originSize {
		return nil
	}
	for _, t := range [...]*token{&o.boot, &o.machine, &o.path, &o.space} {
		b = b[copy(t[:], b):]
	}
	word := func(i int) uint64 { return binary.BigEndian.Uint64(b[8*i:]) }
	o.device, o.wall = word(0), time.Unix(int64(word(1)), int64(word(2)))
	o.uptime, o.timed = time.Duration(word(3)), word(3) != ^uint64(0)
	return b[4*8:]
}

// here reports whether this host wrote a file of that origin since it was started, in this
// place. A device may have another number after it was mounted again; a file system that
// was cloned has the same inodes and times in another place.
func (k *kept) here(o *origin, device uint64) bool {
	f := &k.folder
	switch {
	case f.boot.same(o.boot):
	case f.boot != o.boot, tokenOf(f.Host.MachineID()) != o.machine:
		return false
	default: // no boot id tells
		if up, ok := f.Host.Uptime(); !ok || !o.timed || startedAnew(f.Host.Now(), up, o.wall, o.uptime) {
			return false
		}
	}
	return o.device == device || o.path == tokenOf(k.path) && o.space == tokenOf(f.Host.MountNS())
}

func (k *kept) lockPath() string { return strings.TrimSuffix(k.path, ".rec") + ".lock" }

// lock takes the lock; make makes the folders that are missing.
func (k *kept) lock(q guard.Queue, make func() error) (err error) {
	q.Progress = k.turn
	if k.held, err = k.folder.lock(q, k.lockPath(), make); err != nil {
		return err
	}
	if err := k.folder.refuseNetwork(k.lockPath(), k.held); err != nil {
		k.unlock()
		return err
	}
	return nil
}

func (k *kept) unlock() {
	k.held.Unlock()
	k.held = nil
}

// turn changes when another process has written the file.
func (k *kept) turn() uint64 {
	s := guard.Side{Path: k.path, Magic: k.magic}
	defer s.Close()
	_ = s.Open(k.folder.disk, os.O_RDONLY, maxKept) // what cannot be read does not change
	return s.Head.Turn
}

// openKept is the file and its witness, open, and what they say.
type openKept struct {
	guard.Pair
	k       *kept
	origin  origin
	content []byte // nil is none
	intact  bool   // this host wrote it here since it was started, and nothing was put in its place
	damaged bool
}

// open opens and judges the two; without the lock a writer may be half done.
func (k *kept) open(flag int) (*openKept, error) {
	o := &openKept{k: k, Pair: guard.Pair{Disk: k.folder.disk, File: &guard.Side{Path: k.path, Magic: k.magic},
		Witness: &guard.Side{Path: k.lockPath(), Magic: aheadMagic}}}
	for _, side := range [...]*guard.Side{o.Witness, o.File} {
		if err := side.Open(o.Disk, flag, maxKept); err != nil && !errors.Is(err, fs.ErrNotExist) {
			o.close()
			return nil, err
		}
	}
	if k.ofEarlier(string(o.File.Text)) {
		o.close()
		return nil, k.earlier()
	}
	o.judge()
	return o, nil
}

// judge decides what the content is: of two that do not belong together, the later one.
// The witness of a first update, which names no file, may be a copy.
func (o *openKept) judge() {
	f, w := o.File, o.Witness
	state := o.State()
	ours, ahead := o.origin.parse(f.Content), o.origin.parse(w.Content)
	o.damaged = f.File != nil && ours == nil
	later := state == guard.Interrupted ||
		state != guard.Intact && len(ahead) > 0 && (ours == nil || w.Head.Turn > f.Head.Turn)
	text := f.Content
	if later {
		text = w.Content
	}
	if o.content = o.origin.parse(text); len(o.content) == 0 {
		o.content = nil
		return
	}
	o.intact = (state == guard.Intact || state == guard.Interrupted) && o.k.here(&o.origin, o.device())
}

func (o *openKept) device() uint64 {
	device, _ := guard.Identity(o.Witness.File, o.Witness.Info)
	return device
}

func (o *openKept) close() {
	o.File.Close()
	o.Witness.Close()
}

// openLocked opens the two for writing, under the lock.
func (k *kept) openLocked() (*openKept, error) {
	o, err := k.open(os.O_RDWR)
	if err != nil {
		return nil, err
	}
	held, err := k.held.Stat()
	if err == nil && (o.Witness.File == nil || !guard.SameFile(held, o.Witness.Info)) {
		err = k.moved()
	}
	if err == nil && o.File.File != nil {
		var ok bool
		if ok, err = o.Disk.Lock(o.File.File, false); err == nil && !ok { // somebody deleted the lock
			err = guard.ErrLocked
		}
	}
	if err != nil {
		o.close()
		return nil, err
	}
	return o, nil
}

// write replaces the content.
func (o *openKept) write(content []byte, sync guard.Sync) error {
	k := o.k
	of := o.origin
	if !o.intact {
		of = k.origin(o.device())
	}
	text := append(of.append(nil), content...)
	if n := guard.BlockSize + len(text); n > maxKept { // nobody could read it
		return unusable(k.path, fmt.Errorf("it would have %d bytes, and at most %d are read", n, maxKept))
	}
	if err := o.Write(&guard.Update{Ahead: text, Content: text, Sync: sync, Mode: k.folder.fileMode}); err != nil {
		return err
	}
	if o.File.File != nil && !o.InPlace() {
		return k.moved()
	}
	return nil
}

// read returns the content without the lock. The error is fs.ErrNotExist if there is none.
func (k *kept) read() (content []byte, intact, damaged bool, err error) {
	for range 3 { // a writer may be half done
		o, err := k.open(os.O_RDONLY)
		if err != nil {
			return nil, false, false, err
		}
		o.close()
		content, intact, damaged = o.content, o.intact, o.damaged
		if intact {
			break
		}
	}
	if content == nil && !damaged {
		return nil, false, false, fs.ErrNotExist
	}
	return content, intact, damaged, nil
}

// peek is read for what does not have to be the present content: of the file alone, if that
// can be read.
func (k *kept) peek() (content []byte, damaged bool, err error) {
	s := guard.Side{Path: k.path, Magic: k.magic}
	defer s.Close()
	var of origin
	if err = s.Open(k.folder.disk, os.O_RDONLY, maxKept); err == nil {
		if content = of.parse(s.Content); content != nil {
			return content, false, nil
		}
	}
	content, _, damaged, err = k.read()
	return content, damaged, err
}

// forget removes the file under its lock, so that one that is put back is not the present one.
func (k *kept) forget() error {
	w := guard.Side{Path: k.lockPath(), Magic: aheadMagic}
	f := guard.Side{Path: k.path, Magic: k.magic}
	defer w.Close()
	defer f.Close()
	d := k.folder.disk
	if err := f.Open(d, os.O_RDONLY, maxKept); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := w.Open(d, os.O_RDWR, maxKept); err != nil {
		return err
	}
	none := guard.Head{Turn: max(f.Head.Turn, w.Head.Turn) + 1}
	if _, err := w.File.WriteAt(guard.Encode(aheadMagic, none, nil), 0); err != nil {
		return err
	}
	if err := d.SyncData(w.File); err != nil {
		return err
	}
	if err := d.Remove(k.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (k *kept) moved() error {
	return &StateError{Reason: ErrMoved, Path: k.path, hint: "run it again",
		Text: k.about + " was removed or replaced while it was in use"}
}

func (k *kept) earlier() error {
	return &StateError{Reason: ErrEarlier, Path: k.path, hint: k.begin,
		Text: fmt.Sprintf("%s, %s, was written by an earlier build of idscope, which this one cannot read", k.about,
			show(k.path))}
}

// lockHolder names the process that holds a lock, for messages.
func lockHolder(path string) (who string, pid int, ok bool) {
	pid, name, ok := holder(path)
	if !ok {
		return "another process", 0, false
	}
	return strings.TrimSpace(fmt.Sprintf("process %d %s", pid, parenthesis(name))), pid, true
}
