package collide

import (
	"context"
	"math/rand/v2"
	"time"

	"idscope/gen"
)

// maker is a process that makes numbers.
type maker interface {
	// replay serves asks as long as nothing is waited for: see gen.Generator.Replay.
	replay(asks []gen.Ask, runs []gen.Run) (served int, open uint64, _ []gen.Run, err error)
	// take makes up to n numbers at the clock's present, and passes true time
	// where it waits.
	take(n uint64) (gen.Run, error)
	// lowest is the lowest tick that the process, or a successor, can still use.
	lowest() uint64
}

var (
	_ maker = (*ours)(nil)
	_ maker = (*foreign)(nil)
)

// ours is a process of the core.
type ours struct {
	*gen.Generator
	clock *clock
	line  ticker
	slack uint64 // how far back a waiter may use ticks that it slept through
}

// record is the core's ledger, in memory. It hands out its own mark: the core
// changes it only where it succeeds.
type record struct{ mark gen.Mark }

var _ gen.Ledger = (*record)(nil)

// Update implements gen.Ledger.
func (r *record) Update(_ context.Context, f func(*gen.Mark) error) error { return f(&r.mark) }

// seal makes r a record whose predecessor is lost, as package worker does: past
// all that it can have made.
func (r *record) seal(s *gen.Scheme, line *ticker, reading int64) {
	now := line.tick(reading)
	tick := now + line.ticks(s.Lead())
	r.mark = gen.Mark{Point: gen.Point{Used: true, Tick: tick + 1, Step: 1, Seen: now}}
	if bits := s.Layout.Width(gen.Rollback); bits > 0 {
		r.mark.Counts.Used = 1 << bits
		for i := range r.mark.Counts.Marks {
			r.mark.Counts.Marks[i] = tick
		}
	}
}

// forgetLead makes r a record of the clock alone.
func (r *record) forgetLead() {
	if p := &r.mark.Point; p.Tick > p.Seen {
		p.Tick, p.Value, p.Base = p.Seen, gen.Wide{}, gen.Wide{}
	}
}

// newOurs starts a process of the core; ledger is nil where the scheme keeps none.
func newOurs(s *gen.Scheme, c *clock, line ticker, worker *uint64, ledger *record, rng *rand.Rand) (*ours, error) {
	o := gen.Options{Worker: worker, Clock: wall{c, line.start}, Random: &randomBits{rng.Uint64()}}
	if ledger != nil {
		o.Ledger = ledger
	}
	g, err := gen.New(s, o)
	if err != nil {
		return nil, err
	}
	return &ours{g, c, line, line.ticks(10*time.Millisecond) + 1}, nil
}

func (o *ours) replay(asks []gen.Ask, runs []gen.Run) (int, uint64, []gen.Run, error) {
	return o.Replay(context.Background(), asks, runs)
}

func (o *ours) take(n uint64) (gen.Run, error) { return o.Reserve(context.Background(), n) }

func (o *ours) lowest() uint64 {
	low := o.line.tick(o.clock.lowest())
	return low - min(low, o.slack)
}
