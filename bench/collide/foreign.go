package collide

import (
	"math/rand/v2"
	"time"

	"idscope/gen"
	"idscope/gen/sequence"
)

// foreign is a process of another system: its rules as a function of the clock's
// readings, with what it has in memory.
type foreign struct {
	rules *Rules
	clock *clock
	line  timeline
	rng   *rand.Rand
	mask  uint64

	used  bool
	last  uint64 // tick of the last id
	seq   uint64 // next number of that tick
	over  bool   // the numbers of that tick are used up
	ahead bool   // that tick was borrowed, and the clock has not reached it
	loans uint64 // ticks borrowed since the clock was last past all of them
	base  uint64 // number with which the last tick started
	count uint64 // rollback count, toggle, or random bits of the start
	safe  uint64 // highest tick of the other side of the toggle
	below uint64 // tick to use next while the clock is back; 0 where it is not
	turn  uint64 // reserved number in use
	begun int64  // true time of the start
	zero  int64  // reading at the start
	least uint64 // lowest tick that may be used
	shut  bool   // nothing is made until the clock is there
}

// begin starts a process at the clock's present. Memory is what its predecessor
// left, nil for none.
func begin(r *Rules, c *clock, line timeline, bits int, rng *rand.Rand, memory *foreign) *foreign {
	f := &foreign{rules: r, clock: c, line: line, rng: rng, mask: gen.Mask(bits).Lo, begun: c.now, zero: c.reading()}
	now := line.tick(f.zero)
	if r.worker == counterDrawn {
		f.count = rng.Uint64N(1 << 14)
	}
	if r.start == startCarry && r.first > 0 {
		f.seq = rng.Uint64() & f.mask
	}
	switch {
	case memory == nil || r.saves == savesNothing:
	case r.saves == savesAll:
		f.used, f.last, f.seq, f.over, f.count = memory.used, memory.last, memory.seq, memory.over, memory.count
	case r.saves == savesAhead:
		f.least = max(now, memory.last+line.Ticks(r.saved))
	case r.saves == savesClock:
		f.least, f.shut = line.tick(c.readingAt(lastSave(memory.begun, c.now, r.saved))), true
	}
	if r.back == backBlind {
		f.used, f.last, f.seq = true, max(now, f.least), 0
	}
	return f
}

// lastSave is when a process that began at one true time and ended at another
// saved its clock for the last time, before its end.
func lastSave(begun, ended int64, every time.Duration) int64 {
	return begun + max(0, ended-begun-1)/int64(every)*int64(every)
}

// delay is what the rules say when they give no number: wait until a tick, or
// pause, or refuse.
type delay struct {
	refuse bool
	until  uint64
	unseen bool // wait as long as that takes by a clock that runs, without a look at it
	pause  time.Duration
}

// now is the tick that the system believes in.
func (f *foreign) now() uint64 {
	if f.rules.back == backUnseen {
		return f.line.tick(f.zero + f.clock.now - f.begun)
	}
	return f.line.tick(f.clock.reading())
}

// take makes up to n ids, after waiting as the rules say.
func (f *foreign) take(n uint64, run *sequence.Run) error {
	paused := false
	for {
		r, v := f.decide(f.now(), n, paused)
		if r.N > 0 {
			*run = r
			return nil
		}
		if v.refuse {
			return errThrown
		}
		at := f.clock.now + int64(v.pause)
		switch {
		case v.unseen:
			at = f.clock.now + f.line.reading(v.until) - f.clock.reading()
		case v.pause == 0:
			if at = f.clock.when(f.line.reading(v.until)); f.rules.back == backUnseen {
				at = f.begun + f.line.reading(v.until) - f.zero
			}
		}
		if err := f.clock.sleep(max(at, f.clock.now)); err != nil {
			return err
		}
		paused = v.pause > 0 || v.unseen
	}
}

