package worker

import (
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"time"
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
