package cli

import (
	"strconv"
	"strings"
	"time"
)

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
	if from, to, ok = numericPeriod(text, now.Location()); ok {
		return from, to, true
	}
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(text, ",", " ")))
	n := len(words)
	if n > 1 {
		if clock, ok := clockTime(words[n-1]); ok {
			day, _, ok := dayNamed(words[:n-1], now)
			y, m, d := day.Date() // what the clock on the wall says, also where a day has 23 hours
			at := time.Date(y, m, d, 0, 0, int(clock/time.Second), 0, now.Location())
			return at, at, ok
		}
	}
	if n > 1 && words[n-1] == "ago" {
		from, ok = before(words[:n-1], now)
		return from, from, ok
	}
	if n == 2 {
		if from, to, ok = weekOrLonger(words[0], words[1], now); ok {
			return from, to, true
		}
		if month, known := monthNamed(words[0]); known {
			if year, ok := yearOf(words[1]); ok {
				from = time.Date(year, month, 1, 0, 0, 0, 0, now.Location())
				return from, from.AddDate(0, 1, 0), true
			}
		}
	}
	return dayNamed(words, now)
}

// numericPeriod reads a year, a month or a day in digits.
func numericPeriod(text string, zone *time.Location) (from, to time.Time, ok bool) {
	for i, layout := range [...]string{"2006", "2006-01", "2006-01-02"} {
		if len(text) != len(layout) {
			continue
		}
		from, err := time.ParseInLocation(layout, text, zone)
		if err != nil {
			return from, to, false
		}
		return from, from.AddDate([]int{1, 0, 0}[i], []int{0, 1, 0}[i], []int{0, 0, 1}[i]), true
	}
	return from, to, false
}

// dayNamed reads a day: a word, a weekday, a date with the name of its month.
func dayNamed(words []string, now time.Time) (from, to time.Time, ok bool) {
	days := 0
	switch text := strings.Join(words, " "); text {
	case "today":
	case "yesterday":
		days = -1
	case "tomorrow":
		days = 1
	default:
		weekday := func(name string) (behind int, ok bool) {
			for d := time.Sunday; d <= time.Saturday; d++ {
				if full := strings.ToLower(d.String()); name == full || name == full[:3] {
					return int(now.Weekday()-d+7) % 7, true
				}
			}
			return 0, false
		}
		name, last := strings.CutPrefix(text, "last ")
		behind, ok := weekday(name)
		if !ok {
			return dated(words, now.Location())
		}
		if days = -behind; last && behind == 0 {
			days = -7
		}
	}
	return onDay(now, days), onDay(now, days+1), true
}

// dated reads a day with the name of its month: 1 June 2022, June 1 2022, 2022-06-01.
func dated(words []string, zone *time.Location) (from, to time.Time, ok bool) {
	switch len(words) {
	case 1:
		if len(words[0]) != len("2006-01-02") {
			return from, to, false
		}
		return numericPeriod(words[0], zone)
	case 3:
		month, first := monthNamed(words[0])
		day := words[1]
		if !first {
			month, ok = monthNamed(words[1])
			day = words[0]
		}
		year, known := yearOf(words[2])
		number, err := strconv.ParseUint(day, 10, 6)
		if !first && !ok || !known || err != nil || len(day) > 2 {
			return from, to, false
		}
		from = time.Date(year, month, int(number), 0, 0, 0, 0, zone)
		return from, from.AddDate(0, 0, 1), from.Month() == month && from.Day() == int(number)
	}
	return from, to, false
}

// weekOrLonger reads this, last or next week, month or year.
func weekOrLonger(which, unit string, now time.Time) (from, to time.Time, ok bool) {
	n, known := map[string]int{"last": -1, "this": 0, "next": 1}[which]
	if !known {
		return from, to, false
	}
	y, m, _ := now.Date()
	switch unit {
	case "week":
		monday := 7*n - int(now.Weekday()+6)%7
		return onDay(now, monday), onDay(now, monday+7), true
	case "month":
		from = time.Date(y, m+time.Month(n), 1, 0, 0, 0, 0, now.Location())
		return from, from.AddDate(0, 1, 0), true
	case "year":
		from = time.Date(y+n, 1, 1, 0, 0, 0, 0, now.Location())
		return from, from.AddDate(1, 0, 0), true
	}
	return from, to, false
}

// before reads how long ago: a number and a unit, or a duration. Days and longer units
// keep the time of day; a month ends early where the day is not in it.
func before(words []string, now time.Time) (time.Time, bool) {
	if len(words) == 1 {
		d, err := ParseDuration(words[0])
		return now.Add(-d), err == nil && d >= 0
	}
	if len(words) != 2 {
		return now, false
	}
	n, err := strconv.ParseUint(words[0], 10, 20)
	if words[0] == "a" || words[0] == "an" {
		n, err = 1, nil
	}
	if err != nil {
		return now, false
	}
	back := -int(n)
	switch strings.TrimSuffix(words[1], "s") {
	case "second", "sec":
		return now.Add(time.Duration(back) * time.Second), true
	case "minute", "min":
		return now.Add(time.Duration(back) * time.Minute), true
	case "hour":
		return now.Add(time.Duration(back) * time.Hour), true
	case "day":
		return now.AddDate(0, 0, back), true
	case "week":
		return now.AddDate(0, 0, 7*back), true
	case "month":
		return monthsLater(now, back), true
	case "year":
		return monthsLater(now, 12*back), now.Year()+back >= 0
	}
	return now, false
}

// monthsLater is the same day of another month, or that month's last.
func monthsLater(t time.Time, n int) time.Time {
	later := t.AddDate(0, n, 0)
	if later.Day() != t.Day() {
		later = later.AddDate(0, 0, -later.Day())
	}
	return later
}

// onDay is the start of the day that is so many days behind t.
func onDay(t time.Time, days int) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d+days, 0, 0, 0, 0, t.Location())
}

func monthNamed(name string) (time.Month, bool) {
	for m := time.January; m <= time.December; m++ {
		if full := strings.ToLower(m.String()); name == full || name == full[:3] {
			return m, true
		}
	}
	return 0, false
}

func yearOf(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 16)
	return int(n), err == nil && len(text) == 4
}

// clockTime reads 14:30 and 14:30:05.
func clockTime(text string) (time.Duration, bool) {
	for _, layout := range [...]string{"15:04", "15:04:05"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Sub(t.Truncate(24 * time.Hour)), true
		}
	}
	return 0, false
}
