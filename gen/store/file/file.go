// Package file keeps a store in a folder: that of one host, or a volume that the
// containers of one host share. Every write is on the disk before it counts.
package file

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"idscope/gen/internal/guard"
	"idscope/gen/internal/volume"
	"idscope/gen/store"
)

// Driver opens file:DIR.
var Driver = store.Driver{Schemes: []string{"file"}, Open: open}

// network names the network file system that an open file is on, empty for none.
var network = volume.Network

const (
	lockName     = "lock"
	identityName = "identity"
)

var disk = guard.Disk{FS: guard.System{}}

// open opens the store in a folder. With create it makes the folder; it never takes one that holds other files.
func open(ctx context.Context, u *url.URL, create bool) (store.Store, error) {
	dir, slashes := strings.CutPrefix(u.Opaque, "//")
	if dir == "" || slashes && dir[0] != '/' || strings.ContainsRune(dir, 0) { // file://HOST is not the folder /HOST
		return nil, fmt.Errorf("%w: it names no folder; use file:DIR or file:///DIR", store.ErrURL)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	s := &folder{dir: dir}
	return store.Around(s, s.hold), s.open(ctx, create)
}

// folder is an open store, whose calls are made by hold. It has nothing that has to be closed.
type folder struct {
	dir      string
	identity string
	volatile string // the file system in memory that it is on
}

func (s *folder) open(ctx context.Context, create bool) error {
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
	lock, err := s.lock(ctx)
	if err != nil {
		return s.fail("lock it", err, "check who may write there")
	}
	defer lock.Close()
	if err := s.identify(missing); err != nil {
		return s.fail("open it", err, "check the path, and who may write there")
	}
	f, err := os.Open(s.path(identityName))
	if err != nil {
		return s.fail("open it", err, "check who may read there")
	}
	defer f.Close()
	if kind := network(f.Name(), f.Fd()); kind != "" {
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
		name := filepath.Base(guard.Lasting(s.path(e.Name()))) // also of a file that is being written
		if name != lockName && name != identityName {
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
		if id := guard.Identify(nil, info); id.Inode > 0 {
			s.identity += fmt.Sprintf("/%d", id.Inode) // a copy has another
		}
	}
	return nil
}

func (s *folder) path(name string) string { return filepath.Join(s.dir, name) }

// lock takes the lock of the store, which every read and write holds: a value that
// is read is one that the disk has. Who waits is in the kernel's queue, where every
// waiter gets its turn.
func (s *folder) lock(ctx context.Context) (*guard.Lock, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	q := guard.Queue{Ctx: ctx, Patience: math.MaxInt64, Progress: func() uint64 { return 0 }}
	l, err := q.Make(disk, s.path(lockName), os.O_RDONLY, s.mode)
	if err != nil && err == ctx.Err() {
		err = fmt.Errorf("another process has it, which may be frozen: %w", err)
	}
	return l, err
}

// replace puts a file with that content in place of the one of that name, as [guard.Disk.Replace] does.
func (s *folder) replace(name string, content []byte) (written bool, err error) {
	mode, err := s.mode()
	if err != nil {
		return false, err
	}
	return disk.Replace(s.path(name), content, mode)
}

// mode is that of the files: who may write to the folder may write to them.
func (s *folder) mode() (os.FileMode, error) {
	info, err := os.Stat(s.dir)
	if err != nil {
		return 0, err
	}
	return info.Mode() & 0o666, nil
}

// syncParents makes the names of a folder and of those above it last: they may be
// new as well. Those that may not be read were there before.
func syncParents(dir string) error {
	for parent := filepath.Dir(dir); parent != dir; dir, parent = parent, filepath.Dir(parent) {
		if err := disk.SyncFolder(parent); err != nil && !os.IsPermission(err) {
			return err
		}
	}
	return nil
}

// fail says what to check, of an error that does not say it yet.
func (s *folder) fail(tried string, err error, check string) error {
	if err == nil || errors.Is(err, store.ErrConflict) || errors.As(err, new(*store.Error)) {
		return err
	}
	return &store.Error{Store: "the store in " + s.dir, Tried: tried, Check: check, Err: err, Final: true}
}

// Incarnation is the file that names the store: a folder that was put back has another
// one, or an older one with another change time. A start of the machine forgets nothing.
func (s *folder) Incarnation(context.Context) (store.Incarnation, error) {
	info, err := os.Stat(s.path(identityName))
	if err != nil {
		return store.Incarnation{}, err
	}
	mark := info.ModTime().UTC().Format("/20060102T150405.000000000") // where systems tell no more
	if id := guard.Identify(nil, info); id.Inode > 0 {
		mark = fmt.Sprintf("/%d/%d", id.Inode, id.Changed)
	}
	return store.Incarnation{History: s.identity + mark, Now: time.Now()}, nil
}

// Safety says that files of one host are safe, unless they are in memory.
func (s *folder) Safety(context.Context) (store.Safety, error) {
	var settings []store.Setting
	if s.volatile != "" {
		settings = []store.Setting{{Name: "file system", Value: s.volatile, Class: store.BestEffort,
			Want: "a folder on a disk", Why: "files in memory are lost when the machine stops"}}
	}
	return store.Report("file", s.identity, "files of one host, on the disk before each answer", settings...), nil
}

// Close does nothing.
func (s *folder) Close() error { return nil }

// hold makes a call under the lock.
func (s *folder) hold(ctx context.Context, tried string, _ bool, call func(context.Context) (any, error)) (any, error) {
	lock, err := s.lock(ctx)
	if err != nil {
		return nil, s.fail(tried, err,
			"check that the folder is there and may be written to, and which process holds its lock")
	}
	defer lock.Close()
	v, err := call(ctx)
	return v, s.fail(tried, err,
		"check the files in the folder; a damaged one can be deleted: hosts of leases notice, and a counter "+
			"begins again and has to be raised, see idscope help counters")
}

func (s *folder) Load(_ context.Context, key string) (store.Value, error) {
	e, err := s.read(fileName(key))
	return e.Value, err
}

// read returns the entry of a file, which has to be that of its key; an empty one if there is none.
func (s *folder) read(name string) (store.Entry, error) {
	text, err := os.ReadFile(s.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return store.Entry{}, nil
	} else if err != nil {
		return store.Entry{}, err
	}
	e, err := decode(text)
	if err == nil && fileName(e.Key) != name {
		err = fmt.Errorf("it holds key %q", e.Key)
	}
	if err != nil {
		return store.Entry{}, fmt.Errorf("file %s is damaged: %w", s.path(name), err)
	}
	return e, nil
}

func (s *folder) Swap(_ context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	e, err := s.read(fileName(key))
	if err != nil {
		return "", err
	}
	if e.Version != old {
		return "", store.ErrConflict
	}
	e = store.Entry{Key: key, Value: store.Value{Data: data, Version: store.Version(rand.Text())}}
	written, err := s.replace(fileName(key), encode(e))
	if err == nil {
		return e.Version, nil
	}
	if written {
		err = fmt.Errorf("%w: %w", store.ErrUnknown, err)
	}
	return "", s.fail(fmt.Sprintf("write %q", key), err, "check the disk's space and health, and who may write there")
}

func (s *folder) List(_ context.Context, prefix string) (list []store.Entry, err error) {
	names, err := os.ReadDir(s.dir)
	for _, f := range names {
		if strings.HasPrefix(f.Name(), "."+permanent) { // its writer was killed, who had the lock
			_ = os.Remove(s.path(f.Name()))
		}
		if !strings.HasPrefix(f.Name(), permanent) {
			continue
		}
		e, err := s.read(f.Name())
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(e.Key, prefix) {
			list = append(list, e)
		}
	}
	store.Sort(list)
	return list, err
}

// permanent is what the names of values begin with: a key may be a name that Windows refuses.
const permanent = "key."

// fileName is the file of a key: the key where a name can say it, also on file
// systems that take two cases of a letter for one; its hash where it is too long.
func fileName(key string) string {
	var b strings.Builder
	for _, c := range []byte(key) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	if name := b.String(); len(name) <= 200 {
		return permanent + name
	}
	return fmt.Sprintf("%s%s~%x", permanent, b.String()[:120], sha256.Sum256([]byte(key)))
}

// encode writes an entry: three lines and the data.
func encode(e store.Entry) []byte {
	body := fmt.Appendf(nil, "%s\n%s\n", e.Key, e.Version)
	body = append(body, e.Data...)
	return append(fmt.Appendf(nil, "idscope value 1 %x\n", sha256.Sum256(body)), body...)
}

func decode(text []byte) (e store.Entry, err error) {
	first, body, _ := bytes.Cut(text, []byte("\n"))
	if string(first) != fmt.Sprintf("idscope value 1 %x", sha256.Sum256(body)) {
		return e, errors.New("its checksum does not fit")
	}
	key, rest, _ := bytes.Cut(body, []byte("\n"))
	version, data, ok := bytes.Cut(rest, []byte("\n"))
	if e = (store.Entry{Key: string(key), Value: store.Value{Data: data, Version: store.Version(version)}}); !ok ||
		e.Version == "" {
		return store.Entry{}, errors.New("it ends too early")
	}
	return e, store.Check(e.Key, e.Data)
}
