package cli

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	bday "idscope/bench/birthday"
)

// numberLength is the longest number that is read, exponentLimit the largest power
// of ten in it: both keep a short text from growing into a huge number.
const (
	numberLength  = 200
	exponentLimit = 400
)

// Whole is a whole number as people write large ones, kept exactly.
type Whole struct {
	*big.Int
	Text string
}

// ParseWhole reads 1000000, 1_000_000, 1M, 1e6, 1.5e9 and 2^40, of at most most.
func ParseWhole(text, what string, least int64, most *big.Int) (Whole, error) {
	fail := fmt.Errorf("%q is not a %s; want a whole number, as 1000000, 1M, 1e6 or 2^20", text, what)
	v, ok := parseExact(text)
	switch {
	case !ok:
		return Whole{}, fail
	case v.Sign() < 0:
		return Whole{}, fmt.Errorf("%s is below 0; want %d or more", text, least)
	case !v.IsInt():
		return Whole{}, fail
	case v.Num().Cmp(big.NewInt(least)) < 0:
		return Whole{}, fmt.Errorf("%s is too small; want %d or more", text, least)
	case v.Num().Cmp(most) > 0:
		return Whole{}, fmt.Errorf("%s is too large; want at most %s", text, bday.Short(most))
	}
	return Whole{v.Num(), text}, nil
}

// units are what may stand behind a number: 10k, 2.5M.
var units = [...]struct {
	name string
	zero int
}{{"k", 3}, {"K", 3}, {"M", 6}, {"G", 9}, {"T", 12}}

// parseExact reads a decimal number with an exponent or a unit, or a power, exactly.
func parseExact(text string) (*big.Rat, bool) {
	for _, unit := range units {
		if rest, ok := strings.CutSuffix(text, unit.name); ok && strings.Trim(rest, "0123456789_.") == "" {
			text = rest + "e" + strconv.Itoa(unit.zero)
			break
		}
	}
	if text == "" || len(text) > numberLength || strings.HasPrefix(text, "_") || strings.HasSuffix(text, "_") ||
		strings.Contains(text, "__") {
		return nil, false
	}
	text = strings.ReplaceAll(text, "_", "")
	if base, exp, ok := strings.Cut(text, "^"); ok {
		b, err1 := strconv.ParseUint(base, 10, 16)
		e, err2 := strconv.ParseUint(exp, 10, 16)
		if err1 != nil || err2 != nil || e > 4*exponentLimit {
			return nil, false
		}
		return new(big.Rat).SetInt(new(big.Int).Exp(new(big.Int).SetUint64(b), new(big.Int).SetUint64(e), nil)), true
	}
	mantissa, exp, scaled := strings.Cut(strings.ToLower(text), "e")
	whole, part, pointed := strings.Cut(strings.TrimLeft(mantissa, "+-"), ".")
	digits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	if !digits(whole) || pointed && !digits(part) || len(mantissa) > len(strings.TrimLeft(mantissa, "+-"))+1 {
		return nil, false
	}
	if scaled {
		e, err := strconv.Atoi(exp)
		if err != nil || e > exponentLimit || e < -exponentLimit {
			return nil, false
		}
	}
	return new(big.Rat).SetString(text)
}

// ParseProbability reads 0.5, 1e-9, 50% and 1/1000, exactly; it lies between 0 and 1.
func ParseProbability(text string) (*big.Rat, error) {
	number, percent := strings.CutSuffix(text, "%")
	top, bottom, divided := strings.Cut(strings.TrimSpace(number), "/")
	v, ok := parseExact(top)
	if ok && divided {
		var d *big.Rat
		if d, ok = parseExact(bottom); ok && d.Sign() > 0 {
			v.Quo(v, d)
		} else {
			ok = false
		}
	}
	if !ok {
		return nil, fmt.Errorf("%q is not a probability; want a number between 0 and 1, as 0.5, 1e-9, 1%% or 1/1000", text)
	}
	if percent {
		v.Quo(v, big.NewRat(100, 1))
	}
	if v.Sign() <= 0 || v.Cmp(big.NewRat(1, 1)) >= 0 {
		return nil, fmt.Errorf("%s is out of range; want more than 0 and less than 1", text)
	}
	return v, nil
}
