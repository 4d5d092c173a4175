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
	Random   func() io.Reader                     // of each scheme; nil is gen.SystemRandom
	Clock    gen.Clock                            // measures; nil is gen.SystemClock
	Progress func(scheme string, done, total int) // rows of all schemes together; nil is none
}

const afterwards = 30 * time.Second // to drop what was made, when the context has ended

// Run fills the engine with the identifiers of one scheme after the other, each in
// a table of its own that is dropped before the next, and at the end everything
// that it made, also when ctx ends or the engine fails. With an error the report
// holds what there was so far, and says that it is partial; it is nil where nothing
// was begun. Errors are those of the engine and of the generators, ctx's own, and
// such that wrap [ErrExists] and [ErrLeft]. Run does not close the engine.
func Run(ctx context.Context, e Engine, schemes []*gen.Scheme, o Options) (r *Report, err error) {
	if o.Clock == nil {
		o.Clock = gen.SystemClock()
	}
	streams, err := o.streams(schemes) // all are refused before anything is made
	if err != nil {
		return nil, err
	}
	if err := e.Claim(ctx); err != nil {
		return nil, err
	}
	r = &Report{Setting: o.Setting}
	defer func() {
		r.About = e.About() // now with all its notes
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), afterwards)
		defer cancel()
		if left := e.Release(late); left != nil {
			err = errors.Join(err, fmt.Errorf("%w: %w", ErrLeft, left))
		}
	}()
	for i, s := range schemes {
		one := &filling{engine: e, options: &o, stream: streams[i], before: i * o.Rows, total: len(schemes) * o.Rows}
		err := one.run(ctx, s)
		if one.result.Partial = err != nil; err != nil {
			r.Partial = true
			if one.result.Inserted > 0 {
				r.Results = append(r.Results, one.result)
			}
			return r, err
		}
		r.Results = append(r.Results, one.result)
	}
	return r, nil
}

// Check refuses what [NewStream] does, without an engine.
func (o *Options) Check(schemes []*gen.Scheme) error {
	_, err := o.streams(schemes)
	return err
}

func (o *Options) streams(schemes []*gen.Scheme) ([]*Stream, error) {
	list := make([]*Stream, len(schemes))
	for i, s := range schemes {
		src := Source{Start: o.Start, Rate: o.Rate, Nodes: o.Nodes}
		if o.Random != nil {
			src.Random = o.Random()
		}
		var err error
		if list[i], err = NewStream(s, src); err != nil {
			return nil, err
		}
	}
	return list, nil
}
