package worker

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"idscope/gen"
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

// Repair mends records so that nothing is repeated: one that can not be read
// begins anew past all that it may have made, which is the present time and the
// longest lead that its claim knows. Good records stay as they are. What can not
// be mended is an error, the first of which is returned when all the others are
// done.
func (f Folder) Repair(ctx context.Context, o RepairOptions) ([]Repaired, error) {
	f, err := f.prepareToWrite()
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
		note(f.repairNode())
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
	defer s.end()
	var before entry
	err = retry(ctx, r.folder.patience, func() error {
		s.release()
		err := s.take(queue{ctx, r.folder.patience, r.written})
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
		r.folder.warn("%s was moved back, from %s to %s; ids made of the time in between may come again", r.name(),
			line.Time(min(m.Tick, r.form.last())).UTC().Format(time.RFC3339), after.UTC().Format(time.RFC3339))
	}
}

// known reports whether there is a record or a claim.
func (r *Record) known() bool {
	_, err := r.folder.disk.readSmall(r.path(".rec"), 1)
	_, e := r.folder.disk.readSmall(r.claimPath(), 1)
	return !errors.Is(err, fs.ErrNotExist) || !errors.Is(e, fs.ErrNotExist)
}

// mend is repair under the lock.
func (s *session) mend(o RepairOptions) (*Repaired, error) {
	r, c := s.r, &s.claim
	fault, missing, err := s.diagnose()
	if err != nil {
		return nil, err
	}
	matches := s.same && s.unbroken()
	if c.file == nil { // without a time nothing replaces what a claim knew
		matches = r.form.time > 0 || s.entry.turn == 0 && !o.Adopt
	}
	rel := relOwn
	if !matches && !s.same && c.valid {
		rel = r.relation(&c.claim)
	}
	damaged := missing || errors.Is(fault, ErrDamaged) || errors.Is(fault, ErrForeignLayout)
	switch {
	case errors.Is(fault, ErrForeignMachine) && !o.Adopt:
		return nil, fault
	case rel == relOther && !o.Adopt:
		if fault == nil && o.Worker == nil { // a number of somebody else, and no business of ours
			return nil, nil
		}
		return nil, r.claimed(&c.claim)
	case missing && c.file == nil && !(o.Adopt && r.form.time == 0):
		return nil, r.missing()
	}
	jumped := errors.Is(fault, ErrJumpedForward)
	if fault == nil && matches && !missing && o.AssumeLast.IsZero() {
		return nil, nil
	}
	done := &Repaired{Scheme: r.form.scheme, Worker: r.worker, Path: r.path(".rec"), Was: s.was(fault, missing, matches, rel)}
	if jumped && matches && o.AssumeLast.IsZero() {
		done.Did = "took the present clock for right"
		return done, s.stay()
	}
	e := entry{lead: max(s.entry.lead, c.lead, r.form.lead)}
	last := r.ahead(e.lead)
	switch {
	case r.form.time == 0:
		if e.mark, err = s.told(o, missing || damaged); err != nil {
			return nil, err
		}
		done.Did = "goes on after the last number that is known of"
		return done, s.replace(missing, e)
	case !o.AssumeLast.IsZero():
		tick, ok := r.form.line().Tick(o.AssumeLast)
		if !ok {
			return nil, &gen.ClockError{Reason: gen.ErrBeforeEpoch, Scheme: r.form.scheme, Now: o.AssumeLast, Limit: r.form.epoch}
		}
		last = tick
	case !damaged:
		last = max(last, s.entry.mark.Tick)
	}
	if o.AssumeLast.IsZero() {
		last = max(last, c.trail.tick)
	}
	e.mark = r.form.sealed(last, r.now())
	done.Did, done.After = "begins anew", r.form.line().Time(min(last, r.form.last()))
	return done, s.replace(missing, e)
}

// diagnose reads record and claim and returns what is wrong with the record.
// Only what can not be mended is an error.
func (s *session) diagnose() (fault error, missing bool, err error) {
	r := s.r
	if err := s.takeClaim(); err != nil {
		return nil, false, r.claimError(err)
	}
	if err := s.claim.open(r.folder.disk, r.claimPath()); err != nil && !errors.Is(err, ErrDamaged) {
		return nil, false, r.claimError(err)
	}
	content, err := s.read()
	missing = errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return nil, false, err
	}
	if missing {
		s.entry = entry{}
		return nil, true, nil
	}
	s.same = s.claim.valid && s.names()
	fault = r.check(content, &s.entry, s.readable, s.same)
	if errors.Is(fault, ErrDamaged) || errors.Is(fault, ErrForeignLayout) {
		s.entry = entry{}
	}
	return fault, false, nil
}

// stay writes a good record anew.
func (s *session) stay() error {
	if s.claim.file == nil {
		return s.rewrite()
	}
	s.entry.turn++
	if err := s.rewrite(); err != nil {
		return err
	}
	return s.follow()
}

// told is the mark of a layout without time of which the claim knows more than
// what is left of the record; or, where it does not, what the user vouches for:
// with adopt, that nothing was made beyond the record.
func (s *session) told(o RepairOptions, blank bool) (gen.Mark, error) {
	known := s.claim.valid && !s.claim.old
	if known {
		if m, ok := s.further(blank); ok {
			return m, nil
		}
	}
	if !o.Adopt {
		return gen.Mark{}, s.r.lost()
	}
	if blank {
		return gen.Mark{}, nil
	}
	return s.entry.mark, nil
}

// was says in words what is wrong.
func (s *session) was(fault error, missing, matches bool, rel relation) string {
	var e *StateError
	switch {
	case errors.As(fault, &e):
		return state(e.Reason)
	case rel == relOther:
		return "claimed by " + s.claim.owner
	case missing:
		return "deleted"
	case s.claim.file == nil:
		return "claim deleted"
	case !s.claim.valid && s.claim.file != nil:
		return "claim damaged"
	case !matches:
		return "replaced"
	}
	return "ok"
}

// repairLayout writes a layout file anew that can not be read.
func (f *Folder) repairLayout(form *form) (*Repaired, error) {
	dir := f.records(form.key)
	if _, err := f.disk.readForm(dir); err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	path := filepath.Join(dir, "layout")
	done := &Repaired{Scheme: form.scheme, Path: path, Was: "damaged", Did: "written anew"}
	return done, f.overwrite(path, []byte(form.text()))
}

// repairNode draws another node where the file can not be read.
func (f *Folder) repairNode() (*Repaired, error) {
	path := filepath.Join(f.State, "node")
	text, err := f.disk.readSmall(path, 64)
	if _, ok := parseNode(string(text)); ok || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, unusable(path, err)
	}
	return &Repaired{Path: path, Was: "damaged", Did: "drew a new node"}, f.overwrite(path, []byte(nodeText()))
}
