package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"idscope/gen"
)

const (
	// Slices is how many samples a run takes of each scheme, where it has as many
	// batches.
	Slices = 40
	// Newest is how many rows are read back at the end, where there are as many.
	Newest = 10_000

	readBatch = 100
	passes    = 5 // over the newest rows: one alone takes a few milliseconds
)

// filling is the run of one scheme.
type filling struct {
	engine  Engine
	options *Options
	stream  *Stream
	before  int // rows of the schemes before
	total   int // rows of all
	result  Result
	newest  []gen.ID // a ring
	at      int      // where the next goes in newest
	windows windows
}

func (f *filling) run(ctx context.Context, s *gen.Scheme, t Table) error {
	f.result = Result{Scheme: s.Name, Variant: t.Variant, KeyBytes: t.Key.Bytes(), Order: order(s)}
	f.windows = windows{rows: f.options.Rows}
	var err error
	if f.result.Column, err = f.engine.Create(ctx, t); err != nil {
		return err
	}
	err = f.insert(ctx, s.Name)
	if err != nil && f.result.Inserted == 0 {
		return err
	}
	late, cancel := end(ctx)
	defer cancel()
	stats, told := f.engine.Stats(late) // also of a part
	if told == nil {
		f.result.Stats = stats
	}
	if err = errors.Join(err, told); err != nil {
		return err
	}
	if err := f.read(ctx); err != nil {
		return err
	}
	if f.result.Window, err = f.windows.read(ctx, f.engine, f.options.Clock, t.Window()); err != nil {
		return err
	}
	return f.engine.Remove(ctx)
}

// insert adds all rows, and takes a sample at the end of each slice.
func (f *filling) insert(ctx context.Context, name string) error {
	o, r := f.options, &f.result
	f.newest = make([]gen.ID, 0, min(Newest, o.Rows))
	rows := make([]Row, min(o.Batch, o.Rows))
	var took time.Duration
	var last Sample
	for slice := 1; r.Inserted < o.Rows; {
		rows = rows[:min(o.Batch, o.Rows-r.Inserted)]
		if err := f.stream.Fill(ctx, rows); err != nil { // not timed
			return err
		}
		begun := o.Clock.Now()
		if err := f.engine.Insert(ctx, rows); err != nil {
			return err
		}
		took += o.Clock.Now().Sub(begun)
		f.remember(rows)
		f.windows.add(r.Inserted, rows)
		r.Inserted += len(rows)
		r.Seconds = took.Seconds()
		r.PerSec, _ = perSecond(r.Inserted, r.Seconds)
		if r.Inserted >= slice*o.Rows/Slices {
			now := Sample{Rows: r.Inserted, Seconds: r.Seconds}
			now.PerSec, _ = perSecond(now.Rows-last.Rows, now.Seconds-last.Seconds)
			r.Samples = append(r.Samples, now)
			last = now
			for slice*o.Rows/Slices <= r.Inserted && slice <= Slices {
				slice++
			}
		}
		if o.Progress != nil {
			o.Progress(name, f.before+r.Inserted, f.total)
		}
	}
	return nil
}

// remember keeps the newest keys.
func (f *filling) remember(rows []Row) {
	for _, r := range rows {
		if len(f.newest) < cap(f.newest) {
			f.newest = append(f.newest, r.ID)
			continue
		}
		f.newest[f.at] = r.ID
		f.at = (f.at + 1) % len(f.newest)
	}
}

// read fetches the newest rows several times, newest first.
func (f *filling) read(ctx context.Context) error {
	newest := make([]gen.ID, 0, len(f.newest))
	for i := range f.newest {
		newest = append(newest, f.newest[(f.at+len(f.newest)-1-i)%len(f.newest)])
	}
	var list []reading
	for part := range slices.Chunk(newest, readBatch) {
		list = append(list, reading{len(part), func() (int, error) { return f.engine.Read(ctx, part) }})
	}
	reads, err := timed(f.options.Clock, passes, 0, f.result.Scheme, list)
	f.result.Newest = &reads
	return err
}

// reading is a call that is timed, and the rows that it finds at least.
type reading struct {
	rows int
	read func() (found int, err error)
}

// timed makes several passes over readings of something, and returns the median of their rates. A
// pass that takes longer than most, where that is not 0, ends at once and is the last.
func timed(c gen.Clock, turns int, most time.Duration, of string, list []reading) (Reads, error) {
	var all []Reads
	for late := false; len(all) < turns && !late; {
		var one Reads
		var took time.Duration
		for _, x := range list {
			begun := c.Now()
			found, err := x.read()
			if err != nil {
				return Reads{}, err
			}
			took += c.Now().Sub(begun)
			if found < x.rows {
				return Reads{}, fmt.Errorf("%d of %d rows of %s were found again; the database lost the others", found,
					x.rows, of)
			}
			one.Rows += found
			if late = most > 0 && took > most; late {
				break
			}
		}
		one.Seconds = took.Seconds()
		one.PerSec, _ = perSecond(one.Rows, one.Seconds)
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b Reads) int { return cmp.Compare(a.PerSec, b.PerSec) })
	return all[len(all)/2], nil
}

// order is what a scheme promises of the ids of one maker.
func order(s *gen.Scheme) string {
	switch {
	case s.Ordered():
		return "increasing"
	case KeyOf(s, "").Appended:
		return "by time"
	}
	return "none"
}
