package gen

import (
	"context"
	"io"
	"sync"
	"time"
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
	scheme *Scheme
	codec  *Codec
	line   Timeline
	counts Source // what the sequencer's value fills: Seq, or Random that grows
	timed  bool   // there are ticks
	paced  bool   // the sequencer decides; else random bits alone keep identifiers apart
	fresh  ID     // bits that are random in each identifier
	lay    stretch
	pool   *sync.Pool // of entropies, for schemes that have nothing else
	ticker *ticker    // nil reads the clock itself
	quick  quick
	steady steady

	clock   Clock
	ceiling *Ceiling
	ledger  Ledger
	shared  func(*Mark) error // reserve for the ledger, kept so that Next does not allocate
	maxWait time.Duration
	reach   time.Duration // how far ahead a record may begin
	onWait  func(time.Duration, error)

	mu      sync.Mutex // held while an identifier is made, never while sleeping
	fixed   ID
	entropy entropy
	seq     sequencer
	mark    Mark // without a ledger
	made    bool // of a scheme that never varies
	ask     uint64
	got     run
	stop    halt
	now     time.Time
}

// Next returns the next identifier. It blocks as the policies say, at most
// until ctx ends, and does not allocate unless it fails. Its error is a
// *ClockError, ErrRepeats, the context's, the ledger's or the random source's;
// after an error the generator may be called again.
func (g *Generator) Next(ctx context.Context) (ID, error) {
	switch {
	case g.pool != nil:
		return g.draw()
	case g.quick.able:
		if id, ok := g.tryQuick(); ok {
			return id, nil
		}
	}
	g.lock()
	if g.steady.able {
		if id, ok := g.advance(); ok {
			g.mu.Unlock()
			return id, nil
		}
	}
	err := g.take(ctx, 1)
	if err != nil {
		g.unlock()
		return ID{}, err
	}
	id, err := g.build(&g.got)
	g.unlock()
	return id, err
}

// Fill fills dst, with one reading of the clock and one reservation for each run
// that the layout allows. On an error the first n identifiers are good.
func (g *Generator) Fill(ctx context.Context, dst []ID) (n int, err error) {
	g.lock()
	defer g.unlock()
	for n < len(dst) {
		if err := g.take(ctx, uint64(len(dst)-n)); err != nil {
			return n, err
		}
		made, err := g.many(dst[n:], &g.got)
		if n += made; err != nil {
			return n, err
		}
	}
	return n, nil
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

// build makes the identifier that r stands at and moves r on.
func (g *Generator) build(r *run) (ID, error) {
	id := g.codec.place(g.fixed, Time, 0, r.tick)
	if g.paced {
		id = g.codec.place(id, g.counts, r.value.Hi, r.value.Lo)
		if g.seq.rollback > 0 {
			id = g.codec.place(id, Rollback, 0, r.count)
		}
	}
	if (g.fresh != ID{}) {
		random, err := g.entropy.fill(g.fresh)
		if err != nil {
			return ID{}, err
		}
		id = id.Or(random)
	}
	if r.n--; r.n > 0 && g.paced {
		if err := g.seq.follow(r, &g.mark.Point); err != nil {
			return ID{}, err
		}
	}
	return id, nil
}
