package worker

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"idscope/gen/internal/guard"
	"idscope/gen/internal/histories"
)

// memory is a disk in memory, with what a loss of power takes away: of each file
// what was written since it was waited for, and the latest changes of names. Its
// inodes are numbered again as soon as they are free, as ext4 does.
type memory struct {
	now   func() (wall time.Time, running time.Duration)
	names map[string]*inode // by path
	grain time.Duration     // of the times of change; 0 is that each change has its own
	count int64             // of changes
	undo  []change          // of names, since something was waited for
	taken map[[2]uint64]bool
}

// change is a change of names that a loss of power can undo.
type change struct {
	at   time.Duration
	path string
	was  *inode
}

type inode struct {
	device, number uint64
	mode           fs.FileMode
	content        []byte
	kept           []version // what the disk may hold: what was waited for last, and all since
	changes        []version // and of its time of change
	change         time.Time
	links, opens   int
	locked         *opened
}

type version struct {
	content []byte
	change  time.Time
	at      time.Duration
}

func newMemory(now func() (time.Time, time.Duration)) *memory {
	m := &memory{now: now, names: make(map[string]*inode), taken: make(map[[2]uint64]bool)}
	m.make("/", fs.ModeDir|0o755)
	m.commit()
	return m
}

// device is that of the file system on which a path is: each folder of the root
// is one.
func (m *memory) device(path string) uint64 {
	top, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	n := uint64(1)
	for _, b := range []byte(top) {
		n = n*131 + uint64(b)
	}
	return n
}

// touch notes that an inode changed.
func (m *memory) touch(i *inode) {
	wall, at := m.now()
	m.count++
	if i.change = wall.Truncate(m.grain); m.grain == 0 {
		i.change = wall.Add(time.Duration(m.count))
	}
	i.changes = append(i.changes, version{at: at, change: i.change})
}

// make makes a file or a folder.
func (m *memory) make(path string, mode fs.FileMode) *inode {
	i := &inode{device: m.device(path), number: 1, mode: mode}
	for m.taken[[2]uint64{i.device, i.number}] {
		i.number++
	}
	m.taken[[2]uint64{i.device, i.number}] = true
	i.kept = []version{{}}
	m.name(path, i)
	return i
}

// name makes a path lead to an inode, or to none.
func (m *memory) name(path string, i *inode) {
	_, at := m.now()
	was := m.names[path]
	m.undo = append(m.undo, change{at, path, was})
	m.set(path, i)
}

func (m *memory) set(path string, i *inode) {
	was := m.names[path]
	if i == nil {
		delete(m.names, path)
	} else {
		m.names[path] = i
		i.links++
		m.taken[[2]uint64{i.device, i.number}] = true
		m.touch(i)
	}
	if was != nil {
		was.links--
		m.touch(was)
		m.free(was)
	}
}

func (m *memory) chmod(i *inode, mode fs.FileMode) {
	i.mode = i.mode&fs.ModeDir | mode
	m.touch(i)
}

func (m *memory) free(i *inode) {
	if i.links == 0 && i.opens == 0 {
		delete(m.taken, [2]uint64{i.device, i.number})
	}
}

// written notes another content of a file.
func (m *memory) written(i *inode, content []byte) {
	_, at := m.now()
	i.content = content
	i.kept = append(i.kept, version{content: content, at: at})
	m.touch(i)
}

func (m *memory) syncedData(i *inode) { i.kept = append(i.kept[:0], version{content: i.content}) }
func (m *memory) commit()             { m.undo = m.undo[:0] }

func (m *memory) synced(i *inode) {
	m.syncedData(i)
	i.changes = append(i.changes[:0], version{change: i.change})
}

// start starts the machine anew. Where it loses, each file is what the disk may
// hold, and the latest changes of names are undone; but what was written longer
// ago than writeBack is there.
func (m *memory) start(lose bool, r *rand.Rand) {
	_, now := m.now()
	if lose {
		first := 0
		for first < len(m.undo) && now-m.undo[first].at > writeBack {
			first++
		}
		cut := first + r.IntN(len(m.undo)-first+1)
		for cut > 0 && cut < len(m.undo) && m.undo[cut].at == m.undo[cut-1].at { // a folder comes back whole
			cut++
		}
		if r.IntN(2) == 0 {
			for _, c := range slices.Backward(m.undo[cut:]) {
				m.set(c.path, c.was)
			}
		}
	}
	m.commit()
	for _, path := range m.list("/", true) {
		i := m.names[path]
		i.locked, i.opens = nil, 0
		if lose && r.IntN(3) > 0 {
			i.content = lost(i.kept, now, r).content
			i.change = lost(i.changes, now, r).change
		}
		m.synced(i)
	}
}

// lost is what the disk holds of what was written one after the other, and not waited
// for; but what was written longer ago than writeBack is there.
func lost(all []version, now time.Duration, r *rand.Rand) version {
	first := 0
	for first+1 < len(all) && now-all[first+1].at > writeBack {
		first++
	}
	n := first + r.IntN(len(all)-first)
	if r.IntN(3) == 0 {
		n = first
	}
	return all[n]
}

