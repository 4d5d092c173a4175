// Package quantity reads and writes counts, rates, probabilities, sizes, durations and times: each is written in one
// way wherever a person reads or types it.
//
// Every reader takes a number as 1000, 1_000, 1,000 or 0.5, and but those of lengths of time as 1e6, 2^20, 10k, 2.5M or
// 1.5 million. In counts and rates k, M, G, T and P are powers of 1000, in sizes of 1024. A number is kept exactly
// until a caller rounds it.
//
// Writers: [FormatWhole] writes every digit, 1,264,234; [FormatNumber] rounds for a sentence, 1.26 million; a column of
// rates has [FormatMetric], 1.26M.
package quantity

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// A longer number, or a larger power, could fill the memory.
const (
	longestNumber  = 200
	largestPower   = 400
	largestDecimal = 30 // powers of ten of a rate, of nodes or of a span
)

// scale is a power of 1000 with its names.
type scale struct {
	zeros         int
	symbol, named string
}

var scales = [...]scale{{3, "k", "thousand"}, {6, "M", "million"}, {9, "G", "billion"}, {12, "T", "trillion"},
	{15, "P", "quadrillion"}, {18, "", "quintillion"}, {21, "", "sextillion"}}

// exact reads a number without rounding.
func exact(text string) (*big.Rat, bool) {
	if len(text) > longestNumber {
		return nil, false
	}
	number, unit := cutUnit(text)
	for _, s := range scales {
		if unit != "" && (unit == s.symbol || unit == s.named || unit == "K" && s.symbol == "k") {
			text = number + "e" + strconv.Itoa(s.zeros)
		}
	}
	text, ok := ungrouped(text)
	if !ok {
		return nil, false
	}
	if base, power, raised := strings.Cut(text, "^"); raised {
		b, err1 := strconv.ParseUint(base, 10, 16)
		p, err2 := strconv.ParseUint(power, 10, 16)
		if err1 != nil || err2 != nil || p > 4*largestPower {
			return nil, false
		}
		return new(big.Rat).SetInt(new(big.Int).Exp(new(big.Int).SetUint64(b), new(big.Int).SetUint64(p), nil)), true
	}
	mantissa, power, raised := strings.Cut(strings.ToLower(text), "e")
	if strings.Trim(mantissa, "+-.0123456789") != "" {
		return nil, false
	}
	if raised {
		if p, err := strconv.Atoi(power); err != nil || p > largestPower || p < -largestPower {
			return nil, false
		}
	}
	return new(big.Rat).SetString(text)
}

// cutUnit separates a number from the letters after it, with or without a blank between.
func cutUnit(text string) (number, unit string) {
	number = text[:len(text)-len(strings.TrimLeft(text, "+-.,_0123456789"))]
	unit = text[len(number):]
	if letters, blank := strings.CutPrefix(unit, " "); blank && letters != "" {
		return number, letters
	}
	return number, unit
}

// ungrouped removes the marks between groups of digits: any single underscores, or commas at each third digit.
func ungrouped(text string) (string, bool) {
	whole, _, _ := strings.Cut(text, ".")
	whole, _, _ = strings.Cut(whole, "e")
	groups := strings.Split(whole, ",")
	for i, digits := range groups {
		if i > 0 && len(digits) != 3 || i == 0 && len(groups) > 1 && len(strings.TrimLeft(digits, "+-")) > 3 {
			return "", false
		}
	}
	if strings.Contains(text[len(whole):], ",") || strings.HasPrefix(text, ",") || strings.HasPrefix(text, "_") ||
		strings.HasSuffix(text, "_") || strings.Contains(text, "__") || len(groups) > 1 && strings.Contains(text, "_") {
		return "", false
	}
	return strings.NewReplacer("_", "", ",", "").Replace(text), true
}

// mostNumber is the most that a load, a rate or a span may be.
func mostNumber() *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(largestDecimal), nil))
}

// within refuses a value that is too small or too large, and says what is allowed.
func within(text string, below, above bool, small, least, large, most string) error {
	switch {
	case below:
		return fmt.Errorf("%s is too %s: use %s or more", text, small, least)
	case above:
		return fmt.Errorf("%s is too %s: use at most %s", text, large, most)
	}
	return nil
}

// unread is the error of a text that is no such quantity, and what to write instead.
func unread(text, kind, use string) error {
	return errors.New(strconv.Quote(text) + " is not a " + kind + ": use " + use)
}
