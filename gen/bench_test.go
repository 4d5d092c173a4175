package gen

import (
	"context"
	"testing"
	"time"
)

func BenchmarkNow(b *testing.B) {
	for b.Loop() {
		time.Now()
	}
}

func BenchmarkRandom16(b *testing.B) {
	var e entropy
	for b.Loop() {
		e.Word()
		e.Word()
	}
}

func benchSchemes() map[string]*Scheme {
	snow := testScheme(12)
	snow.Overflow = OverflowBorrow
	one := &Scheme{Name: "one",
		Bits: Bits{Epoch: time.Unix(0, 0), Tick: time.Millisecond, Growth: GrowthOne, Backward: BackwardContinue,
			Overflow: OverflowBorrow, Layout: Layout{{Name: "ms", Source: Time, Bits: 48},
				{Name: "random", Source: Random, Bits: 80}}}}
	random := &Scheme{Name: "random", Bits: Bits{Layout: Layout{{Name: "random", Source: Random, Bits: 128}}}}
	return map[string]*Scheme{"snowflake": snow, "monotonic128": one, "random128": random}
}

func BenchmarkNext(b *testing.B) {
	for name, s := range benchSchemes() {
		b.Run(name, func(b *testing.B) {
			g := mustNew(b, s, Options{MaxLead: ptr(1000 * time.Hour)})
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

func BenchmarkFill(b *testing.B) {
	for name, s := range benchSchemes() {
		b.Run(name, func(b *testing.B) {
			g := mustNew(b, s, Options{MaxLead: ptr(1000 * time.Hour)})
			ids := make([]ID, 4096)
			for b.Loop() {
				if _, err := g.Fill(context.Background(), ids); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/4096, "ns/id")
			b.ReportMetric(g.Lead().Seconds(), "s-lead")
		})
	}
}

// BenchmarkStrict measures a layout of 4096 per millisecond that never runs
// ahead of the clock: 4 096 000 a second is its ceiling.
func BenchmarkStrict(b *testing.B) {
	g := mustNew(b, testScheme(12), Options{})
	ids := make([]ID, 4096)
	for b.Loop() {
		if _, err := g.Fill(context.Background(), ids); err != nil {
			b.Fatal(err)
		}
	}
	rate := 4096 * float64(b.N) / b.Elapsed().Seconds()
	b.ReportMetric(rate, "ids/s")
	b.ReportMetric(100*rate/4096000, "%ceiling")
}
