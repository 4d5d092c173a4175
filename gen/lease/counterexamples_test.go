package lease_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"idscope/gen/internal/histories"
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
	w.during("Swap", 1, func() { // a is about to note number 1
		try.Equal(t, b.must(50), 1, "b has number")
		w.lose("1")
	})
	try.Equal(t, a.must(50) == 1, false, "a has the number that was lost:")
}

// TestPendingBeforeFence: a process is killed behind its swap; then the group is
// fenced, which does not get as far as the register.
func TestPendingBeforeFence(t *testing.T) {
	w := newWorld(t)
	a := w.alone("a")
	w.killed(3, a.once) // the group, the note, the register
	w.killed(1, a.fence)
	for range 2 {
		a.refused(lease.ErrLater)
	}
	w.pass(80 * time.Second)
	a.must(1)
}

// TestRenewalOverRestore: a register is loaded, then another host takes it, and the store
// is put back, which is fenced or started again; the swap finds the version that it knows.
func TestRenewalOverRestore(t *testing.T) {
	for name, told := range map[string]func(*world, *place){
		"fenced":    func(_ *world, b *place) { try.Works(t, b.fence()) },
		"restarted": func(w *world, _ *place) { w.store.Restart() },
		"restarted, and the process killed behind its swap": func(w *world, _ *place) {
			w.store.Restart()
			w.during("Swapped", 1, func() { panic(histories.Killed{}) })
		},
	} {
		w := newWorld(t)
		a, b := w.alone("a"), w.alone("b")
		a.must(10)
		w.pass(2 * time.Minute)
		w.during("Swap", 1, func() { // a has loaded its register
			backup := w.store.Copy()
			h := b.holder()
			h.Config.Mask, h.Config.Value = 1, 0
			try.Works(t, h.Acquire(t.Context()))
			w.store.Restore(backup)
			told(w, b)
		})
		err := errKilled
		histories.Dies(func() { _, err = a.run(10) })
		try.Equal(t, err == nil, false, "%s: the renewal that spans a restore was used:", name)
		a.refused(lease.ErrLater)
	}
}

// TestFencedWithoutTime: another host takes a number whose IDs carry no time, the store is put back, and a fence gets
// as far as the group. The number's first host goes on above the fence, whether or not it had loaded its register.
func TestFencedWithoutTime(t *testing.T) {
	for _, loaded := range []bool{false, true} {
		w := newWorld(t)
		a, b := w.host("a").workers("worker:1 seq:20"), w.host("b").workers("worker:1 seq:20")
		a.keep(1)
		a.must(1)
		backup := w.store.Copy()
		fence := func() {
			w.pass(2 * time.Minute)
			b.must(3000)
			w.store.Restore(backup)
			w.killed(1, func() error {
				_, err := b.group().Fence(t.Context(), lease.Grant{}, 0, 100_000)
				return err
			})
		}
		if loaded {
			w.during("Swap", 1, fence)
			a.denies(lease.ErrLater)(a.run(3000)) // as the renewal spans the fence
		} else {
			fence()
		}
		a.must(3000)
	}
}

// TestReserveAfterConflict: while a number is being reserved another host takes it, and
// its register is deleted: it is a lost one then, whoever noted it.
func TestReserveAfterConflict(t *testing.T) {
	w := newWorld(t)
	a, b := w.alone("a"), w.alone("b")
	a.keep(1)
	w.during("Swap", 2, func() { // number 0 is noted, and its register about to be written
		w.pass(lease.Skew)
		b.refused(lease.ErrNoNumber) // it takes the number for lost
		w.pass(2 * time.Minute)
		try.Equal(t, b.must(10), 0, "b has number")
		w.during("Load", 1, func() { w.lose("0") })
	})
	a.keep(0)
	w.above(b)
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
	try.Works(t, a.fence())
	w.above(a)
}

