package cmd

import (
	"strings"
	"time"

	"idscope/gen"
	idfind "idscope/inspect/find"
)

// stamper writes the times of ids that stand near each other in time, as those of
// a log do: the text of a second is kept, and written again. It is for one
// goroutine.
type stamper struct {
	zone    *time.Location
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

// append appends the time of an id, with the digits that its scheme has.
func (s *stamper) append(dst []byte, f *idfind.Find) []byte {
	unix := f.Time.Unix()
	at := &s.seconds[uint64(unix)%uint64(len(s.seconds))]
	if at.unix != unix || at.n == 0 {
		local := f.Time.In(s.zone)
		if f.Vague || local.Year() > 9999 || local.Year() < 0 {
			return local.AppendFormat(dst, time.RFC3339)
		}
		at.unix, at.n = unix, uint8(len(local.AppendFormat(at.text[:0], time.RFC3339)))
	}
	if f.Scheme != s.scheme {
		_, fraction, _ := strings.Cut(f.Scheme.TimeLayout(), ".")
		s.scheme, s.digits = f.Scheme, strings.Count(fraction, "0")
		if strings.HasSuffix(fraction, "Z07:00") {
			s.digits -= 3
		}
	}
	dst = append(dst, at.text[:secondLen]...)
	if s.digits > 0 && !f.Vague {
		dst = append(dst, '.')
		rest := f.Time.Nanosecond()
		for unit, n := 100_000_000, s.digits; n > 0; unit, n = unit/10, n-1 {
			dst = append(dst, byte('0'+rest/unit%10))
		}
	}
	return append(dst, at.text[secondLen:at.n]...)
}

// written reports whether the time has an instant that RFC 3339 can write.
func written(f *idfind.Find) bool { return f.Timed && f.Time.Year() <= 9999 }
