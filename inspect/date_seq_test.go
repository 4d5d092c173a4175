package inspect

import (
	"fmt"
	"math"
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
