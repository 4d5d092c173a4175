package check

import (
	"slices"

	"idscope/gen"
)

// found is what comparing finds.
type found struct {
	duplicates Duplicates
	gaps       *Gaps
}

func newFound(k *kinds) *found {
	f := &found{duplicates: Duplicates{Lowest: []Duplicate{}}}
	if k.seq != nil {
		f.gaps = &Gaps{}
	}
	return f
}

// add counts an identifier that stands on so many lines.
func (f *found) add(k *kind, id gen.ID, lines int64) {
	if k.rare {
		return // its lines are invalid
	}
	f.duplicates.IDs++
	f.duplicates.Surplus += lines - 1
	f.keep(Duplicate{Kind: k.name, Lines: lines, kind: k, id: id})
}

// keep keeps the lowest.
func (f *found) keep(d Duplicate) {
	low := f.duplicates.Lowest
	if len(low) == most {
		if d.compare(low[most-1]) >= 0 {
			return
		}
		low = low[:most-1]
	}
	d.Text = d.kind.write(d.id)
	i, _ := slices.BinarySearchFunc(low, d, Duplicate.compare)
	f.duplicates.Lowest = slices.Insert(low, i, d)
}

func (f *found) merge(o *found) {
	f.duplicates.IDs += o.duplicates.IDs
	f.duplicates.Surplus += o.duplicates.Surplus
	for _, d := range o.duplicates.Lowest {
		f.keep(d)
	}
	if o.gaps != nil {
		f.gaps.add(o.gaps.Ticks, o.gaps.Missing)
	}
}
