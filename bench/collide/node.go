package collide

import (
	"math/rand/v2"
	"slices"
	"time"

	"idscope/bench/birthday"
	"idscope/gen"
	"idscope/gen/sequence"
)

// node is a host with a clock, a worker number and one process at a time.
type node struct {
	*sim
	index    int
	rng      *rand.Rand
	clock    *clock
	arrivals arrivals
	bursts   []Fault
	ends     []Fault // of the process
	down     int64   // true time from which on the process runs
	offset   int64   // reading minus true time when it started
	cell     int64   // how long what is asked for is taken together where no tick limits it

	worker uint64
	record *sequence.Mark // of the core's processes; nil where the scheme keeps none
	maker  maker
	run    sequence.Run // the one that was taken last
	asked  int64        // true time of the latest request

	tick  uint64 // of the arrivals before edge
	edge  int64
	quiet int64 // true time before which nothing but arrivals and ticks happens
	next  int64 // true time of the next event, for the heap
}

// upcoming is the true time of the next event; never where nothing is asked for.
func (n *node) upcoming() int64 {
	at := min(n.arrivals.peek(), first(n.bursts))
	if at == never {
		return never
	}
	return min(max(at, n.clock.now), n.clock.kill)
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
		if at >= n.edge {
			n.enter(at)
		}
		switch k := n.arrivals.pop(min(n.edge, n.quiet)); {
		case k == 1 && n.kept == nil: // alone in its tick, which nothing can keep waiting
			n.result.Made++
			n.asked = at
		case k > 0:
			if err := n.serve(k, at, min(n.arrivals.next, n.edge, n.quiet)); err != nil {
				return err
			}
		}
	}
}

// event is what is no arrival at a time of its own: the end of a process, a burst, a
// change of the clock, or what has queued up. It reports whether there was any.
func (n *node) event(until int64) (more bool, err error) {
	at, next := n.arrivals.peek(), n.upcoming()
	if next >= until {
		return false, nil
	}
	if n.clock.kill <= next {
		return true, n.restart()
	}
	n.clock.now = next
	n.edge = -never
	n.quiet = min(n.clock.end(n.clock.segment(next)), first(n.bursts), n.clock.kill)
	switch burst := first(n.bursts); {
	case min(at, burst) < n.down: // asked for while there was no process, or of one that ended
		n.result.Refused += n.arrivals.pop(n.down)
		if burst < n.down {
			n.result.Refused += n.popBurst()
		}
		return true, nil
	case burst <= at:
		return true, n.serve(n.popBurst(), burst, burst)
	case at < next: // it was busy: they have queued up
		k := n.arrivals.pop(next + 1)
		return true, n.serve(k, at, min(n.arrivals.next, next+1))
	}
	return true, nil
}

// enter finds the tick of an arrival and the true time at which it ends.
func (n *node) enter(at int64) {
	n.edge = at + n.cell
	if !n.line.timed {
		if c, ok := n.maker.(*client); ok {
			c.register.pass(at)
			n.edge = min(n.edge, c.register.until(at))
		}
		return
	}
	n.tick = n.line.tick(n.clock.reading())
	seg := &n.clock.segs[n.clock.segment(at)]
	switch {
	case n.Rules.back == backUnseen: // by the clock that the process has seen at its start
		tick := n.line.tick(at + n.offset)
		n.edge = n.line.reading(tick+1) - n.offset
	case !seg.frozen:
		n.edge = n.line.reading(n.tick+1) - seg.offset
	case n.Rules.over == overSleeps: // what was asked for later does not wait for those before
		n.edge = at + int64(n.line.Span(1))
	}
}

// serve generates k ids that were asked for one after the other from true time at up to end.
func (n *node) serve(k uint64, at, end int64) (err error) {
	r, run, all := &n.result, &n.run, float64(k)
	n.asked = at
	for ; k > 0 && err == nil; err = n.check() {
		err := n.maker.take(k, run)
		if err == errOne {
			r.Refused++
			k--
			continue
		}
		if err == errRefused {
			r.Refused += k
			return nil
		}
		if err != nil {
			return err
		}
		if n.clock.now > at {
			r.Waited += run.N
			first := end - int64(float64(end-at)*(float64(k)/all)) // of the run, which has waited longest
			r.LongestWait = max(r.LongestWait, time.Duration(n.clock.now-first))
		}
		r.Made += run.N
		k -= run.N
		if n.kept != nil {
			if err := n.kept.add(n, run); err != nil {
				r.Made -= run.N
				return err
			}
		}
		if k > 0 && n.clock.kill <= n.clock.now {
			r.Refused += k
			return nil
		}
	}
	return err
}

// leads notes how far a tick is ahead of the clock.
func (n *node) leads(tick uint64) {
	if n.line.timed && tick > n.tick+n.lead {
		now := n.line.tick(n.clock.reading())
		n.lead = max(n.lead, tick-min(tick, now))
	}
}

// first is the true time of the first of faults in order.
func first(faults []Fault) int64 {
	if len(faults) == 0 {
		return never
	}
	return int64(faults[0].At)
}

// popBurst takes a burst; the nodes share it.
func (n *node) popBurst() uint64 {
	f := n.bursts[0]
	n.bursts = n.bursts[1:]
	if f.Node > 0 {
		return f.Count
	}
	return portion(f.Count, n.Nodes, n.index)
}

// portion is what one of n nodes takes of a number.
func portion(of uint64, n, index int) uint64 {
	k := of / uint64(n)
	if uint64(index) < of%uint64(n) {
		k++
	}
	return k
}

