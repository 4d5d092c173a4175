package hashids

import (
	"testing"

	reference "github.com/speps/go-hashids/v2"
)

var benchLists = map[string][]int64{"snowflake": {1541815603606036480}, "three": {1, 2, 3}, "small": {1341}}

func BenchmarkAppend(b *testing.B) {
	c := mustNew(b, Options{Salt: "s"})
	theirs, _ := reference.NewWithData(&reference.HashIDData{Alphabet: DefaultAlphabet, Salt: "s"})
	for name, list := range benchLists {
		numbers, _ := theirs.EncodeInt64(list)
		own, err := c.Decode(numbers)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			dst := make([]byte, 0, 100)
			for b.Loop() {
				dst, _ = c.Append(dst[:0], own)
			}
		})
		b.Run(name+"/go-hashids", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = theirs.EncodeInt64(list)
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	c := mustNew(b, Options{Salt: "s"})
	theirs, _ := reference.NewWithData(&reference.HashIDData{Alphabet: DefaultAlphabet, Salt: "s"})
	for name, list := range benchLists {
		text, _ := theirs.EncodeInt64(list)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			dst := make([]uint64, 0, 10)
			for b.Loop() {
				dst, _ = c.AppendNumbers(dst[:0], text)
			}
		})
		b.Run(name+"/go-hashids", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = theirs.DecodeInt64WithError(text)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_, _ = New(Options{Salt: "s"})
	}
}
