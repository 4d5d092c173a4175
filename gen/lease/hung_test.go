package lease_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"idscope/gen/fault"
	"idscope/gen/lease"
	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
)

// What becomes of calls where nobody answers: neither the store nor whoever has the lock.

// little is more than a call waits below its ceiling, and less than it has patience.
const little = time.Second

// TestHungBelowCeiling: a renewal is due within the lead of the ceiling, and the network
// swallows every packet. The call goes on after a moment; beyond the ceiling it waits.
func TestHungBelowCeiling(t *testing.T) { synctest.Test(t, testHungBelowCeiling) } // where no time passes of itself

func testHungBelowCeiling(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	var waits []time.Duration
	w.store.hung = func(left time.Duration) { waits = append(waits, left) }
	for range 60 { // the lead is 1 s
		w.pass(time.Second)
		a.must(1)
	}
	try.Equal(t, len(waits), 0, "calls of the store in the first minute:")
	w.pass(500 * time.Millisecond)
	h := a.holder()
	var warned []string
	h.Warn = func(line string) { warned = append(warned, line) }
	try.Works(t, h.Acquire(context.Background()))
	try.Need(t, len(waits), 1, "waits for the store below the ceiling:")
	try.Within(t, waits[0], 0, little, "it is waited for")
	try.Need(t, len(warned), 1, "warnings:")
	try.Contains(t, warned[0], "going on until 2026-03-01T12:01:01.000Z", "warned")
	a.must(1)
	w.pass(500 * time.Millisecond)
	waits = nil
	a.refused(lease.ErrStore)
	try.Need(t, len(waits), 1, "waits for the store at the ceiling:")
	try.Within(t, waits[0], little, time.Hour, "it is waited for")
}

// TestLockedBelowCeiling: another process is renewing, and does not come to an end.
func TestLockedBelowCeiling(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	w.pass(60500 * time.Millisecond)
	unlock := try.Of(a.holder().Keeper.Lock(context.Background())).Or(t)
	defer unlock()
	h := a.holder()
	h.Warn = func(line string) { t.Errorf("warned %q; want nothing, another process is renewing", line) }
	try.Works(t, h.Acquire(context.Background()))
}

// TestVoidBelowCeiling: the number was taken away, and the store does not answer in a
// moment. What is left of the grant is void by then, so another number is waited for.
func TestVoidBelowCeiling(t *testing.T) { synctest.Test(t, testVoidBelowCeiling) }

func testVoidBelowCeiling(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	try.Of(a.group().Evict(context.Background(), 0)).Or(t)
	try.Of(a.group().Reserve(context.Background(), 0, "kept")).Or(t)
	w.pass(60500 * time.Millisecond)
	w.fail("Swap", context.DeadlineExceeded)
	try.Equal(t, a.must(1), 1, "number")
}

// asking is a keeper that asks first when its lock is wanted.
type asking struct {
	lease.Keeper
	lock func() error
}

func (a asking) Lock(ctx context.Context) (func(), error) {
	if err := a.lock(); err != nil {
		return nil, err
	}
	return a.Keeper.Lock(ctx)
}

// TestRenewGoesOnBehindLock: a lock that cannot be had does not end the renewals, nor do clocks that do not agree.
func TestRenewGoesOnBehindLock(t *testing.T) {
	w := newWorld(t)
	h := w.host("a").holder()
	try.Works(t, h.Acquire(t.Context()))
	times, warned, first := 0, 0, until(h)
	h.Warn = func(string) { warned++ }
	h.Keeper = asking{h.Keeper, func() error {
		if times++; times <= 3 {
			return fault.New([]error{errors.New("locked"), lease.ErrClock}[times%2], "", "it may end by itself")
		}
		return nil
	}}
	w.renew(h, func() bool { return until(h).After(first) || w.clock.at.After(first) })
	try.Equal(t, until(h).After(first), true, "renewed until %s, which is later than %s:", until(h), first)
	try.Equal(t, warned, 1, "warnings:")
}

// TestPatience: who gives a slow store more time than usual is heard, and less than usual is
// no limit of the whole renewal: the store's own calls have that one.
func TestPatience(t *testing.T) { synctest.Test(t, testPatience) }

func testPatience(t *testing.T) {
	for _, c := range []struct{ given, least, most time.Duration }{
		{0, 4 * time.Second, 5 * time.Second}, {time.Second, 4 * time.Second, 5 * time.Second},
		{time.Hour, 59 * time.Minute, time.Hour},
	} {
		w := newWorld(t)
		h := w.host("a").holder()
		h.Patience = c.given
		var left time.Duration
		w.store.hung = func(d time.Duration) { left = d }
		try.Fails(t, h.Acquire(t.Context()), lease.ErrStore, "error")
		try.Within(t, left, c.least, c.most, "patience %s waits for the store for", c.given)
	}
}

