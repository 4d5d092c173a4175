package collide

import (
	"fmt"
	"testing"
	"time"
)

// TestStepUnderRestart: the clock goes back by two seconds while the process
// restarts. Systems that remember nothing make the ids of two seconds again, one
// each millisecond; ours makes none twice.
func TestStepUnderRestart(t *testing.T) {
	for _, poisson := range []bool{false, true} {
		c := Config{Scheme: named(t, "snowflake"), Rate: 1000, Poisson: poisson, For: 14 * time.Second, Seed: 3,
			Faults: []Fault{step(-2*time.Second, 10*time.Second), restart(10 * time.Second)}}
		for _, r := range Fit(c.Scheme) {
			c.Rules = r
			got := run(t, c)
			if got.Made+got.Refused == 0 || !poisson && got.Made+got.Refused != 14000 {
				t.Errorf("%s: %d made, %d refused; want 14000 together", r.Name, got.Made, got.Refused)
			}
			predicted(t, fmt.Sprint("Poisson ", poisson), got)
			none := map[string]bool{"ours": true, "uidgenerator": true, "uidgenerator-cached": true, "march": true,
				"libuuid": true, "cosid": true, "objectid": true, "xid": true, "cassandra": true, "seata": true,
				"influxdb": true, "tsid": true, "atproto": true}[r.Name]
			if r.Name == "instagram" { // its counter goes on and may or may not be where it was
				continue
			}
			if none != (got.Duplicates == 0) {
				t.Errorf("%s, Poisson %v: %d duplicates", r.Name, poisson, got.Duplicates)
			}
		}
	}
}

// TestLostRecords: what the record is for. With it nothing is made twice; a lost
// one is guarded by the longest lead, so by a second, but not by two; a record of
// the clock alone does not know what was borrowed.
func TestLostRecords(t *testing.T) {
	s := time.Second
	burst := Fault{Kind: Burst, Count: 200_000, At: 5 * s, Timed: true} // 49 ms of seata's sequence
	at := func(k FaultKind) Fault { return Fault{Kind: k, At: 5*s + time.Millisecond, Timed: true} }
	tests := []struct {
		words, scheme string
		faults        []Fault
		none          bool
	}{
		{"the record is kept", "seata", []Fault{burst, at(Restart)}, true},
		{"the record is kept, the clock moves backwards", "seata",
			[]Fault{burst, step(-400*time.Millisecond, 5*s), at(Restart)}, true},
		{"the lead is lost", "seata", []Fault{burst, at(LoseLead)}, false},
		{"the lead is lost at every restart", "seata", []Fault{burst, at(Restart), {Kind: LoseLead}}, false},
		{"nothing was borrowed", "seata", []Fault{at(LoseLead)}, true},
		{"the record is lost", "seata", []Fault{burst, at(LoseState)}, true},
		{"the record is lost, and half a second", "snowflake", []Fault{step(-s/2, 5*s), at(LoseState)}, true},
		{"the record is lost, and two seconds", "snowflake", []Fault{step(-2*s, 5*s), at(LoseState)}, false},
		{"the record of another node", "snowflake",
			[]Fault{step(-2*s, 5*s), {Kind: LoseState, At: 5 * s, Timed: true, Node: 2}, restart(5 * s)}, false},
	}
	for _, test := range tests {
		c := Config{Scheme: named(t, test.scheme), Nodes: 2, Rate: 2000, Poisson: true, For: 12 * s, Seed: 5,
			Faults: test.faults}
		if test.faults[0] == burst {
			c.Faults[0].Node = 1
		}
		r := run(t, c)
		if (r.Duplicates == 0) != test.none {
			t.Errorf("%s: %d duplicates of %d", test.words, r.Duplicates, r.Made)
		}
		predicted(t, test.words, r)
	}
}

// TestNumberedTwice: nodes of one number, each with a record of its own, make
// what the formula says, and so does a sequence that goes round.
func TestNumberedTwice(t *testing.T) {
	for _, poisson := range []bool{false, true} {
		for _, c := range []Config{
			{Scheme: named(t, "snowflake"), Nodes: 4, Rate: 8000, Faults: []Fault{{Kind: SameWorker, Count: 3}}},
			{Scheme: named(t, "snowflake"), Nodes: 2, Rate: 900,
				Faults: []Fault{{Kind: SameWorker, Count: 2}, {Kind: Skew, Shift: 3 * time.Second}}},
			{Scheme: named(t, "instagram"), Rules: rules(t, "instagram"), Rate: 1.03e6},
			{Scheme: named(t, "snowflake"), Rules: rules(t, "boundary"), Rate: 4.2e6},
		} {
			c.Poisson, c.For, c.Seed = poisson, 10*time.Second, 11
			r := run(t, c)
			if predicted(t, fmt.Sprint("Poisson ", poisson), r); r.Prediction.Unknown() || r.Duplicates == 0 {
				t.Errorf("%s by %s, Poisson %v: %d duplicates, predicted %+v; want some", r.Scheme, r.Rules, poisson,
					r.Duplicates, r.Prediction)
			}
		}
	}
}

// TestNarrowShift: workers 1 and 17 are one where 12 bits of sequence leave 4 of 16.
func TestNarrowShift(t *testing.T) {
	for _, name := range []string{"yitter", "yitter-m2"} {
		c := Config{Scheme: named(t, "snowflake"), Rules: rules(t, name), Rate: 18000, Nodes: 18, For: time.Second,
			Seed: 1}
		r := run(t, c)
		if p := r.Prediction; r.Duplicates < 1900 || r.Duplicates > 2100 || float64(r.Duplicates) > p.High {
			t.Errorf("%s: %d duplicates of %d, predicted %+v; want those of 2 of 18 nodes", name, r.Duplicates, r.Made,
				p)
		}
		c.Nodes = 16
		if r := run(t, c); r.Duplicates != 0 {
			t.Errorf("%s of 16 nodes: %d duplicates; want none", name, r.Duplicates)
		}
	}
}
