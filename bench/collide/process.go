package collide

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"idscope/gen"
	"idscope/gen/sequence"
)

// maker is a process that generates numbers.
type maker interface {
	// take generates up to n numbers at the clock's present, as the run r, and passes true
	// time where it waits. A refusal is errRefused of all, errOne of one number.
	take(n uint64, r *sequence.Run) error
	// lowest is the lowest tick that the process, or a successor, can still use.
	lowest() uint64
}

var (
	errRefused = errors.New("refused by the rules, or the process has ended")
	errOne     = errors.New("one number is refused by the rules")
)

// sealed is the record of a process whose predecessor's is lost, as package worker makes it: past
// all that can have been generated.
func sealed(s *gen.Scheme, line *timeline, reading int64) (m sequence.Mark) {
	now := line.tick(reading)
	tick := now + line.Ticks(s.Lead())
	m.Point = sequence.Point{Used: true, Tick: tick + 1, Step: 1, Seen: now}
	if bits := s.Layout.Width(gen.Rollback); bits > 0 {
		m.Counts.Used = 1 << bits
		for i := range m.Counts.Marks {
			m.Counts.Marks[i] = tick
		}
	}
	return m
}

// process is a process of the core: what package gen does, on the clock of a node.
type process struct {
	gen.Model
	seq    sequence.Sequencer
	mark   *sequence.Mark // its own, or a record that processes share
	random *randomBits
	each   bool // every id is of a process that has just started
	clock  *clock
	line   timeline
	slack  uint64 // how far back a waiter may use ticks that it slept through
}

// newProcess starts a process; record is nil where the scheme keeps none.
func newProcess(s *gen.Scheme, c *clock, line timeline, worker *uint64, record *sequence.Mark,
	random *randomBits) (*process, error) {
	g, err := gen.New(s, gen.Options{Worker: worker, Random: random})
	if err != nil {
		return nil, err
	}
	p := &process{Model: g.Model(), mark: record, random: random, clock: c, line: line}
	p.slack = line.Ticks(10*time.Millisecond) + 1
	if p.Rules.Alone = record == nil; record == nil {
		p.mark = new(sequence.Mark)
	}
	p.seq = sequence.New(p.Rules, random)
	return p, nil
}

// restart makes p what it is when it has just started, without a record: it may
// repeat what it generated before, as a second process may.
func (p *process) restart() {
	*p.mark = sequence.Mark{}
	p.seq.Restart()
}

// reserve takes up to n ids at a tick.
func (p *process) reserve(tick, n uint64, r *sequence.Run) (stop sequence.Halt) {
	if p.Paced {
		return p.seq.Reserve(p.mark, tick, n, math.MaxUint64, r)
	}
	if tick > p.Rules.Last {
		return sequence.Halt{Decision: sequence.Refuse, Reason: sequence.ErrEnded}
	}
	*r = sequence.Run{Tick: tick, N: n}
	return stop
}

// build generates the id that r is at and moves r on.
func (p *process) build(r *sequence.Run) gen.ID {
	id := p.ID(r)
	if p.Fresh != (gen.ID{}) {
		id = id.Or(p.random.fill(p.Fresh))
	}
	if p.Paced {
		_ = p.seq.Follow(r, 1, &p.mark.Point) // fails as the random numbers do: never
	} else {
		r.N--
	}
	return id
}

func (p *process) take(n uint64, r *sequence.Run) error {
	if p.each && p.Paced {
		p.restart()
		n = 1
	}
	stop := p.reserve(p.now(), n, r)
	for patience := p.Patience; stop.Reason != nil; stop = p.reserve(p.now(), n, r) {
		reading := p.clock.reading()
		d, ok := patience.Next(stop.Reason, time.Duration(p.line.reading(stop.Until)-reading), time.Unix(0, reading))
		if stop.Decision == sequence.Refuse || !ok {
			return errRefused
		}
		if stop.Reason == sequence.ErrUsedUp {
			d += p.line.Span(p.seq.Ahead(n))
		}
		if err := p.clock.sleep(p.clock.now + int64(d)); err != nil {
			return err
		}
	}
	return nil
}

// now is the tick that the clock reads.
func (p *process) now() uint64 { return p.line.tick(p.clock.reading()) }

func (p *process) lowest() uint64 {
	low := p.line.tick(p.clock.lowest())
	return low - min(low, p.slack)
}

// apart is all processes of all nodes, of ids in ticks that are entered once and are independent of
// each other: those of a tick are compared at once, and nothing is kept.
type apart struct {
	*process // the one whose turn it is
	result   *Result
	nodes    int    // of which each repeats nothing in a tick; 0 where each id is drawn by itself
	mask     gen.ID // the random bits
	asked    []int  // of a tick: which node each id is asked of
	who      *rand.Rand
	ids      []gen.ID
}

func newApart(result *Result, c *Config, p *process) *apart {
	a := &apart{process: p, result: result, nodes: c.Nodes, mask: gen.Mask(c.Scheme.Layout.Width(gen.Random))}
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

// randomBits is the core's source of random bits in a simulation: SplitMix64 (G.
// Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number Generators, 2014),
// a tenth of the time of the ChaCha8 of gen.SeededRandom. Nobody has to be kept
// from guessing here.
type randomBits struct{ state uint64 }

var (
	_ io.Reader       = (*randomBits)(nil)
	_ sequence.Random = (*randomBits)(nil)
)

// Read fills b and never fails.
func (r *randomBits) Read(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		var word [8]byte
		v, _ := r.Word()
		binary.LittleEndian.PutUint64(word[:], v)
		rest = rest[copy(rest, word[:]):]
	}
	return len(b), nil
}

// Word returns 64 bits and never fails.
func (r *randomBits) Word() (uint64, error) {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31, nil
}

// fill returns an id that is random in the bits of mask.
func (r *randomBits) fill(mask gen.ID) (id gen.ID) {
	if mask.Lo != 0 {
		id.Lo, _ = r.Word()
	}
	if mask.Mid != 0 {
		id.Mid, _ = r.Word()
	}
	if mask.Hi != 0 {
		id.Hi, _ = r.Word()
	}
	return id.And(mask)
}
