package quantity

import (
	"strings"
	"testing"
	"time"

	"idscope/gen/fault"
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
		got, err := ParseTime(test.text, now, time.UTC)
		if text := got.Format(time.RFC3339Nano); (err == nil) != (test.want != "") || err == nil && text != test.want {
			t.Errorf("%s: ParseTime(%q) = %s, %v; want %s", test.words, test.text, text, err, test.want)
		}
	}
}

func TestParseTimeRefusesBareNumbers(t *testing.T) {
	_, err := ParseTime("1700000000", time.Now(), time.UTC)
	if hint := fault.Hint(err); !strings.Contains(hint, "@1700000000") || !strings.Contains(hint, "1700000000ms") {
		t.Errorf("parseTime of a bare number hints %q; want both spellings", hint)
	}
}
