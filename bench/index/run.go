package index

import (
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
	Clock    gen.Clock                            // measures; nil is gen.SystemClock
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
	if o.Clock == nil {
		o.Clock = gen.SystemClock()
	}
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
			r.Results = append(r.Results, inTheMiddle(list))
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
