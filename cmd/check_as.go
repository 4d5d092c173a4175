package cmd

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/inspect"
	"idscope/inspect/check"
)

// reading decides how lines are read: as one scheme, or by shape, and those of no
// common shape by detection.
func (o *checkOptions) reading(opts *check.Options, now time.Time) error {
	as, err := o.as.Schemes(o.App)
	switch {
	case err != nil:
		return err
	case len(as) == 1 && as[0].Affix == nil:
		opts.As = as[0]
		return nil
	case len(as) > 0 && (as[0].Affix != nil || as[0].Pattern != nil):
		// Texts around bits, or a family of texts: the one that reads a line counts.
		in, err := inspect.New(inspect.Options{Now: now, As: as})
		if err != nil {
			return cli.Usage("%w", err)
		}
		opts.Classify = classifier(in, as)
		return nil
	case len(as) > 1: // a family: one spelling, whatever the bits
		opts.As = &gen.Scheme{Name: o.as.Name,
			Encoding: gen.Encoding{Text: as[0].Text},
			Bits:     gen.Bits{Layout: gen.Layout{{Name: "bits", Source: gen.Data, Bits: as[0].Layout.Size()}}},
		}
		return nil
	}
	known, err := o.KnownSchemes()
	if err != nil {
		return err
	}
	in, err := inspect.New(inspect.Options{Now: now, Schemes: known})
	if err != nil {
		return cli.Usage("%w", err)
	}
	opts.Classify = classifier(in, nil)
	return nil
}

// classifier reads lines by detection: the best reading counts.
func classifier(in *inspect.Inspector, as []*gen.Scheme) check.Classifier {
	pool := sync.Pool{New: func() any { return new(inspect.Result) }}
	return func(line []byte) (check.Class, error) {
		r := pool.Get().(*inspect.Result)
		defer pool.Put(r)
		in.DetectInto(r, string(line))
		if !r.OK() {
			return check.Class{}, errors.New(strings.TrimPrefix(r.Err.Message, fmt.Sprintf("%q", r.Cleaned)+" "))
		}
		best := &r.Readings[0]
		class := check.Class{Kind: best.Scheme.Name, Bits: best.Bits(), ID: best.ID, Text: best.Scheme.Text,
			Possible: best.Confidence == inspect.Possible && len(as) == 0}
		if best.Scheme.Pattern != nil {
			class.Bits = gen.MaxBits
			class.ID, class.Write = best.Key()
		}
		if best.Timed {
			class.Time = best.Time
		}
		class.Worker, class.HasWorker = best.Worker()
		return class, nil
	}
}
