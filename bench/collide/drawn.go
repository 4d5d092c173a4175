package collide

import (
	"idscope/gen"
	"idscope/gen/sequence"
)

// drawing is a process of the core that draws random bits, and keeps what it generates.
type drawing struct {
	*process
	pile pile
	each bool // a new process for every identifier
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

// crowd is all processes of identifiers that are drawn independently in ticks that are
// entered once: each tick is counted by itself, those that wait for it by all cores.
type crowd struct {
	clock   *clock
	line    timeline
	ticks   []ask // of two identifiers or more: one alone meets nothing
	pending uint64
	parts   [crowdParts]part
}

// ask is a demand for n identifiers in a tick.
type ask struct{ tick, n uint64 }

// crowdParts is into how many the ticks are split. It is fixed, so that the seed decides
// everything, and not the machine.
const (
	crowdParts = 16
	crowdTicks = 128 * crowdParts // as many as stay in the nearest caches
	crowdIDs   = 1 << 14
)

// part draws and counts the identifiers of some of the ticks.
type part struct {
	*process
	ids               []gen.ID
	duplicates, pairs uint64
	err               error
}

var (
	_ maker = (*drawing)(nil)
	_ maker = (*crowd)(nil)
)

func newCrowd(c *Config, clock *clock, line timeline) (*crowd, error) {
	all := &crowd{clock: clock, line: line}
	for i := range all.parts {
		p, err := newProcess(c.Scheme, clock, line, nil, nil, c.bits(uint64(i)))
		if err != nil {
			return nil, err
		}
		all.parts[i].process = p
	}
	return all, nil
}

func (c *crowd) take(n uint64, r *sequence.Run) error {
	if n > 1 {
		c.ticks = append(c.ticks, ask{c.line.tick(c.clock.reading()), n})
		if c.pending += n; len(c.ticks) == crowdTicks || c.pending > crowdIDs {
			if err := c.flush(); err != nil {
				return err
			}
		}
	}
	r.N = n
	return nil
}

func (c *crowd) lowest() uint64 { return c.line.tick(c.clock.lowest()) }

// flush draws and counts the ticks that wait for it.
func (c *crowd) flush() error {
	share(crowdParts, func(i int) {
		p := &c.parts[i]
		for j := i; j < len(c.ticks) && p.err == nil; j += crowdParts {
			p.ids, p.err = p.draw(c.ticks[j].tick, c.ticks[j].n, true, p.ids[:0])
			duplicates, pairs := equal(p.ids, gen.ID.Cmp)
			p.duplicates, p.pairs = p.duplicates+duplicates, p.pairs+pairs
		}
	})
	c.ticks, c.pending = c.ticks[:0], 0
	for i := range c.parts {
		if err := c.parts[i].err; err != nil {
			return err
		}
	}
	return nil
}
