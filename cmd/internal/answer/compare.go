package answer

import (
	"context"
	"errors"
	"strings"

	"idscope/bench/compare"
)

// compareQuestion asks to put schemes side by side under a load.
type compareQuestion struct {
	Schemes string `json:"schemes"` // names with blanks or commas between; none are the common ones
	loadQuestion
}

// compareAnswer is the tables of compare. A heading that begins with > is of numbers.
type compareAnswer struct {
	Load    string      `json:"load"`
	Tables  []cells     `json:"tables"`
	Remarks []remarkSet `json:"remarks"`
}

// cells are one table.
type cells struct {
	Head []string   `json:"head"`
	Rows [][]string `json:"rows"`
}

// remarkSet is what is said of schemes below the tables.
type remarkSet struct {
	Title string   `json:"title"`
	Texts []string `json:"texts"`
}

func (a *Answerer) compare(_ context.Context, q compareQuestion) (any, error) {
	l, err := q.read()
	if err != nil {
		return nil, err
	}
	if l.Nodes == nil {
		return nil, errors.New("the number of nodes is missing; give one, such as 10")
	}
	names := strings.FieldsFunc(q.Schemes, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' })
	if len(names) == 0 {
		names = compare.Common()
	}
	now := a.now()
	s := compare.Selection{Load: l, Now: now, Find: find}
	rows, err := s.Named(names)
	if err != nil {
		return nil, err
	}
	t := compare.TablesOf(rows, now)
	answer := compareAnswer{Load: s.Load.String(),
		Tables: []cells{{t.Facts.Head, t.Facts.Rows}, {t.Traits.Head, t.Traits.Rows}}, Remarks: []remarkSet{}}
	for _, set := range []struct {
		title string
		list  []compare.Remark
	}{{"Libraries", t.Libraries}, {"By the original's own rule", t.Originals}, {"Cannot carry the load", t.Problems}} {
		if len(set.list) == 0 {
			continue
		}
		one := remarkSet{Title: set.title}
		for _, r := range set.list {
			one.Texts = append(one.Texts, r.Of+": "+r.Text)
		}
		answer.Remarks = append(answer.Remarks, one)
	}
	return answer, nil
}
