package plot

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"idscope/bench/chart"
)

// addBars puts bars into a plot, the first on top, each with its value and its
// interval.
func (f *picture) addBars(p *plot.Plot) {
	rows := make(names, len(f.Bars))
	for i, b := range f.Bars {
		rows[i] = plot.Tick{Value: float64(len(f.Bars) - 1 - i), Label: b.Name}
	}
	p.Y.Tick.Marker = rows
	p.Y.Tick.Length, p.Y.LineStyle.Width = 0, 0
	p.Y.Tick.LineStyle.Width = 0
	p.Add(levels{f.palette, f.Levels, true})
	p.Add(bars{f.palette, f.Bars, f.Y.Log})
	if p.X.Scale == (plot.LogScale{}) {
		return
	}
	p.X.Max += (p.X.Max - p.X.Min) / 12 // for the value behind the longest
}

// names are the names of the bars as marks of the axis.
type names []plot.Tick

var _ plot.Ticker = names(nil)

// Ticks returns them all.
func (n names) Ticks(float64, float64) []plot.Tick { return n }

// bars are the values from 0, or from the edge, on.
type bars struct {
	*palette
	list []chart.Bar
	log  bool
}

var _ plot.Plotter = bars{}

// Plot draws the bars; a value that cannot be drawn leaves its row empty.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	atX, atY := p.Transforms(&c)
	start := p.X.Min
	if !b.log {
		start = math.Min(math.Max(0, p.X.Min), p.X.Max)
	}
	thick := math.Abs(float64(atY(1)-atY(0))) * 0.6
	half := vg.Length(math.Min(thick, float64(20*pixel))) / 2
	whisker := stroke(b.lines[1], 2*pixel)
	for i, bar := range b.list {
		y := atY(float64(len(b.list) - 1 - i))
		if !drawable(bar.Value, b.log) {
			continue
		}
		from, to := atX(start), atX(bar.Value)
		c.FillPolygon(b.lines[0], []vg.Point{{X: from, Y: y - half}, {X: to, Y: y - half},
			{X: to, Y: y + half}, {X: from, Y: y + half}})
		end := max(to, from)
		if drawable(bar.Low, b.log) && drawable(bar.High, b.log) && bar.Low < bar.High {
			low, high := atX(bar.Low), atX(bar.High)
			c.StrokeLine2(whisker, low, y, high, y)
			c.StrokeLine2(whisker, low, y-half/2, low, y+half/2)
			c.StrokeLine2(whisker, high, y-half/2, high, y+half/2)
			end = max(end, high)
		}
		value := b.text(8)
		value.YAlign = text.YCenter
		label := chart.Number(bar.Value)
		at := vg.Point{X: end + 4*pixel, Y: y}
		if at.X+value.Width(label) > c.Max.X {
			continue // the axis tells it roughly
		}
		c.FillText(value, at, label)
	}
}
