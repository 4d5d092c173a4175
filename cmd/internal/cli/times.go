package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"idscope/cmd/internal/ui"
)

// timeKinds is what ParseTime accepts, for error texts and help.
const timeKinds = `a time as 2026-01-31, "2026-01-31 10:00", RFC 3339, 2026-01, now-90m, yesterday, ` +
	`"2 days ago", "June 2022", @SECONDS or MILLISECONDSms`

// zoned and plain are the layouts with and without an offset; those of a whole day and
// longer are periods.
var (
	plainTimes = [...]string{
		"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04",
	}
	zonedTimes = [...]string{
		time.RFC3339, "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04Z07:00", "2006-01-02 15:04Z07:00",
		"2006-01-02 15:04:05 Z07:00", "2006-01-02 15:04 Z07:00",
	}
)

// ParseTime reads a time as users write it on the command line; without an offset it is
// UTC. A bare number is refused: seconds and milliseconds are mistaken for each other
// too often.
func ParseTime(text string, now time.Time) (time.Time, error) {
	return ParseTimeIn(text, now, time.UTC)
}

// ParseTimeIn is ParseTime where a time without an offset is of a zone. A day, a week, a
// month and a year are their starts.
func ParseTimeIn(text string, now time.Time, zone *time.Location) (time.Time, error) {
	from, _, err := ParsePeriod(text, now, zone)
	return from, err
}

// ParsePeriod reads a day, a week, a month or a year: its start, and its end, which is
// not in it. The end of an instant is its start.
func ParsePeriod(text string, now time.Time, zone *time.Location) (from, to time.Time, err error) {
	if from, to, ok := period(text, now.In(zone)); ok {
		return from.UTC(), to.UTC(), nil
	}
	from, err = parseInstant(text, now, zone)
	return from, from, err
}

// ParseDay is ParsePeriod where an instant stands for its day.
func ParseDay(text string, now time.Time, zone *time.Location) (from, to time.Time, err error) {
	if from, to, err = ParsePeriod(text, now, zone); err == nil && from.Equal(to) {
		from, to = onDay(from.In(zone), 0).UTC(), onDay(from.In(zone), 1).UTC()
	}
	return from, to, err
}

func parseInstant(text string, now time.Time, zone *time.Location) (time.Time, error) {
	switch {
	case text == "now":
		return now.UTC(), nil
	case strings.HasPrefix(text, "now-"), strings.HasPrefix(text, "now+"):
		return parseOffset(text, now)
	case strings.HasPrefix(text, "@"):
		return parseUnix(text, text[1:], 0)
	case strings.HasSuffix(text, "ms"):
		return parseUnix(text, strings.TrimSuffix(text, "ms"), 3)
	}
	for _, layout := range plainTimes {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			return t.UTC(), nil
		}
	}
	for _, layout := range zonedTimes {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC(), nil
		}
	}
	if text != "" && strings.Trim(text, "0123456789") == "" {
		return time.Time{}, &hintedError{fmt.Sprintf("%q may be seconds or milliseconds; want %s", text, timeKinds),
			fmt.Sprintf("write @%s for Unix seconds, %sms for Unix milliseconds", text, text)}
	}
	return time.Time{}, fmt.Errorf("%q is not a time; want %s", text, timeKinds)
}

func parseOffset(text string, now time.Time) (time.Time, error) {
	d, err := ParseDuration(text[len("now-"):])
	if err != nil || d < 0 {
		return time.Time{}, fmt.Errorf("%q is not a time; want a duration behind now, as in now-90m or now+2d", text)
	}
	if text[len("now")] == '-' {
		d = -d
	}
	return now.UTC().Add(d), nil
}

// parseUnix reads a decimal number of seconds times 10^-scale, exactly, with up
// to nine decimals.
func parseUnix(text, number string, scale int) (time.Time, error) {
	fail := fmt.Errorf("%q is not a Unix time; want @1700000000 for seconds, 1700000000123ms for milliseconds", text)
	digits := strings.TrimPrefix(number, "-")
	whole, part, dotted := strings.Cut(digits, ".")
	if whole == "" || dotted && part == "" || len(part)+scale > 9 || strings.Trim(whole+part, "0123456789") != "" {
		return time.Time{}, fail
	}
	whole = strings.Repeat("0", scale) + whole
	split := len(whole) - scale
	sec, err1 := strconv.ParseInt("0"+whole[:split], 10, 64)
	nsec, err2 := strconv.ParseInt((whole[split:] + part + "000000000")[:9], 10, 64)
	if err1 != nil || err2 != nil || sec > 1<<55 {
		return time.Time{}, fail
	}
	if digits != number {
		sec, nsec = -sec, -nsec
	}
	return time.Unix(sec, nsec).UTC(), nil
}

// ParseDuration reads what time.ParseDuration does, and d, w and y: 90m, 1d12h,
// 1.5y.
func ParseDuration(text string) (time.Duration, error) {
	fail := fmt.Errorf("%q is not a duration; want a number and a unit: "+
		"ns, us, ms, s, m, h, d, w, y, as in 90m or 1d12h", text)
	rest := strings.TrimPrefix(text, "-")
	if rest == "" || rest == "0" {
		if text == "0" {
			return 0, nil
		}
		return 0, fail
	}
	var total time.Duration
	for rest != "" {
		n := len(rest) - len(strings.TrimLeft(rest, "0123456789."))
		u := n + len(rest[n:]) - len(strings.TrimLeft(rest[n:], "nuµμmshdwy"))
		d, err := parseUnit(rest[:n], rest[n:u])
		if n == 0 || err != nil || total+d < total {
			return 0, fail
		}
		total, rest = total+d, rest[u:]
	}
	if text[0] == '-' {
		total = -total
	}
	return total, nil
}

func parseUnit(number, unit string) (time.Duration, error) {
	long := map[string]time.Duration{"d": 24 * time.Hour, "w": 7 * 24 * time.Hour, "y": ui.Year}[unit]
	if long == 0 {
		return time.ParseDuration(number + unit)
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || v*float64(long) >= 1<<63 {
		return 0, fmt.Errorf("%s%s is too long", number, unit)
	}
	return time.Duration(v * float64(long)), nil
}

// hintedError is an error that knows the way out.
type hintedError struct{ text, hint string }

func (e *hintedError) Error() string { return e.text }

// Hint returns the way out.
func (e *hintedError) Hint() string { return e.hint }
