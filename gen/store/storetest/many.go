package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"idscope/gen/store"
	"idscope/gen/testing/try"
)

// contenders: of 200 that swap one version at the same time, one wins.
func contenders(t *testing.T, e Engine) {
	const people, handles, rounds = 200, 8, 3
	var opened [handles]store.Store
	for i := range opened {
		opened[i] = open(t, e, e.URL)
	}
	k, version := key(t, "a"), store.Version("")
	for round := range rounds {
		var start, all sync.WaitGroup
		start.Add(1)
		results := make([]store.Version, people)
		errs := make([]error, people)
		for i := range people {
			all.Go(func() {
				start.Wait()
				results[i], errs[i] = opened[i%handles].Swap(within(t), k, version,
					fmt.Appendf(nil, "%d of %d", i, round))
			})
		}
		start.Done()
		all.Wait()
		winner := -1
		for i, err := range errs {
			switch {
			case err == nil && winner >= 0:
				t.Fatalf("round %d: %d and %d both swapped version %q", round, winner, i, version)
			case err == nil:
				winner = i
			case !errors.Is(err, store.ErrConflict):
				t.Errorf("round %d: %v; want a conflict", round, err)
			}
		}
		if winner < 0 {
			t.Fatalf("round %d: nobody swapped version %q", round, version)
		}
		version = results[winner]
		holds(t, opened[0], k, fmt.Sprintf("%d of %d", winner, round), version)
	}
}

// readers: what others load never goes back, nor is half written.
func readers(t *testing.T, e Engine) {
	const writes = 60
	k := key(t, "a")
	writer := open(t, e, e.URL)
	version := mustSwap(t, writer, k, "", pair(0))
	var ended atomic.Bool
	var least atomic.Int64 // what is written for certain
	var all sync.WaitGroup
	for range 4 {
		s := open(t, e, e.URL)
		all.Go(func() {
			for last := int64(0); !ended.Load(); {
				floor := least.Load()
				v, err := s.Load(within(t), k)
				var n, again int64
				if err == nil {
					_, err = fmt.Sscanf(string(v.Data), "%d %d", &n, &again)
				}
				if err != nil || n != again || n < last || n < floor {
					t.Errorf("read %q, %v, when %d was written and %d read before", v.Data, err, floor, last)
					return
				}
				last = n
			}
		})
	}
	for n := range int64(writes) {
		version = mustSwap(t, writer, k, version, pair(n+1))
		least.Store(n + 1)
	}
	ended.Store(true)
	all.Wait()
}

func pair(n int64) string { return fmt.Sprintf("%d %[1]d", n) }

// twoHandles: what one writes the other reads at once.
func twoHandles(t *testing.T, e Engine) {
	a, b := open(t, e, e.URL), open(t, e, e.URL)
	k := key(t, "a")
	var version store.Version
	for i := range 20 {
		a, b = b, a
		version = mustSwap(t, a, k, version, fmt.Sprint(i))
		holds(t, b, k, fmt.Sprint(i), version)
		entries, err := b.List(within(t), k)
		if err != nil || len(entries) != 1 || entries[0].Version != version {
			t.Errorf("list after a write of another = %v, %v; want version %q", entries, err, version)
		}
	}
}

// endedContext: no method does anything for a caller that gave up.
func endedContext(t *testing.T, e Engine) {
	s := open(t, e, e.URL)
	k := key(t, "a")
	version := mustSwap(t, s, k, "", "one")
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	for name, err := range methods(ctx, s, k, version) {
		try.Fails(t, err, context.DeadlineExceeded, "%s after its deadline:", name)
	}
	if v := mustLoad(t, s, k); v.Version != version && string(v.Data) != "late" {
		t.Errorf("key %q holds %q", k, v.Data)
	}
	if _, err := store.Open(ctx, []store.Driver{e.Driver}, e.URL, true); err == nil && e.Server != nil {
		t.Error("opened after the deadline; want an error")
	}
}

// methods calls every method of a store that asks its server.
func methods(ctx context.Context, s store.Store, k string, version store.Version) map[string]error {
	errs := map[string]error{}
	_, errs["Load"] = s.Load(ctx, k)
	_, errs["List"] = s.List(ctx, k)
	_, errs["Swap"] = s.Swap(ctx, k, version, []byte("late"))
	_, errs["Safety"] = s.Safety(ctx)
	_, errs["Incarnation"] = s.Incarnation(ctx)
	return errs
}

// ofThisHost reports whether a server on this host was asked for the time since then; its clock may tell whole seconds
// only.
func ofThisHost(now, since time.Time) bool {
	return !now.Before(since.Add(-2*time.Second)) && !now.After(time.Now().Add(2*time.Second))
}

func safety(t *testing.T, e Engine) {
	a, b := open(t, e, e.URL), open(t, e, e.URL)
	one := try.Of(a.Safety(within(t))).Or(t)
	t.Logf("%+v", one)
	if one.Class != e.Class || one.Reason == "" || !strings.HasPrefix(one.Engine, e.Engine) {
		t.Errorf("Safety = %+v; want class %v of %s, and a reason", one, e.Class, e.Engine)
	}
	least := store.Proven
	for _, s := range one.Settings {
		if s.Name == "" || s.Value == "" || s.Class < store.Proven && (s.Want == "" || s.Why == "") {
			t.Errorf("setting %+v; want a name and a value, and what to change if it is not safe", s)
		}
		least = min(least, s.Class)
	}
	if least < one.Class {
		t.Errorf("class %v with settings %+v", one.Class, one.Settings)
	}
	two, err := b.Safety(within(t))
	if err != nil || two.Identity != one.Identity || !slices.Equal(one.Settings, two.Settings) {
		t.Errorf("Safety = %+v, then %+v, %v; want the same", one, two, err)
	}
}
