package gen

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"idscope/gen/sequence"
)

// Options are what a generator needs besides its scheme. The zero value works: worker 0 or a random one by the scheme's
// rule, the system's clock and random numbers, the scheme's policies, no memory beyond the process.
type Options struct {
	Worker  *uint64      // all worker fields together; nil is 0, or random by the scheme's rule
	Set     []Assignment // values of single fields
	Ledger  Ledger       // shared with other processes; nil is none
	Ceiling *Ceiling     // nil is none
	Clock   Clock        // nil is SystemClock
	Random  io.Reader    // nil is AES in counter mode, keyed from crypto/rand
	Total   uint64       // how many IDs the caller wants at least; a ledger is asked for many of them at a time

	// Hold opens what keeps identifiers apart from those of other processes, after all else was checked. It sets
	// Worker, Set, Ledger and Ceiling, and what it returns is closed with the generator. The scheme is the generator's
	// own. Nil is nothing.
	Hold func(s *Scheme, o *Options) (io.Closer, error)

	Backward Backward // zero values are the scheme's own
	Overflow Overflow
	Start    Start
	MaxLead  *time.Duration
	MaxWait  *time.Duration
	Longest  time.Duration  // how far off a tick may be that is waited for; 0 is as far as the scheme may be ahead
	MaxAge   *time.Duration // of ticks that passed while a caller waited, and that it may fill; nil is 10 ms

	// OnWait is called before each wait of more than 2 s, with its length and the reason; nil is nobody. Several
	// goroutines may call it at once.
	OnWait func(d time.Duration, why error)
}

// Assignment gives a field a value.
type Assignment struct {
	Field string
	Value ID
}

// Generator generates IDs of one scheme, for any number of goroutines: no two calls return the same ID, and where the
// scheme is Ordered each is greater than all that were returned before the call began.
type Generator struct {
	scheme    *Scheme
	codec     *Codec
	line      Timeline
	counts    Source // what the sequencer's value fills: Seq, or Random that grows
	timed     bool   // there are ticks
	paced     bool   // the sequencer decides; else random bits alone keep identifiers apart
	fresh     ID     // bits that are random in each identifier
	valueBits bitRange

	clock    Clock
	ceiling  *Ceiling
	ledger   Ledger
	held     io.Closer         // what Options.Hold opened
	shared   func(*Mark) error // reserve for the ledger, kept so that Next does not allocate
	patience sequence.Patience // its limits
	onWait   func(time.Duration, error)

	mu      sync.Mutex // held while an identifier is made, never while sleeping
	fixed   ID
	entropy entropy
	seq     sequence.Sequencer
	mark    Mark   // without a ledger
	made    bool   // of a scheme that never varies
	total   uint64 // that the caller still wants
	ask     uint64
	all     bool // or none, where none follow
	got     Run  // reserved, but not given out
	stop    sequence.Halt
	now     time.Time
}

// Next returns the next ID. It blocks as the policies say, until ctx ends at most, and allocates only where it fails.
// Its error is that of [NoID], ErrRepeats, the context's, the ledger's or the random source's; it may be called again.
func (g *Generator) Next(ctx context.Context) (ID, error) {
	var one [1]ID
	_, err := g.fill(ctx, one[:])
	return one[0], err
}

// Fill fills dst, with one reading of the clock and one reservation for each run that the layout allows. On an error
// the first n identifiers are good.
func (g *Generator) Fill(ctx context.Context, dst []ID) (n int, err error) {
	for n < len(dst) && err == nil {
		var made int
		made, err = g.fill(ctx, dst[n:])
		n += made
	}
	return n, err
}

// mostReserved is how many identifiers are reserved at a time in a ledger, for a caller who wants so many: each time a
// file is written, which takes as long as a thousand of them or more.
const mostReserved = 1 << 18

// fill is Fill of one reservation, under the lock.
func (g *Generator) fill(ctx context.Context, dst []ID) (n int, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.got.N == 0 {
		wanted := uint64(len(dst))
		if g.ledger != nil && g.seq.Growth == GrowthNone {
			wanted = max(wanted, min(g.total, mostReserved))
		}
		if err := g.take(ctx, wanted, false); err != nil {
			return 0, err
		}
		g.total -= min(g.got.N, g.total)
	}
	if n, err = g.many(dst, &g.got); err != nil {
		g.got.N = 0
	}
	return n, err
}

// Close closes what Options.Hold opened.
func (g *Generator) Close() error {
	if g.held == nil {
		return nil
	}
	return g.held.Close()
}

// Scheme returns the scheme that the generator makes.
func (g *Generator) Scheme() *Scheme { return g.scheme }

// Ready says why no ID has the time of now: it is before the epoch, or the layout has ended.
func (g *Generator) Ready() error {
	_, _, err := g.present()
	return err
}

// Lead is how far the last tick that was used or reserved is ahead of the clock's latest reading, behind a ledger as of
// this generator's last call.
func (g *Generator) Lead() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.paced || g.mark.Tick <= g.mark.Seen {
		return 0
	}
	return g.line.Span(g.mark.Tick - g.mark.Seen)
}

var errNoRuns = errors.New("the random bits of a scheme are drawn for each id; use one whose sequence " +
	"alone tells them apart")

// Reserve takes up to n IDs, at least one, as numbers, without building any: what Fill would make of one reservation.
// In a layout without time that has fewer left it takes none, and its error is of ErrUsedUp. Other errors are Next's; a
// scheme with random bits that change, or without a sequencer, is refused.
func (g *Generator) Reserve(ctx context.Context, n uint64) (Run, error) {
	if !g.Reservable() {
		return Run{}, errNoRuns
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.take(ctx, max(n, 1), true); err != nil {
		return Run{}, err
	}
	r := g.got
	g.got.N = 0
	return r, nil
}

// Reservable reports whether Reserve takes identifiers of the scheme as numbers.
func (g *Generator) Reservable() bool {
	return g.paced && g.seq.Growth == GrowthNone && g.fresh == (ID{})
}

// Expand builds the first IDs of a reservation of this generator, as many as dst has room for, and takes them off it,
// without a lock.
func (g *Generator) Expand(r *Run, dst []ID) int {
	n, _ := g.many(dst, r) // fails only where random bits are drawn
	return n
}

// Split takes the first n identifiers off a reservation of this generator, all if it has fewer, and returns them as one
// of their own.
func (g *Generator) Split(r *Run, n uint64) Run { return g.seq.Split(r, n) }

// Model is how the identifiers of a generator come about, apart from clock, record, waiting and lock: for simulations,
// which drive a sequencer of their own.
type Model struct {
	Rules sequence.Rules
	Paced bool // a sequencer decides by the rules; else random bits alone keep identifiers apart
	Fresh ID   // bits that are random in each identifier
	// Patience has the limits of waiting.
	Patience sequence.Patience

	of *Generator
}

// Model returns what g does.
func (g *Generator) Model() Model { return Model{g.seq.Rules, g.paced, g.fresh, g.patience, g} }

// ID returns the first identifier of a run, with 0 in its fresh bits.
func (m *Model) ID(r *Run) ID { return m.of.first(r) }
