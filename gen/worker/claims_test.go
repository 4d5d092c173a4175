package worker

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/internal/guard"
	"idscope/gen/testing/try"
)

// neighbour is the state folder of another user of the same host.
func (w *world) neighbour() Folder {
	return w.in(filepath.Join(filepath.Dir(w.folder.State), "other"), w.folder.Claims, "bob")
}

// auto is one call with --worker auto; it returns the number that it took.
func (w *world) auto(f Folder, s *gen.Scheme, n int) uint64 {
	w.t.Helper()
	r := try.Of(f.Auto(w.t.Context(), s, s.Lead())).Or(w.t)
	try.Works(w.t, w.with(r, s, n))
	return r.Worker()
}

func TestTwoFoldersShareNoNumber(t *testing.T) {
	w := newWorld(t)
	s, bob := snowflake(), w.neighbour()
	w.must(w.folder, s, 0, 5)
	w.refused(bob, s, 0, ErrClaimed)
	try.Equal(t, w.auto(bob, s, 5), 1, "auto of the other folder took")
	try.Equal(t, w.auto(w.folder, s, 5), 0, "auto took")
	w.must(bob, custom(t, "time:40 worker:10 seq:11"), 0, 5) // another layout is another matter
	w.says("two folders")
	try.Equal(t, w.slept, 0, "slept")
}

func TestAdoptANumber(t *testing.T) {
	w := newWorld(t)
	s, bob := snowflake(), w.neighbour()
	w.must(w.folder, s, 7, 5)
	try.Of(bob.Repair(t.Context(), RepairOptions{Scheme: s, Worker: new(uint64(7))})).Fails(t, ErrClaimed,
		"repair without adopt:")
	w.repair(bob, RepairOptions{Scheme: s, Worker: new(uint64(7)), Adopt: true}, "claimed by alice")
	w.must(bob, s, 7, 5)
	w.refused(w.folder, s, 7, ErrClaimed)
	w.repair(w.folder, RepairOptions{}) // nothing of ours is broken
	w.repair(w.folder, RepairOptions{Scheme: s, Worker: new(uint64(7)), Adopt: true}, "claimed by bob")
	w.must(w.folder, s, 7, 5)
}

// A folder of the same name in another container is another folder.
func TestSamePathInAnotherMountNamespace(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.must(w.folder, s, 7, 5)
	moved := w.folder.State + "-1"
	os.Rename(w.folder.State, moved)
	w.space = "container 2"
	w.refused(w.folder, s, 7, ErrClaimed)
	w.boot = "boot 2" // a claim that was not used since the machine started is no bar
	w.must(w.folder, s, 7, 5)
	os.RemoveAll(w.folder.State)
	os.Rename(moved, w.folder.State)
	w.space = "host"
	w.refused(w.folder, s, 7, ErrClaimed)
}

// The claim of a folder that is in use names the present boot, whatever it is
// used for.
func TestClaimIsRefreshedAfterRestart(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.must(w.folder, s, 7, 5)
	r := w.folder.record(formOf(s), 7, 0).at(t)
	first := r.readClaim().owner
	w.boot, w.up, w.space = "boot 2", 0, "host 2"
	w.folder.Host.User = func() string { return "bob" } // who uses it, not who has it
	w.must(w.folder, s, 7, 5)
	c := r.readClaim()
	got := [4]any{c.wrong, c.entry.Boot, c.space, c.name}
	try.Equal(t, got, [4]any{nil, tokenOf("boot 2"), "host 2", "alice"}, "the claim has")
	c.device++ // as after another mount
	write(t, r.claimPath, append(read(t, r.claimPath)[:guard.BlockSize], c.owner.encode()...))
	w.must(w.folder, s, 7, 5)
	try.Equal(t, r.readClaim().device, first.device, "the device of the claim")
}

func (r *Record) at(t *testing.T) *Record {
	f := try.Of(r.folder.prepare()).Or(t)
	return f.record(r.form, r.worker, r.lead)
}

func TestStaleClaim(t *testing.T) {
	w := newWorld(t)
	s, bob := snowflake(), w.neighbour()
	s.Overflow = gen.OverflowBorrow
	w.must(w.folder, s, 7, 4096*50)
	os.RemoveAll(w.folder.State)
	w.must(bob, s, 7, 4096*2)
	try.Contains(t, strings.Join(w.warned, ""), "alice", "warned")
	w.says("alice's folder", "snowflake worker 7 belonged to alice, state directory "+w.folder.State+", which is gone; "+
		"starting with a lead of 1s over the clock")
	w.refused(w.folder, s, 7, ErrClaimed)

	// Auto takes numbers of folders that are gone only when it has no other.
	small := custom(t, "time:41 worker:1 seq:12")
	w.must(bob, small, 0, 5)
	os.RemoveAll(bob.State)
	try.Equal(t, w.auto(w.folder, small, 5), 1, "auto took")
	a := try.Of(w.folder.Auto(t.Context(), small, 0)).Or(t)
	defer a.Close()
	try.Equal(t, a.Worker(), 1, "auto took")
	try.Equal(t, w.auto(w.folder, small, 5), 0, "auto took beside it")
}

