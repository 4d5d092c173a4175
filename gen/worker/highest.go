package worker

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"idscope/gen"
)

// Highest returns the highest tick that any record of the leased number has used or
// reserved, whatever the values of the other fields; without a time it is the
// highest sequence number. Each record is looked at under its lock. known is false
// where one cannot be read, or is not there although its claim is.
func (g *Grant) Highest(ctx context.Context, number uint64) (tick uint64, known bool, err error) {
	f := &g.folder
	forms, err := f.forms()
	if err != nil {
		return 0, false, nil
	}
	layout := make(map[string]*form)
	for i := range forms {
		layout[forms[i].key] = &forms[i]
	}
	look := make(map[string]bool) // keys
	record := number
	if g.field != "" {
		record = 0
	}
	name := strconv.FormatUint(record, 10)
	for key, form := range layout {
		if form.base != g.r.form.base || !g.leases(form, number) {
			continue
		}
		_, err := f.disk.Lstat(filepath.Join(f.records(key), name+".rec"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, false, nil
		}
		look[key] = err == nil
	}
	entries, err := f.disk.ReadDir(f.Claims)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	for _, e := range entries {
		key, n, _ := strings.Cut(e.Name(), "-")
		if n != name || len(key) != keySize {
			continue
		}
		if _, ours := look[key]; ours {
			look[key] = true
			continue
		}
		if layout[key] == nil && g.claimed(key, record) { // of which layout is it?
			return 0, false, nil
		}
	}
	for key, there := range look {
		if !there {
			continue
		}
		form := *layout[key]
		form.fields, form.seq, form.node = g.r.form.fields, g.r.form.seq, g.r.form.node
		m, err := f.record(form, record, 0).mark(ctx)
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return 0, false, err
		}
		if err != nil {
			return 0, false, nil
		}
		switch {
		case !m.Used:
		case form.time > 0:
			tick = max(tick, highest(&m))
		case m.Value.Lo < m.Base.Lo || m.Value.Hi > 0:
			return 0, false, nil
		default:
			tick = max(tick, m.Value.Lo)
		}
	}
	return tick, true, nil
}

// Foreign reports whether a number cannot be used here, because another state folder
// of this host has claimed it: that one may have it without a lease.
func (g *Grant) Foreign(number uint64) bool {
	f, form, record := &g.folder, g.r.form, number
	if g.field != "" {
		form, record = formOf(g.scheme, gen.Assignment{Field: g.field, Value: gen.FromUint64(number)}), 0
	}
	r := f.record(form, record, 0)
	var c heldClaim
	defer c.close()
	if err := c.open(f.disk, r.claimPath()); err != nil {
		return true
	}
	return c.File != nil && r.relation(&c.claim) == relOther
}

// leases reports whether the number is that of records of a layout with these values.
func (g *Grant) leases(form *form, number uint64) bool {
	if g.field == "" {
		return true
	}
	for _, value := range strings.Fields(form.values) {
		if text, ok := strings.CutPrefix(value, g.field+"="); ok {
			return text == strconv.FormatUint(number, 10)
		}
	}
	return number == 0
}

// claimed reports whether a number of an unknown layout was this folder's.
func (g *Grant) claimed(key string, n uint64) bool {
	f := &g.folder
	var c heldClaim
	defer c.close()
	err := c.open(f.disk, within(f.Claims, key+"-"+strconv.FormatUint(n, 10)))
	return err != nil || c.File != nil && c.folder == f.State
}

// mark returns how far the record got, as it is under its lock.
func (r *Record) mark(ctx context.Context) (gen.Mark, error) {
	s, err := r.begin(ctx, r.folder.patience)
	if err != nil {
		return gen.Mark{}, err
	}
	m := s.entry.mark
	return m, s.release()
}
