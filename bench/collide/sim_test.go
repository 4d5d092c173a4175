package collide

import (
	"testing"
	"time"
)

// TestStepUnderRestart: the clock goes back by two seconds while the process
// restarts. Systems that remember nothing make the ids of two seconds again, one
// each millisecond; ours makes none twice.
func TestStepUnderRestart(t *testing.T) {
	for _, poisson := range []bool{false, true} {
		c := Config{Scheme: named(t, "snowflake"), Rate: 1000, Poisson: poisson, For: 20 * time.Second, Seed: 3, Faults: []Fault{step(-2*time.Second, 10*time.Second), restart(10 * time.Second)}}
		for _, r := range Fit(c.Scheme) {
			c.Rules = r
			got := simulate(t, c)
			p := got.Prediction
			if got.Made+got.Refused == 0 || !poisson && got.Made+got.Refused != 20000 {
				t.Errorf("%s: %d made, %d refused; want 20000 together", r.Name, got.Made, got.Refused)
			}
			if !p.Unknown() && (float64(got.Duplicates) < p.Low || float64(got.Duplicates) > p.High) {
				t.Errorf("%s, Poisson %v: %d duplicates; predicted %.1f, %.1f to %.1f (%s)", r.Name, poisson, got.Duplicates, p.Expected, p.Low, p.High, p.Model)
			}
			none := map[string]bool{"ours": true, "uidgenerator": true, "uidgenerator-cached": true, "march": true, "libuuid": true, "cosid": true, "objectid": true, "cassandra": true, "seata": true}[r.Name]
			if r.Name == "instagram" { // its counter goes on and may or may not be where it was
				continue
			}
			if none != (got.Duplicates == 0) {
				t.Errorf("%s, Poisson %v: %d duplicates", r.Name, poisson, got.Duplicates)
			}
			t.Logf("%-20s made %6d refused %6d waited %6d (%s) lead %s: %d duplicates, predicted %.0f, %.0f to %.0f: %s", r.Name, got.Made, got.Refused, got.Waited, time.Duration(got.LongestWait), got.LongestLead, got.Duplicates, p.Expected, p.Low, p.High, p.Model)
		}
	}
}
