package inspect

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"idscope/gen"
)

// family is a scheme that texts may be of. It is declared and compiled when a text comes that
// may be one of its identifiers: most calls read few texts.
type family struct {
	*extent
	known    *gen.Scheme // of Options; nil of the index
	declared lazy[*gen.Scheme]
	member   lazy[*member]
}

// families returns those of schemes.
func families(list []*gen.Scheme) []*family {
	all := make([]*family, len(list))
	for i, s := range list {
		e := extentOf(s)
		all[i] = &family{extent: &e, known: s}
	}
	return all
}

// indexed returns the families of the index, of which none is declared.
func indexed() []*family {
	all := make([]family, len(index))
	pointers := make([]*family, len(index))
	for i := range index {
		all[i].extent = &index[i]
		pointers[i] = &all[i]
	}
	return pointers
}

// scheme returns the declaration.
func (f *family) scheme() *gen.Scheme {
	if f.known != nil {
		return f.known
	}
	return f.declared.get(f.declare)
}

// same reports whether two schemes make the same identifiers.
func (f *family) same(k *family) bool {
	switch {
	case f == k:
		return true
	case f.kind > 0 && k.kind > 0:
		return f.kind == k.kind
	case f.size != k.size:
		return false
	}
	return sameIDs(f.scheme(), k.scheme())
}

// sameIDs is same for declarations. Those that are chance alone, or a pattern, are the same as none but themselves.
func sameIDs(a, b *gen.Scheme) bool {
	if (a.Pattern != nil || a.Layout.Width(gen.Random) == a.Layout.Size()) && a.Name != b.Name {
		return false
	}
	if a.Timed() != b.Timed() || a.Timed() && (!countsAlike(a, b) || a.Digit != b.Digit) {
		return false
	}
	return a.Layout.Plain() == b.Layout.Plain()
}

// compiled returns the member of a family, of which the others are known.
func (in *Inspector) compiled(f *family) *member {
	return f.member.get(func() *member {
		m, _ := newMember(f.scheme(), in.opts.Now, len(in.opts.As) == 0) // New has checked it
		in.nameSame(f, m)
		return m
	})
}

// nameSame notes the names of the schemes that make the same identifiers, most common
// first, and lets the earliest first use of all hold.
func (in *Inspector) nameSame(f *family, m *member) {
	m.kind = f.kind - 1
	if in.used[0].kind == 0 {
		m.kind = slices.IndexFunc(in.used, func(k *family) bool { return f.same(k) })
	}
	var others []*gen.Scheme
	for _, k := range in.known {
		if (f.kind == 0 || f.kind == k.kind) && k.name != f.name && f.same(k) {
			others = append(others, k.scheme())
		}
	}
	slices.SortStableFunc(others, byPrior)
	for _, s := range others {
		m.same = append(m.same, s.Name)
		if m.timed {
			first, used := m.firstOf(s, in.opts.Now)
			m.first, m.used = min(m.first, first), min(m.used, used)
			m.usedYear = m.line.Time(m.used).Year()
		}
	}
}

// members are all schemes, compiled.
func (in *Inspector) members() []*member {
	list := make([]*member, len(in.used))
	for i, f := range in.used {
		list[i] = in.compiled(f)
	}
	return list
}

// asked are the members of the schemes of As.
func (in *Inspector) asked() []*member {
	if len(in.opts.As) == 0 {
		return nil
	}
	return in.members()
}

// loose returns the candidates of schemes that texts of no table are tried as, in the encodings that
// read says; nil for none.
func (in *Inspector) loose(read func(*family) (*reader, level)) (list []*candidate) {
	for _, f := range in.used {
		if r, level := read(f); r != nil {
			c := &candidate{member: in.compiled(f), reader: r, level: level, index: behindAll + len(list)}
			list = append(list, c)
		}
	}
	return list
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
	meaning int         // bits that have a meaning besides data; 1 of a pattern
	times   *timeWriter // nil without
	letters []byte      // of the fields of its layout
	same    []string
	kind    int // equal for schemes that make the same identifiers

	*patterned         // nil of others than patterns
	first, last uint64 // the plausible ticks; none where last < first
	used        uint64 // the tick of the first use, at most first
	usedYear    int    // and its year
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
		m.times = newTimeWriter(s, m.line)
		m.lastDated = lastDated(m.line, s.Fraction)
		m.first, m.used = m.firstOf(s, now)
		m.usedYear = m.line.Time(m.used).Year()
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
	}
	if first == 0 || first > s.LastTick() { // which the layout may not outlast
		return used, used
	}
	return first, used
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
	return cmp.Or(cmp.Compare(b.Prior, a.Prior), strings.Compare(a.Name, b.Name))
}
