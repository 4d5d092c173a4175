package inspect

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"idscope/gen"
)

// member is a compiled scheme.
type member struct {
	scheme  *gen.Scheme
	codec   *gen.Codec
	line    gen.Timeline
	size    int
	timed   bool
	meaning int // bits that have a meaning besides data; 1 of a pattern
	letters []byte
	digits  string                     // layout of its times
	stamp   atomic.Pointer[timeWriter] // their writer, once it is asked for
	same    []string
	key     string // equal for schemes that make the same identifiers
	kind    int    // the same as a number

	patterned

	first, last uint64 // the plausible ticks; none where last < first
	used        uint64 // the tick of the first use, at most first
	lastDated   uint64 // the last tick of a year that RFC 3339 can write
	top         top
}

// top is the run of bits from the most significant on that one interval of
// values can check: constants, and the time's upper field where it comes next.
type top struct {
	lead  int    // constant bits in front
	value uint64 // of those
	time  int    // bits of the time field that follows, 0 for none
	from  int    // lowest bit of the time in that field
}

func newMember(s *gen.Scheme, now time.Time, bare bool) (*member, error) {
	m := &member{scheme: s, timed: s.Timed()}
	if s.Pattern != nil {
		if err := m.pattern(s, bare); err != nil {
			return nil, err
		}
	} else {
		codec, err := s.Layout.Compile()
		if err != nil {
			return nil, err
		}
		m.codec, m.size, m.letters = codec, codec.Size(), s.Layout.Letters()
		m.meaning = m.size - ones(codec.Mask(gen.Const)) - ones(codec.Mask(gen.Data))
		m.key = fmt.Sprintf("%d %s", m.size, s.Layout.Plain())
		if s.Layout.Width(gen.Random) == m.size { // chance alone has nothing in common with chance
			m.key += " " + s.Name
		}
	}
	if m.timed {
		m.line = s.Timeline()
		m.digits = s.TimeLayout()
		m.lastDated = lastDated(m.line, s.Fraction)
		m.key += fmt.Sprintf(" %d.%09d %d %d %d", s.Epoch.Unix(), s.Epoch.Nanosecond(), s.Tick, s.Fraction, s.Digit)
		m.used, m.last = m.ticks(s.Since, now.Add(day))
		m.first = m.used
		if now.Sub(s.Since) > 365*day { // every small number is of the first day
			m.first, _ = m.ticks(s.Since.Add(day), now)
		}
	}
	m.top = topOf(s.Layout)
	return m, nil
}

const day = 24 * time.Hour

// ticks are those of the times from since to until, within the layout.
func (m *member) ticks(since, until time.Time) (first, last uint64) {
	first, _ = m.line.Tick(since) // 0 before the epoch
	last, ok := m.line.Tick(until)
	if !ok {
		return 1, 0
	}
	return first, min(last, m.scheme.LastTick())
}

func topOf(l gen.Layout) (t top) {
	width := l.Width(gen.Time)
	for _, f := range l {
		switch {
		case f.Source == gen.Const && t.lead+f.Bits <= 64:
			t.value = t.value<<f.Bits | f.Value
			t.lead += f.Bits
			continue
		case f.Source == gen.Time && f.From+f.Bits == width:
			t.time, t.from = f.Bits, f.From
		}
		break
	}
	return t
}

// plausible reports whether a tick lies between the first use and tomorrow.
func (m *member) plausible(tick uint64) bool {
	return !m.timed || m.first <= tick && tick <= m.last
}

// tick is the time of an identifier, in ticks.
func (m *member) tick(id gen.ID) uint64 {
	if m.codec == nil {
		return id.Lo
	}
	return m.codec.Source(id, gen.Time).Lo
}

// shown is a tick without the fraction below the scheme's own resolution.
func (m *member) shown(tick uint64) uint64 {
	return tick >> m.scheme.Fraction << m.scheme.Fraction
}

// unixMilli is the time of a tick in Unix milliseconds, rounded down; ok is
// false from 2^53 on, in the year 287396, which JSON numbers do not hold.
func (m *member) unixMilli(tick uint64) (ms int64, ok bool) {
	t := m.line.Time(m.shown(tick))
	if sec := t.Unix(); sec > (1<<53)/1000-1 || tick > 0 && t.Before(m.line.Epoch()) {
		return 0, false
	}
	return t.UnixMilli(), true
}

// nameSame notes for each member the names of the schemes that make the same
// identifiers, most common first, and lets the earliest first use of all hold. It
// returns how many kinds there are.
func nameSame(used, known []*member) (kinds int) {
	same, numbers := map[string][]*member{}, map[string]int{}
	for _, k := range known {
		same[k.key] = append(same[k.key], k)
	}
	for _, list := range same {
		slices.SortStableFunc(list, byPrior)
	}
	for _, m := range used {
		if _, ok := numbers[m.key]; !ok {
			numbers[m.key] = len(numbers)
		}
		m.kind = numbers[m.key]
		for _, k := range same[m.key] {
			if k.scheme.Name != m.scheme.Name {
				m.same = append(m.same, k.scheme.Name)
				m.first, m.used = min(m.first, k.first), min(m.used, k.used)
			}
		}
	}
	return len(numbers)
}

// byPrior has the most common scheme first.
func byPrior(a, b *member) int {
	switch {
	case a.scheme.Prior != b.scheme.Prior && a.scheme.Prior > b.scheme.Prior:
		return -1
	case a.scheme.Prior != b.scheme.Prior:
		return 1
	}
	return strings.Compare(a.scheme.Name, b.scheme.Name)
}
