package quantity

import (
	"math/big"
	"strconv"
	"strings"
	"time"
)

// Year is the mean one of the Gregorian calendar, 365.2425 days.
const Year = 8765*time.Hour + 49*time.Minute + 12*time.Second

// unit is a unit of time: the name it is written by, what else is read, and its length.
type unit struct {
	short, long, words string
	length             time.Duration
}

// units are the largest first.
var units = [...]unit{
	{"y", "y", "year", Year}, {"w", "", "week", 7 * 24 * time.Hour}, {"d", "d", "day", 24 * time.Hour},
	{"h", "h", "hour", time.Hour}, {"m", "min", "minute", time.Minute}, {"s", "s", "second", time.Second},
	{"ms", "ms", "millisecond", time.Millisecond}, {"us", "us", "microsecond", time.Microsecond},
	{"ns", "ns", "nanosecond", time.Nanosecond},
}

// nanoseconds is the length of a unit by any of its names.
func nanoseconds(name string) (int64, bool) {
	name = strings.NewReplacer("µ", "u", "μ", "u").Replace(strings.TrimSpace(name))
	for _, u := range units {
		if name == u.short || name != "" && (name == u.long || name == u.words || name == u.words+"s") ||
			(name == "sec" || name == "secs") && u.short == "s" || name == "mins" && u.short == "m" {
			return int64(u.length), true
		}
	}
	return 0, false
}

// span reads numbers with their units, which add up, in nanoseconds: 90m, 1d12h, 1.5 years, 2 h 30 min.
func span(text string) (*big.Rat, bool) {
	total, rest := new(big.Rat), text
	for rest != "" {
		number, tail := cutUnit(rest)
		name := tail
		if end := strings.IndexAny(tail, " .0123456789"); end >= 0 {
			name = tail[:end]
		}
		v, ok := exact(number)
		ns, known := nanoseconds(name)
		if !ok || !known || strings.Trim(number[:1], "+-") == "" || len(text) > longestNumber {
			return nil, false
		}
		total.Add(total, v.Mul(v, big.NewRat(ns, 1)))
		if rest = tail[len(name):]; len(rest) > 1 {
			rest = strings.TrimPrefix(rest, " ")
		}
	}
	return total, text != ""
}

// ParseDuration reads a length of time from least to most: 90m, 1d12h, 1.5 years, -2s.
func ParseDuration(text string, least, most time.Duration) (time.Duration, error) {
	sign, rest := int64(1), strings.TrimPrefix(text, "+")
	if strings.HasPrefix(text, "-") {
		sign, rest = -1, text[1:]
	}
	v, ok := span(rest)
	if rest == "0" {
		v, ok = new(big.Rat), true
	}
	if !ok {
		return 0, unread(text, "duration", "a number and a unit, such as 90m, 1d12h or 1.5y")
	}
	ns := v.Num().Mul(v.Num(), big.NewInt(sign))
	ns.Quo(ns, v.Denom())
	return time.Duration(ns.Int64()), within(text, ns.Cmp(big.NewInt(int64(least))) < 0,
		ns.Cmp(big.NewInt(int64(most))) > 0,
		"short", FormatDuration(least), "long", FormatDuration(most))
}

// ParseSpan reads a length of time above 0, which may be longer than a time.Duration, in seconds.
func ParseSpan(text string) (*big.Rat, error) {
	v, ok := span(text)
	if ok {
		v.Quo(v, big.NewRat(1e9, 1))
	}
	if !ok || v.Sign() <= 0 || v.Cmp(mostNumber()) > 0 {
		return nil, unread(text, "length of time", "a number above 0 and a unit, such as 90m, 1d12h or 100y")
	}
	return v, nil
}

// FormatSpan writes whole units of a length of time in seconds as ParseSpan reads them: 90d.
func FormatSpan(seconds *big.Rat) string {
	for _, u := range units {
		if n := new(big.Rat).Quo(seconds, big.NewRat(int64(u.length), 1e9)); n.IsInt() {
			return n.Num().String() + u.short
		}
	}
	return seconds.FloatString(9) + "s"
}

// FormatDuration writes every digit, without units of which there are none: 2m30s, 1d12h, 1.5s.
func FormatDuration(d time.Duration) string {
	const day = 24 * time.Hour
	text := ""
	if d >= day || d <= -day {
		text = strconv.FormatInt(int64(d/day), 10) + "d"
		if d %= day; d < 0 {
			d = -d
		}
	}
	if d == 0 && text != "" {
		return text
	}
	rest := d.String()
	for _, zero := range []string{"0s", "0m"} {
		if t := strings.TrimSuffix(rest, zero); t != rest && (strings.HasSuffix(t, "m") || strings.HasSuffix(t, "h")) {
			rest = t
		}
	}
	return text + strings.ReplaceAll(rest, "µ", "u")
}

// FormatSeconds rounds a length of time to three digits of its largest unit: 244 ns, 3.95 min, 41,334 y.
func FormatSeconds(seconds float64) string {
	for _, u := range units {
		if v := seconds / u.length.Seconds(); u.long != "" && (v >= 0.9995 || u.length == 1) {
			return FormatNumber(v) + " " + u.long
		}
	}
	return ""
}

// FormatAgo says how far a time is from now: 4 years ago, in 2 hours.
func FormatAgo(t, now time.Time) string {
	seconds := now.Unix() - t.Unix()
	write := func(text string) string { return text + " ago" }
	if seconds < 0 {
		seconds, write = -seconds, func(text string) string { return "in " + text }
	}
	for _, age := range [...]struct {
		name   string
		length time.Duration
	}{{"year", Year}, {"month", Year / 12}, {"day", 24 * time.Hour}, {"hour", time.Hour}, {"minute", time.Minute},
		{"second", time.Second}} {
		if n := seconds / int64(age.length/time.Second); n > 0 {
			return write(Counted(n, age.name))
		}
	}
	return "now"
}
