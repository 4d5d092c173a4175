package collide

import (
	"maps"
	"slices"
	"sort"
)

// laneID is a worker, a count, and a number of the life where lanes do not come back.
type laneID [3]uint64

// period is a part of a process's life in which its readings go on from one value
// to another under one lane: the ticks of it are used in turn, each once.
type period struct {
	lane     laneID
	from, to int64 // readings
	life     int   // of the process
}

// standing is a tick in which the clock of a process stands still.
type standing struct {
	lane laneID
	tick uint64
}

// course is what processes do with ticks, as the rules and the faults have it.
type course struct {
	list    []period
	still   map[standing][]float64 // how long each life is in such a tick, in ns
	plain   bool                   // no more than the arrivals of its own time fall into a tick, as they may after a wait
	strange bool                   // ids can fall into ticks of no period
	lives   int                    // processes so far
}

// course follows the rules through the faults, event by event instead of identifier
// by identifier.
func (s *sim) course() *course {
	c := &course{still: map[standing][]float64{}, plain: true}
	ahead := s.Rules.over == overBorrows || s.Rules.over == overCarries || s.Rules.over == overPauses ||
		s.Rules.over == overSleeps || s.Rules.back == backBumps
	end := int64(s.span())
	next := uint64(s.Nodes)
	workers := s.workers()
	for i, worker := range workers {
		n := &node{sim: s, index: i, clock: newClock(s.Faults, i, s.rng(forClock, uint64(i)))}
		n.setFaults(s.Faults)
		c.plain = c.plain && len(n.bursts) == 0
		c.strange = c.strange || ahead && len(n.bursts) > 0 && len(n.ends) > 0
		l := life{sim: s, course: c, clock: n.clock, lane: laneID{worker}}
		for at := int64(0); at < end; {
			to, up := end, end
			lost := false
			if len(n.ends) > 0 {
				f := n.ends[0]
				n.ends = n.ends[1:]
				to, up = int64(f.At), int64(f.At+f.Shift)
				lost = f.Kind == LoseState || slices.ContainsFunc(s.Faults,
					func(o Fault) bool { return o.Kind == LoseState && !o.Timed && o.of(i) })
			}
			c.lives++
			l.number = c.lives
			l.live(at, to)
			switch s.Rules.worker {
			case workerNext:
				l.lane[0] = next
				next++
			case workerAnew, counterDrawn:
				l.lane[2]++
			}
			l.lost, l.before, l.ended, at = lost, at, to, max(at, up)
		}
	}
	return c
}

// shared lists how long processes are in a tick in which one ends and another begins.
func (c *course) shared(line *timeline) (list [][]float64) {
	byTick := map[standing]map[int]float64{}
	add := func(p *period, from, to int64) {
		at := standing{p.lane, line.tick(from)}
		if byTick[at] == nil {
			byTick[at] = map[int]float64{}
		}
		byTick[at][p.life] += float64(to - from)
	}
	for i := range c.list {
		p := &c.list[i]
		first, last := line.tick(p.from), line.tick(p.to-1)
		if p.to <= p.from {
			continue
		}
		if first == last {
			add(p, p.from, p.to)
			continue
		}
		add(p, p.from, line.reading(first+1))
		add(p, line.reading(last), p.to)
	}
	for _, lives := range byTick {
		if len(lives) > 1 {
			list = append(list, slices.Sorted(maps.Values(lives)))
		}
	}
	slices.SortFunc(list, slices.Compare) // for sums that are the same each time
	return list
}

// life is what course follows: the processes of a node, one after the other.
type life struct {
	*sim
	*course
	clock  *clock
	lane   laneID
	before int64 // start of the process before
	ended  int64
	lost   bool  // its record
	number int   // of the process
	stood  int   // the process in whose last segment the clock stood still
	last   int64 // reading at the end of the last period
	begun  bool  // there is a last period
}

// live adds the periods of a process between two true times.
func (l *life) live(at, to int64) {
	r := &l.Rules
	zero := l.clock.readingAt(at)
	tick := int64(l.line.line.Span(1))
	switch {
	case r.back == backUnseen:
		l.add(zero, zero+to-at)
		return
	case r.back == backBlind:
		used := float64(to-at) * l.Rate / 1e9 / float64(l.Nodes) / float64(uint64(1)<<l.bits)
		l.add(zero, zero+tick*(2+2*int64(used)))
		return
	}
	high, safe := zero, int64(-never)
	if r.saves != savesAll || l.lost {
		l.lane[1] = 0
	}
	if l.begun && !l.lost {
		switch r.saves {
		case savesClock:
			high = max(high, l.clock.readingAt(lastSave(l.before, l.ended, r.saved)))
		case savesAhead, savesAll:
			high = max(high, l.last)
		}
	}
	for i := range l.clock.segs {
		seg, until := &l.clock.segs[i], int64(never)
		if i+1 < len(l.clock.segs) {
			until = l.clock.segs[i+1].from
		}
		from, until := max(at, seg.from), min(to, until)
		if from >= until {
			continue
		}
		a, b := seg.read(from), seg.read(until)
		if seg.frozen {
			l.plain = false
			if repeats := r.saves != savesAll && r.saves != savesAhead || l.lost; repeats && a >= high-tick {
				at := standing{l.lane, l.line.tick(a)}
				if lives := l.still[at]; len(lives) > 0 && l.stood == l.number { // it only goes on to stand still
					lives[len(lives)-1] += float64(until - from)
				} else {
					l.still[at] = append(lives, float64(until-from))
				}
			}
			l.stood = l.number
		} else {
			l.stood = 0
		}
		if a < high-tick {
			switch r.back {
			case backFollows:
				high = a
			case backToggles:
				if a > safe {
					safe, high, l.lane[1] = high, a, l.lane[1]^1
				} else {
					l.plain = false
				}
			case backCounts:
				high = a
				l.lane[1]++
			case backThrows:
			case backWaits:
				l.plain = l.plain && high-a > int64(r.backWait)
			case backBelow: // it uses ticks that lie anywhere below
				l.plain, l.strange = false, true
			default:
				l.plain = false
			}
		}
		if b > high {
			l.add(max(a, high), b)
			high = b
		}
	}
}

func (l *life) add(from, to int64) {
	l.list = append(l.list, period{l.lane, from, to, l.number})
	l.last, l.begun = to, true
}

// depths adds up for how long a lane's readings are covered by d periods at once,
// by d, and how many edges there are between such parts.
func depths(list []period) (length map[int]float64, edges int) {
	type event struct {
		at int64
		d  int
	}
	byLane := map[laneID][]event{}
	for _, s := range list {
		byLane[s.lane] = append(byLane[s.lane], event{s.from, 1}, event{s.to, -1})
	}
	length = map[int]float64{}
	for _, events := range byLane {
		sort.Slice(events, func(i, j int) bool {
			return events[i].at < events[j].at || events[i].at == events[j].at && events[i].d < events[j].d
		})
		d := 0
		for i, e := range events {
			if d > 1 {
				length[d] += float64(e.at - events[i-1].at)
			}
			if d += e.d; d > 1 || d == 1 && e.d < 0 {
				edges++
			}
		}
	}
	return length, edges
}
