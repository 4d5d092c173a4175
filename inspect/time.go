package inspect

import (
	"time"

	"idscope/gen"
)

// UnixMilli is the time in Unix milliseconds, rounded down; ok is false without
// a time, and from 2^53 ms on (the year 287396).
func (r *Reading) UnixMilli() (ms int64, ok bool) {
	if !r.Timed {
		return 0, false
	}
	return r.c.unixMilli(r.tick)
}

// AppendTime appends the time as RFC 3339 in the zone, with as many digits as the
// scheme's ticks have; ok is false without a time, beyond the year 9999, which
// RFC 3339 cannot write, and where the time is Vague.
func (r *Reading) AppendTime(dst []byte, last *LastSecond) (longer []byte, ok bool) {
	if !r.dated() || r.Vague() {
		return dst, false
	}
	return r.c.times.append(dst, r.tick, last), true
}

// Vague reports whether the time is no instant but the start of a period that
// nobody chose: the lower part of the time is not in the identifier (uuidv2, whose
// ticks are 429.4967296 s).
func (r *Reading) Vague() bool { return r.Timed && r.c.vague() }

func (m *member) vague() bool { return m.scheme.Tick > time.Second && m.scheme.Tick%time.Second != 0 }

// dated reports whether there is a time that RFC 3339 can write: before the year
// 10000.
func (r *Reading) dated() bool { return r.Timed && r.c.dated(r.tick) }

func (m *member) dated(tick uint64) bool { return tick <= m.lastDated }

// lastDated is the last tick that starts before the year 10000.
func lastDated(line gen.Timeline, fraction int) uint64 {
	end := time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	tick, _ := line.Tick(end)
	below := uint64(1)<<fraction - 1
	if tick == ^uint64(0) || line.Time(tick&^below).Before(end) {
		return tick | below
	}
	return tick&^below - 1
}

// timeWriter writes times that are counted in ticks as RFC 3339, for years from
// 0 to 9999: ten times as fast as package time where the second is known.
type timeWriter struct {
	layout   string // as package time has them
	line     gen.Timeline
	fraction uint   // bits of a tick that are left out
	digits   int    // behind the point
	scale    uint64 // units of the last of those digits in a tick
	per      uint64 // ticks in a second; 0 where a second is not a number of them
	offset   uint64 // ticks from the second of the epoch to the epoch
	second   int64  // of the epoch
}

// newTimeWriter returns the writer of a scheme's times.
func newTimeWriter(s *gen.Scheme, line gen.Timeline) *timeWriter {
	t := &timeWriter{layout: s.TimeLayout(), line: line, fraction: uint(s.Fraction)}
	t.digits = max(0, len(t.layout)-len("2006-01-02T15:04:05.Z07:00"))
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

// LastSecond is the text of the second that was written last: identifiers that follow
// each other mostly have the same. The zero value is none, in UTC. It is for one goroutine.
type LastSecond struct {
	Zone *time.Location // in which times are written; nil is UTC

	of    *timeWriter
	from  uint64 // its first tick, from the second of the epoch on
	text  [len("10000-01-02T15:04:05.000000000+00:00")]byte
	point int // of text, behind its decimals, which are zeros: in a zone east of UTC the year may have five digits
	n     int // of text
}

func (l *LastSecond) zone() *time.Location {
	if l.Zone == nil {
		return time.UTC
	}
	return l.Zone
}

// append appends the time of a tick.
func (t *timeWriter) append(dst []byte, tick uint64, last *LastSecond) []byte {
	from := tick>>(t.fraction&63) + t.offset
	rest := from - last.from
	if last.of == t && from >= last.from && rest < t.per && tick < 1<<62 {
		rest *= t.scale
	} else {
		var second int64
		second, rest = t.split(tick)
		text := time.Unix(second, 0).In(last.zone()).AppendFormat(last.text[:0], time.RFC3339)
		at := len(text) - len("Z")
		if text[at] != 'Z' {
			at = len(text) - len("+00:00")
		}
		zone := string(text[at:])
		if text = text[:at]; t.digits > 0 {
			text = append(text, ".000000000"[:len(".")+t.digits]...)
		}
		last.point, last.n = len(text), len(append(text, zone...))
		last.of, last.from = t, uint64(second-t.second)*t.per
	}
	i := len(dst) + last.point
	for dst = append(dst, last.text[:last.n]...); rest > 0; rest /= 10 {
		i--
		dst[i] = byte('0' + rest%10)
	}
	return dst
}
