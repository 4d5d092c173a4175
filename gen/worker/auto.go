package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/internal/guard"
	"idscope/gen/quantity"
)

// Auto returns a record that no other process uses at this instant, the lowest
// one that is free, else a new one with the lowest number that nobody has used
// but this folder, else one of a folder that is gone. Records that cannot be
// used are passed over, with one warning for all. Where all numbers are in use
// it waits, as long as others come to their end. The lock is held until the first
// Update ends, or until Close. A scheme without a worker has one record, which is
// not held; one whose worker is a node has the folder's own, and a new node where
// that is another folder's. Lead and set are as for Number.
func (f Folder) Auto(ctx context.Context, s *gen.Scheme, lead time.Duration, set ...gen.Assignment) (*Record, error) {
	f, form, err := f.numbered(s, set)
	if err != nil {
		return nil, err
	}
	if form.workers == 0 {
		return f.record(form, 0, lead), ctx.Err()
	}
	if s.WorkerRule == gen.WorkerNode {
		return f.nodeRecord(ctx, form, lead)
	}
	a := auto{ctx: ctx, folder: f, form: form, lead: lead, top: gen.Mask(form.workers).Lo,
		passed: make(map[uint64]bool)}
	return a.choose()
}

// auto is one search for a free record.
type auto struct {
	ctx    context.Context
	folder Folder
	form   form
	lead   time.Duration
	top    uint64              // highest worker number
	own    []uint64            // with a record in this folder
	others map[string][]uint64 // numbers of other folders, by their owner
	passed map[uint64]bool     // records that cannot be used
	bad    error               // why the first of them cannot
	lost   error               // of a number of which nobody knows how far it got
}

// choose is search, with a warning of what it passed over.
func (a *auto) choose() (*Record, error) {
	r, err := a.search()
	if err != nil || len(a.passed) == 0 {
		return r, err
	}
	text := a.bad.Error()
	if hint := fault.Hint(a.bad); hint != "" {
		text += "; the way out: " + hint
	}
	if n := len(a.passed) - 1; n > 0 {
		text += fmt.Sprintf("; %s cannot be used", quantity.Counted(n, "more record"))
	}
	a.folder.warn("took worker %d instead: %s", r.worker, text)
	return r, nil
}

// exhausted says whose the numbers are.
func (a *auto) exhausted() error {
	text := fmt.Sprintf("all %d worker numbers of %s are in use: %d in %s",
		add(a.top, 1), a.form.scheme, len(a.own), show(a.folder.State))
	hint := "wait for other processes to end, or use a layout with more workers"
	most := 0
	for _, owner := range slices.Sorted(maps.Keys(a.others)) {
		list := a.others[owner]
		text += fmt.Sprintf(", %d of %s", len(list), owner)
		if len(list) > most && len(list) > len(a.own) {
			most = len(list)
			r := a.folder.record(a.form, list[0], 0)
			r.folder.Explicit = true // a user who types it means this folder
			hint = fmt.Sprintf("root can take over a number that %s does not use any more: %s", owner,
				r.command(" --adopt"))
		}
	}
	return refuse(ErrNoNumber, hint, "%s", text)
}

func (a *auto) search() (*Record, error) {
	if r, err := a.lowest(); r != nil || err != nil {
		return r, err
	}
	var err error
	if a.own, err = a.folder.numbers(a.form.key); err != nil {
		return nil, err
	}
	r, err := a.existing()
	if r == nil && err == nil {
		r, err = a.unused(false)
	}
	if r == nil && err == nil && len(a.others) > 0 { // folders that are gone may have left some
		r, err = a.unused(true)
	}
	if r != nil || err != nil {
		return r, err
	}
	if a.lost != nil && len(a.own) == 0 && len(a.others) == 0 {
		return nil, a.lost
	}
	if len(a.passed) > 0 && len(a.passed) == len(a.own) { // nobody holds one that will be free
		return nil, a.bad
	}
	return a.wait()
}

// wait takes the first record that becomes free. As with a number that is named, others
// that come to their end are only many: it gives up when the patience has passed without
// any of them.
func (a *auto) wait() (r *Record, err error) {
	for seen := a.turns(); ; {
		err = guard.Retry(a.ctx, a.folder.patience, func() error {
			if a.own, err = a.folder.numbers(a.form.key); err != nil {
				return err
			}
			if r, err = a.existing(); r == nil && err == nil {
				return guard.ErrLocked
			}
			return err
		})
		if !errors.Is(err, guard.ErrLocked) {
			return r, err
		}
		now := a.turns()
		if now == seen || a.folder.patience < 0 {
			return nil, a.exhausted()
		}
		seen = now
	}
}

