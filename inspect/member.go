package inspect

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen"
)

// family is a scheme that texts may be of. It is compiled when a text of a length comes
// that its identifiers may have: most calls read few texts.
type family struct {
	scheme            *gen.Scheme
	size              int // in bits; 0 of a pattern
	shortest, longest int // of its texts, in any spelling
	once              sync.Once
	member            *member
	alone             bool // no other scheme makes the same identifiers: they are chance alone, or a pattern
}

// families returns those of schemes.
func families(list []*gen.Scheme) []*family {
	all := make([]family, len(list))
	pointers := make([]*family, len(list))
	for i, s := range list {
		f := &all[i]
		f.scheme = s
		if s.Pattern != nil {
			f.alone = true
		} else {
			f.size = s.Layout.Size()
			f.alone = s.Layout.Width(gen.Random) == f.size
		}
		f.shortest, f.longest = lengths(s, f.size)
		pointers[i] = f
	}
	return pointers
}

// lengths are those of the texts of a scheme, in any spelling.
func lengths(s *gen.Scheme, size int) (shortest, longest int) {
	if s.Pattern != nil {
		return s.Pattern.Len()
	}
	shortest = maxText
	if s.Affix != nil {
		shortest, longest = s.Len()
	}
	eachSpelling(s, size, func(o spelled) {
		low, high := o.text.Len(size)
		shortest, longest = min(shortest, low), max(longest, high)
	})
	return shortest, longest
}

// same reports whether two schemes make the same identifiers.
func (f *family) same(k *family) bool {
	a, b := f.scheme, k.scheme
	switch {
	case f == k:
		return true
	case f.size != k.size || f.alone != k.alone || f.alone && a.Name != b.Name || a.Timed() != b.Timed():
		return false
	case a.Timed() && (!a.Epoch.Equal(b.Epoch) || a.Tick != b.Tick || a.Fraction != b.Fraction || a.Digit != b.Digit):
		return false
	}
	return f.size == 0 || a.Layout.Plain() == b.Layout.Plain()
}

// compiled returns the member of a family, of which the others are known.
func (in *Inspector) compiled(f *family) *member {
	f.once.Do(func() {
		f.member, _ = newMember(f.scheme, in.opts.Now, len(in.opts.As) == 0) // New has checked it
		in.nameSame(f)
	})
	return f.member
}

// nameSame notes the names of the schemes that make the same identifiers, most common
// first, and lets the earliest first use of all hold.
func (in *Inspector) nameSame(f *family) {
	m := f.member
	m.kind = slices.IndexFunc(in.used, func(k *family) bool { return f.same(k) })
	var others []*gen.Scheme
	for _, k := range in.known {
		if f.same(k) && k.scheme.Name != f.scheme.Name {
			others = append(others, k.scheme)
		}
	}
	slices.SortStableFunc(others, byPrior)
	for _, s := range others {
		m.same = append(m.same, s.Name)
		if m.timed {
			first, used := m.firstOf(s, in.opts.Now)
			m.first, m.used = min(m.first, first), min(m.used, used)
		}
	}
}

// members are the compiled schemes whose texts may have a length from least to most.
func (in *Inspector) members(least, most int) []*member {
	var list []*member
	for _, f := range in.used {
		if f.shortest <= most && f.longest >= least {
			list = append(list, in.compiled(f))
		}
	}
	return list
}

// asked are the members of the schemes of As.
func (in *Inspector) asked() []*member {
	if len(in.opts.As) == 0 {
		return nil
	}
	return in.members(0, 1<<30)
}

// lazyList is candidates that few texts need.
type lazyList struct {
	once sync.Once
	list []*candidate
}

// of returns the list, which is made from the members that want accepts.
func (l *lazyList) of(in *Inspector, want func(*family) bool, make func([]*member) []*candidate) []*candidate {
	l.once.Do(func() {
		var members []*member
		for _, f := range in.used {
			if want(f) {
				members = append(members, in.compiled(f))
			}
		}
		l.list = make(members)
		for i, c := range l.list {
			c.index, c.loose = behindAll+i, true
		}
	})
	return l.list
}

// behindAll is the index of the first candidate that is of no table's list.
const behindAll = 1 << 20

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
	begun   sync.Map                   // how its texts may begin: *begun by beginKey
	same    []string
	kind    int // equal for schemes that make the same identifiers

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
		m.pattern(s, bare)
	} else {
		codec, err := s.Layout.Compile()
		if err != nil {
			return nil, err
		}
		m.codec, m.size, m.letters = codec, codec.Size(), s.Layout.Letters()
		m.meaning = m.size - ones(codec.Mask(gen.Const)) - ones(codec.Mask(gen.Data))
	}
	if m.timed {
		m.line = s.Timeline()
		m.digits = s.TimeLayout()
		m.lastDated = lastDated(m.line, s.Fraction)
		m.first, m.used = m.firstOf(s, now)
		_, m.last = m.ticks(s.Since, now.Add(day))
	}
	m.top = topOf(s.Layout)
	return m, nil
}

const day = 24 * time.Hour

// firstOf returns the first plausible tick of a scheme that makes the same identifiers,
// and that of its first use.
func (m *member) firstOf(s *gen.Scheme, now time.Time) (first, used uint64) {
	used, _ = m.ticks(s.Since, now.Add(day))
	if now.Sub(s.Since) > 365*day { // every small number is of the first day
		first, _ = m.ticks(s.Since.Add(day), now)
		return first, used
	}
	return used, used
}

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

// byPrior has the most common scheme first.
func byPrior(a, b *gen.Scheme) int {
	switch {
	case a.Prior != b.Prior && a.Prior > b.Prior:
		return -1
	case a.Prior != b.Prior:
		return 1
	}
	return strings.Compare(a.Name, b.Name)
}
