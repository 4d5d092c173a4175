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

func find(name string) (*gen.Scheme, error) {
	if s, ok := scheme.Get(name); ok {
		return s, nil
	}
	return nil, errors.New("no scheme " + name)
}

// TestFaults: one chart of what a fault does by the rules of every system, on a layout of the
// survey that counts, else on snowflake's.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		scheme string
		find   func(string) (*gen.Scheme, error)
		want   string // scheme; empty for no chart
	}{{"sonyflake", find, "sonyflake"}, {"uuidv4", find, "snowflake"},
		{"uuidv4", nil, ""}} {
		of, _ := find(test.scheme)
		uuidv7, _ := find("uuidv7")
		v := &Survey{Schemes: []*gen.Scheme{uuidv7, of}, Settings: Settings{Find: test.find,
			Load: compare.Load{Rate: big.NewRat(10_000, 1), Nodes: big.NewInt(10)}}}
		s := v.faults(t.Context())
		if s.Empty() != (test.want == "") {
			t.Fatalf("uuidv7 and %s: %+v; want a chart of %q", test.scheme, s, test.want)
		}
		if test.want == "" {
			continue
		}
		f := s.Pictures[0].Figure
		if !strings.HasSuffix(f.Title, "restart, "+test.want+": 1,000 ids a second, 1 node, 20s") ||
			len(s.Pictures) != 1 {
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
