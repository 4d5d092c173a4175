package worker

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/internal/histories"
	"idscope/gen/testing/try"
)

type made struct {
	key string
	id  gen.ID
}

// used is a number of a layout; the highest tick that was made of it is known.
type used struct {
	key    string
	worker uint64
}

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
	var live []*histories.Program
	for range 2 + h.IntN(3) {
		p := h.process()
		t, step := new(histories.Program), p.step
		p.step = func() {
			if step(); !t.Rest() {
				p.die()
				panic(histories.Killed{})
			}
		}
		t.Begin(func() { h.run(p) }, func() {})
		live = append(live, t)
	}
	for len(live) > 0 && h.broken == "" {
		h.live = len(live)
		n := h.IntN(len(live))
		for range 1 + h.IntN(pick(h, 1, 3, 30)) {
			if !live[n].GoOn() {
				live = slices.Delete(live, n, n+1)
				break
			}
		}
		if h.one(40) && !h.kills {
			h.meanwhile()
		}
	}
	for _, t := range live {
		t.Kill()
	}
	h.live = 0
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
	f.FS = proc
	h.Calls++
	h.calls++
	number := h.calls
	o := h.rules(p)
	lead := p.Lead()
	if o.MaxLead != nil {
		lead = *o.MaxLead
	}
	auto := p.WorkerBits() == 0 || h.half()
	worker := pick(h, p.workers...)
	open := 1 + h.IntN(pick(h, 3, 20, 300))
	h.say("call %d: %s in %s, auto %t or worker %d, %d ids, backward %s, overflow %s, start %v, lead %s", number, p.key,
		f.State, auto, worker, open, o.Backward, o.Overflow, o.Start, lead)
	if h.one(5) || h.kills && h.half() {
		proc.dieAfter(h.IntN(pick(h, 30, 100)))
	}
	if !h.kills && !h.lose && h.one(3) {
		in := pick(h, 5, 20, 60)
		proc.fails = func() bool { return h.one(in) }
	}
	var count int
	var err error
	if histories.Dies(func() {
		for tries := 5; ; tries-- {
			var n int
			n, err = h.make(context.Background(), f, p, o, number, auto, worker, lead, open)
			if count += n; tries == 0 || !errors.Is(err, ErrBusy) {
				return
			}
			for range h.IntN(40) {
				proc.step()
			}
		}
	}) {
		h.Kills++
		h.say("    call %d: killed, %d ids", number, count)
		return
	}
	if count > 0 {
		h.Made++
	}
	if err != nil {
		h.Refused++
	}
	refused := errors.As(err, new(*fault.Error)) && !errors.As(err, new(*gen.ClockError))
	if h.kills && refused && !errors.Is(err, ErrBusy) && !errors.Is(err, ErrNoNumber) {
		h.broken = fmt.Sprintf("kills alone refused call %d: %v", number, err)
	}
	h.say("    call %d: worker %d, %d ids: %v", number, worker, count, err)
}

// make is the work of a call.
func (h *history) make(ctx context.Context, f Folder, p *plan, o gen.Options, number int, auto bool, worker uint64,
	lead time.Duration, open int) (count int, err error) {
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
	g := try.Of(gen.New(p.Scheme, o)).Or(h.t)
	for tries := 3; open > 0 && tries > 0; { // a server goes on after an error
		ids := make([]gen.ID, 1+h.IntN(open))
		var n int
		n, err = g.Fill(ctx, ids)
		h.note(p, worker, number, ids[:n])
		if open, count = open-n, count+n; err != nil {
			tries--
		}
	}
	return count, err
}

// note fails where an identifier was made before.
func (h *history) note(p *plan, worker uint64, call int, ids []gen.ID) {
	h.IDs += len(ids)
	for _, id := range ids {
		if before, twice := h.seen[made{p.key, id}]; twice {
			h.broken = fmt.Sprintf("call %d made %v of worker %d again, which call %d had made; tick %d is %v",
				call, id, worker, before, p.codec.Source(id, gen.Time).Lo,
				p.Timeline().Time(p.codec.Source(id, gen.Time).Lo))
			panic(histories.Killed{})
		}
		h.seen[made{p.key, id}] = call
		k := used{p.key, worker}
		h.last[k] = max(h.last[k], p.codec.Source(id, gen.Time).Lo)
	}
}

// rules makes up what a call is told.
func (h *history) rules(p *plan) gen.Options {
	o := gen.Options{Clock: h, Set: p.set, Random: seeded{h.Rand},
		Overflow: pick(h, 0, gen.OverflowWait, gen.OverflowBorrow, gen.OverflowBorrow, gen.OverflowFail)}
	o.Backward = pick(h, 0, gen.BackwardFail, gen.BackwardWait, gen.BackwardContinue)
	if p.Layout.Width(gen.Seq) > 0 {
		o.Start = pick(h, gen.Start{}, gen.Start{}, gen.Start{Rule: gen.StartZero}, gen.Start{Rule: gen.StartCarry},
			gen.Start{Rule: gen.StartRandom, Range: 4}, gen.Start{Rule: gen.StartRotate, Range: 5},
			gen.Start{Rule: gen.StartDraw})
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

// plan is a layout with the worker numbers and values that are used of it.
type plan struct {
	*gen.Scheme
	key     string
	workers []uint64
	set     []gen.Assignment
	codec   *gen.Codec
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
		kind{"time:30 worker:4 seq:6", 10 * time.Second}, kind{"time:30 worker:4 seq:7", time.Hour},
		kind{"time:30 worker:2 seq:10", time.Hour},
		kind{"worker:4 seq:30", 0}, kind{"seq:40", 0}, kind{"time:41 seq:5", time.Millisecond},
		kind{"time:41 worker:4 rollback:2 seq:4", time.Millisecond},
		kind{"time:35 worker:2 rollback:1 seq:6", 10 * time.Millisecond},
		kind{"time:41 worker:2 random:10", time.Millisecond}, kind{"time:41 shard:3 seq:5", time.Millisecond},
		kind{"time:32 worker:2 seq:6", 100 * time.Millisecond},
	)
	l := try.Of(gen.ParseLayout(k.layout)).Or(h.t)
	s := &gen.Scheme{Name: "custom",
		Bits: gen.Bits{Layout: l, Epoch: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), Tick: k.tick,
			Overflow: gen.OverflowWait, Backward: pick(h, gen.BackwardFail, gen.BackwardContinue)}}
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
		p.set = []gen.Assignment{{Field: "shard", Value: gen.ID{Lo: h.Uint64N(8)}}}
	}
	p.key = formOf(s, p.set...).key
	p.codec = try.Of(l.Compile()).Or(h.t)
	p.workers = []uint64{0}
	if s.WorkerBits() > 0 && h.half() {
		p.workers = append(p.workers, 1)
	}
	return p
}
