package lease

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/internal/histories"
	"idscope/gen/store"
)

// TestHistories makes up histories of hosts that share a store, and plays them over the
// real code.
func TestHistories(t *testing.T) {
	t.Parallel()
	var all tally
	histories.Play(t, 600, func(seed uint64) histories.History {
		h := newHistory(seed, &all)
		h.play()
		return h
	})
	t.Logf("%+v", all)
	if all.Histories > 500 && (all.IDs < 20*all.Histories || all.Kills == 0 || all.Acquired < all.Histories ||
		all.Renewed < all.Histories/4 || all.Released == 0 || all.Fenced == 0 || all.Lost == 0 || all.Joined == 0 ||
		all.Forgot == 0) {
		t.Error("too little happened: the histories show nothing")
	}
}

// TestHistoriesWithoutCeiling takes the ceiling out of all grants, and wants
// the same histories to find duplicates.
func TestHistoriesWithoutCeiling(t *testing.T) {
	t.Parallel()
	duplicates(t, 3, func(h *history) { h.loose = true })
}

// TestHistoriesUnseen lets the store go back without telling, and wants the same histories
// to find duplicates: it is the incarnation that keeps them out.
func TestHistoriesUnseen(t *testing.T) {
	t.Parallel()
	duplicates(t, 293, func(h *history) { h.blind = true })
}

// duplicates plays histories without what keeps duplicates out, until one has any. The first one to play is the first
// that has, so that others cost time only where the histories have changed.
func duplicates(t *testing.T, first uint64, without func(*history)) {
	t.Helper()
	for seed := first; seed < first+3000; seed++ {
		h := newHistory(seed, new(tally))
		without(h)
		if h.play(); strings.Contains(h.broken, "twice") {
			t.Logf("history %d: %s", seed, h.broken)
			return
		}
	}
	t.Error("3000 histories without a duplicate: they show nothing")
}

// tally counts what all histories of a test did.
type tally struct {
	Histories, IDs, Kills, Acquired, Renewed, Released, Fenced, Lost, Restored, Forgot, Joined, Steps, Refused int
}

// history is some hosts, their store, and what was generated. What happens is
// decided by the seed alone: processes are coroutines, of which one goes on to its
// next step.
type history struct {
	*tally
	*rand.Rand
	seed   uint64
	at     time.Time // by a clock that is right
	scheme *gen.Scheme
	terms  Config
	store  *shelf
	hosts  []*host
	live   []*process
	made   map[used]string
	broken string
	lines  []string
	loose  bool // without the ceiling
	blind  bool // the store does not tell that it went back
}

// used is an identifier: nothing else may have the same three.
type used struct {
	worker, tick, value, count uint64
}

func newHistory(seed uint64, all *tally) *history {
	all.Histories++
	h := &history{tally: all, Rand: rand.New(rand.NewPCG(seed, 5)), seed: seed, made: make(map[used]string)}
	h.at = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).Add(time.Duration(h.IntN(1e9)))
	layout := pick(h, "time:41 worker:1 seq:3", "time:41 worker:1 seq:3", "time:41 worker:2 seq:2",
		"time:41 worker:1 rollback:1 seq:3", "worker:1 seq:12")
	l, err := gen.ParseLayout(layout)
	if err != nil {
		panic(err)
	}
	s := &gen.Scheme{Name: "custom",
		Bits: gen.Bits{Layout: l, Epoch: time.UnixMilli(1288834974657),
			Tick:     pick(h, time.Millisecond, 100*time.Millisecond, time.Second),
			Overflow: pick(h, gen.OverflowWait, gen.OverflowBorrow),
			Backward: pick(h, gen.BackwardFail, gen.BackwardContinue, gen.BackwardWait),
			Start:    gen.Start{Rule: gen.StartZero}}}
	if l.Width(gen.Time) == 0 {
		s.Tick, s.Epoch = 0, time.Time{}
	}
	if l.Width(gen.Rollback) > 0 {
		s.Backward = gen.BackwardBits
	}
	h.scheme = s
	lead := s.Lead()
	if h.terms, err = ConfigOf(s, "0123", WorkerField, lead,
		pick(h, time.Second, 3*time.Second, 20*time.Second)); err != nil {
		panic(err)
	}
	h.store = newShelf(h)
	for i := range 2 + h.IntN(3) {
		h.hosts = append(h.hosts, newHost(h, "host"+strconv.Itoa(i)))
	}
	return h
}

func pick[T any](h *history, list ...T) T { return list[h.IntN(len(list))] }
func (h *history) one(in int) bool        { return h.IntN(in) == 0 }

