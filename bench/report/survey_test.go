package report

import (
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"idscope/bench/compare"
	"idscope/gen"
	"idscope/gen/scheme"
)

// TestModels: which schemes have a probability of ids, and which of nodes that draw their
// numbers; none says why.
func TestModels(t *testing.T) {
	for _, c := range []struct {
		name, rate string
		captions   []string
		note       string
	}{
		{"uuidv4", "1000", []string{"Probability of a collision of ids"}, "uuidv4: independent draws"},
		{"snowflake", "1000", []string{"Probability of nodes with the same number"}, "No curve of ids, for none"},
		{"xid", "1000", []string{"Probability of nodes with the same number"}, "xid: worker numbers drawn at random"},
		{"sonyflake", "1e12", nil, "No probability of sonyflake: a rate of 1000000000000 a second is more than"},
	} {
		s, _ := scheme.Get(c.name)
		rate, _ := new(big.Rat).SetString(c.rate)
		v := &Survey{Schemes: []*gen.Scheme{s}, Settings: Settings{
			Load: compare.Load{Nodes: big.NewInt(10), Rate: rate, For: big.NewRat(3600, 1)}}}
		got := v.collisions()
		var captions []string
		for _, p := range got.Pictures {
			captions = append(captions, p.Data.Caption)
		}
		if !slices.Equal(captions, c.captions) || got.Empty() != (c.captions == nil) ||
			!strings.Contains(strings.Join(got.Notes, " "), c.note) {
			t.Errorf("%s at %s a second: pictures %q, notes %q; want %+v", c.name, c.rate, captions, got.Notes, c)
		}
	}
}

// TestAdvice: every use is answered in words, for the load of the report.
func TestAdvice(t *testing.T) {
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
