package quantity

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"idscope/gen/fault"
)

// timeUse is what to write for a time.
const timeUse = `2026-01-31, "2026-01-31 10:00", RFC 3339, 2026-01, now-90m, yesterday, ` +
	`"2 days ago", "June 2022", @SECONDS or MILLISECONDSms`

// instants are the layouts of an instant; without an offset it is of the reader's zone.
var instants = [...]string{
	"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04",
	time.RFC3339, "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04Z07:00", "2006-01-02 15:04Z07:00",
	"2006-01-02 15:04:05 Z07:00", "2006-01-02 15:04 Z07:00",
}

// ParseTime reads a time; one without an offset is of a zone. A day, a week, a month and a year are their starts. A
// bare number is refused: seconds and milliseconds are mistaken for each other too often.
func ParseTime(text string, now time.Time, zone *time.Location) (time.Time, error) {
	from, _, err := ParsePeriod(text, now, zone)
	return from, err
}

// ParsePeriod reads a day, a week, a month or a year: its start, and its end, which is not in it. The end of an instant
// is its start.
func ParsePeriod(text string, now time.Time, zone *time.Location) (from, to time.Time, err error) {
	if from, to, ok := period(text, now.In(zone)); ok {
		return from.UTC(), to.UTC(), nil
	}
	from, err = instant(text, now, zone)
	return from, from, err
}

// ParseDay is [ParsePeriod] where an instant names its day.
func ParseDay(text string, now time.Time, zone *time.Location) (from, to time.Time, err error) {
	if from, to, err = ParsePeriod(text, now, zone); err == nil && from.Equal(to) {
		from, to = midnight(from.In(zone), 0).UTC(), midnight(from.In(zone), 1).UTC()
	}
	return from, to, err
}

func instant(text string, now time.Time, zone *time.Location) (t time.Time, err error) {
	var ok bool
	switch offset, relative := strings.CutPrefix(text, "now"); {
	case text == "now":
		return now.UTC(), nil
	case relative && strings.Trim(offset[:1], "+-") == "" && !strings.ContainsAny(offset[1:], "+-"):
		d, err := ParseDuration(offset, math.MinInt64, math.MaxInt64)
		if err != nil {
			return t, unread(text, "time", "a duration before or after now, such as now-90m or now+2d")
		}
		return now.UTC().Add(d), nil
	case strings.HasPrefix(text, "@"):
		t, ok = unix(text[1:], 1)
	case strings.HasSuffix(text, "ms"):
		t, ok = unix(strings.TrimSuffix(text, "ms"), 1000)
	default:
		for i := 0; i < len(instants) && !ok; i++ {
			t, err = time.ParseInLocation(instants[i], text, zone)
			if ok = err == nil; ok && !strings.HasSuffix(instants[i], "07:00") {
				t = first(t)
			}
		}
	}
	switch {
	case ok:
		return t.UTC(), nil
	case text != "" && strings.Trim(text, "0123456789") == "":
		err := &fault.Error{Text: fmt.Sprintf("%q may be seconds or milliseconds: use %s", text, timeUse)}
		if len(text) <= mostUnixDigits {
			err.Hint = fmt.Sprintf("write @%s for Unix seconds, %[1]sms for Unix milliseconds", text)
		}
		return t, err
	}
	return t, unread(text, "time", timeUse)
}

// mostUnixDigits is how many digits milliseconds have until the year 5138. A longer number may be that of a card,
// which a hint must not repeat.
const mostUnixDigits = 14

// unix reads a count since 1970 of which there are so many in a second, to the nanosecond.
func unix(number string, perSecond int64) (time.Time, bool) {
	v, ok := exact(number)
	if !ok {
		return time.Time{}, false
	}
	v.Mul(v, big.NewRat(1e9/perSecond, 1))
	sec, ns := new(big.Int).DivMod(v.Num(), big.NewInt(1e9), new(big.Int))
	if !v.IsInt() || sec.BitLen() > 55 {
		return time.Time{}, false
	}
	return time.Unix(sec.Int64(), ns.Int64()), true
}

// ParseZone reads a zone that means the same on all hosts: UTC, Europe/Berlin, +02:00.
func ParseZone(text string) (zone *time.Location, ok bool) {
	name := strings.ToLower(text)
	if t, err := time.Parse("-07:00", text); err == nil {
		if _, east := t.Zone(); east != 0 {
			return time.FixedZone(text, east), true
		}
		name = "utc"
	}
	if name == "utc" || name == "z" {
		return time.UTC, true
	}
	zone, err := time.LoadLocation(text)
	return zone, err == nil && zone != time.Local
}

// FormatTime writes a time to the millisecond; nothing for none.
func FormatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(milliseconds)
}

const milliseconds = "2006-01-02T15:04:05.000Z07:00"

// Instant is a time of a record: its JSON is in UTC, of any year, by the layout; to the millisecond without one.
type Instant struct {
	time.Time
	Layout string
}

// Exactly is a time that is written with all of its decimal places.
func Exactly(t time.Time) Instant { return Instant{t, time.RFC3339Nano} }

// MarshalJSON implements [json.Marshaler] for years beyond 9999 as well.
func (t Instant) MarshalJSON() ([]byte, error) { return strconv.AppendQuote(nil, t.Cell()), nil }

// Cell is the same in a table of records.
func (t Instant) Cell() string { return t.UTC().Format(cmp.Or(t.Layout, milliseconds)) }
