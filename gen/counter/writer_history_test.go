package counter

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"idscope/gen/internal/histories"
	"idscope/gen/lease"
	"idscope/gen/store/memory"
)

// TestWriterHistories makes up histories of hosts that write a counter in strict order,
// and plays them over the real code: processes stand still and are killed at every step,
// the network is cut, for longer than everything lasts too, swaps are late, clocks of day
// jump, machines start again, files are put back.
func TestWriterHistories(t *testing.T) {
	var all writerTally
	played := 0
	histories.Play(t, 150, func(seed uint64) histories.History {
		w := newWorld(seed, false)
		w.play()
		all.add(&w.writerTally)
		played++
		return w
	})
	t.Logf("%+v", all)
	if played > 100 && (all.Printed < 20*played || all.Turns < played || all.Ended == 0 || all.Released == 0) {
		t.Error("too little happened: the histories show nothing")
	}
}

// TestWriterHistoriesWithoutLease takes the lease out, and wants the same histories to
// break the order.
func TestWriterHistoriesWithoutLease(t *testing.T) {
	for seed := range uint64(2000) {
		w := newWorld(seed+1, true)
		if w.play(); w.broken != "" {
			t.Logf("history %d: %s", seed+1, w.broken)
			return
		}
	}
	t.Error("2000 histories in order: they show nothing")
}

// writerTally counts what happened: Turns is how often another host came to write.
type writerTally struct{ Printed, Turns, Ended, Refused, Released, Kills, Restored int }

func (t *writerTally) add(o *writerTally) {
	t.Printed, t.Turns, t.Ended, t.Refused = t.Printed+o.Printed, t.Turns+o.Turns, t.Ended+o.Ended, t.Refused+o.Refused
	t.Released, t.Kills, t.Restored = t.Released+o.Released, t.Kills+o.Kills, t.Restored+o.Restored
}

// world is hosts and their store. What happens is decided by the seed: processes are
// coroutines, of which one goes on to its next step.
type world struct {
	writerTally
	*rand.Rand
	seed  uint64
	at    time.Duration // since the world began
	term  time.Duration
	store memory.Store
	late  []func()
	clock bool // the store has one
	hosts []*machine
	live  []*process
	loose bool

	last   *machine // that printed last
	most   uint64   // that was printed
	told   []string
	broken string
}

// birth is when worlds begin.
var birth = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func newWorld(seed uint64, loose bool) *world {
	w := &world{Rand: rand.New(rand.NewPCG(seed, 9)), seed: seed, loose: loose}
	w.term = []time.Duration{time.Second, 4 * time.Second, DefaultTerm, MostTerm}[w.IntN(4)]
	w.clock = w.one(2)
	w.store.Clock = func() time.Time { return birth.Add(w.at) }
	for i := range 2 + w.IntN(2) {
		m := &machine{w: w, name: fmt.Sprint("host", i), up: time.Duration(w.IntN(1e9))}
		m.file.m = m
		w.hosts = append(w.hosts, m)
	}
	return w
}

func (w *world) one(in int) bool { return w.IntN(in) == 0 }

func (w *world) say(format string, args ...any) {
	w.told = append(w.told, birth.Add(w.at).Format("15:04:05.000 ")+fmt.Sprintf(format, args...))
}

// Told is what happened.
func (w *world) Told() string {
	return fmt.Sprintf("history %d\n%s", w.seed, strings.Join(w.told, "\n"))
}

// Broken is what must not happen; empty if it did not.
func (w *world) Broken() string { return w.broken }

func (w *world) play() {
	defer func() {
		for len(w.live) > 0 {
			w.live[0].Kill()
		}
	}()
	for range 300 + w.IntN(300) {
		if w.broken != "" {
			return
		}
		if w.one(10) {
			w.event()
		}
		if len(w.live) < 2 || len(w.live) < 6 && w.one(6) {
			w.start(w.hosts[w.IntN(len(w.hosts))])
		}
		w.at += time.Duration(w.IntN(int(20 * time.Millisecond)))
		p := w.live[w.IntN(len(w.live))] // it may get far while others stand still
		for range 1 + w.IntN(60) {
			if !p.GoOn() {
				break
			}
		}
	}
}

// event is what happens beside the processes.
func (w *world) event() {
	m := w.hosts[w.IntN(len(w.hosts))]
	switch w.IntN(12) {
	case 0, 1:
		w.at += time.Duration(w.IntN(int(2 * w.term)))
	case 2, 3:
		w.at += 2*w.term + lease.Skew
	case 4:
		m.offset = []time.Duration{0, 0, -5 * time.Second, 5 * time.Second, -time.Hour, 1000 * time.Hour}[w.IntN(6)]
		w.say("%s: the clock of day is off by %s", m.name, m.offset)
	case 5, 6:
		if len(w.live) > 0 {
			p := w.live[w.IntN(len(w.live))]
			w.say("%s: killed", p.name)
			w.Kills++
			p.Kill()
		}
	case 7:
		m.cut = !m.cut
		w.say("%s: cut off: %v", m.name, m.cut)
	case 8:
		if m.cut = true; w.one(2) { // for longer than everything lasts
			w.at += 10 * MostTerm
			m.cut = false
		}
	case 9:
		m.saved = m.file.sheet
	case 10:
		if w.one(2) {
			m.restart()
		}
		if m.saved.Text != nil && w.one(2) {
			w.say("%s: an old record is put back", m.name)
			w.Restored++
			m.file.sheet = m.saved
			m.file.sheet.Intact = false
		}
	case 11:
		for _, f := range w.late {
			f()
		}
		w.late = nil
	}
}

func (w *world) start(m *machine) {
	m.started++
	p := &process{w: w, m: m, name: fmt.Sprintf("%s/%d", m.name, m.started)}
	p.Begin(p.main, func() { w.live = slices.DeleteFunc(w.live, func(o *process) bool { return o == p }) })
	w.live = append(w.live, p)
}

// process is a program on a machine, as far as it got.
type process struct {
	histories.Program
	w    *world
	m    *machine
	name string
}

// main takes numbers and prints them, or gives back what the host has.
func (p *process) main() {
	w, ctx := p.w, context.Background()
	s := p.segments()
	if w.one(8) {
		if _, err := s.Release(ctx); err != nil {
			w.say("%s: release: %v", p.name, err)
			return
		}
		w.Released++
		w.say("%s: released", p.name)
		return
	}
	for range 1 + w.IntN(6) {
		before := w.most
		b, err := s.Take(ctx, 1+uint64(w.IntN(20)))
		if err != nil {
			w.Refused++
			w.say("%s: %v", p.name, err)
			return
		}
		p.Step() // it may stand still before it prints
		if err := s.Held(ctx, false); err != nil && !w.loose {
			if w.Ended++; !errors.Is(err, ErrEnded) {
				w.broken = fmt.Sprintf("%s: %v", p.name, err)
			}
			w.say("%s: %v", p.name, err)
			return
		}
		w.print(p, b, before)
		p.Step()
	}
}

// print compares numbers with all that were printed before their call began, and with
// what other hosts printed before now.
func (w *world) print(p *process, b Block, before uint64) {
	if w.last != p.m {
		before, w.last = w.most, p.m
		w.Turns++
	}
	if b.First <= before && w.broken == "" {
		w.broken = fmt.Sprintf("%s printed %d to %d after %d", p.name, b.First, b.End-1, before)
	}
	w.say("%s: printed %d to %d", p.name, b.First, b.End-1)
	w.most = max(w.most, b.End-1)
	w.Printed++
}
