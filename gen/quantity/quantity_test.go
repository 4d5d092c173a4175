package quantity

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"idscope/gen/fault"
	"idscope/gen/testing/try"
)

var readers = map[string]func(string) (string, error){
	"count": func(text string) (string, error) {
		n, err := ParseCount(text, 0, 1<<63-1)
		return fmt.Sprint(n), err
	},
	"whole": func(text string) (string, error) {
		n, err := ParseWhole(text, big.NewInt(0), new(big.Int).Lsh(big.NewInt(1), 512))
		return fmt.Sprint(n), err
	},
	"rate":        func(text string) (string, error) { return ratio(ParseRate(text)) },
	"probability": func(text string) (string, error) { return ratio(ParseProbability(text)) },
	"span":        func(text string) (string, error) { return ratio(ParseSpan(text)) },
	"size": func(text string) (string, error) {
		n, err := ParseSize(text, 0, 1<<60)
		return fmt.Sprint(n), err
	},
	"duration": func(text string) (string, error) {
		d, err := ParseDuration(text, math.MinInt64, math.MaxInt64)
		return d.String(), err
	},
}

func ratio(v *big.Rat, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return v.RatString(), nil
}

// TestSpellings has every way in which people write a quantity, and what it is not.
func TestSpellings(t *testing.T) {
	wrong := []string{"", " ", "x", "NaN", "Inf", "nan", "inf", "0x10", "k", "M", "1kk", "1e3k", "2^3k", "1__0",
		"_1", "1_", "1e",
		"e5", "2^", "^2", "2^-1", "2^9999", "1e401", "1e999999999999", "++1", "1e+-5", ".", "-", "1..5", "1.2.3",
		"1,00",
		"1,0000", "1000,000", ",100", "1.5,000", "1,000_000", "1,0_0",
		"1 2", "1  k", "1 k ", "many", strings.Repeat("9", 300)}
	for _, test := range []struct {
		quantity string
		read     map[string]string
		refused  []string
	}{
		{"count", map[string]string{"0": "0", "-0": "0", "5": "5", "+5": "5", "1000": "1000", "1_000": "1000",
			"1,000":     "1000",
			"1,264,234": "1264234", "10k": "10000", "10K": "10000", "10 k": "10000", "1.5k": "1500", "1M": "1000000",
			"2G": "2000000000", "1T": "1000000000000", "1P": "1000000000000000", "1e6": "1000000", "1E6": "1000000",
			"1e+6": "1000000", "1.5e3": "1500", "1200e-2": "12", "5e-0": "5", "1.0": "1", "1.": "1", "2^20": "1048576",
			"10 thousand": "10000", "1.5 million": "1500000", "2 billion": "2000000000",
			"1.2 quintillion": "1200000000000000000",
			"1_000_000":       "1000000", "9007199254740993": "9007199254740993",
			"9223372036854775807": "9223372036854775807"},
			append([]string{"-1", "1.5", "0.5", "1e19", "9223372036854775808", "1/2", "1000/h", "1%", "1m", "1e-1"},
				wrong...)},
		{"whole", map[string]string{"10^30": "1" + strings.Repeat("0", 30), "1e30": "1" + strings.Repeat("0", 30),
			"1 sextillion": "1" + strings.Repeat("0", 21), "2^74": "18889465931478580854784", "0": "0"},
			append([]string{"-1", "1.5", "1/2", "1e200"}, wrong...)},
		{"rate", map[string]string{"1000": "1000", "0.5": "1/2", ".5": "1/2", "10k": "10000", "1K": "1000",
			"2.5M":  "2500000",
			"1_000": "1000", "1,000": "1000", "1e9": "1000000000", "1e-3": "1/1000", "2^10": "1024",
			"1.5 million": "1500000",
			"1000/s":      "1000", "10k/s": "10000", "60/min": "1", "60/m": "1", "1000/h": "5/18", "1000 per hour": "5/18",
			"1M/day": "625/54", "1M / day": "625/54", "5/hours": "1/720", "7/w": "1/86400", "1/y": "1/31556952",
			"1/ms": "1000"},
			append([]string{"0", "-1", "1e99", "1/2", "1/", "/h", "1/x", "1/2h", "1000/h/h", "1000/fortnight", "1%",
				"1 per"},
				wrong...)},
		{"probability", map[string]string{"0.5": "1/2", ".5": "1/2", "1e-9": "1/1000000000", "50%": "1/2",
			"1 %":  "1/100",
			"0.1%": "1/1000", "1/1000": "1/1000", "1/1,000": "1/1000", "1/10k": "1/10000", "1/2^20": "1/1048576",
			"1 in 1000": "1/1000", "1 in 2 million": "1/2000000"},
			append([]string{"0", "1", "1.0", "100%", "-0.5", "1/0", "0/5", "2/1", "1/2/3", "%", "1e-999999999",
				"1/-2", "1%%",
				"1 in"}, wrong...)},
		{"size", map[string]string{"0": "0", "1073741824": "1073741824", "1e9": "1000000000", "1_000": "1000",
			"64":  "64",
			"64B": "64", "64 B": "64", "64k": "65536", "64K": "65536", "64kB": "65536", "64KiB": "65536",
			"64M": "67108864",
			"64m": "67108864", "64MB": "67108864", "64MiB": "67108864", "64 MiB": "67108864", "64Mi": "67108864",
			"1.5G": "1610612736", "1.5GiB": "1610612736", "1.5 GiB": "1610612736", "2g": "2147483648",
			"1T":   "1099511627776",
			"1PiB": "1125899906842624", "2^30": "1073741824", "1,024": "1024", "0.5KiB": "512",
			"1.5 million": "1500000"},
			append([]string{"-1", "1e30", "4000000T", "1X", "1MM", "1i", "1 iB", "1/2", "1%", "1MiBs"},
				without(wrong, "1 k ")...)},
		{"duration", map[string]string{"0": "0s", "0s": "0s", "90m": "1h30m0s", "+90m": "1h30m0s", "-5m": "-5m0s",
			"1d":    "24h0m0s",
			"1d12h": "36h0m0s", "1d 12h": "36h0m0s", "1 d": "24h0m0s", "2w": "336h0m0s", "1y": "8765h49m12s",
			"1.5d": "36h0m0s",
			".5h":  "30m0s", "1.h": "1h0m0s", "1h30m5s": "1h30m5s", "1 h 30 min": "1h30m0s", "250us": "250µs",
			"250µs": "250µs",
			"250μs": "250µs", "100ns": "100ns", "1.5ms": "1.5ms", "90 sec": "1m30s", "90 minutes": "1h30m0s",
			"1 hour": "1h0m0s",
			"2 days": "48h0m0s", "3 weeks": "504h0m0s", "1 year": "8765h49m12s", "1,000s": "16m40s", "1_000s": "16m40s",
			"3.95 min": "3m57s", "10 mins": "10m0s", "5 secs": "5s",
			"292y": (292 * Year).String(), "1.9ns": "1ns", "-0s": "0s"},
			append([]string{"5", "d", "5x", "1d ", "1d  2h", "1s-2s", "--5m", "+-5m", "300y", "200y200y", "1sm",
				"1M", "1D", "1e9y",
				"s1", "1 month"}, without(wrong)...)},
		{"span", map[string]string{"1s": "1", "90m": "5400", "1d12h": "129600", "1.5h": "5400", "250ms": "1/4",
			"2w": "1209600",
			"1y": "31556952", "1000y": "31556952000", "0d1h": "3600", "10 years": "315569520", "1 s": "1",
			"1.y": "31556952"},
			append([]string{"0s", "0", "1", "s", "-1s", "+1s", "1x", "1sm", "1e9y", "..5s",
				"999999999999999999999999999999y"}, wrong...)},
	} {
		for text, want := range test.read {
			try.Of(readers[test.quantity](text)).Is(t, want, "%s %q =", test.quantity, text)
		}
		for _, text := range test.refused {
			if got, err := readers[test.quantity](text); err == nil {
				t.Errorf("%s %q = %s; want an error", test.quantity, text, got)
			}
		}
	}
}

