package index

import (
	"context"
	"fmt"
	"io"
	"time"

	"idscope/gen"
)

// Stream makes the ids of one scheme as they would come over time: its simulated
// clock goes on by 1/rate for each of them, and nodes take turns. So neither the speed
// of the engine nor of this machine decides how many share a millisecond, and no
// saved state is touched. It is the clock of its nodes.
type Stream struct {
	start time.Time
	gap   float64       // nanoseconds from one id to the next
	made  int           // ids so far
	slept time.Duration // a full sequence made the whole system late by this much
	nodes []func(context.Context) (gen.ID, error)
}

var _ gen.Clock = (*Stream)(nil)

// NewStream refuses a scheme that cannot be made in numbers, more nodes than it
// has workers, and with the cause *gen.ClockError a start that its layout cannot hold. Of the
// options it takes Start, Rate, Nodes and Random; nodes have worker 0, 1, ... where the scheme
// has a number.
func NewStream(s *gen.Scheme, src *Options) (*Stream, error) {
	switch {
	case s.Named():
		return nil, fmt.Errorf("%s is generated from names; use a scheme that generates ids by itself", s.Name)
	case s.Counter != "":
		return nil, fmt.Errorf("%s is counted in a store: %s; use another scheme", s.Name, s.Counter)
	case s.ReadOnly != "":
		return nil, fmt.Errorf("%s cannot be generated: %s; use another scheme", s.Name, s.ReadOnly)
	case KeyOf(s, "").Bits == 0:
		return nil, fmt.Errorf("an id of %s has %d characters, too many for a key here; use a scheme of at most %d",
			s.Name, s.Pattern.Made(), gen.MaxBits/8)
	case !s.Varies():
		return nil, fmt.Errorf("%s is always the same; use a scheme with more than one id", s.Name)
	case s.Timed() && src.Start.Before(s.Epoch):
		return nil, gen.NoID(s.Name, gen.ErrBeforeEpoch, gen.ClockError{Now: src.Start, Limit: s.Epoch})
	}
	if end, ok := s.End(); ok && !src.Start.Before(end) {
		return nil, gen.NoID(s.Name, gen.ErrEnded, gen.ClockError{Now: src.Start, Limit: end})
	}
	numbered := s.WorkerBits() > 0 && s.WorkerRule == gen.WorkerNumber
	if most := gen.Mask(s.WorkerBits()).Lo; numbered && uint64(src.Nodes-1) > most {
		return nil, fmt.Errorf("%d nodes are too many for %s; use 1 to %d", src.Nodes, s.Name, most+1)
	}
	if src.Nodes > 1 && s.Recorded() && s.WorkerBits() == 0 {
		return nil, fmt.Errorf("%s has no worker to tell %d nodes apart; use 1", s.Name, src.Nodes)
	}
	st := &Stream{start: src.Start, gap: float64(time.Second) / src.Rate}
	var random io.Reader
	if src.Random != nil {
		random = src.Random()
	}
	for i := range uint64(src.Nodes) {
		o := gen.Options{Clock: st, Random: random}
		if s.Overflow == gen.OverflowFail {
			o.Overflow = gen.OverflowWait // the simulated clock goes on at once
		}
		if numbered {
			o.Worker = &i
		}
		next, err := node(s, o)
		if err != nil {
			return nil, err
		}
		st.nodes = append(st.nodes, next)
	}
	return st, nil
}

// node returns what makes the ids of one node; of those that are text the bytes are the bits.
func node(s *gen.Scheme, o gen.Options) (next func(context.Context) (gen.ID, error), err error) {
	if s.Pattern == nil {
		g, err := gen.New(s, o)
		if err != nil {
			return nil, err
		}
		return g.Next, nil
	}
	c, err := gen.NewComposer(s, gen.ComposerOptions{Random: o.Random})
	var text []byte
	return func(context.Context) (id gen.ID, err error) {
		text, err = c.Append(text[:0])
		return gen.FromBytes(text), err
	}, err
}

// Fill makes the next ids, each with the time of the clock then. Its errors are
// those of gen.Generator.Next.
func (s *Stream) Fill(ctx context.Context, dst []Row) error {
	for i := range dst {
		id, err := s.nodes[s.made%len(s.nodes)](ctx)
		if err != nil {
			return err
		}
		dst[i] = Row{id, s.Now().UnixMicro()}
		s.made++
	}
	return nil
}

// Now is the time of the next id.
func (s *Stream) Now() time.Time {
	const day = float64(24 * time.Hour) // a slow rate goes beyond the 292 years of a Duration
	ahead := float64(s.made) * s.gap
	days := int(ahead / day)
	return s.start.AddDate(0, 0, days).Add(time.Duration(ahead-float64(days)*day) + s.slept)
}

// Sleep moves the clock.
func (s *Stream) Sleep(ctx context.Context, d time.Duration) error {
	s.slept += d
	return ctx.Err()
}
