package worker

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
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
	begin  string // the command that begins again, for hints; empty: the one that removes both files

	mutex sync.Mutex // of held, and of what reads and writes through it: goroutines share a grant
	held  *guard.Lock
}

// maxKept is up to what size such a file is read.
const maxKept = 1 << 16

// place is where and when a file was written: what comes before its content.
type place struct {
	stamp
	Path, Space token  // where the file was, as the mount namespace sees it
	Device      uint64 // of the file system
}

const placeSize = 97

// here reports whether this host wrote a file there since it was started, in this place. A
// device may have another number after it was mounted again; a file system that was cloned
// has the same inodes and times in another place.
func (k *kept) here(p *place, device uint64) bool {
	f := &k.folder
	since := f.since(&p.stamp)
	if !since.kernel && (since.started || !since.known || f.boot != p.Boot ||
		tokenOf(f.Host.MachineID()) != p.Machine) {
		return false
	}
	return p.Device == device || p.Path == tokenOf(k.path) && p.Space == tokenOf(f.Host.MountNS())
}

func (k *kept) lockPath() string { return strings.TrimSuffix(k.path, ".rec") + ".lock" }

// lock takes the lock; prepare makes the folders that are missing.
func (k *kept) lock(q guard.Queue, prepare func() (os.FileMode, error)) (err error) {
	q.Progress = func() uint64 { // changes when another process has written the file
		s, _ := k.folder.disk.Peek(k.path, k.magic, maxKept)
		return s.Head.Turn
	}
	held, err := q.Make(k.folder.disk, k.lockPath(), os.O_RDWR, prepare)
	if err != nil {
		return err
	}
	if err = k.folder.refuseNetwork(held); err != nil {
		held.Close()
		return err
	}
	k.mutex.Lock()
	k.held = held
	k.mutex.Unlock()
	return nil
}

func (k *kept) unlock() {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.held.Close()
	k.held = nil
}

// openKept is the file and its witness, open, and what they say.
type openKept struct {
	guard.Pair
	k       *kept
	place   place
	content []byte // nil is none
	intact  bool   // this host wrote it here since it was started, and nothing was put in its place
	damaged bool
	state   guard.State
}

// open opens and judges the two, under the lock if that is held: then for writing. Without it
// a writer may be half done.
func (k *kept) open() (o *openKept, err error) {
	o = &openKept{k: k, Pair: guard.Pair{Disk: k.folder.disk, File: &guard.Side{Path: k.path, Magic: k.magic},
		Witness: &guard.Side{Path: k.lockPath(), Magic: aheadMagic}}}
	flag := os.O_RDONLY
	if k.held != nil {
		flag = os.O_RDWR
		o.Witness.File = k.held.File
		if o.Witness.Info, err = k.held.Stat(); err != nil {
			return nil, err
		}
	}
	for _, side := range [...]*guard.Side{o.Witness, o.File} {
		if err := side.Open(o.Disk, flag, maxKept); err != nil && !errors.Is(err, fs.ErrNotExist) {
			o.close()
			return nil, err
		}
	}
	switch text := o.File.Text; {
	case guard.Earlier(text) || k.magic == nodeMagic && len(text) == 30 && text[12] == ' ' && text[29] == '\n':
		err = refuse(ErrEarlier, cmp.Or(k.begin, "rm -f "+quote(k.path)+" "+quote(k.lockPath())),
			"%s, %s, was written by an earlier build of idscope, which this one cannot read", k.about, show(k.path))
	case k.held != nil && o.File.File != nil:
		err = o.File.Lock(o.Disk)
	}
	if err != nil {
		o.close()
		return nil, err
	}
	o.judge()
	return o, nil
}

// judge decides what the content is: of two that do not belong together, the later one.
// The witness of a first update, which names no file, may be a copy.
func (o *openKept) judge() {
	f, w := o.File, o.Witness
	o.state = o.State()
	text, ours, ahead := f.Content, len(f.Content) >= placeSize, len(w.Content) > placeSize
	if o.state == guard.Interrupted || o.state != guard.Intact && ahead && (!ours || w.Head.Turn > f.Head.Turn) {
		text = w.Content
	}
	o.damaged = f.File != nil && !ours
	if len(text) > placeSize {
		n, _ := binary.Decode(text, binary.BigEndian, &o.place)
		o.content = text[n:]
		o.intact = o.state >= guard.Intact && o.k.here(&o.place, guard.Identify(w.File, w.Info).Device)
	}
}

// close closes the files and keeps the lock.
func (o *openKept) close() {
	if o.File.Close(); o.k.held == nil {
		o.Witness.Close()
	}
}

// write replaces the content.
func (o *openKept) write(content []byte, sync guard.Sync) error {
	k, f, p, w := o.k, &o.k.folder, &o.place, o.Witness
	if !o.intact {
		*p = place{Path: tokenOf(k.path), Space: tokenOf(f.Host.MountNS()),
			Device: guard.Identify(w.File, w.Info).Device}
	}
	f.stamp(&p.stamp)
	text, _ := binary.Append(nil, binary.BigEndian, p) // of fixed size: it does not fail
	text = append(text, content...)
	if size := guard.BlockSize + len(text); size > maxKept { // nobody could read it
		return fmt.Errorf("it would have %d bytes, and at most %d are read", size, maxKept)
	}
	o.File.New.Mode = k.held.Info.Mode() & 0o666 // which was made like the folder
	return o.Write(&guard.Update{Content: text, Sync: sync})
}

