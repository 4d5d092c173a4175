package cli

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// The numbers of a load, a rate or a span of time may pass what an int64 holds:
// they are kept exactly.

// mostNumber bounds what is read, so that no exponent fills the memory.
func mostNumber() *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil))
}

// parseNumber reads a positive number: 1000, 0.5, 1e9, 10k, 2.5M, 1_000_000.
func parseNumber(text string) (*big.Rat, bool) {
	v, ok := parseExact(text)
	return v, ok && v.Sign() > 0 && v.Cmp(mostNumber()) <= 0
}

// ParseRate reads a number of ids a second, or behind a slash of another time: 1000/h.
func ParseRate(text string) (*big.Rat, error) {
	number, unit, per := strings.Cut(text, "/")
	v, ok := parseNumber(number)
	if per && ok {
		var span *big.Rat
		if span, ok = rateUnit(unit); ok {
			v.Quo(v, span)
		}
	}
	if !ok {
		return nil, fmt.Errorf("%q is not a rate; want IDs a second, above 0, as in 1000, 0.5, 10k, 1e6 or 1000/h", text)
	}
	return v, nil
}

// rateUnit is the time that a rate is of, in seconds.
func rateUnit(name string) (*big.Rat, bool) {
	switch strings.TrimSuffix(name, "s") {
	case "sec", "second":
		name = "s"
	case "min", "minute":
		name = "m"
	case "hour", "day", "week", "year":
		name = name[:1]
	}
	for _, unit := range SpanUnits {
		if unit.Name == name {
			return big.NewRat(unit.Ms, 1000), true
		}
	}
	return nil, false
}

// ParseNodes reads a number of nodes.
func ParseNodes(text string) (*big.Int, error) {
	v, ok := parseNumber(text)
	if !ok || !v.IsInt() {
		return nil, fmt.Errorf("%q is not a number of nodes; want a whole number from 1 up, as in 16, 10k or 1e6", text)
	}
	return v.Num(), nil
}

// SpanUnits are the lengths of the units of a span, in milliseconds; a year is the
// mean one of the Gregorian calendar, 365.2425 days.
var SpanUnits = [...]struct {
	Name string
	Ms   int64
}{
	{"ms", 1}, {"s", 1000}, {"m", 60_000}, {"h", 3_600_000}, {"d", 86_400_000}, {"w", 604_800_000}, {"y", 31_556_952_000},
}

// ParseSpan reads a length of time in exact seconds, which may be longer than a
// time.Duration: 90m, 1d12h, 1.5y, 1000y.
func ParseSpan(text string) (*big.Rat, error) {
	fail := fmt.Errorf("%q is not a length of time; want a number above 0 and a unit: "+
		"ms, s, m, h, d, w, y, as in 90m, 1d12h or 100y", text)
	total, rest := new(big.Rat), text
	if len(text) > 100 {
		return nil, fail
	}
	for rest != "" {
		n := len(rest) - len(strings.TrimLeft(rest, "0123456789."))
		u := n + len(rest[n:]) - len(strings.TrimLeft(rest[n:], "mshdwy"))
		v, ok := parseNumber(rest[:n])
		if !ok && strings.Trim(rest[:n], "0.") != "" || n == 0 {
			return nil, fail
		}
		known := false
		for _, unit := range SpanUnits {
			if unit.Name != rest[n:u] {
				continue
			}
			if known = true; ok {
				total.Add(total, v.Mul(v, big.NewRat(unit.Ms, 1000)))
			}
		}
		if !known {
			return nil, fail
		}
		rest = rest[u:]
	}
	if total.Sign() <= 0 || total.Cmp(mostNumber()) > 0 {
		return nil, fail
	}
	return total, nil
}

// ParseSize reads a number of bytes: 512M, 4G, 1073741824; units are of 1024.
func ParseSize(text string) (int64, error) {
	number := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I")
	shift := 0
	for i, unit := range []string{"K", "M", "G", "T"} {
		if rest, ok := strings.CutSuffix(number, unit); ok {
			number, shift = rest, 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	switch {
	case err != nil || n < 0 || n > 1<<(62-shift):
		return 0, fmt.Errorf("%q is not a size; want bytes, as in 512M or 4G", text)
	case n<<shift < 1<<20:
		return 0, fmt.Errorf("%q is too small; want 1M or more", text)
	}
	return n << shift, nil
}

// ParseIDs reads a number of identifiers.
func ParseIDs(text string) (*big.Rat, error) {
	v, ok := parseNumber(text)
	if !ok || !v.IsInt() {
		return nil, fmt.Errorf("%q is not a number of ids; want a whole number from 1 up, as in 1000000, 10k or 1e9", text)
	}
	return v, nil
}
