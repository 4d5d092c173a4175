package counter

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"idscope/gen/fault"
	"idscope/gen/internal/histories"
	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
	"idscope/gen/worker"
)

// TestHistories: in random histories of three hosts no number is handed out twice,
// whatever is killed between two steps of an update, whatever replies are lost,
// machines that start again, folders put back from copies, hosts cut off for longer than
// everything lasts and back with an old record, and segments given back. What
// is lost is at most two segments for each of these.
func TestHistories(t *testing.T) {
	t.Parallel()
	played, apart := 0, 0
	for seed := range histories.Seeds(t, 20) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			h := newHistory(t, seed)
			h.play(120)
			apart += h.apart
		})
		played++
	}
	if played >= 20 && apart < played/2 {
		t.Errorf("hosts were cut off %d times in %d histories: too few to show anything", apart, played)
	}
}

// history is a store, hosts, and what happened.
type history struct {
	t     *testing.T
	r     *rand.Rand
	store *memory.Store
	hosts []*host
	saved []histories.Backup // of a host's folders, nil for none
	old   []bool             // the host's folders were put back
	all   *ledger
	harms uint64 // that may lose two segments
	kill  bool   // the next call is killed, at one of its steps
	full  bool   // the next call finds no space on the disk
	end   func() // of that call
	at    time.Time
	cut   int // the host that the store does not reach; -1 for none
	now   int // the host whose call it is
	apart int // how often a host was cut off
}

