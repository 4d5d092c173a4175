package worker

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"idscope/gen/fault"
	"idscope/gen/internal/guard"
	"idscope/gen/internal/histories"
	"idscope/gen/testing/try"
)

// note is a file of a world, for tests.
func (w *world) note(f Folder) *File {
	w.t.Helper()
	return try.Of(f.File("counters/orders", "counter orders")).Or(w.t)
}

// put stores a content, and returns what was there before.
func put(t *testing.T, f *File, text string) (before Content) {
	t.Helper()
	try.Works(t, f.Update(context.Background(), func(c *Content) error {
		before = Content{Text: bytes.Clone(c.Text), Intact: c.Intact}
		c.Text = []byte(text)
		return nil
	}))
	return before
}

func found(t *testing.T, c Content, text string, intact bool) {
	t.Helper()
	try.Equal(t, string(c.Text), text, "an update finds")
	try.Equal(t, c.Intact, intact, "an update finds %q, intact:", c.Text)
}

// TestFileIsTrusted: what an update left is what the next one finds, and it is intact only
// then: after anything else the latest text that is left is found, and is not.
func TestFileIsTrusted(t *testing.T) {
	for _, c := range []struct {
		name    string
		between func(t *testing.T, w *world, f *File)
		intact  bool
		text    string
		warned  []string
	}{
		{name: "nothing", intact: true, text: "2", between: func(*testing.T, *world, *File) {}},
		{name: "time", intact: true, text: "2", between: func(_ *testing.T, w *world, _ *File) { w.pass(100 * time.Hour) }},
		{name: "a start of the machine", text: "2", between: func(_ *testing.T, w *world, _ *File) { w.boot = "boot 2" }},
		{name: "a start that no boot id tells", text: "2",
			between: func(_ *testing.T, w *world, _ *File) { w.boot, w.up = "", 0 }},
		{name: "a copy of the last update in its place", intact: true, text: "2",
			between: func(t *testing.T, _ *world, f *File) { histories.Save(t, f.path).Back(t, true) }},
		{name: "an older one put back in place", text: "3",
			between: func(t *testing.T, _ *world, f *File) { older(t, f, f.path, false) }},
		{name: "an older lock put back in place", text: "3",
			between: func(t *testing.T, _ *world, f *File) { older(t, f, f.lockPath(), false) }},
		{name: "the folder put back with cp -a", text: "2",
			between: func(t *testing.T, w *world, f *File) { older(t, f, w.folder.State, true) }},
		{name: "the lock deleted", text: "2", between: func(t *testing.T, _ *world, f *File) { removed(t, f.lockPath()) }},
		{name: "the lock damaged", text: "2", between: func(t *testing.T, _ *world, f *File) { spoil(t, f.lockPath()) }},
		{name: "a byte changed", text: "2", warned: []string{"is damaged: what its last update wrote ahead is taken"},
			between: func(t *testing.T, _ *world, f *File) { spoil(t, f.path) }},
		{name: "a byte of both changed", warned: []string{"is damaged: what this host knew of it is forgotten"},
			between: func(t *testing.T, _ *world, f *File) { spoil(t, f.path); spoil(t, f.lockPath()) }},
		{name: "the file deleted", text: "2", between: func(t *testing.T, _ *world, f *File) { removed(t, f.path) }},
		{name: "both deleted", between: func(t *testing.T, _ *world, f *File) { removed(t, f.path, f.lockPath()) }},
		{name: "an update that was killed between its writes", intact: true, text: "3",
			between: func(t *testing.T, w *world, f *File) {
				dying := w.note(w.folder)
				dying.folder.disk.FS = &histories.Files{At: func(call, path string, done bool) {
					if call == "write" && path == f.path {
						panic(histories.Killed{})
					}
				}}
				histories.Dies(func() { put(t, dying, "3") })
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			f := w.note(w.folder)
			put(t, f, "1")
			found(t, put(t, f, "2"), "1", true)
			c.between(t, w, f)
			w.warned = nil
			f = w.note(w.folder)
			found(t, put(t, f, "4"), c.text, c.intact)
			w.says(c.name, c.warned...)
			found(t, put(t, f, "5"), "4", true)
		})
	}
}

