package lease_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/store"
	"idscope/gen/testing/try"
)

// What the random histories, the model and a second reading found, each as a test of its own.

// TestLostBeforeNote: between a host's look at the group and its swap another one takes
// the same new number, and its register is deleted.
func TestLostBeforeNote(t *testing.T) {
	w := newWorld(t)
	w.host("first").must(1) // makes the group
	a, b := w.host("a"), w.host("b")
	w.store.step = func(what string) error {
		if what != "Swap" {
			return nil
		}
		w.store.step = nil // a is about to note number 1
		try.Equal(t, b.must(50), 1, "b has number")
		w.lose("1")
		return nil
	}
	if n := a.must(50); n == 1 {
		t.Error("a has the number that was lost")
	}
}

// TestPendingBeforeFence: a process is killed behind its swap; then the group is
// fenced, which does not get as far as the register.
func TestPendingBeforeFence(t *testing.T) {
	w := newWorld(t)
	a := w.alone("a")
	w.killed(3, func() error { // the group, the note, the register
		_, err := a.run(1)
		return err
	})
	w.killed(1, func() error {
		_, _, err := a.group().Fence(context.Background(), "", 0)
		return err
	})
	for range 2 {
		a.refused(lease.ErrLater)
	}
	w.pass(80 * time.Second)
	a.must(1)
}

// TestRenewalOverRestore: a register is loaded, then another host takes it, the store
// is put back, and fenced; the swap finds the version that it knows.
func TestRenewalOverRestore(t *testing.T) {
	w := newWorld(t)
	a := w.alone("a")
	b := w.alone("b")
	a.must(10)
	w.pass(2 * time.Minute)
	w.store.step = func(what string) error {
		if what != "Swap" {
			return nil
		}
		w.store.step = nil // a has loaded its register
		backup := w.store.Copy()
		h := b.holder()
		h.Config.Mask, h.Config.Value = 1, 0
		if err := h.Acquire(context.Background()); err != nil {
			t.Error(err)
		}
		w.store.Restore(backup)
		b.fence()
		return nil
	}
	if _, err := a.run(10); err == nil {
		t.Error("the renewal that spans a restore was used")
	}
	a.refused(lease.ErrLater)
}

// TestReserveAfterConflict: while a number is being reserved another host takes it, and
// its register is deleted: it is a lost one then, whoever noted it.
func TestReserveAfterConflict(t *testing.T) {
	w := newWorld(t)
	a, b := w.alone("a"), w.alone("b")
	ctx := context.Background()
	try.Of(a.group().Make(ctx)).Or(t)
	try.Of(a.group().Reserve(ctx, 1, "kept")).Or(t)
	w.during("Swap", 2, func() { // number 0 is noted, and its register about to be written
		w.pass(lease.Skew)
		b.refused(lease.ErrNoNumber) // it takes the number for lost
		w.pass(2 * time.Minute)
		try.Equal(t, b.must(10), 0, "b has number")
		w.during("Load", 1, func() { w.lose("0") })
	})
	x := try.Of(a.group().Reserve(ctx, 0, "kept too")).Or(t)
	g, err := b.holder().Grant()
	if err != nil || x.High < g.Ceiling {
		t.Errorf("reserved above tick %d, %v; want %d or later, up to which b generates", x.High, err, g.Ceiling)
	}
}

// TestFenceAfterPause: a fence stands still between the group and the registers, until
// one was granted above it and lost.
func TestFenceAfterPause(t *testing.T) {
	w := newWorld(t)
	a := w.alone("a")
	a.must(1)
	w.during("Swapped", 1, func() {
		w.pass(2 * time.Minute)
		a.must(1)
		w.lose("0")
	})
	a.fence()
	g, err := a.holder().Grant()
	if x := w.register(a, 0); err != nil || x.High < g.Ceiling {
		t.Errorf("fenced at tick %d, %v; want %d or later, up to which a generates", x.High, err, g.Ceiling)
	}
}

// TestFenceBesideCreate: a group that is gone is made by another host while it is fenced.
func TestFenceBesideCreate(t *testing.T) {
	w := newWorld(t)
	a, b := w.host("a"), w.host("b")
	a.must(1)
	w.store.Restore(nil)
	w.during("Swap", 1, func() {
		if _, err := b.group().Make(context.Background()); err != nil {
			t.Error(err)
		}
	})
	m, until, err := a.group().Fence(context.Background(), "", 0)
	if err != nil || m.Fence == 0 || m.Begin == 0 || until.Before(w.clock.at.Add(time.Minute)) {
		t.Errorf("fenced %+v until %s, %v; want all numbers to begin a lease later", m, until, err)
	}
	w.host("c").refused(lease.ErrLater)
}

// TestClockStepsWhileAsked: a host's clock is set an hour ahead while the store tells its
// own. What is granted stays within reach of the store's clock, as [lease.Group.Fence]
// and lost registers count on.
func TestClockStepsWhileAsked(t *testing.T) {
	w := newWorld(t)
	a := w.off("a", 0)
	w.store.step = func(what string) error {
		if what == "Now" {
			a.clock.at = a.clock.at.Add(time.Hour)
		}
		return nil
	}
	h := a.holder()
	_ = h.Acquire(context.Background()) // it is not enough an hour later
	g, err := h.Grant()
	if until := h.Config.Time(g.Ceiling); err != nil || until.After(w.clock.at.Add(2*time.Minute)) {
		t.Errorf("granted until %s, %v; want within 2 min of %s", until, err, w.clock.at)
	}
}

