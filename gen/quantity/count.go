package quantity

import (
	"fmt"
	"math/big"
	"strings"
)

// ParseCount reads a whole number from least to most: 1000, 10k, 1e6, 2^20.
func ParseCount(text string, least, most uint64) (uint64, error) {
	n, err := ParseWhole(text, new(big.Int).SetUint64(least), new(big.Int).SetUint64(most))
	if err != nil {
		return 0, err
	}
	return n.Uint64(), nil
}

// ParseWhole is [ParseCount] of numbers of any length.
func ParseWhole(text string, least, most *big.Int) (*big.Int, error) {
	v, ok := exact(text)
	if !ok || !v.IsInt() {
		return nil, unread(text, "whole number", "one such as 1000, 10k or 1e6")
	}
	n := v.Num()
	return n, within(text, n.Cmp(least) < 0, n.Cmp(most) > 0, "small", FormatWhole(least), "large", FormatPower(most))
}

// ParseRate reads how often something happens per second: 1000, 0.5, 10k/s, 1000/h, 1M per day.
func ParseRate(text string) (*big.Rat, error) {
	number, unit, per := strings.Cut(text, "/")
	if !per {
		number, unit, per = strings.Cut(text, " per ")
	}
	if per {
		number = strings.TrimSuffix(number, " ")
	}
	v, ok := exact(number)
	ok = ok && v.Sign() > 0 && v.Cmp(mostNumber()) <= 0
	if per && ok {
		var ns int64
		if ns, ok = nanoseconds(unit); ok {
			v.Quo(v, big.NewRat(ns, 1e9))
		}
	}
	if !ok {
		return nil, unread(text, "rate", "a number per second above 0, such as 1000, 0.5 or 10k, or 1000/h")
	}
	return v, nil
}

// ParseProbability reads what lies between 0 and 1: 0.5, 1e-9, 50%, 1/1000, 1 in 1000.
func ParseProbability(text string) (*big.Rat, error) {
	number, percent := strings.CutSuffix(text, "%")
	number = strings.TrimSpace(number)
	top, bottom, divided := strings.Cut(number, "/")
	if !divided {
		top, bottom, divided = strings.Cut(number, " in ")
	}
	v, ok := exact(top)
	if ok && divided {
		d, valid := exact(bottom)
		if ok = valid && d.Sign() > 0; ok {
			v.Quo(v, d)
		}
	}
	if !ok {
		return nil, unread(text, "probability", "a number between 0 and 1, such as 0.5, 1e-9, 1% or 1/1000")
	}
	if percent {
		v.Quo(v, big.NewRat(100, 1))
	}
	if v.Sign() <= 0 || v.Cmp(big.NewRat(1, 1)) >= 0 {
		return nil, fmt.Errorf("%s is out of range: use more than 0 and less than 1", text)
	}
	return v, nil
}

var sizes = [...]string{"B", "KiB", "MiB", "GiB", "TiB", "PiB"}

// ParseSize reads a number of bytes from least to most: 1048576, 1e9, 64 MiB, 1.5GiB. Units are powers of 1024, however
// short they are written: 64M is 64 MiB. A fraction of a byte is dropped.
func ParseSize(text string, least, most int64) (int64, error) {
	number, unit := cutUnit(text)
	shift, known := sizeUnit(unit)
	if !known {
		number, shift = text, 0
	}
	v, ok := exact(number)
	if !ok {
		return 0, unread(text, "size", "bytes, such as 512MiB, 1.5GiB or 4G")
	}
	v.Mul(v, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), shift)))
	n := new(big.Int).Quo(v.Num(), v.Denom())
	return n.Int64(), within(text, v.Sign() < 0 || n.Cmp(big.NewInt(least)) < 0, n.Cmp(big.NewInt(most)) > 0,
		"small", FormatSize(least), "large", FormatSize(most))
}

// sizeUnit is the power of two of a unit: g, G, GB and GiB are one.
func sizeUnit(unit string) (shift uint, ok bool) {
	letter := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(unit), "B"), "I")
	for i, name := range sizes {
		if strings.EqualFold(unit, name) || i > 0 && letter == name[:1] {
			return uint(10 * i), true
		}
	}
	return 0, false
}

// FormatSize writes a number of bytes with three digits: 512 B, 1.5 GiB, 64 MiB.
func FormatSize(n int64) string {
	v, i := float64(n), 0
	for v >= 1023.5 && i < len(sizes)-1 {
		v, i = v/1024, i+1
	}
	return fmt.Sprintf("%s %s", significant(v, 3), sizes[i])
}
