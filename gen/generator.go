package gen

import (
	"context"
	"io"
	"sync"
	"time"

	"idscope/gen/sequence"
)

// Options are what a generator needs besides its scheme. The zero value works:
// worker 0 (or a random one, where the scheme draws it), the system's clock and
// random numbers, the scheme's own policies, and no memory beyond the process.
type Options struct {
	Worker  *uint64      // all worker fields together; nil is 0, or random by the scheme's rule
	Set     []Assignment // values of single fields
	Ledger  Ledger       // shared with other processes; nil is none
	Ceiling *Ceiling     // nil is none
	Clock   Clock        // nil is SystemClock
	Random  io.Reader    // nil is SystemRandom

	Backward Backward // zero values are the scheme's own
	Overflow Overflow
	Start    Start
	MaxLead  *time.Duration
	MaxWait  *time.Duration
	MaxAge   *time.Duration // of ticks that passed while a caller waited, and that it may fill; nil is 10 ms

	// OnWait is called before each wait of more than 2 s, with its length and the
	// reason, a *ClockError; nil is nobody. Several goroutines may call it at once.
	OnWait func(d time.Duration, why error)
}

// Assignment gives a field a value.
type Assignment struct {
	Field string
	Value ID
}

// Generator makes identifiers of one scheme. Any number of goroutines may use
// it: no two calls return the same identifier, and where the scheme is Ordered
// each is greater than all that were returned before the call began.
type Generator struct {
	scheme    *Scheme
	codec     *Codec
	line      Timeline
	counts    Source // what the sequencer's value fills: Seq, or Random that grows
	timed     bool   // there are ticks
	paced     bool   // the sequencer decides; else random bits alone keep identifiers apart
	fresh     ID     // bits that are random in each identifier
	valueBits bitRange
	timeBits  bitRange // of the time
	carried   carried
	base      ID // an identifier of baseTick without what is counted or drawn: ticks change rarely
	baseTick  uint64
	pool      *sync.Pool // of entropies, for schemes that have nothing else
	ticks     *tickClock // nil reads the clock itself

	clock    Clock
	ceiling  *Ceiling
	ledger   Ledger
	shared   func(*Mark) error // reserve for the ledger, kept so that Next does not allocate
	patience sequence.Patience // its limits
	onWait   func(time.Duration, error)

	mu      sync.Mutex // held while an identifier is made, never while sleeping
	fixed   ID
	entropy entropy
	seq     sequence.Sequencer
	mark    Mark // without a ledger
	made    bool // of a scheme that never varies
	ask     uint64
	got     Run
	stop    sequence.Halt
	now     time.Time
}

// Next returns the next identifier. It blocks as the policies say, at most
// until ctx ends, and does not allocate unless it fails. Its error is a
// *ClockError, ErrRepeats, the context's, the ledger's or the random source's;
// after an error the generator may be called again.
func (g *Generator) Next(ctx context.Context) (ID, error) {
	if g.pool != nil {
		return g.draw()
	}
	if g.carried.able {
		if tick, value, ok := g.carry(1); ok > 0 {
			if g.timeBits.low && g.valueBits.low {
				id := g.fixed
				id.Lo |= tick<<(g.timeBits.lsb&63) | value<<(g.valueBits.lsb&63)
				return id, nil
			}
			return g.codec.place(g.codec.place(g.fixed, Time, 0, tick), g.counts, 0, value), nil
		}
	}
	g.mu.Lock()
	if g.carried.able {
		g.fetch()
	}
	err := g.take(ctx, 1)
	if err != nil {
		g.unlock()
		return ID{}, err
	}
	if tick := g.got.Tick; tick != g.baseTick {
		g.base, g.baseTick = g.codec.place(g.fixed, Time, 0, tick), tick
	}
	id, err := g.build(g.base, &g.got)
	if g.carried.able {
		g.offer()
	}
	g.mu.Unlock()
	return id, err
}

// Fill fills dst, with one reading of the clock and one reservation for each run
// that the layout allows. On an error the first n identifiers are good.
func (g *Generator) Fill(ctx context.Context, dst []ID) (n int, err error) {
	for n < len(dst) && err == nil {
		var made int
		if r := g.carryRun(uint64(len(dst) - n)); r.N > 0 {
			made, err = g.many(dst[n:], &r)
		} else {
			made, err = g.fill(ctx, dst[n:])
		}
		n += made
	}
	return n, err
}

// fill is Fill of one reservation, under the lock.
func (g *Generator) fill(ctx context.Context, dst []ID) (n int, err error) {
	g.lock()
	defer g.unlock()
	if err := g.take(ctx, uint64(len(dst))); err != nil {
		return 0, err
	}
	return g.many(dst, &g.got)
}

// Scheme returns the scheme that the generator makes.
func (g *Generator) Scheme() *Scheme { return g.scheme }

// Codec returns the compiled layout.
func (g *Generator) Codec() *Codec { return g.codec }

// Free reports whether random bits alone keep the identifiers apart, so that two
// generators of the scheme do as well as one.
func (g *Generator) Free() bool { return !g.paced && g.fresh != (ID{}) }

// Lead is how far the last tick that was made or reserved is ahead of the
// clock's latest reading: borrowed time. Behind a ledger it is as of this
// generator's last call.
func (g *Generator) Lead() time.Duration {
	g.lock()
	defer g.unlock()
	if !g.paced || g.mark.Tick <= g.mark.Seen {
		return 0
	}
	return g.line.Span(g.mark.Tick - g.mark.Seen)
}

// draw is Next for schemes whose random bits alone keep identifiers apart: it
// needs no lock, but a source of random bits that no other call uses meanwhile.
func (g *Generator) draw() (ID, error) {
	id := g.fixed
	if g.timed {
		tick, err := g.tick()
		if err != nil {
			return ID{}, err
		}
		id = g.codec.place(id, Time, 0, tick)
	}
	e := g.pool.Get().(*entropy)
	random, err := e.fill(g.fresh)
	g.pool.Put(e)
	return id.Or(random), err
}

// build completes the identifier that r stands at, from its fixed bits and its time,
// and moves r on.
func (g *Generator) build(id ID, r *Run) (ID, error) {
	if g.paced {
		if g.valueBits.low {
			id.Lo |= r.Value.Lo << (g.valueBits.lsb & 63)
		} else {
			id = g.codec.place(id, g.counts, r.Value.Hi, r.Value.Lo)
		}
		if g.seq.Rollback > 0 {
			id = g.codec.place(id, Rollback, 0, r.Count)
		}
	}
	if (g.fresh != ID{}) {
		random, err := g.entropy.fill(g.fresh)
		if err != nil {
			return ID{}, err
		}
		id = id.Or(random)
	}
	if r.N > 1 && g.paced {
		return id, g.seq.Follow(r, &g.mark.Point)
	}
	r.N--
	return id, nil
}