// decide gives up to n numbers at tick now, or says what to do instead.
func (f *foreign) decide(now, n uint64, paused bool) (run sequence.Run, v delay) {
	r := f.rules
	if now < f.least {
		if f.shut {
			return run, delay{refuse: true}
		}
		now = f.least
	}
	if r.over == overPauses {
		if !paused && f.last >= now {
			return run, delay{pause: 5 * time.Millisecond}
		}
		n = 1 // it looks at the clock for each
	}
	if r.back == backBumps {
		if f.used {
			now = max(now, f.last+1)
		}
		f.used, f.last = true, now
		return sequence.Run{Tick: now, N: 1, Count: f.count}, v
	}
	at := now
	f.ahead = f.ahead && (now < f.last || now == f.last && r.over == overBorrows)
	switch {
	case r.over == overSleeps && paused:
		f.open(f.last + 1)
		now, n = f.last, 1 // for the next it looks again
	case r.over == overBorrows && f.ahead && f.loans >= r.lead:
		return run, delay{until: f.last + 1}
	case r.back == backBlind || f.ahead:
		now = f.last
	case f.used && now < f.last:
		if run, v = f.stepped(&now); run.N > 0 || v != (delay{}) {
			return run, v
		}
	}
	f.below = 0
	if !f.used || now != f.last {
		f.open(now)
		f.loans = 0
	} else if f.over {
		if v = f.overflow(at); v != (delay{}) {
			return run, v
		}
	}
	if f.loans > 0 && f.loans >= r.lead {
		n = 1 // of the last tick that it borrows
	}
	run = sequence.Run{Tick: f.last, Value: sequence.Wide{Lo: f.seq}, N: min(n, f.mask-f.seq+1), Count: f.count}
	f.seq += run.N
	f.over = f.seq > f.mask
	if f.over && r.over == overWraps && r.start == startCarry { // no limit of the tick, it only goes round
		f.seq, f.over = 0, false
	}
	return run, v
}

// lowest is the lowest tick that the process, or a successor, can still use.
func (f *foreign) lowest() uint64 {
	low := f.line.tick(f.clock.lowest())
	switch {
	case f.rules.back == backUnseen:
		low = min(low, f.now())
	case f.rules.back == backBlind, f.rules.over == overSleeps && f.over:
		low = min(low, f.last)
	}
	return low
}

// stepped is what the rules do while the clock is before the last tick. Where that is nothing, an
// id is generated at now as usual.
func (f *foreign) stepped(now *uint64) (run sequence.Run, v delay) {
	switch r := f.rules; r.back {
	case backWaits:
		v = delay{until: f.last, refuse: f.line.Span(f.last-*now) > r.backWait}
	case backKeeps:
		*now = f.last
	case backFollows, backUnseen:
	case backBelow:
		if f.below == 0 {
			f.below = f.last - 1
			f.turn = f.turn%4 + 1
		}
		run = sequence.Run{Tick: f.below, Value: sequence.Wide{Lo: f.turn}, N: 1, Count: f.count}
		f.below--
	case backToggles:
		if *now <= f.safe {
			return run, delay{until: f.safe + 1}
		}
		f.safe, f.count = f.last, f.count^1
	case backCounts:
		f.count = (f.count + 1) & (1<<14 - 1)
	default:
		v.refuse = true
	}
	return run, v
}

// open begins a tick.
func (f *foreign) open(tick uint64) {
	r := f.rules
	switch {
	case r.start == startRandom:
		f.seq = f.rng.Uint64N(r.first)
	case r.start == startRotate:
		f.seq = (f.base + 1) % r.first
	case r.start == startCarry:
	case r.start == startAny:
		f.seq = f.rng.Uint64() & f.mask
	case r.start == startHalf && f.seq <= f.mask/2: // goes on
	default:
		f.seq = min(r.first, f.mask)
		if r.start == startHalf {
			f.seq = 0
		}
	}
	f.used, f.last, f.base, f.over = true, tick, f.seq, false
}

// overflow is what the rules do when the tick is used up and the clock at now: they open another, or wait.
func (f *foreign) overflow(now uint64) (v delay) {
	switch f.rules.over {
	case overBorrows:
		f.loans++ // what is borrowed counts, not how far ahead of the clock that is
	case overCarries, overPauses:
	case overWraps:
		f.open(f.last)
		return v
	default:
		return delay{until: f.last + 1, unseen: f.rules.over == overSleeps}
	}
	f.open(f.last + 1)
	f.ahead = f.last > now
	return v
}
