package worker

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"idscope/gen"
)

// Grant is the file in which this host keeps what a store granted it of a layout
// (package lease): for all records of the layout, whatever the values of its data
// fields. It knows whether its content is what this host wrote since it was started,
// or a copy.
//
//	STATE/KEY/lease-NAME        the content, with the marks by which a copy is known
//	STATE/KEY/lease-NAME.lock   locked while the content is renewed; holds the turn and
//	                            the change time (ctime) of the other file
//	STATE/KEY/lease-NAME.failed  the last try that got no answer from the store
//	STATE/KEY/leased            who granted: the sign that numbers of the layout are leased
type Grant struct {
	r      *Record // of the layout: its folder and its form
	scheme *gen.Scheme
	path   string
	about  string
	field  string
}

// grantLockTime is how long the lock of a grant is waited for while nobody writes
// the grant: its holder waits for a store.
const grantLockTime = 20 * time.Second

// Grant returns the file of a name, one for each group of hosts. Field is the data
// field whose values are leased, empty for the worker. About says who grants, for
// people. Nothing is read or made before the methods are called.
func (f Folder) Grant(s *gen.Scheme, field, name, about string) (*Grant, error) {
	f, err := f.prepareToWrite()
	if err != nil {
		return nil, err
	}
	h := fnv.New64a()
	h.Write([]byte(name))
	r := f.record(formOf(s), 0, s.Lead())
	path := filepath.Join(f.records(r.form.key), "lease-"+hex.EncodeToString(h.Sum(nil)))
	return &Grant{r: r, scheme: s, path: path, about: about, field: field}, nil
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
	if f.disk.files == nil {
		f.disk.files = system{}
	}
	path := filepath.Join(f.records(formOf(s).key), leasedFile)
	if _, err := f.disk.lstat(path); err != nil {
		return "", false
	}
	text, _ := f.disk.readSmall(path, fileSize)
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
	f := &g.r.folder
	take := func() (*fileLock, error) {
		return queue{ctx, grantLockTime, g.turn}.lock(f.disk, g.path+".lock", f.fileMode)
	}
	l, err := take()
	if errors.Is(err, fs.ErrNotExist) {
		if _, _, err = g.r.claimsFolder(); err != nil { // what is made here is a trace
			return nil, g.r.explain(g.r.claimError(err))
		}
		if err = f.makeRecords(&g.r.form); err == nil {
			l, err = take()
		}
	}
	switch {
	case errors.Is(err, errLocked):
		return nil, g.busy()
	case err != nil:
		return nil, g.r.explain(err)
	}
	if err := g.r.folder.refuseNetwork(g.path+".lock", l); err != nil {
		l.Unlock()
		return nil, err
	}
	return func() { l.Unlock() }, nil
}

// busy is the refusal where another process renews the grant and does not end.
func (g *Grant) busy() error {
	who := "another process"
	if pid, name, ok := holder(g.path + ".lock"); ok {
		who = fmt.Sprintf("process %d %s", pid, parenthesis(name))
	}
	return g.r.refuse(ErrBusy, g.path+".lock", "end or continue that process; or look whether the store answers",
		"the grant of %s is being renewed by %s, which does not end", g.r.form.scheme, who)
}

// turn changes when another process has written the grant.
func (g *Grant) turn() uint64 {
	b, err := g.r.folder.disk.readSmall(g.path, grantSize)
	if err != nil || len(b) != grantSize {
		return 0
	}
	return binary.BigEndian.Uint64(b[len(grantMagic):])
}

// Read returns the content. It is not intact if this host did not write it since it
// was started, here: a copy, one put back from a backup, one that is damaged, which
// has none. The error is fs.ErrNotExist if there is no grant.
func (g *Grant) Read() (content []byte, intact bool, err error) {
	f := &g.r.folder
	file, err := f.disk.open(g.path, os.O_RDONLY|openFlags, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, fs.ErrNotExist
	}
	if err != nil {
		return nil, false, g.r.unusable(g.path, err)
	}
	defer file.Close()
	for range 3 { // a writer may be half done
		info, err := file.Stat()
		if err == nil && !info.Mode().IsRegular() {
			return nil, false, obstructed(g.path, info)
		}
		var b []byte
		if err == nil {
			b, err = readSome(file, info, grantSize+1)
		}
		if err != nil {
			return nil, false, g.r.unusable(g.path, err)
		}
		m, content, ok := parseGrant(b)
		if !ok {
			continue
		}
		if g.own(&m, file, info) {
			return content, true, nil
		}
		// A writer changes the inode before it notes when: looked at once more.
		if again, err := file.Stat(); err == nil && changed(again) == changed(info) {
			return content, false, nil
		}
	}
	return nil, false, nil
}

// Write replaces the content under the lock. It returns when a loss of power cannot
// bring back what was there before.
func (g *Grant) Write(content []byte) error {
	if len(content) > grantMost {
		return g.r.refuse(ErrUnusable, g.path, "", "a grant has %d bytes; want at most %d", len(content), grantMost)
	}
	if err := g.write(content); err != nil {
		return g.r.explain(err)
	}
	return nil
}

func (g *Grant) write(content []byte) error {
	f := &g.r.folder
	if err := g.sign(); err != nil {
		return err
	}
	file, err := f.disk.open(g.path, os.O_RDWR|openFlags, 0)
	if errors.Is(err, fs.ErrNotExist) {
		var mode os.FileMode
		if mode, err = f.fileMode(); err == nil {
			err = f.disk.writeNew(g.path, make([]byte, grantSize), mode)
		}
		if err == nil {
			file, err = f.disk.open(g.path, os.O_RDWR|openFlags, 0)
		}
	}
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return obstructed(g.path, info)
	}
	old, _ := readSome(file, info, grantSize)
	before, _, _ := parseGrant(old)
	noted, _, _ := g.witness()
	m := grantMarks{turn: max(before.turn, noted) + 1, wall: time.Now().UnixNano(), uptime: -1, boot: f.boot,
		machine: tokenOf(f.Host.MachineID()), path: tokenOf(g.path), space: tokenOf(f.Host.MountNS())}
	m.device, m.inode = identity(file, info)
	if up, ok := f.Host.Uptime(); ok {
		m.uptime = int64(up)
	}
	if noted+1 != m.turn { // else a kill below leaves a grant that is taken for a copy
		if err := g.note(m.turn-1, 0); err != nil {
			return err
		}
	}
	f.hook("grant")
	if _, err = file.WriteAt(grantBytes(&m, content), 0); err != nil {
		return err
	}
	if info.Size() != grantSize {
		if err := file.Truncate(grantSize); err != nil {
			return err
		}
	}
	if err := f.disk.syncData(file); err != nil {
		return err
	}
	f.hook("granted")
	if info, err = file.Stat(); err != nil {
		return err
	}
	return g.note(m.turn, changed(info))
}

// sign leaves the sign that numbers of the layout are leased.
func (g *Grant) sign() error {
	f := &g.r.folder
	path := filepath.Join(filepath.Dir(g.path), leasedFile)
	if _, err := f.disk.lstat(path); err == nil {
		return nil
	}
	mode, err := f.fileMode()
	if err == nil {
		err = f.disk.writeNew(path, []byte(g.about+"\n"), mode)
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}