func newHistory(t *testing.T, seed uint64) *history {
	h := &history{t: t, r: rand.New(rand.NewPCG(seed, 1)), store: &memory.Store{}, all: newLedger(t), cut: -1,
		at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	for range 3 {
		h.hosts = append(h.hosts, newHost(t))
	}
	h.saved, h.old = make([]histories.Backup, len(h.hosts)), make([]bool, len(h.hosts))
	h.store.At = func(_ context.Context, method, _ string) error {
		switch {
		case h.now == h.cut:
			return memory.ErrDown
		case method == "Swap" && h.r.IntN(20) == 0:
			return store.ErrUnknown
		case method == "Swapped" && h.r.IntN(20) == 0:
			h.harms++
			return store.ErrUnknown
		}
		return nil
	}
	return h
}

// longest is the longest segment that a history has: its step stays as it was.
const longest = 40

func (h *history) play(steps int) {
	for range steps {
		i := h.r.IntN(len(h.hosts))
		switch n := h.r.IntN(40); {
		case n == 0:
			h.hosts[i].boot = fmt.Sprint("boot ", h.r.Uint64())
			h.harms++
		case n == 1:
			h.save(i)
		case n == 2 && h.saved[i] != nil:
			h.restore(i)
			h.harms++
		case n == 3:
			h.partition(i)
		case n < 6:
			h.release(i)
		default:
			if h.kill, h.full = n < 14, n < 16; h.full {
				h.harms++
			}
			h.take(i, 1+uint64(h.r.IntN(30)))
			h.kill, h.full = false, false
		}
	}
	for i := range h.hosts {
		h.take(i, 5)
	}
	try.Within(h.t, h.all.lost(), 0, 2*longest*(h.harms+uint64(len(h.hosts))), "numbers lost:")
}

// source is the counter in a call of a host, which may be killed.
func (h *history) source(i int) *Source {
	kill, dead := h.kill, false
	files := &histories.Files{Full: h.full && !kill, At: func(call, path string, done bool) {
		if kill && h.r.IntN(20) == 0 {
			kill, dead = false, true
			h.end()
		}
		if dead {
			runtime.Goexit() // the caller, and what loads or waits for it: no goroutine outlives its process
		}
	}}
	h.at = h.at.Add(time.Duration(h.r.IntN(int(10 * time.Second))))
	h.now = i
	return h.hosts[i].source(h.store, longest, func(c *Config) {
		c.Folder.FS, c.Folder.Warn, c.Now = files, func(string) {}, func() time.Time { return h.at }
		c.Open = func(context.Context, Place, bool) (store.Store, error) {
			return steady{store: h.store}, nil
		}
	})
}

// steady has segments of one length, so that what a history may lose is known.
type steady struct {
	Database
	Allocator
	store store.Store
}

func (s steady) Segment(ctx context.Context, _ string, _ Setup) (a Allocator, err error) {
	s.Allocator, err = openRegister(ctx, s.store, orders, true, longest)
	return s, err
}

func (s steady) Allocate(ctx context.Context, _ uint64) (Block, error) {
	return s.Allocator.Allocate(ctx, longest)
}

// take takes numbers in a call of its own, which may be killed.
func (h *history) take(i int, n uint64) {
	var ctx context.Context
	ctx, h.end = context.WithCancel(context.Background())
	defer h.end()
	over := make(chan struct{})
	var b Block
	err := context.Canceled // it was killed
	go func() {
		defer close(over)
		b, err = take(ctx, h.source(i), n)
	}()
	<-over
	switch {
	case err != nil && ctx.Err() != nil: // it was killed
	case err == nil || b.Len() > 0:
		h.all.add(b)
	case h.full && errors.Is(err, syscall.ENOSPC):
	case errors.Is(err, store.ErrUnknown):
		h.harms++
	case errors.Is(err, worker.ErrMoved):
	case errors.Is(err, memory.ErrDown) && i == h.cut:
	case errors.Is(err, ErrBehind) && h.old[i]: // the copy does not know what was given back since
		h.hosts[i] = newHost(h.t)
		h.old[i], h.saved[i] = false, nil
		h.harms++
	default:
		h.t.Fatalf("Take: %v", err)
	}
}

// partition cuts a host off: it uses up what it has, the others go on for long, and it
// comes back, with a record of before now and then.
func (h *history) partition(i int) {
	h.save(i)
	h.cut = i
	for range 12 {
		h.take(i, 1+uint64(h.r.IntN(30)))
	}
	try.Of(take(context.Background(), h.source(i), 1)).Fails(h.t, memory.ErrDown, "a host that was cut off for long:")
	for range 10 {
		h.take((i+1)%len(h.hosts), 30)
	}
	h.at = h.at.Add(1000 * time.Hour)
	h.cut = -1
	h.apart++
	if h.r.IntN(2) == 0 {
		h.restore(i)
		h.harms++
	}
	h.take(i, 30)
	h.take((i+2)%len(h.hosts), 30)
}

func (h *history) release(i int) {
	if _, err := h.source(i).Release(context.Background()); err != nil && !errors.Is(err, store.ErrUnknown) {
		h.t.Fatalf("Release: %v", err)
	}
	h.harms++
}

func (h *history) save(i int) { h.saved[i] = histories.Save(h.t, h.hosts[i].dir) }

// restore puts a copy back, as other files or over those that are there.
func (h *history) restore(i int) {
	h.old[i] = true
	anew := h.r.IntN(2) == 0
	if anew { // with all that came since
		os.RemoveAll(h.hosts[i].folder().State)
	}
	h.saved[i].Back(h.t, anew)
}

// host is a machine of a test: its folders, and a boot id that tests change.
type host struct {
	t    testing.TB
	dir  string
	boot string
}

func newHost(t testing.TB) *host { return &host{t, t.TempDir(), "boot 1"} }

func (h *host) folder() worker.Folder {
	machine := worker.DefaultHost()
	machine.BootID = func() string { return h.boot }
	return worker.Folder{State: filepath.Join(h.dir, "state"), Claims: filepath.Join(h.dir, "claims"),
		ClaimsGiven: true, Host: machine}
}

func (h *host) of(id ID) *Host {
	h.t.Helper()
	u := try.Of(store.Parse(id.Store)).Or(h.t)
	return try.Of(openHost(h.folder(), id.Kind, &Place{Store: u, Key: id.Key})).Or(h.t)
}

// orders is the counter of most tests.
var orders = ID{Kind: "segment", Store: "memory://", Key: "orders"}

// opened is the counter in a store, made with a step.
func opened(t testing.TB, s store.Store, step uint64) Allocator {
	t.Helper()
	return try.Of(openRegister(context.Background(), s, orders, true, step)).Or(t)
}

// source is the counter of a host over a store, as a call has it that changes what is to be otherwise.
func (h *host) source(s store.Store, step uint64, change ...func(*Config)) *Source {
	c := Config{Kind: "segment", Folder: h.folder(),
		Places: []Place{{Store: &url.URL{Scheme: "memory"}, Key: "orders", Setup: Setup{Create: true, Step: step}}},
		Open:   func(context.Context, Place, bool) (store.Store, error) { return s, nil }}
	for _, f := range change {
		f(&c)
	}
	return try.Of(NewSource(c)).Or(h.t)
}

// away is the change of a call that cannot reach the store.
func away(c *Config) { c.Open = nil }

// take takes up to n numbers.
func take(ctx context.Context, s *Source, n uint64) (Block, error) {
	runs, err := s.Take(ctx, n)
	if len(runs) == 0 {
		return Block{}, err
	}
	return Block{runs[0].First.Lo, runs[0].First.Lo + runs[0].N}, err
}

// ledger is all numbers that were handed out.
type ledger struct {
	t    testing.TB
	mu   sync.Mutex
	seen map[uint64]bool
	most uint64
}

func newLedger(t testing.TB) *ledger { return &ledger{t: t, seen: map[uint64]bool{}} }

func (l *ledger) add(b Block) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for ; b.Len() > 0; b.First++ {
		if l.seen[b.First] {
			l.t.Fatalf("%d was handed out twice", b.First)
		}
		l.seen[b.First] = true
		l.most = max(l.most, b.First)
	}
}

// lost is how many numbers below the highest were not handed out.
func (l *ledger) lost() uint64 { return l.most - uint64(len(l.seen)) }

func mustTake(t testing.TB, s *Source, n uint64) Block {
	t.Helper()
	return try.Of(take(context.Background(), s, n)).Or(t)
}

// refuses expects an error of a kind, in one line with those words.
func refuses(t testing.TB, err, reason error, words ...string) {
	t.Helper()
	if !errors.Is(err, reason) || !errors.As(err, new(*fault.Error)) || strings.Contains(err.Error(), "\n") {
		t.Fatalf("error %q; want one line whose reason is: %v", err, reason)
	}
	for _, want := range words {
		try.Says(t, err, want, "error")
	}
}

// put writes what the store holds of a counter, as somebody does who goes past it.
func put(t testing.TB, s store.Store, key, text string) {
	t.Helper()
	v := try.Of(s.Load(t.Context(), prefix+key)).Or(t)
	try.Of(s.Swap(t.Context(), prefix+key, v.Version, []byte(text))).Or(t)
}

var errDown = fmt.Errorf("down: %w", memory.ErrDown)
