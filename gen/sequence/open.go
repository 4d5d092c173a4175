package sequence

// How a new tick begins.

// firstCount is where a rollback field starts: at random in one as wide as the
// clock sequence of UUIDv1 (RFC 9562 section 6.10), else at 0.
func (q *Sequencer) firstCount() (uint32, error) {
	if q.Rollback <= 5 {
		return 0, nil
	}
	v, err := q.random.Word()
	return uint32(v & ones(q.Rollback)), err
}

// catchUp returns the tick to open at tick now: now itself, but for a waiter,
// which first fills the ticks that passed while it slept.
func (q *Sequencer) catchUp(p *Point, now uint64) uint64 {
	if q.waiting {
		q.backlog = now
	}
	if q.Overflow != OverflowWait || !p.Used || p.Tick >= q.backlog {
		return now
	}
	return max(p.Tick+1, now-min(now, q.Window))
}

// first draws where a new tick's sequence begins: the start policy's matter, or
// random bits that grow.
func (q *Sequencer) first(p *Point, tick uint64) (Wide, error) {
	var random uint64
	var err error
	switch {
	case q.Growth != GrowthNone:
		return q.drawWide()
	case !p.Used && q.First != nil:
		return Wide{Lo: *q.First}, nil
	case q.Start.Rule == StartDraw:
		return q.draw(p, tick)
	case q.Start.Rule == StartRandom, q.Start.Rule == StartCarry && !p.Used && q.Alone:
		if random, err = q.random.Word(); err != nil {
			return Wide{}, err
		}
		return Wide{Lo: q.Start.First(p.Base.Lo, random, random) & q.mask.Lo}, nil
	case !p.Used:
		return Wide{}, nil
	}
	return Wide{Lo: q.Start.First(p.Base.Lo, p.Value.Lo, 0) & q.mask.Lo}, nil
}

// draw draws the lower half of the sequence for a new tick, and the upper half too
// where a second has passed since that was drawn: of many generators, few then
// share an upper half, and those that do are apart for the whole second (SCRU128,
// design notes).
func (q *Sequencer) draw(p *Point, tick uint64) (Wide, error) {
	random, err := q.random.Word()
	if err != nil {
		return Wide{}, err
	}
	v := q.Start.First(0, 0, random) & q.mask.Lo
	if p.Used && tick-q.renewed < q.Second {
		lower := ones(q.Bits / 2)
		return Wide{Lo: p.Value.Lo&^lower | v&lower}, nil
	}
	q.renewed = tick
	return Wide{Lo: v}, nil
}

// drawWide returns a random number within the mask.
func (q *Sequencer) drawWide() (v Wide, err error) {
	if v.Lo, err = q.random.Word(); err == nil && q.mask.Hi != 0 {
		v.Hi, err = q.random.Word()
	}
	return Wide{Hi: v.Hi & q.mask.Hi, Lo: v.Lo & q.mask.Lo}, err
}