// Claims that were deleted leave a trace in the state folder: every number may
// have been used by another folder meanwhile.
func TestEmptiedClaims(t *testing.T) {
	for _, what := range []string{"folder", "content"} {
		w := newWorld(t)
		s, bob := custom(t, "time:41 worker:10 seq:2"), w.neighbour()
		s.Overflow = gen.OverflowBorrow
		w.must(w.folder, s, 7, 5)
		w.must(bob, s, 8, 4*300) // 0.3 s ahead
		os.RemoveAll(w.folder.Claims)
		if what == "content" {
			try.Works(t, os.Mkdir(w.folder.Claims, 0o777))
			try.Works(t, os.Chmod(w.folder.Claims, fs.ModeSticky|0o777))
		}
		w.must(w.folder, s, 7, 5)
		w.must(w.folder, s, 8, 4) // bob's
		w.refused(bob, s, 7, ErrClaimed)
		w.refused(bob, s, 8, ErrClaimed)
		w.says(what, "the claim of custom worker 7 was deleted; starting with a lead of 1s",
			"used custom worker 8; starting with a lead of 1s")
		w.pass(2 * time.Second) // what was made then is past
		w.must(w.in(filepath.Join(t.TempDir(), "new"), w.folder.Claims, "carol"), s, 9, 5)
		w.says(what + ", after the lead")
		try.Equal(t, try.Of(os.Stat(w.folder.Claims)).Or(t).Mode(), fs.ModeDir|fs.ModeSticky|0o777, "claims folder")
		path := w.folder.record(formOf(s), 7, 0).claimPath
		for path, want := range map[string]fs.FileMode{path: 0o644, path + ".lock": 0o600, w.folder.Claims + "/born": 0o444} {
			try.Equal(t, try.Of(os.Stat(path)).Or(t).Mode(), fs.ModeSticky|want, "%s", path)
		}
	}
}

// A host that never made anything pays neither a second nor a warning, also where the state
// folder is there; and nor do all that come after, or who names claims of his own, whatever is
// in the default places. But the records of a default place are a trace of claims that were
// deleted, also for a folder that is new.
func TestClaimsBegin(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	os.MkdirAll(w.folder.State, 0o700)
	w.folder.Places = []string{filepath.Join(t.TempDir(), "none")}
	w.must(w.folder, s, 7, 5)
	w.must(w.folder, custom(t, "worker:3 seq:30"), 7, 5)
	w.must(w.neighbour(), s, 8, 5)
	named := w.in(w.folder.State+".new", w.folder.Claims+".new", "bob")
	named.ClaimsGiven, named.Places = true, []string{w.folder.State}
	w.must(named, s, 6, 5)
	w.must(named, custom(t, "worker:4 seq:30"), 6, 5)
	w.says("a host without anything, and claims without")
	try.Equal(t, w.slept, 0, "slept")
	late := w.in(w.folder.State+".late", w.folder.Claims, "carol")
	late.Places = []string{w.folder.State}
	for i, f := range []Folder{named, late} {
		os.RemoveAll(f.Claims)
		w.must(f, s, 9+uint64(i), 5)
		w.says("claims deleted", "claims of this host were deleted")
		w.refused(f, custom(t, "worker:5 seq:30"), 7, ErrLost)
		w.pass(time.Hour)
		try.Works(t, os.Remove(f.Claims+"/born"))
		try.Works(t, os.WriteFile(f.Claims+"/born", []byte(bornFresh+"; 2026-"), 0o644))
		w.must(f, s, 11+uint64(i), 5)
		w.says("since when is cut off", "claims of this host were deleted")
	}
}

