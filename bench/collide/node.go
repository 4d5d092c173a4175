package collide

import (
	"math/rand/v2"
	"slices"

	"idscope/gen"
	"idscope/gen/sequence"
)

// node is a host with a clock, a worker number and one process at a time.
type node struct {
	*tally
	config   *Config
	index    int
	rng      *rand.Rand
	clock    *clock
	arrivals arrivals
	bursts   []Fault
	ends     []Fault // of the process
	down     int64   // true time from which on the process runs
	offset   int64   // reading minus true time when it started
	cell     int64   // how long what is asked for is taken together where no tick limits it

	worker    uint64
	workers   *workers
	ledger    *record
	maker     maker
	lane      *lane // the one used last
	key       laneKey
	sequences bool         // a sequence tells identifiers apart
	run       sequence.Run // the one that was taken last
	last      int64        // true time at which something was asked for

	tick   uint64 // of the arrivals before edge
	edge   int64
	stride int64 // from one edge to the next; 0 where it is not known
	quiet  int64 // true time before which nothing but arrivals and ticks happens
	next   int64 // true time of the next event, for the heap
}

// upcoming is the true time of the next event; never where nothing is asked for.
func (n *node) upcoming() int64 {
	at := min(n.arrivals.peek(), n.burst())
	if at == never {
		return never
	}
	at = max(at, n.clock.now)
	if len(n.ends) > 0 {
		at = min(at, int64(n.ends[0].At))
	}
	return at
}

// advance lives through the events before a true time.
func (n *node) advance(until int64) error {
	for {
		at := n.arrivals.peek()
		if at >= min(until, n.quiet) || at < n.clock.now {
			if more, err := n.event(until); !more || err != nil {
				return err
			}
			continue
		}
		n.clock.now = at
		switch {
		case at < n.edge:
		case at < n.edge+n.stride:
			n.tick, n.edge = n.tick+1, n.edge+n.stride
		default:
			n.enter(at)
		}
		if k := n.arrivals.pop(min(n.edge, n.quiet)); k > 0 {
			if err := n.serve(k, at); err != nil {
				return err
			}
		}
	}
}

// event is what is no arrival at a time of its own: the end of a process, a burst, a
// change of the clock, or what has queued up. It reports whether there was any.
func (n *node) event(until int64) (more bool, err error) {
	at := n.arrivals.peek()
	next := n.upcoming()
	if next >= until {
		return false, nil
	}
	if len(n.ends) > 0 && int64(n.ends[0].At) <= next {
		return true, n.restart()
	}
	n.clock.set(next)
	n.edge, n.stride = -never, 0
	n.quiet = min(n.clock.until(), n.burst())
	if len(n.ends) > 0 {
		n.quiet = min(n.quiet, int64(n.ends[0].At))
	}
	switch burst := n.burst(); {
	case min(at, burst) < n.down: // asked for while there was no process, or of one that ended
		n.result.Refused += n.arrivals.pop(n.down)
		if burst < n.down {
			n.result.Refused += n.popBurst()
		}
		return true, nil
	case burst <= at:
		return true, n.serve(n.popBurst(), burst)
	case at < next: // it was busy: they have queued up
		return true, n.serve(n.arrivals.pop(next+1), at)
	}
	return true, nil
}

// enter finds the tick of an arrival and the true time at which it ends.
func (n *node) enter(at int64) {
	n.edge, n.stride = at+n.cell, 0
	if !n.timed {
		if c, ok := n.maker.(*client); ok {
			c.register.pass(at)
			n.edge = min(n.edge, c.register.until(at))
		}
		return
	}
	n.tick = n.line.tick(n.clock.reading())
	seg := &n.clock.segs[n.clock.at]
	switch {
	case n.config.Rules.back == backUnseen: // by the clock that the process has seen at its start
		tick := n.line.tick(at + n.offset)
		n.edge = n.line.reading(tick+1) - n.offset
	case !seg.frozen:
		n.edge, n.stride = n.line.reading(n.tick+1)-seg.offset, n.line.step
	case n.config.Rules.over == overSleeps: // what was asked for later does not wait for those before
		n.edge = at + n.line.step
	}
}

// serve generates k identifiers that were asked for at true time at, or later.
func (n *node) serve(k uint64, at int64) error {
	r, run := &n.result, &n.run
	n.last = at
	for k > 0 {
		err := n.maker.take(k, run)
		if err == errOne {
			r.Refused++
			k--
			continue
		}
		if err == errKilled || err == errThrown {
			r.Refused += k
			return nil
		}
		if err != nil {
			return err
		}
		if wait := n.clock.now - at; wait > 0 {
			r.Waited += run.N
			r.LongestWait = max(r.LongestWait, wait)
		}
		r.Made += run.N
		if n.sequences { // else they are kept already
			if err := n.keep(run); err != nil {
				return err
			}
		}
		if k -= run.N; k > 0 && len(n.ends) > 0 && int64(n.ends[0].At) <= n.clock.now {
			r.Refused += k
			return nil
		}
	}
	return nil
}