// TestFenceBesideCreate: a group that is gone is made by another host, of shorter leases, while it is fenced.
func TestFenceBesideCreate(t *testing.T) {
	w := newWorld(t)
	a, b := w.host("a"), w.host("b")
	a.must(1)
	w.store.Restore(nil)
	w.during("Swap", 1, func() { try.Of(b.group().Make(t.Context())).Or(t) })
	m := try.Of(a.group().Fence(context.Background(), lease.Grant{}, 3*a.grant().Longest, 0)).Or(t)
	begin := a.group().Config.Time(m.Begin).Sub(w.clock.at)
	try.Equal(t, m.Fence > 0 && begin >= 3*time.Minute, true, "fenced, and begins a lease of before later, %s:", begin)
	w.host("c").refused(lease.ErrLater)
}

// TestClockStepsWhileAsked: a host's clock is set an hour ahead while the store tells its
// own, or back to the right time. What is granted stays within reach of the store's clock, as
// [lease.Group.Fence] and lost registers count on.
func TestClockStepsWhileAsked(t *testing.T) {
	for off, step := range map[time.Duration]time.Duration{0: time.Hour, time.Hour: -time.Hour} {
		w := newWorld(t)
		w.host("b").must(1)
		a := w.off("a", off)
		w.store.step = func(what string) error {
			if what == "Incarnation" {
				a.clock.at = a.clock.at.Add(step)
				step = max(step, 0) // it is right then
			}
			return nil
		}
		h := a.holder()
		_ = h.Acquire(context.Background()) // it is not enough an hour later
		until := h.Config.Time(a.grant().Ceiling)
		try.Equal(t, until.After(w.clock.at.Add(2*time.Minute)), false, "granted for more than 2 min, until %s:", until)
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
	late.refused(lease.ErrNoNumber)
}

// TestFenceKilledBehindCreate: a fence makes the group anew that is gone, and is killed. A
// register of before is taken over, and lost then.
func TestFenceKilledBehindCreate(t *testing.T) {
	w := newWorld(t)
	a, b := w.alone("a"), w.alone("b")
	ctx := context.Background()
	a.must(1)
	a.keep(1)
	w.drop("/group")
	w.killed(1, a.fence)
	m := try.Of(a.group().Meta(ctx)).Or(t)
	try.Equal(t, m.Made.Has(0) && m.Made.Has(1), true, "the group that the fence made knows both numbers:")
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
	a.keep(1)
	w.during("Swap", 2, func() { // number 0 is noted, and its register about to be written
		w.drop("/group")
		try.Works(t, b.fence())
	})
	try.Equal(t, a.once() == nil, false, "a has a number of a group that is gone:")
	w.pass(5 * time.Minute)
	try.Equal(t, b.must(50), 0, "b has number")
	w.lose("0")
	w.alone("c").refused(lease.ErrNoNumber)
}

func TestPartition(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	w.store.down = errors.New("connection refused")
	w.pass(62 * time.Second) // until then as in TestHungBelowCeiling
	a.refused(lease.ErrStore)
	w.store.down = nil
	try.Equal(t, a.must(1), 0, "after the partition number")
	w.pass(2 * time.Minute)
	a.store = nil
	a.refused(lease.ErrOffline)
}

func TestLostReply(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	reply := map[string]error{"Swapped": store.ErrUnknown}
	w.store.step = func(what string) error { return reply[what] }
	a.must(1)
	w.pass(2 * time.Minute)
	try.Equal(t, a.must(1), 0, "number")
	w.store.step = nil
	try.Equal(t, w.store.Swaps(), 4, "swaps whose reply was lost, of the group, a note, a register and its renewal:")
	// The process is killed after the swap: the next one recognises it.
	w.pass(2 * time.Minute)
	w.killed(1, a.once)
	before := w.store.Swaps()
	try.Equal(t, a.must(1), 0, "after a process was killed behind its swap number")
	try.Equal(t, w.store.Swaps()-before, 0, "swaps after it:")
	b := w.host("b") // so is an acquisition: the note, and the register
	w.killed(2, b.once)
	before = w.store.Swaps()
	try.Equal(t, b.must(1), 1, "after a process was killed behind its acquisition number")
	try.Equal(t, w.store.Swaps()-before, 0, "swaps after that:")
}

func TestClocksApart(t *testing.T) {
	w := newWorld(t)
	for _, d := range []time.Duration{11 * time.Second, -11 * time.Second, time.Hour, -time.Hour, 365 * 24 * time.Hour,
		-365 * 24 * time.Hour} {
		w.off("off", d).refused(lease.ErrClock)
	}
	w.off("near", lease.Skew).must(1)
}

func TestNoClockInStore(t *testing.T) {
	w := newWorld(t)
	a, late, b := w.host("a"), w.off("late", -time.Minute), w.host("b")
	a.store, late.store, b.store = clockless{w.store}, clockless{w.store}, clockless{w.store}
	a.must(1)
	late.refused(lease.ErrClock)
	b.must(1)
}

// files are those of a grant.
func (p *place) files() []string {
	p.t.Helper()
	list := try.Of(filepath.Glob(filepath.Join(p.folder.State, "*", "lease-*"))).Or(p.t)
	try.Need(p.t, len(list), 2, "files of the grant:")
	return list
}

func TestGrantFromBackup(t *testing.T) {
	for _, anew := range []bool{false, true} {
		w := newWorld(t)
		a := w.host("a")
		a.must(1)
		backup := histories.Save(t, a.files()...)
		try.Works(t, a.holder().Release(context.Background()))
		b := w.host("b")
		try.Need(t, b.must(1), 0, "the released number was not taken:")
		backup.Back(t, anew)
		g := a.grant()
		try.Equal(t, g.State == lease.Void && g.ID != "", true, "a grant from a backup is void, the group known; %+v:", g)
		try.Equal(t, a.must(100) == 0, false, "the grant from a backup was used:")
		b.must(100)
	}
}

// TestCopies copies the state folder, grant and records with it.
func TestCopies(t *testing.T) {
	for name, boot := range map[string]string{"another host": "boot of b", "a container of this host": "boot of a",
		"this host after a start": ""} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			a := w.host("a")
			a.must(10)
			b := w.host("a") // of the same machine id
			if b.boot = boot; boot == "" {
				b.folder, b.boot = a.folder, "boot 2"
				b.folder.Host.BootID = func() string { return b.boot }
			} else {
				try.Works(t, os.CopyFS(b.folder.State, os.DirFS(a.folder.State)))
			}
			try.Equal(t, b.grant().State, lease.Void, "the copy is")
			try.Equal(t, b.must(10) == 0, false, "the copy was used:")
			for _, later := range []time.Duration{0, 2 * time.Minute} {
				w.pass(later)
				b.must(10)
				if boot != "" {
					a.must(10)
				}
			}
		})
	}
}