// without leaves out what is a quantity of one kind alone.
func without(list []string, texts ...string) (rest []string) {
	for _, text := range list {
		if !strings.Contains(strings.Join(texts, "\n"), text) || text == "" {
			rest = append(rest, text)
		}
	}
	return rest
}

// TestRefusals: an error says what is wrong, then what to do.
func TestRefusals(t *testing.T) {
	for _, test := range []struct {
		parse func() error
		want  string
	}{
		{func() error { _, err := ParseCount("x", 0, 9); return err },
			`"x" is not a whole number: use one such as 1000, 10k or 1e6`},
		{func() error { _, err := ParseCount("-1", 0, 9); return err }, "-1 is too small: use 0 or more"},
		{func() error { _, err := ParseCount("0", 1, 9); return err }, "0 is too small: use 1 or more"},
		{func() error { _, err := ParseCount("2k", 1, 1000); return err }, "2k is too large: use at most 1,000"},
		{func() error { _, err := ParseSize("4000000T", 1<<20, 1<<40); return err },
			"4000000T is too large: use at most 1 TiB"},
		{func() error { _, err := ParseSize("1k", 1<<20, 1<<40); return err }, "1k is too small: use 1 MiB or more"},
		{func() error { _, err := ParseDuration("0", 1, time.Hour); return err }, "0 is too short: use 1ns or more"},
		{func() error { _, err := ParseDuration("2h", 1, time.Hour); return err }, "2h is too long: use at most 1h"},
		{func() error { _, err := ParseDuration("300y", 0, math.MaxInt64); return err },
			"300y is too long: use at most 106751d23h47m16.854775807s"},
		{func() error { _, err := ParseProbability("2"); return err },
			"2 is out of range: use more than 0 and less than 1"},
		{func() error { _, err := ParseWhole("10", big.NewInt(10), big.NewInt(10)); return err }, "<nil>"},
		{func() error { _, err := ParseSize("1k", 1024, 1024); return err }, "<nil>"},
		{func() error { _, err := ParseDuration("1h", time.Hour, time.Hour); return err }, "<nil>"},
	} {
		try.Equal(t, fmt.Sprint(test.parse()), test.want, "error")
	}
}

