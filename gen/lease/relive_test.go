package lease_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"idscope/gen/lease"
	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
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
	delete(n, "Swapped")
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
		for what := range map[string]bool{"Load": true, "Now": true, "Swap": true, "List": true, "Safety": true} {
			if got[what] != want[what] {
				t.Errorf("%s: calls %v; want %v", when, got, want)
				return
			}
		}
	}
	renewal := map[string]int{"Load": 3, "Now": 2, "Swap": 1}
	expect("below the ceiling", nil, func() { a.must(100) })
	w.pass(2 * time.Minute)
	expect("after the end", renewal, func() { a.must(1) })
	w.pass(60500 * time.Millisecond)
	expect("before the end", renewal, func() { a.must(1) })

	// What the store guarantees is asked once where it became another one.
	w.store.Restart()
	w.pass(60500 * time.Millisecond)
	expect("before the end, after a restart", map[string]int{"Load": 4, "Now": 2, "Swap": 2, "Safety": 1},
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
	w.store.Restart()
	w.pass(time.Second)
	at := w.clock.at
	for _, p := range []*place{w.host("new"), ended} { // whoever sees it first
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
		"another start":   func(m *model) { m.Restart() },
		"another history": func(m *model) { m.Replace() },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			a, b := w.alone("a"), w.alone("b")
			try.Of(b.group().Make(t.Context())).Or(t)
			try.Of(b.group().Reserve(t.Context(), 1, "x")).Or(t)
			a.must(10)
			backup := w.store.Copy()
			w.pass(2 * time.Minute)
			try.Need(t, b.must(10), 0, "number")
			w.store.Restore(backup)
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
	w.store.Report = bestEffort
	w.store.Restart()
	a.must(1)
	w.pass(2 * time.Minute)
	a.refused(lease.ErrBestEffort)
	w = newWorld(t)
	w.store.Report = bestEffort
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
	w.store.Restart()
	b.must(1)
	a.must(3000) // more than a block
	backup := w.store.Copy()
	a.must(3000)
	w.store.Restore(backup)
	w.store.Replace()
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
	memory.Store
	down error                    // what every call returns
	hung func(left time.Duration) // not nil: no call is answered; it is told how long the caller would wait
	step func(what string) error  // called at each operation, see [memory.Store.At]; its error is the reply
}

func newModel(clock func() time.Time) *model {
	m := new(model)
	m.Clock = clock
	m.At = func(ctx context.Context, method, _ string) error {
		if method == "Incarnation" { // which tells the clock, too
			method = "Now"
		}
		switch {
		case m.hung != nil:
			until, _ := ctx.Deadline()
			m.hung(time.Until(until))
			return context.DeadlineExceeded
		case m.down != nil:
			return m.down
		case m.step != nil:
			return m.step(method)
		}
		return nil
	}
	return m
}

// edit changes what the store holds of a key that ends so, as somebody does who goes past it.
func (m *model) edit(suffix string, change func(*store.Value)) {
	all := m.Copy()
	for i := range all {
		if strings.HasSuffix(all[i].Key, suffix) {
			change(&all[i].Value)
		}
	}
	m.Restore(all)
}

// bestEffort is what a store says that keeps less than it confirms.
var bestEffort = store.Safety{Class: store.BestEffort, Reason: "a model", Engine: "memory"}
