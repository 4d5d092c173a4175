package worker

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"idscope/gen"
	"idscope/gen/internal/guard"
)

// RepairOptions say what to repair, and what the user vouches for.
type RepairOptions struct {
	Scheme *gen.Scheme // nil is every layout of the folder
	Worker *uint64     // nil is every record of the layout, and its node

	// Set are values of data fields: only records of these are meant. Without any
	// it is those of all values.
	Set []gen.Assignment

	// Adopt takes records of another machine, and numbers that another folder
	// has claimed: the user says that they are not in use there any more.
	Adopt bool

	// AssumeLast is the time of the last identifier that was ever made, where
	// the user knows it; zero is unknown. It moves a good record, too, also back.
	AssumeLast time.Time
}

// Repaired says what was done to a record.
type Repaired struct {
	Scheme string
	Values string // of the data fields that are not 0
	Worker uint64
	Path   string
	Was    string // what was wrong; "ok" for one that AssumeLast moved
	Did    string
	After  time.Time // identifiers are later than this; zero where that did not change
}

// Repair mends records so that nothing is repeated: one that cannot be read
// begins anew past all that it may have made, which is the present time and the
// longest lead that its claim knows. Good records stay as they are. What cannot
// be mended is an error, the first of which is returned when all the others are
// done.
func (f Folder) Repair(ctx context.Context, o RepairOptions) ([]Repaired, error) {
	f, err := f.prepare()
	if err != nil {
		return nil, err
	}
	var forms []form
	var first error
	if o.Scheme != nil {
		forms, _ = f.formsOf(o.Scheme, o.Set) // of other schemes nothing was asked
	} else {
		forms, first = f.forms()
	}
	var done []Repaired
	note := func(d *Repaired, err error) {
		if d != nil {
			done = append(done, *d)
		}
		if err != nil && first == nil {
			first = err
		}
	}
	if o.Worker == nil && (o.Scheme == nil || o.Scheme.WorkerRule == gen.WorkerNode) {
		note(f.repairNode(ctx, cmp.Or(o.Scheme, &gen.Scheme{})))
	}
	if o.Worker != nil && len(forms) > 1 { // some values may not have that number
		all := forms
		forms = slices.DeleteFunc(slices.Clone(all), func(form form) bool { return !f.record(form, *o.Worker, 0).known() })
		if len(forms) == 0 {
			forms = all[:1]
		}
	}
	for _, form := range forms {
		numbers, err := f.numbers(form.key)
		note(nil, err)
		if o.Worker != nil {
			numbers = []uint64{*o.Worker}
		} else if o.Adopt && o.Scheme != nil && form.workers == 0 {
			numbers = []uint64{0}
		}
		if o.Scheme != nil {
			note(f.repairLayout(&form))
		}
		for _, n := range numbers {
			note(f.record(form, n, 0).repair(ctx, o))
		}
	}
	return done, first
}

// repair mends one record; nil for one that needs nothing.
func (r *Record) repair(ctx context.Context, o RepairOptions) (done *Repaired, err error) {
	if o.Worker != nil && !r.known() && !o.Adopt {
		return nil, r.missing()
	}
	s := &session{r: r}
	defer s.release()
	var before entry
	err = guard.Retry(ctx, r.folder.patience, func() error {
		s.release()
		err := s.take(guard.Queue{Ctx: ctx, Patience: r.folder.patience, Progress: r.written})
		if err == nil {
			before, _ = r.peek()
			done, err = s.mend(o)
		}
		return err
	})
	if err == nil && done != nil {
		done.Values = r.form.values
		r.warnMovedBack(&before, done.After)
	}
	return done, r.explain(err)
}

// warnMovedBack says that a record was used for later identifiers than it goes on
// with now.
func (r *Record) warnMovedBack(before *entry, after time.Time) {
	line, m := r.form.line(), &before.mark
	if after.IsZero() || before.hash != r.form.hash || !m.Used {
		return
	}
	if last, _ := line.Tick(after); m.Tick > add(last, 1) {
		r.folder.warn("%s was moved back, from %s to %s; ids of the time in between may be generated again", r.name(),
			line.Time(min(m.Tick, r.form.last())).UTC().Format(time.RFC3339), after.UTC().Format(time.RFC3339))
	}
}

// known reports whether there is a record or a claim.
func (r *Record) known() bool {
	_, err := r.folder.disk.ReadSmall(r.path(".rec"), 1)
	_, e := r.folder.disk.ReadSmall(r.claimPath(), 1)
	return !errors.Is(err, fs.ErrNotExist) || !errors.Is(e, fs.ErrNotExist)
}

// repairLayout writes a layout file anew that cannot be read.
func (f *Folder) repairLayout(form *form) (*Repaired, error) {
	dir := f.records(form.key)
	if _, err := readForm(f.disk, dir); err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	path := filepath.Join(dir, "layout")
	done := &Repaired{Scheme: form.scheme, Path: path, Was: "damaged", Did: "written anew"}
	return done, f.overwrite(path, []byte(form.text()))
}
