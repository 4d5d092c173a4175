package screen

import (
	"strings"
	"time"

	"idscope/gen"
	"idscope/inspect/find"
)

// Stamps writes the times of ids that were made near each other, as those of a log are:
// the text of a second is kept, and written again. It is for one goroutine.
type Stamps struct {
	Zone    *time.Location
	seconds [256]second
	scheme  *gen.Scheme // the last one
	digits  int         // of its times, behind the second
}

// second is the text of a second before and behind its decimals.
type second struct {
	unix int64
	text [len("2006-01-02T15:04:05+00:00")]byte
	n    uint8 // of text; 0 is none
}

// secondLen is the length of a time up to its second.
const secondLen = len("2006-01-02T15:04:05")

// Append appends the time of an id, with the digits that its scheme has: of a vague one,
// and of one beyond the year 9999, to the second.
func (s *Stamps) Append(dst []byte, of *gen.Scheme, t time.Time, vague bool) []byte {
	unix := t.Unix()
	at := &s.seconds[uint64(unix)%uint64(len(s.seconds))]
	if at.unix != unix || at.n == 0 {
		local := t.In(s.Zone)
		if vague || local.Year() > 9999 || local.Year() < 0 {
			return local.AppendFormat(dst, time.RFC3339)
		}
		at.unix, at.n = unix, uint8(len(local.AppendFormat(at.text[:0], time.RFC3339)))
	}
	if of != s.scheme {
		_, fraction, _ := strings.Cut(of.TimeLayout(), ".")
		s.scheme, s.digits = of, strings.Count(fraction, "0")
		if strings.HasSuffix(fraction, "Z07:00") {
			s.digits -= 3
		}
	}
	dst = append(dst, at.text[:secondLen]...)
	if s.digits > 0 && !vague {
		dst = append(dst, '.')
		rest := t.Nanosecond()
		for unit, n := 100_000_000, s.digits; n > 0; unit, n = unit/10, n-1 {
			dst = append(dst, byte('0'+rest/unit%10))
		}
	}
	return append(dst, at.text[secondLen:at.n]...)
}

// written reports whether the time has an instant that RFC 3339 can write.
func written(f *find.Find) bool { return f.Timed && f.Time().Year() <= 9999 }
