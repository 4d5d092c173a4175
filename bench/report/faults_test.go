package report

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"idscope/bench/compare"
	"idscope/gen"
	"idscope/gen/scheme"
)

// TestFaults: one chart of what a fault does by the rules of every system, on a layout of the
// survey that counts, else on snowflake's.
func TestFaults(t *testing.T) {
	find := func(name string) (*gen.Scheme, error) {
		s, ok := scheme.Get(name)
		if !ok {
			return nil, errors.New("no scheme " + name)
		}
		return s, nil
	}
	get := func(names ...string) (list []*gen.Scheme) {
		for _, name := range names {
			s, err := find(name)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, s)
		}
		return list
	}
	for _, test := range []struct {
		schemes []string
		find    func(string) (*gen.Scheme, error)
		want    string // scheme; empty for no chart
	}{{[]string{"uuidv7", "sonyflake"}, find, "sonyflake"}, {[]string{"uuidv4"}, find, "snowflake"},
		{[]string{"uuidv4"}, nil, ""}} {
		v := &Survey{Schemes: get(test.schemes...), Settings: Settings{Find: test.find,
			Load: compare.Load{Rate: big.NewRat(10_000, 1), Nodes: big.NewInt(10)}}}
		s := v.faults(t.Context())
		if s.Empty() != (test.want == "") {
			t.Fatalf("of %q: %+v; want a chart of %q", test.schemes, s, test.want)
		}
		if test.want == "" {
			continue
		}
		f := s.Pictures[0].Figure
		if !strings.HasSuffix(f.Title, "restart, "+test.want+": 1,000 ids a second, 1 node, 20s") || len(s.Pictures) != 1 {
			t.Errorf("the title is %q; want scheme, rate, nodes and duration", f.Title)
		}
		for i, b := range f.Bars {
			if b.Value <= 0 || b.Low > b.Value || b.High < b.Value || i > 0 && b.Value > f.Bars[i-1].Value {
				t.Errorf("bar %d is %+v; want the most first, within what is predicted", i, b)
			}
			if b.Name == "ours" {
				t.Error("ours generates ids twice")
			}
		}
		if !slices.ContainsFunc(s.Notes,
			func(n string) bool { return strings.HasPrefix(n, "No duplicates by the rules of ours, ") }) {
			t.Errorf("notes are %q; want ours among those that generate none twice", s.Notes)
		}
	}
}
