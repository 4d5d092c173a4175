package quantity

import (
	"strconv"
	"strings"
	"time"
)

// dates are the layouts of a year, a month or a day, and how long it lasts.
var dates = [...]struct {
	layout              string
	years, months, days int
}{
	{"2006", 1, 0, 0}, {"2006-01", 0, 1, 0}, {"January 2006", 0, 1, 0}, {"Jan 2006", 0, 1, 0},
	{"2006-01-02", 0, 0, 1}, {"2 January 2006", 0, 0, 1}, {"2 Jan 2006", 0, 0, 1}, {"January 2 2006", 0, 0, 1},
	{"Jan 2 2006", 0, 0, 1},
}

// period reads a time as people say it, in the zone of now: a day, a week, a month or a
// year from its start up to its end, or an instant, whose end is its start. A weekday is
// the latest one that has begun; a week starts on Monday.
//
//	today, yesterday, tomorrow, monday, last monday, yesterday 14:30
//	this week, last week, next month, last year
//	2 days ago, an hour ago, 3 months ago
//	June 2022, 1 June 2022, June 1, 2022
//	2026-01-31, 2026-01, 2026
func period(text string, now time.Time) (from, to time.Time, ok bool) {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(text, ",", " ")))
	said := strings.Join(words, " ")
	for _, d := range dates {
		if noon, err := time.ParseInLocation(d.layout+" 15", said+" 12", now.Location()); err == nil {
			return daysOf(noon, d.years, d.months, d.days)
		}
	}
	if n := len(words) - 1; n > 0 {
		if past, ago := strings.CutSuffix(said, " ago"); ago {
			from, ok = before(past, now)
			return from, from, ok
		}
		for _, layout := range [...]string{"15:04", "15:04:05"} {
			if clock, err := time.Parse(layout, words[n]); err == nil {
				from, ok = at(strings.Join(words[:n], " "), clock, now)
				return from, from, ok
			}
		}
	}
	which, length, _ := strings.Cut(said, " ")
	if n, known := map[string]int{"last": -1, "this": 0, "next": 1}[which]; known {
		if from, to, ok = calendar(n, length, now); ok {
			return from, to, true
		}
	}
	days, ok := weekday(said, now)
	return midnight(now, days), midnight(now, days+1), ok
}

// at is a time of day of a day, as the clock on the wall says it, also where a day has 23 hours.
func at(day string, clock, now time.Time) (time.Time, bool) {
	from, to, ok := period(day, now)
	y, m, d := from.Date()
	t := time.Date(y, m, d, clock.Hour(), clock.Minute(), clock.Second(), clock.Nanosecond(), now.Location())
	return first(t), ok && to.Equal(midnight(from, 1))
}

// weekday finds how many days a day lies after now by its name.
func weekday(name string, now time.Time) (days int, ok bool) {
	if days, ok = map[string]int{"yesterday": -1, "today": 0, "tomorrow": 1}[name]; ok {
		return days, true
	}
	name, last := strings.CutPrefix(name, "last ")
	for d := time.Sunday; d <= time.Saturday; d++ {
		if full := strings.ToLower(d.String()); name == full || name == full[:3] {
			if days = -(int(now.Weekday()-d+7) % 7); last && days == 0 {
				days = -7
			}
			return days, true
		}
	}
	return 0, false
}

// calendar is a week, month or year, so many after the present one.
func calendar(n int, length string, now time.Time) (from, to time.Time, ok bool) {
	y, m, _ := now.Date()
	switch length {
	case "week":
		monday := 7*n - int(now.Weekday()+6)%7
		return midnight(now, monday), midnight(now, monday+7), true
	case "month":
		return daysOf(time.Date(y, m+time.Month(n), 1, 12, 0, 0, 0, now.Location()), 0, 1, 0)
	case "year":
		return daysOf(time.Date(y+n, 1, 1, 12, 0, 0, 0, now.Location()), 1, 0, 0)
	}
	return from, to, false
}

// before is so long before now: a duration, or a number of units. Days and longer units keep the time of day; a month
// ends early where the day is not in it.
func before(length string, now time.Time) (time.Time, bool) {
	number, unit, two := strings.Cut(length, " ")
	n, err := strconv.ParseUint(number, 10, 20)
	if number == "a" || number == "an" {
		n, err = 1, nil
	}
	back := -int(n)
	switch unit = strings.TrimSuffix(unit, "s"); {
	case err != nil || !two:
	case unit == "day":
		return now.AddDate(0, 0, back), true
	case unit == "week":
		return now.AddDate(0, 0, 7*back), true
	case unit == "month":
		return monthsAfter(now, back), true
	case unit == "year":
		return monthsAfter(now, 12*back), now.Year()+back >= 0
	default:
		length = strconv.FormatUint(n, 10) + " " + unit
	}
	d, err := ParseDuration(length, 0, 1<<63-1)
	return now.Add(-d), err == nil
}

// monthsAfter is the same day of another month, or that month's last.
func monthsAfter(t time.Time, n int) time.Time {
	later := t.AddDate(0, n, 0)
	if later.Day() != t.Day() {
		later = later.AddDate(0, 0, -later.Day())
	}
	return later
}

// daysOf are those from that of a noon on, to so many years, months and days later.
func daysOf(noon time.Time, years, months, days int) (from, to time.Time, ok bool) {
	return midnight(noon, 0), midnight(noon.AddDate(years, months, days), 0), true
}

// midnight is the start of the day so many days after that of t: later than 0:00 where the clock goes forward there.
func midnight(t time.Time, days int) time.Time {
	y, m, d := t.Date()
	start := time.Date(y, m, d+days, 0, 0, 0, 0, t.Location())
	if start.Day() != time.Date(y, m, d+days, 0, 0, 0, 0, time.UTC).Day() {
		_, start = start.ZoneBounds()
	}
	return first(start)
}

// first is the first time of those at which the clock of t's zone says the same: it says an hour twice where it goes
// back.
func first(t time.Time) time.Time {
	began, _ := t.ZoneBounds()
	_, offset := t.Zone()
	_, before := began.Add(-1).Zone()
	if early := t.Add(time.Duration(offset-before) * time.Second); early.Before(began) {
		return early
	}
	return t
}