// list are the paths below root, and itself, in order; with folders or without.
func (m *memory) list(root string, folders bool) (all []string) {
	for path, i := range m.names {
		if (path == root || strings.HasPrefix(path, strings.TrimSuffix(root, "/")+"/")) && (folders || i.mode.IsRegular()) {
			all = append(all, path)
		}
	}
	slices.Sort(all)
	return all
}

// removeAll removes a path with all below it.
func (m *memory) removeAll(path string) {
	for _, p := range slices.Backward(m.list(path, true)) {
		m.name(p, nil)
	}
}

// put writes a file whole, and waits for the disk: in place, or as another inode of
// that mode.
func (m *memory) put(path string, content []byte, mode fs.FileMode, anew bool) {
	i := m.names[path]
	if dir := m.names[filepath.Dir(path)]; dir == nil {
		m.put(filepath.Dir(path), nil, fs.ModeDir|0o700, false)
	}
	switch {
	case i != nil && !anew:
	case i != nil:
		mode = i.mode
		m.name(path, nil)
		fallthrough
	default:
		i = m.make(path, mode)
	}
	if i.mode.IsRegular() {
		m.written(i, content)
		m.synced(i)
	}
}

// clone mounts a copy of a file system, with the same inodes and times.
func (m *memory) clone(from, to string) {
	for _, path := range m.list(from, true) {
		i := *m.names[path]
		at := to + strings.TrimPrefix(path, from)
		if m.names[at] != nil {
			continue
		}
		change := i.change
		i.device, i.links, i.opens, i.locked = m.device(at), 0, 0, nil
		m.name(at, &i)
		i.change = change
		m.synced(&i)
	}
}

// do does it at a step of the process that has the file open.
func (o *opened) do(f func()) error {
	if !o.p.dead {
		o.p.step()
	}
	if o.inode == nil {
		return fs.ErrClosed
	}
	f()
	return nil
}

// change does what changes the disk. One that fails is there anyway, or not.
func (o *opened) change(f func()) error {
	switch {
	case !o.p.failing():
		return o.do(f)
	case o.p.failing():
		_ = o.do(f)
	}
	return syscall.EIO
}

func (p *process) failing() bool { return !p.dead && p.fails != nil && p.fails() }

func (o *opened) Name() string { return o.path }
func (o *opened) Fd() uintptr  { return ^uintptr(0) }

func (o *opened) Stat() (info os.FileInfo, err error) {
	err = o.do(func() { info = o.info(o.path) })
	return info, err
}

func (o *opened) ReadAt(b []byte, at int64) (n int, err error) {
	if closed := o.do(func() { n, err = bytes.NewReader(o.content).ReadAt(b, at) }); closed != nil {
		return 0, closed
	}
	return n, err
}

func (o *opened) Write(b []byte) (int, error) { return o.WriteAt(b, int64(len(o.content))) }

func (o *opened) WriteAt(b []byte, at int64) (int, error) {
	return len(b), o.change(func() {
		content := o.resized(max(len(o.content), int(at)+len(b)))
		copy(content[at:], b)
		o.p.written(o.inode, content)
	})
}

func (o *opened) Truncate(size int64) error {
	return o.change(func() { o.p.written(o.inode, o.resized(int(size))) })
}

// resized is another content, with the same bytes as far as it goes.
func (o *opened) resized(size int) []byte {
	content := make([]byte, size)
	copy(content, o.content)
	return content
}

func (o *opened) Chmod(mode os.FileMode) error {
	return o.change(func() { o.p.chmod(o.inode, mode) })
}

func (o *opened) Chown(uid, gid int) error { return nil }

func (o *opened) Sync() error {
	return o.change(func() {
		o.p.synced(o.inode)
		o.p.commit()
	})
}

func (o *opened) Close() error { return o.do(o.close) }

// described is an inode as it was.
type described struct {
	name string
	size int64
	mode fs.FileMode
	stat syscall.Stat_t
}

func (i *inode) info(path string) os.FileInfo {
	d := &described{name: filepath.Base(path), size: int64(len(i.content)), mode: i.mode}
	d.stat.Dev, d.stat.Ino, d.stat.Ctim = i.device, i.number, syscall.NsecToTimespec(i.change.UnixNano())
	return d
}

func (d *described) Name() string       { return d.name }
func (d *described) Size() int64        { return d.size }
func (d *described) Mode() fs.FileMode  { return d.mode }
func (d *described) ModTime() time.Time { return time.Time{} }
func (d *described) IsDir() bool        { return d.mode.IsDir() }
func (d *described) Sys() any           { return &d.stat }

// process is what one process sees of the disk. Each of its steps may be its last, and each of its changes may fail.
type process struct {
	*memory
	step    func()      // before each operation; panics with histories.Killed if the process ends here
	fails   func() bool // whether the next change does; nil is never
	dead    bool
	handles []*opened
}

