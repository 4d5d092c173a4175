package collide

import (
	"context"
	"math/rand/v2"

	"idscope/gen/sequence"
)

// node is a host with a clock, a worker number and one process at a time.
type node struct {
	sim      *sim
	index    int
	rng      *rand.Rand
	clock    *clock
	arrivals arrivals
	bursts   []Fault
	ends     []Fault // of the process
	down     int64   // true time from which on the process runs
	offset   int64   // reading minus true time when it started

	worker uint64
	ledger *record
	maker  maker
	lane   *lane // the one used last
	count  uint64
	asked  uint64 // tick in which what is kept was asked for
	last   int64  // true time at which something was asked for

	asks  []ask
	times []int64
	runs  []sequence.Run
}

// laneKey tells what identifiers of one tick and sequence number can differ in.
type laneKey struct{ worker, count uint64 }

// ask is a demand for n identifiers at a reading of the clock, in ticks.
type ask struct{ tick, n uint64 }

const block = 128 // what is in a block stays in the nearest cache

// advance lives through the true time before until.
func (n *node) advance(ctx context.Context, until int64) error {
	for calls := 0; ; calls++ {
		if calls%64 == 63 && ctx.Err() != nil {
			return ctx.Err()
		}
		at := min(n.arrivals.peek(), n.burst())
		now := max(at, n.clock.now)
		if len(n.ends) > 0 && int64(n.ends[0].At) <= min(now, until) {
			if err := n.restart(); err != nil {
				return err
			}
			continue
		}
		if at >= until {
			n.clock.set(max(n.clock.now, until))
			return nil
		}
		n.clock.set(now)
		switch {
		case at < n.down: // asked for while there was no process, or of one that ended
			n.sim.result.Refused += n.arrivals.pop(min(n.down, until))
			if n.burst() < n.down {
				n.sim.result.Refused += n.popBurst()
			}
		case n.burst() == at:
			if err := n.serve(n.popBurst(), at); err != nil {
				return err
			}
		case n.arrivals.peek() < n.clock.now: // it was busy: they have queued up
			first := n.arrivals.peek()
			if err := n.serve(n.arrivals.pop(min(n.clock.now+1, until)), first); err != nil {
				return err
			}
		default:
			if err := n.serveBlock(until); err != nil {
				return err
			}
		}
	}
}

// serveBlock serves arrivals up to the next event of the node, as many as fit a
// block, those of one tick together.
func (n *node) serveBlock(until int64) error {
	limit := min(until, n.clock.until(), n.burst())
	if len(n.ends) > 0 {
		limit = min(limit, int64(n.ends[0].At))
	}
	asks, times := n.asks[:0], n.times[:0]
	line, seg := &n.sim.line, n.clock.segs[n.clock.at]
	if n.sim.Rules.back == backUnseen { // by the clock that the process has seen at its start
		seg.offset, seg.frozen = n.offset, false
	}
	tick, edge := uint64(0), int64(-1) // true time at which the tick ends
	for len(asks) < block {
		at := n.arrivals.peek()
		if at >= limit {
			break
		}
		switch {
		case seg.frozen && n.sim.Rules.over == overSleeps: // what was asked for later does not wait for those before
			tick, edge = line.tick(seg.read(at)), at+line.step
		case !n.sim.timed || seg.frozen:
			tick, edge = line.tick(seg.read(at)), limit
		case edge >= 0 && at < edge+line.step:
			tick, edge = tick+1, edge+line.step
		default:
			tick = line.tick(at + seg.offset)
			edge = line.reading(tick+1) - seg.offset
		}
		if k := n.arrivals.pop(min(edge, limit)); k > 0 {
			asks, times = append(asks, ask{tick, k}), append(times, at)
		}
	}
	n.asks, n.times = asks, times
	if len(asks) == 0 {
		return nil
	}
	n.last = times[len(times)-1]
	served, open := n.replay(asks)
	if err := n.keep(n.runs, asks); err != nil {
		return err
	}
	for i := range asks[served:] { // what is left has to wait, or is refused
		at := times[served+i]
		if i > 0 {
			open = asks[served+i].n
		}
		if err := n.late(open, at); err != nil {
			return err
		}
	}
	return nil
}

// replay serves asks as long as nothing is waited for, and leaves in runs what was
// taken. It returns how many it has served in full and how many identifiers of the
// next are still open.
func (n *node) replay(asks []ask) (served int, open uint64) {
	var r sequence.Run
	n.runs = n.runs[:0]
	for ; served < len(asks); served++ {
		for open = asks[served].n; open > 0; open -= r.N {
			if !n.maker.try(asks[served].tick, open, &r) {
				return served, open
			}
			n.runs = append(n.runs, r)
		}
	}
	return served, 0
}

// late serves an ask of a block one by one. The process may have ended since.
func (n *node) late(k uint64, at int64) error {
	now := max(at, n.clock.now)
	for len(n.ends) > 0 && int64(n.ends[0].At) <= now {
		if err := n.restart(); err != nil {
			return err
		}
		now = max(now, n.clock.now)
	}
	n.clock.set(now)
	if at < n.down {
		n.sim.result.Refused += k
		return nil
	}
	return n.serve(k, at)
}

// serve makes k identifiers that were asked for at true time at, or later.
func (n *node) serve(k uint64, at int64) error {
	r := &n.sim.result
	n.last = at
	for k > 0 {
		run, err := n.maker.take(k)
		if err != nil {
			if err != errKilled && err != errThrown {
				return err
			}
			r.Refused += k
			return nil
		}
		if wait := n.clock.now - at; wait > 0 {
			r.Waited += run.N
			r.LongestWait = max(r.LongestWait, wait)
		}
		asks := [1]ask{{n.sim.line.tick(n.clock.reading()), run.N}}
		if err := n.keep([]sequence.Run{run}, asks[:]); err != nil {
			return err
		}
		k -= run.N
		if len(n.ends) > 0 && int64(n.ends[0].At) <= n.clock.now && k > 0 {
			r.Refused += k
			return nil
		}
	}
	return nil
}

// keep puts what was made for asks on its lane.
func (n *node) keep(runs []sequence.Run, asks []ask) error {
	s := n.sim
	if s.set != nil { // there already
		for _, run := range runs {
			s.result.Made += run.N
		}
		return nil
	}
	open, made, lead := uint64(0), uint64(0), s.lead
	bits, origin := uint(s.bits)&63, s.origin
	for _, run := range runs {
		for ; open == 0; asks = asks[1:] {
			open = asks[0].n
			n.asked = asks[0].tick
		}
		open -= min(open, run.N)
		if n.lane == nil || n.count != run.Count {
			n.lane, n.count = s.lane(laneKey{n.worker, run.Count}), run.Count
		}
		made += run.N
		if run.Tick < origin {
			return errForgotten
		}
		a := (run.Tick-origin)<<bits | run.Value.Lo
		b := a + run.N - 1
		if s.round && run.Value.Lo+run.N > 1<<bits { // on with 0 of the same tick
			top := a | (1<<bits - 1)
			if err := n.lane.insert(a, top); err != nil {
				return err
			}
			a, b = a-run.Value.Lo, b-1<<bits
		}
		if err := n.lane.insert(a, b); err != nil {
			return err
		}
		if top := origin + b>>bits; top > n.asked+lead {
			lead = top - n.asked
		}
	}
	s.result.Made += made
	if s.timed {
		s.lead = lead
	}
	return nil
}
