package birthday

import (
	"math/big"
	"testing"
)

func BenchmarkChance(b *testing.B) {
	for name, c := range map[string]struct {
		bits int
		k    string
	}{"factors": {22, "4096"}, "series": {122, "1000000000000000000"}, "end": {20, "1048000"},
		"wide": {1000, "1000000000000000000000000000000"}} {
		k := whole(c.k)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				In(bit(c.bits)).Chance(k).Probability()
			}
		})
	}
}

func BenchmarkCount(b *testing.B) {
	for name, bits := range map[string]int{"12 bits": 12, "64 bits": 64, "122 bits": 122, "1000 bits": 1000} {
		b.Run(name, func(b *testing.B) {
			m := In(bit(bits))
			for b.Loop() {
				m.Count(big.NewRat(1, 2))
			}
		})
	}
}
