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
	runs := make([][]Result, len(schemes))
	for r.Complete < o.Repeats && err == nil {
		var streams []*Stream
		if streams, err = o.streams(schemes); err != nil {
			break
		}
		for turn := range schemes {
			i := (r.Complete + turn) % len(schemes)
			one := &filling{engine: e, options: &o, stream: streams[i],
				before: (r.Complete*len(schemes) + turn) * o.Rows, total: o.Repeats * len(schemes) * o.Rows}
			err = one.run(ctx, schemes[i])
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
