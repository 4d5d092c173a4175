package lease_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen/fault"
	"idscope/gen/lease"
	"idscope/gen/store"
	"idscope/gen/testing/try"
)

func TestCleanRelease(t *testing.T) {
	w := newWorld(t)
	a, ctx := w.host("a"), context.Background()
	h := a.holder()
	g, _, err := a.generator(h)
	try.Works(t, err)
	w.pass(5 * time.Second)
	try.Of(g.Reserve(ctx, 100)).Or(t) // printed later
	try.Works(t, a.holder().Release(ctx))
	x := w.register(a, 0)
	now, _ := a.scheme.Timeline().Tick(w.clock.at)
	if x.High != now || x.Owner != nil {
		t.Errorf("high tick %d of %+v after the release; want %d, what was reserved, and nobody", x.High, x.Owner, now)
	}
	h.Open = nil // the process that had the grant before
	try.Of(g.Next(ctx)).Fails(t, lease.ErrVoid, "a process that outlived the release:")
	try.Equal(t, w.host("b").must(10), 0, "the released number is not free: got")
}

func TestEvict(t *testing.T) {
	w := newWorld(t)
	a := w.alone("a")
	b := w.alone("b")
	a.must(1)
	b.must(1)
	before := w.register(a, 0)
	try.Of(a.group().Evict(context.Background(), 0)).Or(t)
	if after := w.register(a, 0); after.High < before.High || after.Owner != nil {
		t.Errorf("after an eviction %+v; want no lower high tick, and no owner", after)
	}
	a.must(1) // what was granted stays granted
	c := w.alone("c")
	c.refused(lease.ErrNoNumber, "granted up to a later time")
	m := try.Of(c.group().Meta(context.Background())).Or(t)
	freed := w.register(a, 0)
	terms := c.group().Config
	free := terms.FreeFrom(&m, &freed.Register, w.clock.at)
	if free.Before(before.Until) {
		t.Errorf("free from %s, but a store that forgot the eviction lets the owner renew until %s", free, before.Until)
	}
	w.clock.at = free.Add(-time.Millisecond)
	c.refused(lease.ErrNoNumber)
	if w.clock.at = free; !terms.FreeFrom(&m, &freed.Register, free).IsZero() {
		t.Errorf("at %s the number is not free yet", free)
	}
	try.Equal(t, c.must(1), 0, "number")
	a.refused(lease.ErrNoNumber)
}

func TestReserve(t *testing.T) {
	w := newWorld(t)
	a, ctx := w.host("a"), context.Background()
	a.must(1)
	try.Of(a.group().Reserve(ctx, 0, "the old service")).Fails(t, lease.ErrNoNumber,
		"reserving a number that is granted:")
	for n := uint64(1); n < 4; n++ {
		try.Of(a.group().Reserve(ctx, n, "the old service")).Or(t)
	}
	try.Of(a.group().Reserve(ctx, 3, "another service")).Fails(t, lease.ErrNoNumber,
		"reserving a number that another has:")
	if x, err := a.group().Reserve(ctx, 3, "the old service"); err != nil || x.Worker != 3 {
		t.Errorf("reserving it once more: %+v, %v", x, err)
	}
	try.Equal(t, w.host("b").must(1), 4, "the first number that is not reserved:")
	if x, err := a.group().Unreserve(ctx, 2); err != nil || x.Note != "" {
		t.Fatalf("%+v, %v", x, err)
	}
	for _, wait := range []time.Duration{0, 72 * time.Second} {
		w.pass(wait)
		h := w.host("c").holder()
		h.Config.Mask, h.Config.Value = 1023, 2
		err := h.Acquire(ctx)
		if late := errors.Is(err, lease.ErrNoNumber); late != (wait == 0) {
			t.Errorf("number 2, %s after it was returned: %v", wait, err)
		}
		if err == nil && h.Worker() != 2 {
			t.Errorf("number %d; want 2, which was returned", h.Worker())
		}
	}
}

// TestForeignKeys: what is not of a group is passed over, a number written otherwise too.
func TestForeignKeys(t *testing.T) {
	w := newWorld(t)
	a, ctx := w.host("a"), context.Background()
	a.must(1)
	prefix := "idscope/default/" + a.holder().Config.Key + "/"
	all := w.store.Copy()
	foreign := store.Value{Data: []byte("not of this package"), Version: "x"}
	for _, key := range []string{"number/007", "number/x", "number/+0", "number/", "other"} {
		all = append(all, store.Entry{Key: prefix + key, Value: foreign})
	}
	w.store.Restore(all)
	list, err := a.group().List(ctx)
	if err != nil || len(list) != 1 {
		t.Errorf("numbers %v, %v; want one", list, err)
	}
	layouts, err := lease.Layouts(ctx, w.store, "default", w.clock.at)
	if err != nil || len(layouts) != 1 || len(layouts[0].Numbers) != 1 || len(layouts[0].Missing()) != 0 {
		t.Errorf("layouts %v, %v; want one with one number", layouts, err)
	}
}