// older puts back what a path held before another update.
func older(t *testing.T, f *File, path string, anew bool) {
	t.Helper()
	b := histories.Save(t, path)
	put(t, f, "3")
	b.Back(t, anew)
}

func removed(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		try.Works(t, os.Remove(path))
	}
}

// spoil changes a byte of the content of a file.
func spoil(t *testing.T, path string) {
	t.Helper()
	b := read(t, path)
	b[60] ^= 1
	write(t, path, b)
}

// TestFileOfAnEarlierBuild: it is refused with the command that begins again, and left alone.
func TestFileOfAnEarlierBuild(t *testing.T) {
	w := newWorld(t)
	f := w.note(w.folder)
	put(t, f, "1")
	for _, magic := range strings.Split("idscope file 1\n,idclaim\x03,idgrant\x02,idgrant4,idgrant5,idgrant6,idcount\x02,idnode\x02", ",") {
		old := []byte(magic + strings.Repeat("x", 600))
		write(t, f.path, old)
		err := f.Update(context.Background(), func(*Content) error { return nil })
		try.Fails(t, err, ErrEarlier, "%q: Update =", magic)
		try.Equal(t, fault.Hint(err), "rm -f "+f.path+" "+f.lockPath(), "hint")
		try.Equal(t, string(read(t, f.path)), string(old), "the file after it was refused:")
	}
}

// TestFileRefuses: an error of the change, and a content that is too long, leave the file as it is.
func TestFileRefuses(t *testing.T) {
	w := newWorld(t)
	f := w.note(w.folder)
	put(t, f, "text")
	before := string(read(t, f.path))
	put(t, f, "text")
	try.Equal(t, string(read(t, f.path)) == before, true, "what does not change is not written:")
	nothing := func(c *Content) error { c.Text = nil; return os.ErrInvalid }
	try.Fails(t, f.Update(t.Context(), nothing), os.ErrInvalid, "Update =")
	most := make([]byte, maxKept-guard.BlockSize-placeSize+1<<10)
	for _, over := range []int{1, 1 << 10, 0} { // than is read
		err := f.Update(t.Context(), func(c *Content) error { c.Text = most[1<<10-over:]; return nil })
		try.Recorded(w.t, fmt.Sprint(over, " bytes too many: ", err), varying)
	}
	found(t, put(t, f, "x"), string(most[1<<10:]), true)
	write(t, filepath.Join(w.folder.State, "plain"), nil)
	try.Of(w.folder.Files("plain")).Fails(t, ErrUnusable, "the files in a file:")
}

// TestFileIsLocked: where somebody deletes the lock of an update that is under way, no other one goes beside it.
func TestFileIsLocked(t *testing.T) {
	w := newWorld(t)
	f := w.note(w.folder)
	put(t, f, "1")
	try.Works(t, f.Update(t.Context(), func(*Content) error {
		removed(t, f.lockPath())
		err := w.note(w.folder).Update(t.Context(), func(*Content) error { return nil })
		try.Fails(t, err, ErrBusy, "an update beside another:")
		return nil
	}))
	w.folder.Host.Network = func(string, uintptr) string { return "NFS" }
	for range 2 { // the lock is given up
		err := w.note(w.folder).Update(t.Context(), func(*Content) error { return nil })
		try.Fails(t, err, ErrNetwork, "an update on a network file system:")
	}
}

// TestFileAlone: one at a time asks elsewhere, and the others can go on meanwhile.
func TestFileAlone(t *testing.T) {
	w := newWorld(t)
	f, other := w.note(w.folder), w.note(w.folder)
	release, ok, err := f.Alone(context.Background(), false)
	try.Need(t, ok && err == nil, true, "the lock is had:")
	_, ok, err = other.Alone(context.Background(), false)
	try.Equal(t, ok || err != nil, false, "it is had while it is held, or fails:")
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	_, ok, err = other.Alone(ctx, true)
	try.Equal(t, !ok && err == context.DeadlineExceeded, true, "%v: it waits until the deadline:", err)
	put(t, other, "text")
	release()
	release, ok, err = other.Alone(context.Background(), true)
	try.Need(t, ok && err == nil, true, "the lock is had after it was released:")
	release()
}
