package worker

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/testing/try"
)

// A bad record is passed over while others are free, and not in silence.
func TestAutoPassesBadRecords(t *testing.T) {
	for _, c := range []struct {
		name    string
		spoil   func(w *world, path string)
		want    string // of the warning
		onlyBad error  // what is said where no other number is left
	}{
		{"damaged", func(w *world, path string) { write(w.t, path, []byte("x")) }, "is damaged", ErrDamaged},
		{"foreign machine", func(w *world, _ string) { w.boot += "2"; w.machine += "2" }, "another machine",
			ErrForeignMachine},
		{"a folder", func(w *world, path string) { os.Remove(path); os.Mkdir(path, 0o700) }, "is not a regular file",
			ErrObstructed},
		{"lock is a folder", func(w *world, path string) {
			path = strings.TrimSuffix(path, ".rec") + ".lock"
			os.Remove(path)
			os.Mkdir(path, 0o700)
		}, "is not a regular file", ErrObstructed},
		{"forbidden", func(w *world, path string) {
			f, _ := w.folder.FS.(readable)
			w.folder.FS = readable{paths: append(f.paths, path)}
		}, "permission denied", ErrUnusable},
		{"clock jumped", func(w *world, _ string) { w.step(3 * time.Hour) }, "the clock jumped forward by 3h",
			ErrJumpedForward},
		{"used in 2040", func(w *world, _ string) { w.step(-14 * 365 * 24 * time.Hour) },
			"generated ids of 2026-03-01T12:00:00Z, " +
				"and can generate more only then; the way out: idscope worker repair custom --worker 0 --assume-last now, if the",
			ErrDistant},
		{"foreign layout", func(w *world, path string) {
			other := custom(w.t, "time:41 worker:1 seq:13")
			w.must(w.folder, other, 0, 1)
			write(w.t, path, read(w.t, file(w.folder, other, 0)))
		}, "another layout", ErrForeignLayout},
	} {
		w := newWorld(t)
		s := custom(t, "time:41 worker:1 seq:12")
		s.Epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
		w.auto(w.folder, s, 5)
		c.spoil(w, file(w.folder, s, 0))
		try.Equal(t, w.auto(w.folder, s, 5), 1, "%s: auto took", c.name)
		try.Contains(t, strings.Join(w.warned, "\n"), "the way out: ", "%s: warned", c.name)
		w.says(c.name, c.want)
		c.spoil(w, file(w.folder, s, 1))
		try.Of(w.folder.Auto(t.Context(), s, 0)).Fails(t, c.onlyBad, "%s, no other number:", c.name)
	}
}

// Many bad records are one warning.
func TestAutoWarnsOnce(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	for n, want := range []string{"", "; 1 more record cannot be used", "; 2 more records cannot be used"} {
		w.must(w.folder, s, uint64(n), 1)
		write(t, file(w.folder, s, uint64(n)), nil)
		try.Equal(t, w.auto(w.folder, s, 5), uint64(n)+1, "auto took")
		w.says("bad records", want)
	}
}

// A clock that went back a little is the policy's matter, not a bad record.
func TestAutoKeepsARecordOfALittleStepBack(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.auto(w.folder, s, 5)
	w.step(-time.Minute)
	r := try.Of(w.folder.Auto(t.Context(), s, s.Lead())).Or(t)
	try.Equal(t, r.Worker(), 0, "auto took")
	w.says("a minute back")
	try.Fails(t, w.with(r, s, 1), gen.ErrBackward, "error")
}

// Numbers that other users have used up are told by owner, with root's way out: of who has most of them.
func TestAutoNamesWhoHasAllNumbers(t *testing.T) {
	w := newWorld(t)
	s, bob := custom(t, "time:41 worker:3 seq:12"), w.neighbour()
	carol := w.in(filepath.Join(filepath.Dir(w.folder.State), "third"), w.folder.Claims, "carol")
	for n := range uint64(5) {
		w.must(bob, s, n, 1)
	}
	w.must(carol, s, 5, 1)
	w.must(carol, s, 6, 1)
	write(t, w.folder.record(formOf(s), 6, 0).claimPath, nil)
	try.Need(t, w.auto(w.folder, s, 1), 7, "auto took")
	held, err := w.folder.Auto(t.Context(), s, 0)
	try.Works(t, err)
	defer held.Close()
	_, err = w.folder.Auto(t.Context(), s, 0)
	try.Fails(t, err, ErrNoNumber, "auto:")
	try.Recorded(w.t, fmt.Sprint(err, "; hint: ", fault.Hint(err)), varying)
}

