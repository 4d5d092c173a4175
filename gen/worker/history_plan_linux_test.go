package worker

import (
	"time"

	"idscope/gen"
	"idscope/gen/testing/try"
)

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
		p.set = []gen.Assignment{{Field: "shard", Value: gen.FromUint64(h.Uint64N(8))}}
	}
	p.key = formOf(s, p.set...).key
	p.codec = try.Of(l.Compile()).Or(h.t)
	p.workers = []uint64{0}
	if s.WorkerBits() > 0 && h.half() {
		p.workers = append(p.workers, 1)
	}
	return p
}