// turns changes when a process has written one of the records of this folder.
func (a *auto) turns() (sum uint64) {
	for _, n := range a.own {
		sum += a.folder.record(a.form, n, 0).written()
	}
	return sum
}

// lowest takes record 0 if there is one that is free, or none: the first that
// existing would try, and mostly gets, without a list of all.
func (a *auto) lowest() (*Record, error) {
	if _, err := a.folder.disk.Lstat(a.folder.record(a.form, 0, a.lead).path + ".rec"); err != nil {
		return nil, nil // existing says what is wrong
	}
	return a.take(0, true)
}

// existing takes the first record of this folder that is free, or none.
func (a *auto) existing() (*Record, error) {
	for _, n := range a.own {
		if n > a.top || a.passed[n] {
			continue
		}
		if r, err := a.take(n, true); r != nil || err != nil {
			return r, err
		}
	}
	return nil, nil
}

// unused takes the first number that has no record here and that no other folder
// has claimed: one of a folder that is gone only when asked to, for it begins
// ahead of the clock.
func (a *auto) unused(gone bool) (*Record, error) {
	a.others = make(map[string][]uint64)
	for n := uint64(0); ; n++ {
		if _, mine := slices.BinarySearch(a.own, n); !mine {
			rel, owner, err := a.claimed(n)
			if err != nil {
				return nil, err
			}
			if rel == relOwn || rel == relGone && gone {
				if r, err := a.take(n, false); r != nil || err != nil {
					return r, err
				}
			} else {
				a.others[owner] = append(a.others[owner], n)
			}
		}
		if n == a.top {
			return nil, a.ctx.Err()
		}
	}
}

// claimed reports whose number it is; own is also nobody's.
func (a *auto) claimed(n uint64) (rel relation, owner string, err error) {
	r := a.folder.record(a.form, n, a.lead)
	c := r.readClaim()
	switch {
	case errors.Is(c.wrong, ErrDamaged), errors.Is(c.wrong, ErrObstructed):
		return relOther, "owners that cannot be told", nil
	case c.wrong != nil:
		return relOther, "", c.wrong
	}
	return r.relation(&c, nil), c.name, nil
}

// take takes the record of that number, or nothing if it is not free. One that
// is known to be there, but not good, is passed over. Where a new one cannot be
// made, neither could any other.
func (a *auto) take(n uint64, known bool) (*Record, error) {
	r := a.folder.record(a.form, n, a.lead)
	s, err := r.begin(a.ctx, 0)
	if err == nil {
		if err = r.distant(&s.entry); err == nil {
			r.held = s
			return r, nil
		}
		s.release()
	}
	if errors.Is(err, guard.ErrLocked) || errors.Is(err, ErrClaimed) {
		return nil, nil
	}
	err = r.explain(err)
	switch {
	case errors.Is(err, ErrLost):
		a.lost = err
		return nil, nil
	case a.ctx.Err() != nil, errors.Is(err, ErrNetwork), !known && !errors.Is(err, ErrObstructed) &&
		!errors.Is(err, ErrDistant):
		return nil, err
	}
	a.passed[n], a.bad = true, cmp.Or(a.bad, err)
	return nil, nil
}

// distant refuses a record whose last identifiers are further ahead of the clock than the caller's lead explains: a
// longer lead made them, or a wrong clock. Where rollbacks are counted the record can be used anyway.
func (r *Record) distant(e *entry) error {
	if r.form.time == 0 || r.form.rollback > 0 || !e.Mark.Used {
		return nil
	}
	line, limit := r.form.line, max(r.lead, r.form.lead)+maxJump
	if e.Mark.Tick <= add(r.now(), line.Ticks(limit)) {
		return nil
	}
	hint := r.MoveBack() + ", if the clock was wrong"
	if e.Mark.Tick <= add(r.now(), line.Ticks(e.Lead+maxJump)) {
		hint = "--max-lead " + quantity.FormatDuration(e.Lead) + " --force goes on with it"
	}
	last := line.Time(min(e.Mark.Tick, r.form.last())).UTC().Format(time.RFC3339)
	return refuse(ErrDistant, hint, "%s generated ids of %s, and can generate more only then", r.name(), last)
}
