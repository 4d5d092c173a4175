//go:build unix

package worker

import (
	"context"
	"fmt"
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
			try.Fails(t, err, ErrObstructed, "%s as %s:", kind, extension)
			try.Says(t, err, path+" is not a regular file", "%s as %s:", kind, extension)
			try.Equal(t, fault.Hint(err), "move it away", "%s as %s: hint", kind, extension)
			try.Of(w.folder.Repair(t.Context(), RepairOptions{Scheme: s})).Says(t, "", "%s as %s: repair:", kind, extension)
			if extension == ".rec" {
				try.Equal(t, try.Of(w.folder.Show(s, 7)).Or(t).State, "not a file", "%s as %s: shown as", kind, extension)
			}
		}
	}
}

func TestUnusableFolders(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/plain", nil)
	try.Lines(t, "testdata/unusable.txt", func(given string) string {
		state, claims, _ := strings.Cut(strings.ReplaceAll(given, "DIR", dir), " ")
		w := newWorld(t)
		f := w.in(state, claims, "alice")
		err := w.run(f, snowflake(), 7, 1)
		try.Fails(t, err, ErrUnusable, "%s:", given)
		try.Of(f.Auto(t.Context(), snowflake(), 0)).Fails(t, ErrUnusable, "%s, auto:", given)
		try.Equal(t, len(w.seen)+strings.Count(fmt.Sprint(err), "\n"), 0, "%s: made, and ends of line:", given)
		return strings.ReplaceAll(fmt.Sprint(err), dir, "DIR")
	})
}

// Another user can read nothing of a private folder, and all of a shared one;
// the umask of who comes first does not matter.
func TestModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	for _, c := range []struct{ state, folder, file fs.FileMode }{
		{0o700, 0o700, 0o600}, {0o750, 0o750, 0o640}, {0o777, 0o777, 0o666},
		{0o777 | fs.ModeSticky, 0o777 | fs.ModeSticky, 0o666}, {0o775 | fs.ModeSetgid, 0o775 | fs.ModeSetgid, 0o664},
		{0, 0o700, 0o600}, // made
	} {
		w := newWorld(t)
		if c.state != 0 {
			os.Mkdir(w.folder.State, 0o700)
			os.Chmod(w.folder.State, c.state)
		}
		w.must(w.folder, snowflake(), 7, 1)
		r := w.folder.record(formOf(snowflake()), 7, 0)
		put(t, w.note(w.folder), "x")
		g := try.Of(w.folder.Grant(snowflake(), "", "default", "a group")).Or(t)
		defer try.Of(g.Lock(t.Context())).Or(t)()
		try.Works(t, g.Write(nil))
		for path, want := range map[string]fs.FileMode{
			w.folder.State + "/counters/orders.rec": c.file, g.path: c.file, filepath.Dir(g.path) + "/leased": c.file,
			filepath.Dir(r.path + ".rec"): c.folder | fs.ModeDir, r.path + ".rec": c.file, r.path + ".lock": c.file,
			filepath.Dir(r.path) + "/layout": c.file, r.claimPath + ".lock": c.file&^0o007 | fs.ModeSticky,
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
	w.repair(w.folder, RepairOptions{Scheme: s}, "damaged: written again", "damaged")
	try.Equal(t, len(try.Of(w.folder.List(nil)).Or(t)), 3, "records, again:")
}
