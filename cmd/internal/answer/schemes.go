package answer

import (
	"context"
	"slices"

	"idscope/bench/compare"
	"idscope/gen"
	"idscope/inspect/known"
)

func (a *Answerer) schemes(context.Context, noQuestion) (any, error) {
	var list schemeList
	common := compare.Common()
	for _, s := range known.All() {
		if s.ReadOnly != "" {
			continue
		}
		list.Schemes = append(list.Schemes, schemeEntry{Name: s.Name, Summary: s.Summary, Generated: true,
			Named:    s.Named(),
			Recorded: recorded(s) || s.Counter != "", Ranged: s.Pattern == nil && s.Timed() && s.TimeOrdered(),
			Common: slices.Contains(common, s.Name)})
	}
	return list, nil
}

// recorded reports whether idscope gen keeps a record of what was generated.
func recorded(s *gen.Scheme) bool { return s.Recorded() && (s.Timed() || s.Layout.Width(gen.Seq) > 0) }
