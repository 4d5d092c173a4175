package worker

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen/internal/guard"
	"idscope/gen/internal/histories"
	"idscope/gen/testing/try"
)

// TestHistories makes up histories of one host (see history.play) and plays them over
// the real code.
func TestHistories(t *testing.T) {
	t.Parallel()
	var all tally
	// they notice the mends that histories notice at all; see testdata/mutations.sh
	histories.Play(t, 1000, func(seed uint64) histories.History {
		h := newHistory(t, seed, &all)
		h.play()
		return h
	})
	t.Logf("%+v", all)
	few := all.Calls > 1000 && (all.Made < all.Calls/4 || all.Kills == 0)
	try.Equal(t, few, false, "too few of the calls made identifiers, so that the histories show nothing:")
}

// TestKillsAlone makes up histories in which processes are killed, at any step of any of
// them and many in a row, and nothing else happens: no worker is refused or begins ahead of
// the clock, whatever its layout. In the long mode it goes on until 100 000 were killed.
func TestKillsAlone(t *testing.T) {
	t.Parallel()
	var all tally
	play := func(seed uint64) histories.History {
		h := newHistory(t, seed, &all)
		h.limits, h.folders = limits{kills: true}, h.folders[:1]
		for range 40 {
			if h.call(); h.one(4) {
				h.wait()
			}
		}
		return h
	}
	histories.Play(t, 150, play)
	for seed := uint64(1 << 32); histories.Long(t) > 0 && all.Kills < 100_000 && !t.Failed(); seed++ {
		if h := play(seed); h.Broken() != "" {
			t.Fatalf("seed %d: %s\n%s", seed, h.Told(), h.Broken())
		}
	}
	t.Logf("%+v", all)
	try.Equal(t, all.Kills < all.Calls/10, false, "too few of the calls were killed:")
}

// tally counts what all histories of a test did.
type tally struct{ Histories, Calls, Made, Refused, Kills, IDs, Repairs, Starts int }

// history is a host with its clock, its disk and what was made on it. What it does
// is decided by the seed alone.
type history struct {
	*tally
	t    testing.TB
	seed uint64
	*rand.Rand
	limits
	at      time.Time
	up      time.Duration
	boot    int
	calls   int
	adrift  bool // nobody sets the clock
	disk    *memory
	running time.Duration // since the history began
	set     time.Duration // when the clock was set back
	live    int           // processes that are not alone
	broken  string        // the identifier that came twice
	folders []Folder
	plans   []*plan
	seen    map[made]int // the call that made it
	last    map[used]uint64
	saved   []copied
	lines   []string
}

// limits keep a history from doing what the README says breaks the promise.
type limits struct {
	kills  bool // nothing but kills happens
	back   bool // the clock goes back, also at a start of the machine
	lose   bool // claims are deleted and damaged: then the clock is all that is known
	single bool // a claim at a time; else all of them
	power  bool // the machine is started anew, and loses what was not waited for
	copies bool // file systems are cloned
	roll   bool // record and claim are put back, together or one of them, from copies of any age
}

func newHistory(t testing.TB, seed uint64, all *tally) *history {
	all.Histories++
	h := &history{tally: all, t: t, seed: seed, Rand: rand.New(rand.NewPCG(seed, 11)), seen: make(map[made]int),
		last: make(map[used]uint64)}
	h.at, h.up = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).Add(time.Duration(h.Int64N(int64(time.Hour)))), time.Hour
	h.limits = limits{back: h.half(), lose: h.half(), power: h.half(), roll: h.half()}
	h.single, h.copies = h.half(), h.half()
	h.back = h.back && !h.lose
	h.roll = h.roll && !h.lose && !h.back
	h.power = h.power && !h.roll
	h.disk = newMemory(func() (time.Time, time.Duration) { return h.at, h.running })
	if h.half() { // of Linux before 6.13
		h.disk.grain = 4 * time.Millisecond
	}
	var places []string
	count := 1 + h.IntN(3)
	if h.roll { // claims that are put back must not be older than a number's change of owner
		count = 1
	}
	for i := range count {
		places = append(places, "/home"+strconv.Itoa(i)+"/state")
	}
	for i, place := range places {
		h.folders = append(h.folders, h.in(place, "/var/claims", "user"+strconv.Itoa(i)))
		h.folders[i].Places = places
	}
	for range 1 + h.IntN(2) {
		if p := h.plan(); len(h.plans) == 0 || p.key != h.plans[0].key {
			h.plans = append(h.plans, p)
		}
	}
	return h
}

func (h *history) half() bool             { return h.IntN(2) == 0 }
func (h *history) one(in int) bool        { return h.IntN(in) == 0 }
func pick[T any](h *history, list ...T) T { return list[h.IntN(len(list))] }

