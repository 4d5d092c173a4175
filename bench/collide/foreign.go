package collide

import (
	"time"

	"idscope/gen"
	"idscope/gen/sequence"
)

// foreign is a process of another system: its rules as a function of the clock's
// readings, with what it has in memory.
type foreign struct {
	*node

	mask  uint64
	begun int64 // true time of the start

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
	least uint64 // lowest tick that may be used
	shut  bool   // nothing is made until the clock is there
}

// begin starts a process of a node at the clock's present. Memory is what its predecessor
// left, nil for none.
func begin(n *node, memory *foreign) *foreign {
	r, now := &n.Rules, n.line.tick(n.clock.reading())
	f := &foreign{node: n, begun: n.clock.now, mask: gen.Mask(n.Scheme.Layout.Width(gen.Seq)).Lo}
	if r.worker == counterDrawn {
		f.count = f.rng.Uint64N(1 << 14)
	}
	if r.start == startCarry && r.first > 0 {
		f.seq = f.rng.Uint64() & f.mask
	}
	switch {
	case memory == nil || r.saves == savesNothing:
	case r.saves == savesAll:
		f.used, f.last, f.seq, f.over, f.count = memory.used, memory.last, memory.seq, memory.over, memory.count
	case r.saves == savesAhead:
		f.least = max(now, memory.last+f.line.Ticks(r.saved))
	case r.saves == savesClock: // for the last time before the end of the one that began then
		saves := max(0, f.begun-memory.begun-1) / int64(r.saved)
		f.least, f.shut = f.line.tick(f.clock.readingAt(memory.begun+saves*int64(r.saved))), true
	}
	if r.back == backBlind {
		f.used, f.last, f.seq = true, max(now, f.least), 0
	}
	return f
}

// now is the tick that the system believes in.
func (f *foreign) now() uint64 {
	if f.Rules.back == backUnseen {
		return f.line.tick(f.clock.now + f.offset)
	}
	return f.line.tick(f.clock.reading())
}

// until is the true time at which the system has waited for a tick.
func (f *foreign) until(tick uint64) int64 {
	reading := f.line.reading(tick)
	switch {
	case f.Rules.over == overSleeps: // as long as that takes by a clock that runs
		return f.clock.now + reading - f.clock.reading()
	case f.Rules.back == backUnseen:
		return reading - f.offset
	}
	return f.clock.when(reading)
}

// refusal is the time that is waited for by rules that refuse.
const refusal = -1

// take makes up to n ids, after waiting as the rules say.
func (f *foreign) take(n uint64, run *sequence.Run) error {
	for waited := false; ; waited = true {
		r, at := f.decide(f.now(), n, waited)
		switch {
		case r.N > 0:
			*run = r
			return nil
		case at == refusal:
			return errRefused
		}
		if err := f.clock.sleep(max(at, f.clock.now)); err != nil {
			return err
		}
	}
}

// decide gives up to n numbers at tick now, or the true time until which it waits first; a process
// that has waited already does not pause again.
func (f *foreign) decide(now, n uint64, waited bool) (run sequence.Run, until int64) {
	r := &f.Rules
	if now < f.least {
		if f.shut {
			return run, refusal
		}
		now = f.least
	}
	if r.over == overPauses {
		if !waited && f.last >= now {
			return run, f.clock.now + int64(5*time.Millisecond)
		}
		n = 1 // it looks at the clock for each
	}
	if r.back == backBumps {
		if f.used {
			now = max(now, f.last+1)
		}
		f.used, f.last = true, now
		return sequence.Run{Tick: now, N: 1, Count: f.count}, 0
	}
	at := now
	f.ahead = f.ahead && (now < f.last || now == f.last && r.over == overBorrows)
	switch {
	case r.over == overSleeps && waited:
		f.open(f.last + 1)
		now, n = f.last, 1 // for the next it looks again
	case r.over == overBorrows && f.ahead && f.loans >= r.lead:
		return run, f.until(f.last + 1)
	case r.back == backBlind || f.ahead:
		now = f.last
	case f.used && now < f.last:
		if run, until = f.stepped(&now); run.N > 0 || until != 0 {
			return run, until
		}
	}
	f.below = 0
	if !f.used || now != f.last {
		f.open(now)
		f.loans = 0
	} else if f.over {
		if until = f.overflow(at); until != 0 {
			return run, until
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
	return run, 0
}

// lowest is the lowest tick that the process, or a successor, can still use.
func (f *foreign) lowest() uint64 {
	low := f.line.tick(f.clock.lowest())
	switch {
	case f.Rules.back == backUnseen:
		low = min(low, f.now())
	case f.Rules.back == backBlind, f.Rules.over == overSleeps && f.over:
		low = min(low, f.last)
	}
	return low
}

// stepped is what the rules do while the clock is before the last tick. Where that is nothing, an
// id is generated at now as usual.
func (f *foreign) stepped(now *uint64) (run sequence.Run, until int64) {
	switch r := &f.Rules; r.back {
	case backWaits:
		if until = f.until(f.last); f.line.Span(f.last-*now) > r.backWait {
			until = refusal
		}
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
			return run, f.until(f.safe + 1)
		}
		f.safe, f.count = f.last, f.count^1
	case backCounts:
		f.count = (f.count + 1) & (1<<14 - 1)
	default:
		until = refusal
	}
	return run, until
}

// open begins a tick.
func (f *foreign) open(tick uint64) {
	r := &f.Rules
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
	}
	f.used, f.last, f.base, f.over = true, tick, f.seq, false
}

// overflow is what the rules do when the tick is used up and the clock at now: they open another, or wait.
func (f *foreign) overflow(now uint64) (until int64) {
	switch f.Rules.over {
	case overBorrows:
		f.loans++ // what is borrowed counts, not how far ahead of the clock that is
	case overCarries, overPauses:
	case overWraps:
		f.open(f.last)
		return 0
	default:
		return f.until(f.last + 1)
	}
	f.open(f.last + 1)
	f.ahead = f.last > now
	return 0
}