// TestMadeByAnother: two other hosts make the group and take its numbers between a host's
// look and its own attempt to make it.
func TestMadeByAnother(t *testing.T) {
	w := newWorld(t)
	a, b, late := w.alone("a"), w.alone("b"), w.alone("late")
	w.during("Swap", 1, func() {
		a.must(1)
		b.must(1)
	})
	late.refused(lease.ErrNoNumber, "; 2 taken: 0 of a until ")
}

// TestFenceKilledBehindCreate: a fence makes the group anew that is gone, and is killed. A
// register of before is taken over, and lost then.
func TestFenceKilledBehindCreate(t *testing.T) {
	w := newWorld(t)
	a, b := w.alone("a"), w.alone("b")
	ctx := context.Background()
	a.must(1)
	try.Of(a.group().Reserve(ctx, 1, "kept")).Or(t)
	w.drop("/group")
	w.killed(1, func() error {
		_, _, err := a.group().Fence(ctx, "", 0)
		return err
	})
	m, err := a.group().Meta(ctx)
	if err != nil || !m.Made.Has(0) || !m.Made.Has(1) {
		t.Errorf("the group that the fence made is %+v, %v; want it to know both numbers", m, err)
	}
	w.pass(5 * time.Minute)
	try.Equal(t, b.must(50), 0, "b has number")
	w.lose("0")
	w.alone("c").refused(lease.ErrNoNumber)
}

// TestRegisterBesideFence: a register is written after a fence has listed them, into a group
// that was gone. Who takes that number over has it noted.
func TestRegisterBesideFence(t *testing.T) {
	w := newWorld(t)
	a, b := w.alone("a"), w.alone("b")
	ctx := context.Background()
	try.Of(a.group().Make(ctx)).Or(t)
	try.Of(a.group().Reserve(ctx, 1, "kept")).Or(t)
	w.during("Swap", 2, func() { // number 0 is noted, and its register about to be written
		w.drop("/group")
		b.fence()
	})
	if _, err := a.run(1); err == nil {
		t.Error("a has a number of a group that is gone")
	}
	w.pass(5 * time.Minute)
	try.Equal(t, b.must(50), 0, "b has number")
	w.lose("0")
	w.alone("c").refused(lease.ErrNoNumber)
}

func TestStopped(t *testing.T) {
	w := newWorld(t)
	a, b := w.alone("a"), w.alone("b")
	b.clock = w.clock
	ctx := context.Background()
	h := a.holder()
	g, _, err := a.generator(h)
	try.Works(t, err)
	id := try.Of(g.Next(ctx)).Or(t)
	w.seen[id] = true
	w.pass(2 * time.Minute) // the process stands still, and two other hosts take both numbers
	numbers := []uint64{b.must(1), w.alone("c").must(1)}
	try.Need(t, numbers[0]+numbers[1], 1, "the sum of two numbers:")
	try.Of(g.Next(ctx)).Fails(t, lease.ErrNoNumber, "the process that stood still:")
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
	a.refused(lease.ErrStore, "number 0", "until 2026-03-01T12:01:01.000Z", "connection refused")
	w.store.down = nil
	try.Equal(t, a.must(1), 0, "after the partition number")
}

func TestLostReply(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	w.pass(2 * time.Minute)
	lost, before := 0, w.store.Swaps()
	w.store.step = func(what string) error {
		if what == "Swapped" && lost < 1 {
			lost++
			return store.ErrUnknown
		}
		return nil
	}
	a.must(1)
	if w.store.Swaps() != before+1 || lost != 1 {
		t.Errorf("%d swaps after a reply was lost; want 1", w.store.Swaps()-before)
	}
	// The process is killed after the swap: the next one recognises it.
	w.pass(2 * time.Minute)
	w.killed(1, func() error {
		_, err := a.run(1)
		return err
	})
	before = w.store.Swaps()
	if n := a.must(1); n != 0 || w.store.Swaps() != before {
		t.Errorf("number %d, %d swaps after a process was killed behind its swap; want 0 and none", n,
			w.store.Swaps()-before)
	}
}

func TestClocksApart(t *testing.T) {
	w := newWorld(t)
	for _, d := range []time.Duration{30 * time.Second, -30 * time.Second, time.Hour, -time.Hour, 365 * 24 * time.Hour,
		-365 * 24 * time.Hour} {
		p := w.off("off", d)
		p.refused(lease.ErrClock, p.clock.at.Format(time.RFC3339), w.clock.at.Format(time.RFC3339))
	}
	w.off("near", 9*time.Second).must(1)
}

func TestNoClockInStore(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	late, b := w.off("late", -time.Minute), w.host("b")
	late.store, b.store = clockless{w.store}, clockless{w.store}
	late.refused(lease.ErrClock)
	b.must(1)
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
