package gen

import (
	"context"
	"errors"
)

// Run is a reservation as numbers: N identifiers of one worker and one rollback
// count, of which the first has sequence number Seq in tick Tick. Each next one
// has the next number. Where a sequence is used up, it goes on with 0: of the
// same tick where the scheme's start rule is carry, else of the next.
type Run struct {
	Tick, Seq, N uint64
	Count        uint64 // the rollback count, 0 where there is none
}

var errNoRuns = errors.New("the random bits of a scheme are drawn for each identifier; want one whose sequence alone tells them apart")

// Reserve takes up to n identifiers, at least one, and returns them as numbers:
// what Fill would make of one reservation, without building any. It is for who
// counts identifiers instead of using them. Errors are Next's; a scheme with
// random bits that change, or without a sequencer, is refused.
func (g *Generator) Reserve(ctx context.Context, n uint64) (Run, error) {
	g.lock()
	defer g.unlock()
	if !g.Reservable() {
		return Run{}, errNoRuns
	}
	if err := g.take(ctx, max(n, 1)); err != nil {
		return Run{}, err
	}
	r := Run{Tick: g.got.tick, Seq: g.got.value.Lo, N: g.got.n}
	if g.seq.rollback > 0 {
		r.Count = g.got.count
	}
	return r, nil
}

// Ask is a demand for N identifiers at a reading of the clock, in ticks.
type Ask struct{ Tick, N uint64 }

// Replay serves asks in their order, as Reserve does while the clock reads their
// ticks, and appends the reservations to runs: with one lock, no clock, and one
// update of the ledger for all. It never waits: it stops at the first ask for
// which it would have to, or that is refused, and says how many it has served in
// full and how many identifiers of the next are still open. Reserve, at the same
// reading, goes on from there and tells the reason.
func (g *Generator) Replay(ctx context.Context, asks []Ask, runs []Run) (served int, open uint64, _ []Run, err error) {
	g.lock()
	defer g.unlock()
	if !g.Reservable() {
		return 0, 0, runs, errNoRuns
	}
	ceiling := g.ceiling.Tick()
	all := func(m *Mark) error {
		got, list := &g.got, runs // what a closure shares is slow to reach
		for i := range asks {
			tick, left := asks[i].Tick, asks[i].N
			for left > 0 {
				if stop := g.seq.reserve(m, tick, left, ceiling, got); stop.reason != nil {
					served, open, runs = i, left, list
					return nil
				}
				r := Run{Tick: got.tick, Seq: got.value.Lo, N: got.n}
				if g.seq.rollback > 0 {
					r.Count = got.count
				}
				list = append(list, r)
				left -= r.N
			}
		}
		served, open, runs = len(asks), 0, list
		return nil
	}
	if g.ledger == nil {
		err = all(&g.mark)
	} else if err = g.ledger.Update(ctx, all); err != nil {
		return 0, 0, nil, err // what was taken is lost
	}
	return served, open, runs, err
}

// Draw makes the identifiers of asks in their order, as Fill does while the clock
// reads their ticks, and appends them to dst: with one lock and no clock. Fresh
// makes each of them in a process that has just started: see Restart. It never
// waits: where it would have to, it returns what it has made and the reason. Schemes with a record, a rollback count or without a time are refused.
func (g *Generator) Draw(asks []Ask, fresh bool, dst []ID) ([]ID, error) {
	g.lock()
	defer g.unlock()
	if g.ledger != nil || g.seq.rollback > 0 || !g.timed {
		return dst, errors.New("only identifiers with a time and without a record are drawn; want Fill")
	}
	ceiling := g.ceiling.Tick()
	for _, ask := range asks {
		if !g.paced && ask.Tick > min(g.seq.last, ceiling) {
			return dst, ErrEnded
		}
		for open := ask.N; open > 0; {
			if g.got.tick, g.got.n = ask.Tick, open; g.paced {
				take := open
				if fresh {
					g.restart()
					take = 1
				}
				if stop := g.seq.reserve(&g.mark, ask.Tick, take, ceiling, &g.got); stop.reason != nil {
					return dst, stop.reason
				}
			}
			open -= g.got.n
			for g.got.n > 0 {
				id, err := g.build(&g.got)
				if err != nil {
					return dst, err
				}
				dst = append(dst, id)
			}
		}
	}
	return dst, nil
}

// Restart makes g what a process is that has just started under the same worker
// number: it remembers nothing but what its ledger keeps. Without a ledger it may
// then repeat what it made before, as a second process may: it is for simulations
// of just that.
func (g *Generator) Restart() {
	g.lock()
	defer g.unlock()
	g.restart()
}

func (g *Generator) restart() {
	g.mark.Point, g.made = Point{}, false
	if g.seq.rollback > 0 {
		g.mark.Counts = Counts{}
	}
	g.seq.waiting, g.seq.backlog = false, 0
}
