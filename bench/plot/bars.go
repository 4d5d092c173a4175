package plot

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"idscope/gen/quantity"
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
	p.Add(bars{f})
	if p.X.Scale == (plot.LogScale{}) {
		return
	}
	p.X.Max += (p.X.Max - p.X.Min) / 6 // for the value behind the longest
}

// names are the names of the bars as marks of the axis.
type names []plot.Tick

var _ plot.Ticker = names(nil)

// Ticks returns them all.
func (n names) Ticks(float64, float64) []plot.Tick { return n }

// bars are the values from 0, or from the edge, on, with the levels upright across them.
type bars struct{ *picture }

var _ plot.Plotter = bars{}

// Plot draws the bars; a value that cannot be drawn leaves its row empty.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	atX, atY := p.Transforms(&c)
	log := b.Y.Log
	start := p.X.Min
	if !log {
		start = math.Min(math.Max(0, p.X.Min), p.X.Max)
	}
	thick := math.Abs(float64(atY(1)-atY(0))) * 0.6
	half := vg.Length(math.Min(thick, float64(20*pixel))) / 2
	whisker := stroke(b.palette.lines[1], 2*pixel)
	room := b.uprights(c, p)
	ends := make([]vg.Length, len(b.Bars))
	for i, bar := range b.Bars {
		y := atY(float64(len(b.Bars) - 1 - i))
		if !drawable(bar.Value, log) {
			continue
		}
		from, to := atX(start), atX(bar.Value)
		c.FillPolygon(b.palette.lines[0], []vg.Point{{X: from, Y: y - half}, {X: to, Y: y - half},
			{X: to, Y: y + half}, {X: from, Y: y + half}})
		room.boxes = append(room.boxes, vg.Rectangle{Min: vg.Point{X: min(from, to), Y: y - half},
			Max: vg.Point{X: max(from, to), Y: y + half}})
		ends[i] = max(to, from)
		if drawable(bar.Low, log) && drawable(bar.High, log) && bar.Low < bar.High {
			low, high := atX(bar.Low), atX(bar.High)
			for _, s := range []segment{{{X: low, Y: y}, {X: high, Y: y}}, {{X: low, Y: y - half/2}, {X: low, Y: y + half/2}},
				{{X: high, Y: y - half/2}, {X: high, Y: y + half/2}}} {
				c.StrokeLine2(whisker, s[0].X, s[0].Y, s[1].X, s[1].Y)
				room.lines = append(room.lines, s)
			}
			ends[i] = max(ends[i], high)
		}
	}
	for i, bar := range b.Bars {
		if !drawable(bar.Value, log) {
			continue
		}
		value := b.text(8)
		value.YAlign = text.YCenter
		var places []vg.Point
		for x := ends[i] + 4*pixel; x < ends[i]+80*pixel; x += 2 * pixel { // beyond a level
			places = append(places, vg.Point{X: x, Y: atY(float64(len(b.Bars) - 1 - i))})
		}
		room.put(c, value, quantity.FormatFigure(bar.Value, 3),
			places) // where it has no room the axis tells it roughly
	}
	for _, level := range b.Levels {
		if level.Y >= p.X.Min && level.Y <= p.X.Max {
			name := b.text(8)
			box := name.Rectangle(level.Name)
			var places []vg.Point
			for y := c.Max.Y - box.Max.Y - 2*pixel; y > c.Min.Y; y -= 4 * pixel {
				x := atX(level.Y)
				places = append(places, vg.Point{X: x + 3*pixel - box.Min.X, Y: y}, vg.Point{X: x - 3*pixel - box.Max.X, Y: y})
			}
			room.put(c, name, level.Name, places)
		}
	}
}

// uprights draws the levels, and returns what has to stay free of labels.
func (b bars) uprights(c draw.Canvas, p *plot.Plot) *clearing {
	style := stroke(b.faint, pixel)
	style.Dashes = dashes[1]
	atX, _ := p.Transforms(&c)
	room := &clearing{}
	for _, level := range b.Levels {
		if level.Y >= p.X.Min && level.Y <= p.X.Max {
			x := atX(level.Y)
			c.StrokeLine2(style, x, c.Min.Y, x, c.Max.Y)
			room.lines = append(room.lines, segment{{X: x, Y: c.Min.Y}, {X: x, Y: c.Max.Y}})
		}
	}
	return room
}