func (h *history) say(format string, args ...any) {
	h.lines = append(h.lines, h.at.Format("15:04:05.000 ")+fmt.Sprintf(format, args...))
}

// Told is what happened.
func (h *history) Told() string {
	return fmt.Sprintf("history %d: %s, tick %s, backward %s, overflow %s, lease %s, %d hosts\n%s", h.seed,
		h.scheme.Layout.String(), h.scheme.Tick, h.scheme.Backward, h.scheme.Overflow, h.terms.Lease, len(h.hosts),
		strings.Join(h.lines, "\n"))
}

// Broken is what must not happen; empty if it did not.
func (h *history) Broken() string { return h.broken }

// play makes the history.
func (h *history) play() {
	defer func() {
		for len(h.live) > 0 {
			h.live[0].Kill()
		}
	}()
	for range 150 + h.IntN(250) {
		if h.broken != "" {
			return
		}
		if h.Steps++; h.one(12) {
			h.event()
		}
		if len(h.live) < 2 || len(h.live) < 8 && h.one(6) {
			h.start()
		}
		h.at = h.at.Add(time.Duration(h.IntN(int(20 * time.Millisecond))))
		for range 1 + h.IntN(12) { // one process may get far while others stand still
			p := h.live[h.IntN(len(h.live))]
			for range 1 + h.IntN(8) {
				if !p.GoOn() {
					break
				}
			}
			if len(h.live) == 0 {
				break
			}
		}
	}
}

// generated notes an identifier.
func (h *history) generated(u used, by string) {
	if first, twice := h.made[u]; twice && h.broken == "" {
		h.broken = fmt.Sprintf("number %d, tick %d, sequence %d, count %d was generated twice: by %s and by %s", u.worker,
			u.tick, u.value, u.count, first, by)
	}
	h.made[u] = by
	h.IDs++
}

// event is what happens beside the processes.
func (h *history) event() {
	host := h.hosts[h.IntN(len(h.hosts))]
	switch h.IntN(17) {
	case 0, 1:
		h.pass(time.Duration(h.IntN(int(2 * h.terms.Lease))))
	case 2:
		h.pass(2*h.terms.Lease + Skew)
	case 3:
		host.offset += time.Duration(h.Int64N(int64(6*time.Second))) - 3*time.Second
		h.say("%s: the clock is off by %s", host.name, host.offset)
	case 4:
		host.offset = pick(h, -time.Hour, time.Hour, 365*24*time.Hour, -30*time.Second, 30*time.Second, 0, 0, 0)
		h.say("%s: the clock is off by %s", host.name, host.offset)
	case 5, 6, 7:
		if len(h.live) > 0 {
			p := h.live[h.IntN(len(h.live))]
			h.say("%s: killed", p.name)
			h.Kills++
			p.Kill()
		}
	case 8:
		host.reboot()
	case 9:
		host.saved = host.file
	case 10:
		if host.saved.content != nil {
			h.say("%s: the grant was put back from a backup", host.name)
			host.file, host.file.copied = host.saved, true
			h.Restored++
		}
	case 11:
		if from := h.hosts[h.IntN(len(h.hosts))]; from != host && from.file.content != nil {
			h.say("%s: the grant was copied from %s", host.name, from.name)
			host.file, host.file.copied = from.file, true
			h.Restored++
		}
	case 12:
		h.store.down = !h.store.down
		h.say("store down: %v", h.store.down)
	case 13:
		h.store.lose()
	case 14:
		h.store.deliver(true)
	case 15:
		switch {
		case h.one(2):
			h.store.saved = h.store.Copy()
		case h.store.saved != nil && h.one(2):
			if h.store.goBack(); !h.terms.Timed && !h.blind {
				h.fence(h.hosts[0].remembered(), h.store.most+1)
			}
		case h.store.saved != nil && h.terms.Timed:
			h.say("the store was put back from a backup, and fenced")
			h.store.restore()
			h.fence(h.hosts[0].remembered(), 0)
		}
	case 16:
		if h.one(4) {
			h.store.forget()
		} else {
			h.join(host)
		}
	}
}

// join lets a host take the group as it is in the store, where it knows another one.
func (h *history) join(host *host) {
	h.spawn(host, func(p *process) {
		m, joined, err := p.holder().Accept(context.Background())
		switch {
		case err != nil:
			p.failed("join", err)
		case joined:
			h.Joined++
			h.say("%s: joined group %.8s, which begins at %d", p.name, m.ID, m.Begin)
		}
	})
}

// pass lets time go by.
func (h *history) pass(d time.Duration) {
	h.at = h.at.Add(d)
	h.say("%s later", d)
}

