package worker

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/internal/guard"
	"idscope/gen/internal/histories"
	"idscope/gen/testing/try"
)

// TestKeptHistories makes up histories of one file of the state (see keptHistory.play), and
// plays them over the real code.
func TestKeptHistories(t *testing.T) {
	t.Parallel()
	var all keptTally
	histories.Play(t, 1000, func(seed uint64) histories.History {
		h := newKeptHistory(t, seed, &all)
		h.play()
		return h
	})
	t.Logf("%+v", all)
	if all.updates > 1000 && (all.kills < all.updates/20 || all.intact < all.updates/4 || all.lost == 0 ||
		all.restored == 0) {
		t.Error("too little happened: the histories show nothing")
	}
}

// keptTally counts what happened: intact and lost are what updates found.
type keptTally struct{ updates, kills, intact, lost, restored, starts, clones int }

// keptHistory is a host, and a file that its processes update, each of which writes a higher
// number.
type keptHistory struct {
	*keptTally
	t testing.TB
	*rand.Rand
	seed    uint64
	only    bool // nothing but kills happens
	disk    *memory
	at      time.Time
	running time.Duration
	boot    int
	folders []Folder
	last    []int // numbers that may be found intact: the one that was written last, and those that were killed since
	durable int   // the highest that was waited for
	number  int
	saved   map[string][]byte
	told    []string
	broken  string
	aged    bool // a copy was put back
}

func newKeptHistory(t testing.TB, seed uint64, all *keptTally) *keptHistory {
	h := &keptHistory{keptTally: all, t: t, seed: seed, Rand: rand.New(rand.NewPCG(seed, 13)), last: []int{0}}
	h.at, h.only = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), h.IntN(4) == 0
	h.disk = newMemory(func() (time.Time, time.Duration) { return h.at, h.running })
	host := DefaultHost()
	host.Now, host.BootID = func() time.Time { return h.at }, func() string { return "boot " + strconv.Itoa(h.boot) }
	host.MachineID, host.MountNS = func() string { return "machine" }, func() string { return "host" }
	host.Uptime = func() (time.Duration, bool) { return h.running, true }
	host.Network = func(string, uintptr) string { return "" }
	h.folders = []Folder{{State: "/home/state", Claims: "/var/claims", patience: -1, ClaimsGiven: true, Host: host,
		Warn: func(line string) { h.say("    warning: %s", line) }}}
	return h
}

func (h *keptHistory) say(format string, args ...any) {
	h.told = append(h.told, fmt.Sprintf(format, args...))
}

// Broken says what was believed that is not so; Told is what happened.
func (h *keptHistory) Broken() string { return h.broken }
func (h *keptHistory) Told() string {
	return fmt.Sprintf("history %d\n%s", h.seed, strings.Join(h.told, "\n"))
}

// play makes the history.
func (h *keptHistory) play() {
	for range 30 {
		h.running, h.at = h.running+time.Millisecond, h.at.Add(time.Millisecond)
		n := h.IntN(16)
		if h.only {
			n = 15
		}
		switch {
		case h.broken != "":
			return
		case n == 0:
			h.restart()
		case n == 1:
			h.saved = make(map[string][]byte)
			for _, path := range h.disk.list("/home/state", false) {
				h.saved[path] = h.disk.names[path].content
			}
			h.say("copied")
		case n <= 4 && h.saved != nil:
			h.putBack()
		case n == 5:
			h.remove()
		case n == 6 && len(h.folders) == 1:
			f := h.folders[0]
			h.disk.clone("/home", "/mnt")
			f.State = "/mnt/state"
			h.folders = append(h.folders, f)
			h.clones++
			h.say("cloned")
		default:
			h.update()
		}
	}
}

// putBack puts the file, its lock or both back, in place or as others.
func (h *keptHistory) putBack() {
	which, anew := h.IntN(3), h.IntN(2) == 0
	for path, content := range h.saved {
		lock := strings.HasSuffix(path, ".lock")
		if which == 0 && lock || which == 1 && !lock {
			continue
		}
		h.disk.put(path, content, 0o600, anew)
	}
	h.restored++
	h.aged = true
	h.say("put back: %d, anew: %t", which, anew)
}

