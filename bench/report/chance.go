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
	ids := newChances("Probability of a collision", "Probability of a collision of ids", birthday.IDs, v.Load.Count(),
		load)
	drawn := newChances("Probability that two nodes that draw their numbers have the same",
		"Probability of nodes with the same number", birthday.Nodes, v.Load.Nodes, load)
	var never []string
	var models groups
	for _, one := range v.models {
		switch {
		case one.ids == nil && one.drawn == nil:
			s.Notes = append(s.Notes, "No probability of "+one.scheme+": "+one.why+".")
		case one.ids != nil && one.ids.Never():
			never = append(never, one.scheme)
		}
		ids.add(one.ids, one.scheme, &models)
		drawn.add(one.drawn, one.scheme, &models)
	}
	s.Pictures = append(ids.pictures(), drawn.pictures()...)
	if len(never) > 0 {
		s.Notes = append(s.Notes, "No curve of ids, for none collide while each number has one owner: "+
			strings.Join(never, ", ")+".")
	}
	for _, g := range models {
		s.Notes = append(s.Notes, strings.Join(g.names, ", ")+": "+g.text+".")
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

// chances are the curves of what may collide, and their figures.
type chances struct {
	figure chart.Figure
	table  Table
	load   *big.Int
}

func newChances(title, caption string, unit birthday.Unit, count *big.Int, load string) *chances {
	c := &chances{load: count, table: Table{Caption: caption, Head: []string{"scheme", ">probability under the load"}},
		figure: chart.Figure{Title: title + "; the load is " + load,
			Note: "Both axes are logarithmic; the levels are those that people ask for.",
			X:    chart.Axis{Label: "number of " + unit.String(), Log: true},
			Y:    chart.Axis{Label: "P of a collision", Log: true}}}
	for _, l := range birthday.Levels() {
		p, _ := l.P.Float64()
		c.figure.Levels = append(c.figure.Levels, chart.Level{Name: l.Name, Y: p})
		c.table.Head = append(c.table.Head, ">"+unit.String()+" for "+l.Name)
	}
	if unit == birthday.IDs {
		c.table.Head = append(c.table.Head, ">50 % after")
	}
	return c
}

// add adds the curve of a scheme, to the line of another where it is the same, which would hide
// it; and its figures. A model without collisions has none.
func (c *chances) add(m *birthday.Model, name string, models *groups) {
	if m == nil || m.Never() {
		return
	}
	models.add(name, strings.Join(append([]string{m.Name}, m.Assume...), "; "))
	row, after := []string{name, quantity.FormatNumber(m.Chance(c.load).Probability())}, "-"
	for _, l := range birthday.Levels() {
		k := m.Count(l.P)
		if k == nil {
			row = append(row, "never")
			continue
		}
		v, _ := new(big.Float).SetInt(k).Float64()
		row = append(row, quantity.FormatNumber(v))
		if seconds, ok := m.Seconds(k); ok {
			after = quantity.FormatSeconds(seconds)
		}
	}
	if m.Unit == birthday.IDs {
		row = append(row, after)
	}
	c.table.Rows = append(c.table.Rows, row)
	curve := m.Curve()
	if curve == nil {
		return
	}
	line := curve.Lines[0]
	same := func(old chart.Line) bool { return slices.Equal(old.X, line.X) && slices.Equal(old.Y, line.Y) }
	if i := slices.IndexFunc(c.figure.Lines, same); i >= 0 {
		c.figure.Lines[i].Name += ", " + name
		return
	}
	line.Name = name
	c.figure.Lines = append(c.figure.Lines, line)
}

// pictures is the figure with what the load generates, where that is more than one; none without a
// curve.
func (c *chances) pictures() []Picture {
	if len(c.figure.Lines) == 0 {
		return nil
	}
	if x, _ := new(big.Float).SetInt(c.load).Float64(); x > 1 {
		c.figure.Lines = append(c.figure.Lines, chart.Line{Name: "load: " + quantity.FormatNumber(x), Dashed: true,
			X: []float64{x, x}, Y: []float64{lowest, 1}})
	}
	return []Picture{{Figure: c.figure, Wide: true, Data: &c.table}}
}

// groups are texts with the names of all that they are true of.
type groups []struct {
	text  string
	names []string
}

func (g *groups) add(name, text string) {
	for i := range *g {
		if one := &(*g)[i]; one.text == text {
			one.names = append(one.names, name)
			return
		}
	}
	*g = append(*g, struct {
		text  string
		names []string
	}{text, []string{name}})
}
