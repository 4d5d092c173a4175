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
	ids := chanceFigure("Probability of a collision", "ids", load)
	drawn := chanceFigure("Probability that two nodes that draw their numbers have the same", "nodes", load)
	idsTable := chanceTable("Probability of a collision of ids", birthday.IDs)
	drawnTable := chanceTable("Probability of nodes with the same number", birthday.Nodes)
	var never []string
	var models groups
	for _, one := range v.models {
		switch {
		case one.ids == nil && one.drawn == nil:
			s.Notes = append(s.Notes, "No probability of "+one.scheme+": "+one.why+".")
		case one.ids != nil && one.ids.Never():
			never = append(never, one.scheme)
		}
		for _, of := range []struct {
			m      *birthday.Model
			figure *chart.Figure
			table  *Table
			load   *big.Int
		}{{one.ids, ids, idsTable, v.Load.Count()}, {one.drawn, drawn, drawnTable, v.Load.Nodes}} {
			if of.m == nil || of.m.Never() {
				continue
			}
			addCurve(of.figure, of.m.Curve(), one.scheme)
			of.table.Rows = append(of.table.Rows, chanceRow(of.m, one.scheme, of.load))
			models.add(one.scheme, strings.Join(append([]string{of.m.Name}, of.m.Assume...), "; "))
		}
	}
	for i, f := range []*chart.Figure{ids, drawn} {
		if t := []*Table{idsTable, drawnTable}[i]; len(f.Lines) > 0 {
			loadLine(f, []*big.Int{v.Load.Count(), v.Load.Nodes}[i])
			s.Pictures = append(s.Pictures, Picture{Figure: *f, Wide: true, Data: t})
		}
	}
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

func chanceFigure(title, unit, load string) *chart.Figure {
	f := &chart.Figure{Title: title + "; the load is " + load,
		Note: "Both axes are logarithmic; the levels are those that people ask for.",
		X:    chart.Axis{Label: "number of " + unit, Log: true}, Y: chart.Axis{Label: "P of a collision", Log: true}}
	for _, l := range birthday.Levels() {
		p, _ := l.P.Float64()
		f.Levels = append(f.Levels, chart.Level{Name: l.Name, Y: p})
	}
	return f
}

// addCurve adds the curve of a scheme; to the line of another where it is the same,
// which would hide it.
func addCurve(f, curve *chart.Figure, name string) {
	if curve == nil {
		return
	}
	line := curve.Lines[0]
	for i := range f.Lines {
		if old := &f.Lines[i]; slices.Equal(old.X, line.X) && slices.Equal(old.Y, line.Y) {
			old.Name += ", " + name
			return
		}
	}
	line.Name = name
	f.Lines = append(f.Lines, line)
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

// loadLine adds the number that the load makes, where it is more than one.
func loadLine(f *chart.Figure, count *big.Int) {
	if x, _ := new(big.Float).SetInt(count).Float64(); x > 1 {
		f.Lines = append(f.Lines, chart.Line{Name: "load: " + quantity.FormatNumber(x), Dashed: true,
			X: []float64{x, x}, Y: []float64{lowest, 1}})
	}
}

func chanceTable(caption string, unit birthday.Unit) *Table {
	t := &Table{Caption: caption, Head: []string{"scheme", ">probability under the load"}}
	for _, l := range birthday.Levels() {
		t.Head = append(t.Head, ">"+unit.String()+" for "+l.Name)
	}
	if unit == birthday.IDs {
		t.Head = append(t.Head, ">50 % after")
	}
	return t
}

func chanceRow(m *birthday.Model, name string, load *big.Int) []string {
	row := []string{name, quantity.FormatNumber(m.Chance(load).Probability())}
	after := "-"
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
	return row
}
