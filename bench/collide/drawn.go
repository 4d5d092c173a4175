package collide

import (
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

// apart is all processes of ids that are drawn independently in ticks that are entered once: those
// of a tick are compared at once, and nothing is kept.
type apart struct {
	*tally
	clock *clock
	draw  *randomBits
	mask  gen.ID // the random bits
	ids   []gen.ID
}

func newApart(t *tally, c *Config, clock *clock) *apart {
	return &apart{tally: t, clock: clock, draw: c.bits(0), mask: gen.Mask(c.Scheme.Layout.Width(gen.Random))}
}

func (a *apart) take(n uint64, r *sequence.Run) error {
	a.ids = a.ids[:0]
	for range n {
		a.ids = append(a.ids, a.draw.fill(a.mask))
	}
	duplicates, pairs := equal(a.ids, gen.ID.Cmp)
	a.result.Duplicates, a.result.Pairs = a.result.Duplicates+duplicates, a.result.Pairs+pairs
	r.N = n
	return nil
}

func (a *apart) lowest() uint64 { return a.line.tick(a.clock.lowest()) }
