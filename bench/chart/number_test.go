package chart

import (
	"math"
	"testing"
)

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0"}, {31.46, "31.5"}, {31, "31"}, {0.0123, "0.0123"}, {1.5, "1.5"}, {100, "100"}, {999.4, "999"}, {999.6,
			"1,000"}, {12345.6, "12,346"},
		{-12345, "-12,345"}, {9999999, "9,999,999"}, {1e7, "1e7"}, {1.064e19, "1.06e19"}, {1e-9,
			"1e-9"}, {9.999, "10"},
		{math.NaN(), "-"}, {math.Inf(1), "-"}, {math.Inf(-1), "-"}, {5e-324, "4.94e-324"}, {math.MaxFloat64, "1.8e308"},
	} {
		if got := Number(c.v); got != c.want {
			t.Errorf("Number(%v) = %q; want %q", c.v, got, c.want)
		}
	}
}
