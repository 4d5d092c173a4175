package scheme

import "time"

// Ticks of declarations.
const (
	nanosecond  = time.Nanosecond
	microsecond = time.Microsecond
	millisecond = time.Millisecond
	second      = time.Second
	hour        = time.Hour
)

// unix returns the instant of a Unix time in seconds, unixMilli of one in
// milliseconds, and day the start of a day in UTC.
func unix(s int64) time.Time       { return time.Unix(s, 0).UTC() }
func unixMilli(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

func day(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}
