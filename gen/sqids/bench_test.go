package sqids

import (
	"testing"

	reference "github.com/sqids/sqids-go"
)

var benchLists = map[string][]uint64{"snowflake": {1541815603606036480}, "three": {1, 2, 3}, "small": {1341}}

func BenchmarkAppend(b *testing.B) {
	c := mustNew(b, Options{})
	theirs, _ := reference.New()
	for name, list := range benchLists {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			dst := make([]byte, 0, 100)
			for b.Loop() {
				dst, _ = c.Append(dst[:0], list)
			}
		})
		b.Run(name+"/sqids-go", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = theirs.Encode(list)
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	c := mustNew(b, Options{})
	theirs, _ := reference.New()
	for name, list := range benchLists {
		text, _ := theirs.Encode(list)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			dst := make([]uint64, 0, 10)
			for b.Loop() {
				dst, _ = c.AppendNumbers(dst[:0], text)
			}
		})
		b.Run(name+"/sqids-go", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = theirs.Decode(text)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_, _ = New(Options{})
	}
}
