package inspect

import (
	"idscope/gen"
	"time"
)

// Tick is the raw time, in ticks since the epoch; 0 without a time.
func (r *Reading) Tick() uint64 { return r.tick }

// UnixMilli is the time in Unix milliseconds, rounded down; ok is false without
// a time, and from 2^53 ms on (the year 287396).
func (r *Reading) UnixMilli() (ms int64, ok bool) {
	switch {
	case !r.Timed:
		return 0, false
	case r.dated():
		return r.Time.UnixMilli(), true
	}
	return r.c.unixMilli(r.tick)
}

// AppendTime appends the time as RFC 3339 in UTC, with as many digits as the
// scheme's ticks have; ok is false without a time, beyond the year 9999, which
// RFC 3339 cannot write, and where the time is Vague.
func (r *Reading) AppendTime(dst []byte) (longer []byte, ok bool) {
	if !r.dated() || r.Vague() {
		return dst, false
	}
	return r.c.appendTime(dst, r.Tick()), true
}

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

// appendTime appends the time of a tick, of a year up to 9999.
func (m *member) appendTime(dst []byte, tick uint64) []byte {
	var last lastSecond
	return m.appendNext(dst, tick, &last)
}

// appendNext is appendTime for times that mostly are of the second before.
func (m *member) appendNext(dst []byte, tick uint64, last *lastSecond) []byte {
	var b [timeRoom]byte
	return append(dst, b[:m.timeWriter().put(&b, tick, last)]...)
}

// timeWriter returns the writer of the times of a member.
func (m *member) timeWriter() *timeWriter {
	if s := m.stamp.Load(); s != nil {
		return s
	}
	s := newTimeWriter(m.scheme, len(m.digits)-len("2006-01-02T15:04:05.Z07:00"))
	m.stamp.Store(&s)
	return &s
}

// Vague reports whether the time is no instant but the start of a period that
// nobody chose: the lower part of the time is not in the identifier (uuidv2, whose
// ticks are 429.4967296 s).
func (r *Reading) Vague() bool { return r.Timed && r.c.vague() }

func (m *member) vague() bool { return m.scheme.Tick > time.Second && m.scheme.Tick%time.Second != 0 }