func TestFormats(t *testing.T) {
	whole := func(text string) string {
		n, _ := new(big.Int).SetString(text, 10)
		return FormatWhole(n)
	}
	power := func(bits uint, more int64) string {
		n := new(big.Int).Lsh(big.NewInt(1), bits)
		return FormatPower(n.Add(n, big.NewInt(more)))
	}
	for _, test := range []struct{ got, want string }{
		{whole("0"), "0"}, {whole("999"), "999"}, {whole("1000"), "1,000"}, {whole("1264234386"), "1,264,234,386"},
		{whole("-100000"), "-100,000"}, {whole("1" + strings.Repeat("0", 60)), "1e60"},
		{FormatCount(1_500_000), "1,500,000"}, {FormatCount(uint64(math.MaxUint64)), "18,446,744,073,709,551,615"},
		{power(9, 0), "512"}, {power(14, 0), "16,384"}, {power(74, 0), "2^74"}, {power(20, 1), "1,048,577"},
		{power(74, 1), "18.9 sextillion"}, {power(122, 1), "5.32e36"},
		{FormatRational(big.NewRat(1500000, 1)), "1,500,000"}, {FormatRational(big.NewRat(5, 18)), "0.278"},
		{FormatRational(big.NewRat(1<<53, 1)), "9.01 quadrillion"},
		{FormatNumber(0), "0"}, {FormatNumber(1), "1"}, {FormatNumber(2.5), "2.5"}, {FormatNumber(48020.4), "48,020"},
		{FormatNumber(999_499), "999,499"}, {FormatNumber(999_500), "1 million"}, {FormatNumber(1e6), "1 million"},
		{FormatNumber(999_499_999), "999 million"}, {FormatNumber(999_500_000), "1 billion"},
		{FormatNumber(2.304e6), "2.3 million"}, {FormatNumber(15.84e9), "15.8 billion"}, {FormatNumber(-3e12),
			"-3 trillion"},
		{FormatNumber(2.7149e18), "2.71 quintillion"}, {FormatNumber(1e21), "1 sextillion"}, {FormatNumber(1.5e24),
			"1.5e24"},
		{FormatNumber(0.25), "0.25"}, {FormatNumber(8.353e-9), "8.35e-9"}, {FormatNumber(9.9999e-4), "1e-3"},
		{FormatNumber(math.Inf(1)), "-"}, {FormatNumber(math.NaN()), "-"},
		{FormatProbability(0.0431), "0.043"}, {FormatProbability(8.353e-9), "8.4e-9"}, {FormatProbability(1), "1"},
		{FormatFigure(1.5e6, 3), "1.5e6"}, {FormatFigure(31.52, 3), "31.5"}, {FormatFigure(12345, 3), "12,345"},
		{FormatFigure(9.996, 3), "10"}, {FormatFigure(999.96, 3), "1,000"},
		{FormatMetric(0), "0.00"}, {FormatMetric(999.4), "999"}, {FormatMetric(25600), "25.6k"},
		{FormatMetric(4096000), "4.10M"},
		{FormatMetric(570e6), "570M"}, {FormatMetric(1.6e11), "160G"}, {FormatMetric(999.9e3), "1.00M"},
		{FormatMetric(3e24), "3e24"}, {FormatMetric(999.5), "1.00k"}, {FormatMetric(999.5e3), "1.00M"},
		{FormatMetric(2e15), "2.00P"},
		{FormatFixed(1.754), "1.75"}, {FormatFixed(9.996), "10.0"}, {FormatFixed(99.96), "100"},
		{FormatFixed(38630), "38630"}, {FormatFixed(99.95), "100"},
		{FormatSize(0), "0 B"}, {FormatSize(512), "512 B"}, {FormatSize(1 << 20), "1 MiB"}, {FormatSize(3 << 29),
			"1.5 GiB"},
		{FormatSize(64 << 20), "64 MiB"}, {FormatSize(1<<20 - 1), "1 MiB"}, {FormatSize(1000), "1,000 B"},
		{FormatDuration(0), "0s"}, {FormatDuration(time.Hour), "1h"}, {FormatDuration(150 * time.Second), "2m30s"},
		{FormatDuration(36 * time.Hour), "1d12h"}, {FormatDuration(-48 * time.Hour), "-2d"},
		{FormatDuration(-36 * time.Hour), "-1d12h"}, {FormatDuration(1500), "1.5us"}, {FormatDuration(24*time.Hour +
			1), "1d1ns"},
		{FormatSpan(big.NewRat(86400*90, 1)), "90d"}, {FormatSpan(big.NewRat(31_556_952, 1)), "1y"},
		{FormatSpan(big.NewRat(1, 4)), "250ms"}, {FormatSpan(big.NewRat(1, 3)), "0.333333333s"},
		{FormatSeconds(2.44e-7), "244 ns"}, {FormatSeconds(0.012), "12 ms"}, {FormatSeconds(21.219), "21.2 s"},
		{FormatSeconds(237), "3.95 min"}, {FormatSeconds(5400), "1.5 h"}, {FormatSeconds(86400), "1 d"},
		{FormatSeconds(41334 * Year.Seconds()), "41,334 y"}, {FormatSeconds(3.15569520e17), "10 billion y"},
		{FormatSeconds(0), "0 ns"}, {FormatSeconds(59.99), "1 min"}, {FormatSeconds(1e-12), "0.001 ns"},
		{FormatTime(time.Date(2026, 1, 31, 10, 0, 0, 123456789, time.UTC)), "2026-01-31T10:00:00.123Z"},
		{FormatTime(time.Time{}), ""},
	} {
		if test.got != test.want {
			t.Errorf("%q; want %q", test.got, test.want)
		}
	}
}

