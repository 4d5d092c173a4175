package gen

import "sync/atomic"

// carried is the way through Next, Fill and Reserve that needs no lock, for the
// commonest case: a sequence that counts up and carries into the tick, one process,
// the machine's clock. The last (tick, sequence) pair is one number, which one
// compare-and-swap moves on, so that no two calls get the same. All else (the first
// identifier, a clock that went back, a full tick that may not carry, an end) is left
// to the sequencer: lock takes the number out of last and puts it into the mark, and
// nothing can be taken here until unlock puts it back. So it is in one of the two
// places at any time, and what is behind it is used. A snowflake takes 54 ns this way
// and 66 under the lock, of which the clock is 39 (one core of an Intel Xeon, Go 1.26).
type carried struct {
	able bool          // for this scheme and these options at all
	lead uint64        // how many ticks may be borrowed
	end  uint64        // last tick
	last atomic.Uint64 // tick<<bits | sequence number; closed while the lock is held
	seen atomic.Uint64 // latest reading of the clock
}

const closed = ^uint64(0)

// prepareCarry decides whether there is that way.
func (g *Generator) prepareCarry() {
	c, q := &g.carried, &g.seq
	c.able = g.ticks != nil && g.paced && g.timed && q.Carries() && q.Rollback == 0 && g.fresh == (ID{})
	if q.Overflow == OverflowBorrow {
		c.lead = min(q.Lead, 1<<62) // no clock reads so much that the sum is too large
	}
	c.end = min(q.Last, closed>>q.Bits-1)
	c.last.Store(closed)
}

// lock takes the generator, and puts into the mark what was taken without.
func (g *Generator) lock() {
	g.mu.Lock()
	if g.carried.able {
		g.fetch()
	}
}

// unlock gives the generator back.
func (g *Generator) unlock() {
	if g.carried.able {
		g.offer()
	}
	g.mu.Unlock()
}

func (g *Generator) fetch() {
	if last := g.carried.last.Swap(closed); last != closed {
		p := &g.mark.Point
		if tick := last >> g.seq.Bits; tick != p.Tick { // it started at 0
			p.Tick, p.Base = tick, Wide{}
		}
		p.Value = Wide{Lo: last & Mask(g.seq.Bits).Lo}
		p.Seen = max(p.Seen, g.carried.seen.Load())
	}
}

func (g *Generator) offer() {
	if p := &g.mark.Point; g.seq.Idle(p) && p.Tick < closed>>g.seq.Bits {
		g.carried.seen.Store(p.Seen)
		g.carried.last.Store(p.Tick<<g.seq.Bits | p.Value.Lo)
	}
}

// carry reserves up to n identifiers as the sequencer would: k from (tick, value) on.
// Where that has to be asked, k is 0. (Numbers, as a Run by value costs 10 ns: the
// processor waits for stores before wide loads.)
func (g *Generator) carry(n uint64) (tick, value, k uint64) {
	now, ok := g.ticks.read()
	if !ok {
		return 0, 0, 0
	}
	q, bits := &g.seq, uint(g.seq.Bits)&63
	top := min(now+g.carried.lead, g.carried.end, g.ceiling.Tick())
	for now <= top {
		last, seen := g.carried.last.Load(), g.carried.seen.Load()
		if last == closed || now < seen { // the clock went back, or another call read it after this one
			break
		}
		next := last + 1 // carries into the tick
		if now > last>>bits {
			if q.Start.Rule > StartZero {
				break
			}
			next = now << bits
		}
		tick := next >> bits
		if tick > top {
			break
		}
		k := min(n, (top+1)<<bits-next)
		if !g.carried.last.CompareAndSwap(last, next+k-1) {
			continue
		}
		if now > seen {
			g.carried.seen.CompareAndSwap(seen, now) // else another call knows better
		}
		return tick, next & (1<<bits - 1), k
	}
	return 0, 0, 0
}

// carryRun is carry for Fill and Reserve.
func (g *Generator) carryRun(n uint64) (r Run) {
	if g.carried.able {
		r.Tick, r.Value.Lo, r.N = g.carry(n)
	}
	return r
}
