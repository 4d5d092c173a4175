package lease_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"idscope/gen/lease"
	"idscope/gen/testing/try"
)

// files are those of a grant.
func (p *place) files() []string {
	p.t.Helper()
	list, err := filepath.Glob(filepath.Join(p.folder.State, "*", "lease-*"))
	if err != nil || len(list) != 2 {
		p.t.Fatalf("files of the grant: %q, %v; want 2", list, err)
	}
	return list
}

// saved reads the files of a grant; put back writes them over what is there.
func (p *place) saved() map[string][]byte {
	out := map[string][]byte{}
	for _, path := range p.files() {
		b := try.Of(os.ReadFile(path)).Or(p.t)
		out[path] = b
	}
	return out
}

func (p *place) putBack(files map[string][]byte, anew bool) {
	for path, b := range files {
		if anew {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				p.t.Fatal(err)
			}
		}
		try.Works(p.t, os.WriteFile(path, b, 0o600))
	}
}

// pastWrite waits until what is written now is told from the last write of the grant: the
// kernel's clock of inodes goes by ticks.
func (p *place) pastWrite() {
	p.t.Helper()
	written := func(path string) time.Time {
		info := try.Of(os.Stat(path)).Or(p.t)
		return info.ModTime()
	}
	last := time.Time{}
	for _, path := range p.files() {
		if at := written(path); at.After(last) {
			last = at
		}
	}
	probe := filepath.Join(p.t.TempDir(), "probe")
	for at := last; !at.After(last); at = written(probe) {
		try.Works(p.t, os.WriteFile(probe, []byte("now"), 0o600))
	}
}

func TestGrantFromBackup(t *testing.T) {
	for _, anew := range []bool{false, true} {
		w := newWorld(t)
		a := w.host("a")
		a.must(1)
		backup := a.saved()
		try.Works(t, a.holder().Release(context.Background()))
		b := w.host("b")
		if n := b.must(1); n != 0 {
			t.Fatalf("the released number was not taken: %d", n)
		}
		a.pastWrite()
		a.putBack(backup, anew)
		g, err := a.holder().Grant()
		if err != nil || g.State != lease.Void || g.ID == "" {
			t.Errorf("a grant from a backup is %+v, %v; want it void, and the group known", g, err)
		}
		if n := a.must(100); n == 0 {
			t.Error("the grant from a backup was used")
		}
		b.must(100)
	}
}

// TestCopies copies the state folder, grant and records with it.
func TestCopies(t *testing.T) {
	for name, boot := range map[string]string{"another host": "boot of b", "a container of this host": "boot of a",
		"this host after a start": ""} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			a := w.host("a")
			a.must(10)
			b := w.host("a") // of the same machine id
			if b.boot = boot; boot == "" {
				b.folder, b.boot = a.folder, "boot 2"
				b.folder.Host.BootID = func() string { return b.boot }
			} else if err := os.CopyFS(b.folder.State, os.DirFS(a.folder.State)); err != nil {
				t.Fatal(err)
			}
			g, err := b.holder().Grant()
			if err != nil || g.State != lease.Void {
				t.Errorf("the copy is %+v, %v; want it void", g, err)
			}
			if n := b.must(10); n == 0 {
				t.Error("the copy was used")
			}
			if boot != "" {
				a.must(10)
			}
			w.pass(2 * time.Minute)
			b.must(10)
			if boot != "" {
				a.must(10)
			}
		})
	}
}

// TestLeft: who left a group knows nothing of it, and its grant put back is a copy.
func TestLeft(t *testing.T) {
	w := newWorld(t)
	a, b := w.host("a"), w.host("b")
	a.must(1)
	files := a.saved()
	left, err := a.holder().Leave(t.Context(), false)
	if g, e := a.holder().Grant(); err != nil || !left.Returned || e != nil || g.ID != "" {
		t.Fatalf("left %+v, %v; the host keeps %+v, %v", left, err, g, e)
	}
	local := a.folder
	local.Granted = false
	if _, err := local.Number(t.Context(), a.scheme, 7, 0); err != nil {
		t.Errorf("a local number: %v; the group was left", err)
	}
	if n := b.must(1); n != 0 {
		t.Fatalf("number %d; want 0, which was given back", n)
	}
	for path, content := range files {
		try.Works(t, os.WriteFile(path, content, 0o600))
	}
	if g, err := a.holder().Grant(); err != nil || g.State != lease.Void {
		t.Errorf("a grant that was left, put back: %+v, %v; want it void", g, err)
	}
	if n := a.must(10); n == 0 {
		t.Error("the grant that was left was used")
	}
	b.must(10)
}
