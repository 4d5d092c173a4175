package collide

import (
	"time"

	"idscope/gen"
	"idscope/gen/sequence"
)

// maker is a process that makes numbers.
type maker interface {
	// try takes up to n numbers at a reading of the clock, in ticks, as take does
	// while the clock reads that. It never waits: it is false where it would have to,
	// is refused, or leaves all to take.
	try(tick, n uint64, r *sequence.Run) bool
	// take makes up to n numbers at the clock's present, and passes true time
	// where it waits. A refusal is errThrown or errKilled.
	take(n uint64) (sequence.Run, error)
	// lowest is the lowest tick that the process, or a successor, can still use.
	lowest() uint64
}

var (
	_ maker = (*ours)(nil)
	_ maker = (*foreign)(nil)
)

// record is what processes of the core share, in memory.
type record struct{ mark sequence.Mark }

// seal makes r a record whose predecessor is lost, as package worker does: past
// all that it can have made.
func (r *record) seal(s *gen.Scheme, line *timeline, reading int64) {
	now := line.tick(reading)
	tick := now + line.ticks(s.Lead())
	r.mark = sequence.Mark{Point: sequence.Point{Used: true, Tick: tick + 1, Step: 1, Seen: now}}
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
		p.Tick, p.Value, p.Base = p.Seen, sequence.Wide{}, sequence.Wide{}
	}
}

// ours is a process of the core: what package gen does, on the clock of a node.
type ours struct {
	process
	scheme *gen.Scheme
	clock  *clock
	line   timeline
	slack  uint64 // how far back a waiter may use ticks that it slept through
}

// newOurs starts a process of the core; ledger is nil where the scheme keeps none.
func newOurs(s *gen.Scheme, c *clock, line timeline, worker *uint64, ledger *record, random *randomBits) (*ours,
	error) {
	p, err := newProcess(s, worker, ledger, random)
	if err != nil {
		return nil, err
	}
	return &ours{*p, s, c, line, line.ticks(10*time.Millisecond) + 1}, nil
}

func (o *ours) try(tick, n uint64, r *sequence.Run) bool {
	return o.timed && o.seq.Reserve(o.mark, tick, n, noCeiling, r).Reason == nil
}

func (o *ours) take(n uint64) (r sequence.Run, err error) {
	patience := o.Patience
	for {
		stop := o.reserve(o.now(), n, &r)
		if stop.Reason == nil {
			return r, nil
		}
		reading := o.clock.reading()
		d, ok := patience.Next(stop.Reason, time.Duration(o.line.reading(stop.Until)-reading), time.Unix(0, reading))
		if stop.Decision == sequence.Refuse || !ok {
			return r, errThrown
		}
		if stop.Reason == sequence.ErrUsedUp {
			d += o.line.span(o.seq.Ahead(n))
		}
		if err := o.clock.sleep(o.clock.now + int64(d)); err != nil {
			return r, err
		}
	}
}

// now is the tick that the clock reads; 0 where there is no time.
func (o *ours) now() uint64 {
	if !o.timed {
		return 0
	}
	return o.line.tick(o.clock.reading())
}

func (o *ours) lowest() uint64 {
	low := o.line.tick(o.clock.lowest())
	return low - min(low, o.slack)
}
