package collide

import "slices"

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
	nodes := uint64(n.sim.Nodes)
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
	n.down = int64(f.At) + int64(f.Shift)
	if n.down > n.clock.now {
		up := n.down
		if len(n.ends) > 0 { // it may be ended again before it is up
			up = min(up, int64(n.ends[0].At))
		}
		n.clock.set(up)
	}
	lost := func(k FaultKind) bool {
		return f.Kind == k || slices.ContainsFunc(n.sim.Faults,
			func(o Fault) bool { return o.Kind == k && !o.Timed && o.of(n.index) })
	}
	return n.boot(lost(LoseState), lost(LoseLead))
}
