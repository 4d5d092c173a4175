package worker

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"idscope/gen"
)

// GrantFile is a grant that a state folder keeps, of whatever layout.
type GrantFile struct {
	Key      string // of the layout
	Scheme   string // that made the folder
	Layout   string
	Epoch    time.Time
	Tick     time.Duration
	Fraction int
	Content  []byte // as [Grant.Write] had it; nil where it cannot be read
	path     string
}

// grantPrefix begins the names of grants; those of the files beside them go on after a dot.
const grantPrefix = "lease-"

// Grants lists the grants of all layouts.
func (f Folder) Grants() (list []GrantFile, err error) {
	if f, err = f.prepare(); err != nil {
		return nil, err
	}
	forms, err := f.forms()
	for _, form := range forms {
		dir := f.records(form.key)
		entries, e := f.disk.ReadDir(dir)
		if e != nil {
			return list, unusable(dir, e)
		}
		for _, entry := range entries {
			name := entry.Name()
			if !strings.HasPrefix(name, grantPrefix) || strings.Contains(name, ".") {
				continue
			}
			g := GrantFile{Key: form.key, Scheme: form.scheme, Layout: form.layout, Epoch: form.epoch, Tick: form.tick,
				Fraction: form.fraction, path: filepath.Join(dir, name)}
			k := kept{folder: f, path: g.path, magic: grantMagic}
			g.Content, _, _, _ = k.read()
			list = append(list, g)
		}
	}
	return list, err
}

// Named reports whether it is the grant of that name, whatever it holds.
func (g *GrantFile) Named(name string) bool { return filepath.Base(g.path) == grantName(name) }

// GrantOf returns the grant of a file, whose scheme and leased field are known.
func (f Folder) GrantOf(file GrantFile, s *gen.Scheme, field string) (*Grant, error) {
	g, err := f.Grant(s, field, "", "")
	if err == nil {
		g.path = file.path
	}
	return g, err
}

// Forget removes the grant under its lock, and the sign that numbers of the layout are
// leased where it is the last one. The file of the lock stays: others may wait for it.
func (g *Grant) Forget() error { return g.explain(g.forget()) }

func (g *Grant) forget() error {
	f := &g.folder
	if err := g.kept.forget(); err != nil {
		return err
	}
	if err := f.disk.Remove(g.path + ".failed"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dir := filepath.Dir(g.path)
	entries, err := f.disk.ReadDir(dir)
	if err != nil {
		return err
	}
	sign := filepath.Join(dir, leasedFile)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), grantPrefix) && !strings.Contains(e.Name(), ".") {
			return f.overwrite(sign, []byte("a group that this host has not left\n"))
		}
	}
	err = f.disk.Remove(sign)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
