package worker

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/internal/guard"
	"idscope/gen/internal/histories"
	"idscope/gen/testing/try"
)

func TestEntryIsTheSameAfterDecoding(t *testing.T) {
	e := entry{Hash: newID(), Worker: 7, ID: newID(), Durable: durable{8, gen.Wide{Hi: 1, Lo: 2}}, Lax: true, Lead: 9,
		stamp: stamp{Boot: newID(), Machine: newID(), Sec: -5, Nanosecond: 6, Uptime: 10, Timed: true, PID: 11}}
	e.Mark.Point = gen.Point{Used: true, Tick: 1, Seen: 2, Value: gen.Wide{Hi: 3, Lo: 4}, Base: gen.Wide{Hi: 5, Lo: 6},
		Step: 7, Growth: gen.GrowthStride}
	e.Mark.Counts = gen.Counts{First: 1, Current: 1<<32 - 1, Used: 3}
	for i := range e.Mark.Counts.Marks {
		e.Mark.Counts.Marks[i] = ^uint64(i)
	}
	b := e.encode()
	var got entry
	ok := got.decode(&guard.Side{OK: true, Content: b})
	try.Equal(t, ok && got == e && len(b) == entrySize, true, "%+v is read as %+v, the same:", e, got)
	try.Equal(t, binary.Size(&place{}), placeSize, "bytes of a place:")
	o := owner{1<<63 + 1, "/a \"%s\" \xff\n\u2028b", "bob (uid 7)", ""}
	var same owner
	ok = same.decode(append(make([]byte, guard.BlockSize), o.encode()...))
	try.Equal(t, ok && same == o, true, "%+v is read as %+v, the same:", o, same)
}

// TestDamage: no byte of a record can be changed, missing or more, and it is never taken for
// a record that is missing or old.
func TestDamage(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.must(w.folder, s, 7, 1)
	path := file(w.folder, s, 7)
	good := read(t, path)
	damage := func(bad []byte, want string) {
		t.Helper()
		write(t, path, bad)
		err := w.run(w.folder, s, 7, 1)
		try.Fails(t, err, ErrDamaged, "%d bytes:", len(bad))
		try.Says(t, err, want, "%d bytes:", len(bad))
	}
	for n := 0; n < guard.BlockSize; n += 3 { // one checksum is of all bytes
		damage(good[:n], fmt.Sprintf("it has %d bytes of 512", n))
		flipped := bytes.Clone(good)
		flipped[n] ^= 1 << (n % 8)
		damage(flipped, "its checksum is wrong")
	}
	damage(append(bytes.Clone(good), 0), "it has 513 bytes of 512")
	damage(make([]byte, len(good)), "its checksum is wrong")
	try.Equal(t, try.Of(w.folder.Show(s, 7)).Or(t).State, "damaged", "shown as")
	w.refused(w.folder, s, 7, ErrDamaged)
	w.repair(w.folder, RepairOptions{Scheme: s, Worker: new(uint64(7))}, "damaged")
	w.must(w.folder, s, 7, 1)
}

func TestForeignRecords(t *testing.T) {
	w := newWorld(t)
	s, other := snowflake(), custom(t, "time:41 worker:10 seq:13")
	w.must(w.folder, s, 8, 3)
	w.must(w.folder, other, 7, 3)
	for from, o := range map[string]RepairOptions{file(w.folder, s, 8): {},
		file(w.folder, other, 7): {Scheme: s, Worker: new(uint64(7))}} {
		w.must(w.folder, s, 7, 3)
		write(t, file(w.folder, s, 7), read(t, from))
		w.refused(w.folder, s, 7, ErrForeignLayout)
		w.repair(w.folder, o, "foreign layout")
		w.must(w.folder, s, 7, 3)
	}
}

func TestMachines(t *testing.T) {
	try.Lines(t, "testdata/machines.txt", func(given string) string {
		w, s := newWorld(t), snowflake()
		w.must(w.folder, s, 7, 3)
		w.boot, w.machine, _ = strings.Cut(given, ", ")
		w.pass(time.Minute)
		if w.run(w.folder, s, 7, 3) == nil {
			return "false"
		}
		w.refused(w.folder, s, 7, ErrForeignMachine)
		try.Of(w.folder.Repair(t.Context(), RepairOptions{Scheme: s})).Fails(t, ErrForeignMachine, "repair without adopt:")
		w.repair(w.folder, RepairOptions{Scheme: s, Adopt: true}, "foreign machine")
		w.must(w.folder, s, 7, 3)
		return "true"
	})
}

