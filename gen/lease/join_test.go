package lease_test

import (
	"errors"
	"testing"
	"time"

	"idscope/gen/lease"
	"idscope/gen/testing/try"
)

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
	clear(w.store.data)
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
	before, register := w.store.swaps, w.register(c, 0)
	m, joined, err := a.holder().Accept(t.Context())
	if err != nil || !joined {
		t.Fatal(joined, err)
	}
	if w.store.swaps != before || w.register(c, 0).Version != register.Version {
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
		if what == "swap" {
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