// TestFenceOfNothing: a group that is not there is made by who says so alone.
func TestFenceOfNothing(t *testing.T) {
	w := newWorld(t)
	a, ctx := w.host("a"), t.Context()
	h := a.holder()
	h.Create = false
	refused := func(reason error, words string) {
		t.Helper()
		before := len(w.store.Copy())
		_, err := h.Fence(ctx, a.group(), 0)
		if !errors.Is(err, reason) || !strings.Contains(err.Error(), words) || len(w.store.Copy()) != before {
			t.Errorf("%v, and the store has %d keys; want %v with %q, and %d", err, len(w.store.Copy()), reason, words,
				before)
		}
	}
	refused(lease.ErrNoGroup, "which has nothing of any group")
	other := *a.group()
	other.Name = "other"
	try.Of(other.Make(ctx)).Or(t)
	refused(lease.ErrNoGroup, "which has group other (snowflake)")
	a.must(1)
	try.Of(h.Fence(ctx, a.group(), 0)).Or(t)
	w.drop("/default/" + h.Config.Key + "/group")
	refused(lease.ErrForgotten, "the store lost the group")
	h.Create = true
	try.Of(h.Fence(ctx, a.group(), 0)).Or(t)
}

// TestEarlierBuild: what an earlier build left is refused with the command that begins again:
// a fence for the group, and for what a host keeps of it that it leaves.
func TestEarlierBuild(t *testing.T) {
	w := newWorld(t)
	a, ctx := w.host("a"), t.Context()
	a.must(1)
	w.store.edit("/group", func(v *store.Value) {
		v.Data = bytes.Replace(v.Data, []byte(`"schema":2`), []byte(`"schema":1`), 1)
	})
	w.pass(2 * time.Minute)
	before := w.store.Swaps()
	w.host("b").refused(lease.ErrEarlier)
	if a.refused(lease.ErrEarlier); w.store.Swaps() != before {
		t.Error("something was written")
	}
	h := a.holder()
	h.Create = false
	try.Of(h.Fence(ctx, a.group(), 0)).Or(t)
	w.pass(2 * time.Minute)
	a.must(1)
	old := append([]byte("idscope grant 1\n"), make([]byte, 2032)...)
	try.Works(t, os.WriteFile(a.files()[0], old, 0o600))
	var e *fault.Error
	if err := a.refused(lease.ErrEarlier); !errors.As(err, &e) || !strings.Contains(e.Hint,
		"worker leave snowflake --force") {
		t.Errorf("refused with %v; want the command that leaves", e)
	}
	try.Of(h.Leave(ctx, false)).Fails(t, lease.ErrDamaged, "left without force:")
	try.Of(h.Leave(ctx, true)).Or(t)
	w.pass(2 * time.Minute)
	a.must(1)
}

// TestReserveAny: every caller gets a number of its own, above what others generated.
func TestReserveAny(t *testing.T) {
	w := newWorld(t)
	a, ctx := w.host("a"), context.Background()
	a.must(1)
	var all sync.WaitGroup
	var mu sync.Mutex
	got := map[uint64]string{}
	for i := range 16 {
		g := a.group()
		all.Go(func() {
			note := fmt.Sprintf("database %d", i)
			n, err := g.ReserveAny(ctx, note)
			mu.Lock()
			defer mu.Unlock()
			if err != nil || got[n.Worker] != "" || n.Worker == 0 || n.Note != note {
				t.Errorf("%s: number %d with note %q, which %q has too, %v", note, n.Worker, n.Note, got[n.Worker], err)
			}
			got[n.Worker] = note
		})
	}
	all.Wait()
	_, err := a.group().ReserveAny(ctx, "database 3")
	if !errors.Is(err, lease.ErrNoNumber) || !strings.Contains(err.Error(), `for "database 3" already`) {
		t.Errorf("the same note once more: %v; want it refused", err)
	}
}

