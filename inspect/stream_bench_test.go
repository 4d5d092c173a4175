package inspect

import (
	"context"
	"testing"
	"time"

	"idscope/gen"
)

// BenchmarkStream is ns a line of whole files, with the time that reading the clock
// takes here beside it, to compare machines by.
func BenchmarkStream(b *testing.B) {
	b.Run("time.Now", func(b *testing.B) {
		for b.Loop() {
			time.Now()
		}
	})
	for _, bb := range []struct{ name, as string }{{"uuidv4", ""}, {"uuidv7", ""}, {"ulid", ""},
		{"snowflake", "snowflake"}, {"snowflake", ""}, {"ksuid", ""}, {"xid", ""}, {"objectid", ""}, {"uuidv1", ""}} {
		o := Options{Now: time.Now()}
		if bb.as != "" {
			o.As, _ = Named(bb.as)
		}
		in := inspector(b, o)
		s := schemeOf(b, bb.name)
		g, err := gen.New(s, gen.Options{})
		if err != nil {
			b.Fatal(err)
		}
		ids := make([]gen.ID, 4096)
		if _, err := g.Fill(context.Background(), ids); err != nil {
			b.Fatal(err)
		}
		lines := s.Text.AppendLines(nil, ids, s.Layout.Size())
		for _, brief := range []bool{true, false} {
			name := bb.name + " as=" + bb.as
			if !brief {
				name += "/full"
			}
			b.Run(name, func(b *testing.B) {
				st := NewStreamer(in, brief)
				var dst []byte
				n := 0
				for b.Loop() {
					dst, _, _ = appendLines(st, dst[:0], lines)
					n++
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n*len(ids)), "ns/line")
				b.ReportMetric(float64(len(dst))/float64(len(ids)), "B/line")
			})
		}
	}
}