// TestLeft: who left a group knows nothing of it, and its grant put back is a copy.
func TestLeft(t *testing.T) {
	w := newWorld(t)
	a, b := w.host("a"), w.host("b")
	a.denies(lease.ErrVoid)(a.holder().Leave(t.Context(), false))
	a.must(1)
	a.boot = "another start"
	a.denies(lease.ErrStore)(a.holder().Leave(t.Context(), false))
	a.must(1)
	files := histories.Save(t, a.files()...)
	left, err := a.holder().Leave(t.Context(), false)
	try.Works(t, err)
	try.Need(t, left.Returned && a.grant().ID == "", true, "left %+v, and the host keeps nothing:", left)
	local := a.folder
	local.Granted = false
	try.Of(local.Number(t.Context(), a.scheme, 7, 0)).Or(t) // the group was left
	try.Need(t, b.must(1), left.Grant.Worker, "the number that was given back:")
	files.Back(t, false)
	try.Equal(t, a.grant().State, lease.Void, "a grant that was left, put back:")
	try.Equal(t, a.must(10) == 0, false, "the grant that was left was used:")
	b.must(10)
	a.boot = "a third start"
	w.pass(2 * time.Minute)
	try.Equal(t, try.Of(a.holder().Leave(t.Context(), false)).Or(t).Returned, true, "what had ended is left:")
}

