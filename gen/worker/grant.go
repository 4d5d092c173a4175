package worker

import (
	"context"
	"encoding/hex"
	"errors"
	"hash/fnv"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
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

// Grant returns the file of a name: of a group of hosts, and behind a blank of which calls of it. Field is the data
// field whose values are leased, empty for the worker. About says who grants, for people. Nothing is read or made
// before the methods are called.
func (f Folder) Grant(s *gen.Scheme, field, name, about string) (*Grant, error) {
	f, err := f.prepare()
	if err != nil {
		return nil, err
	}
	r := f.record(formOf(s), 0, s.Lead())
	return &Grant{kept: kept{folder: f, path: filepath.Join(f.State, r.form.key, grantName(name)), magic: grantMagic,
		about: "the grant of " + s.Name}, r: r, scheme: s, sign: about, field: field}, nil
}

// grantName is the file of the grant of that name. What is behind a blank is behind a hyphen.
func grantName(name string) string {
	group, _, _ := strings.Cut(name, " ")
	h := fnv.New64a()
	h.Write([]byte(group))
	return grantPrefix + hex.EncodeToString(h.Sum(nil)) + strings.Replace(name[len(group):], " ", "-", 1)
}

// Key is the fingerprint of a scheme's layout, epoch and tick, and of the values of data fields where some are given:
// 16 hexadecimal digits. What one record keeps apart has one key.
func Key(s *gen.Scheme, set ...gen.Assignment) string { return formOf(s, set...).key }

// leasedFile is the sign that numbers of a layout are leased.
const leasedFile = "leased"

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
		return nil, refuse(ErrBusy, "end or continue that process; or look whether the store answers",
			"the grant of %s is being renewed by %s, which does not end", g.r.form.scheme, who)
	}
	if err != nil {
		return nil, g.explain(err)
	}
	return g.unlock, nil
}

// Read returns the content. It is not intact if this host did not write it since it
// was started, here: a copy, one put back from a backup, one that is damaged. With both files damaged there is no
// content, and no error. The error is fs.ErrNotExist if there is no grant, and guard.ErrEarlier for one of an earlier
// build.
func (g *Grant) Read() (content []byte, intact bool, err error) {
	content, intact, _, err = g.read()
	if !errors.Is(err, fs.ErrNotExist) {
		err = g.explain(err)
	}
	return content, intact, err
}

// Write replaces the content under the lock. It returns when a loss of power cannot bring back what was there before.
func (g *Grant) Write(content []byte) error {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	err := g.leaveSign()
	if err == nil {
		var o *openKept
		if o, err = g.open(); err == nil {
			err = o.write(content, guard.SyncFile)
			o.close()
		}
	}
	return g.explain(err)
}