// read returns the content without the lock. The error is fs.ErrNotExist if there is none.
func (k *kept) read() (content []byte, intact, damaged bool, err error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	for range 3 { // a writer may be half done
		o, err := k.open()
		if err != nil {
			return nil, false, false, err
		}
		o.close()
		if content, intact, damaged = o.content, o.intact, o.damaged; o.state != guard.Unknown {
			break
		}
	}
	if content == nil && !damaged {
		err = fs.ErrNotExist
	}
	return content, intact, damaged, err
}

// forget removes the file under its lock, so that one that is put back is not the present one.
func (k *kept) forget() error {
	d := k.folder.disk
	f, err := d.Peek(k.path, k.magic, maxKept)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	w, err := d.Peek(k.lockPath(), aheadMagic, maxKept)
	if err != nil {
		return err
	}
	none := guard.Head{Turn: max(f.Head.Turn, w.Head.Turn) + 1}
	if _, err := k.held.WriteAt(guard.Encode(aheadMagic, none, nil), 0); err != nil {
		return err
	}
	if err := d.SyncData(k.held.File); err != nil {
		return err
	}
	return k.folder.remove(k.path)
}

// makeFolders makes what the file needs to be made in.
func (k *kept) makeFolders() (os.FileMode, error) {
	return k.folder.makeFolder(filepath.Dir(k.path), nil)
}

// explain puts the file's name to an error from below.
func (k *kept) explain(err error) error {
	switch {
	case errors.Is(err, guard.ErrLocked):
		who, way, _ := lockHolder(k.lockPath())
		return refuse(ErrBusy, way, "%s is locked by %s", k.about, who)
	case err == guard.ErrMoved:
		return refuse(ErrMoved, "run it again", "%s was removed or replaced while it was in use", k.about)
	}
	return k.folder.explain(err, k.path)
}

// File is a small file of the state directory which the processes of a host share
// under a lock: what a host knows of a counter that lives elsewhere. Any number of
// goroutines and processes may use one.
type File struct{ kept }

// Content is what a File holds.
type Content struct {
	Text []byte

	// Intact says that this host wrote it, here and since it was started: nothing was put
	// in its place. Else only that counts which stays true however old it is.
	Intact bool

	// Durable makes the update wait for the disk.
	Durable bool
}

// File returns the file of that name, of lower-case letters, digits, hyphens and
// one slash at most: STATE/NAME. Nothing is made before its first Update. About is
// what it is of, as messages name it.
func (f Folder) File(name, about string) (*File, error) {
	f, err := f.prepare()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(f.State, name+".rec")
	return &File{kept{folder: f, path: path, magic: pageMagic, about: "the record of " + about}}, nil
}

// Update hands the content to change under the lock, and stores what it leaves. It
// waits at most 5 seconds for a lock that another process holds. An error that is
// neither change's nor the context's is a *fault.Error; the file is then as it was, or as
// change left it.
func (f *File) Update(ctx context.Context, change func(*Content) error) error {
	// The lock is of this update.
	k := &kept{folder: f.folder, path: f.path, magic: f.magic, about: f.about}
	var o *openKept
	err := guard.Retry(ctx, k.folder.patience, func() error {
		err := k.lock(guard.Queue{Ctx: ctx, Patience: k.folder.patience}, k.makeFolders)
		if err == nil {
			if o, err = k.open(); err != nil {
				k.unlock()
			}
		}
		return err
	})
	if err != nil {
		return f.explain(err)
	}
	defer k.unlock()
	defer o.close()
	if o.damaged {
		what := "what this host knew of it is forgotten"
		if o.content != nil {
			what = "what its last update wrote ahead is taken"
		}
		k.folder.warn("%s, %s, is damaged: %s", k.about, show(k.path), what)
	}
	c := Content{Text: o.content, Intact: o.intact}
	if err := change(&c); err != nil {
		return err
	}
	if o.intact && string(c.Text) == string(o.content) {
		return nil
	}
	sync := guard.SyncNone
	if c.Durable {
		sync = guard.SyncFile
	}
	return f.explain(o.write(c.Text, sync))
}

// Peek returns what the file holds, without its lock, whether or not it is the present
// content; nil where there is none.
func (f *File) Peek() ([]byte, error) {
	content, _, _, err := f.read()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return content, f.explain(err)
}

// Files lists the names of the files in a folder of the state directory, in order.
func (f Folder) Files(folder string) ([]string, error) {
	f, err := f.prepare()
	if err != nil {
		return nil, err
	}
	entries, err := f.disk.ReadDir(filepath.Join(f.State, folder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, f.explain(err, f.State)
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".rec"); ok && !strings.HasPrefix(name, ".") {
			names = append(names, folder+"/"+name)
		}
	}
	return names, nil
}

// Alone is a lock of its own beside that of Update, for who asks elsewhere: the
// others go on with what the file holds, and one asks for all. Its holder may call
// Update. Without wait ok is false when another process has it; with wait it is
// waited for until the context ends. Release gives it up, as does the end of the
// process.
func (f *File) Alone(ctx context.Context, wait bool) (release func(), ok bool, err error) {
	var l *guard.Lock
	patience := time.Duration(0)
	if wait {
		patience = 365 * 24 * time.Hour // the context ends it
	}
	path := strings.TrimSuffix(f.path, ".rec") + ".ask"
	err = guard.Retry(ctx, patience, func() (err error) {
		l, err = guard.Queue{}.Make(f.folder.disk, path, os.O_RDONLY, f.makeFolders)
		return err
	})
	if errors.Is(err, guard.ErrLocked) && !wait {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, f.explain(err)
	}
	return func() { l.Close() }, true, nil
}
