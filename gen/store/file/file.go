// Package file keeps a store in a folder: that of one host, or a volume that the
// containers of one host share. Every write is on the disk before it counts.
package file

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"idscope/gen/internal/volume"
	"idscope/gen/store"
)

// Driver opens file:DIR.
type Driver struct {
	// Network names the network file system that an open file is on, empty for
	// none; nil asks the operating system.
	Network func(path string, fd uintptr) string
}

// Schemes are the URL schemes that it serves.
func (Driver) Schemes() []string { return []string{"file"} }

const (
	lockName     = "lock"
	identityName = "identity"
)

// Open opens the store in a folder. With create it makes the folder; it never
// takes one that holds other files.
func (d Driver) Open(ctx context.Context, u *url.URL, create bool) (store.Store, error) {
	dir := u.Opaque
	if dir == "" {
		dir = u.Path
	}
	if path, ok := strings.CutPrefix(dir, "//"); ok && strings.HasPrefix(path, "/") { // file:///DIR
		dir = path
	}
	if dir == "" || strings.ContainsRune(dir, 0) {
		return nil, fmt.Errorf("%w: it names no folder; use file:DIR", store.ErrURL)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	s := &folder{dir: dir}
	if d.Network == nil {
		d.Network = volume.Network
	}
	return s, s.open(ctx, d, create)
}

// folder is an open store. It holds nothing that has to be closed.
type folder struct {
	dir      string
	identity string
	volatile string // the file system in memory that it is on
}

func (s *folder) open(ctx context.Context, d Driver, create bool) error {
	_, err := os.Stat(s.path(identityName))
	missing := errors.Is(err, fs.ErrNotExist)
	if missing && !create {
		return s.fail("open it", store.ErrMissing, "check the path")
	}
	if missing {
		if err := s.make(); err != nil {
			return s.fail("create it", err, "check the path, and who may write there")
		}
	}
	unlock, err := s.lock(ctx)
	if err != nil {
		return s.fail("lock it", err, "check who may write there")
	}
	defer unlock()
	if err := s.identify(missing); err != nil {
		return s.fail("open it", err, "check the path, and who may write there")
	}
	f, err := os.Open(s.path(identityName))
	if err != nil {
		return s.fail("open it", err, "check who may read there")
	}
	defer f.Close()
	if kind := d.Network(f.Name(), f.Fd()); kind != "" {
		return s.fail("use it", fmt.Errorf("it is on a network file system (%s), where a lock can be lost", kind),
			"use a local disk, or a server as store")
	}
	s.volatile = volume.Volatile(f.Fd())
	return nil
}

// make makes the folder, and its parents.
func (s *folder) make() error {
	if err := os.MkdirAll(s.dir, 0o775); err != nil {
		return err
	}
	names, err := os.ReadDir(s.dir)
	for _, e := range names {
		if e.Name() != lockName && e.Name() != identityName && !strings.HasPrefix(e.Name(), temporary) {
			if _, err := os.Stat(s.path(identityName)); err == nil {
				return nil // another process has made the store since, and written to it
			}
			return fmt.Errorf("the folder holds %q, which is not a store's; use an empty one", e.Name())
		}
	}
	return err
}

// identify reads what the store is called, and names a new one. It holds the lock.
func (s *folder) identify(create bool) error {
	text, err := os.ReadFile(s.path(identityName))
	if errors.Is(err, fs.ErrNotExist) && create {
		text = []byte("idscope store " + rand.Text() + "\n")
		if _, err = s.replace(identityName, text); err == nil {
			err = syncParents(s.dir)
		}
	}
	if err != nil {
		return err
	}
	name, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "idscope store ")
	if !ok || name == "" {
		return fmt.Errorf("file %s is damaged; put back the one that was written with the store", s.path(identityName))
	}
	s.identity = name
	if info, err := os.Stat(s.dir); err == nil {
		s.identity += inode(info) // a copy has another
	}
	return nil
}

func (s *folder) path(name string) string { return filepath.Join(s.dir, name) }

// fail says what to check, of an error that does not say it yet.
func (s *folder) fail(tried string, err error, check string) error {
	if err == nil || errors.Is(err, store.ErrConflict) || errors.As(err, new(*store.Error)) {
		return err
	}
	return &store.Error{Store: "the store in " + s.dir, Tried: tried, Check: check, Err: err, Final: true}
}

// Now returns the host's clock.
func (s *folder) Now(ctx context.Context) (time.Time, error) { return time.Now(), ctx.Err() }

// Incarnation is the file that names the store: a folder that was put back has another
// one, or an older one with another change time. A start of the machine forgets nothing.
func (s *folder) Incarnation(ctx context.Context) (store.Incarnation, error) {
	mark, err := volume.Mark(s.path(identityName))
	if err == nil {
		err = ctx.Err()
	}
	return store.Incarnation{History: s.identity + mark, Now: time.Now()}, s.fail("look at it", err, "check the path")
}

// Safety says that files of one host are safe, unless they are in memory.
func (s *folder) Safety(ctx context.Context) (store.Safety, error) {
	var settings []store.Setting
	if s.volatile != "" {
		settings = []store.Setting{{Name: "file system", Value: s.volatile, Class: store.BestEffort,
			Want: "a folder on a disk", Why: "files in memory are lost when the machine stops"}}
	}
	return store.Report("file", s.identity, "files of one host, on the disk before each answer", settings...), ctx.Err()
}

// Close does nothing.
func (s *folder) Close() error { return nil }