func (h *history) in(state, claims, user string) Folder {
	return Folder{State: state, Claims: claims, patience: -1,
		Warn: func(line string) {
			if h.say("    warning: %s", line); h.kills {
				h.broken = "kills alone led to a warning: " + line
			}
		},
		Host: Host{
			Now: h.Now, BootID: func() string { return "boot " + strconv.Itoa(h.boot) },
			MachineID: func() string { return "machine" },
			Uptime:    func() (time.Duration, bool) { return h.up, true }, MountNS: func() string { return "host" },
			User: func() string { return user }, Unsynced: func() bool { return h.adrift },
			Private: func(string) string { return "" }, Network: func(string, uintptr) string { return "" },
		}}
}

// Now and Sleep make the history a clock.
func (h *history) Now() time.Time { return h.at }

func (h *history) Sleep(_ context.Context, d time.Duration) error {
	h.pass(d)
	return nil
}

func (h *history) pass(d time.Duration) { h.at, h.up, h.running = h.at.Add(d), h.up+d, h.running+d }

// say writes a line of the history.
func (h *history) say(format string, args ...any) {
	h.lines = append(h.lines, fmt.Sprintf("%s %s", h.at.Format("15:04:05.000000"), fmt.Sprintf(format, args...)))
}

// Broken is the identifier that came twice; empty is none.
func (h *history) Broken() string { return h.broken }

// Told is what happened.
func (h *history) Told() string {
	var b strings.Builder
	fmt.Fprintf(&b, "history %d, %+v\n", h.seed, h.limits)
	for _, p := range h.plans {
		fmt.Fprintf(&b, "layout %s: %s, tick %s, growth %d, backward %s, lead %s, workers %v, set %v\n", p.key,
			p.Layout.String(), p.Tick, p.Growth, p.Backward, p.Lead(), p.workers, p.set)
	}
	return b.String() + strings.Join(h.lines, "\n")
}

// play makes the history.
func (h *history) play() {
	for range 8 + h.IntN(25) {
		if h.broken != "" {
			return
		}
		switch h.IntN(20) {
		default:
			h.call()
		case 0, 1, 2:
			h.wait()
		case 3:
			h.step()
		case 4, 5:
			h.remove()
		case 6, 7:
			h.save()
		case 8, 9:
			h.restore()
		case 10:
			h.damage()
		case 11, 12:
			h.repair()
		case 13:
			switch {
			case h.power:
				h.restart()
			case h.copies && !h.lose && !h.roll && len(h.folders) < 4:
				h.clone()
			}
		}
	}
}

// copied is a copy of the files below some folders.
type copied struct {
	files  map[string][]byte
	claims bool
}

// wait lets time go by, from microseconds to more than anything waits for.
func (h *history) wait() {
	d := pick(h, time.Duration(h.IntN(1000))*time.Microsecond, time.Duration(h.IntN(1000))*time.Millisecond,
		1500*time.Millisecond,
		time.Duration(h.IntN(5000))*time.Millisecond, time.Duration(h.IntN(90))*time.Second, 2*time.Minute)
	h.pass(d)
	h.say("%s pass", d)
}

// step moves the clock alone, or tells whether anybody sets it.
func (h *history) step() {
	if h.half() {
		h.adrift = !h.adrift
		h.say("the clock is adrift: %t", h.adrift)
		return
	}
	d := time.Duration(h.Int64N(int64(pick(h, 20*time.Millisecond, 3*time.Second, time.Minute, 90*time.Minute))))
	if h.back && h.half() {
		d, h.set = -d, h.running
	}
	h.at = h.at.Add(d)
	h.say("the clock steps by %s", d)
}

// paths are those of one number's record, its lock and its claim.
func (h *history) paths() (record, lock, claim string) {
	p := pick(h, h.plans...)
	f := pick(h, h.folders...)
	n := strconv.FormatUint(pick(h, p.workers...), 10)
	dir := filepath.Join(f.State, p.key, n)
	return dir + ".rec", dir + ".lock", filepath.Join(f.Claims, p.key+"-"+n)
}

// remove deletes something.
func (h *history) remove() {
	record, lock, claim := h.paths()
	list := []string{lock}
	switch { // the lock of a claim stays: it is the trace that tells of a deleted claim
	case h.lose && h.single:
		list = append(list, claim, record)
	case h.lose && h.live > 0:
		list = append(list, record)
	case h.lose:
		list = append(list, record, filepath.Dir(claim))
	default:
		list = append(list, record, record, filepath.Dir(record), filepath.Dir(filepath.Dir(record)))
	}
	path := pick(h, list...)
	h.disk.removeAll(path)
	h.say("%s is removed", path)
}

