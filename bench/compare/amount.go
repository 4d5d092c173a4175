package compare

import (
	"math/big"
	"strconv"
	"strings"
)

// amount writes a number above zero as people say it: 0.25, 25,600, 15.8 million, 3.15e19.
func amount(v float64) string {
	for _, unit := range [...]struct {
		of   float64
		name string
	}{{1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}} {
		if v >= unit.of*0.9995 && v < 999.5e12 { // three digits of the unit below would be 1000
			return strconv.FormatFloat(v/unit.of, 'g', 3, 64) + unit.name
		}
	}
	if v < 999.5 || v >= 1e6 {
		return strings.Replace(strconv.FormatFloat(v, 'g', 3, 64), "e+", "e", 1)
	}
	whole := strconv.FormatFloat(v, 'f', 0, 64)
	return whole[:len(whole)-3] + "," + whole[len(whole)-3:]
}

// Probability writes one with two digits: 0.043, 8.3e-9.
func Probability(p float64) string {
	return strings.Replace(strconv.FormatFloat(p, 'g', 2, 64), "e-0", "e-", 1)
}

// countText is amount of a whole number.
func countText(n *big.Int) string {
	v, _ := new(big.Float).SetInt(n).Float64()
	return amount(v)
}