// setFaults sorts out the faults of the node.
func (n *node) setFaults() {
	for _, f := range n.Faults {
		switch {
		case !f.of(n.index):
		case f.Kind == Burst:
			n.bursts = append(n.bursts, f)
		case f.Kind == Restart, f.Timed && (f.Kind == LoseState || f.Kind == LoseLead):
			n.ends = append(n.ends, f)
		}
	}
	slices.SortStableFunc(n.bursts, byTime)
	slices.SortStableFunc(n.ends, byTime)
	n.clock.kill = first(n.ends)
}

// restart ends the process and begins another.
func (n *node) restart() error {
	f := n.ends[0]
	n.ends = n.ends[1:]
	n.clock.kill = first(n.ends)
	n.clock.now = max(n.clock.now, int64(f.At))
	n.quiet = n.clock.now // what happens until then is to be found again
	n.down = int64(f.At) + int64(f.Shift)
	n.clock.now = max(n.clock.now, min(n.down, n.clock.kill)) // it may be ended again before it is up
	lost := func(k FaultKind) bool {
		return f.Kind == k || slices.ContainsFunc(n.Faults,
			func(o Fault) bool { return o.Kind == k && !o.Timed && o.of(n.index) })
	}
	n.worker = n.renumbered(n.worker, n.rng)
	return n.boot(lost(LoseState), lost(LoseLead))
}

// boot starts a process at the clock's present, without a record where the state
// is lost, and with one that knows of no lead where that is lost.
func (n *node) boot(lostState, lostLead bool) (err error) {
	n.offset = n.clock.reading() - n.clock.now
	if n.Rules.Name == oursName || n.Rules.Redraws {
		return n.bootOurs(lostState, lostLead)
	}
	memory, _ := n.maker.(*foreign)
	if lostState {
		memory = nil
	}
	if now := n.line.tick(n.clock.reading()); lostLead && memory != nil && memory.last > now {
		memory.last, memory.over = now, false
	}
	n.maker = begin(n, memory)
	_ = n.clock.sleep(n.clock.now + int64(n.Rules.begins)) // who is ended in it is seen to be by what comes next
	return nil
}

func (n *node) bootOurs(lostState, lostLead bool) error {
	s := n.Scheme
	switch {
	case !s.Recorded():
	case n.record == nil:
		n.record = new(sequence.Mark)
	case lostState && n.record.Used:
		*n.record = sealed(s, &n.line, n.clock.reading())
	case lostLead && n.record.Tick > n.record.Seen: // what is left is of the clock alone
		n.record.Tick, n.record.Value, n.record.Base = n.record.Seen, sequence.Wide{}, sequence.Wide{}
	}
	var worker *uint64
	if s.Layout.Width(gen.Worker) > 0 {
		worker = &n.worker
	}
	random := &randomBits{n.rng.Uint64()}
	if n.kept == nil {
		random.state = n.Config.rng(forBits, 0).Uint64()
	}
	p, err := newProcess(s, n.clock, n.line, worker, n.record, random)
	if err != nil {
		return err
	}
	p.each = kindOf(s) != counted && n.independent()
	if n.maker = p; n.kept == nil {
		n.maker = newApart(&n.result, n.Config, p)
	}
	return nil
}

// numbers returns the first number of each node; 0 where there are none.
func (c *Config) numbers() []uint64 {
	all := make([]uint64, c.Nodes)
	if c.numberBits() == 0 {
		return all
	}
	rng, r := c.rng(forWorkers, 0), &c.Rules
	same, random := uint64(0), c.Scheme.WorkerRule != gen.WorkerNumber || c.draws()
	for _, f := range c.Faults {
		if f.Kind == SameWorker {
			same = f.Count
		}
	}
	for i := range all {
		if all[i] = uint64(i); random {
			all[i] = c.drawWorker(rng)
		}
		if i > 0 && uint64(i) < same {
			all[i] = all[0]
		}
		if r.narrow > 0 { // what is shifted out is lost
			all[i] &= gen.Mask(max(0, r.narrow-c.Scheme.Layout.Width(gen.Seq))).Lo
		}
	}
	return all
}

// numberBits is how many bits a node's number has, of a worker or of data fields.
func (c *Config) numberBits() int { return c.Scheme.Layout.Width(birthday.Owner(c.Scheme)) }

// draws reports whether chance decides if nodes have one number: by their rules or a fault, not by
// a scheme whose workers have bits enough.
func (c *Config) draws() bool {
	r := &c.Rules
	fault := slices.ContainsFunc(c.Faults, func(f Fault) bool { return f.Kind == RandomWorker })
	return r.Mark.drawn() || c.Scheme.WorkerRule == gen.WorkerNumber &&
		(fault || r.worker == workerRedrawn)
}

// drawWorker draws the number of a process.
func (c *Config) drawWorker(rng *rand.Rand) uint64 {
	v := rng.Uint64()
	if m := &c.Rules.Mark; m.drawn() {
		v %= m.Values
	}
	v &= gen.Mask(c.numberBits()).Lo
	if c.Scheme.WorkerRule == gen.WorkerNode {
		v |= gen.Multicast
	}
	return v
}

// renumbered is the number after a restart.
func (s *sim) renumbered(number uint64, rng *rand.Rand) uint64 {
	switch width := s.numberBits(); {
	case width == 0:
	case s.Rules.worker == workerNext:
		number = s.number & gen.Mask(width).Lo
		s.number++
	case s.Rules.worker == workerRedrawn, s.Rules.Name == oursName && s.Scheme.WorkerRule == gen.WorkerRandom:
		number = s.drawWorker(rng)
	}
	return number
}

// apart reports whether the nodes' first numbers are all different.
func (c *Config) apart() bool {
	all := c.numbers()
	slices.Sort(all)
	return len(slices.Compact(all)) == c.Nodes
}