// A restart within the 3 s for which ticks are made durable ahead is waited for,
// whatever the tick and the policy.
func TestRestartWithinTheWindow(t *testing.T) {
	for _, layout := range []string{"time:41 worker:10 seq:4", "time:41 worker:10"} {
		for _, policy := range []gen.Overflow{gen.OverflowWait, gen.OverflowBorrow} {
			w := newWorld(t)
			s := custom(t, layout)
			s.Overflow, w.adrift = policy, true
			w.must(w.folder, s, 7, 900)
			w.boot, w.up = "boot 2", 0
			w.must(w.folder, s, 7, 10)
			try.Within(t, w.slept, time.Second, 6*time.Second, "%s, %v: for the durable tick slept", layout, policy)
		}
	}
	w := newWorld(t) // what was written within 35 s may be lost, where nobody sets the clock
	w.adrift = true
	w.must(w.folder, snowflake(), 7, 1)
	os.Remove(file(w.folder, snowflake(), 7))
	w.boot, w.up = "boot 2", resetTime
	try.Says(t, w.run(w.folder, snowflake(), 7, 1), "used before 2026-03-01T12:00:36.", "after the record was lost, too:")
}

func TestDiskIsWaitedForOncePerWindow(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	syncs := 0
	w.folder = waits(w.folder, &syncs)
	calls := func(n int) int {
		syncs = 0
		for range n {
			w.must(w.folder, s, 7, 1)
			w.pass(10 * time.Millisecond)
		}
		return syncs
	}
	try.Equal(t, calls(600), 0, "waits for the disk with a good clock:")
	w.adrift = true
	try.Within(t, calls(600), 2, 3, "waits for the disk in 6 s with a clock that nobody sets:")
	s = custom(t, "worker:10 seq:20")
	try.Equal(t, calls(10), 10, "waits for the disk in 10 calls without a time:")
}

func TestForwardJump(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.must(w.folder, s, 7, 3)
	w.pass(100 * time.Hour) // asleep or idle: the uptime knows
	w.must(w.folder, s, 7, 3)
	w.step(time.Hour)
	w.must(w.folder, s, 7, 3)
	w.step(10 * 365 * 24 * time.Hour)
	w.refused(w.folder, s, 7, ErrJumpedForward)
	w.step(-10 * 365 * 24 * time.Hour) // the clock is put right
	w.must(w.folder, s, 7, 3)
	w.step(3 * time.Hour)
	w.refused(w.folder, s, 7, ErrJumpedForward)
	syncs := 0
	w.repair(waits(w.folder, &syncs), RepairOptions{}, "clock jumped: took the present clock for right")
	try.Equal(t, syncs, 1, "waits for the disk:")
	w.slept = 0
	w.must(w.folder, s, 7, 3)
	try.Equal(t, w.slept, 0, "after the present clock was taken for right slept")
	w.repair(w.folder, RepairOptions{})
	w.step(-3 * time.Hour)
	try.Fails(t, w.run(w.folder, s, 7, 1), gen.ErrBackward, "3 h back:")
	w.repair(w.folder, RepairOptions{Scheme: s, Worker: new(uint64(7)), AssumeLast: w.at.Add(2 * time.Hour)}, "ok")
	w.pass(2*time.Hour + time.Second)
	w.must(w.folder, s, 7, 3)
}

// TestForwardJumpWithoutClaim: where the claim was deleted, repair does not go on from an older record after a jump.
func TestForwardJumpWithoutClaim(t *testing.T) {
	w := newWorld(t)
	s := custom(t, "time:30 worker:4 seq:2")
	s.Tick, s.MaxLead, s.Overflow = time.Hour, 2*time.Hour, gen.OverflowBorrow
	w.must(w.folder, s, 7, 3)
	path := file(w.folder, s, 7)
	older := try.Of(os.ReadFile(path)).Or(t)
	w.must(w.folder, s, 7, 8)
	write(t, path, older)
	os.Remove(w.folder.record(formOf(s), 7, 0).claimPath)
	w.step(75 * time.Minute)
	w.repair(w.folder, RepairOptions{}, "clock jumped")
	_ = w.run(w.folder, s, 7, 4) // generates nothing twice
}

