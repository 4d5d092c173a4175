package collide

import (
	"idscope/gen"
	"idscope/gen/sequence"
)

// process is a process of the core without a clock: a sequencer, its mark, and its
// random numbers.
type process struct {
	gen.Model
	seq    sequence.Sequencer
	mark   *sequence.Mark // its own, or that of a record
	random *randomBits
	timed  bool
}

// noCeiling: no tick is too high.
const noCeiling = ^uint64(0)

// newProcess starts a process; shared is nil where the scheme keeps no record.
func newProcess(s *gen.Scheme, worker *uint64, shared *record, random *randomBits) (*process, error) {
	g, err := gen.New(s, gen.Options{Worker: worker, Random: random})
	if err != nil {
		return nil, err
	}
	p := &process{Model: g.Model(), random: random, timed: s.Timed()}
	if p.Rules.Alone = shared == nil; shared != nil {
		p.mark = &shared.mark
	} else {
		p.mark = new(sequence.Mark)
	}
	p.seq = sequence.New(p.Rules, random)
	return p, nil
}

// restart makes p what it is when it has just started, without a record: it may
// repeat what it made before, as a second process may.
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

// build makes the identifier that r stands at and moves r on.
func (p *process) build(r *sequence.Run) gen.ID {
	id := p.ID(r)
	if p.Fresh != (gen.ID{}) {
		id = id.Or(p.random.fill(p.Fresh))
	}
	if r.N > 1 && p.Paced {
		_ = p.seq.Follow(r, &p.mark.Point) // fails as the random numbers do: never
	} else {
		r.N--
	}
	return id
}

// draw makes the identifiers of asks in their order and appends them to dst; fresh
// makes each of them in a process that has just started. It never waits: where it
// would have to, it returns what it has made and the reason.
func (p *process) draw(asks []ask, fresh bool, dst []gen.ID) ([]gen.ID, error) {
	var r sequence.Run
	for _, a := range asks {
		for open := a.n; open > 0; {
			take := open
			if fresh && p.Paced {
				p.restart()
				take = 1
			}
			if stop := p.reserve(a.tick, take, &r); stop.Reason != nil {
				return dst, stop.Reason
			}
			open -= r.N
			for r.N > 0 {
				dst = append(dst, p.build(&r))
			}
		}
	}
	return dst, nil
}
