package worker

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"hash/fnv"
	"io/fs"
	"path/filepath"
	"time"

	"idscope/gen"
	"idscope/gen/internal/guard"
)

// Grant is the file in which this host keeps what a store granted it of a layout
// (package lease): for all records of the layout, whatever the values of its data
// fields. It knows whether its content is what this host wrote since it was started,
// or a copy.
//
//	STATE/KEY/lease-NAME        the content
//	STATE/KEY/lease-NAME.lock   locked while the content is renewed; its witness
//	STATE/KEY/lease-NAME.failed  the last try that got no answer from the store
//	STATE/KEY/leased            who granted: the sign that numbers of the layout are leased
type Grant struct {
	kept
	r      *Record // of the layout: its folder and its form
	scheme *gen.Scheme
	sign   string // who grants
	field  string
}

// grantLockTime is how long the lock of a grant is waited for while nobody writes
// the grant: its holder waits for a store.
const grantLockTime = 20 * time.Second

// Grant returns the file of a name, one for each group of hosts. Field is the data
// field whose values are leased, empty for the worker. About says who grants, for
// people. Nothing is read or made before the methods are called.
func (f Folder) Grant(s *gen.Scheme, field, name, about string) (*Grant, error) {
	f, err := f.prepare()
	if err != nil {
		return nil, err
	}
	r := f.record(formOf(s), 0, s.Lead())
	k := kept{folder: f, path: within(f.records(r.form.key), grantName(name)), magic: grantMagic,
		about: "the grant of " + s.Name}
	return &Grant{kept: k, r: r, scheme: s, sign: about, field: field}, nil
}

// grantName is the file of the grant of that name.
func grantName(name string) string {
	h := fnv.New64a()
	h.Write([]byte(name))
	return grantPrefix + hex.EncodeToString(h.Sum(nil))
}

// Key is the fingerprint of a scheme's layout, epoch and tick, and of the values of data
// fields where some are given: 16 hexadecimal digits. What one record keeps apart has one
// key.
func Key(s *gen.Scheme, set ...gen.Assignment) string { return formOf(s, set...).key }

// leasedFile is the sign that numbers of a layout are leased.
const leasedFile = "leased"

// Leased returns who grants this host numbers of the layout; ok is false if it never
// had a grant.
func (f Folder) Leased(s *gen.Scheme) (about string, ok bool) {
	f.disk = f.files()
	path := filepath.Join(f.records(formOf(s).key), leasedFile)
	if _, err := f.disk.Lstat(path); err != nil {
		return "", false
	}
	text, _ := f.disk.ReadSmall(path, failureSize)
	return string(bytes.TrimSpace(text)), true
}

// Home names this state folder among those of all hosts, for the store. Equal homes
// are the same owner; a copy of the machine has the same one.
func (f Folder) Home() (string, error) {
	f, err := f.prepare()
	if err != nil {
		return "", err
	}
	home := tokenOf(f.Host.MachineID() + "\n" + f.State)
	return hex.EncodeToString(home[:]), nil
}

// Lock waits for the exclusive lock of the grant.
func (g *Grant) Lock(ctx context.Context) (unlock func(), err error) {
	err = g.lock(guard.Queue{Ctx: ctx, Patience: grantLockTime}, g.r.makeFolders)
	if errors.Is(err, guard.ErrLocked) {
		who, _, _ := lockHolder(g.lockPath())
		return nil, g.r.refuse(ErrBusy, g.lockPath(), "end or continue that process; or look whether the store answers",
			"the grant of %s is being renewed by %s, which does not end", g.r.form.scheme, who)
	}
	if err != nil {
		return nil, g.explain(err)
	}
	return g.unlock, nil
}

// Read returns the content. It is not intact if this host did not write it since it
// was started, here: a copy, one put back from a backup, one that is damaged. The error is
// fs.ErrNotExist if there is no grant, and guard.ErrEarlier if it is of an earlier build.
func (g *Grant) Read() (content []byte, intact bool, err error) {
	content, intact, _, err = g.read()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, err
	}
	return content, intact, g.explain(err)
}

// Write replaces the content under the lock. It returns when a loss of power cannot
// bring back what was there before.
func (g *Grant) Write(content []byte) error {
	err := g.leaveSign()
	if err == nil {
		var o *openKept
		if o, err = g.openLocked(); err == nil {
			err = o.write(content, guard.SyncFile)
			o.close()
		}
	}
	return g.explain(err)
}

// explain puts the name of the layout to an error from below.
func (g *Grant) explain(err error) error {
	var e *StateError
	if err = g.kept.explain(err); errors.As(err, &e) {
		e.Scheme, e.Worker = g.r.form.scheme, g.r.worker
	}
	return err
}

// leaveSign leaves the sign that numbers of the layout are leased.
func (g *Grant) leaveSign() error {
	f := &g.folder
	path := filepath.Join(filepath.Dir(g.path), leasedFile)
	if _, err := f.disk.Lstat(path); err == nil {
		return nil
	}
	mode, err := f.fileMode()
	if err == nil {
		err = f.disk.WriteNew(path, []byte(g.sign+"\n"), mode)
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// failureSize is the most that is read of a failure, in bytes.
const failureSize = 4096

// Failure returns what [Grant.KeepFailure] kept last, nothing where there is none.
func (g *Grant) Failure() string {
	b, _ := g.folder.disk.ReadSmall(g.path+".failed", failureSize)
	return string(b)
}

// KeepFailure keeps a text for the processes that wait for the lock of the grant, which
// the caller has. Where it cannot be written they find out by themselves.
func (g *Grant) KeepFailure(text string) {
	_ = g.folder.overwrite(g.path+".failed", []byte(text))
}
