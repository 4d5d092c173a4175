package report

import (
	"math/big"
	"slices"
	"strings"

	"idscope/bench/birthday"
	"idscope/bench/chart"
	"idscope/gen/quantity"
)

// collisions is the section of the probability.
func (v *Survey) collisions() Section {
	load := v.Load.String()
	s := Section{ID: "collisions", Title: "The probability of a collision",
		Lead: "How likely it is that any two ids are the same, against how many there are: calculated, not measured. " +
			"The dashed line is the load: " + load + "."}
	ids := Table{Caption: "Probability of a collision of ids"}
	drawn := Table{Caption: "Probability of nodes with the same number"}
	s.Pictures = append(
		v.curves("Probability of a collision; the load is "+load, &ids, birthday.IDs, v.Load.Count()),
		v.curves("Probability that two nodes that draw their numbers have the same; the load is "+load, &drawn,
			birthday.Nodes, v.Load.Nodes)...)
	var never, texts []string
	same := map[string][]string{} // the schemes that a text is true of
	for _, one := range v.models {
		switch {
		case one.ids == nil && one.drawn == nil:
			s.Notes = append(s.Notes, "No probability of "+one.scheme+": "+one.why+".")
		case one.ids != nil && one.ids.Never():
			never = append(never, one.scheme)
		}
		for _, m := range []*birthday.Model{one.ids, one.drawn} {
			if m == nil || m.Never() {
				continue
			}
			text := strings.Join(append([]string{m.Name}, m.Assume...), "; ")
			if same[text] == nil {
				texts = append(texts, text)
			}
			same[text] = append(same[text], one.scheme)
		}
	}
	if len(never) > 0 {
		s.Notes = append(s.Notes, "No curve of ids, for none collide while each number has one owner: "+
			strings.Join(never, ", ")+".")
	}
	for _, text := range texts {
		s.Notes = append(s.Notes, strings.Join(same[text], ", ")+": "+text+".")
	}
	s.Notes = append(s.Notes,
		"Exact to the last digit of a float64: the product of all factors, or its expansion where those are too many.")
	if len(s.Pictures) == 0 && len(never) > 0 {
		s.Lead = "None of these collide."
		none := Table{Caption: "No probability", Head: []string{"scheme", "probability of a collision"}}
		for _, name := range never {
			none.Rows = append(none.Rows, []string{name, "none while each number has one owner"})
		}
		s.Tables = []Table{none}
	}
	return s
}

// lowest is where the curves begin.
const lowest = 1e-12

// curves are the models of a unit in one picture, with their figures in a table, and with the
// count of the load, where that is more than one; none without a curve.
func (v *Survey) curves(title string, t *Table, unit birthday.Unit, load *big.Int) []Picture {
	f := chart.Figure{Title: title, Note: "Both axes are logarithmic; the levels are those that people ask for.",
		X: chart.Axis{Label: "number of " + unit.String(), Log: true},
		Y: chart.Axis{Label: "P of a collision", Log: true}}
	t.Head = []string{"scheme", ">probability under the load"}
	for _, l := range birthday.Levels() {
		p, _ := l.P.Float64()
		f.Levels = append(f.Levels, chart.Level{Name: l.Name, Y: p})
		t.Head = append(t.Head, ">"+unit.String()+" for "+l.Name)
	}
	if unit == birthday.IDs {
		t.Head = append(t.Head, ">50 % after")
	}
	for _, one := range v.models {
		m := one.ids
		if unit == birthday.Nodes {
			m = one.drawn
		}
		if m != nil && !m.Never() {
			t.Rows = append(t.Rows, chances(one.scheme, m, load)[:len(t.Head)])
			curve(&f, one.scheme, m)
		}
	}
	if len(f.Lines) == 0 {
		return nil
	}
	if x, _ := load.Float64(); x > 1 {
		f.Lines = append(f.Lines, chart.Line{Name: "load: " + quantity.FormatNumber(x), Dashed: true,
			X: []float64{x, x}, Y: []float64{lowest, 1}})
	}
	return []Picture{{Figure: f, Wide: true, Data: t}}
}

// chances are the cells of a model: the probability under the load, the count for each of the
// levels, and after which time the last of them is reached.
func chances(scheme string, m *birthday.Model, load *big.Int) []string {
	row, after := []string{scheme, quantity.FormatNumber(m.Chance(load).Probability())}, "-"
	for _, l := range birthday.Levels() {
		k := m.Count(l.P)
		if k == nil {
			row = append(row, "never")
			continue
		}
		count, _ := k.Float64()
		row = append(row, quantity.FormatNumber(count))
		if seconds, ok := m.Seconds(k); ok {
			after = quantity.FormatSeconds(seconds)
		}
	}
	return append(row, after)
}

// curve adds that of a model, or the name of its scheme to the same curve of another, which would
// hide it.
func curve(f *chart.Figure, scheme string, m *birthday.Model) {
	own := m.Curve()
	if own == nil {
		return
	}
	line := own.Lines[0]
	same := func(old chart.Line) bool { return slices.Equal(old.X, line.X) && slices.Equal(old.Y, line.Y) }
	if i := slices.IndexFunc(f.Lines, same); i >= 0 {
		f.Lines[i].Name += ", " + scheme
		return
	}
	line.Name = scheme
	f.Lines = append(f.Lines, line)
}
