package throughput

import (
	"context"
	"runtime"
	"testing"

	"idscope/gen"
	"idscope/gen/scheme"
)

// BenchmarkMake is what Run measures, under package testing: the two have to
// agree within their noise. Compare with
//
//	idscope bench throughput snowflake uuidv4 uuidv7 ulid --format gobench
func BenchmarkMake(b *testing.B) {
	for _, name := range []string{"snowflake", "uuidv4", "uuidv7", "ulid"} {
		s, _ := scheme.Get(name)
		sub, err := Own(s, 1000*DefaultLead, plain)
		if err != nil {
			b.Fatal(err)
		}
		for how := Next; how < Strict; how++ {
			b.Run(how.String()+"/"+name, func(b *testing.B) {
				m, _ := sub.Open(Next)
				b.ReportAllocs()
				b.ResetTimer()
				if err := m.Loop(context.Background(), how, b.N); err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}

// BenchmarkPlain is the loop that a user would write, with nothing of this
// package around it, by one goroutine and by all.
func BenchmarkPlain(b *testing.B) {
	lead := 1000 * DefaultLead
	for _, name := range []string{"snowflake", "uuidv4", "uuidv7", "ulid"} {
		s, _ := scheme.Get(name)
		o := gen.Options{MaxLead: &lead}
		if s.Overflow != 0 {
			o.Overflow = gen.OverflowBorrow
		}
		g, err := gen.New(s, o)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("next/"+name, func(b *testing.B) {
			for b.Loop() {
				if _, err := g.Next(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("next-parallel/"+name, func(b *testing.B) {
			b.ReportMetric(float64(runtime.GOMAXPROCS(0)), "goroutines")
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if _, err := g.Next(context.Background()); err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}
