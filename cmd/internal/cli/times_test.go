package cli

import (
	"strings"
	"testing"
	"time"

	"idscope/cmd/internal/ui"
)

func TestParseTime(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	tests := []struct{ words, text, want string }{
		{"RFC 3339", "2026-01-31T10:00:00Z", "2026-01-31T10:00:00Z"},
		{"RFC 3339 with an offset and a fraction", "2026-01-31T10:00:00.123456789+02:00", "2026-01-31T08:00:00.123456789Z"},
		{"a day starts at midnight UTC", "2026-01-31", "2026-01-31T00:00:00Z"},
		{"a day and a time are UTC", "2026-01-31 10:00", "2026-01-31T10:00:00Z"},
		{"seconds and a fraction are UTC", "2026-01-31T10:00:05.25", "2026-01-31T10:00:05.25Z"},
		{"a day, a time and an offset", "2026-01-31 10:00+08:00", "2026-01-31T02:00:00Z"},
		{"an offset after a blank", "2026-01-31 10:00:30 -01:00", "2026-01-31T11:00:30Z"},
		{"a month is its start", "2022-06", "2022-06-01T00:00:00Z"},
		{"a year is its start", "2022", "2022-01-01T00:00:00Z"},
		{"now", "now", "2026-06-01T12:00:00Z"},
		{"before now", "now-90m", "2026-06-01T10:30:00Z"},
		{"after now, in days", "now+1d12h", "2026-06-03T00:00:00Z"},
		{"Unix seconds", "@1700000000", "2023-11-14T22:13:20Z"},
		{"Unix seconds with a fraction", "@1700000000.5", "2023-11-14T22:13:20.5Z"},
		{"Unix seconds before 1970", "@-1.5", "1969-12-31T23:59:58.5Z"},
		{"Unix milliseconds", "1700000000123ms", "2023-11-14T22:13:20.123Z"},
		{"few Unix milliseconds", "5ms", "1970-01-01T00:00:00.005Z"},
		{"negative Unix milliseconds", "-1500ms", "1969-12-31T23:59:58.5Z"},
		{"the end of an int64 in milliseconds", "9223372036854775807ms", "292278994-08-17T07:12:55.807Z"},
		{"a bare number of seconds", "1700000000", ""},
		{"a bare number of milliseconds", "1700000000123", ""},
		{"a day without dashes", "20260131", ""},
		{"nothing", "", ""},
		{"a word", "never", ""},
		{"a month that is none", "2026-13", ""},
		{"a day that is none", "2026-02-30", ""},
		{"now without a duration", "now-", ""},
		{"now with a bad duration", "now-5", ""},
		{"now with two signs", "now--5m", ""},
		{"an at sign alone", "@", ""},
		{"an at sign and letters", "@12x", ""},
		{"two signs", "@--5", ""},
		{"more seconds than there are", "@99999999999999999999", ""},
	}
	for _, test := range tests {
		got, err := ParseTime(test.text, now)
		if text := got.Format(time.RFC3339Nano); (err == nil) != (test.want != "") || err == nil && text != test.want {
			t.Errorf("%s: parseTime(%q) = %s, %v; want %s", test.words, test.text, text, err, test.want)
		}
	}
}

func TestParseTimeRefusesBareNumbers(t *testing.T) {
	_, err := ParseTime("1700000000", time.Now())
	if hint := HintOf(err); !strings.Contains(hint, "@1700000000") || !strings.Contains(hint, "1700000000ms") {
		t.Errorf("parseTime of a bare number hints %q; want both spellings", hint)
	}
}

func TestParseDuration(t *testing.T) {
	tests := []struct {
		text string
		want time.Duration
		ok   bool
	}{
		{"90m", 90 * time.Minute, true},
		{"1d", 24 * time.Hour, true},
		{"1d12h", 36 * time.Hour, true},
		{"2w", 14 * 24 * time.Hour, true},
		{"1y", 31556952 * time.Second, true},
		{"1.5d", 36 * time.Hour, true},
		{"1h30m5s", 5405 * time.Second, true},
		{"250us", 250 * time.Microsecond, true},
		{"250µs", 250 * time.Microsecond, true},
		{"100ns", 100, true},
		{"0", 0, true},
		{"0s", 0, true},
		{"-5m", -5 * time.Minute, true},
		{"292y", 292 * ui.Year, true},
		{"300y", 0, false},
		{"200y200y", 0, false},
		{"", 0, false},
		{"-", 0, false},
		{"5", 0, false},
		{"d", 0, false},
		{"5x", 0, false},
		{"1d ", 0, false},
		{"1..5h", 0, false},
	}
	for _, test := range tests {
		got, err := ParseDuration(test.text)
		if got != test.want || (err == nil) != test.ok {
			t.Errorf("parseDuration(%q) = %s, %v; want %s, ok %t", test.text, got, err, test.want, test.ok)
		}
	}
}
