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

	"idscope/gen/internal/histories"
	"idscope/gen/lease"
	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
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
	try.Equal(t, x.High, now, "after the release the high tick, what was reserved, is")
	try.Equal(t, [3]any{x.Owner == nil, x.Until, a.grant().State}, [3]any{true, w.clock.at, lease.Void}, "it is nobody's,")
	h.Open = nil                         // the process that had the grant before
	a.denies(lease.ErrVoid)(g.Next(ctx)) // in a process that outlived the release
	try.Equal(t, w.host("b").must(10), 0, "the released number is not free: got")

	try.Need(t, a.must(1), 1, "number")
	high := w.register(a, 1).High
	h = a.holder()
	ended, end := context.WithCancel(ctx)
	end()
	w.during("Load", 1, func() { try.Fails(t, h.Release(ended), context.Canceled, "a release beside another, given up:") })
	h.Keeper = telling{Keeper: h.Keeper}
	try.Works(t, h.Release(ctx))
	try.Equal(t, w.register(a, 1).High, high, "after a release by a host that cannot tell what it used, high tick")
}

// TestReleaseInterrupted: a release that is killed at any step is finished by the next call of the host, whichever that
// is; what the store has otherwise than this host left it stays as it is.
func TestReleaseInterrupted(t *testing.T) {
	for _, step := range []string{"Load", "Swap", "Swapped", "renewal", "version", "owner"} {
		for _, release := range []bool{true, false} {
			w, kept := newWorld(t), step == "version" || step == "owner"
			a := w.host("a")
			a.must(1)
			used := w.register(a, 0).Floor + 1
			switch step {
			case "version":
				w.edit(func(_ *lease.Register, v *store.Value) { v.Version = "77" })
			case "owner":
				w.edit(func(r *lease.Register, _ *store.Value) { r.Nonce, r.Owner.Home = "other", "other" })
			case "renewal":
				w.pass(61 * time.Second)
				w.killed(1, a.once)
			default:
				w.during(step, 1, func() { panic(histories.Killed{}) })
				try.Need(t, histories.Dies(func() { a.holder().Release(t.Context()) }), true, "killed")
				try.Equal(t, a.grant().State, lease.Releasing, "killed at %s: the grant is", step)
			}
			if !release {
				try.Equal(t, a.must(1), 0, "%s: the next number is", step)
				continue
			}
			try.Works(t, a.holder().Release(t.Context()))
			g, x := a.grant(), w.register(a, 0)
			got := [3]bool{g.State == lease.Void && g.Pending == "", x.Owner != nil, x.High > used}
			try.Equal(t, got, [3]bool{true, kept, kept}, "%s: void is the grant, it has an owner, and a rest:", step)
		}
	}
}

// telling is a host whose records tell that tick, or cannot.
type telling struct {
	lease.Keeper
	tick  uint64
	known bool
}

func (k telling) Highest(context.Context, uint64) (uint64, bool, error) { return k.tick, k.known, nil }

func TestEvict(t *testing.T) {
	w := newWorld(t)
	a := w.alone("a")
	b := w.alone("b")
	a.must(1)
	b.must(1)
	before := w.register(a, 0)
	try.Of(a.group().Evict(context.Background(), 0)).Or(t)
	after := w.register(a, 0)
	try.Equal(t, after.High >= before.High && after.Owner == nil, true, "no lower high tick, and no owner, of %+v:", after)
	a.must(1) // what was granted stays granted
	c := w.alone("c")
	c.refused(lease.ErrNoNumber)
	m := try.Of(c.group().Meta(context.Background())).Or(t)
	freed := w.register(a, 0)
	terms := c.group().Config
	free := terms.FreeFrom(&m, &freed.Register, w.clock.at)
	try.Equal(t, free.Before(before.Until), false, "a store that forgot it lets the owner renew after it is free:")
	w.clock.at = free.Add(-time.Millisecond)
	c.refused(lease.ErrNoNumber)
	w.clock.at = free
	try.Equal(t, terms.FreeFrom(&m, &freed.Register, free).IsZero(), true, "it is free then:")
	try.Equal(t, c.must(1), 0, "number")
	a.refused(lease.ErrNoNumber)
}

