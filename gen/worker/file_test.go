package worker

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// note is a file of a world, for tests.
func (w *world) note(f Folder) *File {
	w.t.Helper()
	n, err := f.File("counters/orders", "counter orders")
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

// put stores a content, and returns what was there before.
func put(t *testing.T, f *File, kept, fleeting string) (before Content) {
	t.Helper()
	err := f.Update(context.Background(), func(c *Content) error {
		before = Content{Kept: bytes.Clone(c.Kept), Fleeting: bytes.Clone(c.Fleeting)}
		c.Kept, c.Fleeting = []byte(kept), []byte(fleeting)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return before
}

// TestFileIsTrusted: what an update left is what the next one finds, and only then:
// after anything else the fleeting part is gone, and what is kept is not.
func TestFileIsTrusted(t *testing.T) {
	for _, c := range []struct {
		name    string
		between func(t *testing.T, w *world, f *File)
		fresh   bool
		lost    bool // what is kept, too
	}{
		{name: "nothing", fresh: true, between: func(*testing.T, *world, *File) {}},
		{name: "time", fresh: true, between: func(_ *testing.T, w *world, _ *File) { w.pass(100 * time.Hour) }},
		{name: "a start of the machine", between: func(_ *testing.T, w *world, _ *File) { w.boot = "boot 2" }},
		{name: "a start that no boot id tells", between: func(_ *testing.T, w *world, _ *File) { w.boot, w.up = "", 0 }},
		{name: "a copy in its place", between: func(t *testing.T, _ *world, f *File) {
			b := read(t, f.path())
			if err := os.Remove(f.path()); err != nil {
				t.Fatal(err)
			}
			write(t, f.path(), b)
		}},
		{name: "the same bytes written again", between: func(t *testing.T, _ *world, f *File) {
			touchLater(t, f.path())
			write(t, f.path(), read(t, f.path()))
		}},
		{name: "the folder put back with cp -a", between: func(t *testing.T, w *world, f *File) {
			copied := filepath.Join(t.TempDir(), "copy")
			run(t, "cp", "-a", w.folder.State, copied)
			put(t, f, "kept 3", "fleeting 3")
			run(t, "rm", "-r", w.folder.State)
			run(t, "cp", "-a", copied, w.folder.State)
		}},
		{name: "the trail deleted", between: func(t *testing.T, _ *world, f *File) { run(t, "rm", f.trailPath()) }},
		{name: "the trail damaged", between: func(t *testing.T, _ *world, f *File) {
			b := read(t, f.trailPath())
			b[30] ^= 1
			write(t, f.trailPath(), b)
		}},
		{name: "a byte changed", lost: true, between: func(t *testing.T, _ *world, f *File) {
			b := read(t, f.path())
			b[200] ^= 1
			write(t, f.path(), b)
		}},
		{name: "the file deleted", lost: true, between: func(t *testing.T, _ *world, f *File) { run(t, "rm", f.path()) }},
		{name: "an update that was killed before the trail", between: func(t *testing.T, w *world, f *File) {
			dying := *f
			dying.folder.Hook = func(point string) {
				if point == "written" {
					panic("killed")
				}
			}
			defer func() { _ = recover() }()
			put(t, &dying, "kept 2", "fleeting 3")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			f := w.note(w.folder)
			put(t, f, "kept 1", "fleeting 1")
			if got := put(t, f, "kept 2", "fleeting 2"); string(got.Kept) != "kept "+
				"1" || string(got.Fleeting) != "fleeting 1" {
				t.Fatalf("content %q, %q; want that of the first update", got.Kept, got.Fleeting)
			}
			c.between(t, w, f)
			f = w.note(w.folder)
			got := put(t, f, "kept 4", "fleeting 4")
			if c.fresh != (string(got.Fleeting) == "fleeting 2") || !c.fresh && got.Fleeting != nil {
				t.Errorf("fleeting %q; want it trusted: %v", got.Fleeting, c.fresh)
			}
			if c.lost != (got.Kept == nil) || !c.lost && string(got.Kept) != "kept 2" {
				t.Errorf("kept %q; want it lost: %v", got.Kept, c.lost)
			}
			if got := put(t, f, "", ""); string(got.Fleeting) != "fleeting 4" {
				t.Errorf("fleeting %q after another update; want it trusted again", got.Fleeting)
			}
		})
	}
}

// touchLater makes the next write happen at another time than the last one: the kernel
// notes it in steps of a few milliseconds.
func touchLater(t *testing.T, path string) {
	t.Helper()
	was, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	probe := filepath.Join(t.TempDir(), "probe")
	for {
		write(t, probe, nil)
		if now, err := os.Stat(probe); err != nil || now.ModTime().After(was.ModTime()) {
			return
		}
	}
}

func run(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
}

// TestFileRefuses: an error of the change, and a content that is too long, leave the file as it is.
func TestFileRefuses(t *testing.T) {
	w := newWorld(t)
	f := w.note(w.folder)
	put(t, f, "kept", "fleeting")
	no := errors.New("no")
	if err := f.Update(context.Background(), func(c *Content) error { c.Kept = nil; return no }); err != no {
		t.Errorf("Update = %v; want the error of the change", err)
	}
	for _, size := range []int{maxSheet - sheetHead + 1, 1 << 20} { // more than is read
		err := f.Update(context.Background(), func(c *Content) error { c.Kept = make([]byte, size); return nil })
		if !errors.Is(err, ErrUnusable) {
			t.Errorf("Update with %d bytes = %v; want it refused", size, err)
		}
	}
	if got := put(t, f, "", ""); string(got.Kept) != "kept" || string(got.Fleeting) != "fleeting" {
		t.Errorf("content %q, %q; want what was there", got.Kept, got.Fleeting)
	}
}

// TestFileAlone: one at a time asks elsewhere, and the others can go on meanwhile.
func TestFileAlone(t *testing.T) {
	w := newWorld(t)
	f, other := w.note(w.folder), w.note(w.folder)
	release, ok, err := f.Alone(context.Background(), false)
	if !ok || err != nil {
		t.Fatalf("Alone = %v, %v; want the lock", ok, err)
	}
	if _, ok, err := other.Alone(context.Background(), false); ok || err != nil {
		t.Errorf("Alone = %v, %v while it is held; want neither", ok, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if _, ok, err := other.Alone(ctx, true); ok || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Alone = %v, %v; want it to wait until the deadline", ok, err)
	}
	put(t, other, "kept", "fleeting")
	release()
	if release, ok, err = other.Alone(context.Background(), true); !ok || err != nil {
		t.Fatalf("Alone = %v, %v after it was released; want the lock", ok, err)
	}
	release()
}

// FuzzSheet: what is decoded is encoded as the same bytes, but for what is behind the
// parts, and what is encoded is decoded.
func FuzzSheet(f *testing.F) {
	s := sheet{turn: 7, wall: time.Unix(1, 2), uptime: 3, timed: true, device: 4, inode: 5, kept: []byte("kept"),
		fleeting: []byte("fleeting")}
	f.Add(s.encode(0))
	f.Add(s.encode(2 * sheetBlock))
	f.Fuzz(func(t *testing.T, b []byte) {
		var s, again sheet
		if !s.decode(b) {
			return
		}
		if !again.decode(s.encode(len(b))) || again.turn != s.turn || !bytes.Equal(again.kept, s.kept) ||
			!bytes.Equal(again.fleeting, s.fleeting) || again.boot != s.boot || again.inode != s.inode {
			t.Errorf("decode(encode(%+v)) = %+v", s, again)
		}
	})
}
