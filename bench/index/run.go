package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"idscope/gen"
)

// Options are those of [Run]. Rows, Batch, Rate and Nodes are 1 or more.
type Options struct {
	Setting
	Random   func() io.Reader                     // of each scheme; nil is that of package gen
	Clock    gen.Clock                            // measures
	Progress func(scheme string, done, total int) // rows of all schemes together; nil is none
}

// Check refuses what [NewStream] does, without an engine.
func (o *Options) Check(schemes []*gen.Scheme) error {
	for _, s := range schemes {
		if _, err := NewStream(s, o); err != nil {
			return err
		}
	}
	return nil
}

// Run fills the engine with the ids of one scheme after the other, each in
// a table of its own that is dropped before the next, and at the end everything
// that it made, also when ctx ends or the engine fails. It does so as often as the
// options say, beginning with another scheme each time, so that what else the machine
// does meets all of them. With an error the report holds what there was so far, and says
// that it is partial; it is nil where nothing was begun. Errors are those of the engine
// and of the generators, ctx's own, and such that wrap [ErrExists] and [ErrLeft]. Run does
// not close the engine.
func Run(ctx context.Context, e Engine, schemes []*gen.Scheme, o Options) (r *Report, err error) {
	o.Repeats = max(1, o.Repeats)
	if err := o.Check(schemes); err != nil { // all are refused before anything is made
		return nil, err
	}
	list, err := o.plan(e.About(), schemes)
	if err != nil {
		return nil, err
	}
	if err := e.Claim(ctx); err != nil {
		return nil, err
	}
	r = &Report{Setting: o.Setting}
	defer func() {
		r.About = e.About() // now with all its notes
		late, cancel := end(ctx)
		defer cancel()
		if left := e.Release(late); left != nil {
			err = errors.Join(err, fmt.Errorf("%w: %w", ErrLeft, left))
		}
	}()
	runs := make([][]Result, len(list))
	for n := 0; n < o.Repeats*len(list) && err == nil; n++ {
		i := (n + n/len(list)) % len(list)
		f := &filling{engine: e, options: &o, before: n * o.Rows, total: o.Repeats * len(list) * o.Rows}
		if err = f.run(ctx, list[i]); err == nil {
			r.Complete = (n + 1) / len(list)
		}
		if err == nil || f.result.Inserted > 0 && len(runs[i]) == 0 {
			runs[i] = append(runs[i], f.result)
		}
	}
	r.Partial = err != nil
	for _, list := range runs {
		if len(list) > 0 {
			r.Results = append(r.Results, new(inTheMiddle(list)))
		}
	}
	return r, err
}

const afterwards = 30 * time.Second // to drop what was made, when the context has ended

// end is a context for what is done at the end: it ends some time after ctx, and has no end
// where ctx has none, for a large table takes long to be looked at and to be dropped.
func end(ctx context.Context) (context.Context, context.CancelFunc) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(afterwards, cancel) })
	return late, func() { stop(); cancel() }
}

// subject is a scheme in a kind of table.
type subject struct {
	scheme *gen.Scheme
	table  Table
}

// plan says which tables of an engine are filled, and sets their kinds and the number of rows
// where they are not set.
func (o *Options) plan(engine About, schemes []*gen.Scheme) (list []subject, err error) {
	if len(o.Variants) == 0 {
		o.Variants = engine.Kinds[:1]
	}
	for _, v := range o.Variants {
		if !slices.Contains(engine.Kinds, v) {
			return nil, fmt.Errorf("%w: %s has no tables of the kind %s; use some of %s", ErrVariant, engine.Engine, v,
				strings.ReplaceAll(strings.Trim(fmt.Sprint(engine.Kinds), "[]"), " ", ", "))
		}
	}
	least := int64(math.MaxInt64)
	for _, s := range schemes {
		for _, v := range o.Variants {
			t := Table{KeyOf(s, v), o.Payload, v}
			list, least = append(list, subject{s, t}), min(least, t.least(engine.Kinds[0]))
		}
	}
	if o.Beyond {
		o.Rows, err = engine.beyond(least, int64(o.Batch))
	}
	return list, err
}

const (
	beyondTimes = 2             // how many times the cache an index is at least, where it must not fit
	beyondMost  = 1_000_000_000 // rows that are chosen at most
)

// ErrCache says that no number of rows can be chosen: the engine has no cache of its own,
// or one that is too large.
var ErrCache = errors.New("the index cannot grow larger than the memory for it")

// beyond is how many rows of at least so many bytes make an index beyondTimes the cache.
func (a *About) beyond(least, batch int64) (int, error) {
	if a.Cache == nil {
		return 0, fmt.Errorf("%w: %s has no cache of its own; use SQLite or a server", ErrCache, a.Engine)
	}
	rows := (beyondTimes*a.Cache.Bytes + least - 1) / least
	rows = (rows + batch - 1) / batch * batch
	if rows > beyondMost {
		return 0, fmt.Errorf("%w: %s is %d bytes, for which %d rows are needed; use a smaller one", ErrCache,
			a.Cache.Name, a.Cache.Bytes, rows)
	}
	return int(rows), nil
}

const (
	// Slices is how many samples a run takes of each scheme, where it has as many
	// batches.
	Slices = 40
	// Newest is how many rows are read back at the end, where there are as many.
	Newest = 10_000

	readBatch = 100
	passes    = 5 // over the newest rows: one alone takes a few milliseconds

	windowCount = 10   // windows of time that are read, spread over the table
	windowRows  = 1000 // rows of each, where there are as many
	windowTime  = 2 * time.Second
	windowTurns = 3 // passes over the windows
)