func (h *keptHistory) remove() {
	for _, path := range h.disk.list("/home/state", false) {
		if h.IntN(2) == 0 {
			h.disk.removeAll(path)
			h.say("%s is removed", filepath.Base(path))
		}
	}
	h.durable = 0
}

// restart starts the machine anew; what was not waited for may be lost.
func (h *keptHistory) restart() {
	lose := h.IntN(2) == 0
	h.disk.start(lose, h.Rand)
	h.boot++
	h.running += time.Second
	h.last = nil
	h.starts++
	h.say("started, power failed: %t", lose)
}

// update is one process, which may be killed at any step.
func (h *keptHistory) update() {
	here := h.IntN(len(h.folders))
	f := h.folders[here]
	p := &process{memory: h.disk, step: func() {}}
	f.FS = p
	if left := h.IntN(60); h.IntN(3) > 0 {
		p.dieAfter(left)
	}
	h.updates++
	h.number++
	number, durable := h.number, h.IntN(3) == 0
	written := false
	h.say("update %d in %s, durable: %t", number, f.State, durable)
	var err error
	killed := histories.Dies(func() {
		file := try.Of(f.File("counters/orders", "orders")).Or(h.t)
		err = file.Update(context.Background(), func(c *Content) error {
			h.found(c, here)
			written = true
			c.Text, c.Durable = []byte(strconv.Itoa(number)), durable
			return nil
		})
	})
	h.say("    killed: %t, %v", killed, err)
	switch {
	case here > 0: // it is not a clone any more
		h.folders = h.folders[:1]
		h.disk.removeAll("/mnt")
	case killed && written:
		h.last = append(h.last, number)
	case !killed && err == nil:
		if h.last = []int{number}; durable {
			h.durable = number
		}
	}
	if killed {
		h.kills++
	}
}

// found judges what an update finds.
func (h *keptHistory) found(c *Content, here int) {
	n, _ := strconv.Atoi(string(c.Text))
	h.say("    found %d, intact: %t", n, c.Intact)
	if c.Intact {
		h.intact++
	} else {
		h.lost++
	}
	switch {
	case c.Intact && here > 0:
		h.broken = "a clone is taken for the file"
	case c.Intact && !slices.Contains(h.last, n):
		h.broken = fmt.Sprintf("%d is taken for one of %d", n, h.last)
	case h.only && !c.Intact && !slices.Contains(h.last, 0):
		h.broken = "kills alone led to a file that is not intact"
	case here == 0 && !h.aged && n < h.durable:
		h.broken = fmt.Sprintf("%d is found, and %d was on the disk", n, h.durable)
	}
}

// TestDurableNames: when an update has waited for the disk, the name of its file is there,
// too, wherever the process was killed that made the file.
func TestDurableNames(t *testing.T) {
	made := false // in an update that was killed
	for left := range 60 {
		h := newKeptHistory(t, 1, new(keptTally))
		update := func(p *process) (killed bool) {
			f := h.folders[0]
			f.FS = p
			return histories.Dies(func() {
				file := try.Of(f.File("counters/orders", "orders")).Or(t)
				try.Works(t, file.Update(t.Context(), func(c *Content) error {
					c.Text, c.Durable = append(c.Text, 'x'), true
					return nil
				}))
			})
		}
		dying := &process{memory: h.disk, step: func() {}}
		dying.dieAfter(left)
		made = update(dying) && h.disk.names["/home/state/counters/orders.rec"] != nil || made
		update(&process{memory: h.disk, step: func() {}})
		for _, c := range h.disk.undo {
			try.Equal(t, strings.HasSuffix(c.path, "/orders.rec"), false, "after %d steps the name is lost:", left)
		}
	}
	try.Equal(t, made, true, "an update was killed when it had made the file:")
}