// The tests of this file are trails that the model in the folder model found, before
// the code had the rule that excludes them. Each ends with a duplicate without it.

// TestNewRegisterIsMadeOnce is the trail of retry-new: the reply to the swap that made a
// register is lost, another host takes the number over, and the register is lost; then
// nobody may make it again with its first floor.
func TestNewRegisterIsMadeOnce(t *testing.T) {
	w := newWorld(t)
	a, b := w.alone("a"), w.alone("b")
	number := -1
	w.store.At = func(_ context.Context, what, key string) error {
		if what != "Swapped" || !strings.Contains(key, "/number/") {
			return nil
		}
		w.store.At = nil
		list := try.Of(b.group().List(t.Context())).Or(t)
		try.Need(t, len(list), 1, "registers:")
		number = int(list[0].Worker)
		try.Of(b.group().Evict(t.Context(), list[0].Worker)).Or(t)
		b.keep(1 - list[0].Worker) // b comes to the number of a, for the other one is kept out
		w.pass(2 * time.Minute)
		try.Need(t, int(b.must(10)), number, "b has not the number of a:")
		w.lose(string(rune('0' + number)))
		return store.ErrUnknown
	}
	try.Of(a.run(10)).Says(t, "", "number %d is lost, the other one reserved, and a has", number)
}

// TestFenceBeforeRegisters is the trail of fence-meta-last: a number that the backup does
// not know is noted while the fence is under way.
func TestFenceBeforeRegisters(t *testing.T) {
	t.Parallel()
	for k := 1; k <= 8; k++ {
		w := newWorld(t)
		a, b := w.alone("a"), w.alone("b")
		a.must(1)
		backup := w.store.Copy()
		try.Need(t, b.must(1), 1, "b has number")
		w.store.Restore(backup)
		late := w.alone("late")
		w.during("Swapped", k, func() {
			try.Of(late.run(1)).Says(t, "", "after %d swaps of the fence, before its tick comes, a new host has", k)
		})
		try.Works(t, a.fence())
		w.store.step = nil
		b.must(10) // below its ceiling
	}
}

// TestSafeByStoreClock is the trail of safe-by-ours: a lost number comes back by a host
// whose clock is behind the store's, and its owner's is ahead.
func TestSafeByStoreClock(t *testing.T) {
	w := newWorld(t)
	a := w.off("a", lease.Skew-time.Second).workers("time:41 worker:1 seq:12")
	b := w.off("b", -lease.Skew+time.Second).workers("time:41 worker:1 seq:12")
	a.must(1)
	b.keep(1)
	for _, c := range []*clock{w.clock, a.clock, b.clock} { // nobody is about to write a first register
		c.at = c.at.Add(2 * time.Minute)
	}
	a.must(1)
	try.Need(t, a.grant().State, lease.Held, "the grant of a is")
	w.lose("0")
	_ = b.once() // all numbers are taken: the lost one gets a register
	w.above(a)
}

// TestSafeAfterPause is the trail of safe-early: a host reads the store's clock, and
// stands still until a register was renewed and lost.
func TestSafeAfterPause(t *testing.T) {
	w := newWorld(t)
	a, b := w.alone("a"), w.alone("b")
	a.must(1)
	a.keep(1)
	w.during("List", 1, func() { // b has read the clock, and not yet the registers
		w.pass(2 * time.Minute)
		a.must(1)
		w.lose("0")
	})
	b.refused(lease.ErrNoNumber)
	w.above(a)
}

// TestNotedJustNow: a host finds a number that was noted and has no register yet. It
// leaves it to whoever noted it, for the [lease.Skew]; then it takes it for lost.
func TestNotedJustNow(t *testing.T) {
	w := newWorld(t)
	a, b := w.alone("a"), w.alone("b")
	a.keep(1)
	w.during("Swapped", 1, func() { // a has noted number 0
		b.refused(lease.ErrNoNumber)
		h := b.holder()
		h.Config.Mask, h.Config.Value = 1, 1
		b.denies(lease.ErrNoNumber)(nil, h.Acquire(t.Context()))
	})
	try.Equal(t, a.must(10), 0, "the number that a noted:")
	w.lose("0")
	w.pass(lease.Skew)
	b.refused(lease.ErrNoNumber)
	w.pass(2 * time.Minute)
	try.Equal(t, b.must(10), 0, "the number that was lost:")
}