// filling is the run of one scheme.
type filling struct {
	engine  Engine
	options *Options
	before  int // rows of the schemes before
	total   int // rows of all
	result  Result
	newest  []gen.ID
	windows [windowCount]window
}

// window is a stretch of rows that were inserted one after the other: its lowest and its highest
// id and time. It is what a reader of "last Tuesday from 10 to 11" asks for.
type window struct {
	from, to Row
	rows     int
}

// run fills a table, and measures it. What fails leaves a result that is partial.
func (f *filling) run(ctx context.Context, of subject) (err error) {
	s, t := of.scheme, of.table
	f.result = Result{Scheme: s.Name, Variant: t.Variant, KeyBytes: t.Key.Bytes(), Order: order(s), Samples: []Sample{},
		Partial: true}
	stream, err := NewStream(s, f.options)
	if err != nil {
		return err
	}
	if f.result.Column, err = f.engine.Create(ctx, t); err != nil {
		return err
	}
	err = f.insert(ctx, stream)
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
	if err := f.readWindows(ctx, t.Window()); err != nil {
		return err
	}
	err = f.engine.Remove(ctx)
	f.result.Partial = err != nil
	return err
}

// insert adds all rows, and takes a sample at the end of each slice.
func (f *filling) insert(ctx context.Context, stream *Stream) error {
	o, r := f.options, &f.result
	rows := make([]Row, min(o.Batch, o.Rows))
	var took time.Duration
	for r.Inserted < o.Rows {
		rows = rows[:min(len(rows), o.Rows-r.Inserted)]
		if err := stream.Fill(ctx, rows); err != nil { // not timed
			return err
		}
		begun := o.Clock.Now()
		if err := f.engine.Insert(ctx, rows); err != nil {
			return err
		}
		took += o.Clock.Now().Sub(begun)
		f.remember(rows)
		r.Inserted += len(rows)
		r.Seconds = took.Seconds()
		r.PerSec = perSecond(r.Inserted, r.Seconds)
		r.sample(o.Rows)
		if o.Progress != nil {
			o.Progress(r.Scheme, f.before+r.Inserted, f.total)
		}
	}
	return nil
}

// sample adds the slice of the inserts that has ended, if one has, of a table of so many rows.
func (r *Result) sample(rows int) {
	ended := func(at int) int { return ((at+1)*Slices - 1) / rows } // with the batch that goes beyond its end
	var last Sample
	if n := len(r.Samples); n > 0 {
		last = r.Samples[n-1]
	}
	if ended(r.Inserted) > ended(last.Rows) {
		rate := perSecond(r.Inserted-last.Rows, r.Seconds-last.Seconds)
		r.Samples = append(r.Samples, Sample{r.Inserted, r.Seconds, rate})
	}
}

// remember keeps the newest keys, and the windows, which are spread evenly over the table.
func (f *filling) remember(rows []Row) {
	all := f.options.Rows
	size := max(1, min(windowRows, all/windowCount))
	for i, r := range rows {
		f.newest = append(f.newest, r.ID)
		at := f.result.Inserted + i
		n := at * windowCount / all
		if first := (n*all + windowCount - 1) / windowCount; at-first < size {
			f.windows[n].add(r)
		}
	}
	f.newest = f.newest[max(0, len(f.newest)-Newest):]
}

func (w *window) add(r Row) {
	if w.rows++; w.rows == 1 {
		w.from, w.to = r, r
	}
	if r.ID.Cmp(w.from.ID) < 0 {
		w.from.ID = r.ID
	}
	if r.ID.Cmp(w.to.ID) > 0 {
		w.to.ID = r.ID
	}
	w.from.Created, w.to.Created = min(w.from.Created, r.Created), max(w.to.Created, r.Created)
}

// read fetches the newest rows several times, newest first.
func (f *filling) read(ctx context.Context) error {
	slices.Reverse(f.newest)
	var list []reading
	for part := range slices.Chunk(f.newest, readBatch) {
		list = append(list, reading{len(part), func() (int, error) { return f.engine.Read(ctx, part) }})
	}
	reads, err := timed(f.options.Clock, passes, 0, f.result.Scheme, list)
	if err == nil {
		f.result.Newest = &reads
	}
	return err
}

// readWindows fetches all windows several times. Those of another node in the same tick may lie
// between their rows.
func (f *filling) readWindows(ctx context.Context, by string) error {
	var list []reading
	for _, w := range f.windows {
		if w.rows > 0 {
			list = append(list, reading{w.rows, func() (int, error) { return f.engine.Range(ctx, w.from, w.to) }})
		}
	}
	reads, err := timed(f.options.Clock, windowTurns, windowTime, "a window of time", list)
	if err == nil {
		f.result.Window = &Window{reads, by}
	}
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
		one.PerSec = perSecond(one.Rows, one.Seconds)
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b Reads) int { return cmp.Compare(a.PerSec, b.PerSec) })
	return all[len(all)/2], nil
}

// perSecond is a rate; 0 where the clock did not move.
func perSecond(rows int, seconds float64) float64 {
	if seconds <= 0 {
		return 0
	}
	return float64(rows) / seconds
}
