package worker

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen/internal/guard"
)

// copied is a copy of the files below some folders.
type copied struct {
	files  map[string][]byte
	claims bool
}

// wait lets time go by, from microseconds to more than anything waits for.
func (h *history) wait() {
	d := pick(h, time.Duration(h.IntN(1000))*time.Microsecond, time.Duration(h.IntN(1000))*time.Millisecond,
		1500*time.Millisecond,
		time.Duration(h.IntN(5000))*time.Millisecond, time.Duration(h.IntN(90))*time.Second, 2*time.Minute)
	h.pass(d)
	h.say("%s pass", d)
}

// step moves the clock alone, or tells whether anybody sets it.
func (h *history) step() {
	if h.half() {
		h.adrift = !h.adrift
		h.say("the clock is adrift: %t", h.adrift)
		return
	}
	d := time.Duration(h.Int64N(int64(pick(h, 20*time.Millisecond, 3*time.Second, time.Minute, 90*time.Minute))))
	if h.back && h.half() {
		d = -d
	}
	h.at = h.at.Add(d)
	h.say("the clock steps by %s", d)
}

// paths are those of one number's record, its lock and its claim.
func (h *history) paths() (record, lock, claim string) {
	p := pick(h, h.plans...)
	f := pick(h, h.folders...)
	n := strconv.FormatUint(pick(h, p.workers...), 10)
	dir := filepath.Join(f.State, p.key, n)
	return dir + ".rec", dir + ".lock", filepath.Join(f.Claims, p.key+"-"+n)
}

// remove deletes something.
func (h *history) remove() {
	record, lock, claim := h.paths()
	list := []string{lock}
	switch { // the lock of a claim stays: it is the trace that tells of a deleted claim
	case h.lose && h.single:
		list = append(list, claim, record)
	case h.lose && h.live > 0:
		list = append(list, record)
	case h.lose:
		list = append(list, record, filepath.Dir(claim))
	default:
		list = append(list, record, record, filepath.Dir(record), filepath.Dir(filepath.Dir(record)))
	}
	path := pick(h, list...)
	h.disk.removeAll(path)
	h.say("%s is removed", path)
}

// save copies a record, its claim, or all.
func (h *history) save() {
	record, _, claim := h.paths()
	c := copied{files: make(map[string][]byte)}
	roots := [][]string{{record}, {filepath.Dir(filepath.Dir(record))}}
	if h.roll { // at one time, or one of them
		roots = append(roots, []string{record, claim}, []string{claim}, []string{filepath.Dir(claim)},
			[]string{filepath.Dir(filepath.Dir(record)), filepath.Dir(claim)})
	}
	chosen := pick(h, roots...)
	for _, root := range chosen {
		for _, path := range h.disk.list(root, false) {
			content := h.disk.names[path].content
			if head, _, ok := guard.Decode(claimMagic, content); ok && head.Turn == 1 {
				continue // where the record was deleted, it is as if the number had not been used
			}
			if filepath.Base(path) != bornFile {
				c.files[path] = content
				c.claims = c.claims || strings.HasPrefix(path, filepath.Dir(claim)+"/")
			}
		}
	}
	if len(c.files) > 0 {
		h.saved = append(h.saved, c)
		h.say("copy %d is of %v", len(h.saved)-1, chosen)
	}
}

// restore puts a copy back.
func (h *history) restore() {
	if len(h.saved) == 0 {
		return
	}
	n := h.IntN(len(h.saved))
	anew := h.half()
	if h.disk.grain > 0 {
		h.pass(h.disk.grain + time.Millisecond)
	}
	if h.saved[n].claims && h.disk.names["/var/claims/"+bornFile] == nil {
		return // a part of the claims would stand for all
	}
	for _, path := range slices.Sorted(maps.Keys(h.saved[n].files)) {
		h.disk.put(path, h.saved[n].files[path], 0o600, anew)
	}
	h.say("copy %d is put back, anew: %t", n, anew)
}

// clone mounts a copy of a folder's file system beside it, or changes the mode of
// a record, and so its time of change.
func (h *history) clone() {
	f := pick(h, h.folders...)
	if record, _, _ := h.paths(); h.half() {
		if i := h.disk.names[record]; i != nil {
			h.disk.touch(i)
			h.say("%s changes its mode", record)
		}
		return
	}
	n := len(h.folders)
	mounted := "/mnt" + strconv.Itoa(n)
	h.disk.clone(filepath.Dir(f.State), mounted)
	h.say("%s is a clone of %s", mounted, f.State)
	f.State = mounted + "/state"
	h.folders = append(h.folders, f)
}

// damage changes a file.
func (h *history) damage() {
	record, _, claim := h.paths()
	path := record
	if h.lose && h.half() {
		path = claim
	}
	i := h.disk.names[path]
	if i == nil || len(i.content) == 0 {
		return
	}
	b := slices.Clone(i.content)
	if h.half() {
		at := h.IntN(len(b))
		if path == claim {
			at = h.IntN(min(len(b), guard.BlockSize+100))
		}
		b[at] ^= 1 << h.IntN(8)
	} else {
		b = b[:h.IntN(len(b))]
	}
	h.disk.put(path, b, 0, false)
	h.say("%s is damaged", path)
}

// repair runs the command, told nothing that is not so.
func (h *history) repair() {
	p := pick(h, h.plans...)
	f := pick(h, h.folders...)
	o := RepairOptions{Scheme: p.Scheme, Set: p.set}
	if h.half() {
		o.Worker = number(pick(h, p.workers...))
	}
	if h.one(4) {
		o.Scheme, o.Set, o.Worker = nil, nil, nil
	}
	if p.Timed() && o.Scheme != nil {
		o.Adopt = h.one(3)
		if h.one(4) {
			var last uint64
			for k, tick := range h.last {
				if k.key == p.key && (o.Worker == nil || *o.Worker == k.worker) {
					last = max(last, tick)
				}
			}
			o.AssumeLast = p.Timeline().Time(last)
		}
	}
	f.FS = h.process()
	done, err := f.Repair(context.Background(), o)
	h.Repairs += len(done)
	worker := "any"
	if o.Worker != nil {
		worker = strconv.FormatUint(*o.Worker, 10)
	}
	h.say("repair in %s, worker %s, adopt %t, last %v: %v", f.State, worker, o.Adopt, o.AssumeLast, err)
	for _, d := range done {
		h.say("    %s was %s, %s, after %v", d.Path, d.Was, d.Did, d.After)
	}
}

// restart starts the machine anew; the power may fail before.
func (h *history) restart() {
	h.Starts++
	fails := h.half()
	h.disk.start(fails, h.Rand)
	h.up = 0
	h.pass(time.Duration(100+h.IntN(20000)) * time.Millisecond)
	h.boot++
	h.adrift = h.one(3)
	behind := time.Duration(0)
	switch {
	case h.back && h.adrift:
		behind = time.Duration(h.Int64N(int64(pick(h, 3*time.Second, 40*time.Second, 2*time.Hour))))
	case h.back:
		behind = time.Duration(h.IntN(1500)) * time.Millisecond
	}
	h.at = h.at.Add(-behind)
	h.say("the machine is started, power failed: %t, clock behind by %s, adrift: %t", fails, behind, h.adrift)
}
