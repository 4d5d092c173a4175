package quantity

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// longestWhole is the longest number that is written with all its digits.
const longestWhole = 50

// FormatWhole writes a whole number in groups of three digits, 1,264,234; one too long for a line by its first 15.
func FormatWhole(n *big.Int) string {
	text := n.String()
	if len(text) > longestWhole {
		return strings.Replace(new(big.Float).SetInt(n).Text('g', 15), "e+", "e", 1)
	}
	return grouped(text)
}

// FormatCount is [FormatWhole] of a number from 0 up that a machine word holds.
func FormatCount[N int | int64 | uint64](n N) string {
	return grouped(strconv.FormatUint(uint64(n), 10))
}

// Counted is a number of things: 1 node, 3 nodes.
func Counted[N int | int64 | uint64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// FormatList writes names in a sentence, the last after a word: a, b and c.
func FormatList(names []string, word string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}

// FormatPower writes a power of two as such from 2^15 on: 1,024, 2^74; a number of more than 15 digits is rounded.
func FormatPower(n *big.Int) string {
	if bits := n.BitLen() - 1; bits >= 15 && n.TrailingZeroBits() == uint(bits) {
		return "2^" + strconv.Itoa(bits)
	}
	if len(n.String()) <= 15 {
		return FormatWhole(n)
	}
	v, _ := new(big.Float).SetInt(n).Float64()
	return FormatNumber(v)
}

// FormatRational writes a whole number with every digit while it is short, else as [FormatNumber] does.
func FormatRational(v *big.Rat) string {
	if v.IsInt() && v.Num().BitLen() < 50 {
		return FormatWhole(v.Num())
	}
	f, _ := v.Float64()
	return FormatNumber(f)
}

// FormatNumber rounds to three digits for a sentence: 8.35e-9, 0.25, 48,020, 2.3 million, 152 million. Whole digits
// below a million are kept.
func FormatNumber(v float64) string {
	a := math.Abs(v)
	if a >= 999_500 {
		for _, s := range scales[1:] {
			if in := v / math.Pow10(s.zeros); math.Abs(in) < 999.5 {
				return significant(in, 3) + " " + s.named
			}
		}
	}
	return FormatFigure(v, 3)
}

// FormatProbability rounds to two digits: 0.043, 8.4e-9.
func FormatProbability(p float64) string { return FormatFigure(p, 2) }

// FormatFigure rounds to so many digits for a figure or an axis, where names of large numbers have no room: 8.4e-9,
// 0.25, 48,020, 1.5e6.
func FormatFigure(v float64, digits int) string {
	switch a := math.Abs(v); {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "-"
	case v != 0 && (a < 1e-3 || a >= 999_500):
		mantissa, power, _ := strings.Cut(strconv.FormatFloat(v, 'e', digits-1, 64), "e")
		n, _ := strconv.Atoi(power)
		return trimmed(mantissa) + "e" + strconv.Itoa(n)
	}
	return significant(v, digits)
}

// FormatMetric writes three digits with the symbol of a power of 1000, as wide as its neighbours in a column: 4.10M.
func FormatMetric(v float64) string {
	if v == 0 || v >= 0.01 && v < 999.5 {
		return FormatFixed(v)
	}
	for _, s := range scales[:5] {
		if in := v / math.Pow10(s.zeros); in >= 0.99 && in < 999.5 {
			return FormatFixed(in) + s.symbol
		}
	}
	return FormatFigure(v, 3)
}

// FormatFixed writes a number of a column in three digits, from 100 on without decimals: 9.99, 12.3, 1234.
func FormatFixed(v float64) string {
	switch {
	case v >= 99.95:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 9.995:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

// significant writes so many digits without an exponent, and no zeros at the end; whole digits are kept and grouped.
func significant(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	places := max(digits-1-int(math.Floor(math.Log10(math.Abs(v)))), 0)
	return grouped(trimmed(strconv.FormatFloat(v, 'f', places, 64)))
}

// trimmed is a number without the zeros at the end of its fraction.
func trimmed(text string) string {
	if !strings.Contains(text, ".") {
		return text
	}
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// grouped puts a comma before each third digit of the whole part.
func grouped(text string) string {
	whole, _, _ := strings.Cut(text, ".")
	part := text[len(whole):]
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return whole + part
}