// Record or claim are taken away while an update is under way: its numbers are
// lost, for others may begin anew.
func TestRemovedWhileInUse(t *testing.T) {
	for _, point := range []string{"read", "reserved", "written"} {
		for _, what := range []string{"record", "claim", "claim taken over"} {
			w := newWorld(t)
			s, bob := snowflake(), w.neighbour()
			w.must(w.folder, s, 7, 5)
			path := file(w.folder, s, 7)
			done := false
			f := watched(w.folder, func(at string) {
				if at != point || done {
					return
				}
				done = true
				switch what {
				case "record":
					os.Rename(path, path+".away")
				case "claim":
					os.RemoveAll(w.folder.Claims)
				case "claim taken over": // by somebody who removed its lock
					os.Remove(w.folder.record(formOf(s), 7, 0).claimPath + ".lock")
					_, err := bob.Repair(t.Context(), RepairOptions{Scheme: s, Worker: new(uint64(7)), Adopt: true})
					try.Fails(t, err, ErrBusy, "another folder takes over a claim in use:")
				}
			})
			if what == "claim taken over" {
				w.must(f, s, 7, 5)
			} else {
				w.refused(f, s, 7, ErrMoved)
			}
			if what == "record" {
				os.Remove(path + ".away")
			}
			w.must(w.folder, s, 7, 5)
		}
	}
}

func TestDamagedClaim(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.must(w.folder, s, 7, 5)
	path := w.folder.record(formOf(s), 7, 0).claimPath
	good := read(t, path)
	for n := 0; n < len(good); n += 3 {
		bad := append([]byte(nil), good...)
		bad[n] ^= 2
		write(t, path, bad)
		w.refused(w.folder, s, 7, ErrDamaged)
		write(t, path, good[:n])
		w.refused(w.folder, s, 7, ErrDamaged)
	}
	try.Equal(t, try.Of(w.folder.Show(s, 7)).Or(t).State, "claim unreadable", "shown as")
	w.repair(w.folder, RepairOptions{}, "claim damaged")
	w.must(w.folder, s, 7, 5)
}

// TestForeign: a lease passes over the numbers that another folder of the host has claimed, and those whose claim
// cannot be read: whose they are is not known.
func TestForeign(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.must(w.folder, s, 7, 1)
	w.must(w.folder, s, 8, 1)
	write(t, w.folder.record(formOf(s), 8, 0).claimPath, nil)
	for name, f := range map[string]Folder{"own": w.folder, "neighbour": w.neighbour()} {
		g := try.Of(f.Grant(s, "", "default", "a group")).Or(t)
		for number, foreign := range map[uint64]bool{6: false, 7: name == "neighbour", 8: true} {
			try.Equal(t, g.Foreign(number), foreign, "%s folder, number %d: foreign", name, number)
		}
	}
}

// TestHighest: of a sequence without time that went round it is not known how far it came.
func TestHighest(t *testing.T) {
	w := newWorld(t)
	s := custom(t, "worker:10 seq:20")
	g := try.Of(w.folder.Grant(s, "", "default", "a group")).Or(t)
	r := try.Of(w.folder.Number(t.Context(), s, 3, 0)).Or(t)
	for base, known := range map[uint64]bool{2: true, 5: true, 6: false} {
		try.Works(t, r.Update(t.Context(), func(m *gen.Mark) error {
			m.Point = gen.Point{Used: true, Step: 1, Base: gen.Wide{Lo: base}, Value: gen.Wide{Lo: 5}}
			return nil
		}))
		if n, ok, err := g.Highest(t.Context(), 3); ok != known || known && n != 5 || err != nil {
			t.Errorf("from %d on to 5: Highest = %d, %v, %v; want it known: %v", base, n, ok, err, known)
		}
	}
	other := custom(t, "worker:11 seq:20")
	dir, claim := filepath.Dir(file(w.folder, other, 4)), w.folder.record(formOf(other), 4, 0).claimPath
	for i, do := range []func(){ // a number that was never used
		func() {}, func() { w.must(w.folder, other, 4, 1) }, // with another layout
		func() { os.Rename(dir, dir+"-away") }, func() { write(t, claim, nil) }, // of which its claim is left, damaged
		func() { // by a neighbour alone
			clear(w.seen)
			removed(t, claim, claim+".lock")
			w.must(w.neighbour(), other, 4, 1)
		},
		func() { os.Mkdir(dir, 0o700); write(t, dir+"/layout", nil) }, // beside a damaged layout
	} {
		do()
		_, known, err := g.Highest(t.Context(), 4)
		try.Of(known, err).Is(t, i < 2 || i == 4, "%d things happened to other layouts: known", i)
	}
	try.Of(os.Stat(file(w.folder, s, 4))).Fails(t, fs.ErrNotExist, "a record is made:")
	os.RemoveAll(dir)
	write(t, file(w.folder, s, 4), nil)
	_, known, err := g.Highest(t.Context(), 4)
	try.Of(known, err).Is(t, false, "with a damaged record: known")
}

