package collide

import (
	"fmt"
	"testing"
	"time"
)

// TestCounters: a counter repeats what was given out since the state that it was set back
// to; hosts that saw it refuse, those that did not cannot know.
func TestCounters(t *testing.T) {
	restored := Fault{Kind: Restore, Shift: 30 * time.Second, At: time.Minute}
	failedOver := Fault{Kind: Failover, Shift: 200 * time.Millisecond, At: time.Minute}
	for _, c := range []struct {
		scheme, rules string
		nodes         int
		fault         Fault
		least, most   uint64 // duplicates
		refused       bool
	}{
		{"autoinc", "ours", 4, Fault{}, 0, 0, false},
		{"segment", "unguarded", 4, Fault{}, 0, 0, false},
		{"autoinc", "unguarded", 1, failedOver, 150, 250, false},
		{"ticket", "unguarded", 4, restored, 29_000, 31_000, false},
		{"autoinc", "unguarded", 4, Fault{Kind: LoseKey, At: time.Minute}, 59_000, 61_000, false},
		{"date-seq", "unguarded", 4, Fault{Kind: LoseKey, At: time.Minute}, 59_000, 61_000, false},
		{"segment", "unguarded", 4, restored, 20_000, 31_000, false},
		{"autoinc", "ours", 1, restored, 0, 0, true},
		{"segment", "ours", 1, Fault{Kind: LoseKey, At: time.Minute}, 0, 0, true},
		{"date-seq", "ours", 1, Fault{Kind: LoseKey, At: time.Minute}, 0, 0, true},
		{"autoinc", "ours", 4, restored, 0, 1000, true},
		{"segment", "ours", 4, restored, 0, 6000, true},
	} {
		config := Config{Scheme: named(t, c.scheme), Rules: rules(t, c.rules), Nodes: c.nodes, Rate: 1000,
			Poisson: true, For: 3 * time.Minute, Seed: 1}
		if c.fault.Kind != 0 {
			config.Faults = []Fault{c.fault}
		}
		r := run(t, config)
		if r.Duplicates < c.least || r.Duplicates > c.most || c.refused != (r.Refused > 0) {
			t.Errorf("%s, rules %s, %d nodes, %+v: %d duplicates, %d refused of %d; want %d to %d, and refusals: %v",
				c.scheme, c.rules, c.nodes, c.fault, r.Duplicates, r.Refused, r.Made, c.least, c.most, c.refused)
		}
		predicted(t, fmt.Sprint(c.fault), r)
		if total := r.Made + r.Refused; total < 178_000 || total > 182_000 {
			t.Errorf("%s: %d numbers asked for; want 180000", c.scheme, total)
		}
	}
}