// leaveSign leaves the sign that numbers of the layout are leased.
func (g *Grant) leaveSign() error {
	d, path := g.folder.disk, filepath.Join(filepath.Dir(g.path), leasedFile)
	if _, err := d.Lstat(path); err == nil {
		return nil
	}
	err := d.WriteNew(path, []byte(g.sign+"\n"), g.held.Info.Mode()&0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// signSize is the most that is read of the sign, in bytes.
const signSize = 4096

// GrantFile is a grant that a state folder keeps, of whatever layout.
type GrantFile struct {
	Key      string // of the layout
	Scheme   string // that made the folder
	Layout   string
	Epoch    time.Time
	Tick     time.Duration
	Fraction int
	Content  []byte // as [Grant.Write] had it
	Err      error  // why it cannot be read
	path     string
}

// grantPrefix begins the names of grants; those of the files beside them go on after a dot.
const grantPrefix = "lease-"

// Grants lists the grants of the layout of a key, or of all for an empty one.
func (f Folder) Grants(key string) (list []GrantFile, err error) {
	if f, err = f.prepare(); err != nil {
		return nil, err
	}
	forms, err := f.forms(key)
	for _, form := range forms {
		dir := filepath.Join(f.State, form.key)
		entries, e := f.disk.ReadDir(dir)
		if e != nil {
			return list, f.explain(e, dir)
		}
		for _, entry := range entries { // also one of which only the lock is left: what it says counts
			name := strings.TrimSuffix(entry.Name(), ".lock")
			path := filepath.Join(dir, name)
			if !strings.HasPrefix(name, grantPrefix) || strings.Contains(name, ".") ||
				slices.ContainsFunc(list, func(g GrantFile) bool { return g.path == path }) {
				continue
			}
			g := GrantFile{Key: form.key, Scheme: form.scheme, Layout: form.layout, Epoch: form.epoch, Tick: form.tick,
				Fraction: form.fraction, path: path}
			k := Grant{kept: kept{folder: f, path: g.path, magic: grantMagic, about: "the grant of " + form.scheme}}
			if g.Content, _, g.Err = k.Read(); !errors.Is(g.Err, fs.ErrNotExist) {
				list = append(list, g)
			}
		}
	}
	return list, err
}

// Named reports whether it is a grant of that name, or of one with a blank behind it.
func (g *GrantFile) Named(name string) bool {
	return strings.HasPrefix(filepath.Base(g.path), grantName(name))
}

// Is reports whether it is the grant of that file.
func (g *Grant) Is(file *GrantFile) bool { return g.path == file.path }

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
func (g *Grant) Forget() error {
	f := &g.folder
	if err := g.forget(); err != nil {
		return g.explain(err)
	}
	left, err := f.Grants(g.r.form.key)
	if err != nil {
		return err
	}
	sign := filepath.Join(filepath.Dir(g.path), leasedFile)
	if len(left) > 0 {
		return f.overwrite(sign, []byte("a group that this host has not left\n"))
	}
	return g.explain(f.remove(sign))
}

// Highest returns the highest tick that any record of the leased number has used or reserved, whatever the values of
// the other fields; without a time it is the highest sequence number. Each record is looked at under its lock. known is
// false where one cannot be read, or is not there although its claim or a lock is, and where the folder of claims is
// gone; where there is none, also if earlier claims were lost.
func (g *Grant) Highest(ctx context.Context, number uint64) (tick uint64, known bool, err error) {
	f, own := &g.folder, &g.r.form
	forms, err := f.forms("")
	if err != nil {
		return 0, false, nil
	}
	record := number
	if g.field != "" {
		record = 0
	}
	for _, form := range forms {
		l, err := gen.ParseLayout(form.layout) // with the names of who used it first
		i := own.fields.Index(g.field)         // -1 is the worker
		switch {
		case form.base != own.base:
			continue
		case i >= 0 && (err != nil || i >= len(l)):
			return 0, false, nil
		case i >= 0 && !form.has(l[i].Name, number):
			continue
		}
		form.fields, form.seq, form.node = own.fields, own.seq, own.node
		r := f.record(form, record, 0)
		if !r.left(".rec", "") {
			if r.left(".lock", ".lock") { // it was there
				return 0, false, nil
			}
			continue
		}
		m, err := r.mark(ctx)
		known = true
		switch {
		case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
			return 0, false, err
		case err != nil:
			return 0, false, nil
		case !m.Used:
		case form.time > 0:
			tick = max(tick, highest(&m))
		case m.Value.Lo < m.Base.Lo || m.Value.Hi > 0:
			return 0, false, nil
		default:
			tick = max(tick, m.Value.Lo)
		}
	}
	entries, err := f.disk.ReadDir(f.Claims)
	born, _ := f.disk.ReadSmall(filepath.Join(f.Claims, bornFile), signSize)
	strange := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { // of a layout that is gone
		key, n, _ := strings.Cut(strings.TrimSuffix(e.Name(), ".lock"), "-")
		if n != strconv.FormatUint(record, 10) || len(key) != keySize ||
			slices.ContainsFunc(forms, func(form form) bool { return form.key == key }) {
			return false
		}
		c := f.record(form{key: key}, record, 0).readClaim() // perhaps of this folder, if nothing tells
		return !c.valid || c.folder == f.State
	})
	return tick, err == nil && !strange && (known || strings.HasPrefix(string(born), bornFresh)), nil
}

// Foreign reports whether a number cannot be used here, because another state folder
// of this host has claimed it: that one may have it without a lease.
func (g *Grant) Foreign(number uint64) bool {
	f, form, record := &g.folder, g.r.form, number
	if g.field != "" {
		form, record = formOf(g.scheme, gen.Assignment{Field: g.field, Value: gen.ID{Lo: number}}), 0
	}
	r := f.record(form, record, 0)
	c := r.readClaim()
	return c.wrong != nil || r.relation(&c, nil) == relOther
}

// has reports whether the records are of that value of a field.
func (f *form) has(field string, number uint64) bool {
	values, named := " "+f.values+" ", " "+field+"="
	return strings.Contains(values, named+strconv.FormatUint(number, 10)+" ") ||
		number == 0 && !strings.Contains(values, named) // which a 0 is not
}

// mark returns how far the record got, as it is under its lock.
func (r *Record) mark(ctx context.Context) (gen.Mark, error) {
	s, err := r.begin(ctx, r.folder.patience)
	if err != nil {
		return gen.Mark{}, err
	}
	m := s.entry.Mark
	return m, s.release()
}