// Without a time nothing tells whether the claim is the present one where the record was
// deleted, nor how far the numbers got where the claim is lost as well.
func TestDeletedRecordWithoutATime(t *testing.T) {
	w := newWorld(t)
	s := custom(t, "worker:3 seq:30")
	w.must(w.folder, s, 2, 5)
	os.Remove(file(w.folder, s, 2))
	w.refused(w.folder, s, 2, ErrLost)
	const goesOn = "deleted: goes on after the last number that is known of"
	w.repair(w.folder, RepairOptions{Scheme: s, Worker: new(uint64(2)), Adopt: true}, goesOn)
	w.must(w.folder, s, 2, 5) // after what the claim knows
	os.Remove(file(w.folder, s, 2))
	os.RemoveAll(w.folder.Claims)
	w.refused(w.folder, s, 2, ErrLost)
	try.Of(w.folder.Auto(t.Context(), s, 0)).Fails(t, ErrLost, "auto, for each number may have been used:")
	w.repair(w.folder, RepairOptions{Scheme: s, Worker: new(uint64(3)), Adopt: true}, goesOn)
	w.must(w.folder, s, 3, 5)
	try.Equal(t, try.Of(w.folder.Show(s, 3)).Or(t).LastTime.IsZero(), true, "there is no last time:")
	older := histories.Save(t, file(w.folder, s, 3))
	w.must(w.folder, s, 3, 5)
	older.Back(t, false)
	w.boot = "boot 2" // a start tells no more
	w.refused(w.folder, s, 3, ErrLost)
	w, s = newWorld(t), custom(t, "shard:3 seq:30")
	w.must(w.folder, s, 0, 5)
	os.Remove(file(w.folder, s, 0))
	w.refused(w.folder, s, 0, ErrLost)
	w.repair(w.folder, RepairOptions{Scheme: s, Adopt: true}, goesOn)
	w.must(w.folder, s, 0, 5)
}

// After a start of the machine the further of two entries of one tick counts, whichever is the later one.
func TestMerge(t *testing.T) {
	for _, turn := range []uint64{1, 3} { // of the record: the claim's is 2
		for _, value := range []uint64{4, 9} { // the claim's is 6
			s := &session{r: Folder{}.record(formOf(snowflake()), 7, 0)}
			s.record.Head.Turn, s.claim.Head.Turn = turn, 2
			s.entry.Mark.Point = gen.Point{Used: true, Step: 1, Tick: 5, Value: gen.Wide{Lo: value}}
			s.claim.entry.Mark.Point = gen.Point{Used: true, Step: 1, Tick: 5, Value: gen.Wide{Lo: 6}}
			s.merge()
			try.Equal(t, s.entry.Mark.Value.Lo, max(value, 6), "turn %d: of %d and 6 counts", turn, value)
		}
	}
}

// The predecessor went to the very end of what it was permitted; the one that comes after it
// says so once, unless a person had it mended.
func TestSuccessorOfTheLongestLead(t *testing.T) {
	lead := []string{"starting with a lead of 1s over the clock"}
	for what, c := range map[string]struct {
		lose   func(w *world, path string, old []byte)
		warned []string
	}{
		"deleted":        {func(_ *world, path string, _ []byte) { os.Remove(path) }, lead},
		"folder deleted": {func(w *world, _ string, _ []byte) { os.RemoveAll(w.folder.State) }, lead},
		"an older one in its place": {func(w *world, path string, old []byte) {
			write(w.t, path+"2", old)
			os.Rename(path+"2", path)
		}, lead},
		"folder gone, and another user": {func(w *world, _ string, _ []byte) {
			os.RemoveAll(w.folder.State)
			w.folder = w.neighbour()
		}, []string{"is gone"}},
		"damaged": {func(w *world, path string, _ []byte) {
			write(w.t, path, nil)
			w.repair(w.folder, RepairOptions{}, "damaged")
		}, nil},
		"foreign machine": {func(w *world, _ string, _ []byte) {
			w.boot, w.machine = "boot 2", "machine 2"
			w.repair(w.folder, RepairOptions{Adopt: true}, "foreign machine")
		}, nil},
	} {
		w := newWorld(t)
		s := custom(t, "time:41 worker:10 seq:2")
		s.Overflow = gen.OverflowBorrow
		w.must(w.folder, s, 7, 900*4)
		path := file(w.folder, s, 7)
		old := read(t, path)
		w.must(w.folder, s, 7, 101*4) // this tick and a second more
		c.lose(w, path, old)
		w.must(w.folder, s, 7, 100)
		w.must(w.folder, s, 7, 10)
		w.says(what, c.warned...)
	}
}