func TestFormatAgo(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"2022-06-28T00:00:00Z": "4 years ago", "2025-11-20T00:00:00Z": "1 year ago",
		"2026-10-01T00:00:00Z": "1 month ago",
		"2026-11-20T00:00:00Z": "1 day ago", "2026-11-21T11:59:59Z": "1 second ago", "2026-11-21T12:00:00Z": "now",
		"2026-11-21T14:30:00Z": "in 2 hours", "9999-01-01T00:00:00Z": "in 7972 years",
		"1582-10-15T00:00:00Z": "444 years ago",
	} {
		at := try.Of(time.Parse(time.RFC3339, text)).Or(t)
		try.Equal(t, FormatAgo(at, now), want, "FormatAgo(%s) =", text)
	}
}

// FuzzNumbers: no text panics or grows without bound, and what is written is read as the same value.
func FuzzNumbers(f *testing.F) {
	for _, text := range []string{"1", "1e30", "2^40", "0.5", "1_0", "1,000", "1e-400", "65535^1600", ".", "-",
		"+1", "1e+5", "10 k",
		"1.5 million", "50%", "1 in 7", "1000/h", "90m", "1d 12h", "-2s", "1.5GiB", "1e99999999"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if v, ok := exact(text); ok && (v.Num().BitLen() > 30000 || v.Denom().BitLen() > 3000) {
			t.Fatalf("exact(%q) has %d and %d bits; want less", text, v.Num().BitLen(), v.Denom().BitLen())
		}
		most := new(big.Int).Exp(big.NewInt(10), big.NewInt(longestWhole-1), nil)
		if n, err := ParseWhole(text, new(big.Int), most); err == nil {
			if again, err := ParseWhole(FormatWhole(n), new(big.Int), most); err != nil || again.Cmp(n) != 0 {
				t.Errorf("count %q = %d, written and read %v, %v", text, n, again, err)
			}
		}
		if d, err := ParseDuration(text, math.MinInt64, math.MaxInt64); err == nil {
			try.Of(ParseDuration(FormatDuration(d), math.MinInt64, math.MaxInt64)).Is(t, d,
				"duration %q = %d, written %s and read", text, d, FormatDuration(d))
		}
		if v, err := ParseSpan(text); err == nil && new(big.Rat).Mul(v, big.NewRat(1e9, 1)).IsInt() {
			if again, err := ParseSpan(FormatSpan(v)); err != nil || again.Cmp(v) != 0 {
				t.Errorf("span %q = %s, written %s and read %v, %v", text, v, FormatSpan(v), again, err)
			}
		}
		if n, err := ParseSize(text, 0, 1<<60); err == nil { // rounded once, a size stays as it is
			again, err := ParseSize(FormatSize(n), 0, 1<<60)
			if err != nil || math.Abs(float64(again-n)) > 1+float64(n)/180 || FormatSize(again) != FormatSize(n) {
				t.Errorf("size %q = %d, written %s and read %d, %v", text, n, FormatSize(n), again, err)
			}
		}
		for _, parse := range []func(string) (*big.Rat, error){ParseRate, ParseProbability} {
			v, err := parse(text)
			if err != nil {
				continue
			}
			x, _ := v.Float64()
			again, ok := exact(FormatNumber(x))
			y, _ := new(big.Rat).Sub(again, v).Float64()
			if !ok || x > 1e-300 && math.Abs(y) > x/180 {
				t.Errorf("%q = %g, written %s and read %v", text, x, FormatNumber(x), again)
			}
		}
	})
}