// TestReserveAnyWaits: a number whose last owner may still generate is not taken.
func TestReserveAnyWaits(t *testing.T) {
	w := newWorld(t)
	a, ctx := w.alone("a"), context.Background()
	a.must(1)
	try.Of(a.group().Reserve(ctx, 1, "another")).Or(t)
	try.Of(a.group().Evict(ctx, 0)).Or(t)
	high := w.register(a, 0).High
	_, err := a.group().ReserveAny(ctx, "database")
	if !errors.Is(err, lease.ErrNoNumber) || !strings.Contains(err.Error(), "granted up to a later time") {
		t.Errorf("reserving a number that was taken from its owner: %v; want it refused", err)
	}
	w.pass(63 * time.Second) // the lease, and what its owner may borrow
	if n, err := a.group().ReserveAny(ctx, "database"); err != nil || n.Worker != 0 || n.High != high {
		t.Errorf("a minute later: %+v, %v; want number 0 above tick %d", n, err, high)
	}
}

// lost is a store that lost a group of leases up to 3 min, of which a host has a number, and
// that a host which is no member begins again: by a fence that knows of a lease so long, or
// by --create.
func lost(t *testing.T, term time.Duration, fenced bool) (w *world, a *place) {
	w = newWorld(t)
	a = w.host("a")
	long := a.group()
	long.Config.Lease = 3 * time.Minute
	try.Of(long.Make(t.Context())).Or(t)
	a.must(10)
	w.store.Restore(nil)
	w.pass(5 * time.Second)
	b := w.host("b")
	h := b.holder()
	h.Config.Lease = term
	g := b.group()
	g.Config = h.Config
	if !fenced {
		b.must(10)
	} else if _, err := h.Fence(t.Context(), g, 0); err != nil {
		t.Fatal(err)
	}
	return w, a
}

// TestAccept: a member takes the group that another host began again, and stops nobody.
func TestAccept(t *testing.T) {
	w, a := lost(t, 3*time.Minute, true)
	a.must(10) // below its ceiling
	w.pass(200 * time.Second)
	c := w.host("c")
	c.must(10)
	a.refused(lease.ErrOtherGroup)
	before, register := w.store.Swaps(), w.register(c, 0)
	m, joined, err := a.holder().Accept(t.Context())
	if err != nil || !joined {
		t.Fatal(joined, err)
	}
	if w.store.Swaps() != before || w.register(c, 0).Version != register.Version {
		t.Error("the group was changed; want it as it was: it begins above all that the host had")
	}
	if g, err := a.holder().Grant(); err != nil || g.State != lease.Void || g.ID != m.ID || g.Longest != m.Longest ||
		g.Fence != m.Fence {
		t.Errorf("the host keeps %+v, %v; want what the group is now, and no grant", g, err)
	}
	a.must(10)
	c.must(10)
	if _, again, err := a.holder().Accept(t.Context()); again || err != nil {
		t.Errorf("accepted once more: %v, %v; want nothing to accept", again, err)
	}
}

// TestAcceptAboveGrants: a group that was begun again too low is raised above what the host
// was granted, and above the longest grant that it remembers, before it takes part.
func TestAcceptAboveGrants(t *testing.T) {
	for name, fenced := range map[string]bool{"fence of a short lease": true, "created": false} {
		t.Run(name, func(t *testing.T) {
			w, a := lost(t, time.Second, fenced)
			old := try.Of(a.holder().Grant()).Or(t)
			m, joined, err := a.holder().Accept(t.Context())
			if err != nil || !joined {
				t.Fatal(joined, err)
			}
			if m.Begin < old.Ceiling {
				t.Errorf("the group begins at %d; want it above %d, which the host had", m.Begin, old.Ceiling)
			}
			if at, _ := a.scheme.Timeline().Tick(w.clock.at); fenced && m.Begin < at+old.Longest {
				t.Errorf("the group begins at %d; want it above %d, the longest grant of before", m.Begin, at+old.Longest)
			}
			w.pass(5 * time.Minute)
			a.must(10)
			w.host("c").must(10)
		})
	}
}

// TestAcceptVoidsFirst: where the store fails behind the first step, the grant is void, and
// the host still knows the group that was lost.
func TestAcceptVoidsFirst(t *testing.T) {
	w, a := lost(t, time.Second, false)
	failed := errors.New("the store failed")
	w.store.step = func(what string) error {
		if what == "Swap" {
			return failed
		}
		return nil
	}
	if _, joined, err := a.holder().Accept(t.Context()); joined || !errors.Is(err, failed) {
		t.Fatalf("%v, %v; want it failed", joined, err)
	}
	w.store.step = nil
	g, err := a.holder().Grant()
	if err != nil || g.State != lease.Void {
		t.Errorf("the host keeps %+v, %v; want its grant void", g, err)
	}
	a.refused(lease.ErrOtherGroup)
	if _, joined, err := a.holder().Accept(t.Context()); !joined || err != nil {
		t.Errorf("%v, %v; want it accepted now", joined, err)
	}
}