// The predecessor had a longer lead than who comes after it, and what is left of it is older than its last IDs: the
// lead that is noted in either file counts, from now and from what was made.
func TestSuccessorOfALongerLead(t *testing.T) {
	for what, c := range map[string]struct {
		then, lost string // the file that is put back, and the one that is removed; else the first claim is back, too
		step       time.Duration
	}{
		"record deleted": {then: "claim", lost: "record"}, "claim older than the record": {then: "record"},
		"claim deleted":                    {then: "record", lost: "claim"},
		"claim deleted, the clock is back": {then: "record", lost: "claim", step: -time.Minute},
	} {
		w := newWorld(t)
		s := custom(t, "time:41 worker:10 seq:2")
		s.Overflow, s.Backward = gen.OverflowBorrow, gen.BackwardContinue
		long := *s
		long.MaxLead = 10 * time.Second
		w.must(w.folder, s, 7, 1)
		paths := map[string]string{"record": file(w.folder, s, 7), "claim": w.folder.record(formOf(s), 7, 0).claimPath}
		first := histories.Save(t, paths["claim"])
		w.must(w.folder, &long, 7, 4*8000)
		then := histories.Save(t, paths[c.then])
		w.pass(5 * time.Second)
		w.must(w.folder, &long, 7, 4*4000)
		if c.step == 0 { // else the record is all that is known
			then.Back(t, false)
		}
		if c.lost == "" {
			first.Back(t, false)
		}
		os.Remove(paths[c.lost])
		w.step(c.step)
		made := len(w.seen)
		for range 90 {
			w.run(w.folder, s, 7, 4) // may be refused
			w.pass(time.Second)
		}
		try.Equal(t, len(w.seen) > made, true, "%s: IDs are made again in the end:", what)
	}
}

// A damaged record is mended while the clock is behind: it goes on after what its claim knows.
func TestRepairBehindTheClaim(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.must(w.folder, s, 7, 3)
	write(t, file(w.folder, s, 7), nil)
	w.step(-time.Hour)
	w.repair(w.folder, RepairOptions{}, "damaged")
	try.Fails(t, w.run(w.folder, s, 7, 1), gen.ErrUsedUp, "an hour behind:")
}

// A loss of power brings an older record back, and its claim is damaged: repair goes on after what the disk knew of.
func TestRepairAfterLossOfPower(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.adrift = true
	w.must(w.folder, s, 7, 3)
	older := histories.Save(t, file(w.folder, s, 7))
	w.pass(2 * time.Second)
	w.must(w.folder, s, 7, 3)
	older.Back(t, false)
	spoil(t, w.folder.record(formOf(s), 7, 0).claimPath)
	w.step(-time.Hour)
	w.repair(w.folder, RepairOptions{}, "claim damaged")
	w.step(time.Hour)
	w.must(w.folder, s, 7, 3)
}

// A good record is not moved back without a word.
func TestRepairSaysWhatItMovedBack(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.must(w.folder, s, 7, 3)
	o := RepairOptions{Scheme: s, Worker: new(uint64(7)), AssumeLast: w.at.Add(time.Hour)}
	w.repair(w.folder, o, "ok")
	w.repair(w.folder, o, "ok")
	w.says("moved forward")
	o.AssumeLast = w.at
	w.repair(w.folder, o, "ok")
	w.says("moved back", "snowflake worker 7 was moved back, from 2026-03-01T13:00:00Z to 2026-03-01T12:00:00Z; ids of "+
		"the time in between may be generated again")
}

// The lead that was used counts, not the one that was permitted.
func TestLeadThatWasUsedCounts(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	s.Overflow = gen.OverflowBorrow
	for range 3 {
		r, err := w.folder.Number(t.Context(), s, 7, 1<<62)
		if err == nil {
			err = w.with(r, s, 5)
		}
		try.Works(t, err)
		try.Within(t, w.slept, 0, 2*time.Second, "with the default lead slept")
		w.slept = 0
		os.Remove(file(w.folder, s, 7))
	}
}

// Root is told that a claim may be immutable, for its mode keeps root from nothing.
func TestImmutableClaim(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("another user is told about the mode")
	}
	f := Folder{Claims: "/claims"}
	err := f.explain(&os.PathError{Op: "open", Path: "/claims/k-7", Err: syscall.EPERM}, "")
	try.Equal(t, fault.Hint(err), "/claims/k-7 may be immutable: chattr -i /claims/k-7", "hint")
}
