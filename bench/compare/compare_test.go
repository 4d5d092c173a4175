package compare

import (
	"context"
	"errors"
	"math"
	"math/big"
	"slices"
	"testing"
	"time"

	"idscope/bench/collide"
	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
)

var now = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

func load(nodes, rate int64, years float64) Load {
	return Load{big.NewInt(nodes), big.NewRat(rate, 1), new(big.Rat).SetFloat64(years * 31556952)}
}

func row(t *testing.T, name string, l Load) Row {
	t.Helper()
	return try.Of((&Selection{Load: l, Now: now, Find: find}).row(name)).Or(t)
}

// TestOriginals: each system that has rules of its own has a probability by them: of 2000
// pods two share 24 bits of a hash with 11 %, where the pid of each is 1; of nodes with
// numbers none collide until something goes wrong.
func TestOriginals(t *testing.T) {
	tests := []struct {
		name, rules   string
		l             Load
		low, high     float64 // probability
		after, atMost float64 // duplicates after the incident
	}{
		{"xid", "xid", load(2000, 2000, 1), 0.112, 0.113, 1e-8, 1e-6}, // 1 / 2^24
		{"objectid-2017", "xid", load(2000, 2000, 1), 0.112, 0.113, 1e-8, 1e-6},
		{"sonyflake", "sonyflake", load(2000, 2000, 1), 1 - 1e-9, 1, 0, 10}, // 2000^2/2^17 is 30
		{"sonyflake-v2", "sonyflake", load(10, 1000, 1), 6.8e-4, 6.9e-4, 30, 80},
		{"sno", "sno", load(10, 1000, 1), 6.8e-4, 6.9e-4, 10, 40},
		{"seata", "seata", load(38, 1000, 1), 0.49, 0.51, 0, 0},
		{"tsid", "tsid", load(38, 1000, 1), 0.49, 0.51, 0, 0.1},
		{"influxdb", "influxdb", load(38, 1000, 1), 0.49, 0.51, 0, 0.1},
		{"tid", "atproto", load(8, 1000, 1), 0.61, 0.62, 0, 1},     // 1 - 31 30 ... 25 / 32^7
		{"snowflake", "twitter", load(1, 1000, 1), 0, 0, 450, 500}, // each tick twice: 1000 (1 - mean of the larger)
		{"snowflake", "bwmarrin", load(1, 1000, 1), 0, 0, 450, 500},
		{"leaf", "leaf", load(1, 1000, 1), 0, 0, 0, 50},
		{"yitter", "yitter", load(1, 1000, 1), 0, 0, 450, 500},
		{"uidgenerator", "uidgenerator", load(1, 1, 1), -1, 0, 0, 0}, // its time has ended
		{"cosid", "cosid", load(1, 1000, 1), 0, 0, 0, 500},
		{"instagram", "instagram", load(1, 900_000, 1), 1, 1, -1, 0}, // ticks of more than 1024, 36 above the mean
		{"boundary-flake", "boundary", load(1, 1000, 1), 0, 0, 0, 500},
		{"simpleflake", "simpleflake", load(1, 1, 1), 0.001, 0.01, -1, 0},
		{"shardingsphere", "shardingsphere", load(1, 1000, 1), 0, 0, 100, 500},
		{"cockroach", "cockroach", load(1, 1000, 1), 0, 0, 0, 200},
		{"march", "march", load(1, 1000, 1), 0, 0, 0, 0},
		{"beyondfengyu", "beyondfengyu", load(1, 1000, 1), 0, 0, 450, 500},
	}
	for _, test := range tests {
		r := row(t, test.name, test.l)
		i := slices.IndexFunc(r.Originals, func(o Original) bool { return o.Rules == test.rules })
		if test.low < 0 {
			if r.Originals != nil {
				t.Errorf("%s: %+v; want nothing of what cannot carry the load", test.name, r.Originals)
			}
			continue
		}
		if i < 0 {
			t.Errorf("%s has %+v; want the rules %s", test.name, r.Originals, test.rules)
			continue
		}
		o := r.Originals[i]
		if o.Probability < test.low || o.Probability > test.high {
			t.Errorf("%s by %s: probability %g; want %g to %g", test.name, o.Rules, o.Probability, test.low, test.high)
		}
		if (o.Probability > 0) != (o.By != "") {
			t.Errorf("%s by %s: probability %g by %q; want a cause of what is not 0", test.name, o.Rules, o.Probability,
				o.By)
		}
		switch {
		case test.after < 0 && o.AfterIncident != nil:
			t.Errorf("%s by %s: %g after a fault; want none told", test.name, o.Rules, *o.AfterIncident)
		case test.after >= 0 && (o.AfterIncident == nil || *o.AfterIncident < test.after ||
			*o.AfterIncident > test.atMost):
			t.Errorf("%s by %s: %+v after a fault; want %g to %g", test.name, o.Rules, o, test.after, test.atMost)
		}
	}
	for _, name := range []string{"uuidv7", "uuidv4", "ulid", "ksuid"} {
		if r := row(t, name, load(2000, 2000, 1)); r.Originals != nil {
			t.Errorf("%s has a rule of another: %+v", name, r.Originals)
		}
	}
}

