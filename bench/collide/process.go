package collide

import (
	"errors"
	"time"

	"idscope/gen"
	"idscope/gen/sequence"
)

// maker is a process that generates numbers.
type maker interface {
	// take generates up to n numbers at the clock's present, as the run r, and passes true
	// time where it waits. A refusal is errThrown of all, errOne of one number, or errKilled.
	take(n uint64, r *sequence.Run) error
	// lowest is the lowest tick that the process, or a successor, can still use.
	lowest() uint64
}

var (
	errThrown = errors.New("refused by the rules")
	errOne    = errors.New("one number is refused by the rules")
)

var (
	_ maker = (*process)(nil)
	_ maker = (*foreign)(nil)
	_ maker = (*client)(nil)
)

// record is what processes of the core share, in memory.
type record struct{ mark sequence.Mark }

// seal makes r a record whose predecessor is lost, as package worker does: past
// all that it can have generated.
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

// process is a process of the core: what package gen does, on the clock of a node.
type process struct {
	gen.Model
	seq    sequence.Sequencer
	mark   *sequence.Mark // its own, or that of a record
	random *randomBits
	timed  bool
	clock  *clock
	line   timeline
	slack  uint64 // how far back a waiter may use ticks that it slept through
}

// noCeiling: no tick is too high.
const noCeiling = ^uint64(0)

// newProcess starts a process; shared is nil where the scheme keeps no record.
func newProcess(s *gen.Scheme, c *clock, line timeline, worker *uint64, shared *record,
	random *randomBits) (*process, error) {
	g, err := gen.New(s, gen.Options{Worker: worker, Random: random})
	if err != nil {
		return nil, err
	}
	p := &process{Model: g.Model(), random: random, timed: s.Timed(), clock: c, line: line}
	p.slack = line.ticks(10*time.Millisecond) + 1
	if p.Rules.Alone = shared == nil; shared != nil {
		p.mark = &shared.mark
	} else {
		p.mark = new(sequence.Mark)
	}
	p.seq = sequence.New(p.Rules, random)
	return p, nil
}

// restart makes p what it is when it has just started, without a record: it may
// repeat what it generated before, as a second process may.
func (p *process) restart() {
	*p.mark = sequence.Mark{}
	p.seq.Restart()
}

// reserve takes up to n identifiers at a tick.
func (p *process) reserve(tick, n uint64, r *sequence.Run) (stop sequence.Halt) {
	if p.Paced {
		return p.seq.Reserve(p.mark, tick, n, noCeiling, r)
	}
	if tick > p.Rules.Last {
		return sequence.Halt{Decision: sequence.Refuse, Reason: sequence.ErrEnded}
	}
	*r = sequence.Run{Tick: tick, N: n}
	return stop
}

// build generates the identifier that r is at and moves r on.
func (p *process) build(r *sequence.Run) gen.ID {
	id := p.ID(r)
	if p.Fresh != (gen.ID{}) {
		id = id.Or(p.random.fill(p.Fresh))
	}
	if p.Paced {
		_ = p.seq.Follow(r, 1, &p.mark.Point) // fails as the random numbers do: never
	} else {
		r.N--
	}
	return id
}

// draw generates n identifiers of a tick and appends them to dst; fresh generates each
// in a process that has just started. It never waits: where it would have to, it
// returns what it has generated and the reason.
func (p *process) draw(tick, n uint64, fresh bool, dst []gen.ID) ([]gen.ID, error) {
	var r sequence.Run
	for n > 0 {
		take := n
		if fresh && p.Paced {
			p.restart()
			take = 1
		}
		if stop := p.reserve(tick, take, &r); stop.Reason != nil {
			return dst, stop.Reason
		}
		n -= r.N
		for r.N > 0 {
			dst = append(dst, p.build(&r))
		}
	}
	return dst, nil
}

func (p *process) take(n uint64, r *sequence.Run) error {
	stop := p.reserve(p.now(), n, r)
	if stop.Reason == nil {
		return nil
	}
	for patience := p.Patience; stop.Reason != nil; stop = p.reserve(p.now(), n, r) {
		reading := p.clock.reading()
		d, ok := patience.Next(stop.Reason, time.Duration(p.line.reading(stop.Until)-reading), time.Unix(0, reading))
		if stop.Decision == sequence.Refuse || !ok {
			return errThrown
		}
		if stop.Reason == sequence.ErrUsedUp {
			d += p.line.span(p.seq.Ahead(n))
		}
		if err := p.clock.sleep(p.clock.now + int64(d)); err != nil {
			return err
		}
	}
	return nil
}

// now is the tick that the clock reads; 0 where there is no time.
func (p *process) now() uint64 {
	if !p.timed {
		return 0
	}
	return p.line.tick(p.clock.reading())
}

func (p *process) lowest() uint64 {
	low := p.line.tick(p.clock.lowest())
	return low - min(low, p.slack)
}
