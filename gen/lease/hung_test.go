package lease_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"idscope/gen/lease"
)

// What becomes of calls where nobody answers: neither the store nor whoever has the lock.

// little is more than a call waits below its ceiling, and less than it has patience.
const little = time.Second

// TestHungBelowCeiling: a renewal is due within the lead of the ceiling, and the network
// swallows every packet. The call goes on after a moment; beyond the ceiling it waits.
func TestHungBelowCeiling(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	var asked []time.Duration
	w.store.hung = func(left time.Duration) { asked = append(asked, left) }
	for range 60 { // the lead is 1 s
		w.pass(time.Second)
		a.must(1)
	}
	if len(asked) != 0 {
		t.Errorf("asked the store %d times in the first minute; want never", len(asked))
	}
	w.pass(500 * time.Millisecond)
	h := a.holder()
	var warned []string
	h.Warn = func(line string) { warned = append(warned, line) }
	if _, err := h.Acquire(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(asked) != 1 || asked[0] > little {
		t.Errorf("below the ceiling waited %s for the store; want once, less than %s", asked, little)
	}
	if len(warned) != 1 || !strings.Contains(warned[0], "going on until 2026-03-01T12:01:01.000Z") {
		t.Errorf("warned %q; want until when it goes on", warned)
	}
	a.must(1)
	w.pass(500 * time.Millisecond)
	asked = nil
	a.refused(lease.ErrStore)
	if len(asked) != 1 || asked[0] < little {
		t.Errorf("at the ceiling waited %s for the store; want once, longer than %s", asked, little)
	}
}

// TestLockedBelowCeiling: another process is renewing, and does not come to an end.
func TestLockedBelowCeiling(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	w.pass(60500 * time.Millisecond)
	unlock, err := a.holder().Keeper.Lock(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	h := a.holder()
	h.Warn = func(line string) { t.Errorf("warned %q; want nothing, another process is renewing", line) }
	if _, err := h.Acquire(context.Background()); err != nil {
		t.Error(err)
	}
}

// TestVoidBelowCeiling: the number was taken away, and the store does not answer in a
// moment. What is left of the grant is void by then, so another number is waited for.
func TestVoidBelowCeiling(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	if _, err := a.group().Evict(context.Background(), 0); err != nil {
		t.Fatal(err)
	}
	if _, err := a.group().Reserve(context.Background(), 0, "kept"); err != nil {
		t.Fatal(err)
	}
	w.pass(60500 * time.Millisecond)
	w.store.step = func(what string) error {
		if what == "swap" {
			w.store.step = nil
			return context.DeadlineExceeded
		}
		return nil
	}
	if n := a.must(1); n != 1 {
		t.Errorf("number %d; want 1", n)
	}
}

// locked is a keeper whose lock cannot be had a few times.
type locked struct {
	lease.Keeper
	times *int
}

func (l locked) Lock(ctx context.Context) (func(), error) {
	if *l.times--; *l.times >= 0 {
		return nil, errors.New("locked by a process that stands still")
	}
	return l.Keeper.Lock(ctx)
}

// TestRenewGoesOnBehindLock: a lock that cannot be had does not end the renewals.
func TestRenewGoesOnBehindLock(t *testing.T) {
	w := newWorld(t)
	h := w.host("a").holder()
	ctx, cancel := context.WithCancel(context.Background())
	l, err := h.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	times, warned, first := 3, 0, l.Until()
	h.Warn = func(string) { warned++ }
	h.Keeper = locked{h.Keeper, &times}
	h.Clock = paced{w.clock, func() {
		if l.Until().After(first) || w.clock.at.After(first) {
			cancel()
		}
	}}
	if err := l.Renew(ctx); !errors.Is(err, context.Canceled) || !l.Until().After(first) || warned != 1 {
		t.Errorf("renewed until %s, %v, %d warnings; want later than %s, and one warning", l.Until(), err, warned, first)
	}
}

// TestPatience: who gives a slow store more time than usual is heard, and less than usual is
// no limit of the whole renewal: the store's own calls have that one.
func TestPatience(t *testing.T) {
	for _, c := range []struct{ given, least, most time.Duration }{
		{0, 4 * time.Second, 5 * time.Second},
		{time.Second, 4 * time.Second, 5 * time.Second},
		{time.Hour, 59 * time.Minute, time.Hour},
	} {
		w := newWorld(t)
		h := w.host("a").holder()
		h.Patience = c.given
		var left time.Duration
		w.store.hung = func(d time.Duration) { left = d }
		if _, err := h.Acquire(t.Context()); !errors.Is(err, lease.ErrStore) {
			t.Errorf("%v; want that the store cannot be read", err)
		}
		if left < c.least || left > c.most {
			t.Errorf("patience %s waits %s for the store; want %s to %s", c.given, left, c.least, c.most)
		}
	}
}