// TestHighestOfAll: of the records of one number, whatever their other values, the highest tick counts, under whichever
// rollback count.
func TestHighestOfAll(t *testing.T) {
	w := newWorld(t)
	s := custom(t, "time:41 shard:2 rollback:1 worker:10 seq:10")
	g := try.Of(w.folder.Grant(s, "", "default", "a group")).Or(t)
	for high := range uint64(4) {
		for shard := range uint64(4) {
			set := gen.Assignment{Field: "shard", Value: gen.ID{Lo: shard}}
			r := try.Of(w.folder.Number(t.Context(), s, 3, 0, set)).Or(t)
			try.Works(t, r.Update(t.Context(), func(m *gen.Mark) error {
				*m = gen.Mark{Point: gen.Point{Used: true, Step: 1, Tick: 5}, Counts: gen.Counts{Current: 1, Used: 2}}
				if shard == high {
					m.Counts.Marks[0] = 10 + high
				}
				return nil
			}))
		}
		tick, known, err := g.Highest(t.Context(), 3)
		try.Works(t, err)
		try.Equal(t, known, true, "known")
		try.Equal(t, tick, 10+high, "the highest tick, of shard %d:", high)
	}
	s = custom(t, "time:41 shard:2 user:1 seq:10")
	g = try.Of(w.folder.Grant(s, "shard", "default", "a group")).Or(t)
	for shard := range uint64(3) {
		set := values(t, fmt.Sprintf("shard=%d user=1", shard))
		try.Works(t, try.Of(w.folder.Number(t.Context(), s, 0, 0, set...)).Or(t).Update(t.Context(), func(m *gen.Mark) error {
			m.Point = gen.Point{Used: true, Step: 1, Tick: 10 + shard}
			return nil
		}))
	}
	for shard := range uint64(3) {
		tick, _, err := g.Highest(t.Context(), shard)
		try.Of(tick, err).Is(t, 10+shard, "the highest tick, where the values of shard are leased, of shard %d:", shard)
	}
}

func TestAutoTakesTheLowestFreeNumber(t *testing.T) {
	w := newWorld(t)
	s := custom(t, "time:41 worker:2 seq:12")
	var held []*Record
	for want := range uint64(4) {
		held = append(held, try.Of(w.folder.Auto(t.Context(), s, 0)).Or(t))
		try.Need(t, held[want].Worker(), want, "auto took")
		write(t, file(w.folder, s, 9), nil) // of no number of the layout
	}
	_, err := w.folder.Auto(t.Context(), s, 0)
	try.Fails(t, err, ErrNoNumber, "auto:")
	try.Recorded(w.t, fmt.Sprint(err, "; hint: ", fault.Hint(err)), varying)
	w.says("auto")
	try.Works(t, w.with(held[2], s, 5)) // its first update gives the lock back
	try.Equal(t, w.auto(w.folder, s, 5), 2, "auto took")
	held[1].Close()
	try.Equal(t, w.auto(w.folder, s, 5), 1, "auto took")
	try.Within(t, w.slept, 0, time.Second, "slept, for ticks only,")
}

// A claim that cannot be read is somebody's.
func TestAutoPassesDamagedClaims(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	os.Mkdir(w.folder.Claims, 0o777)
	write(t, w.folder.record(formOf(s), 0, 0).claimPath, []byte("x"))
	os.Mkdir(w.folder.record(formOf(s), 1, 0).claimPath, 0o777)
	try.Equal(t, w.auto(w.folder, s, 5), 2, "auto took")
}

func TestNode(t *testing.T) {
	w := newWorld(t)
	s := custom(t, "time:60 rollback:14 worker:48")
	s.Epoch, s.Tick, s.WorkerRule = time.Date(1582, 10, 15, 0, 0, 0, 0, time.UTC), 100, gen.WorkerNode
	first := w.auto(w.folder, s, 5)
	try.Equal(t, first>>48, 0, "node %012x has more than 48 bits:", first)
	try.Equal(t, w.auto(w.folder, s, 5), first, "node %012x, then", first)
	f, form := try.Of(w.folder.prepare()).Or(t), formOf(s)
	for range 20 {
		n := try.Of(f.drawNode(t.Context(), &form, true)).Or(t)
		try.Need(t, n&gen.Multicast, gen.Multicast, "the multicast bit, which no network card has, is")
	}
	path := filepath.Join(w.folder.State, "node")
	good := read(t, path)
	for n := range good {
		bad := append([]byte(nil), good...)
		bad[n] ^= 1
		write(t, path, bad)
		try.Of(w.folder.Auto(t.Context(), s, 0)).Fails(t, ErrDamaged, "byte %d flipped:", n)
	}
	w.repair(w.folder, RepairOptions{Scheme: s}, "damaged: drew a new node")
	try.Equal(t, w.auto(w.folder, s, 5) == first, false, "after a repair the node is the same:")
}
