package chart

import (
	"math"
	"strconv"
	"strings"
)

// Number writes a value with three digits as people read it: 31.5, 12,300, 1.06e19.
func Number(v float64) string {
	a := math.Abs(v)
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "-"
	case v == 0:
		return "0"
	case a < 1e-3 || a >= 1e7:
		mantissa, exp, _ := strings.Cut(strconv.FormatFloat(v, 'e', 2, 64), "e")
		e, _ := strconv.Atoi(exp)
		return trimmed(mantissa) + "e" + strconv.Itoa(e)
	case a >= 999.5:
		return grouped(strconv.FormatFloat(v, 'f', 0, 64))
	}
	digits := 2 - int(math.Floor(math.Log10(a)))
	return trimmed(strconv.FormatFloat(v, 'f', max(digits, 0), 64))
}

// trimmed is a number without the zeros at the end of its fraction.
func trimmed(text string) string {
	if !strings.Contains(text, ".") {
		return text
	}
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// grouped puts commas between thousands.
func grouped(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	var b strings.Builder
	for i, c := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return sign + b.String()
}