func TestParseTime(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	tests := []struct{ words, text, want string }{
		{"RFC 3339", "2026-01-31T10:00:00Z", "2026-01-31T10:00:00Z"},
		{"RFC 3339 with an offset and a fraction", "2026-01-31T10:00:00.123456789+02:00", "2026-01-31T08:00:00.123456789Z"},
		{"a day and a time are UTC", "2026-01-31 10:00", "2026-01-31T10:00:00Z"},
		{"seconds and a fraction are UTC", "2026-01-31T10:00:05.25", "2026-01-31T10:00:05.25Z"},
		{"a day, a time and an offset", "2026-01-31 10:00+08:00", "2026-01-31T02:00:00Z"},
		{"an offset after a blank", "2026-01-31 10:00:30 -01:00", "2026-01-31T11:00:30Z"},
		{"now", "now", "2026-06-01T12:00:00Z"},
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
		{"less than a nanosecond", "@1.0000000001", ""},
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
	if _, err := ParseTime("4111111111111111", time.Now(), time.UTC); fault.Hint(err) != "" {
		t.Errorf("the hint of a number that may be a card's is %q; want none: it has the number", fault.Hint(err))
	}
}

func TestParsePeriod(t *testing.T) {
	now := time.Date(2026, 6, 3, 12, 30, 0, 0, time.UTC) // a Wednesday
	for text, want := range map[string]string{
		"today": "2026-06-03T00:00:00Z 2026-06-04T00:00:00Z", "Yesterday": "2026-06-02T00:00:00Z 2026-06-03T00:00:00Z",
		"tomorrow":         "2026-06-04T00:00:00Z 2026-06-05T00:00:00Z",
		"monday":           "2026-06-01T00:00:00Z 2026-06-02T00:00:00Z",
		"sat":              "2026-05-30T00:00:00Z 2026-05-31T00:00:00Z",
		"sunday":           "2026-05-31T00:00:00Z 2026-06-01T00:00:00Z",
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
		"2 weeks ago":      "2026-05-20T12:30:00Z 2026-05-20T12:30:00Z",
		"2 years ago":      "2024-06-03T12:30:00Z 2024-06-03T12:30:00Z",
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
		"June 2022 9:05", "never 9:05",
		"9999999 years ago", "30000 years ago", "yesterday today", "juneau 2022", "-5m ago"} {
		if from, _, err := ParsePeriod(text, now, time.UTC); err == nil {
			t.Errorf("ParsePeriod(%q) = %s; want an error", text, from)
		}
	}
}

func TestPeriodsOfAZone(t *testing.T) {
	berlin := try.Of(time.LoadLocation("Europe/Berlin")).Or(t)
	now := time.Date(2026, 3, 29, 23, 0, 0, 0, time.UTC) // 01:00 of the 30th in Berlin; the 29th has 23 hours
	for _, text := range []string{"yesterday", "yesterday 14:30", "2026-03-29 00:00"} {
		from, to, err := ParseDay(text, now, berlin)
		try.Equal(t, fmt.Sprintf("%s, %s, %v", from.Format(time.RFC3339), to.Sub(from), err),
			"2026-03-28T23:00:00Z, 23h0m0s, <nil>", "the day of %s in Berlin =", text)
	}
	if at, err := ParseTime("yesterday 14:30", now, berlin); err != nil ||
		at.Format(time.RFC3339) != "2026-03-29T12:30:00Z" {
		t.Errorf("yesterday 14:30 in Berlin = %s, %v; want 12:30Z", at, err)
	}
	if at, err := ParseTime("2026-07-01 10:00", now, berlin); err != nil ||
		at.Format(time.RFC3339) != "2026-07-01T08:00:00Z" {
		t.Errorf("2026-07-01 10:00 in Berlin = %s, %v; want 08:00Z", at, err)
	}
	if got, _ := ParseTime("this week", time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC), time.UTC); got.Day() != 23 {
		t.Errorf("the week of a Sunday begins on %s; want the Monday before", got)
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
