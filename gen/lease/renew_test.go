package lease_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"idscope/gen/lease"
	"idscope/gen/testing/try"
)

// paced is a clock that calls each after every sleep.
type paced struct {
	*clock
	each func()
}

func (p paced) Sleep(ctx context.Context, d time.Duration) error {
	if err := p.clock.Sleep(ctx, d); err != nil {
		return err
	}
	p.each()
	return ctx.Err()
}

// TestRenew lets ten minutes pass, in which the store is gone for 20 s.
func TestRenew(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	h := a.holder()
	var warned []string
	h.Warn = func(line string) { warned = append(warned, line) }
	ctx, cancel := context.WithCancel(context.Background())
	try.Works(t, h.Acquire(ctx))
	begin, before := w.clock.at, w.store.swaps
	if left := h.Until().Sub(begin); left < 60*time.Second || left > 62*time.Second {
		t.Errorf("a lease of 1m lasts %s", left)
	}
	least := time.Hour
	h.Clock = paced{w.clock, func() {
		since := w.clock.at.Sub(begin)
		w.store.down = nil
		if since > 300*time.Second && since < 320*time.Second {
			w.store.down = errors.New("connection refused")
		}
		least = min(least, h.Until().Sub(w.clock.at))
		if since > 10*time.Minute {
			cancel()
		}
	}}
	if err := h.Renew(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("renewed until %v; want that it is cancelled", err)
	}
	if n := w.store.swaps - before; n < 17 || n > 24 {
		t.Errorf("%d swaps in 10 min; want one in about 30 s", n)
	}
	if least < 5*time.Second {
		t.Errorf("only %s were left once; want the grant renewed at half of it", least)
	}
	if len(warned) > 1 || len(warned) == 1 && !strings.Contains(warned[0], "connection refused") {
		t.Errorf("warned of %q; want one line at most", warned)
	}
}

// TestRenewWithoutNumber ends where no patience helps.
func TestRenewWithoutNumber(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	h := a.holder()
	try.Works(t, h.Acquire(context.Background()))
	try.Of(a.group().Evict(context.Background(), 0)).Or(t)
	h.Clock = paced{w.clock, func() {}}
	if err := h.Renew(context.Background()); !errors.Is(err, lease.ErrVoid) {
		t.Errorf("the number was taken away: %v; want that the lease is void", err)
	}
}

// TestRenewShort: a lease that is no longer than the lead is renewed at half of it, too.
func TestRenewShort(t *testing.T) {
	w := newWorld(t)
	h := w.host("a").holder()
	h.Config.Lease = h.Config.Lead
	ctx, cancel := context.WithCancel(context.Background())
	try.Works(t, h.Acquire(ctx))
	begin, before := w.clock.at, w.store.swaps
	h.Clock = paced{w.clock, func() {
		if w.clock.at.Sub(begin) > 10*h.Config.Lease {
			cancel()
		}
	}}
	if err := h.Renew(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("renewed until %v; want that it is cancelled", err)
	}
	if n := w.store.swaps - before; n < 15 || n > 25 {
		t.Errorf("%d swaps in 10 leases; want 2 in each", n)
	}
}