func TestReserve(t *testing.T) {
	w := newWorld(t)
	a, ctx := w.host("a"), context.Background()
	a.must(1)
	h := a.holder()
	h.Config.Mask, h.Config.Value = 1023, 2
	try.Of(0, h.Acquire(ctx)).Says(t, "the grant is of number 0, which is not asked for", "number 2:")
	h.Name = "another"
	try.Equal(t, try.Of(h.Grant()).Or(t).ID, "", "what the host keeps of one group is not of another, whose ID is")
	a.denies(lease.ErrNoNumber)(a.group().Reserve(ctx, 0, "the old service")) // it is granted
	for n := uint64(1); n < 4; n++ {
		try.Of(a.group().Reserve(ctx, n, "the old service")).Or(t)
	}
	a.denies(lease.ErrNoNumber)(a.group().Reserve(ctx, 3, "another service"))
	try.Equal(t, try.Of(a.group().Reserve(ctx, 3, "the old service")).Or(t).Worker, 3, "reserving it once more:")
	try.Equal(t, w.host("b").must(1), 4, "the first number that is not reserved:")
	try.Need(t, try.Of(a.group().Unreserve(ctx, 2)).Or(t).Note, "", "the note of a number that was returned:")
	for _, wait := range []time.Duration{0, 72 * time.Second} {
		w.pass(wait)
		h := w.host("c").holder()
		h.Config.Mask, h.Config.Value = 1023, 2
		err := h.Acquire(ctx)
		try.Equal(t, errors.Is(err, lease.ErrNoNumber), wait == 0, "number 2, %s after it was returned, is late:", wait)
		try.Equal(t, err != nil || h.Worker() == 2, true, "number 2, which was returned, and not %d:", h.Worker())
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
	try.Equal(t, len(try.Of(a.group().List(ctx)).Or(t)), 1, "numbers:")
	layouts := try.Of(lease.Layouts(ctx, w.store, "default", w.clock.at)).Or(t)
	try.Need(t, len(layouts), 1, "layouts:")
	try.Equal(t, len(layouts[0].Numbers)-len(layouts[0].Missing()), 1, "numbers of it:")
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
	a.refused(lease.ErrEarlier)
	try.Equal(t, w.store.Swaps(), before, "swaps:")
	h := a.holder()
	h.Create = false
	try.Of(h.Fence(ctx, a.group(), 0)).Or(t)
	w.pass(2 * time.Minute)
	g, _, err := a.generator(a.holder())
	try.Works(t, err)
	old := append([]byte("idscope grant 1\n"), make([]byte, 2032)...)
	try.Works(t, os.WriteFile(a.files()[0], old, 0o600))
	a.refused(lease.ErrEarlier)
	a.denies(lease.ErrEarlier)(h.Leave(ctx, false))
	a.denies(lease.ErrEarlier)(g.Next(ctx))
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
	b := w.host("b")
	w.during("Swap", 1, func() { try.Equal(t, b.must(1), 1, "b was faster, and has number") })
	try.Equal(t, try.Of(a.group().ReserveAny(ctx, "after b")).Or(t).Worker, 2, "the next number:")
	w.during("Swap", 1, func() { try.Of(b.group().Reserve(ctx, 3, "both")).Or(t) })
	try.Of(a.group().Reserve(ctx, 3, "both")).Or(t)
	for i := range 16 {
		g := a.group()
		all.Go(func() {
			note := fmt.Sprintf("database %d", i)
			n, err := g.ReserveAny(ctx, note)
			mu.Lock()
			defer mu.Unlock()
			own := got[n.Worker] == "" && n.Worker > 0 && n.Note == note
			try.Equal(t, err == nil && own, true, "%s, %v: number %d is its own:", note, err, n.Worker)
			got[n.Worker] = note
		})
	}
	all.Wait()
	try.Of(a.group().ReserveAny(ctx, "database 3")).Says(t, `for "database 3" already`, "the same note once more:")
}

// TestReserveAnyWaits: a number whose last owner may still generate is not taken.
func TestReserveAnyWaits(t *testing.T) {
	w := newWorld(t)
	a, ctx := w.alone("a"), context.Background()
	a.must(1)
	try.Of(a.group().Reserve(ctx, 1, "another")).Or(t)
	try.Of(a.group().Evict(ctx, 0)).Or(t)
	high := w.register(a, 0).High
	a.denies(lease.ErrNoNumber)(a.group().ReserveAny(ctx, "database")) // it was taken from its owner just now
	w.pass(61500 * time.Millisecond)
	a.denies(lease.ErrNoNumber)(a.group().ReserveAny(ctx, "database")) // the lease, and what its owner may borrow
	w.pass(time.Second)
	n := try.Of(a.group().ReserveAny(ctx, "database")).Or(t)
	try.Equal(t, [2]uint64{n.Worker, n.High}, [2]uint64{0, high}, "a minute later the number, and above which tick:")
	try.Of(a.group().Unreserve(ctx, 0)).Or(t)
	w.pass(2 * time.Minute)
	a.must(1) // its number changed hands: no store forgot that
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
	} else {
		try.Of(h.Fence(t.Context(), g, 0)).Or(t)
	}
	return w, a
}

