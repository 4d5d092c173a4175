package collide

import (
	"context"
	"fmt"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
)

// TestOursRepeatsNothing: of every scheme with a record, through steps, freezes,
// bursts and restarts, with numbers of their own.
func TestOursRepeatsNothing(t *testing.T) {
	for _, s := range scheme.All() {
		const ms = time.Millisecond
		c := Config{Scheme: s, Nodes: 3, Rate: 3e5, Poisson: true, For: 2 * time.Second, Seed: 4, Faults: []Fault{
			{Kind: Skew, Shift: 40 * ms}, step(-500*ms, 500*ms), restart(700 * ms), step(700*ms, 900*ms),
			{Kind: Burst, Count: 100000, At: time.Second, Timed: true}, step(-1000*ms, 1000*ms), restart(1000 * ms),
			{Kind: Freeze, Shift: 300 * ms, At: 1200 * ms, Timed: true},
			{Kind: Restart, Shift: 50 * ms, At: 1300 * ms, Timed: true}}}
		if s.WorkerBits() == 0 {
			c.Nodes = 1
		}
		if c.Check() != nil || kindOf(s) != counted {
			continue
		}
		r := run(t, c)
		if r.Duplicates != 0 || r.Prediction.High != 0 || r.Made < 1000 || r.Made+r.Refused < 690_000 {
			t.Errorf("%s: %d duplicates of %d, %d refused; predicted %+v", s.Name, r.Duplicates, r.Made, r.Refused,
				r.Prediction)
		}
	}
}

// TestEverySchemeRuns, or is refused with a reason.
func TestEverySchemeRuns(t *testing.T) {
	for _, s := range scheme.All() {
		for _, nodes := range []int{1, 2} {
			c := Config{Scheme: s, Nodes: nodes, Rate: 20000, Poisson: nodes == 2, Count: 2000, Seed: 1}
			if c.Check() != nil {
				continue
			}
			r := run(t, c)
			if r.Made+r.Refused != 2000 || r.Refused > 0 {
				t.Errorf("%s: %d made, %d refused; want all of 2000", s.Name, r.Made, r.Refused)
			}
			predicted(t, fmt.Sprint(nodes, " nodes"), r)
		}
	}
}

// TestInterrupted: what there is so far, marked as partial, and predicted where that needs no other histories.
func TestInterrupted(t *testing.T) {
	for name, c := range map[string]Config{"simpleflake": {Each: true}, "uuidv4": {Each: true},
		"instagram": {Rules: rules(t, "instagram")}, "snowflake": {Faults: []Fault{{Kind: Burst, Count: 1e12, Timed: true}}},
		"sonyflake": {Faults: []Fault{{Kind: LoseState}, {Kind: Burst, Count: 1e12, Timed: true}}}} {
		ctx, cancel := context.WithCancel(context.Background())
		c.Scheme, c.Rate, c.Count, c.Seed = named(t, name), 2e6, 20_000_000, 7
		c.Progress = func(done, _ int64) {
			if done > 1e4 || c.Faults != nil { // a burst is one event
				time.AfterFunc(time.Millisecond, cancel)
			}
		}
		r, err := Run(ctx, c)
		if err != context.Canceled || r == nil || !r.Partial || r.Made == 0 || float64(r.Made) >= c.total() ||
			r.Prediction.Unknown() != (name == "instagram" || name == "sonyflake") {
			t.Errorf("%s interrupted: %+v, %v; want a part", name, r, err)
		}
	}
}

func named(t testing.TB, name string) *gen.Scheme {
	t.Helper()
	return try.Found(scheme.Get(name)).Or(t)
}

func rules(t testing.TB, name string) Rules {
	t.Helper()
	return try.Found(RulesOf(name)).Or(t)
}

// run simulates, with what is expected.
func run(t testing.TB, c Config) *Result {
	t.Helper()
	r, err := Run(context.Background(), c)
	if err != nil {
		t.Fatalf("%s by %s: %v", c.Scheme.Name, c.Rules.Name, err)
	}
	return r
}

// predicted holds the count to what is predicted, where anything is.
func predicted(t testing.TB, what string, r *Result) {
	t.Helper()
	p, n := r.Prediction, float64(r.Duplicates)
	if !p.Unknown() && (n < p.Low || n > p.High) {
		t.Errorf("%s, %s by %s: %g duplicates of %d; predicted %+v", what, r.Scheme, r.Rules, n, r.Made, p)
	}
}

// once simulates one history, without an expectation.
func once(t testing.TB, c Config) *Result {
	t.Helper()
	try.Works(t, c.Check())
	r, err := simulate(context.Background(), &c)
	if err != nil {
		t.Fatalf("%s by %s: %v", c.Scheme.Name, c.Rules.Name, err)
	}
	return r
}

func step(d, at time.Duration) Fault { return Fault{Kind: Step, Shift: d, At: at, Timed: true} }
func restart(at time.Duration) Fault { return Fault{Kind: Restart, At: at, Timed: true} }

// TestEstimate: the time of the trial, by how much more is asked for.
func TestEstimate(t *testing.T) {
	s, calls := named(t, "snowflake"), 0
	now := func() time.Time { // 2 s between two calls
		calls++
		return time.Unix(int64(2*calls), 0)
	}
	for _, test := range []struct {
		words string
		c     Config
		want  time.Duration
	}{
		{"a short one", Config{Scheme: s, Rate: 1000, Count: 1_000_000}, 0},
		{"by count", Config{Scheme: s, Rate: 1000, Count: 100_000_000}, 200 * time.Second},
		{"by time, with a fault", Config{Scheme: s, Rate: 1e6, For: 50 * time.Second,
			Faults: []Fault{{Kind: Restart, At: 10 * time.Second}}}, 100 * time.Second},
		{"with other histories", Config{Scheme: s, Rules: rules(t, "twitter"), Rate: 1e6, For: 50 * time.Second,
			Faults: []Fault{step(-time.Second, 10*time.Second)}}, 300 * time.Second},
		{"just long enough", Config{Scheme: s, Rate: 1e6, Count: longTrial}, 40 * time.Second},
		{"just too short", Config{Scheme: s, Rate: 1e6, Count: longTrial - 1}, 0},
		{"what cannot run", Config{Scheme: s, Rate: -1, Count: 100_000_000}, 0},
	} {
		try.Equal(t, Estimate(context.Background(), test.c, now), test.want, "%s:", test.words)
	}
}

// TestRefusedSettings: what no flag of a command can ask for.
func TestRefusedSettings(t *testing.T) {
	for want, c := range map[string]Config{"-1 nodes are": {Nodes: -1, Count: 1}, "65537 nodes are": {Nodes: MaxNodes + 1,
		Count: 1}, "nothing is to be generated": {For: -1}, "contradict each other": {Count: 1, For: 1}} {
		c.Scheme, c.Rate = named(t, "snowflake"), 1
		try.Says(t, c.Check(), want, "Check of %+v =", c)
	}
}