// A copied folder draws a node of its own, and says so once.
func TestCopiedFolderDrawsANewNode(t *testing.T) {
	for _, what := range []string{"claimed", "another machine", "another machine with the claims"} {
		w := newWorld(t)
		s := custom(t, "time:60 rollback:14 worker:48")
		s.Epoch, s.Tick, s.WorkerRule = time.Date(1582, 10, 15, 0, 0, 0, 0, time.UTC), 100, gen.WorkerNode
		first, f := w.auto(w.folder, s, 5), w.folder
		if what == "claimed" {
			f = w.neighbour()
			try.Works(t, os.CopyFS(f.State, os.DirFS(w.folder.State)))
		} else {
			w.boot, w.machine = "boot 2", "machine 2"
			if what == "another machine" {
				os.RemoveAll(f.Claims)
			}
		}
		second := w.auto(f, s, 5)
		try.Equal(t, second == first, false, "%s: the node %012x is drawn again:", what, first)
		w.says(what, "drew a new node")
		try.Equal(t, w.auto(f, s, 5), second, "%s: after node %d,", what, second)
		w.says(what + ", once more")
		if what == "claimed" {
			try.Equal(t, w.auto(w.folder, s, 5), first, "the folder that was copied has node")
		}
	}
}

// Where all numbers are in use by a crowd that comes to its end one by one, auto waits
// for longer than its patience; TestAutoTakesTheLowestFreeNumber has the end of it.
func TestAutoWaitsForACrowd(t *testing.T) {
	w := newWorld(t)
	s := custom(t, "time:41 worker:1 seq:12")
	w.must(w.folder, s, 0, 1)
	w.must(w.folder, s, 1, 1)
	synctest.Test(t, func(t *testing.T) {
		var others [2]*Record
		for n := range others {
			var err error
			if others[n], err = w.folder.Number(t.Context(), s, uint64(n), 0); err == nil {
				others[n].held, err = others[n].begin(t.Context(), 0)
			}
			try.Works(t, err)
			defer others[n].Close()
		}
		start := time.Now()
		go func() {
			for range 5 {
				time.Sleep(w.folder.patience * 9 / 10)
				one := others[0].held // as the next of the crowd, which leaves no moment between
				try.Equal(t, one.store(one.entry.Mark), nil, "error")
			}
			others[0].Close()
		}()
		r, err := w.folder.Auto(t.Context(), s, 0)
		took := time.Since(start)
		try.Works(t, err)
		try.Need(t, r.Worker() == 0 && took > 2*w.folder.patience, true, "number 0, after the others, %s:", took)
		r.Close()
		synctest.Wait()
	})
}

func values(t testing.TB, text string) []gen.Assignment {
	t.Helper()
	var set []gen.Assignment
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		v := try.Of(gen.Text{Form: gen.Decimal}.Parse([]byte(value), gen.MaxBits)).Or(t)
		set = append(set, gen.Assignment{Field: name, Value: v})
	}
	return set
}

// Two folders that have different values share no id, so both work; equal values
// are refused.
func TestValuesAreRecordsOfTheirOwn(t *testing.T) {
	for layout, field := range map[string]string{"time:40 cluster:3 user:10 seq:10": "cluster",
		"time:41 shard:13 seq:10": "shard", "shard:13 seq:20": "shard"} {
		w := newWorld(t)
		s, bob := custom(t, layout), w.neighbour()
		must := func(f Folder, set string) {
			t.Helper()
			try.Works(t, w.run(f, s, 0, 50, values(t, set)...))
		}
		for range 3 {
			must(w.folder, "")
			must(bob, field+"=1")
			must(w.folder, field+"=2")
		}
		err := w.run(bob, s, 0, 1, values(t, field+"=2")...)
		try.Fails(t, err, ErrClaimed, "%s: equal value in another folder:", layout)
		try.Says(t, err, "custom with "+field+"=2 belongs to alice", "%s:", layout)
		try.Fails(t, w.run(bob, s, 0, 1, values(t, field+"=0")...), ErrClaimed, "%s: the value 0 in another folder:", layout)
	}
}