// keep marks what was generated on the lane of the worker.
func (n *node) keep(run *sequence.Run) error {
	if key := (laneKey{n.worker, run.Count}); n.lane == nil || n.key != key {
		n.lane, n.key = n.tally.lane(key), key
	}
	top, err := n.mark(n.lane, run)
	if err == nil && n.timed && top > n.tick+n.lead {
		if now := n.line.tick(n.clock.reading()); top > now {
			n.lead = max(n.lead, top-now)
		}
	}
	return err
}

// burst is the true time of the next burst.
func (n *node) burst() int64 {
	if len(n.bursts) == 0 {
		return never
	}
	return int64(n.bursts[0].At)
}

// popBurst takes a burst; the nodes share it.
func (n *node) popBurst() uint64 {
	f := n.bursts[0]
	n.bursts = n.bursts[1:]
	nodes := uint64(n.config.Nodes)
	if f.Node > 0 {
		return f.Count
	}
	k := f.Count / nodes
	if uint64(n.index) < f.Count%nodes {
		k++
	}
	return k
}

// setFaults sorts out the faults of the node.
func (n *node) setFaults(faults []Fault) {
	for _, f := range faults {
		switch {
		case !f.of(n.index):
		case f.Kind == Burst:
			n.bursts = append(n.bursts, f)
		case f.Kind == Restart, f.Timed && (f.Kind == LoseState || f.Kind == LoseLead):
			n.ends = append(n.ends, f)
		}
	}
	byTime := func(a, b Fault) int { return int(max(-1, min(1, a.At-b.At))) }
	slices.SortStableFunc(n.bursts, byTime)
	slices.SortStableFunc(n.ends, byTime)
	n.nextEnd()
}

func (n *node) nextEnd() {
	if n.clock.kill = never; len(n.ends) > 0 {
		n.clock.kill = int64(n.ends[0].At)
	}
}

// restart ends the process and begins another.
func (n *node) restart() error {
	f := n.ends[0]
	n.ends = n.ends[1:]
	n.nextEnd()
	n.clock.set(max(n.clock.now, int64(f.At)))
	n.quiet = n.clock.now // what happens until then is to be found again
	n.down = int64(f.At) + int64(f.Shift)
	if n.down > n.clock.now {
		up := n.down
		if len(n.ends) > 0 { // it may be ended again before it is up
			up = min(up, int64(n.ends[0].At))
		}
		n.clock.set(up)
	}
	lost := func(k FaultKind) bool {
		return f.Kind == k || slices.ContainsFunc(n.config.Faults,
			func(o Fault) bool { return o.Kind == k && !o.Timed && o.of(n.index) })
	}
	return n.boot(lost(LoseState), lost(LoseLead))
}

// boot starts a process at the clock's present, without a record where the state
// is lost, and with one that knows of no lead where that is lost.
func (n *node) boot(lostState, lostLead bool) error {
	c := n.config
	if n.maker != nil {
		n.worker = n.workers.again(n.worker, n.rng)
	}
	n.lane, n.offset = nil, n.clock.reading()-n.clock.now
	if c.Rules.Name == oursName || c.Rules.redraw {
		return n.bootOurs(lostState, lostLead)
	}
	memory, _ := n.maker.(*foreign)
	if lostState {
		memory = nil
	}
	if now := n.line.tick(n.clock.reading()); lostLead && memory != nil && memory.last > now {
		m := *memory
		m.last, m.over = now, false
		memory = &m
	}
	n.maker = begin(&c.Rules, n.clock, n.line, n.bits, n.rng, memory)
	_ = n.clock.sleep(n.clock.now + int64(c.Rules.begins)) // who is ended in it is seen to be by what comes next
	return nil
}

func (n *node) bootOurs(lostState, lostLead bool) (err error) {
	s := n.config.Scheme
	if n.config.steady() {
		n.crowd, err = newCrowd(n.config, n.clock, n.line)
		n.maker = n.crowd
		return err
	}
	if s.Recorded() {
		switch {
		case n.ledger == nil:
			n.ledger = new(record)
		case lostState && n.ledger.mark.Used:
			n.ledger.seal(s, &n.line, n.clock.reading())
		case lostLead:
			n.ledger.forgetLead()
		}
	}
	var worker *uint64
	if s.Layout.Width(gen.Worker) > 0 {
		worker = &n.worker
	}
	p, err := newProcess(s, n.clock, n.line, worker, n.ledger, &randomBits{n.rng.Uint64()})
	if err != nil {
		return err
	}
	n.maker = p
	if n.pile != nil {
		n.maker = &drawing{p, n.pile, n.config.independent()}
	}
	return nil
}
