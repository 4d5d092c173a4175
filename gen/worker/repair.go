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
	"idscope/gen/quantity"
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
	Schema int              `json:"schema"` // 1
	Scheme string           `json:"scheme,omitempty"`
	Values Values           `json:"values,omitempty"`
	Worker uint64           `json:"worker,string"`
	Path   string           `json:"path"`
	Was    string           `json:"was"` // what was wrong; "ok" for one that AssumeLast moved
	Did    string           `json:"did"`
	After  quantity.Instant `json:"after,omitzero"` // identifiers are later than this; zero where that did not change
}

// Repair mends records so that nothing is repeated: one that cannot be read begins
// after all that it may have generated, which is the present time and the longest lead
// that its claim knows. Good records stay as they are. What cannot be mended is an
// error, the first of which is returned when all the others are done.
func (f Folder) Repair(ctx context.Context, o RepairOptions) ([]Repaired, error) {
	f, err := f.prepare()
	if err != nil {
		return nil, err
	}
	forms, first := f.formsOf(o.Scheme, o.Set)
	if o.Scheme != nil {
		first = nil // of other schemes nothing was asked
	}
	var done []Repaired
	note := func(d *Repaired, err error) {
		if d != nil && err == nil {
			done = append(done, *d)
		}
		first = cmp.Or(first, err)
	}
	if o.Worker == nil && (o.Scheme == nil || o.Scheme.WorkerRule == gen.WorkerNode) {
		note(f.repairNode(ctx, cmp.Or(o.Scheme, &gen.Scheme{})))
	}
	if o.Worker != nil && len(forms) > 1 { // some values may not have that number
		all := forms
		forms = slices.DeleteFunc(slices.Clone(all),
			func(form form) bool { return !f.record(form, *o.Worker, 0).left(".rec", "") })
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
	if o.Worker != nil && !r.left(".rec", "") && !o.Adopt {
		return nil, r.missing()
	}
	s := &session{r: r}
	defer s.release()
	err = guard.Retry(ctx, r.folder.patience, func() error {
		s.release()
		err := s.take(ctx, r.folder.patience)
		if err == nil {
			err = s.takeClaim()
		}
		if err == nil {
			done, err = s.repair(o)
		}
		return err
	})
	return done, r.explain(err)
}

// repair is that of the record, under its lock.
func (s *session) repair(o RepairOptions) (*Repaired, error) {
	r, c := s.r, &s.claim
	if err := s.open(); err != nil {
		return nil, cmp.Or(c.wrong, err)
	}
	wrong, before := s.wrong, s.entry
	switch {
	case c.wrong == nil || errors.Is(c.wrong, ErrDamaged):
	case !errors.Is(c.wrong, ErrEarlier):
		return nil, c.wrong
	case wrong == nil:
		wrong = c.wrong
	}
	lost := errors.Is(wrong, ErrDamaged) || errors.Is(wrong, ErrForeignLayout) || errors.Is(wrong, ErrEarlier)
	if lost {
		s.entry, s.readable = entry{}, false
	}
	state := s.state()
	matches := state == guard.Intact || state == guard.Interrupted
	if state == guard.Interrupted {
		s.entry = c.entry
	}
	if c.File == nil { // the next call leaves what the claim can have known of: without a time nothing tells that
		matches = r.form.time > 0 && wrong == nil
	}
	switch {
	case state == guard.Unmade: // the next call makes it
		return nil, nil
	case errors.Is(wrong, ErrForeignMachine) && !o.Adopt:
		return nil, wrong
	case s.rel == relOther && !o.Adopt:
		if wrong == nil && o.Worker == nil { // a number of somebody else, and no business of ours
			return nil, nil
		}
		return nil, r.claimed(c)
	case s.missing && c.File == nil && !(o.Adopt && r.form.time == 0):
		return nil, r.missing()
	case wrong == nil && matches && !s.missing && o.AssumeLast.IsZero():
		return nil, nil
	case c.denied != nil:
		return nil, s.forbidden()
	}
	done := &Repaired{Schema: 1, Scheme: r.form.scheme, Values: Values(r.form.values), Worker: r.worker,
		Path: r.path + ".rec", Was: s.was(wrong, matches)}
	if errors.Is(wrong, ErrJumpedForward) && matches && o.AssumeLast.IsZero() {
		done.Did = "took the present clock for right"
		return done, s.write(guard.SyncAll)
	}
	e := entry{ID: s.entry.ID, Lead: s.longest()}
	if r.form.time == 0 {
		if !o.Adopt {
			return nil, r.lost()
		}
		e.Mark = s.known()
		done.Did = "goes on after the last number that is known of"
		return done, s.replace(e)
	}
	last := r.ahead(e.Lead)
	if o.AssumeLast.IsZero() {
		if !lost && !s.missing {
			last = max(last, highest(&s.entry.Mark), s.entry.Durable.Tick)
		}
		last = max(last, highest(&c.entry.Mark), c.entry.Durable.Tick)
	} else {
		var ok bool
		if last, ok = r.form.line.Tick(o.AssumeLast); !ok {
			return nil, gen.NoID(r.form.scheme, gen.ErrBeforeEpoch,
				gen.ClockError{Now: o.AssumeLast, Limit: r.form.epoch})
		}
	}
	e.Mark = r.form.sealed(last, r.now())
	done.Did, done.After.Time = "begins again", r.form.line.Time(min(last, r.form.last()))
	if err := s.replace(e); err != nil {
		return nil, err
	}
	r.warnMovedBack(&before, done.After.Time)
	return done, nil
}

// known is the mark of a layout without time of which nothing tells how far it got, if
// the user vouches that nothing was generated beyond record and claim.
func (s *session) known() gen.Mark {
	m := s.entry.Mark
	if c := &s.claim.entry.Mark; c.Used && (!m.Used || s.r.form.further(c, c.Value, m.Value)) {
		m = *c
	}
	return m
}

// was says in words what is wrong.
func (s *session) was(wrong error, matches bool) string {
	switch {
	case wrong != nil:
		return state(wrong)
	case s.rel == relOther:
		return "claimed by " + s.claim.name
	case s.missing:
		return "deleted"
	case s.claim.File == nil:
		return "claim deleted"
	case !s.claim.valid:
		return "claim damaged"
	case !matches:
		return "replaced"
	}
	return "ok"
}

// warnMovedBack says that a record was used for later identifiers than it goes on
// with now.
func (r *Record) warnMovedBack(before *entry, after time.Time) {
	line, m := r.form.line, &before.Mark
	if before.Hash != r.form.hash || !m.Used {
		return
	}
	if last, _ := line.Tick(after); m.Tick > add(last, 1) {
		r.folder.warn("%s was moved back, from %s to %s; ids of the time in between may be generated again", r.name(),
			line.Time(min(m.Tick, r.form.last())).UTC().Format(time.RFC3339), after.UTC().Format(time.RFC3339))
	}
}

// left reports whether the file of the record with that ending, or that of its claim, is there or cannot be looked at.
func (r *Record) left(record, claim string) bool {
	_, err := r.folder.disk.Lstat(r.path + record)
	_, e := r.folder.disk.Lstat(r.claimPath + claim)
	return !errors.Is(err, fs.ErrNotExist) || !errors.Is(e, fs.ErrNotExist)
}

// repairLayout replaces a layout file that cannot be read.
func (f *Folder) repairLayout(form *form) (*Repaired, error) {
	dir := filepath.Join(f.State, form.key)
	if _, err := readForm(f.disk, dir); err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	path := filepath.Join(dir, "layout")
	if err := f.overwrite(path, []byte(form.text())); err != nil {
		return nil, err
	}
	return &Repaired{Schema: 1, Scheme: form.scheme, Path: path, Was: "damaged", Did: "written again"}, nil
}
