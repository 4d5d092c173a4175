package rival

import (
	"context"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
)

// The benchmarks of the files suite_*_test.go put our library path beside others',
// in one run:
//
//	go test ./bench/rival -run xxx -bench 'Next|Text|Parse|Lines' -count 6 | benchstat -
//	go test ./bench/rival -run xxx -bench 'Clock|Random|Encode|Atomic|Write' -count 6 | benchstat -
//
// Names are operation/scheme/maker, and /parallel behind them where every processor
// takes part. The second line has what the machine allows at best: readings of the
// clock, of which most ids take one, random bytes, digits, shared counters
// and writes.
//
// Ours borrow time where the others would wait for the clock; s-lead is how far a
// run has got ahead of it.

// lead is what our generators may borrow: a second's run at 20 ns an id takes 2000
// of it with sonyflake, which has the fewest ids a second, and 12 with snowflake.
const lead = time.Hour

func mustScheme(b *testing.B, name string) *gen.Scheme {
	b.Helper()
	s, ok := scheme.Get(name)
	if !ok {
		b.Fatalf("scheme %s is unknown", name)
	}
	return s
}

func mustCompose(b *testing.B, name string) *gen.Composer {
	b.Helper()
	c, err := gen.NewComposer(mustScheme(b, name), gen.ComposerOptions{})
	if err != nil {
		b.Fatal(err)
	}
	return c
}

// generator is ours, borrowing time where the scheme would wait; report tells how
// much it has borrowed.
func generator(b *testing.B, s *gen.Scheme) (g *gen.Generator, report func(*testing.B)) {
	b.Helper()
	o := gen.Options{}
	report = func(*testing.B) {}
	if s.Overflow != 0 {
		most := lead
		o.MaxLead, o.Overflow = &most, gen.OverflowBorrow
		report = func(b *testing.B) { b.ReportMetric(g.Lead().Seconds(), "s-lead") }
	}
	g, err := gen.New(s, o)
	if err != nil {
		b.Fatal(err)
	}
	return g, report
}

// sample is 1024 ids of ours.
func sample(b *testing.B, s *gen.Scheme) []gen.ID {
	b.Helper()
	ids := make([]gen.ID, 1024)
	g, _ := generator(b, s)
	if _, err := g.Fill(context.Background(), ids); err != nil {
		b.Fatal(err)
	}
	return ids
}

// alone runs an operation by one goroutine.
func alone(b *testing.B, name string, op func() error) {
	b.Run(name, func(b *testing.B) { loopAlone(b, op) })
}

// each runs an operation by one goroutine, and by all.
func each(b *testing.B, name string, op func() error) {
	alone(b, name, op)
	b.Run(name+"/parallel", func(b *testing.B) { loopAll(b, func() func() error { return op }) })
}

func loopAlone(b *testing.B, op func() error) {
	b.ReportAllocs()
	for b.Loop() {
		if err := op(); err != nil {
			b.Fatal(err)
		}
	}
}

// loopAll asks for an operation for each goroutine.
func loopAll(b *testing.B, open func() func() error) {
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		op := open()
		for pb.Next() {
			if err := op(); err != nil {
				b.Error(err)
				return
			}
		}
	})
}
