package lease_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen/lease"
	"idscope/gen/store"
	"idscope/gen/testing/try"
)

// calls counts the calls of the store until the end of f.
func (w *world) calls(f func()) map[string]int {
	n := map[string]int{}
	w.store.step = func(what string) error {
		n[what]++
		return nil
	}
	f()
	w.store.step = nil
	delete(n, "swapped")
	return n
}

// TestRoundTrips: a grant that lives is used without the store, and one that has ended is
// renewed by one call more than load, clock, load, swap, load.
func TestRoundTrips(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	expect := func(when string, want map[string]int, f func()) {
		t.Helper()
		got := w.calls(f)
		for what := range map[string]bool{"load": true, "now": true, "swap": true, "list": true, "safety": true} {
			if got[what] != want[what] {
				t.Errorf("%s: calls %v; want %v", when, got, want)
				return
			}
		}
	}
	renewal := map[string]int{"load": 3, "now": 2, "swap": 1}
	expect("below the ceiling", nil, func() { a.must(100) })
	w.pass(2 * time.Minute)
	expect("after the end", renewal, func() { a.must(1) })
	w.pass(60500 * time.Millisecond)
	expect("before the end", renewal, func() { a.must(1) })

	// What the store guarantees is asked once where it became another one.
	w.store.lives++
	w.pass(60500 * time.Millisecond)
	expect("before the end, after a restart", map[string]int{"load": 4, "now": 2, "swap": 2, "safety": 1},
		func() { a.must(1) })
	w.pass(60500 * time.Millisecond)
	expect("and again", renewal, func() { a.must(1) })
}

// TestRestart: a live grant is renewed over a restart of the store; what has ended, and what
// is new, begins above all that may have been forgotten. Of that a call waits for 5 s.
func TestRestart(t *testing.T) {
	w := newWorld(t)
	live, ended := w.host("live"), w.host("ended")
	ended.must(1)
	w.pass(90 * time.Second)
	live.must(1)
	w.store.lives++
	w.pass(time.Second)
	at := w.clock.at
	for _, p := range []*place{ended, w.host("new")} {
		err := p.refused(lease.ErrLater)
		until := err.Error()
		until, _, _ = strings.Cut(until[strings.LastIndex(until, " until ")+len(" until "):], ": ")
		from, e := time.Parse(time.RFC3339, until)
		if e != nil || from.Before(at.Add(69*time.Second)) || from.After(at.Add(73*time.Second)) {
			t.Errorf("%s: %v; want about 71 s after %v", p.name, err, at)
		}
		if !w.clock.at.Equal(at) {
			t.Errorf("%s waited until %v", p.name, w.clock.at)
		}
	}
	w.pass(59500 * time.Millisecond)
	live.must(1)            // at the end of its grant
	w.pass(7 * time.Second) // less than 5 s before
	at = w.clock.at
	ended.must(1)
	if waited := w.clock.at.Sub(at); waited <= 0 || waited > 5*time.Second {
		t.Errorf("waited %v; want until Begin", waited)
	}
	w.host("new").must(1)
}

// TestPutBack: the store is put back to before a number changed hands.
func TestPutBack(t *testing.T) {
	for name, told := range map[string]func(*model){
		"another start":   func(m *model) { m.lives++ },
		"another history": func(m *model) { m.history += "'" },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			a, b := w.alone("a"), w.alone("b")
			try.Of(b.group().Make(t.Context())).Or(t)
			try.Of(b.group().Reserve(t.Context(), 1, "x")).Or(t)
			a.must(10)
			backup := w.store.copy()
			w.pass(2 * time.Minute)
			try.Need(t, b.must(10), 0, "number")
			w.store.data = backup
			told(w.store)
			a.refused(lease.ErrLater)
			b.must(10) // it lives
			w.pass(80 * time.Second)
			a.must(10)
			b.refused(lease.ErrNoNumber)
		})
	}
}

// TestBestEffort: a store that is or became best effort is refused, by hosts that had a number as well, unless it is
// accepted.
func TestBestEffort(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	w.store.class = store.BestEffort
	w.store.lives++
	a.must(1)
	w.pass(2 * time.Minute)
	a.refused(lease.ErrBestEffort)
	w = newWorld(t)
	w.store.class = store.BestEffort
	w.host("b").refused(lease.ErrBestEffort)
	h := w.host("b").holder()
	h.AcceptBestEffort = true
	try.Works(t, h.Acquire(t.Context()))
}

