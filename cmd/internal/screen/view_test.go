package screen

import (
	"testing"

	"idscope/inspect/known"
)

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
