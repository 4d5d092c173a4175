package collide

import (
	"idscope/gen"
)

// workers gives each node its number, as the rules and the faults say.
func (s *sim) workers() []uint64 {
	width := s.Scheme.Layout.Width(gen.Worker)
	rng := s.rng(forWorkers, 0)
	all := make([]uint64, s.Nodes)
	s.next = uint64(s.Nodes)
	if width == 0 {
		return all
	}
	same, random := uint64(0), s.Scheme.WorkerRule != gen.WorkerNumber || s.Rules.worker == workerDrawn ||
		s.Rules.worker == workerAnew || s.Rules.mark.drawn()
	for _, f := range s.Faults {
		switch f.Kind {
		case SameWorker:
			same = f.Count
		case RandomWorker:
			random = true
		}
	}
	for i := range all {
		if all[i] = uint64(i); random {
			all[i] = s.draw(rng.Uint64(), width)
		}
		if i > 0 && uint64(i) < same {
			all[i] = all[0]
		}
		if r := &s.Rules; r.narrow > 0 { // what is shifted out is lost
			all[i] &= gen.Mask(max(0, r.narrow-s.bits)).Lo
		}
	}
	return all
}

// draw makes the number of a process from a random one.
func (s *sim) draw(v uint64, width int) uint64 {
	if m := &s.Rules.mark; m.drawn() {
		v %= m.values
	}
	v &= gen.Mask(width).Lo
	if s.Scheme.WorkerRule == gen.WorkerNode {
		v |= gen.Multicast
	}
	return v
}

// boot starts a process at the clock's present, without a record where the state
// is lost, and with one that knows of no lead where that is lost.
func (n *node) boot(lostState, lostLead bool) error {
	s := n.sim
	width := s.Scheme.Layout.Width(gen.Worker)
	first := n.maker == nil
	if !first && width > 0 {
		switch {
		case s.Rules.worker == workerNext:
			n.worker = s.next & gen.Mask(width).Lo
			s.next++
		case s.Rules.worker == workerAnew, s.Rules.Name == oursName && s.Scheme.WorkerRule == gen.WorkerRandom:
			n.worker = s.draw(n.rng.Uint64(), width)
		}
	}
	n.lane, n.offset = nil, n.clock.reading()-n.clock.now
	if s.Rules.Name == oursName || s.Rules.redraw {
		return n.bootOurs(lostState, lostLead, width)
	}
	memory, _ := n.maker.(*foreign)
	if lostState {
		memory = nil
	}
	if now := s.line.tick(n.clock.reading()); lostLead && memory != nil && memory.last > now {
		m := *memory
		m.last, m.over = now, false
		memory = &m
	}
	n.maker = begin(&s.Rules, n.clock, s.line, s.bits, n.rng, memory)
	_ = n.clock.sleep(n.clock.now + int64(s.Rules.begins)) // who is ended in it is seen to be by what comes next
	return nil
}

func (n *node) bootOurs(lostState, lostLead bool, width int) error {
	s := n.sim
	if s.Scheme.Recorded() {
		switch {
		case n.ledger == nil:
			n.ledger = new(record)
		case lostState && n.ledger.mark.Used:
			n.ledger.seal(s.Scheme, &s.line, n.clock.reading())
		case lostLead:
			n.ledger.forgetLead()
		}
	}
	var worker *uint64
	if width > 0 {
		worker = &n.worker
	}
	o, err := newOurs(s.Scheme, n.clock, s.line, worker, n.ledger, &randomBits{n.rng.Uint64()})
	if err != nil {
		return err
	}
	n.maker = o
	if s.set != nil {
		n.maker = &draws{ours: o, set: s.set, each: s.Each || s.Rules.redraw}
	}
	return nil
}
