package quantity

import (
	"fmt"
	"math/big"
	"strings"
)

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
