package inspect

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"idscope/gen"
)

// The chance of digits that start with a date is the count of the dates that
// pass, one by one, times that of the sequences.
func TestDateSeqChance(t *testing.T) {
	for _, now := range []time.Time{present, present.AddDate(0, 3, 16)} {
		in := inspector(t, Options{Now: now, As: []*gen.Scheme{schemeOf(t, "date-seq")}})
		c := newReaders(in.asked())[0].candidates[0]
		dates := 0.0
		for year := 2009; year < 2030; year++ {
			for month := range 14 {
				for date := range 33 {
					if c.passes(fmt.Appendf(nil, "%04d%02d%02d0000", year, month, date)) {
						dates++
					}
				}
			}
		}
		if want := math.Floor(now.Add(day).Sub(time.Date(2010, 1, 2, 0, 0, 0, 0, time.UTC)).Hours()/24) + 1; dates != want {
			t.Errorf("%v dates pass; want %v", dates, want)
		}
		for class, symbols := range classes {
			if !strings.Contains(symbols, digits) {
				continue
			}
			for n := 4; n <= 15; n++ {
				want := dates / 1e8 * min(1, float64(1<<30)/math.Pow(10, float64(n))) * math.Pow(10/float64(len(symbols)),
					float64(8+n))
				if got := c.chance(class, 8+n, true); math.Abs(got-want) > 1e-9*want {
					t.Errorf("chance(%q, %d) = %g; want %g", symbols, 8+n, got, want)
				}
			}
		}
	}
}

// The bits are ours: nothing converts to or from them, no layout is looked for in
// them, and its numbers have no window.
func TestDateSeqBits(t *testing.T) {
	s := schemeOf(t, "date-seq")
	id, ok := s.Text.Try([]byte("202601310001"), s.Layout.Size())
	if !ok {
		t.Fatal("202601310001 is not read")
	}
	for _, to := range []string{"int", "hex", "snowflake"} {
		if out, err := Convert(id, s, target(t, to), true); err == nil || out.Text != "" ||
			!strings.Contains(err.Error(), "encode no bits") {
			t.Errorf("Convert(date-seq, %s) = %q, %v; want an error", to, out.Text, err)
		}
	}
	if _, err := Convert(id, schemeOf(t, "snowflake"), TargetScheme(s), true); err == nil {
		t.Error("Convert(snowflake, date-seq) = nil; want an error")
	}
	if _, ok := TargetNamed("datedigits"); ok {
		t.Error("datedigits is a target; want none")
	}
	_, err := Window(s, present.AddDate(0, -1, 0), present)
	if want := "ids of date-seq are not ordered by time: the one with more digits is greater; of " +
		"as many digits it is the first date and zeros to the last date and nines"; err == nil || err.Error() != want {
		t.Errorf("Window(date-seq) = %v; want %s", err, want)
	}
	var ids []gen.ID
	for i := range 40 {
		ids = append(ids, gen.FromUint64(id.Lo+uint64(i)))
	}
	report, err := SameSource(ids, 64, nil, present)
	if err != nil || slices.ContainsFunc(report.Layouts, func(f Fit) bool { return f.Scheme.Name == s.Name }) {
		t.Errorf("SameSource of its bits = %+v, %v; want no date-seq", report.Layouts, err)
	}
}

// What X gave out before snowflakes is ruled out by name, and has no time.
func TestEra(t *testing.T) {
	in := inspector(t, Options{})
	for text, era := range map[string]bool{"20": true, "1999": true, "29999999999": true, "30000000000": false} {
		r := in.Inspect(text)
		i := slices.IndexFunc(r.RuledOut, func(o RuledOut) bool { return o.Scheme.Name == "snowflake" })
		if i < 0 || r.place("snowflake") >= 0 {
			t.Errorf("Inspect(%q) = %s; want snowflake ruled out", text, r.AppendJSON(nil))
			continue
		}
		out := &r.RuledOut[i]
		line := string(out.appendJSON(nil, new(jsonWriter)))
		if (out.Cause == BeforeScheme) != era || strings.Contains(line, "sequential number from before "+
			"2010-11-04, not a snowflake") != era || strings.Contains(line, `"time"`) == era {
			t.Errorf("Inspect(%q): %s; want an era: %t", text, line, era)
		}
	}
	r := inspector(t, Options{As: []*gen.Scheme{schemeOf(t, "snowflake")}}).Inspect("20")
	if reasons, _ := r.Readings[0].Fact("reasons"); !strings.Contains(reasons.Text, "a sequential number from before "+
		"2010-11-04, not a snowflake") {
		t.Errorf("--as snowflake 20: reasons %q; want the era", reasons.Text)
	}
}
