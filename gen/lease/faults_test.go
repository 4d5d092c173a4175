package lease_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/store"
	"idscope/gen/testing/try"
)

func TestStopped(t *testing.T) {
	w := newWorld(t)
	a, b := w.alone("a"), w.alone("b")
	b.clock = w.clock
	ctx := context.Background()
	h := a.holder()
	g, _, err := a.generator(h)
	if err != nil {
		t.Fatal(err)
	}
	id := try.Of(g.Next(ctx)).Or(t)
	w.seen[id] = true
	w.pass(2 * time.Minute) // the process stands still, and two other hosts take both numbers
	numbers := []uint64{b.must(1), w.alone("c").must(1)}
	if numbers[0]+numbers[1] != 1 {
		t.Fatalf("numbers %d; want 0 and 1", numbers)
	}
	if _, err := g.Next(ctx); !errors.Is(err, lease.ErrNoNumber) {
		t.Errorf("the process that stood still: %v; want that no number is free", err)
	}
	h.Open = nil // and without a store
	if _, err := g.Next(ctx); !errors.Is(err, lease.ErrVoid) && !errors.Is(err, gen.ErrFenced) {
		t.Errorf("the process that stood still, without a store: %v; want it fenced", err)
	}
}

func TestPartition(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	w.store.down = errors.New("connection refused")
	for range 60 {
		w.pass(time.Second)
		a.must(1)
	}
	w.pass(2 * time.Second)
	err := a.refused(lease.ErrStore)
	for _, want := range []string{"number 0", "until 2026-03-01T12:01:01.000Z", "connection refused"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q; want %q in it", err, want)
		}
	}
	w.store.down = nil
	try.Equal(t, a.must(1), 0, "after the partition number")
}

func TestLostReply(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	w.pass(2 * time.Minute)
	lost, before := 0, w.store.swaps
	w.store.step = func(what string) error {
		if what == "swapped" && lost < 1 {
			lost++
			return store.ErrUnknown
		}
		return nil
	}
	a.must(1)
	if w.store.swaps != before+1 || lost != 1 {
		t.Errorf("%d swaps after a reply was lost; want 1", w.store.swaps-before)
	}
	// The process is killed after the swap: the next one recognises it.
	w.pass(2 * time.Minute)
	w.killed(1, func() error {
		_, err := a.run(1)
		return err
	})
	before = w.store.swaps
	if n := a.must(1); n != 0 || w.store.swaps != before {
		t.Errorf("number %d, %d swaps after a process was killed behind its swap; want 0 and none", n, w.store.swaps-before)
	}
}

func TestClocksApart(t *testing.T) {
	w := newWorld(t)
	for _, d := range []time.Duration{30 * time.Second, -30 * time.Second, time.Hour, -time.Hour, 365 * 24 * time.Hour,
		-365 * 24 * time.Hour} {
		p := newPlace(t, "off", w.store, &clock{w.clock.at.Add(d)}, w.seen)
		err := p.refused(lease.ErrClock)
		for _, want := range []string{p.clock.at.Format(time.RFC3339), w.clock.at.Format(time.RFC3339)} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("error %q; want %s in it", err, want)
			}
		}
	}
	p := newPlace(t, "near", w.store, &clock{w.clock.at.Add(9 * time.Second)}, w.seen)
	p.must(1)
}

func TestNoClockInStore(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	w.store.clock = nil
	late := newPlace(t, "late", w.store, &clock{w.clock.at.Add(-time.Minute)}, w.seen)
	late.refused(lease.ErrClock)
	w.host("b").must(1)
}

func TestStepsInsideGrant(t *testing.T) {
	for _, layout := range []string{"time:41 worker:2 seq:4", "time:41 worker:2 rollback:2 seq:4"} {
		for _, rule := range []gen.Backward{gen.BackwardFail, gen.BackwardContinue, gen.BackwardBits} {
			w := newWorld(t)
			a := w.host("a").workers(layout)
			if rule == gen.BackwardBits && a.scheme.Layout.Width(gen.Rollback) == 0 {
				continue
			}
			s := *a.scheme
			s.Backward = rule
			a.scheme = &s
			made := 0
			for _, d := range []time.Duration{0, -time.Second, -10 * time.Second, 5 * time.Second, 20 * time.Second,
				-20 * time.Second,
				-time.Hour, time.Hour, 30 * time.Second, -30 * time.Second, 30 * time.Second} {
				w.pass(d)
				if _, err := a.run(3); err == nil {
					made++
				}
			}
			if made < 4 {
				t.Errorf("%s, %s: %d of 11 calls generated", layout, rule, made)
			}
			x := w.register(a, 0)
			codec := try.Of(s.Layout.Compile()).Or(t)
			for id := range w.seen {
				if tick := codec.Source(id, gen.Time).Lo; tick <= x.Floor || tick > x.High {
					t.Errorf("%s, %s: tick %d; want one of %d to %d", layout, rule, tick, x.Floor+1, x.High)
				}
			}
		}
	}
}
