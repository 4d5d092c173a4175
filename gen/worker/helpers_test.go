package worker

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/internal/histories"
	"idscope/gen/testing/try"
)

// snowflake has the layout of the scheme of that name.
func snowflake() *gen.Scheme {
	return &gen.Scheme{Name: "snowflake",
		Bits: gen.Bits{Epoch: time.UnixMilli(1288834974657), Tick: time.Millisecond, Backward: gen.BackwardFail,
			Overflow: gen.OverflowWait, Start: gen.Start{Rule: gen.StartZero}, Layout: gen.Layout{
				{Name: "unused", Source: gen.Const, Bits: 1}, {Name: "timestamp", Source: gen.Time, Bits: 41},
				{Name: "worker", Source: gen.Worker, Bits: 10}, {Name: "sequence", Source: gen.Seq, Bits: 12}}},
	}
}

// custom is a scheme with another layout text.
func custom(t testing.TB, layout string) *gen.Scheme {
	t.Helper()
	l := try.Of(gen.ParseLayout(layout)).Or(t)
	s := snowflake()
	s.Name, s.Layout = "custom", l
	return s
}

// world is a machine whose clock tests step, with a folder of records and all
// identifiers that were made.
type world struct {
	t       testing.TB
	at      time.Time
	up      time.Duration
	slept   time.Duration
	boot    string
	machine string
	space   string
	adrift  bool // nobody sets the clock
	warned  []string
	folder  Folder
	seen    map[gen.ID]bool
}

func newWorld(t testing.TB) *world {
	dir := t.TempDir()
	w := &world{t: t, at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), up: time.Hour, boot: "boot 1",
		machine: "machine 1", space: "host", seen: make(map[gen.ID]bool)}
	w.folder = w.in(filepath.Join(dir, "state"), filepath.Join(dir, "claims"), "alice")
	return w
}

// in returns another state folder in the same world.
func (w *world) in(state, claims, user string) Folder {
	h := DefaultHost()
	h.Now, h.User = w.Now, func() string { return user }
	h.BootID, h.MachineID = func() string { return w.boot }, func() string { return w.machine }
	h.Uptime, h.MountNS = func() (time.Duration, bool) { return w.up, true }, func() string { return w.space }
	h.Unsynced = func() bool { return w.adrift }
	return Folder{State: state, Claims: claims, patience: 50 * time.Millisecond, Host: h,
		Warn: func(line string) { w.warned = append(w.warned, line) }}
}

// Now and Sleep make the world a clock.
func (w *world) Now() time.Time { return w.at }

func (w *world) Sleep(_ context.Context, d time.Duration) error {
	w.slept += d
	w.pass(d)
	return nil
}

// pass lets time go by; step moves the clock alone.
func (w *world) pass(d time.Duration) { w.at, w.up = w.at.Add(d), w.up+d }
func (w *world) step(d time.Duration) { w.at = w.at.Add(d) }

// run is one call of the tool: a new generator makes n identifiers.
func (w *world) run(f Folder, s *gen.Scheme, worker uint64, n int, set ...gen.Assignment) error {
	w.t.Helper()
	r, err := f.Number(context.Background(), s, worker, s.Lead(), set...)
	if err != nil {
		return err
	}
	return w.with(r, s, n, set...)
}

func (w *world) with(r *Record, s *gen.Scheme, n int, set ...gen.Assignment) error {
	w.t.Helper()
	o := gen.Options{Ledger: r, Clock: w, Set: set}
	if number := r.Worker(); s.WorkerBits() > 0 {
		o.Worker = &number
	}
	g := try.Of(gen.New(s, o)).Or(w.t)
	ids := make([]gen.ID, n)
	n, err := g.Fill(context.Background(), ids)
	for _, id := range ids[:n] {
		try.Need(w.t, w.seen[id], false, "%s worker %d made %v before:", s.Name, r.Worker(), id)
		w.seen[id] = true
	}
	return err
}

// must makes identifiers, or the test fails.
func (w *world) must(f Folder, s *gen.Scheme, worker uint64, n int) {
	w.t.Helper()
	try.Works(w.t, w.run(f, s, worker, n))
}

// refused wants a run to fail for that reason, in the words that are recorded.
func (w *world) refused(f Folder, s *gen.Scheme, worker uint64, reason error) {
	w.t.Helper()
	err := w.run(f, s, worker, 1)
	try.Fails(w.t, err, reason, "%s worker %d:", s.Name, worker)
	try.Recorded(w.t, fmt.Sprint(err, "; hint: ", fault.Hint(err)), varying)
}

// varying are folders, processes and nodes.
var varying = regexp.MustCompile(`/[^\s']*?/\d{3}/|process \d+|\b[0-9a-f]{12,15}\b`)

// says wants these warnings since it was asked last, each with those words in it.
func (w *world) says(when string, words ...string) {
	w.t.Helper()
	same := len(w.warned) == len(words)
	for i := 0; same && i < len(words); i++ {
		same = strings.Contains(w.warned[i], words[i])
		try.Recorded(w.t, "warning: "+w.warned[i], varying)
	}
	try.Equal(w.t, same, true, "%s: warned %q as wanted, %q:", when, w.warned, words)
	w.warned = nil
}

// repair wants repair to say that it mended what was so.
func (w *world) repair(f Folder, o RepairOptions, was ...string) {
	w.t.Helper()
	done := try.Of(f.Repair(context.Background(), o)).Or(w.t)
	var got []string
	for _, d := range done {
		got = append(got, strings.TrimSuffix(d.Was+": "+d.Did, ": begins again"))
	}
	try.Need(w.t, strings.Join(got, ", "), strings.Join(was, ", "), "repair mended")
}

// file is the path of a record.
func file(f Folder, s *gen.Scheme, worker uint64) string {
	return f.record(formOf(s), worker, 0).path + ".rec"
}

// watched makes the folder tell of what happens: at is called when a lock of the state was
// taken ("locked") and given up ("unlocked"), when the record was read ("read"), before the
// claim is written ("reserved") and when the record was ("written"), and when the claim is on
// the disk ("synced") and the record ("record synced").
func watched(f Folder, at func(point string)) Folder {
	f.FS = &histories.Files{At: func(call, path string, done bool) {
		state := strings.HasPrefix(path, f.State)
		lock := strings.HasSuffix(path, ".lock")
		switch {
		case filepath.Base(path)[0] == '.': // it has no name yet
		case !done && call == "write" && !state && !lock:
			at("reserved")
		case !done:
		case call == "lock" && state && lock:
			at("locked")
		case call == "lock" && state:
			at("read")
		case call == "write" && state && strings.HasSuffix(path, ".rec"):
			at("written")
		case call == "sync" && !state && !lock:
			at("synced")
		case call == "sync" && strings.HasSuffix(path, ".rec"):
			at("record synced")
		case call == "close" && state && lock:
			at("unlocked")
		}
	}}
	return f
}

// waits counts how often it is waited for the disk.
func waits(f Folder, n *int) Folder {
	return watched(f, func(point string) {
		if point == "synced" {
			*n++
		}
	})
}

func write(t testing.TB, path string, content []byte) {
	t.Helper()
	try.Works(t, os.WriteFile(path, content, 0o600))
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	return try.Of(os.ReadFile(path)).Or(t)
}
