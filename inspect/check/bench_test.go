package check

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"idscope/gen"
	"idscope/inspect/known"
	"idscope/inspect/lines"
)

// BenchmarkRun checks 2 million identifiers of a scheme, whose constants are right.
func BenchmarkRun(b *testing.B) {
	const n = 2_000_000
	for _, bb := range []struct {
		scheme string
		o      Options
	}{{"snowflake", Options{}}, {"snowflake", Options{Memory: 8 << 20}}, {"uuidv4", Options{}}, {"ulid", Options{}},
		{"objectid", Options{}}} {
		s, _ := known.Get(bb.scheme)
		codec, _ := s.Layout.Compile()
		r := rand.New(rand.NewPCG(1, 2))
		var text []byte
		for range n {
			id, _ := codec.Pack(codec.Unpack(gen.ID{Mid: r.Uint64(), Lo: r.Uint64()}.And(gen.Mask(codec.Size()))))
			text = append(s.Append(text, id), '\n')
		}
		b.Run(bb.scheme, func(b *testing.B) {
			bb.o.TempDir = b.TempDir()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := Run(context.Background(), []lines.Input{{R: bytes.NewReader(text)}}, bb.o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mids/s")
		})
	}
}
