package quantity

import (
	"testing"
	"time"

	"idscope/gen/testing/try"
)

func TestParsePeriod(t *testing.T) {
	now := time.Date(2026, 6, 3, 12, 30, 0, 0, time.UTC) // a Wednesday
	for text, want := range map[string]string{
		"today": "2026-06-03T00:00:00Z 2026-06-04T00:00:00Z", "Yesterday": "2026-06-02T00:00:00Z 2026-06-03T00:00:00Z",
		"tomorrow":         "2026-06-04T00:00:00Z 2026-06-05T00:00:00Z",
		"monday":           "2026-06-01T00:00:00Z 2026-06-02T00:00:00Z",
		"Wed":              "2026-06-03T00:00:00Z 2026-06-04T00:00:00Z",
		"last wednesday":   "2026-05-27T00:00:00Z 2026-05-28T00:00:00Z",
		"thursday":         "2026-05-28T00:00:00Z 2026-05-29T00:00:00Z",
		"yesterday 14:30":  "2026-06-02T14:30:00Z 2026-06-02T14:30:00Z",
		"1 June 2022 9:05": "2022-06-01T09:05:00Z 2022-06-01T09:05:00Z",
		"this week":        "2026-06-01T00:00:00Z 2026-06-08T00:00:00Z",
		"last week":        "2026-05-25T00:00:00Z 2026-06-01T00:00:00Z",
		"next month":       "2026-07-01T00:00:00Z 2026-08-01T00:00:00Z",
		"last year":        "2025-01-01T00:00:00Z 2026-01-01T00:00:00Z",
		"2 days ago":       "2026-06-01T12:30:00Z 2026-06-01T12:30:00Z",
		"an hour ago":      "2026-06-03T11:30:00Z 2026-06-03T11:30:00Z",
		"90m ago":          "2026-06-03T11:00:00Z 2026-06-03T11:00:00Z",
		"1 month ago":      "2026-05-03T12:30:00Z 2026-05-03T12:30:00Z",
		"June 2022":        "2022-06-01T00:00:00Z 2022-07-01T00:00:00Z",
		"jun 1, 2022":      "2022-06-01T00:00:00Z 2022-06-02T00:00:00Z",
		"29 Feb 2024":      "2024-02-29T00:00:00Z 2024-03-01T00:00:00Z",
		"2026-01-31":       "2026-01-31T00:00:00Z 2026-02-01T00:00:00Z",
		"2026-01":          "2026-01-01T00:00:00Z 2026-02-01T00:00:00Z",
		"2026":             "2026-01-01T00:00:00Z 2027-01-01T00:00:00Z",
		"now-90m":          "2026-06-03T11:00:00Z 2026-06-03T11:00:00Z",
	} {
		from, to, err := ParsePeriod(text, now, time.UTC)
		if got := from.Format(time.RFC3339Nano) + " " + to.Format(time.RFC3339Nano); err != nil || got != want {
			t.Errorf("ParsePeriod(%q) = %s, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "ago", "days ago", "-2 days ago", "2 parsecs ago", "a b days ago", "29 Feb 2025",
		"31 June 2022", "June", "June 22", "1 June", "0 June 2022", "last", "last blue", "yesterday 25:00", "14:30",
		"9999999 years ago", "30000 years ago", "yesterday today", "juneau 2022", "-5m ago"} {
		if from, _, err := ParsePeriod(text, now, time.UTC); err == nil {
			t.Errorf("ParsePeriod(%q) = %s; want an error", text, from)
		}
	}
}

func TestPeriodsOfAZone(t *testing.T) {
	berlin := try.Of(time.LoadLocation("Europe/Berlin")).Or(t)
	now := time.Date(2026, 3, 29, 23, 0, 0, 0, time.UTC) // 01:00 of the 30th in Berlin; the 29th has 23 hours
	from, to, err := ParseDay("yesterday", now, berlin)
	if want := 23 * time.Hour; err != nil || to.Sub(from) != want || from.Format(time.RFC3339) != "2026-03-28T23:00:00Z" {
		t.Errorf("yesterday in Berlin = %s to %s, %v; want %s from 2026-03-28T23:00:00Z", from, to, err, want)
	}
	if at, err := ParseTime("yesterday 14:30", now, berlin); err != nil ||
		at.Format(time.RFC3339) != "2026-03-29T12:30:00Z" {
		t.Errorf("yesterday 14:30 in Berlin = %s, %v; want 12:30Z", at, err)
	}
	if at, err := ParseTime("2026-07-01 10:00", now, berlin); err != nil ||
		at.Format(time.RFC3339) != "2026-07-01T08:00:00Z" {
		t.Errorf("2026-07-01 10:00 in Berlin = %s, %v; want 08:00Z", at, err)
	}
	if got, _ := ParseTime("1 month ago", time.Date(2026, 3, 31, 0, 0, 0, 0, time.UTC), time.UTC); got.Day() != 28 {
		t.Errorf("1 month before 31 March = %s; want the last of February", got)
	}
}

// FuzzParsePeriod: no text panics, no period ends before it starts, and its start is
// read again as what it is.
func FuzzParsePeriod(f *testing.F) {
	for _, text := range []string{"yesterday", "last monday 9:30", "2 days ago", "June 1, 2022", "2026-01", "next year",
		"@-1.5", "now+1y", "5ms"} {
		f.Add(text)
	}
	now := time.Date(2026, 6, 3, 12, 30, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		from, to, err := ParsePeriod(text, now, time.UTC)
		if err != nil {
			return
		}
		if to.Before(from) {
			t.Fatalf("ParsePeriod(%q) = %s to %s", text, from, to)
		}
		if from.Year() < 0 || from.Year() > 9999 {
			return
		}
		if again, err := ParseTime(from.Format(time.RFC3339Nano), now, time.UTC); err != nil || !again.Equal(from) {
			t.Errorf("ParsePeriod(%q) = %s, read again %s, %v", text, from, again, err)
		}
	})
}
