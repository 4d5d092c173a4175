package index

import (
	"context"
	"errors"
	"fmt"
	"io"
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

const afterwards = 30 * time.Second // to drop what was made, when the context has ended

// end is a context for what is done at the end: it ends some time after ctx, and has no end
// where ctx has none, for a large table takes long to be looked at and to be dropped.
func end(ctx context.Context) (context.Context, context.CancelFunc) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(afterwards, cancel) })
	return late, func() { stop(); cancel() }
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
	list, err := o.plan(e, schemes)
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
	for r.Complete < o.Repeats && err == nil {
		for turn := range list {
			i := (r.Complete + turn) % len(list)
			one := &filling{engine: e, options: &o, before: (r.Complete*len(list) + turn) * o.Rows,
				total: o.Repeats * len(list) * o.Rows}
			if one.stream, err = o.stream(list[i].scheme); err == nil {
				err = one.run(ctx, list[i].scheme, list[i].table)
			}
			if one.result.Partial = err != nil; err == nil || one.result.Inserted > 0 && len(runs[i]) == 0 {
				runs[i] = append(runs[i], one.result)
			}
			if err != nil {
				break
			}
		}
		if err == nil {
			r.Complete++
		}
	}
	r.Partial = err != nil
	for _, list := range runs {
		switch {
		case len(list) == 0:
		case list[0].Partial:
			r.Results = append(r.Results, list[0])
		default:
			r.Results = append(r.Results, inTheMiddle(list))
		}
	}
	return r, err
}

// plan says which tables are filled, with how many rows.
func (o *Options) plan(e Engine, schemes []*gen.Scheme) ([]subject, error) {
	variants, err := o.variants(e)
	if err != nil {
		return nil, err
	}
	o.Setting.Variants = variants
	list := subjects(schemes, variants, o.Payload)
	if o.Beyond {
		tables := make([]Table, len(list))
		for i := range list {
			tables[i] = list[i].table
		}
		o.Rows, err = beyond(e.About(), e.About().Kinds[0], tables, o.Batch)
	}
	return list, err
}

// Check refuses what [NewStream] does, without an engine.
func (o *Options) Check(schemes []*gen.Scheme) error {
	for _, s := range schemes {
		if _, err := o.stream(s); err != nil {
			return err
		}
	}
	return nil
}

func (o *Options) stream(s *gen.Scheme) (*Stream, error) {
	src := Source{Start: o.Start, Rate: o.Rate, Nodes: o.Nodes}
	if o.Random != nil {
		src.Random = o.Random()
	}
	return NewStream(s, src)
}
