package collide

import (
	"context"
	"runtime"
	"testing"
)

// BenchmarkRun reports ids per second of one core for the kinds of schemes and
// rates.
func BenchmarkRun(b *testing.B) {
	for _, test := range []struct {
		words, scheme, rules string
		nodes                int
		rate                 float64
		poisson, each        bool
	}{
		{"snowflake, one id a tick", "snowflake", "ours", 1, 1000, false, false},
		{"snowflake, one id in 10 ticks, Poisson", "snowflake", "ours", 1, 100, true, false},
		{"snowflake, 10 nodes, 1 id a tick each, Poisson", "snowflake", "ours", 10, 10000, true, false},
		{"snowflake, 10 nodes, 100 ids a tick each", "snowflake", "ours", 10, 1e6, false, false},
		{"snowflake by twitter", "snowflake", "twitter", 1, 1000, false, false},
		{"objectid", "objectid", "ours", 10, 10000, false, false},
		{"simpleflake at 100/s", "simpleflake", "ours", 1, 100, true, true},
		{"simpleflake at 1000/s", "simpleflake", "ours", 1, 1000, true, true},
		{"simpleflake at 5000/s", "simpleflake", "ours", 1, 5000, true, true},
		{"simpleflake at 5000/s, 5 nodes", "simpleflake", "ours", 5, 5000, true, false},
		{"ulid at 5000/s", "ulid", "ours", 1, 5000, true, true},
		{"uuidv7 at 5000/s", "uuidv7", "ours", 1, 5000, true, true},
		{"uuidv4", "uuidv4", "ours", 1, 5000, false, true},
	} {
		b.Run(test.words, func(b *testing.B) {
			c := Config{Scheme: named(b, test.scheme), Rules: rules(b, test.rules), Nodes: test.nodes, Rate: test.rate,
				Poisson: test.poisson, Each: test.each, Count: uint64(max(b.N, 10000)), Seed: 1, Memory: 1 << 32}
			runtime.GC()
			b.ResetTimer()
			r, err := Run(context.Background(), c)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(r.Made)/b.Elapsed().Seconds()/1e6, "Mids/s")
		})
	}
}
