package gen

import (
	"context"
	"errors"
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

	clock   Clock
	ceiling *Ceiling
	ledger  Ledger
	shared  func(*Mark) error // reserve for the ledger, kept so that Next does not allocate
	maxWait time.Duration

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

var errHalt = errors.New("halt")

// take reserves a run of at most n identifiers and leaves it in g.got; the lock
// is held, but given up while it sleeps. (Runs stay in place: returning them by
// value costs 10 ns, for the processor waits for stores before wide loads.)
func (g *Generator) take(ctx context.Context, n uint64) error {
	if !g.paced {
		return g.unpaced(n)
	}
	g.ask = n
	var err error
	if g.ledger == nil {
		err = g.reserve(&g.mark)
	} else {
		err = g.ledger.Update(ctx, g.shared)
	}
	if err == errHalt {
		err = g.persist(ctx, n)
	}
	return err
}

// attempt leaves a run in g.got, or errHalt and the reason in g.stop.
func (g *Generator) attempt(ctx context.Context) error {
	if g.ledger != nil {
		return g.ledger.Update(ctx, g.shared)
	}
	return g.reserve(&g.mark)
}

// persist waits and tries again, as long as that is worth while.
func (g *Generator) persist(ctx context.Context, n uint64) error {
	wait := patience{}
	for {
		stop, now := g.stop, g.now
		if stop.verdict == Refuse {
			return g.refusal(stop, now)
		}
		d, ok := wait.next(g, stop, now)
		if !ok {
			return g.refusal(wait.reason(stop), now)
		}
		g.unlock()
		err := g.clock.Sleep(ctx, d)
		g.lock()
		if err != nil {
			return err
		}
		g.ask = n // another goroutine may have asked meanwhile
		if err = g.attempt(ctx); err != errHalt {
			return err
		}
	}
}

// reserve reads the clock once and asks the sequencer. It runs inside the
// ledger, where there is one.
func (g *Generator) reserve(m *Mark) error {
	tick, ok := uint64(0), true
	if g.timed {
		if tick, ok = g.read(); !ok {
			return g.early(g.clock.Now())
		}
	}
	if stop := g.seq.reserve(m, tick, g.ask, g.ceiling.Tick(), &g.got); stop.reason != nil {
		if g.timed && g.ticker != nil {
			g.now = g.clock.Now()
		}
		g.stop = stop
		return errHalt
	}
	return nil
}

// read reads the clock in ticks; g.now is what it says, without a ticker.
func (g *Generator) read() (tick uint64, ok bool) {
	if g.ticker != nil {
		return g.ticker.read()
	}
	g.now = g.clock.Now()
	return g.line.Tick(g.now)
}

func (g *Generator) early(now time.Time) error {
	return &ClockError{Reason: ErrBeforeEpoch, Scheme: g.scheme.Name, Now: now, Limit: g.scheme.Epoch, Retry: g.scheme.Epoch}
}

// unpaced serves schemes whose random bits alone keep identifiers apart, and
// constants, of which there is one.
func (g *Generator) unpaced(n uint64) error {
	if (g.fresh == ID{}) {
		if g.made || n > 1 {
			return ErrRepeats
		}
		g.made = true
		g.got = run{n: 1}
		return nil
	}
	g.got.tick, g.got.n = 0, n
	if !g.timed {
		return nil
	}
	tick, err := g.tick()
	g.got.tick = tick
	return err
}

// tick is the time of schemes whose random bits alone keep identifiers apart.
func (g *Generator) tick() (uint64, error) {
	tick, ok := uint64(0), false
	if g.ticker != nil {
		tick, ok = g.ticker.read()
	} else {
		tick, ok = g.line.Tick(g.clock.Now())
	}
	switch {
	case !ok:
		return 0, g.early(g.clock.Now())
	case tick > g.seq.last:
		return 0, g.refusal(halt{Refuse, ErrEnded, g.seq.last}, g.clock.Now())
	case tick > g.ceiling.Tick():
		return 0, g.refusal(halt{Refuse, ErrFenced, g.ceiling.Tick()}, g.clock.Now())
	}
	return tick, nil
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

// refusal turns a halt into the error that callers see.
func (g *Generator) refusal(stop halt, now time.Time) error {
	e := &ClockError{Reason: stop.reason, Scheme: g.scheme.Name, Now: now, Limit: g.line.Time(stop.until)}
	switch stop.reason {
	case ErrBackward, ErrUsedUp:
		e.Retry = g.line.Time(stop.until)
	case ErrEnded:
		if !g.scheme.Timed() {
			return &ClockError{Reason: ErrUsedUp, Scheme: g.scheme.Name}
		}
		e.Limit, _ = g.scheme.End()
	case ErrStalled, ErrFenced:
	default:
		return stop.reason // the random source's own error
	}
	return e
}
