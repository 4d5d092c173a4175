package lease

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/internal/histories"
)

// TestHistories makes up histories of hosts that share a store, and plays them over the
// real code.
func TestHistories(t *testing.T) {
	var all tally
	histories.Play(t, 600, func(seed uint64) histories.History {
		h := newHistory(seed, false)
		h.play()
		all.add(&h.tally)
		return h
	})
	t.Logf("%+v", all)
	if all.Histories > 500 && (all.IDs < 20*all.Histories || all.Kills == 0 || all.Acquired < all.Histories ||
		all.Renewed < all.Histories/4 || all.Released == 0 || all.Fenced == 0 || all.Lost == 0 || all.Joined == 0 ||
		all.Forgot == 0) {
		t.Error("too little happened: the histories show nothing")
	}
}

// TestHistoriesWithoutCeiling takes the ceiling out of all grants, and wants
// the same histories to find duplicates.
func TestHistoriesWithoutCeiling(t *testing.T) {
	for seed := range uint64(3000) {
		h := newHistory(seed+1, true)
		if h.play(); strings.Contains(h.broken, "twice") {
			t.Logf("history %d: %s", seed+1, h.broken)
			return
		}
	}
	t.Error("3000 histories without a duplicate: they show nothing")
}

// TestHistoriesUnseen lets the store go back without telling, and wants the same histories
// to find duplicates: it is the incarnation that keeps them out.
func TestHistoriesUnseen(t *testing.T) {
	for seed := range uint64(3000) {
		h := newHistory(seed+1, false)
		h.blind = true
		if h.play(); strings.Contains(h.broken, "twice") {
			t.Logf("history %d: %s", seed+1, h.broken)
			return
		}
	}
	t.Error("3000 histories without a duplicate: they show nothing")
}

// tally counts what histories did.
type tally struct {
	Histories, IDs, Kills, Acquired, Renewed, Released, Fenced, Lost, Restored, Forgot, Joined, Steps, Refused int
}

func (t *tally) add(o *tally) {
	t.Histories++
	t.IDs, t.Kills, t.Acquired, t.Renewed = t.IDs+o.IDs, t.Kills+o.Kills, t.Acquired+o.Acquired, t.Renewed+o.Renewed
	t.Released, t.Fenced, t.Lost, t.Restored = t.Released+o.Released, t.Fenced+o.Fenced, t.Lost+o.Lost,
		t.Restored+o.Restored
	t.Steps, t.Refused, t.Joined, t.Forgot = t.Steps+o.Steps, t.Refused+o.Refused, t.Joined+o.Joined, t.Forgot+o.Forgot
}

// history is some hosts, their store, and what was generated. What happens is
// decided by the seed alone: processes are coroutines, of which one goes on to its
// next step.
type history struct {
	tally
	*rand.Rand
	seed   uint64
	at     time.Time // by a clock that is right
	scheme *gen.Scheme
	terms  Config
	store  *shelf
	hosts  []*host
	live   []*process
	made   map[used]string
	broken string
	lines  []string
	loose  bool // without the ceiling
	blind  bool // the store does not tell that it went back
}

// used is an identifier: nothing else may have the same three.
type used struct {
	worker, tick, value, count uint64
}

func newHistory(seed uint64, loose bool) *history {
	h := &history{Rand: rand.New(rand.NewPCG(seed, 5)), seed: seed, loose: loose, made: make(map[used]string)}
	h.at = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).Add(time.Duration(h.IntN(1e9)))
	layout := pick(h, "time:41 worker:1 seq:3", "time:41 worker:1 seq:3", "time:41 worker:2 seq:2",
		"time:41 worker:1 rollback:1 seq:3",
		"worker:1 seq:12")
	l, err := gen.ParseLayout(layout)
	if err != nil {
		panic(err)
	}
	s := &gen.Scheme{Name: "custom",
		Bits: gen.Bits{Layout: l, Epoch: time.UnixMilli(1288834974657),
			Tick:     pick(h, time.Millisecond, 100*time.Millisecond, time.Second),
			Overflow: pick(h, gen.OverflowWait, gen.OverflowBorrow),
			Backward: pick(h, gen.BackwardFail, gen.BackwardContinue, gen.BackwardWait),
			Start:    gen.Start{Rule: gen.StartZero}}}
	if l.Width(gen.Time) == 0 {
		s.Tick, s.Epoch = 0, time.Time{}
	}
	if l.Width(gen.Rollback) > 0 {
		s.Backward = gen.BackwardBits
	}
	h.scheme = s
	lead := s.Lead()
	if h.terms, err = ConfigOf(s, "0123", WorkerField, lead,
		pick(h, time.Second, 3*time.Second, 20*time.Second)); err != nil {
		panic(err)
	}
	h.store = newShelf(h)
	for i := range 2 + h.IntN(3) {
		h.hosts = append(h.hosts, newHost(h, "host"+strconv.Itoa(i)))
	}
	return h
}

func pick[T any](h *history, list ...T) T { return list[h.IntN(len(list))] }
func (h *history) one(in int) bool        { return h.IntN(in) == 0 }

func (h *history) say(format string, args ...any) {
	h.lines = append(h.lines, h.at.Format("15:04:05.000 ")+fmt.Sprintf(format, args...))
}

// Told is what happened.
func (h *history) Told() string {
	return fmt.Sprintf("history %d: %s, tick %s, backward %s, overflow %s, lease %s, %d hosts\n%s", h.seed,
		h.scheme.Layout.String(), h.scheme.Tick, h.scheme.Backward, h.scheme.Overflow, h.terms.Lease, len(h.hosts),
		strings.Join(h.lines, "\n"))
}

// Broken is what must not happen; empty if it did not.
func (h *history) Broken() string { return h.broken }

// play makes the history.
func (h *history) play() {
	defer func() {
		for len(h.live) > 0 {
			h.live[0].Kill()
		}
	}()
	for range 150 + h.IntN(250) {
		if h.broken != "" {
			return
		}
		if h.Steps++; h.one(12) {
			h.event()
		}
		if len(h.live) < 2 || len(h.live) < 8 && h.one(6) {
			h.start()
		}
		h.at = h.at.Add(time.Duration(h.IntN(int(20 * time.Millisecond))))
		for range 1 + h.IntN(12) { // one process may get far while others stand still
			p := h.live[h.IntN(len(h.live))]
			for range 1 + h.IntN(8) {
				if !p.GoOn() {
					break
				}
			}
			if len(h.live) == 0 {
				break
			}
		}
	}
}

// generated notes an identifier.
func (h *history) generated(u used, by string) {
	if first, twice := h.made[u]; twice && h.broken == "" {
		h.broken = fmt.Sprintf("number %d, tick %d, sequence %d, count %d was generated twice: by %s and by %s", u.worker,
			u.tick, u.value, u.count, first, by)
	}
	h.made[u] = by
	h.IDs++
}
