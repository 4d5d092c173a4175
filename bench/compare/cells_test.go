package compare

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"reflect"
	"slices"
	"testing"

	"idscope/gen/testing/try"
)

// TestCells holds every cell of the table, by the members of its JSON. What testdata/cells.json
// expects was calculated by other arithmetic than the package's, from the layout, epoch, tick and
// symbols that each scheme's own specification has; the last ten, from uuidv5 on, are as the package
// had them when their order, stores and traits were compared with what is known from elsewhere.
// Probabilities are those of three loads, which each scheme can carry, and hold to 1e-4; their figures
// to all digits are held by the tests of birthday.
func TestCells(t *testing.T) {
	text := try.Of(os.ReadFile("testdata/cells.json")).Or(t)
	var cells []map[string]any
	var chances []struct {
		Scheme  string
		Chances []*float64
		Drawn   [3]*float64 `json:"if_drawn"`
	}
	if err := cmp.Or(json.Unmarshal(text, &cells), json.Unmarshal(text, &chances)); err != nil || len(cells) < 43 {
		t.Fatalf("testdata/cells.json has %d schemes, %v; want 43", len(cells), err)
	}
	near := func(got, want *float64) bool {
		return (got == nil) == (want == nil) && (got == nil || math.Abs(*got-*want) <= 1e-4*math.Abs(*want))
	}
	for i, want := range chances {
		var r Row
		for at, l := range []Load{load(10, 1000, 1), load(60, 50_000, 0.5), load(2, 3, 0.01)} {
			r = try.Of((&Selection{Load: l, Now: now, Find: find}).row(want.Scheme)).Or(t)
			var probability, drawn *float64
			if r.Chance != nil {
				probability, drawn = &r.Chance.Probability, r.Chance.IfDrawn
			}
			if !near(probability, want.Chances[at]) || !near(drawn, want.Drawn[at]) {
				t.Errorf("%s, %v nodes at %s: %s and %s if drawn; want %s and %s", want.Scheme, l.Nodes,
					l.Rate.RatString(), digits(probability), digits(drawn), digits(want.Chances[at]),
					digits(want.Drawn[at]))
			}
		}
		r.Chance, r.Originals, r.Libraries, r.Problems = nil, nil, "", nil
		var got map[string]any
		try.Works(t, json.Unmarshal(try.Of(json.Marshal(r)).Or(t), &got))
		delete(cells[i], "chances")
		delete(cells[i], "if_drawn")
		names := slices.Concat(slices.Collect(maps.Keys(got)), slices.Collect(maps.Keys(cells[i])))
		for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
			if !reflect.DeepEqual(got[name], cells[i][name]) {
				t.Errorf("%s, %s: %v; want %v", want.Scheme, name, got[name], cells[i][name])
			}
		}
	}
}

// digits is a number, or that there is none.
func digits(v *float64) string {
	if v == nil {
		return "none"
	}
	return fmt.Sprint(*v)
}
