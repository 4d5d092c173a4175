//go:build unix

package worker

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"idscope/gen/fault"
	"idscope/gen/testing/try"
)

func TestSomethingInThePlaceOfAFile(t *testing.T) {
	things := map[string]func(path string) error{
		"a folder":        func(path string) error { return os.Mkdir(path, 0o755) },
		"a symbolic link": func(path string) error { return os.Symlink("/dev/null", path) },
	}
	for kind, put := range things {
		for _, extension := range []string{".rec", ".lock", "claim", "node"} {
			w := newWorld(t)
			s := snowflake()
			w.must(w.folder, s, 7, 1)
			r := w.folder.record(formOf(s), 7, 0)
			path := r.path + extension
			switch extension {
			case "claim":
				path = r.claimPath
			case "node":
				path = filepath.Join(w.folder.State, "node")
				s.WorkerRule = 2
			}
			os.Remove(path)
			try.Works(t, put(path))
			var err error
			if extension == "node" {
				_, err = w.folder.Auto(context.Background(), s, 0)
			} else {
				err = w.run(w.folder, s, 7, 1)
			}
			var e *fault.Error
			if !errors.Is(err, ErrObstructed) || !errors.As(err, &e) ||
				!strings.Contains(err.Error(), path+" is not a regular file") || e.Hint != "move it away" {
				t.Errorf("%s as %s: error %v; want %v", kind, extension, err, ErrObstructed)
			}
			try.Of(w.folder.Repair(t.Context(), RepairOptions{Scheme: s})).Says(t, "", "%s as %s: repair:", kind, extension)
			if extension == ".rec" {
				try.Equal(t, try.Of(w.folder.Show(s, 7)).Or(t).State, "not a file", "%s as %s: shown as", kind, extension)
			}
		}
	}
}

func TestUnusableFolders(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	write(t, plain, nil)
	for _, c := range []struct{ name, state, claims, want string }{
		{"state is a file", plain, dir + "/claims", "the state in " + plain},
		{"state below a file", plain + "/x", dir + "/claims", "the state in " + plain},
		{"claims is a file", dir + "/1", plain, "the claims of this host in " + plain},
		{"claims below a file", dir + "/2", plain + "/x", "the claims of this host in " + plain},
		{"state nowhere", "/proc/nowhere/x", dir + "/claims", "the state in /proc"},
		{"claims nowhere", dir + "/3", "/proc/nowhere/x", "the claims of this host in /proc"},
		{"no state", "", dir + "/claims", "no directory is named"},
		{"no claims", dir + "/4", "", "no directory is named"},
	} {
		w := newWorld(t)
		f := w.in(c.state, c.claims, "alice")
		err := w.run(f, snowflake(), 7, 1)
		if !errors.Is(err, ErrUnusable) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v; want one line with %q", c.name, err, c.want)
		}
		try.Of(f.Auto(t.Context(), snowflake(), 0)).Fails(t, ErrUnusable, "%s, auto:", c.name)
		try.Equal(t, len(w.seen), 0, "%s: made", c.name)
	}
}

// Another user can read nothing of a private folder, and all of a shared one;
// the umask of who comes first does not matter.
func TestModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	for _, c := range []struct{ state, folder, file fs.FileMode }{
		{0o700, 0o700, 0o600},
		{0o750, 0o750, 0o640},
		{0o777, 0o777, 0o666},
		{0o777 | fs.ModeSticky, 0o777 | fs.ModeSticky, 0o666},
		{0o775 | fs.ModeSetgid, 0o775 | fs.ModeSetgid, 0o664},
		{0, 0o700, 0o600}, // made
	} {
		w := newWorld(t)
		if c.state != 0 {
			os.Mkdir(w.folder.State, 0o700)
			os.Chmod(w.folder.State, c.state)
		}
		w.must(w.folder, snowflake(), 7, 1)
		r := w.folder.record(formOf(snowflake()), 7, 0)
		for path, want := range map[string]fs.FileMode{
			filepath.Dir(r.path + ".rec"): c.folder | fs.ModeDir, r.path + ".rec": c.file, r.path + ".lock": c.file,
			filepath.Join(filepath.Dir(r.path+".rec"), "layout"): c.file,
		} {
			try.Equal(t, try.Of(os.Stat(path)).Or(t).Mode(), want, "state folder %v: %s is", c.state, path)
		}
	}
}

func TestList(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	leaf := snowflake()
	leaf.Name = "leaf"
	w.must(w.folder, s, 12, 3)
	w.must(w.folder, leaf, 3, 3) // the same bits: the same folder
	w.must(w.folder, custom(t, "time:41 seq:12"), 0, 3)
	write(t, file(w.folder, s, 3), []byte("x"))
	list := try.Of(w.folder.List(nil)).Or(t)
	try.Need(t, len(list), 3, "records:")
	a, b, c := list[0], list[1], list[2]
	if a.Scheme != "custom" || a.State != "ok" || a.Layout != "time:41 seq:12" || a.LastTime.IsZero() ||
		b.Worker != 3 || b.State != "damaged" || b.Owner != "alice" || b.Folder != w.folder.State ||
		c.Scheme != "snowflake" || c.Worker != 12 || c.State != "ok" || c.PID != os.Getpid() ||
		!c.Updated.Equal(w.at) || !c.Used {
		t.Errorf("List() = %+v", list)
	}
	try.Of(w.folder.Show(s, 4)).Fails(t, ErrNoRecord, "Show of a number that was never used:")
	try.Of(w.folder.Repair(t.Context(), RepairOptions{Scheme: s, Worker: new(uint64(4))})).Fails(t, ErrNoRecord,
		"Repair of a number that was never used:")
	write(t, filepath.Join(filepath.Dir(file(w.folder, s, 3)), "layout"), []byte("scheme x"))
	list, err := w.folder.List(nil)
	try.Fails(t, err, ErrDamaged, "List:")
	try.Equal(t, len(list), 1, "records of the other layout:")
	w.repair(w.folder, RepairOptions{Scheme: s}, "damaged", "damaged")
	try.Equal(t, len(try.Of(w.folder.List(nil)).Or(t)), 3, "records, again:")
}
