package worker

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"idscope/gen"
	"idscope/gen/internal/guard"
)

// Info is what is known of a record.
type Info struct {
	Scheme   string // that made the folder; others with the same bits share it
	Key      string // of the layout
	Layout   string
	Values   string // of the data fields that are not 0: "shard=7 user=3"
	Worker   uint64
	Path     string
	State    string        // "ok", or what is wrong
	Used     bool          // something was made with it
	LastTime time.Time     // of the last identifier; zero where the layout has no time
	Lead     time.Duration // longest that was ever permitted
	PID      int           // of the last writer
	Updated  time.Time
	Owner    string // who claimed the number, and
	Folder   string // for which state folder; empty for no claim
}

// List tells of all records of all layouts, in order. It takes no locks and
// changes nothing. A folder of records that is damaged is told as an error at
// the end; what could be read is returned with it.
func (f Folder) List() ([]Info, error) {
	f, err := f.prepare()
	if err != nil {
		return nil, err
	}
	forms, first := f.forms()
	list, err := f.inspect(forms)
	return list, cmp.Or(first, err)
}

// ListOf is List of one scheme: with values only of those, else of all.
func (f Folder) ListOf(s *gen.Scheme, set ...gen.Assignment) ([]Info, error) {
	f, err := f.prepare()
	if err != nil {
		return nil, err
	}
	forms, first := f.formsOf(s, set)
	list, err := f.inspect(forms)
	return list, cmp.Or(first, err)
}

// inspect tells of all records of these layouts.
func (f *Folder) inspect(forms []form) (list []Info, first error) {
	for _, form := range forms {
		numbers, err := f.numbers(form.key)
		if err != nil && first == nil {
			first = err
		}
		for _, n := range numbers {
			list = append(list, f.record(form, n, 0).inspect())
		}
	}
	return list, first
}

// Show tells of one record, like List.
func (f Folder) Show(s *gen.Scheme, worker uint64, set ...gen.Assignment) (Info, error) {
	f, err := f.prepare()
	if err != nil {
		return Info{}, err
	}
	r := f.record(formOf(s, set...), worker, 0)
	if _, err := f.disk.Lstat(r.path(".rec")); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return Info{}, r.missing()
		}
		return Info{}, r.unusable(r.path(".rec"), err)
	}
	return r.inspect(), nil
}

func (r *Record) missing() error {
	return r.refuse(ErrNoRecord, r.path(".rec"), "idscope worker list"+r.folder.flag(), "%s has no record in %s",
		r.name(), show(r.folder.State))
}

// forms reads the layouts of all folders of records, in the order of their
// schemes.
func (f *Folder) forms() ([]form, error) {
	entries, err := f.disk.ReadDir(f.State)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, unusable(f.State, err)
	}
	var list []form
	var first error
	for _, entry := range entries {
		if !entry.IsDir() || len(entry.Name()) != 16 {
			continue
		}
		form, err := readForm(f.disk, filepath.Join(f.State, entry.Name()))
		var e *StateError
		switch {
		case err == nil:
			list = append(list, form)
		case first == nil && errors.As(err, &e):
			first = err
		case first == nil:
			first = unusable(filepath.Join(f.State, entry.Name()), err)
		}
	}
	sortForms(list)
	return list, first
}

// formsOf is the layout of a scheme with these values, or without any the layouts
// with whatever values there are, too.
func (f *Folder) formsOf(s *gen.Scheme, set []gen.Assignment) ([]form, error) {
	own := formOf(s, set...)
	if len(set) > 0 {
		return []form{own}, nil
	}
	list := []form{own}
	all, err := f.forms()
	for _, other := range all {
		if other.base == own.base && other.key != own.key {
			other.fields, other.layout = own.fields, ""
			list = append(list, other)
		}
	}
	return list, err
}

// inspect reads record and claim as they are at this instant.
func (r *Record) inspect() Info {
	path := r.path(".rec")
	i := Info{Scheme: r.form.scheme, Key: r.form.key, Layout: r.form.drawing(), Values: r.form.values,
		Worker: r.worker, Path: path, State: "ok"}
	e, claim, fresh, err := r.read()
	var refusal *StateError
	switch {
	case errors.As(err, &refusal):
		i.State = state(refusal.Reason)
	case err != nil:
		i.State = "unreadable"
	case r.distant(&e) != nil:
		i.State = state(ErrDistant)
	}
	if i.Used = e.mark.Used; i.Used && r.form.time > 0 {
		i.LastTime = r.form.line().Time(e.mark.Tick)
	}
	if e.hash == r.form.hash {
		i.Lead, i.PID, i.Updated = e.lead, int(e.pid), e.wall.UTC()
	}
	switch {
	case claim.err != nil && i.State == "ok":
		i.State = "claim unreadable"
	case claim.err != nil || !claim.valid:
	default:
		i.Owner, i.Folder = claim.owner, claim.folder
		if i.State == "ok" && !fresh {
			if i.State = "replaced"; r.relation(&claim.claim) == relOther {
				i.State = "claimed by " + claim.owner
			}
		}
	}
	return i
}

// state is a word for what is wrong with a record.
func state(reason error) string {
	switch reason {
	case ErrEarlier:
		return "earlier build"
	case ErrForeignLayout:
		return "foreign layout"
	case ErrForeignMachine:
		return "foreign machine"
	case ErrJumpedForward:
		return "clock jumped"
	case ErrDistant:
		return "long lead"
	case ErrObstructed:
		return "not a file"
	}
	return "damaged"
}

// readClaim is a claim that was read, or the error.
type readClaim struct {
	claim
	valid bool
	err   error
}

// read reads and checks record and claim without their locks; fresh says that they are
// what the last update left. A writer may be half done: then both are read again.
func (r *Record) read() (e entry, c readClaim, fresh bool, err error) {
	for range 3 {
		if e, c, fresh, err = r.readOnce(); fresh && !errors.Is(err, ErrDamaged) {
			break
		}
	}
	return e, c, fresh, err
}

func (r *Record) readOnce() (e entry, c readClaim, fresh bool, err error) {
	d := r.folder.disk
	var held heldClaim
	defer held.close()
	c.err = held.open(d, r.claimPath())
	c.claim, c.valid = held.claim, held.valid
	s := guard.Side{Path: r.path(".rec"), Magic: recordMagic}
	defer s.Close()
	if err = s.Open(d, os.O_RDONLY, guard.BlockSize+1); err != nil {
		var special *guard.NotRegularError
		if errors.As(err, &special) {
			err = obstructed(special)
		}
		return e, c, false, err
	}
	e, ok := decodeRecord(s.Text)
	pair := guard.Pair{Disk: d, File: &s, Witness: &held.Side}
	switch pair.State() {
	case guard.Intact:
		fresh = true
	case guard.Interrupted:
		fresh = c.entry.id == e.id
	}
	return e, c, fresh, r.check(s.Text, &e, ok, true)
}
