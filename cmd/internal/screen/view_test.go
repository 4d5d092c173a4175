package screen

import (
	"testing"
	"time"

	"idscope/gen/scheme/schemetest"
	"idscope/inspect"
	"idscope/inspect/known"
)

// The times are those of results, in every zone.
func TestLastSecond(t *testing.T) {
	for _, zone := range []*time.Location{time.UTC, time.FixedZone("", 5*3600+1800), time.FixedZone("", -3600)} {
		last := &inspect.LastSecond{Zone: zone}
		for round := range 2 { // the second time from what is kept
			for _, x := range append(known.All(), known.Unlisted()...) {
				in, err := inspect.New(inspect.Options{Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)})
				if err != nil {
					t.Fatal(err)
				}
				for _, v := range schemetest.Vectors(x) {
					r := in.Inspect(v.Text)
					if !r.OK() || !r.Readings[0].Timed {
						continue
					}
					best := &r.Readings[0]
					l := View{Zone: zone}
					want := l.timeText(best)
					if got, ok := best.AppendTime(nil, last); ok && string(got) != want {
						t.Errorf("round %d, %s in %s: %s; want %s", round, x.Name, zone, got, want)
					}
				}
			}
		}
	}
}

// TestFieldColours: each field of a layout has a colour of its own, as long as there are
// enough, and never that of its neighbour.
func TestFieldColours(t *testing.T) {
	for _, s := range known.All() {
		seen, unused := map[Style]string{}, 0
		styles := FieldStyles(s.Layout)
		for i, f := range s.Layout {
			if f.Unused() {
				unused++
				continue
			}
			if i > 0 && styles[i] == styles[i-1] {
				t.Errorf("%s: %s has the colour of %s", s.Name, f.Name, s.Layout[i-1].Name)
			}
			if other, taken := seen[styles[i]]; taken && len(s.Layout)-unused <= len(palette) {
				t.Errorf("%s: %s has the colour of %s", s.Name, f.Name, other)
			}
			seen[styles[i]] = f.Name
		}
	}
}