// Without values, with zeros, and for schemes without data nothing has changed:
// records of before are found. The keys are those of the release before.
func TestKeysOfBefore(t *testing.T) {
	try.Equal(t, formOf(snowflake()).key, "ca199ecc28af70d0", "key of snowflake")
	f := newWorld(t).in("/s", "/c", "alice")
	try.Of(f.Home()).Is(t, "5a456320934f0b5bdde85ccddf958c83", "the name of a folder in stores")
	try.Equal(t, try.Of(Folder{State: "/s", Claims: "/c"}.prepare()).Or(t).patience, 5*time.Second, "a lock is waited for")
	s := custom(t, "time:40 cluster:3 user:10 seq:10")
	plain := formOf(s)
	try.Equal(t, plain.key, "bafdfa25a3e6a486", "key of %s:", s.Layout)
	of := func(set string) form { return formOf(s, values(t, set)...) }
	zeros := of("cluster=0 user=0")
	try.Equal(t, zeros.hash == plain.hash && !strings.Contains(zeros.text(), "values"), true, "zeros have the key:")
	a, b := of("cluster=3"), of("user=3")
	try.Equal(t, a.hash == b.hash || a.base != plain.hash, false, "cluster=3 has the key %s, user=3 %s:", a.key, b.key)
	a, b = of("cluster=3 user=4"), of("user=4 cluster=3")
	try.Equal(t, a.hash == b.hash && a.values == "cluster=3 user=4", true, "the order of values is no matter:")
}

// Where a scheme has a record already, free random bits may come to the value that
// another call gives them: both have one sequence. Where it has none, the value
// makes a record.
func TestValueOfARandomField(t *testing.T) {
	w := newWorld(t)
	s := custom(t, "time:41 random:1 seq:12")
	s.Overflow = gen.OverflowBorrow
	for _, set := range []string{"random=1", "", "random=0", "random=1", ""} {
		try.Works(t, w.run(w.folder, s, 0, 2000, values(t, set)...)) // all within one tick
	}
	try.Equal(t, len(try.Of(w.folder.List(nil)).Or(t)), 1, "records:")
	s = custom(t, "time:41 random:64")
	for _, set := range []string{"random=1", "random=2", "random=1"} {
		try.Works(t, w.run(w.folder, s, 0, 2, values(t, set)...))
	}
	if list, err := w.folder.List(s, values(t, "random=2")...); err != nil || len(list) != 1 ||
		list[0].Values != "random=2" {
		t.Errorf("List = %+v, %v; want one record", list, err)
	}
}

func TestListAndRepairValues(t *testing.T) {
	w := newWorld(t)
	s := custom(t, "time:40 cluster:3 user:10 seq:10")
	for _, set := range []string{"", "cluster=1", "cluster=1 user=5"} {
		try.Works(t, w.run(w.folder, s, 0, 5, values(t, set)...))
	}
	all := func(list []Info, err error) string {
		t.Helper()
		try.Works(t, err)
		var b strings.Builder
		for _, i := range list {
			b.WriteString(string(i.Values) + ", " + i.State + "; ")
		}
		return b.String()
	}
	want := ", ok; cluster=1, ok; cluster=1 user=5, ok; "
	try.Equal(t, all(w.folder.List(nil)), want, "List:")
	try.Equal(t, all(w.folder.List(s)), want, "List:")
	try.Equal(t, all(w.folder.List(s, values(t, "cluster=1")...)), "cluster=1, ok; ", "List cluster=1:")
	spoil := func() {
		for _, set := range []string{"cluster=1", "cluster=1 user=5"} {
			write(t, w.folder.record(formOf(s, values(t, set)...), 0, 0).path+".rec", nil)
		}
	}
	spoil()
	hint := fault.Hint(w.run(w.folder, s, 0, 1, values(t, "cluster=1 user=5")...))
	try.Equal(t, hint, "idscope worker repair custom --set cluster=1 --set user=5", "the command that mends it is")
	w.repair(w.folder, RepairOptions{Scheme: s, Set: values(t, "cluster=1")}, "damaged")
	w.repair(w.folder, RepairOptions{Scheme: s}, "damaged")                                     // the other one
	for _, all := range []RepairOptions{{Scheme: s}, {}, {Scheme: s, Worker: new(uint64(0))}} { // of all values
		spoil()
		w.repair(w.folder, all, "damaged", "damaged")
	}
	try.Of(w.folder.Repair(t.Context(), RepairOptions{Scheme: s, Worker: new(uint64(1))})).Fails(t, ErrNoRecord, "1:")
	for _, set := range []string{"", "cluster=1", "cluster=1 user=5"} {
		try.Works(t, w.run(w.folder, s, 0, 5, values(t, set)...))
	}
	layout := filepath.Join(w.folder.State, formOf(s, values(t, "cluster=1")...).key, "layout")
	good := read(t, layout)
	for _, bad := range [][]byte{[]byte("x"), read(t, filepath.Join(w.folder.State, formOf(s).key, "layout"))} {
		os.WriteFile(layout, bad, 0o600)
		w.repair(w.folder, RepairOptions{Scheme: s, Set: values(t, "cluster=1")}, "damaged: written again")
		try.Equal(t, string(read(t, layout)), string(good), "the layout file after repair:")
	}
}