// save copies a record, its claim, or all.
func (h *history) save() {
	record, _, claim := h.paths()
	c := copied{files: make(map[string][]byte)}
	roots := [][]string{{record}, {filepath.Dir(filepath.Dir(record))}}
	if h.roll { // at one time, or one of them
		roots = append(roots, []string{record, claim}, []string{claim}, []string{filepath.Dir(claim)},
			[]string{filepath.Dir(filepath.Dir(record)), filepath.Dir(claim)})
	}
	chosen := pick(h, roots...)
	for _, root := range chosen {
		for _, path := range h.disk.list(root, false) {
			content := h.disk.names[path].content
			if head, _, ok := guard.Decode(claimMagic, content); ok && head.Turn == 1 {
				continue // where the record was deleted, it is as if the number had not been used
			}
			if filepath.Base(path) != bornFile {
				c.files[path] = content
				c.claims = c.claims || strings.HasPrefix(path, filepath.Dir(claim)+"/")
			}
		}
	}
	if len(c.files) > 0 {
		h.saved = append(h.saved, c)
		h.say("copy %d is of %v", len(h.saved)-1, chosen)
	}
}

// restore puts a copy back.
func (h *history) restore() {
	if len(h.saved) == 0 {
		return
	}
	n := h.IntN(len(h.saved))
	anew := h.half()
	if h.disk.grain > 0 {
		h.pass(h.disk.grain + time.Millisecond)
	}
	if h.saved[n].claims && h.disk.names["/var/claims/"+bornFile] == nil {
		return // a part of the claims would stand for all
	}
	for _, path := range slices.Sorted(maps.Keys(h.saved[n].files)) {
		h.disk.put(path, h.saved[n].files[path], 0o600, anew)
	}
	h.say("copy %d is put back, anew: %t", n, anew)
}

// clone mounts a copy of a folder's file system beside it, or changes the mode of
// a record, and so its time of change.
func (h *history) clone() {
	f := pick(h, h.folders...)
	if record, _, _ := h.paths(); h.half() {
		if i := h.disk.names[record]; i != nil {
			h.disk.touch(i)
			h.say("%s changes its mode", record)
		}
		return
	}
	n := len(h.folders)
	mounted := "/mnt" + strconv.Itoa(n)
	h.disk.clone(filepath.Dir(f.State), mounted)
	h.say("%s is a clone of %s", mounted, f.State)
	f.State = mounted + "/state"
	h.folders = append(h.folders, f)
}

// damage changes a file.
func (h *history) damage() {
	record, _, claim := h.paths()
	path := record
	if h.lose && h.half() {
		path = claim
	}
	i := h.disk.names[path]
	if i == nil || len(i.content) == 0 {
		return
	}
	b := slices.Clone(i.content)
	if h.half() {
		at := h.IntN(len(b))
		if path == claim {
			at = h.IntN(min(len(b), guard.BlockSize+100))
		}
		b[at] ^= 1 << h.IntN(8)
	} else {
		b = b[:h.IntN(len(b))]
	}
	h.disk.put(path, b, 0, false)
	h.say("%s is damaged", path)
}

// repair runs the command, told nothing that is not so.
func (h *history) repair() {
	p := pick(h, h.plans...)
	f := pick(h, h.folders...)
	o := RepairOptions{Scheme: p.Scheme, Set: p.set}
	if h.half() {
		o.Worker = new(pick(h, p.workers...))
	}
	if h.one(4) {
		o.Scheme, o.Set, o.Worker = nil, nil, nil
	}
	if p.Timed() && o.Scheme != nil {
		o.Adopt = h.one(3)
		if h.one(4) {
			var last uint64
			for k, tick := range h.last {
				if k.key == p.key && (o.Worker == nil || *o.Worker == k.worker) {
					last = max(last, tick)
				}
			}
			o.AssumeLast = p.Timeline().Time(last)
		}
	}
	f.FS = h.process()
	done, err := f.Repair(context.Background(), o)
	h.Repairs += len(done)
	worker := "any"
	if o.Worker != nil {
		worker = strconv.FormatUint(*o.Worker, 10)
	}
	h.say("repair in %s, worker %s, adopt %t, last %v: %v", f.State, worker, o.Adopt, o.AssumeLast, err)
	for _, d := range done {
		h.say("    %s was %s, %s, after %v", d.Path, d.Was, d.Did, d.After)
	}
}

// restart starts the machine anew; the power may fail before.
func (h *history) restart() {
	h.Starts++
	fails := h.half() && (h.set == 0 || h.running-h.set > writeBack) // the clock vouches for what is not on the disk
	h.disk.start(fails, h.Rand)
	h.up = 0
	h.pass(time.Duration(100+h.IntN(20000)) * time.Millisecond)
	h.boot++
	h.adrift = h.one(3)
	behind := time.Duration(0)
	switch {
	case h.back && h.adrift:
		behind = time.Duration(h.Int64N(int64(pick(h, 3*time.Second, 40*time.Second, 2*time.Hour))))
	case h.back:
		behind = time.Duration(h.IntN(1500)) * time.Millisecond
	}
	h.at = h.at.Add(-behind)
	h.say("the machine is started, power failed: %t, clock behind by %s, adrift: %t", fails, behind, h.adrift)
}
