package ui

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Digits writes a number with three digits: 0.0123, 1.06e19, 123456.
func Digits(v float64) string {
	if v != 0 && (v < 1e-3 || v >= 1e6) {
		return exponent(fmt.Sprintf("%.2e", v))
	}
	if v >= 1000 {
		return fmt.Sprintf("%.0f", v) // %g would go over to an exponent
	}
	return fmt.Sprintf("%.3g", v)
}

// exponent writes 1.06e+07 as 1.06e7.
func exponent(text string) string {
	mantissa, exp, _ := strings.Cut(text, "e")
	sign := ""
	if exp[0] == '-' {
		sign = "-"
	}
	return mantissa + "e" + sign + strings.TrimLeft(exp[1:], "0")
}

// Rational writes a number in full, as [Grouped] does, where it is whole and short, else as
// [Digits] does.
func Rational(v *big.Rat) string {
	if v.IsInt() && v.Num().BitLen() < 50 {
		return Grouped(v.Num())
	}
	f, _ := v.Float64()
	return Digits(f)
}

// Big writes all digits of a number where a line holds them, else the first 15.
func Big(n *big.Int) string {
	if text := n.String(); len(text) <= 50 {
		return text
	}
	return strings.Replace(new(big.Float).SetInt(n).Text('g', 15), "e+", "e", 1)
}

// Rounded writes a number in three or four places, from 100 on without decimals: 9.99,
// 12.3, 1234.
func Rounded(v float64) string {
	switch {
	case v >= 99.95:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 9.995:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

// Metric writes a number with the unit of its size: 15.8M.
func Metric(v float64) string {
	units := []string{"", "k", "M", "G", "T", "P", "E"}
	i := 0
	for v >= 999.5 && i < len(units)-1 {
		v, i = v/1000, i+1
	}
	if v >= 1e6 {
		return fmt.Sprintf("%.1e%s", v, units[i])
	}
	return Rounded(v) + units[i]
}

// Bytes writes a number of bytes: 1.5 GB.
func Bytes(n int64) string {
	units := []string{"B", "kB", "MB", "GB", "TB"}
	v, i := float64(n), 0
	for v >= 1000 && i < len(units)-1 {
		v, i = v/1000, i+1
	}
	if i == 0 || v >= 100 {
		return fmt.Sprintf("%.0f %s", v, units[i])
	}
	return fmt.Sprintf("%.1f %s", v, units[i])
}

// Power writes 2^bits, in full while it is short.
func Power(bits int) string {
	if bits > 14 {
		return fmt.Sprintf("2^%d", bits)
	}
	return strconv.Itoa(1 << bits)
}

// Ratio writes how many times as much x is as y; - where y is nothing.
func Ratio(x, y float64) string {
	if y <= 0 {
		return "-"
	}
	return strconv.FormatFloat(x/y, 'f', 2, 64) + "x"
}

// Plural chooses between the words for one and for many.
func Plural[N int | int64 | uint64](n N, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Grouped writes a number as Big does, its digits in groups of three: 1,264,234.
func Grouped(n *big.Int) string {
	text := Big(n)
	if strings.ContainsAny(text, ".e") {
		return text
	}
	var out strings.Builder
	for i, digit := range text {
		if left := len(text) - i; i > 0 && left%3 == 0 && text[i-1] != '-' {
			out.WriteByte(',')
		}
		out.WriteRune(digit)
	}
	return out.String()
}

// Counted is Grouped of a count.
func Counted[N int | uint64](n N) string { return Grouped(new(big.Int).SetUint64(uint64(n))) }

// WholeGrouped is Grouped of a number rounded to a whole one.
func WholeGrouped(v float64) string {
	whole, _ := big.NewFloat(math.Round(v)).Int(nil)
	return Grouped(whole)
}

// scales are the names of the powers of 1000 from the second on.
var scales = [...]string{"million", "billion", "trillion", "quadrillion", "quintillion", "sextillion"}

// Words writes a number above zero as people say it: 48,020, 2.3 million, 152 million; without
// a name for its size as Digits does.
func Words(v float64) string {
	if v < 999_500 {
		if v < 10 && v != math.Trunc(v) {
			return strconv.FormatFloat(v, 'g', 2, 64)
		}
		return Grouped(big.NewInt(int64(math.Round(v))))
	}
	i := -1
	for v >= 999.5 {
		v, i = v/1000, i+1
	}
	if i--; i < 0 {
		v, i = v/1000, 0
	}
	if i >= len(scales) {
		return Digits(v * math.Pow(1000, float64(i+2)))
	}
	places := 0
	if v < 10 {
		places = 1
	}
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', places, 64), ".0") + " " + scales[i]
}