// TestMarksAreSimulated: the probability that nodes share a mark is what the simulation of
// the same rules finds.
func TestMarksAreSimulated(t *testing.T) {
	s, _ := scheme.Get("seata")
	rules, _ := collide.RulesOf("seata")
	const runs, nodes = 400, 20
	shared := 0
	for seed := range uint64(runs) {
		r := try.Of(collide.Run(context.Background(), collide.Config{Scheme: s, Rules: rules, Nodes: nodes,
			Rate: 1000 * nodes, For: 20 * time.Millisecond, Seed: seed})).Or(t)
		if r.Duplicates > 0 {
			shared++
		}
	}
	want := row(t, "seata", load(nodes, 1000, 1)).Originals[0].Probability * runs
	if sd := math.Sqrt(want * (1 - want/runs)); math.Abs(float64(shared)-want) > 4*sd {
		t.Errorf("in %d of %d runs nodes share a mark; want %.1f, within 4 of %.1f", shared, runs, want, sd)
	}
}

// Every scheme that is made has a row, with a word for every class.
func TestEveryScheme(t *testing.T) {
	known := func(list []gen.Choice, word string) bool {
		return slices.ContainsFunc(list, func(c gen.Choice) bool { return c.Name == word })
	}
	for _, s := range scheme.All() {
		r, err := Of(s, load(2, 10, 0.01), now)
		if err != nil {
			if s.ReadOnly == "" && (s.Varies() || s.Named()) {
				t.Errorf("Of(%s): %v", s.Name, err)
			}
			continue
		}
		if !known(Coordinations(), string(r.Coordination)) || !known(Localities(), string(r.Locality)) ||
			r.Length < 1 || (r.Chance == nil) == (len(r.Problems) == 0) {
			t.Errorf("%s: %+v", s.Name, r)
		}
		for _, l := range r.Reveals {
			if !known(Reveals(), l) {
				t.Errorf("%s reveals %q, which is not listed", s.Name, l)
			}
		}
		if (s.Recorded() || s.Counter != "") == (r.Coordination == None) && s.WorkerRule == gen.WorkerNumber {
			t.Errorf("%s is recorded: %v, coordination %s", s.Name, s.Recorded(), r.Coordination)
		}
	}
}

func FuzzNeed(f *testing.F) {
	for _, w := range NeedWords() {
		f.Add(w.Name)
	}
	f.Add("64 bit, sortable, no coordination")
	f.Fuzz(func(t *testing.T, text string) {
		var n Need
		err := n.Add(text, func(s string) (time.Time, error) {
			if s == "" {
				return time.Time{}, errors.New("empty")
			}
			return now, nil
		})
		if err == nil && (n.MaxBits < 0 || n.MaxLength < 0 || n.MaxProbability < 0 || n.MaxProbability >= 1) {
			t.Errorf("Add(%q) = %+v", text, n)
		}
	})
}
