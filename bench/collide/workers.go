package collide

import (
	"math/rand/v2"

	"idscope/gen"
)

// workers gives nodes their numbers, as the rules and the faults say.
type workers struct {
	*Config
	width int
	next  uint64 // for rules that take a new number at each start
}

// numbers returns the first number of each node; 0 where there are none.
func (c *Config) numbers() ([]uint64, *workers) {
	w := &workers{c, c.Scheme.Layout.Width(gen.Worker), uint64(c.Nodes)}
	rng := c.rng(forWorkers, 0)
	all := make([]uint64, c.Nodes)
	if w.width == 0 {
		return all, w
	}
	same, random := uint64(0), c.Scheme.WorkerRule != gen.WorkerNumber || c.Rules.worker == workerDrawn ||
		c.Rules.worker == workerAnew || c.Rules.mark.drawn()
	for _, f := range c.Faults {
		switch f.Kind {
		case SameWorker:
			same = f.Count
		case RandomWorker:
			random = true
		}
	}
	for i := range all {
		if all[i] = uint64(i); random {
			all[i] = w.draw(rng.Uint64())
		}
		if i > 0 && uint64(i) < same {
			all[i] = all[0]
		}
		if r := &c.Rules; r.narrow > 0 { // what is shifted out is lost
			all[i] &= gen.Mask(max(0, r.narrow-c.Scheme.Layout.Width(gen.Seq))).Lo
		}
	}
	return all, w
}

// draw makes the number of a process from a random one.
func (w *workers) draw(v uint64) uint64 {
	if m := &w.Rules.mark; m.drawn() {
		v %= m.values
	}
	v &= gen.Mask(w.width).Lo
	if w.Scheme.WorkerRule == gen.WorkerNode {
		v |= gen.Multicast
	}
	return v
}

// again is the number after a restart.
func (w *workers) again(number uint64, rng *rand.Rand) uint64 {
	switch {
	case w.width == 0:
	case w.Rules.worker == workerNext:
		number = w.next & gen.Mask(w.width).Lo
		w.next++
	case w.Rules.worker == workerAnew, w.Rules.Name == oursName && w.Scheme.WorkerRule == gen.WorkerRandom:
		number = w.draw(rng.Uint64())
	}
	return number
}

// apart reports whether the nodes' first numbers are all different.
func (c *Config) apart() bool {
	seen := map[uint64]bool{}
	all, _ := c.numbers()
	for _, number := range all {
		if seen[number] {
			return false
		}
		seen[number] = true
	}
	return true
}
