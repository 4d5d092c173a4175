package throughput

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"idscope/gen"
)

// DefaultLead is how far ahead of the clock measured generators may run, so that
// the code is timed and not the layout.
const DefaultLead = time.Hour

// Own returns one of our schemes as a subject, with a generator that keeps no
// record and touches no files. A scheme whose sequence may carry into the time
// does so, at most lead ahead. It refuses a scheme that makes no more than one
// id, or none; of one whose time has ended, or not begun, the error is a *gen.ClockError.
func Own(s *gen.Scheme, lead time.Duration) (Subject, error) {
	switch {
	case s.Counter != "":
		return Subject{}, fmt.Errorf("%s is counted in a store, which is what would be measured: %s", s.Name, s.Counter)
	case s.ReadOnly != "":
		return Subject{}, fmt.Errorf("%s is only read, never generated: %s", s.Name, s.ReadOnly)
	case s.Pattern != nil:
		return Subject{Name: s.Name, Hows: []How{NextText}, Open: func(bool) (*Maker, error) { return composer(s) }}, nil
	case s.Named():
		return Subject{Name: s.Name, Hows: []How{Next, NextText}, Open: func(bool) (*Maker, error) { return names(s) }}, nil
	case !s.Varies():
		return Subject{}, fmt.Errorf("%s is always the same id; want a scheme that generates many", s.Name)
	}
	sub := Subject{Name: s.Name, Hows: []How{Next, NextText, Fill, FillText, Gen}}
	if s.Timed() {
		sub.Tick = s.Tick
	}
	if n, ok := s.PerSecond(); ok {
		sub.Ceiling, _ = n.Float64()
		sub.Lead = lead
		sub.Hows = append(sub.Hows, Strict)
	}
	sub.Open = func(strict bool) (*Maker, error) { return open(s, lead, strict) }
	m, err := sub.Open(false)
	if err == nil {
		err = m.Take(context.Background(), make([]gen.ID, 1), false) // a layout that has ended says so here
	}
	return sub, err
}

// open makes a generator that borrows, or waits, where the scheme has the choice.
func open(s *gen.Scheme, lead time.Duration, strict bool) (*Maker, error) {
	o := gen.Options{MaxLead: &lead}
	if s.Overflow != 0 {
		o.Overflow = gen.OverflowBorrow
		if strict {
			o.Overflow = gen.OverflowWait
		}
	}
	g, err := gen.New(s, o)
	if err != nil {
		return nil, err
	}
	again := func() (*gen.Generator, error) { return gen.New(s, o) }
	return &Maker{
		Ahead: g.Lead,
		Take: func(ctx context.Context, dst []gen.ID, bulk bool) (err error) {
			if bulk {
				_, err = g.Fill(ctx, dst)
				return err
			}
			for i := range dst {
				if dst[i], err = g.Next(ctx); err != nil {
					return err
				}
			}
			return nil
		},
		Loop: func(ctx context.Context, how How, n int) error {
			switch how {
			case Next:
				return loopNext(ctx, g, n)
			case NextText:
				return loopNextText(ctx, g, n)
			case FillText:
				return loopFillText(ctx, g, n)
			case Gen:
				return loopGen(ctx, g, again, n)
			}
			return loopFill(ctx, g, n)
		},
	}, nil
}

func loopNext(ctx context.Context, g *gen.Generator, n int) error {
	for range n {
		if _, err := g.Next(ctx); err != nil {
			return err
		}
	}
	return nil
}

func loopNextText(ctx context.Context, g *gen.Generator, n int) error {
	s := g.Scheme()
	buf := make([]byte, 0, 256)
	for range n {
		id, err := g.Next(ctx)
		if err != nil {
			return err
		}
		buf = s.Append(buf[:0], id)
	}
	runtime.KeepAlive(buf)
	return nil
}

func loopFill(ctx context.Context, g *gen.Generator, n int) error {
	ids := make([]gen.ID, Block)
	for ; n > 0; n -= Block {
		if _, err := g.Fill(ctx, ids[:min(n, Block)]); err != nil {
			return err
		}
	}
	return nil
}

func loopFillText(ctx context.Context, g *gen.Generator, n int) error {
	s := g.Scheme()
	ids := make([]gen.ID, Block)
	buf := make([]byte, 0, 256)
	for ; n > 0; n -= Block {
		got, err := g.Fill(ctx, ids[:min(n, Block)])
		if err != nil {
			return err
		}
		for _, id := range ids[:got] {
			buf = s.Append(buf[:0], id)
		}
	}
	runtime.KeepAlive(buf)
	return nil
}