// fence starts the command on a host whose clock is right, and lets it get as far as
// its swap of the group: nothing protects what others acquire before that. The rest is
// beside all others. It knows of a group before, if any.
func (h *history) fence(remembered string, from uint64) {
	before := h.store.fences()
	p := h.spawn(h.hosts[0], func(p *process) {
		g := &Group{Store: &visit{h.store, p}, Name: "g", Config: h.terms, Clock: rightClock{h}}
		if _, err := g.Fence(context.Background(), Grant{ID: remembered}, 0, from); err != nil {
			h.say("%s: fence: %v", p.name, err)
			return
		}
		h.say("%s: fenced", p.name)
	})
	h.Fenced++
	down := h.store.down
	for h.store.down = false; h.store.fences() == before; {
		if !p.GoOn() {
			h.fence(remembered, from) // the store failed it: once more
			break
		}
	}
	h.store.down = down
}

// rightClock is the history's own.
type rightClock struct{ h *history }

func (c rightClock) Now() time.Time                             { return c.h.at }
func (c rightClock) Sleep(context.Context, time.Duration) error { return nil }

// process is a program on a host, as far as it got.
type process struct {
	histories.Program
	h      *history
	host   *host
	name   string
	faults int // of so many writes one fails; 0 is none
}

func (h *history) start() { h.spawn(h.hosts[h.IntN(len(h.hosts))], (*process).main) }

// spawn starts a program on a host.
func (h *history) spawn(host *host, main func(*process)) *process {
	host.started++
	p := &process{h: h, host: host, name: fmt.Sprintf("%s/%d", host.name, host.started), faults: pick(h, 0, 0, 4, 20)}
	p.Begin(func() { main(p) }, func() { h.live = slices.DeleteFunc(h.live, func(o *process) bool { return o == p }) })
	h.live = append(h.live, p)
	return p
}

// main is the program: it generates, or gives the host's number back.
func (p *process) main() {
	h, ctx := p.h, context.Background()
	holder := p.holder()
	if h.one(8) {
		if err := holder.Release(ctx); err != nil {
			p.failed("release", err)
			return
		}
		h.Released++
		h.say("%s: released", p.name)
		return
	}
	err := holder.Acquire(ctx)
	if err != nil {
		p.failed("acquire", err)
		return
	}
	number := holder.Worker()
	g, err := gen.New(h.scheme, gen.Options{Worker: &number, Ledger: holder.Ledger(&record{p, p.host.record(number)}),
		Ceiling: holder.Ceiling(), Clock: p})
	if err != nil {
		panic(err)
	}
	codec, _ := h.scheme.Layout.Compile() // a generator has it
	for tries := 1 + h.IntN(6); tries > 0; tries-- {
		ids := make([]gen.ID, 1+h.IntN(20))
		n, err := g.Fill(ctx, ids)
		p.Step() // it may stand still before it prints
		for _, id := range ids[:n] {
			h.generated(used{number, codec.Source(id, gen.Time).Lo, codec.Source(id, gen.Seq).Lo,
				codec.Source(id, gen.Rollback).Lo}, p.name)
		}
		if n > 0 {
			h.say("%s: %d ids of number %d, last tick %d", p.name, n, number, codec.Source(ids[n-1], gen.Time).Lo)
		}
		if err != nil {
			p.failed("generate", err)
		}
		p.Step()
	}
}

// failed tells a refusal, of which some kinds are bugs.
func (p *process) failed(what string, err error) {
	p.h.Refused++
	p.h.say("%s: %s: %v", p.name, what, err)
	if errors.Is(err, ErrDamaged) {
		p.h.broken = err.Error()
	}
}

// Now and Sleep make the process a clock: its host's.
func (p *process) Now() time.Time { return p.h.at.Add(p.host.offset) }

func (p *process) Sleep(_ context.Context, d time.Duration) error {
	for until := p.Now().Add(d); p.Now().Before(until); {
		if !p.Rest() { // the generator is not locked while it sleeps: it has to return
			return context.Canceled
		}
		if p.h.one(20) {
			return context.DeadlineExceeded
		}
	}
	return nil
}

func (p *process) holder() *Lease {
	return &Lease{Name: "g", From: "model", Config: p.h.terms, Keeper: p, Clock: p, Create: !p.h.store.begun,
		Owner:   func() Owner { return Owner{Host: p.host.name, Home: p.host.name} },
		Command: func(verb, _ string, _ ...string) string { return verb },
		Open:    func(context.Context) (store.Store, error) { return &visit{p.h.store, p}, nil }}
}
