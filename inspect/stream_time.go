package inspect

import (
	"time"

	"idscope/gen"
)

// ticker takes the time out of an identifier: what codec.Source does, for the few
// places that a time is cut into.
type ticker struct {
	places [6]place
	more   bool // than these places
}

type place struct {
	lsb, from uint8
	mask      uint64
}

func newTicker(m *member) (t ticker) {
	n := 0
	for i, f := range m.scheme.Layout {
		switch {
		case f.Source != gen.Time:
		case n == len(t.places) || f.From >= 64:
			t.more = true
		default:
			t.places[n] = place{uint8(m.codec.LSB(i)), uint8(f.From), f.Max().Lo}
			n++
		}
	}
	return t
}

// tick is the time of an identifier, in ticks, where there are not more places.
func (t *ticker) tick(id gen.ID) (v uint64) {
	for i := range t.places {
		p := &t.places[i]
		if p.mask == 0 {
			break
		}
		word := id.Lo>>p.lsb | id.Mid<<(64-p.lsb)
		switch {
		case p.lsb >= 128:
			word = id.Hi >> (p.lsb - 128)
		case p.lsb >= 64:
			word = id.Mid>>(p.lsb-64) | id.Hi<<(128-p.lsb)
		}
		v |= (word & p.mask) << p.from
	}
	return v
}

// time is the start of the tick of an identifier.
func (c *candidate) time(id gen.ID) time.Time { return c.line.Time(c.shown(c.tick(id))) }

// stamps writes the times of one candidate as Reading.AppendTime does. The text of
// the second is kept: identifiers that follow each other mostly have the same.
type stamps struct {
	m      *member
	digits int    // behind the point
	scale  uint64 // ticks of the last of those digits in a tick of the scheme
	per    uint64 // ticks in a second; 0 where a second is not a number of them
	shift  uint   // bits of the time that are below a tick
	offset uint64 // ticks from the second of the epoch to the epoch
	sec    int64  // of the epoch

	from  uint64 // the ticks of the second that is kept, and of the epoch's second on
	kept  int64  // the second
	valid bool
	text  [20]byte // 2006-01-02T15:04:05.
}

func newStamps(m *member) *stamps {
	t := &stamps{m: m, digits: max(0, len(m.digits)-len("2006-01-02T15:04:05.Z07:00"))}
	s := m.scheme
	tick, nsec := uint64(s.Tick), uint64(s.Epoch.Nanosecond())
	unit := uint64(1e9)
	for range t.digits {
		unit /= 10
	}
	if s.Tick > 0 && 1e9%tick == 0 && nsec%tick == 0 && tick%unit == 0 && s.Digit.Base == 0 {
		t.per, t.scale, t.shift, t.offset, t.sec = 1e9/tick, tick/unit, uint(s.Fraction), nsec/tick, s.Epoch.Unix()
	}
	return t
}

// append appends the time of a tick of the candidate: RFC 3339 in UTC, for years
// up to 9999 that RFC 3339 can write.
func (t *stamps) append(dst []byte, tick uint64) []byte {
	var rest uint64
	if t.per > 0 && tick < 1<<62 {
		v := tick>>t.shift + t.offset
		rest = v - t.from
		if !t.valid || v < t.from || rest >= t.per {
			whole := v / t.per
			t.from = whole * t.per
			rest = v - t.from
			t.keep(t.sec + int64(whole))
		}
		rest *= t.scale
	} else {
		at := t.m.line.Time(t.m.shown(tick))
		if sec := at.Unix(); !t.valid || sec != t.kept {
			t.keep(sec)
		}
		rest = uint64(at.Nanosecond())
		for n := t.digits; n < 9; n++ {
			rest /= 10
		}
	}
	if t.digits == 0 {
		dst = append(dst, t.text[:19]...)
		return append(dst, 'Z')
	}
	dst = append(dst, t.text[:]...)
	dst = appendDigits(dst, rest, t.digits)
	return append(dst, 'Z')
}

// keep writes the text of a second.
func (t *stamps) keep(sec int64) {
	t.kept, t.valid = sec, true
	time.Unix(sec, 0).UTC().AppendFormat(t.text[:0], "2006-01-02T15:04:05.")
}

// appendDigits appends a number with zeros in front; it has n digits at most.
func appendDigits(dst []byte, v uint64, n int) []byte {
	var b [9]byte
	for i := n - 1; i >= 0; i-- {
		b[i] = byte('0' + v%10)
		v /= 10
	}
	return append(dst, b[:n]...)
}