// TestAccept: a member takes the group that another host began again, and stops nobody.
func TestAccept(t *testing.T) {
	w, a := lost(t, 3*time.Minute, true)
	a.must(10) // below its ceiling
	h := a.holder()
	h.Config.Lease = time.Second // which says nothing of the grant
	a.denies(lease.ErrStore)(h.Leave(t.Context(), false))
	w.pass(200 * time.Second)
	c := w.host("c")
	c.must(10)
	a.refused(lease.ErrOtherGroup)
	before := w.store.Swaps()
	m := a.accept()
	try.Equal(t, w.store.Swaps(), before, "swaps, as the group begins above all that the host had:")
	g := a.grant()
	try.Equal(t, g.ID == m.ID && g.Longest == m.Longest && g.Fence == m.Fence, true, "it knows what the group is now:")
	try.Equal(t, g.State, lease.Void, "its grant is")
	a.must(10)
	c.must(10)
	_, again, err := a.holder().Accept(t.Context())
	try.Of(again, err).Is(t, false, "accepted once more:")
	w, a = lost(t, 3*time.Minute, true)
	try.Of(a.holder().Fence(t.Context(), a.group(), 0)).Or(t) // which accepts it, too
	w.pass(5 * time.Minute)
	a.must(10)
}

// TestAcceptAboveGrants: a group that was begun again too low is raised above what the host
// was granted, and above the longest grant that it remembers, before it takes part.
func TestAcceptAboveGrants(t *testing.T) {
	for name, fenced := range map[string]bool{"fence of a short lease": true, "created": false} {
		t.Run(name, func(t *testing.T) {
			w, a := lost(t, time.Second, fenced)
			old := a.grant()
			h := a.holder()
			h.Keeper = telling{h.Keeper, old.Ceiling + 1e5, true}
			m, _, err := h.Accept(t.Context())
			try.Works(t, err)
			try.Equal(t, m.Begin >= old.Ceiling+1e5, true, "the group begins above what the host used:")
			at, _ := a.scheme.Timeline().Tick(w.clock.at)
			try.Equal(t, fenced && m.Begin < at+old.Longest, false, "the group begins below the longest grant of before:")
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
	w.during("Swap", 1, func() { panic(histories.Killed{}) })
	try.Need(t, histories.Dies(func() { a.holder().Accept(t.Context()) }), true, "killed")
	try.Equal(t, a.grant().State, lease.Void, "the host keeps its grant")
	a.refused(lease.ErrOtherGroup)
	a.accept()
}

// TestRoundTrips: a grant that lives is used without the store, and one that has ended is
// renewed by one call more than load, clock, load, swap, load.
func TestRoundTrips(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	expect := func(when string, want map[string]int, f func()) {
		t.Helper()
		calls := map[string]int{}
		w.store.step = func(what string) error {
			calls[what]++
			return nil
		}
		f()
		w.store.step = nil
		delete(calls, "Swapped")
		try.Equal(t, fmt.Sprint(calls), fmt.Sprint(want), "%s: calls", when)
	}
	renewal := map[string]int{"Load": 3, "Incarnation": 2, "Swap": 1}
	begin := w.clock.at
	times := func() {
		x, g := w.register(a, 0), a.grant()
		got, want := []time.Time{x.Until, g.Until, x.Owner.Since, g.Since, x.Owner.Clock}, w.clock.at.Add(61*time.Second)
		try.Same(t, got, []time.Time{want, want, begin, begin, w.clock.at}, "until a lease and a lead, and since, are")
	}
	times()
	expect("below the ceiling", nil, func() { a.must(100) })
	w.pass(2 * time.Minute)
	expect("after the end", renewal, func() { a.must(1) })
	times()
	w.pass(60500 * time.Millisecond)
	expect("before the end", renewal, func() { a.must(1) })

	// What the store guarantees is asked once where it became another one.
	w.store.Restart()
	w.pass(60500 * time.Millisecond)
	expect("before the end, after a restart", map[string]int{"Load": 4, "Incarnation": 2, "Swap": 2, "Safety": 1},
		func() { a.must(1) })
	w.pass(60500 * time.Millisecond)
	expect("and again", renewal, func() { a.must(1) })
}

// TestRestart: a live grant is renewed over a restart of the store; what has ended, and what
// is new, begins above all that may have been forgotten. Of that a call waits for 5 s.
func TestRestart(t *testing.T) {
	w := newWorld(t)
	live, ended := w.host("live"), w.host("ended")
	ended.must(1)
	w.pass(90 * time.Second)
	live.must(1)
	w.store.Restart()
	w.pass(time.Second)
	at := w.clock.at
	for _, p := range []*place{w.host("new"), ended} { // whoever sees it first
		err := p.refused(lease.ErrLater)
		until := err.Error()
		until, _, _ = strings.Cut(until[strings.LastIndex(until, " until ")+len(" until "):], ": ")
		from := try.Of(time.Parse(time.RFC3339, until)).Or(t)
		try.Within(t, from.Sub(at), 69*time.Second, 73*time.Second, "%s, %v: refused for", p.name, err)
		try.Equal(t, w.clock.at, at, "%s waited until", p.name)
	}
	w.pass(59500 * time.Millisecond)
	live.must(1)            // at the end of its grant
	w.pass(7 * time.Second) // less than 5 s before
	at = w.clock.at
	ctx, end := context.WithCancel(t.Context())
	h := ended.holder()
	h.Clock = paced{&clock{at}, end}
	try.Fails(t, h.Acquire(ctx), context.Canceled, "given up meanwhile:")
	ended.must(1)
	try.Within(t, w.clock.at.Sub(at), 1, 5*time.Second, "until Begin waited")
	w.host("new").must(1)
}

// TestPutBack: the store is put back to before a number changed hands.
func TestPutBack(t *testing.T) {
	for name, told := range map[string]func(*model){
		"another start":   func(m *model) { m.Restart() },
		"another history": func(m *model) { m.Replace() },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			a, b := w.alone("a"), w.alone("b")
			try.Of(b.group().Make(t.Context())).Or(t)
			try.Of(b.group().Reserve(t.Context(), 1, "x")).Or(t)
			a.must(10)
			backup := w.store.Copy()
			w.pass(2 * time.Minute)
			try.Need(t, b.must(10), 0, "number")
			w.store.Restore(backup)
			told(w.store)
			a.refused(lease.ErrLater)
			b.must(10) // it lives
			w.pass(80 * time.Second)
			a.must(10)
			try.Equal(t, w.register(a, 0).Floor >= b.grant().Ceiling, true, "a goes on above what b generated:")
			b.refused(lease.ErrNoNumber)
			try.Of(b.group().Unreserve(t.Context(), 1)).Or(t)
			w.pass(2 * time.Minute)
			h, warned := b.holder(), ""
			h.Warn = func(line string) { warned = line }
			try.Works(t, h.Acquire(t.Context()))
			try.Contains(t, warned, "the store was restored or replaced: number 0 of custom is as it was before; "+
				"this host goes on with another lease", "warned")
		})
	}
}

// TestBestEffort: a store that is or became best effort is refused, by hosts that had a number as well, unless it is
// accepted.
func TestBestEffort(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	w.store.Report = bestEffort
	w.store.Restart()
	a.must(1)
	w.pass(2 * time.Minute)
	a.refused(lease.ErrBestEffort)
	w = newWorld(t)
	w.store.Report = bestEffort
	w.host("b").refused(lease.ErrBestEffort)
	h := w.host("b").holder()
	h.AcceptBestEffort = true
	try.Works(t, h.Acquire(t.Context()))
}

// TestNoTimeReplaced: IDs without a time go on after a restart, and are refused on another
// history until a person says where to go on.
func TestNoTimeReplaced(t *testing.T) {
	w := newWorld(t)
	a, b := w.host("a").workers("worker:1 seq:20"), w.host("b").workers("worker:1 seq:20")
	a.must(1)
	w.store.Restart()
	b.must(1)
	a.must(3000) // more than a block
	backup := w.store.Copy()
	a.must(3000)
	w.store.Restore(backup)
	w.store.Restart()
	a.denies(lease.ErrForgotten)(a.run(3000))
	w.store.Replace()
	b.must(1) // below its ceiling
	for _, p := range []*place{a, b} {
		p.denies(lease.ErrForgotten)(p.run(3000))
	}
	w.host("c").workers("worker:1 seq:20").refused(lease.ErrForgotten)
	a.denies(lease.ErrForgotten)(nil, a.fence()) // without a number
	h := a.holder()
	h.Keeper = telling{Keeper: h.Keeper} // which cannot tell
	above := a.grant().Ceiling
	try.Equal(t, try.Of(h.Fence(t.Context(), a.group(), 1)).Or(t).Begin, above, "fenced above the grants of this host:")
	try.Of(a.holder().Fence(t.Context(), a.group(), 100_000)).Or(t)
	c := w.host("c").workers("worker:1 seq:20")
	c.store = clockless{w.store}
	c.refused(lease.ErrBestEffort)
	a.must(3000)
	b.must(3000)
}

// model is a store in memory that tests lose replies of, stop, and put back.
type model struct {
	memory.Store
	down error                    // what every call returns
	hung func(left time.Duration) // not nil: no call is answered; it is told how long the caller would wait
	step func(what string) error  // called at each operation, see [memory.Store.At]; its error is the reply
}

func newModel(clock func() time.Time) *model {
	m := new(model)
	m.Clock = clock
	m.At = func(ctx context.Context, method, _ string) error {
		switch {
		case m.hung != nil:
			until, _ := ctx.Deadline()
			m.hung(time.Until(until))
			return context.DeadlineExceeded
		case m.down != nil:
			return m.down
		case m.step != nil:
			return m.step(method)
		}
		return nil
	}
	return m
}

// edit changes what the store holds of a key that ends so, as somebody does who goes past it.
func (m *model) edit(suffix string, change func(*store.Value)) {
	all := m.Copy()
	for i := range all {
		if strings.HasSuffix(all[i].Key, suffix) {
			change(&all[i].Value)
		}
	}
	m.Restore(all)
}

// bestEffort is what a store says that keeps less than it confirms.
var bestEffort = store.Safety{Class: store.BestEffort, Reason: "a model", Engine: "memory"}

// TestEachFailureIsTold: whichever call of the store fails, and be it that which opens it, who does something is told.
func TestEachFailureIsTold(t *testing.T) {
	t.Parallel()
	for k, n := 1, 1; n >= k; k++ {
		w, ctx := newWorld(t), t.Context()
		a := w.host("a")
		a.keep(1)
		h, g := a.holder(), a.group()
		h.Open = func(context.Context) (store.Store, error) { return w.store, w.store.At(ctx, "Open", "") }
		try.Works(t, h.Acquire(ctx))
		a.keep(2)
		w.lose("2")
		w.pass(62 * time.Second)
		n = 0
		w.store.step = func(string) error {
			if n++; n == k {
				return errKilled
			}
			return nil
		}
		var all error
		do := func(_ any, err error) { all = errors.Join(all, err, h.Close()) }
		do(lease.Layouts(ctx, w.store, "default", w.clock.at))
		do(lease.Groups(ctx, w.store))
		do(g.Reserve(ctx, 2, "x")) // which is lost
		do(g.Reserve(ctx, 3, "x"))
		do(g.ReserveAny(ctx, "y"))
		do(g.Unreserve(ctx, 1))
		do(g.Evict(ctx, 3))
		do(nil, h.Acquire(ctx))
		do(nil, h.Release(ctx))
		do(nil, h.Acquire(ctx))
		w.store.Restore(nil)
		h.Create = false
		do(h.Fence(ctx, g, 0))
		do(g.Make(ctx))
		_, _, err := h.Accept(ctx)
		do(h.Fence(ctx, g, 0))
		w.pass(2 * time.Minute)
		do(nil, errors.Join(err, h.Acquire(ctx)))
		do(h.Leave(ctx, false))
		try.Equal(t, n >= k && !errors.Is(all, errKilled), false, "call %d fails, and nobody is told, %v:", k, all)
	}
}
