package lease_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"idscope/gen/lease"
	"idscope/gen/store"
	"idscope/gen/testing/try"
)

func TestForgottenStore(t *testing.T) {
	ctx := context.Background()
	drop := func(suffix string) func(w *world) { return func(w *world) { w.drop(suffix) } }
	edit := func(f func(*lease.Register, *store.Value)) func(w *world) {
		return func(w *world) {
			for key, v := range w.store.data {
				var r lease.Register
				if !strings.HasSuffix(key, "/number/0") {
					continue
				}
				try.Works(t, json.Unmarshal(v.Data, &r))
				f(&r, &v)
				v.Data, _ = json.Marshal(r)
				w.store.data[key] = v
			}
		}
	}
	for name, fault := range map[string]func(w *world){
		"register deleted": drop("/number/0"),
		"group deleted":    drop("/group"),
		"all deleted":      drop(""),
		"restored": edit(func(r *lease.Register, v *store.Value) {
			r.High -= 30000
			v.Version = "77"
		}),
		"restored, and its version given to another owner": edit(func(r *lease.Register, _ *store.Value) {
			r.Floor, r.High, r.Nonce, r.Owner.Home = r.High, r.High+60000, "other", "other"
		}),
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			a := w.host("a")
			a.must(10)
			fault(w)
			a.must(10) // below the ceiling nothing is asked
			other := w.host("b")
			h := other.holder()
			h.Create = false
			err := h.Acquire(ctx)
			if err == nil && h.Worker() == 0 {
				t.Error("another host got the number that the store forgot")
			}
			w.pass(2 * time.Minute)
			noCreate := a.holder()
			noCreate.Create = false
			if err := noCreate.Acquire(ctx); !errors.Is(err, lease.ErrForgotten) {
				t.Fatalf("error %v; want that the store forgot", err)
			}
			g := try.Of(a.holder().Grant()).Or(t)
			if _, until, err := a.group().Fence(ctx, g.ID, 0); err != nil || until.Sub(w.clock.at) > 90*time.Second {
				t.Fatalf("fence: %s, %v; want less than 90 s", until, err)
			}
			try.Of(a.run(1)).Fails(t, lease.ErrLater, "right after the fence:")
			w.pass(80 * time.Second)
			a.must(10)
			w.host("c").must(10)
		})
	}
}

// TestGroupMadeAnew is a group that was deleted and made again by a host that did not
// know it: the others refuse it until they are told to accept it.
func TestGroupMadeAnew(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	clear(w.store.data)
	w.pass(2 * time.Minute)
	w.host("b").must(1) // --create says that it never was there
	a.refused(lease.ErrOtherGroup)
	if _, joined, err := a.holder().Accept(context.Background()); err != nil || !joined {
		t.Fatal(joined, err)
	}
	if n := a.must(1); n != 1 {
		t.Errorf("number %d; want 1 of the new group", n)
	}
}