// TestFencedSince: a group that is as it was before a fence, which this host knows of, is not believed, whatever its
// registers say.
func TestFencedSince(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	w.meta(func(m *lease.Meta) { m.Made = lease.Ranges{{7, 7}} }) // which has no register
	try.Of(a.holder().Fence(t.Context(), a.group(), 0)).Or(t)
	made := try.Of(a.group().Meta(t.Context())).Or(t).Made
	try.Equal(t, fmt.Sprint(made), "[0 7]", "the fence notes what has a register beside what had one:")
	w.pass(2 * time.Minute)
	a.must(1)
	w.meta(func(m *lease.Meta) { m.Fence-- })
	w.pass(2 * time.Minute)
	a.refused(lease.ErrForgotten)
	_, _, err := a.holder().Accept(t.Context())
	try.Fails(t, err, lease.ErrForgotten, "accepted:")
	try.Equal(t, try.Of(a.holder().Leave(t.Context(), false)).Or(t).Returned, false, "it knows that the host left:")
}

// TestLifeNotedMeanwhile: where another host notes a life of the store during a swap, what was swapped is no grant.
func TestLifeNotedMeanwhile(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	w.pass(60500 * time.Millisecond)
	w.during("Swap", 1, func() { w.meta(func(m *lease.Meta) { m.Lives++ }) })
	try.Equal(t, a.must(1), 0, "before the end of its grant the host goes on with number")
	w.pass(2 * time.Minute)
	w.during("Swap", 1, func() { w.meta(func(m *lease.Meta) { m.Lives++ }) })
	try.Equal(t, a.must(1), 1, "number 0, which somebody may have had in that life, was renewed: number")
	w.meta(func(m *lease.Meta) { m.Lives-- }) // as before that life was noted, which this host tells the others
	w.pass(60500 * time.Millisecond)
	a.must(1)
	w.host("b").refused(lease.ErrLater)
	w.during("Swap", 2, func() { w.meta(func(m *lease.Meta) { m.Begin = 1 << 40 }) })
	try.Equal(t, try.Of(a.group().Reserve(t.Context(), 5, "hand")).Or(t).High, 1<<40, "the group begins later: reserved")
}

func TestForgottenStore(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	drop := func(suffix string) func(w *world) { return func(w *world) { w.drop(suffix) } }
	edit := func(f func(*lease.Register, *store.Value)) func(w *world) { return func(w *world) { w.edit(f) } }
	for name, fault := range map[string]func(w *world){
		"register deleted": drop("/number/0"),
		"group deleted":    drop("/group"),
		"all deleted":      drop(""),
		"restored": edit(func(r *lease.Register, v *store.Value) {
			r.High -= 30000
			v.Version = "77"
		}),
		"another floor": edit(func(r *lease.Register, _ *store.Value) { r.Floor++ }),
		"another epoch": edit(func(r *lease.Register, _ *store.Value) { r.Epoch++ }),
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
			try.Equal(t, err == nil && h.Worker() == 0, false, "another host got the number that the store forgot:")
			w.pass(2 * time.Minute)
			noCreate := a.holder()
			noCreate.Create = false
			try.Need(t, errors.Is(noCreate.Acquire(ctx), lease.ErrForgotten), true, "the store forgot:")
			g := a.grant()
			until := a.group().Config.Time(try.Of(a.group().Fence(ctx, g, 0, 0)).Or(t).Begin)
			try.Within(t, until.Sub(w.clock.at), 0, 90*time.Second, "fenced for")
			a.refused(lease.ErrLater) // right after the fence
			w.pass(80 * time.Second)
			a.must(10)
			w.host("c").must(10)
		})
	}
}