// TestGrantIsOnTheDisk: when Write returns, a loss of power brings back nothing of before: content and names are on the
// disk.
func TestGrantIsOnTheDisk(t *testing.T) {
	h := newKeptHistory(t, 1, new(keptTally))
	f := h.folders[0]
	f.FS = &process{memory: h.disk, step: func() {}}
	g := try.Of(f.Grant(custom(t, "time:41 worker:10 seq:12"), "", "orders", "group orders")).Or(t)
	for _, content := range []string{"first", "second"} {
		unlock := try.Of(g.Lock(t.Context())).Or(t)
		try.Works(t, g.Write([]byte(content)))
		i := h.disk.names[g.path]
		try.Need(t, len(i.kept), 1, "contents that may be on the disk:")
		try.Contains(t, string(i.kept[0].content), content, "what was written")
		for _, c := range h.disk.undo {
			try.Equal(t, c.path == g.path, false, "a loss of power takes the name of the grant:")
		}
		unlock()
	}
	defer try.Of(g.Lock(t.Context())).Or(t)()
	try.Works(t, g.Forget())
	try.Equal(t, len(h.disk.names[g.lockPath()].kept), 1, "contents of what tells that it is forgotten:")
}

// TestMarkIsOnTheDisk: the trace that a number was used is on the disk when the first update
// returns: it is what is left where the claim is deleted alone.
func TestMarkIsOnTheDisk(t *testing.T) {
	h := newKeptHistory(t, 1, new(keptTally))
	f := h.folders[0]
	f.FS = &process{memory: h.disk, step: func() {}}
	r := try.Of(f.Number(t.Context(), custom(t, "time:41 worker:10 seq:12"), 7, 0)).Or(t)
	try.Works(t, r.Update(t.Context(), func(m *gen.Mark) error { m.Used, m.Tick = true, 1; return nil }))
	for _, c := range h.disk.names[r.claimPath+".lock"].kept {
		try.Equal(t, string(c.content), "used\n", "a loss of power may leave the mark as")
	}
}

// TestClaimPutBackDuringAnUpdate: numbers are not given out when an older claim was put back in place while the record
// was written.
func TestClaimPutBackDuringAnUpdate(t *testing.T) {
	h := newKeptHistory(t, 1, new(keptTally))
	f := h.folders[0]
	p := &process{memory: h.disk, step: func() {}}
	f.FS = p
	r := try.Of(f.Number(t.Context(), custom(t, "time:41 worker:10 seq:12"), 7, 0)).Or(t)
	use := func(m *gen.Mark) error { m.Used, m.Tick = true, m.Tick+1; return nil }
	try.Works(t, r.Update(t.Context(), use))
	claim, record := string(h.disk.names[r.claimPath].content), string(h.disk.names[r.path+".rec"].content)
	p.step = func() {
		if string(h.disk.names[r.path+".rec"].content) != record && claim != "" {
			h.disk.put(r.claimPath, []byte(claim), 0, false)
			claim = ""
		}
	}
	try.Fails(t, r.Update(t.Context(), use), ErrMoved, "update:")
	try.Equal(t, claim, "", "left to put back:")
}

func TestHolderIn(t *testing.T) {
	locks := read(t, "testdata/locks.txt")
	try.Lines(t, "testdata/holders.txt", func(inode string) string {
		return strconv.Itoa(holderIn(locks, 0xfe00, try.Of(strconv.ParseUint(inode, 10, 64)).Or(t)))
	})
}

func TestHolderOfALock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	write(t, path, nil)
	_, _, held := holder(path)
	try.Equal(t, held, false, "a free lock has a holder:")
	l := try.Of(guard.Queue{}.Lock(guard.Disk{FS: guard.System{}}, path, os.O_RDONLY)).Or(t)
	defer l.Close()
	pid, name, ok := holder(path)
	try.Equal(t, ok && pid == os.Getpid() && name != "", true, "this process holds it, and not %d, %q:", pid, name)
	try.Equal(t, passwdName(0), "root (uid 0)", "user 0 is")
	up, ok := uptime()
	try.Equal(t, ok && up > 0 && len(bootID()) == 36, true, "the uptime and the ID of the start are known:")
	try.Equal(t, unescape(`/a\040b\134`), `/a b\`, "a path as the kernel shows it is")
	try.Works(t, guard.System{}.SyncFolder("/proc")) // which cannot be synced
}

// TestMountOf: a path is on the deepest mount above it, of equal ones on the last, whatever its name has in it.
func TestMountOf(t *testing.T) {
	try.Lines(t, "testdata/mounts.txt", func(quoted string) string {
		path := try.Of(strconv.Unquote(quoted)).Or(t)
		m, _ := mountOf("testdata/mountinfo.txt", path)
		return fmt.Sprintf("%q %q", m, m.place(path))
	})
}
