package inspect

import (
	"math/bits"
	"time"

	"idscope/gen"
)

// timeWriter writes times that are counted in ticks as RFC 3339 in UTC, for years from
// 0 to 9999.
type timeWriter struct {
	line     gen.Timeline
	fraction uint   // bits of a tick that are left out
	digits   int    // behind the point
	scale    uint64 // units of the last of those digits in a tick
	per      uint64 // ticks in a second; 0 where a second is not a number of them
	offset   uint64 // ticks from the second of the epoch to the epoch
	second   int64  // of the epoch
}

// timeRoom is the longest time, in bytes.
const timeRoom = len("2006-01-02T15:04:05.000000000Z")

// newTimeWriter returns the writer of a scheme's times, with that many digits behind
// the point.
func newTimeWriter(s *gen.Scheme, digits int) timeWriter {
	t := timeWriter{line: s.Timeline(), fraction: uint(s.Fraction), digits: max(0, digits)}
	tick, nsec := uint64(s.Tick), uint64(s.Epoch.Nanosecond())
	unit := uint64(1e9)
	for range t.digits {
		unit /= 10
	}
	if s.Tick > 0 && 1e9%tick == 0 && nsec%tick == 0 && tick%unit == 0 && s.Digit.Base == 0 {
		t.per, t.scale, t.offset, t.second = 1e9/tick, tick/unit, nsec/tick, s.Epoch.Unix()
	}
	return t
}

// split returns the Unix second of a tick, and what is left in units of the last
// digit.
func (t *timeWriter) split(tick uint64) (second int64, rest uint64) {
	if t.per > 0 && tick < 1<<62 {
		v := tick>>(t.fraction&63) + t.offset
		return t.second + int64(v/t.per), v % t.per * t.scale
	}
	at := t.line.Time(tick >> t.fraction << t.fraction)
	rest = uint64(at.Nanosecond())
	for n := t.digits; n < 9; n++ {
		rest /= 10
	}
	return at.Unix(), rest
}

// lastSecond is the text of the second that was written last: identifiers that follow
// each other mostly have the same. The zero value is none.
type lastSecond struct {
	of   *timeWriter
	from uint64 // its first tick, from the second of the epoch on
	text [20]byte
}

// put writes the time of a tick, and returns how many bytes it has.
func (t *timeWriter) put(b *[timeRoom]byte, tick uint64, last *lastSecond) int {
	from := tick>>(t.fraction&63) + t.offset
	rest := from - last.from
	if last.of == t && from >= last.from && rest < t.per && tick < 1<<62 {
		rest *= t.scale
	} else {
		var second int64
		second, rest = t.split(tick)
		putSecond(&last.text, second)
		last.of, last.from = t, uint64(second-t.second)*t.per
	}
	*(*[20]byte)(b[:]) = last.text
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

// putSecond writes 2006-01-02T15:04:05. of a Unix second.
func putSecond(b *[20]byte, second int64) {
	const day = 24 * 60 * 60
	second += 719468 * day // from 0000-03-01 on, when it is positive from year 0 on but for two months
	if second < 0 {
		at := time.Unix(second-719468*day, 0).UTC()
		copy(b[:], at.AppendFormat(nil, "2006-01-02T15:04:05."))
		return
	}
	days, rest := uint32(second/day), uint32(second%day)
	year, month, date := civil(days)
	putTwo(b[0:], year/100)
	putTwo(b[2:], year%100)
	b[4] = '-'
	putTwo(b[5:], month)
	b[7] = '-'
	putTwo(b[8:], date)
	b[10] = 'T'
	putTwo(b[11:], rest/3600)
	b[13] = ':'
	putTwo(b[14:], rest/60%60)
	b[16] = ':'
	putTwo(b[17:], rest%60)
	b[19] = '.'
}

// civil is the date of a number of days from 0000-03-01 on, in the proleptic
// Gregorian calendar: Neri and Schneider, Euclidean affine functions and their
// application to calendar algorithms (2023), with years that begin in March.
func civil(days uint32) (year, month, date uint32) {
	n := 4*days + 3
	century, n := n/146097, n%146097
	n |= 3
	high, low := bits.Mul32(2939745, n)
	year = 100*century + high
	day := low / 2939745 / 4
	m := 2141*day + 197913
	month, date = m>>16, m&0xffff/2141+1
	if day >= 306 { // January and February are at the end
		return year + 1, month - 12, date
	}
	return year, month, date
}

func putTwo(b []byte, v uint32) {
	_ = b[1]
	b[0], b[1] = byte('0'+v/10), byte('0'+v%10)
}
