package collide

import (
	"math/rand/v2"
	"slices"

	"idscope/gen"
	"idscope/gen/sequence"
)

var (
	_ maker = (*drawing)(nil)
	_ maker = (*apart)(nil)
)

// drawing is a process of the core that draws random bits, and keeps what it generates.
type drawing struct {
	*process
	pile pile
	each bool // a new process for every id
}

func (d *drawing) take(n uint64, done *sequence.Run) error {
	var r sequence.Run
	*done = sequence.Run{}
	for done.N < n {
		ask := n - done.N
		if d.each && d.Paced {
			d.restart()
			ask = 1
		}
		err := d.process.take(ask, &r)
		if err != nil && done.N > 0 {
			break // the next call meets it again
		} else if err != nil {
			return err
		}
		done.Tick = r.Tick
		for done.N += r.N; r.N > 0; {
			if err := d.pile.add(d.build(&r), done.Tick); err != nil {
				return err
			}
		}
	}
	return nil
}

// apart is all processes of all nodes, of ids in ticks that are entered once and are independent of
// each other: those of a tick are compared at once, and nothing is kept.
type apart struct {
	*tally
	*process        // the one whose turn it is
	nodes    int    // of which each repeats nothing in a tick; 0 where each id is drawn anew
	mask     gen.ID // the random bits
	asked    []int  // of a tick: which node each id is asked of
	who      *rand.Rand
	ids      []gen.ID
}

func newApart(t *tally, c *Config, p *process) *apart {
	a := &apart{tally: t, process: p, nodes: c.Nodes, mask: gen.Mask(c.Scheme.Layout.Width(gen.Random))}
	if c.independent() {
		a.nodes = 0
	}
	if c.Poisson {
		a.who = c.rng(forNodes, 0)
	}
	return a
}

func (a *apart) take(n uint64, r *sequence.Run) error {
	a.ids = a.ids[:0]
	if a.nodes == 0 {
		for range n {
			a.ids = append(a.ids, a.random.fill(a.mask))
		}
	} else if err := a.draw(n, r); err != nil {
		return err
	}
	duplicates, pairs := equal(a.ids, gen.ID.Cmp)
	a.result.Duplicates, a.result.Pairs = a.result.Duplicates+duplicates, a.result.Pairs+pairs
	r.N = n
	return nil
}

// draw asks the nodes, at random or in turns, for n ids together.
func (a *apart) draw(n uint64, r *sequence.Run) error {
	a.asked = a.asked[:0]
	for i := range n {
		node := int((a.result.Made + i) % uint64(a.nodes))
		if a.who != nil {
			node = a.who.IntN(a.nodes)
		}
		a.asked = append(a.asked, node)
	}
	slices.Sort(a.asked)
	for i, node := range a.asked {
		if i == 0 || node != a.asked[i-1] {
			a.restart()
		}
		if err := a.process.take(1, r); err != nil {
			return err
		}
		a.ids = append(a.ids, a.build(r))
	}
	return nil
}
