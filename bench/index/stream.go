package index

import (
	"context"
	"fmt"
	"io"
	"time"

	"idscope/gen"
)

// Stream makes the ids of one scheme as they would come over time: a
// clock that is only thought goes on by 1/rate for each of them, and makers take
// turns. So neither the speed of the engine nor of this machine decides how many
// share a millisecond, and nobody's record of numbers is touched.
type Stream struct {
	clock  *pacer
	makers []maker
	next   int
}

// maker is a generator of one process.
type maker interface {
	Next(context.Context) (gen.ID, error)
}

// composer makes ids that are text; the bytes of the text are the bits.
type composer struct {
	*gen.Composer
	text []byte
}

func (c *composer) Next(context.Context) (id gen.ID, err error) {
	c.text, err = c.Append(c.text[:0])
	return gen.FromBytes(c.text), err
}

// Source says how the ids of a [Stream] are made.
type Source struct {
	Start  time.Time // of the first one
	Rate   float64   // ids per second of all makers together, above 0
	Nodes  int       // makers that take turns, 1 or more; they have worker 0, 1, ... where the scheme has a number
	Random io.Reader // nil is that of package gen
}

// NewStream refuses a scheme that cannot be made in numbers, more nodes than it
// has workers, and with the cause *gen.ClockError a start that its layout cannot hold.
func NewStream(s *gen.Scheme, src Source) (*Stream, error) {
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
	if s.Overflow == gen.OverflowFail {
		patient := *s
		patient.Overflow = gen.OverflowWait // the clock that is only thought goes on at once
		s = &patient
	}
	st := &Stream{clock: &pacer{start: src.Start, gap: float64(time.Second) / src.Rate}}
	for i := range src.Nodes {
		if s.Pattern != nil {
			c, err := gen.NewComposer(s, gen.ComposerOptions{Random: src.Random})
			if err != nil {
				return nil, err
			}
			st.makers = append(st.makers, &composer{Composer: c})
			continue
		}
		o := gen.Options{Clock: st.clock, Random: src.Random}
		if n := uint64(i); numbered {
			o.Worker = &n
		}
		g, err := gen.New(s, o)
		if err != nil {
			return nil, err
		}
		st.makers = append(st.makers, g)
	}
	return st, nil
}

// Fill makes the next ids, each with the time of the clock then. Its errors are
// those of gen.Generator.Next.
func (s *Stream) Fill(ctx context.Context, dst []Row) error {
	for i := range dst {
		id, err := s.makers[s.next%len(s.makers)].Next(ctx)
		if err != nil {
			return err
		}
		dst[i] = Row{id, s.clock.Now().UnixMicro()}
		s.next++
		s.clock.step()
	}
	return nil
}

// pacer is a clock that goes on with each id, and by every wait.
type pacer struct {
	start time.Time
	gap   float64       // nanoseconds from one id to the next
	made  float64       // ids so far
	slept time.Duration // a full sequence made the whole system late by this much
}

var _ gen.Clock = (*pacer)(nil)

func (p *pacer) step() { p.made++ }

func (p *pacer) Now() time.Time {
	const day = float64(24 * time.Hour) // a slow rate goes beyond the 292 years of a Duration
	ahead := p.made * p.gap
	days := int(ahead / day)
	return p.start.AddDate(0, 0, days).Add(time.Duration(ahead-float64(days)*day) + p.slept)
}

func (p *pacer) Sleep(ctx context.Context, d time.Duration) error {
	p.slept += d
	return ctx.Err()
}
