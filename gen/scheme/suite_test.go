package scheme

import (
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
)

// TestSuite: a new scheme is in it as soon as it is declared.
func TestSuite(t *testing.T) { schemetest.Suite(t, append(All(), customs(t)...)) }

// TestSimpleflakeUsesEveryNumber: all 2^23 random values of a millisecond, each
// once, then it waits.
func TestSimpleflakeUsesEveryNumber(t *testing.T) {
	s, _ := Get("simpleflake")
	schemetest.CountTick(t, s)
}

// customs are layouts of all shapes: the suite holds for them as well.
func customs(t *testing.T) []*gen.Scheme {
	t.Helper()
	var list []*gen.Scheme
	for _, c := range []CustomOptions{
		{Name: "custom-order", Layout: "time:40 cluster:3 user:10 seq:10"},
		{Name: "custom-seconds", Layout: "time:32 worker:8 seq:4", Tick: time.Second},
		{Name: "custom-wide", Layout: "worker:60 data:30 time:50 seq:40 tail:12=7"},
		{Name: "custom-rollback", Layout: "time:41 rollback:2 worker:4 seq:6"},
		{Name: "custom-random", Layout: "time:41 random:10"},
		{Name: "custom-fast", Layout: "time:56 seq:8", Tick: time.Microsecond},
		{Name: "custom-tick-only", Layout: "time:48"},
	} {
		s, err := Custom(c)
		if err != nil {
			t.Fatalf("Custom(%+v) = %v", c, err)
		}
		list = append(list, s)
	}
	return list
}
