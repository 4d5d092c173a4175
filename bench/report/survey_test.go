package report

import (
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"idscope/bench/compare"
	"idscope/gen"
	"idscope/gen/scheme"
)

// TestModels: of which schemes there are chance of ids, and of nodes that draw
// their numbers.
func TestModels(t *testing.T) {
	for _, c := range []struct {
		name, rate string
		ids, drawn bool
		why        string
	}{
		{"uuidv4", "1000", true, false, ""},
		{"snowflake", "1000", true, true, ""},
		{"xid", "1000", false, true, ""},
		{"sonyflake", "1e12", false, false, "at most"},
	} {
		s, _ := scheme.Get(c.name)
		rate, _ := new(big.Rat).SetString(c.rate)
		load := compare.Load{Nodes: big.NewInt(10), Rate: rate, For: big.NewRat(3600, 1)}
		got := modelsOf(s, load)
		if (got.ids != nil) != c.ids || (got.drawn != nil) != c.drawn || (got.why == "") != (c.why == "") ||
			!strings.Contains(got.why, c.why) {
			t.Errorf("modelsOf(%s) at %s a second = %+v; want %+v", c.name, c.rate, got, c)
		}
		v := &Survey{Settings: Settings{Load: load}, models: []models{got}}
		section := v.collisions()
		if section.Empty() != (c.why != "") || c.why != "" && !strings.Contains(strings.Join(section.Notes, " "),
			"No probability of "+c.name) {
			t.Errorf("the section of %s is %+v", c.name, section)
		}
	}
}

// TestAdvice: every use is answered in words, for the load of the report.
func TestAdvice(t *testing.T) {
	find := func(name string) (*gen.Scheme, error) {
		s, ok := scheme.Get(name)
		if !ok {
			return nil, errors.New("no scheme " + name)
		}
		return s, nil
	}
	take := func(rate, nodes int64) map[string]Advice {
		v := &Survey{Settings: Settings{Find: find, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
			Load: compare.Load{Nodes: big.NewInt(nodes), Rate: big.NewRat(rate, 1), For: big.NewRat(31_556_952, 1)}}}
		all := map[string]Advice{}
		for i, a := range v.advice() {
			if all[compare.Uses()[i].Name] = a; a.Use == "" || a.Take == "" || !strings.HasSuffix(a.Why, ".") {
				t.Errorf("%+v", a)
			}
		}
		return all
	}
	few, many := take(1000, 10), take(1e9, 3000)
	if len(few) != len(compare.Uses()) {
		t.Errorf("%d answers; want %d", len(few), len(compare.Uses()))
	}
	if got := few["primary-key"].Take; got != "uuidv7, then auto-increment or snowflake" {
		t.Errorf("keys of 10 nodes: %s", got)
	}
	if got := many["event-id"].Take; got != "ksuid" {
		t.Errorf("a billion events a second: %s; want ksuid alone", got)
	}
	if list := (&Survey{}).advice(); list != nil {
		t.Errorf("without schemes: %+v", list)
	}
}
