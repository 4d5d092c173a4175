package inspect

import (
	"slices"
	"time"

	"idscope/gen"
)

// ticker takes the time out of an identifier: what codec.Source does, for the few
// places that a time is cut into.
type ticker struct {
	n      uint8
	more   bool // than these places
	places [6]place
}

// place is bits of one word of an identifier.
type place struct {
	word, shift, from uint8
	mask              uint64
}

// wholeTicker is that of texts that are patterns, whose number is the time.
var wholeTicker = ticker{n: 1, places: [6]place{{mask: ^uint64(0)}}}

func newTicker(m *member) (t ticker) {
	for i, f := range m.scheme.Layout {
		if f.Source != gen.Time {
			continue
		}
		for done := 0; done < f.Bits; { // cut where a word ends
			lsb := m.codec.LSB(i) + done
			n := min(f.Bits-done, 64-lsb%64)
			if int(t.n) == len(t.places) || f.From+done >= 64 {
				t.more = true
				return t
			}
			t.places[t.n] = place{uint8(lsb / 64), uint8(lsb % 64), uint8(f.From + done), gen.Mask(n).Lo}
			t.n++
			done += n
		}
	}
	return t
}

// tick is the time of an identifier, in ticks, where there are not more places.
func (t *ticker) tick(id *gen.ID) (v uint64) {
	for i := range t.places[:t.n] {
		p := &t.places[i]
		word := id.Lo
		if p.word == 1 {
			word = id.Mid
		} else if p.word == 2 {
			word = id.Hi
		}
		v |= (word >> (p.shift & 63) & p.mask) << (p.from & 63)
	}
	return v
}

// time is the start of the tick of an identifier.
func (c *candidate) time(id gen.ID) time.Time { return c.line.Time(c.shown(c.tick(id))) }

// nothing is a number of ticks that stamps do not keep.
const nothing = 1 << 63

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

	from uint64   // the ticks of the second that is kept, and of the epoch's second on
	kept int64    // the second
	text [20]byte // 2006-01-02T15:04:05.
}

func newStamps(m *member) *stamps {
	t := &stamps{m: m, from: nothing, digits: max(0, len(m.digits)-len("2006-01-02T15:04:05.Z07:00"))}
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

// split returns the second of a tick, and what is left in units of the last digit.
// The second is that of the text that is kept.
func (t *stamps) split(tick uint64) (rest uint64) {
	if t.per > 0 && tick < 1<<62 {
		v := tick>>(t.shift&63) + t.offset
		rest = v - t.from
		if rest >= t.per { // also where v is before
			rest = v % t.per
			t.from = v - rest
			t.keep(t.sec + int64(v/t.per))
		}
		return rest * t.scale
	}
	at := t.m.line.Time(t.m.shown(tick))
	if sec := at.Unix(); sec != t.kept || t.from == nothing {
		t.keep(sec)
		t.from = 0
	}
	rest = uint64(at.Nanosecond())
	for n := t.digits; n < 9; n++ {
		rest /= 10
	}
	return rest
}

// stampRoom is the longest time, in bytes.
const stampRoom = len("2006-01-02T15:04:05.000000000Z")

// append appends the time of a tick of the candidate: RFC 3339 in UTC, for years
// up to 9999 that RFC 3339 can write.
func (t *stamps) append(dst []byte, tick uint64) []byte {
	n := len(dst)
	dst = slices.Grow(dst, stampRoom)
	return dst[:n+t.put((*[stampRoom]byte)(dst[n:n+stampRoom]), tick)]
}

// put writes the time of a tick, and returns how many bytes it has.
func (t *stamps) put(b *[stampRoom]byte, tick uint64) int {
	rest := t.split(tick)
	*(*[20]byte)(b[:]) = t.text
	switch t.digits {
	case 0:
		b[19] = 'Z'
		return 20
	case 3:
		v := uint32(rest)
		b[20], b[21], b[22], b[23] = byte('0'+v/100), byte('0'+v/10%10), byte('0'+v%10), 'Z'
		return 24
	}
	at := 20 + t.digits
	b[at] = 'Z'
	for i := at - 1; i >= 20; i-- {
		b[i] = byte('0' + rest%10)
		rest /= 10
	}
	return at + 1
}

// appendDay appends the day of a tick.
func (t *stamps) appendDay(dst []byte, tick uint64) []byte {
	t.split(tick)
	return append(dst, t.text[:10]...)
}

// milli is the time of a tick in Unix milliseconds, rounded down.
func (t *stamps) milli(tick uint64) int64 {
	rest := t.split(tick)
	for n := t.digits; n < 3; n++ {
		rest *= 10
	}
	for n := t.digits; n > 3; n-- {
		rest /= 10
	}
	return t.kept*1000 + int64(rest)
}

// far reports whether a tick is beyond the year 9999, or so far that it can not be
// told.
func (t *stamps) far(tick uint64) bool {
	const end = 253402300800 // of the year 9999, in Unix seconds
	if t.per > 0 && tick < 1<<62 {
		return int64((tick>>t.shift+t.offset)/t.per) >= end-t.sec
	}
	at := t.m.line.Time(t.m.shown(tick))
	return at.Year() > 9999 || at.Before(t.m.scheme.Epoch)
}

// keep writes the text of a second, of a year from 0 to 9999: 15 ns, where
// Time.AppendFormat takes 50.
func (t *stamps) keep(sec int64) {
	t.kept = sec
	at := time.Unix(sec, 0).UTC()
	year, month, day := at.Date()
	hour, minute, second := at.Clock()
	t.text = [20]byte{4: '-', 7: '-', 10: 'T', 13: ':', 16: ':', 19: '.'}
	b := t.text[:]
	twoDigits(b[0:], year/100)
	twoDigits(b[2:], year%100)
	twoDigits(b[5:], int(month))
	twoDigits(b[8:], day)
	twoDigits(b[11:], hour)
	twoDigits(b[14:], minute)
	twoDigits(b[17:], second)
}

func twoDigits(b []byte, v int) {
	b[0], b[1] = byte('0'+v/10), byte('0'+v%10)
}
