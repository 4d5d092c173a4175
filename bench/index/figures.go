package index

import (
	"fmt"

	"idscope/bench/chart"
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
	list := []chart.Figure{rates(r, note)}
	if len(list[0].Lines) == 0 {
		list = nil
	}
	for _, p := range []struct {
		title, axis string
		value       func(*Result) *float64
	}{
		{"Size on disk", "MB", func(x *Result) *float64 { return scaled(x.DiskBytes, 1e-6) }},
		{"Size of the index", "MB", func(x *Result) *float64 { return scaled(x.IndexBytes, 1e-6) }},
		{"Fill of the leaf pages", "percent", func(x *Result) *float64 {
			if x.Fill == nil {
				return nil
			}
			return Count(100 * *x.Fill)
		}},
		{"Page splits", "splits", func(x *Result) *float64 { return scaled(x.Splits, 1) }},
		{"Bytes written: " + r.LogKind, "MB", func(x *Result) *float64 { return scaled(x.LogBytes, 1e-6) }},
		{"Reading the newest rows", "rows per second", func(x *Result) *float64 {
			if x.Newest == nil || x.Newest.PerSec == 0 {
				return nil
			}
			return &x.Newest.PerSec
		}},
	} {
		f := chart.Figure{Title: p.title, Note: note, X: chart.Axis{Label: "scheme"}, Y: chart.Axis{Label: p.axis}}
		for i := range r.Results {
			if v := p.value(&r.Results[i]); v != nil {
				f.Bars = append(f.Bars, chart.Bar{Name: r.Results[i].Scheme, Value: *v, Low: *v, High: *v})
			}
		}
		if len(f.Bars) > 0 {
			list = append(list, f)
		}
	}
	return list
}

// rates is the rate of each slice at the rows in its middle.
func rates(r *Report, note string) chart.Figure {
	f := chart.Figure{Title: "Rate of inserts as the table grows", Note: note,
		X: chart.Axis{Label: "rows in the table"}, Y: chart.Axis{Label: "rows per second"}}
	for _, x := range r.Results {
		l := chart.Line{Name: x.Scheme}
		before := 0
		for _, s := range x.Samples {
			if s.PerSec > 0 {
				l.X, l.Y = append(l.X, float64(before+s.Rows)/2), append(l.Y, s.PerSec)
			}
			before = s.Rows
		}
		if len(l.X) > 0 {
			f.Lines = append(f.Lines, l)
		}
	}
	return f
}

func scaled(v *int64, by float64) *float64 {
	if v == nil {
		return nil
	}
	return Count(float64(*v) * by)
}
