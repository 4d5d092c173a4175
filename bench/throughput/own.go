package throughput

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"time"

	"idscope/gen"
)

// DefaultLead is how far ahead of the clock measured generators may run, so that
// the code is timed and not the layout.
const DefaultLead = time.Hour

// Source opens a generator of a scheme as the command gen does, with the clock and the
// ledger that it has there, for a total of IDs; overflow 0 is the scheme's own policy. What close returns
// belongs to the generator alone: its record is gone after that.
type Source func(s *gen.Scheme, overflow gen.Overflow, lead time.Duration, total uint64) (g *gen.Generator,
	close func() error, err error)

// Own returns one of our schemes as a subject, whose generators come from a source. A
// scheme whose sequence may carry into the time does so, with a lead of at most lead. It
// refuses a scheme that generates no more than one ID, or none; if its time has ended, or
// has not begun, the error is a *gen.ClockError.
func Own(s *gen.Scheme, lead time.Duration, from Source) (Subject, error) {
	switch {
	case s.Counter != "":
		return Subject{}, fmt.Errorf("%s is counted in a store, which is what would be measured: %s", s.Name, s.Counter)
	case s.ReadOnly != "":
		return Subject{}, fmt.Errorf("%s is only read, never generated: %s", s.Name, s.ReadOnly)
	case s.Pattern != nil:
		return Subject{Name: s.Name, Hows: []How{NextText}, Open: func(How) (*Maker, error) { return composer(s) }}, nil
	case s.Named():
		return Subject{Name: s.Name, Hows: []How{Next, NextText}, Open: func(How) (*Maker, error) { return names(s) }}, nil
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
	sub.Open = func(how How) (*Maker, error) { return open(s, lead, how, from) }
	m, err := sub.Open(Next)
	if err == nil {
		err = m.close()
	}
	return sub, err
}

// open makes a generator that borrows, or waits, where the scheme has the choice.
func open(s *gen.Scheme, lead time.Duration, how How, from Source) (*Maker, error) {
	overflow := s.Overflow
	switch {
	case overflow == 0:
	case how == Strict:
		overflow = gen.OverflowWait
	default:
		overflow = gen.OverflowBorrow
	}
	total := uint64(0)
	if how == Gen {
		total = math.MaxInt64
	}
	g, done, err := from(s, overflow, lead, total)
	if err != nil {
		return nil, err
	}
	source := gen.Texts(g.Scheme(), g, g.Scheme().Lines())
	if _, err := g.Next(context.Background()); err != nil { // creates the record; a layout that has ended says so here
		return nil, cmp.Or(err, done())
	}
	return &Maker{
		Close: done,
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
				return loopNextText(ctx, source, n)
			case FillText:
				return loopFillText(ctx, g, n)
			case Gen:
				return gen.NewLoop(ctx, source, uint64(n)).Run(func([]byte) error { return nil })
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

func loopNextText(ctx context.Context, from gen.IDSource, n int) (err error) {
	buf := make([]byte, 0, 256)
	for range n {
		if buf, err = from.Next(ctx, buf[:0]); err != nil {
			return err
		}
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
