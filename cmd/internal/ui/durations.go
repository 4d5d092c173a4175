package ui

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Year is the mean one of the Gregorian calendar, 365.2425 days.
const Year = 8765*time.Hour + 49*time.Minute + 12*time.Second

// Duration writes a duration exactly, without the zeros of the units below: 1h, 2m30s.
func Duration(d time.Duration) string {
	s := d.String()
	for _, zero := range []string{"0s", "0m"} {
		if t := strings.TrimSuffix(s, zero); t != s && (strings.HasSuffix(t, "m") || strings.HasSuffix(t, "h")) {
			s = t
		}
	}
	return strings.ReplaceAll(s, "µ", "u")
}

// Days is Duration with days: 20m, 11d13h46m40s.
func Days(d time.Duration) string {
	days := d / (24 * time.Hour)
	switch d %= 24 * time.Hour; {
	case days == 0:
		return Duration(d)
	case d == 0:
		return fmt.Sprintf("%dd", days)
	}
	return fmt.Sprintf("%dd%s", days, Duration(d))
}

// Seconds writes a time of any length in its unit: 244 ns, 1.5 h, 3.27e9 y.
func Seconds(seconds float64) string {
	for _, u := range []struct {
		name string
		s    float64
	}{{"y", Year.Seconds()}, {"d", 86400}, {"h", 3600}, {"min", 60}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}} {
		if seconds >= u.s*0.9995 {
			if v := seconds / u.s; v >= 100 && v < 1e6 {
				return fmt.Sprintf("%.0f %s", v, u.name)
			}
			return Digits(seconds/u.s) + " " + u.name
		}
	}
	return Digits(math.Round(seconds*1e12)/1e3) + " ns"
}

// ages are the units of Ago, the largest first, in seconds.
var ages = [...]struct {
	name    string
	seconds int64
}{
	{"year", int64(Year / time.Second)}, {"month", int64(Year/time.Second) / 12}, {"day", 86400},
	{"hour", 3600}, {"minute", 60}, {"second", 1},
}

// Ago says how far a time is from the present: 4 years ago, in 2 hours.
func Ago(t, now time.Time) string {
	seconds := now.Unix() - t.Unix()
	past := seconds >= 0
	if !past {
		seconds = -seconds
	}
	for _, age := range ages {
		n := seconds / age.seconds
		if n == 0 {
			continue
		}
		text := fmt.Sprintf("%d %s", n, Plural(n, age.name, age.name+"s"))
		if past {
			return text + " ago"
		}
		return "in " + text
	}
	return "now"
}

// Instant writes a time in UTC as [Millisecond] does.
func Instant(t time.Time) string { return Millisecond(t.UTC()) }

// Millisecond writes a time with three decimals of a second; nothing for none.
func Millisecond(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2006-01-02T15:04:05.000Z07:00")
}