// TestNoTimeReplaced: IDs without a time go on after a restart, and are refused on another
// history until a person says where to go on.
func TestNoTimeReplaced(t *testing.T) {
	w := newWorld(t)
	a, b := w.host("a").workers("worker:1 seq:20"), w.host("b").workers("worker:1 seq:20")
	a.must(1)
	w.store.lives++
	b.must(1)
	a.must(3000) // more than a block
	backup := w.store.copy()
	a.must(3000)
	w.store.data = backup
	w.store.history = "2"
	b.must(1) // below its ceiling
	for _, p := range []*place{a, b} {
		try.Of(p.run(3000)).Fails(t, lease.ErrForgotten, "%s:", p.name)
	}
	w.host("c").workers("worker:1 seq:20").refused(lease.ErrForgotten)
	if _, _, err := a.group().Fence(t.Context(), "", 0); !errors.Is(err, lease.ErrForgotten) {
		t.Errorf("fenced without a number: %v", err)
	}
	try.Of(a.holder().Fence(t.Context(), a.group(), 100_000)).Or(t)
	a.must(3000)
	b.must(3000)
}

// model is a store in memory that tests lose replies of, stop, and put back.
type model struct {
	mu      sync.Mutex
	data    map[string]store.Value
	turn    int
	swaps   int // successful ones
	key     string
	clock   func() time.Time
	down    error // what every call returns
	class   store.Class
	lives   int                      // how often it was started again
	history string                   // of its data
	hung    func(left time.Duration) // not nil: no call is answered; it is told how long the caller would wait
	step    func(what string) error  // called before and after each operation; its error is the reply
}

func newModel() *model {
	return &model{data: map[string]store.Value{}, history: "1", clock: time.Now, class: store.Proven}
}

func (m *model) at(ctx context.Context, what string) error {
	if m.hung != nil {
		until, _ := ctx.Deadline()
		m.hung(time.Until(until))
		return context.DeadlineExceeded
	}
	if m.down != nil {
		return m.down
	}
	if m.step != nil {
		return m.step(what)
	}
	return nil
}

func (m *model) Load(ctx context.Context, key string) (store.Value, error) {
	if err := m.at(ctx, "load"); err != nil {
		return store.Value{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.data[key], nil
}

func (m *model) Swap(ctx context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	if err := m.at(ctx, "swap"); err != nil {
		return "", err
	}
	v, err := m.swap(key, old, data)
	if e := m.at(ctx, "swapped"); e != nil {
		return "", e
	}
	return v, err
}

func (m *model) swap(key string, old store.Version, data []byte) (store.Version, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.data[key].Version != old {
		return "", store.ErrConflict
	}
	m.turn++
	m.swaps++
	m.key = key
	v := store.Version(strconv.Itoa(m.turn))
	m.data[key] = store.Value{Data: slices.Clone(data), Version: v}
	return v, nil
}

// last is the key that was swapped last.
func (m *model) last() string { return m.key }

func (m *model) List(ctx context.Context, prefix string) ([]store.Entry, error) {
	if err := m.at(ctx, "list"); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []store.Entry
	for key, v := range m.data {
		if strings.HasPrefix(key, prefix) {
			out = append(out, store.Entry{Key: key, Value: v})
		}
	}
	slices.SortFunc(out, func(a, b store.Entry) int { return strings.Compare(a.Key, b.Key) })
	return out, nil
}

func (m *model) Now(ctx context.Context) (time.Time, error) {
	if m.clock == nil {
		return time.Time{}, store.ErrNoClock
	}
	return m.clock(), m.at(ctx, "now")
}

func (m *model) Incarnation(ctx context.Context) (store.Incarnation, error) {
	i := store.Incarnation{History: m.history, Life: strconv.Itoa(m.lives)}
	if m.clock != nil {
		i.Now = m.clock()
	}
	return i, m.at(ctx, "now")
}

func (m *model) Safety(ctx context.Context) (store.Safety, error) {
	return store.Safety{Class: m.class, Reason: "a model"}, m.at(ctx, "safety")
}

func (m *model) Close() error { return nil }

// copy is a backup.
func (m *model) copy() map[string]store.Value {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.data)
}