// opened is an open file.
type opened struct {
	*inode
	p    *process
	path string
}

// dieAfter lets it make so many steps.
func (p *process) dieAfter(left int) {
	step := p.step
	p.step = func() {
		if left--; left < 0 {
			p.die()
			panic(histories.Killed{})
		}
		step()
	}
}

// die closes all files.
func (p *process) die() {
	p.dead = true
	for _, o := range p.handles {
		o.close()
	}
}

func (o *opened) close() {
	if o.inode != nil {
		if o.locked == o {
			o.locked = nil
		}
		o.opens--
		o.p.free(o.inode)
		o.inode = nil
	}
}

func failed(op, path string, err error) error { return &fs.PathError{Op: op, Path: path, Err: err} }

// at is the inode of a path.
func (p *process) at(op, path string) (*inode, error) {
	if p.dead {
		return nil, syscall.EIO
	}
	p.step()
	if strings.Contains("chmod link rename remove", op) && p.failing() {
		return nil, failed(op, path, syscall.EIO)
	}
	if i := p.names[path]; i != nil {
		return i, nil
	}
	return nil, failed(op, path, syscall.ENOENT)
}

// above makes sure that a path can be made.
func (p *process) above(op, path string) error {
	if p.dead {
		return syscall.EIO
	}
	p.step()
	if p.failing() {
		return failed(op, path, syscall.ENOSPC)
	}
	if p.names[path] != nil {
		return failed(op, path, syscall.EEXIST)
	}
	if p.names[filepath.Dir(path)] == nil {
		return failed(op, path, syscall.ENOENT)
	}
	return nil
}

func (p *process) Open(path string, flag int, mode os.FileMode) (guard.File, error) {
	var i *inode
	var err error
	if flag&os.O_EXCL != 0 {
		if err = p.above("open", path); err == nil {
			i = p.make(path, mode)
		}
	} else {
		i, err = p.at("open", path)
	}
	if err != nil {
		return nil, err
	}
	o := &opened{i, p, path}
	i.opens++
	p.handles = append(p.handles, o)
	return o, nil
}

func (p *process) Lstat(path string) (os.FileInfo, error) {
	i, err := p.at("lstat", path)
	if err != nil {
		return nil, err
	}
	return i.info(path), nil
}

func (p *process) Stat(path string) (os.FileInfo, error) { return p.Lstat(path) }

func (p *process) ReadDir(path string) (all []os.DirEntry, err error) {
	if _, err := p.at("open", path); err != nil {
		return nil, err
	}
	for _, name := range p.list(path, true) {
		if name != path && filepath.Dir(name) == path {
			all = append(all, fs.FileInfoToDirEntry(p.names[name].info(name)))
		}
	}
	return all, nil
}

func (p *process) Mkdir(path string, mode os.FileMode) error {
	err := p.above("mkdir", path)
	if err == nil {
		p.make(path, fs.ModeDir|mode)
	}
	return err
}

func (p *process) Inherit(guard.File) {}

func (p *process) Chmod(path string, mode os.FileMode) error {
	i, err := p.at("chmod", path)
	if err == nil {
		p.chmod(i, mode)
	}
	return err
}

func (p *process) Link(from, to string) error {
	i, err := p.at("link", from)
	if err == nil && p.names[to] != nil {
		err = failed("link", to, syscall.EEXIST)
	}
	if err == nil && p.names[filepath.Dir(to)] == nil {
		err = failed("link", to, syscall.ENOENT)
	}
	if err == nil {
		p.name(to, i)
	}
	return err
}

func (p *process) Rename(from, to string) error {
	i, err := p.at("rename", from)
	if err != nil {
		return err
	}
	if i.mode.IsDir() && len(p.list(to, true)) > 1 {
		return failed("rename", to, syscall.ENOTEMPTY)
	}
	if p.names[filepath.Dir(to)] == nil {
		return failed("rename", to, syscall.ENOENT)
	}
	for _, path := range p.list(from, true) {
		p.name(to+strings.TrimPrefix(path, from), p.names[path])
		p.name(path, nil)
	}
	return nil
}

func (p *process) Remove(path string) error {
	_, err := p.at("remove", path)
	if err == nil {
		p.name(path, nil)
	}
	return err
}

func (p *process) Lock(f guard.File, wait bool) (bool, error) {
	if wait {
		panic("histories do not wait for locks")
	}
	o, free := f.(*opened), false
	err := o.do(func() {
		if free = o.locked == nil || o.locked == o; free {
			o.locked = o
		}
	})
	return free, err
}

func (p *process) SyncData(f guard.File) error {
	o := f.(*opened)
	return o.change(func() { p.syncedData(o.inode) })
}

func (p *process) SyncFolder(string) error {
	if p.dead {
		return nil
	}
	if p.step(); p.failing() {
		return syscall.EIO
	}
	p.commit()
	return nil
}
