package worker

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen"
)

// TestHistories makes up histories of one host (see history.play) and plays them
// over the real code. IDSCOPE_HISTORIES says how many ("5000") or for how long
// ("10m"), IDSCOPE_SEED plays the one history of that seed and tells it.
func TestHistories(t *testing.T) {
	count, limit := 0, 15*time.Second
	if testing.Short() {
		limit = 2 * time.Second
	}
	if text := os.Getenv("IDSCOPE_HISTORIES"); text != "" {
		var err error
		if count, err = strconv.Atoi(text); err != nil {
			if limit, err = time.ParseDuration(text); err != nil {
				t.Fatalf("IDSCOPE_HISTORIES is %q; want a number or a duration", text)
			}
		}
	}
	seed := rand.Uint64() >> 1
	if text := os.Getenv("IDSCOPE_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
		h := newHistory(t, seed)
		h.play()
		t.Log(h.told())
		return
	}
	var all tally
	start := time.Now()
	for n := 0; n < count || count == 0 && time.Since(start) < limit; n++ {
		h := newHistory(t, seed+uint64(n))
		h.play()
		all.add(&h.tally)
	}
	t.Logf("from seed %d, %.0f a second: %+v", seed, float64(all.Histories)/time.Since(start).Seconds(), all)
	if all.Calls > 1000 && (all.Made < all.Calls/4 || all.Kills == 0) {
		t.Error("too few of the calls made identifiers: the histories show nothing")
	}
}

// tally counts what histories did.
type tally struct{ Histories, Calls, Made, Refused, Kills, IDs, Repairs, Starts int }

func (t *tally) add(o *tally) {
	t.Histories++
	t.Calls, t.Made, t.Refused, t.Kills = t.Calls+o.Calls, t.Made+o.Made, t.Refused+o.Refused, t.Kills+o.Kills
	t.IDs, t.Repairs, t.Starts = t.IDs+o.IDs, t.Repairs+o.Repairs, t.Starts+o.Starts
}

// history is a host with its clock, its disk and what was made on it. What it does
// is decided by the seed alone.
type history struct {
	tally
	t    testing.TB
	seed uint64
	*rand.Rand
	limits
	at      time.Time
	up      time.Duration
	boot    int
	adrift  bool // nobody sets the clock
	disk    *memory
	running time.Duration // since the history began
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
	back   bool // the clock goes back, also at a start of the machine
	lose   bool // claims are deleted and damaged: then the clock is all that is known
	single bool // a claim at a time, while its record is there; else all claims
	power  bool // the machine is started anew, and loses what was not waited for
	copies bool // of records are put back; else the power may fail, which loses what claims know better
	roll   bool // record and claim are put back together
}

// plan is a layout with the worker numbers and values that are used of it.
type plan struct {
	*gen.Scheme
	key     string
	workers []uint64
	set     []gen.Assignment
	codec   *gen.Codec
}

type made struct {
	key string
	id  gen.ID
}

// used is a number of a layout; the highest tick that was made of it is known.
type used struct {
	key    string
	worker uint64
}

// copied is a copy of the files below some folders.
type copied struct {
	files  map[string][]byte
	claims bool
}

