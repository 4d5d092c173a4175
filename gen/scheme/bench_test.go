package scheme_test

import (
	"context"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
)

// BenchmarkNext is the cost of one identifier of each scheme, under borrow and a
// long lead so that the layout's own ceiling does not stand in the way; the lead
// at the end is reported beside it.
func BenchmarkNext(b *testing.B) {
	for _, s := range scheme.All() {
		if s.Named() || !s.Varies() || s.Pattern != nil {
			continue
		}
		if end, ok := s.End(); ok && end.Before(time.Now()) {
			s.Epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		}
		b.Run(s.Name, func(b *testing.B) {
			lead := 1000 * time.Hour
			o := gen.Options{MaxLead: &lead}
			if s.Overflow != 0 && s.Overflow != gen.OverflowBorrow { // none where chance alone keeps ids apart
				o.Overflow = gen.OverflowBorrow
			}
			g, err := gen.New(s, o)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := g.Next(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(g.Lead().Seconds(), "s-lead")
		})
	}
}
