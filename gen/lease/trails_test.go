package lease_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/store"
	"idscope/gen/testing/try"
)

// The tests of this file are trails that the model in the folder model found, before
// the code had the rule that excludes them. Each ends with a duplicate without it.

// TestNotedFirst is the trail of note-after: another host reads the group before number 0
// is noted, and the registers after number 0 was lost.
func TestNotedFirst(t *testing.T) {
	for k := 1; k <= 12; k++ { // whatever b does in between
		for _, what := range []string{"load", "list", "swap"} {
			w := newWorld(t)
			a, b := w.alone("a"), w.alone("b")
			c := w.alone("c")
			c.must(1) // the group is there
			w.during(what, k, func() {
				if _, err := a.run(1); err == nil {
					w.lose("0")
					w.lose("1")
				}
			})
			_, _ = b.run(1) // it may be refused; run fails where it repeats an id
		}
	}
}

// TestNewRegisterIsMadeOnce is the trail of retry-new: the reply to the swap that made a
// register is lost, another host takes the number over, and the register is lost; then
// nobody may make it again with its first floor.
func TestNewRegisterIsMadeOnce(t *testing.T) {
	w := newWorld(t)
	a, b := w.alone("a"), w.alone("b")
	number := -1
	w.store.step = func(what string) error {
		if what != "swapped" || !strings.Contains(w.store.last(), "/number/") {
			return nil
		}
		w.store.step = nil
		g := b.group()
		list, err := g.List(context.Background())
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		number = int(list[0].Worker)
		try.Of(g.Evict(context.Background(), list[0].Worker)).Or(t)
		// b comes to the number of a, for the other one is kept out.
		try.Of(g.Reserve(context.Background(), 1-list[0].Worker, "kept")).Or(t)
		w.pass(2 * time.Minute)
		if n := b.must(10); int(n) != number {
			t.Fatalf("b has number %d; want that of a", n)
		}
		w.lose(string(rune('0' + number)))
		return store.ErrUnknown
	}
	_, err := a.run(10)
	if err == nil {
		t.Errorf("a has a number; want it refused: number %d is lost, the other one reserved", number)
	}
}

// TestFenceBeforeRegisters is the trail of fence-meta-last: a number that the backup does
// not know is noted while the fence is under way.
func TestFenceBeforeRegisters(t *testing.T) {
	for k := 1; k <= 8; k++ {
		w := newWorld(t)
		a, b := w.alone("a"), w.alone("b")
		a.must(1)
		backup := map[string]store.Value{}
		for key, v := range w.store.data {
			backup[key] = v
		}
		if n := b.must(1); n != 1 {
			t.Fatalf("b has number %d; want 1", n)
		}
		w.store.data = backup
		late := w.alone("late")
		w.during("swapped", k, func() {
			if n, err := late.run(1); err == nil {
				t.Errorf("after %d swaps of the fence a new host has number %d; want none before its tick comes", k, n)
			}
		})
		if _, _, err := a.group().Fence(context.Background(), "", 0); err != nil {
			t.Fatal(err)
		}
		w.store.step = nil
		b.must(10) // below its ceiling
	}
}

// TestSafeByStoreClock is the trail of safe-by-ours: a lost number comes back by a host
// whose clock is behind the store's, and its owner's is ahead.
func TestSafeByStoreClock(t *testing.T) {
	seen := map[gen.ID]bool{}
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	s := newModel()
	s.clock = func() time.Time { return at }
	ahead := &clock{at.Add(lease.Skew - time.Second)}
	behind := &clock{at.Add(-lease.Skew + time.Second)}
	a := newPlace(t, "a", s, ahead, seen).workers("time:41 worker:1 seq:12")
	b := newPlace(t, "b", s, behind, seen).workers("time:41 worker:1 seq:12")
	a.must(1)
	try.Of(b.group().Reserve(context.Background(), 1, "kept")).Or(t)
	for _, c := range []*time.Time{&at, &ahead.at, &behind.at} { // nobody is about to write a first register
		*c = c.Add(2 * time.Minute)
	}
	a.must(1)
	g, err := a.holder().Grant()
	if err != nil || g.State != lease.Held {
		t.Fatal(g, err)
	}
	(&world{store: s}).lose("0")
	_, _ = b.run(1) // all numbers are taken: the lost one gets a register
	list, err := b.group().List(context.Background())
	if err != nil || len(list) != 2 {
		t.Fatalf("registers %v, %v; want the lost one made again", list, err)
	}
	if list[0].High < g.Ceiling {
		t.Errorf("the lost number begins after tick %d; want %d or later, up to which its owner generates",
			list[0].High, g.Ceiling)
	}
}

// TestSafeAfterPause is the trail of safe-early: a host reads the store's clock, and
// stands still until a register was renewed and lost.
func TestSafeAfterPause(t *testing.T) {
	w := newWorld(t)
	a, b := w.alone("a"), w.alone("b")
	a.must(1)
	try.Of(a.group().Reserve(context.Background(), 1, "kept")).Or(t)
	w.during("list", 1, func() { // b has read the clock, and not yet the registers
		w.pass(2 * time.Minute)
		a.must(1)
		w.lose("0")
	})
	b.refused(lease.ErrNoNumber)
	g := try.Of(a.holder().Grant()).Or(t)
	if x := w.register(a, 0); x.High < g.Ceiling {
		t.Errorf("the lost number begins after tick %d; want %d or later, up to which its owner generates", x.High,
			g.Ceiling)
	}
}

// TestNotedJustNow: a host finds a number that was noted and has no register yet. It
// leaves it to whoever noted it, for the [lease.Skew]; then it takes it for lost.
func TestNotedJustNow(t *testing.T) {
	w := newWorld(t)
	a, b := w.alone("a"), w.alone("b")
	try.Of(a.group().Make(context.Background())).Or(t)
	try.Of(a.group().Reserve(context.Background(), 1, "kept")).Or(t)
	swaps := 0
	w.store.step = func(what string) error {
		if what == "swapped" {
			if swaps++; swaps == 1 { // a has noted number 0
				defer func(step func(string) error) { w.store.step = step }(w.store.step)
				w.store.step = nil
				if err := b.refused(lease.ErrNoNumber); !strings.Contains(err.Error(), "; 1 taken;") {
					t.Errorf("error %q; want one number taken", err)
				}
			}
		}
		return nil
	}
	if n := a.must(10); n != 0 {
		t.Errorf("a has number %d; want 0, which it noted", n)
	}
	w.store.step = nil

	w.lose("0")
	w.pass(lease.Skew)
	if err := b.refused(lease.ErrNoNumber); !strings.Contains(err.Error(), "; 1 granted up to a later time") {
		t.Errorf("error %q; want that the lost number was set aside", err)
	}
	w.pass(2 * time.Minute)
	if n := b.must(10); n != 0 {
		t.Errorf("b has number %d; want 0, which was lost", n)
	}
}
