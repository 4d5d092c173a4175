package report

import (
	"math/big"
	"slices"
	"strings"

	"idscope/bench/birthday"
	"idscope/bench/chart"
	"idscope/bench/compare"
	"idscope/gen/quantity"
)

// collisions is the section of the probability.
func (v *Survey) collisions() Section {
	load := v.Load.String()
	s := Section{ID: "collisions", Title: "The probability of a collision",
		Lead: "How likely it is that any two ids are the same, against how many there are: calculated, not measured. " +
			"The dashed line is the load: " + load + "."}
	var models []model
	var never, texts []string
	same := map[string][]string{} // the schemes that a text is true of
	for _, one := range v.Schemes {
		ids, drawn, err := compare.Models(one, v.Load)
		if err != nil {
			s.Notes = append(s.Notes, "No probability of "+one.Name+": "+oneLine(err)+".")
			continue
		}
		for _, m := range []*birthday.Model{ids, drawn} {
			switch {
			case m == nil:
				continue
			case m.Never():
				never = append(never, one.Name)
				continue
			}
			models = append(models, model{one.Name, m})
			text := strings.Join(append([]string{m.Name}, m.Assume...), "; ")
			if same[text] == nil {
				texts = append(texts, text)
			}
			same[text] = append(same[text], one.Name)
		}
	}
	s.Pictures = append(
		curves(models, birthday.IDs, v.Load.Count(), "Probability of a collision; the load is "+load,
			"Probability of a collision of ids"),
		curves(models, birthday.Nodes, v.Load.Nodes, "Probability that two nodes that draw their numbers have the "+
			"same; the load is "+load, "Probability of nodes with the same number")...)
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

// model is what may collide of a scheme: its ids, or nodes that draw their number where each
// should have one of its own.
type model struct {
	scheme string
	*birthday.Model
}

// curves are the models of a unit in one picture, with their figures in a table, and with the
// count of the load, where that is more than one; none without a curve.
func curves(models []model, unit birthday.Unit, load *big.Int, title, caption string) []Picture {
	f := birthday.Figure(unit, title, "Both axes are logarithmic; the levels are those that people ask for.")
	t := Table{Caption: caption, Head: []string{"scheme", ">probability under the load"}}
	for _, l := range f.Levels {
		t.Head = append(t.Head, ">"+unit.String()+" for "+l.Name)
	}
	if unit == birthday.IDs {
		t.Head = append(t.Head, ">50 % after")
	}
	for _, m := range models {
		if m.Unit == unit {
			t.Rows = append(t.Rows, m.chances(load)[:len(t.Head)])
			m.draw(f)
		}
	}
	if len(f.Lines) == 0 {
		return nil
	}
	if x, _ := load.Float64(); x > 1 {
		f.Lines = append(f.Lines, chart.Line{Name: "load: " + quantity.FormatNumber(x), Dashed: true,
			X: []float64{x, x}, Y: []float64{lowest, 1}})
	}
	return []Picture{{Figure: *f, Wide: true, Data: &t}}
}

// chances are the cells of a table: the probability under the load, the count for each of the
// levels, and after which time the last of them is reached.
func (m model) chances(load *big.Int) []string {
	row, after := []string{m.scheme, quantity.FormatNumber(m.Chance(load).Probability())}, "-"
	for _, l := range m.Reaches() {
		count := "never"
		if l.Count.Int != nil {
			count = quantity.FormatNumber(l.Count.Float())
		}
		if row = append(row, count); l.Seconds != nil {
			after = quantity.FormatSeconds(*l.Seconds)
		}
	}
	return append(row, after)
}

// draw adds the curve to a figure, or the name of the scheme to the same curve of another, which
// would hide it.
func (m model) draw(f *chart.Figure) {
	own := m.Curve()
	if own == nil {
		return
	}
	line := own.Lines[0]
	same := func(old chart.Line) bool { return slices.Equal(old.X, line.X) && slices.Equal(old.Y, line.Y) }
	if i := slices.IndexFunc(f.Lines, same); i >= 0 {
		f.Lines[i].Name += ", " + m.scheme
		return
	}
	line.Name = m.scheme
	f.Lines = append(f.Lines, line)
}
