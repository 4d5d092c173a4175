package index

import (
	"fmt"
	"math"
	"slices"

	"idscope/bench/chart"
	"idscope/gen/quantity"
)

// Figures returns the pictures of a report: the rate of the inserts as the table
// grows, then as bars what the engine told of every scheme's table. A picture
// without a value is left out.
func Figures(r *Report) []chart.Figure {
	note := fmt.Sprintf("%s, %d rows a transaction, %d bytes beside each id", r.Engine, r.Batch, r.Payload)
	if r.Repeats > 1 {
		note += fmt.Sprintf(", rates are medians of %d runs", r.Repeats)
	}
	if r.Partial {
		note += "; partial: the run was ended early"
	}
	of := fmt.Sprintf(": %s ids a second of %s, over %s", quantity.FormatNumber(r.Rate), nodes(r.Nodes),
		quantity.FormatSeconds(float64(r.Rows)/r.Rate))
	var list []chart.Figure
	if f := rates(r, note); len(f.Lines) > 0 {
		f.Title += of
		list = append(list, f)
	}
	for _, m := range slices.Concat(measures[3:], measures[1:3]) {
		f := chart.Figure{Title: m.title + of, Note: note, X: chart.Axis{Label: "scheme"}, Y: chart.Axis{Label: m.axis}}
		if m.title == "Written" {
			f.Title = m.title + ": " + r.LogKind + of
		}
		for i := range r.Results {
			if v := m.of(&r.Results[i]); v != nil && (v.v > 0 || v.runs == nil) {
				at := v.v * m.scale
				f.Bars = append(f.Bars, chart.Bar{Name: r.Name(&r.Results[i]), Value: at, Low: at, High: at})
			}
		}
		if len(f.Bars) > 0 {
			list = append(list, f)
		}
	}
	return list
}

func nodes(n int) string {
	if n == 1 {
		return "1 node"
	}
	return fmt.Sprintf("%d nodes", n)
}

// near is how many slices on each side a point of the rate is smoothed over.
const near = 4

// smoothed is the rate around a sample: rows by time of the slices near it, those further
// away with less weight (tricube, as in local regression), so that the pauses of the disk do
// not hide the course.
func smoothed(list []Sample, at int) float64 {
	var rows, seconds float64
	for i := max(0, at-near); i <= min(len(list)-1, at+near); i++ {
		x := math.Abs(float64(i-at)) / (near + 1)
		w := math.Pow(1-x*x*x, 3)
		rows, seconds = rows+w*float64(list[i].Rows), seconds+w*list[i].Seconds
		if i > 0 {
			rows, seconds = rows-w*float64(list[i-1].Rows), seconds-w*list[i-1].Seconds
		}
	}
	if seconds <= 0 {
		return 0
	}
	return rows / seconds
}

// rates is the smoothed rate of the slices, each at the rows in its middle.
func rates(r *Report, note string) chart.Figure {
	f := chart.Figure{Title: "Rate of inserts as the table grows, smoothed", Note: note,
		X: chart.Axis{Label: "rows in the table"}, Y: chart.Axis{Label: "rows per second"}}
	for _, x := range r.Results {
		l := chart.Line{Name: r.Name(&x)}
		before := 0
		for at, s := range x.Samples {
			if v := smoothed(x.Samples, at); v > 0 {
				l.X, l.Y = append(l.X, float64(before+s.Rows)/2), append(l.Y, v)
			}
			before = s.Rows
		}
		if len(l.X) > 0 {
			f.Lines = append(f.Lines, l)
		}
	}
	return f
}