// TestNewConnections: a connection that ends, and one that is refused, are waited for as silence is, with a new one
// each time; what the server answers is not.
func TestNewConnections(t *testing.T) {
	w := newWorld(t)
	reset := &store.Error{Store: "a store", Tried: "load", Err: syscall.ECONNRESET}
	for _, c := range []struct {
		name    string
		calls   error // of the first connections
		opens   error // instead of a connection
		final   bool
		connect int // connections that are tried
	}{
		{"reset", reset, nil, false, 8}, {"refused", nil, reset, false, 8},
		{"denied", &store.Error{Store: "a store", Tried: "log in", Err: errors.New("wrong password"), Final: true}, nil,
			true, 1},
	} {
		h := w.host(c.name).holder()
		tried := 0
		h.Open = func(context.Context) (store.Store, error) {
			tried++
			switch {
			case tried == 8:
				return w.store, nil
			case c.opens != nil:
				return nil, c.opens
			}
			return &memory.Store{At: func(context.Context, string, string) error { return c.calls }}, nil
		}
		before := w.clock.at
		try.Equal(t, h.Acquire(t.Context()) != nil, c.final, "%s: it fails:", c.name)
		try.Equal(t, tried, c.connect, "%s: connections:", c.name)
		pauses := time.Duration(tried/8) * 1620 * time.Millisecond // from 20 ms each twice as long, up to 500 ms
		try.Equal(t, w.clock.at.Sub(before), pauses, "%s: between %d connections pass", c.name, tried)
	}
}

// TestWaitersAskThemselves: a process that stands still has the lock, and gets no answer when it goes on. Those that
// waited for it ask the store, which answers.
func TestWaitersAskThemselves(t *testing.T) {
	const crowd = 8
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	w.pass(time.Hour)
	asked, goOn := make(chan struct{}), make(chan struct{})
	stopped := a.holder()
	stopped.Open = func(context.Context) (store.Store, error) {
		close(asked)
		<-goOn
		return nil, context.DeadlineExceeded
	}
	var all sync.WaitGroup
	all.Go(func() {
		try.Fails(t, stopped.Acquire(context.Background()), lease.ErrStore, "the process that stood still:")
	})
	<-asked
	wanted := make(chan struct{}, crowd)
	for range crowd {
		h := a.holder()
		h.Keeper = asking{h.Keeper, func() error {
			wanted <- struct{}{}
			return nil
		}}
		all.Go(func() {
			try.Equal(t, h.Acquire(context.Background()), nil, "a process that waited:")
		})
		<-wanted
	}
	close(goOn)
	all.Wait()
}

// TestFortyForSixteen: a host that comes between another host's note of a number
// and its register takes that number for no lost one.
func TestFortyForSixteen(t *testing.T) {
	t.Parallel()
	const hosts, numbers = 40, 16
	w := newWorld(t)
	host := func(name string) *place { return w.host(name).workers("time:41 worker:4 seq:12") }
	var mu sync.Mutex
	got, none := map[uint64]bool{}, 0
	var wg sync.WaitGroup
	for i := range hosts {
		h := host(fmt.Sprint("host", i)).holder()
		wg.Go(func() {
			err := h.Acquire(context.Background())
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				try.Fails(t, err, lease.ErrNoNumber, "error")
				try.Says(t, err, "; 16 taken", "error")
				try.Says(t, err, "; the next one is free at 2026-03-01T12:01:11Z", "error")
				none++
				return
			}
			try.Equal(t, got[h.Worker()], false, "number %d was granted before:", h.Worker())
			got[h.Worker()] = true
		})
	}
	wg.Wait()
	try.Need(t, len(got), numbers, "numbers granted:")
	try.Need(t, none, hosts-numbers, "hosts refused:")
	host("late").refused(lease.ErrNoNumber)
}

func TestFortyRenewAtOnce(t *testing.T) { synctest.Test(t, testFortyRenewAtOnce) }

func testFortyRenewAtOnce(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	for i, d := range []time.Duration{0, 2 * time.Minute, 60500 * time.Millisecond} {
		w.pass(d)
		before := w.store.Swaps()
		var wg sync.WaitGroup
		for range 40 {
			h := a.holder()
			wg.Go(func() {
				try.Equal(t, h.Acquire(context.Background()), nil, "acquired:")
			})
		}
		wg.Wait()
		want := []int{3, 1, 1}[i] // first the group, its note of a number that was never used, and the register
		try.Equal(t, w.store.Swaps()-before, want, "after %s swaps of 40 processes:", d)
	}
}
