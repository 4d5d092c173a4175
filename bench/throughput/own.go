package throughput

import (
	"cmp"
	"context"
	"crypto/sha1"
	"fmt"
	"math"
	"runtime"
	"strconv"
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
// has not begun, the cause of the error is a *gen.ClockError.
func Own(s *gen.Scheme, lead time.Duration, from Source) (Subject, error) {
	switch {
	case s.Counter != "":
		return Subject{}, fmt.Errorf("%s is counted in a store, which is what would be measured: %s", s.Name, s.Counter)
	case s.ReadOnly != "":
		return Subject{}, fmt.Errorf("%s is only read, never generated: %s", s.Name, s.ReadOnly)
	case s.Pattern != nil:
		return Subject{Name: s.Name, Hows: []How{NextText}, Open: func(How) (*Maker, error) { return composed(s) }}, nil
	case s.Named():
		return Subject{Name: s.Name, Hows: []How{Next, NextText}, Open: func(How) (*Maker, error) { return named(s) }},
			nil
	case !s.Varies():
		return Subject{}, fmt.Errorf("%s is always the same id; use a scheme that generates many", s.Name)
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
	if _, err := g.Next(context.Background()); err != nil { // creates the record; a layout that has ended says so here
		return nil, cmp.Or(err, done())
	}
	m := maker(g.Scheme(), g, gen.Texts(g.Scheme(), g, g.Scheme().Lines()))
	m.Close, m.Ahead = done, g.Lead
	return m, nil
}

// named generates the ids of the names 0, 1, 2 ... in a namespace of zeros.
func named(s *gen.Scheme) (*Maker, error) {
	namer, err := gen.NewNamer(s)
	if err != nil {
		return nil, err
	}
	var name []byte
	used := uint64(0)
	ids := namer.Of([16]byte{}, func() ([]byte, error) {
		name = strconv.AppendUint(name[:0], used, 10)
		used++
		return name, nil
	})
	return maker(s, ids, gen.Texts(s, ids, s.Lines())), nil
}

// composed generates ids that are texts and no bits. Duplicates are found by their SHA-1.
func composed(s *gen.Scheme) (*Maker, error) {
	c, err := gen.NewComposer(s, gen.ComposerOptions{})
	return &Maker{
		Loop: func(ctx context.Context, _ How, n int) error { return loopNextText(ctx, c, n) },
		Take: func(_ context.Context, dst []gen.ID, _ bool) error {
			for i := range dst {
				text, err := c.Append(nil)
				if err != nil {
					return err
				}
				sum := sha1.Sum(text)
				dst[i] = gen.FromBytes(sum[:])
			}
			return nil
		},
	}, err
}

// maker times ids, and how they are written.
func maker(s *gen.Scheme, ids gen.IDs, written gen.IDSource) *Maker {
	return &Maker{
		Take: func(ctx context.Context, dst []gen.ID, bulk bool) (err error) {
			if bulk {
				_, err = ids.Fill(ctx, dst)
				return err
			}
			for i := range dst {
				if _, err = ids.Fill(ctx, dst[i:i+1]); err != nil {
					return err
				}
			}
			return nil
		},
		Loop: func(ctx context.Context, how How, n int) error {
			switch how {
			case Next:
				return loopNext(ctx, ids, n)
			case NextText:
				return loopNextText(ctx, written, n)
			case FillText:
				return loopFill(ctx, ids, n, s)
			case Gen:
				return gen.NewLoop(ctx, written, uint64(n)).Run(func([]byte) error { return nil })
			}
			return loopFill(ctx, ids, n, nil)
		},
	}
}

func loopNext(ctx context.Context, from gen.IDs, n int) error {
	var one [1]gen.ID
	for range n {
		if _, err := from.Fill(ctx, one[:]); err != nil {
			return err
		}
	}
	return nil
}

func loopNextText(ctx context.Context, from gen.IDSource, n int) (err error) {
	buf := make([]byte, 0, 256)
	for range n {
		if buf, err = gen.AppendNext(ctx, from, buf[:0]); err != nil {
			return err
		}
	}
	runtime.KeepAlive(buf)
	return nil
}

// loopFill also writes each id into a buffer, where written is not nil.
func loopFill(ctx context.Context, from gen.IDs, n int, written *gen.Scheme) error {
	ids, buf := make([]gen.ID, Block), make([]byte, 0, 256)
	for n > 0 {
		got, err := from.Fill(ctx, ids[:min(n, Block)])
		if err != nil {
			return err
		}
		for i := 0; i < got && written != nil; i++ {
			buf = written.Append(buf[:0], ids[i])
		}
		n -= got
	}
	runtime.KeepAlive(buf)
	return nil
}