func newHistory(t testing.TB, seed uint64) *history {
	h := &history{t: t, seed: seed, Rand: rand.New(rand.NewPCG(seed, 11)), seen: make(map[made]int), last: make(map[used]uint64)}
	h.at, h.up = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).Add(time.Duration(h.Int64N(int64(time.Hour)))), time.Hour
	h.limits = limits{back: h.half(), lose: h.half(), power: h.half(), roll: h.half()}
	h.single, h.copies = h.half(), h.half()
	h.back = h.back && !h.lose
	h.roll = h.roll && !h.lose && !h.back
	h.power = h.power && !h.roll
	h.disk = newMemory(func() (time.Time, time.Duration) { return h.at, h.running })
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
		Warn: func(line string) { h.say("    warning: %s", line) },
		Host: Host{
			Now: h.Now, BootID: func() string { return "boot " + strconv.Itoa(h.boot) }, MachineID: func() string { return "machine" },
			Uptime: func() (time.Duration, bool) { return h.up, true }, MountNS: func() string { return "host" },
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

func (h *history) told() string {
	var b strings.Builder
	fmt.Fprintf(&b, "history %d, %+v\n", h.seed, h.limits)
	for _, p := range h.plans {
		fmt.Fprintf(&b, "layout %s: %s, tick %s, growth %d, backward %s, lead %s, workers %v, set %v\n", p.key, p.Layout.String(), p.Tick, p.Growth, p.Backward, p.Lead(), p.workers, p.set)
	}
	return b.String() + strings.Join(h.lines, "\n")
}

// plan makes up a layout with its rules.
func (h *history) plan() *plan {
	type kind struct {
		layout string
		tick   time.Duration
	}
	k := pick(h,
		kind{"time:41 worker:4 seq:3", time.Millisecond}, kind{"time:41 worker:10 seq:12", time.Millisecond},
		kind{"time:32 worker:4 seq:4", time.Second}, kind{"time:32 worker:1 seq:8", time.Second},
		kind{"time:30 worker:4 seq:6", 10 * time.Second}, kind{"time:30 worker:4 seq:7", time.Hour}, kind{"time:30 worker:2 seq:10", time.Hour},
		kind{"worker:4 seq:30", 0}, kind{"seq:40", 0}, kind{"time:41 seq:5", time.Millisecond},
		kind{"time:41 worker:4 rollback:2 seq:4", time.Millisecond}, kind{"time:35 worker:2 rollback:1 seq:6", 10 * time.Millisecond},
		kind{"time:41 worker:2 random:10", time.Millisecond}, kind{"time:41 shard:3 seq:5", time.Millisecond}, kind{"time:32 worker:2 seq:6", 100 * time.Millisecond},
	)
	l, err := gen.ParseLayout(k.layout)
	if err != nil {
		h.t.Fatal(err)
	}
	s := &gen.Scheme{Name: "custom", Layout: l, Epoch: time.UnixMilli(1288834974657), Tick: k.tick, Overflow: gen.OverflowWait,
		Backward: pick(h, gen.BackwardFail, gen.BackwardContinue)}
	switch {
	case l.Width(gen.Rollback) > 0:
		s.Backward = gen.BackwardBits
	case l.Width(gen.Random) > 0:
		s.Growth = pick(h, gen.GrowthOne, gen.GrowthRandom, gen.GrowthStride)
	}
	if l.Width(gen.Seq) > 0 {
		s.Start = gen.Start{Rule: gen.StartZero}
	}
	if h.half() {
		s.MaxLead = pick(h, 100*time.Millisecond, 10*time.Second, time.Minute, 3*k.tick+time.Second)
	}
	p := &plan{Scheme: s}
	if l.Index("shard") >= 0 && h.half() {
		p.set = []gen.Assignment{{Field: "shard", Value: gen.FromUint64(h.Uint64N(8))}}
	}
	p.key = formOf(s, p.set...).key
	if p.codec, err = l.Compile(); err != nil {
		h.t.Fatal(err)
	}
	p.workers = []uint64{0}
	if s.WorkerBits() > 0 && h.half() {
		p.workers = append(p.workers, 1)
	}
	return p
}

// play makes the history.
func (h *history) play() {
	for range 8 + h.IntN(25) {
		if h.broken != "" {
			h.t.Fatalf("%s\n%s", h.told(), h.broken)
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

// wait lets time go by, from microseconds to more than anything waits for.
func (h *history) wait() {
	d := pick(h, time.Duration(h.IntN(1000))*time.Microsecond, time.Duration(h.IntN(1000))*time.Millisecond, 1500*time.Millisecond,
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
		d = -d
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
	switch { // what is a trace of a number is not deleted with its claim
	case h.lose && h.single:
		if len(h.folders) == 1 {
			list = append(list, claim)
		}
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
	if h.roll {
		roots = append(roots, []string{record, claim}, []string{filepath.Dir(filepath.Dir(record)), filepath.Dir(claim)})
	}
	chosen := pick(h, roots...)
	for _, root := range chosen {
		for _, path := range h.disk.list(root, false) {
			var e entry
			if h.lose && e.decode(h.disk.names[path].content) && e.turn == 0 {
				continue // with its claim deleted it is as if nothing had been used
			}
			if filepath.Base(path) != bornFile {
				c.files[path] = h.disk.names[path].content
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
	if len(h.saved) == 0 || h.power && !h.copies {
		return
	}
	n := h.IntN(len(h.saved))
	anew := h.half()
	h.pass(5 * time.Millisecond) // times of change have a grain of 4 ms
	if h.saved[n].claims {
		if h.disk.names["/var/claims/"+bornFile] == nil {
			return // a part of the claims would stand for all
		}
		h.pass(noteTime)
	}
	for _, path := range slices.Sorted(maps.Keys(h.saved[n].files)) {
		if h.saved[n].claims && h.timeless(path) { // a disk rolled back whole
			continue
		}
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

// timeless reports whether a file is of a layout without time.
func (h *history) timeless(path string) bool {
	for _, p := range h.plans {
		if strings.Contains(path, p.key) {
			return !p.Timed()
		}
	}
	return false
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
			at = h.IntN(min(len(b), len(claimMagic)+trailSize+100))
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
		o.Worker = number(pick(h, p.workers...))
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
	f.disk.files = h.process()
	done, err := f.Repair(context.Background(), o)
	h.Repairs += len(done)
	h.say("repair in %s, worker %v, adopt %t, last %v: %v", f.State, o.Worker, o.Adopt, o.AssumeLast, err)
	for _, d := range done {
		h.say("    %s was %s, %s, after %v", d.Path, d.Was, d.Did, d.After)
	}
}

// restart starts the machine anew; the power may fail before.
func (h *history) restart() {
	h.Starts++
	fails := !h.copies && h.half()
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

// killed is what a process panics with that is killed.
type killed struct{}

// process is one that sees the disk, alone for now.
func (h *history) process() *process {
	p := &process{memory: h.disk}
	p.step = func() { h.pass(time.Duration(h.IntN(60)) * time.Microsecond) }
	return p
}

// call runs processes that make identifiers, one or a few at once: then the seed
// decides which of them makes the next step. Any may be killed before any step,
// and the world goes on meanwhile.
func (h *history) call() {
	if h.half() {
		h.run(h.process())
		return
	}
	var live []*turn
	for range 2 + h.IntN(3) {
		p := h.process()
		t := new(turn)
		t.next, t.stop = iter.Pull(func(yield func(struct{}) bool) {
			step := p.step
			p.step = func() {
				if step(); !yield(struct{}{}) {
					p.die()
					panic(killed{})
				}
			}
			h.run(p)
		})
		live = append(live, t)
	}
	for len(live) > 0 && h.broken == "" {
		h.live = len(live)
		n := h.IntN(len(live))
		for range 1 + h.IntN(pick(h, 1, 3, 30)) {
			if _, ok := live[n].next(); !ok {
				live = slices.Delete(live, n, n+1)
				break
			}
		}
		if h.one(40) {
			h.meanwhile()
		}
	}
	for _, t := range live {
		t.stop()
	}
	h.live = 0
}

// turn is a process that makes a step each time.
type turn struct {
	next func() (struct{}, bool)
	stop func()
}

// meanwhile is what happens while processes run.
func (h *history) meanwhile() {
	switch h.IntN(5) {
	case 0:
		h.wait()
	case 1:
		h.step()
	case 2:
		h.remove()
	case 3:
		h.save()
	case 4:
		h.restore()
	}
}

// run is one process that makes identifiers.
func (h *history) run(proc *process) {
	p := pick(h, h.plans...)
	f := pick(h, h.folders...)
	f.disk.files = proc
	h.Calls++
	number := h.Calls
	o := h.rules(p)
	lead := p.Lead()
	if o.MaxLead != nil {
		lead = *o.MaxLead
	}
	auto := p.WorkerBits() == 0 || h.half()
	worker := pick(h, p.workers...)
	open := 1 + h.IntN(pick(h, 3, 20, 300))
	h.say("call %d: %s in %s, auto %t or worker %d, %d ids, backward %s, overflow %s, start %v, lead %s", number, p.key, f.State, auto, worker, open, o.Backward, o.Overflow, o.Start, lead)
	if h.one(5) {
		left, step := h.IntN(pick(h, 30, 100)), proc.step
		proc.step = func() {
			if left--; left < 0 {
				proc.die()
				panic(killed{})
			}
			step()
		}
	}
	var count int
	var at string
	f.Hook = func(point string) { at = point }
	defer func() {
		if x := recover(); x != nil {
			if _, ok := x.(killed); !ok {
				panic(x)
			}
			h.Kills++
			h.say("    call %d: killed after %q, %d ids", number, at, count)
		}
	}()
	ctx := context.Background()
	for tries := 5; ; tries-- {
		n, err := h.make(ctx, f, p, o, number, auto, worker, lead, open)
		count += n
		if tries > 0 && errors.Is(err, ErrBusy) {
			for range h.IntN(40) {
				proc.step()
			}
			continue
		}
		if count > 0 {
			h.Made++
		}
		if err != nil {
			h.Refused++
		}
		h.say("    call %d: worker %d, %d ids: %v", number, worker, count, err)
		return
	}
}

// make is the work of a call.
func (h *history) make(ctx context.Context, f Folder, p *plan, o gen.Options, number int, auto bool, worker uint64, lead time.Duration, open int) (count int, err error) {
	var r *Record
	if auto {
		r, err = f.Auto(ctx, p.Scheme, lead, p.set...)
	} else {
		r, err = f.Number(ctx, p.Scheme, worker, lead, p.set...)
	}
	if err != nil {
		return 0, err
	}
	defer r.Close()
	worker = r.Worker()
	if o.Ledger = r; p.WorkerBits() > 0 {
		o.Worker = &worker
	}
	g, err := gen.New(p.Scheme, o)
	if err != nil {
		h.t.Fatal(err)
	}
	for open > 0 && err == nil {
		ids := make([]gen.ID, 1+h.IntN(open))
		var n int
		n, err = g.Fill(ctx, ids)
		h.note(p, worker, number, ids[:n])
		open, count = open-n, count+n
	}
	return count, err
}

// note fails where an identifier was made before.
func (h *history) note(p *plan, worker uint64, call int, ids []gen.ID) {
	h.IDs += len(ids)
	for _, id := range ids {
		if before, twice := h.seen[made{p.key, id}]; twice {
			h.broken = fmt.Sprintf("call %d made %v of worker %d again, which call %d had made; tick %d is %v; IDSCOPE_SEED=%d plays it", call, id, worker, before,
				p.codec.Source(id, gen.Time).Lo, p.Timeline().Time(p.codec.Source(id, gen.Time).Lo), h.seed)
			panic(killed{})
		}
		h.seen[made{p.key, id}] = call
		k := used{p.key, worker}
		h.last[k] = max(h.last[k], p.codec.Source(id, gen.Time).Lo)
	}
}

// rules makes up what a call is told.
func (h *history) rules(p *plan) gen.Options {
	o := gen.Options{Clock: h, Set: p.set, Random: seeded{h.Rand}, Overflow: pick(h, 0, gen.OverflowWait, gen.OverflowBorrow, gen.OverflowBorrow, gen.OverflowFail)}
	o.Backward = pick(h, 0, gen.BackwardFail, gen.BackwardWait, gen.BackwardContinue)
	if p.Layout.Width(gen.Seq) > 0 {
		o.Start = pick(h, gen.Start{}, gen.Start{}, gen.Start{Rule: gen.StartZero}, gen.Start{Rule: gen.StartCarry},
			gen.Start{Rule: gen.StartRandom, Range: 4}, gen.Start{Rule: gen.StartRotate, Range: 5}, gen.Start{Rule: gen.StartDraw})
	}
	if h.half() {
		lead := pick(h, 0, p.Tick, p.Lead()/2, p.Lead(), 2*time.Minute)
		if h.lose || h.roll {
			lead = min(lead, p.Lead())
		}
		o.MaxLead = &lead
	}
	if h.one(4) {
		wait := time.Duration(h.IntN(3)) * time.Second
		o.MaxWait = &wait
	}
	return o
}

// seeded is random numbers of the seed's.
type seeded struct{ *rand.Rand }

func (s seeded) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(s.Uint32())
	}
	return len(b), nil
}
