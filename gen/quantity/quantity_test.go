package quantity

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen/fault"
	"idscope/gen/testing/try"
)

var readers = map[string]func(string) (string, error){
	"count": counts(0, 1<<63-1),
	"few":   counts(10, 1000),
	"whole": func(text string) (string, error) {
		n, err := ParseWhole(text, big.NewInt(0), new(big.Int).Lsh(big.NewInt(1), 512))
		return fmt.Sprint(n), err
	},
	"rate":        func(text string) (string, error) { return ratio(ParseRate(text)) },
	"probability": func(text string) (string, error) { return ratio(ParseProbability(text)) },
	"span":        func(text string) (string, error) { return ratio(ParseSpan(text)) },
	"size":        bytes(0, 1<<60),
	"disk":        bytes(1<<20, 1<<40),
	"duration":    lengths(math.MinInt64, math.MaxInt64),
	"hour":        lengths(1, time.Hour),
	"ago": func(text string) (string, error) {
		at, err := time.Parse(time.RFC3339, text)
		return FormatAgo(at, wednesday), err
	},
	"written_whole":       rational(func(v *big.Rat) string { return FormatWhole(v.Num()) }),
	"written_count":       rational(func(v *big.Rat) string { return FormatCount(v.Num().Uint64()) }),
	"written_power":       rational(func(v *big.Rat) string { return FormatPower(v.Num()) }),
	"written_rational":    rational(FormatRational),
	"written_size":        rational(func(v *big.Rat) string { return FormatSize(v.Num().Int64()) }),
	"written_duration":    rational(func(v *big.Rat) string { return FormatDuration(time.Duration(v.Num().Int64())) }),
	"written_span":        rational(FormatSpan),
	"written_number":      float(FormatNumber),
	"written_probability": float(FormatProbability),
	"written_figure":      float(func(v float64) string { return FormatFigure(v, 3) }),
	"written_metric":      float(FormatMetric),
	"written_fixed":       float(FormatFixed),
	"written_seconds":     float(FormatSeconds),
	"written_time": func(text string) (string, error) {
		at, err := time.Parse(time.RFC3339, text)
		return FormatTime(at), err
	},
	"time": func(text string) (string, error) {
		at, err := ParseTime(text, wednesday, time.UTC)
		return at.Format(time.RFC3339Nano), err
	},
	"written_cell": func(text string) (string, error) {
		at, err := time.Parse(time.RFC3339, text)
		return Instant{Time: at}.Cell() + " " + Exactly(at).Cell(), err
	},
	"period": between(ParsePeriod, "UTC", wednesday),
	"day":    between(ParseDay, "UTC", wednesday),
	"sunday": between(ParsePeriod, "UTC", time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC)),
	// 01:00 of the 30th; the 29th has 23 hours
	"berlin":     between(ParsePeriod, "Europe/Berlin", time.Date(2026, 3, 29, 23, 0, 0, 0, time.UTC)),
	"amman":      between(ParsePeriod, "Asia/Amman", wednesday),
	"berlin_day": between(ParseDay, "Europe/Berlin", time.Date(2026, 3, 29, 23, 0, 0, 0, time.UTC)),
}

func counts(least, most uint64) func(string) (string, error) {
	return func(text string) (string, error) {
		n, err := ParseCount(text, least, most)
		return fmt.Sprint(n), err
	}
}

func bytes(least, most int64) func(string) (string, error) {
	return func(text string) (string, error) {
		n, err := ParseSize(text, least, most)
		return fmt.Sprint(n), err
	}
}

func lengths(least, most time.Duration) func(string) (string, error) {
	return func(text string) (string, error) {
		d, err := ParseDuration(text, least, most)
		return d.String(), err
	}
}

func between(parse func(string, time.Time, *time.Location) (from, to time.Time, err error), zone string,
	now time.Time) func(string) (string, error) {
	return func(text string) (string, error) {
		place, missing := time.LoadLocation(zone)
		from, to, err := parse(text, now, place)
		return from.Format(time.RFC3339Nano) + " " + to.Format(time.RFC3339Nano), cmp.Or(missing, err)
	}
}

func float(f func(float64) string) func(string) (string, error) {
	return func(text string) (string, error) {
		v, err := strconv.ParseFloat(text, 64)
		return f(v), err
	}
}

func rational(f func(*big.Rat) string) func(string) (string, error) {
	return func(text string) (string, error) {
		v, ok := new(big.Rat).SetString(text)
		if !ok {
			return "", errors.New("no number")
		}
		return f(v), nil
	}
}

// wednesday is when times are read.
var wednesday = time.Date(2026, 6, 3, 12, 30, 0, 0, time.UTC)

func ratio(v *big.Rat, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return v.RatString(), nil
}

// TestTexts has every way in which people write quantities and times, and what is none, in testdata/texts.txt: a line
// has a kind, or any for all numbers, a text in quotes, and what it is read as; ! where it is refused, and the error.
func TestTexts(t *testing.T) {
	for line := range strings.Lines(string(try.Of(os.ReadFile("testdata/texts.txt")).Or(t))) {
		kind, rest, _ := strings.Cut(line, " ")
		kinds := []string{kind}
		if kind == "any" {
			kinds = strings.Fields("count whole rate probability size duration span")
		}
		quote := try.Of(strconv.QuotedPrefix(rest)).Or(t)
		text, want := try.Of(strconv.Unquote(quote)).Or(t), strings.TrimSpace(rest[len(quote):])
		for _, kind := range kinds {
			got, err := readers[kind](text)
			if err != nil && want == "!" {
				got = want
			} else if err != nil {
				got = strings.TrimSpace("! " + err.Error() + " " + fault.Hint(err))
			}
			try.Equal(t, got, want, "%s %q =", kind, text)
		}
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
		try.Need(t, to.Before(from), false, "%q = %s to %s ends before it begins:", text, from, to)
		if from.Year() < 0 || from.Year() > 9999 {
			return
		}
		if again, err := ParseTime(from.Format(time.RFC3339Nano), now, time.UTC); err != nil || !again.Equal(from) {
			t.Errorf("ParsePeriod(%q) = %s, read again %s, %v", text, from, again, err)
		}
	})
}
