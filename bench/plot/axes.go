package plot

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"idscope/bench/chart"
	"idscope/gen/quantity"
)

// axes gives both axes of a plot their style, labels and ranges.
func (f *picture) axes(p *plot.Plot) {
	x, y := f.X, f.Y
	xs, ys := extent(f.Figure)
	if len(f.Bars) > 0 { // on their sides: names down, values across
		x = f.Y
		y = chart.Axis{}
	}
	f.axis(&p.X, x, xs)
	f.axis(&p.Y, y, ys)
}

// extremes are the least and the greatest of some values.
type extremes struct{ low, high float64 }

func nothing() extremes { return extremes{math.Inf(1), math.Inf(-1)} }

// take widens the range by a value that can be drawn.
func (s *extremes) take(v float64, log bool) {
	if drawable(v, log) {
		s.low, s.high = min(s.low, v), max(s.high, v)
	}
}

// most is the largest value that is drawn: beyond it differences overflow.
const most = 1e300

func drawable(v float64, log bool) bool {
	return !math.IsNaN(v) && math.Abs(v) <= most && (!log || v >= 1/most)
}

// extent is what the axes have to hold. Bars begin at 0, or where the axis is
// logarithmic at the decade below the smallest.
func extent(f *chart.Figure) (x, y extremes) {
	x, y = nothing(), nothing()
	if len(f.Bars) > 0 {
		for _, b := range f.Bars {
			for _, v := range []float64{b.Value, b.Low, b.High} {
				x.take(v, f.Y.Log)
			}
		}
		for _, l := range f.Levels {
			x.take(l.Y, f.Y.Log)
		}
		x.take(0, f.Y.Log)
		return x, extremes{-0.6, float64(len(f.Bars)) - 0.4}
	}
	for _, l := range f.Lines {
		for i := range min(len(l.X), len(l.Y)) {
			if drawable(l.X[i], f.X.Log) && drawable(l.Y[i], f.Y.Log) {
				x.take(l.X[i], f.X.Log)
				y.take(l.Y[i], f.Y.Log)
			}
		}
	}
	for _, m := range f.Marks {
		if drawable(m.X, f.X.Log) && drawable(m.Y, f.Y.Log) {
			x.take(m.X, f.X.Log)
			y.take(m.Y, f.Y.Log)
		}
	}
	for _, l := range f.Levels {
		y.take(l.Y, f.Y.Log)
	}
	if !f.Y.Log && y.low > 0 && y.low < y.high/2 {
		y.low = 0
	}
	return x, y
}

func (c *palette) axis(a *plot.Axis, of chart.Axis, s extremes) {
	a.Label.Text = of.Label
	a.Label.TextStyle = c.style(a.Label.TextStyle, 10)
	a.Tick.Label = c.style(a.Tick.Label, 9)
	a.Color, a.Width = c.words, pixel
	a.Tick.Color, a.Tick.Width = c.words, pixel
	if s.low > s.high { // nothing to draw
		s = extremes{1, 10}
	}
	if of.Log {
		a.Scale, a.Tick.Marker = plot.LogScale{}, decades{}
		s.low = math.Pow(10, math.Floor(math.Log10(s.low)))
		s.high = math.Pow(10, math.Ceil(math.Log10(s.high)))
		if s.low == s.high {
			s.high *= 10
		}
	} else {
		a.Tick.Marker = rounded{}
		if s.low == s.high {
			s.low, s.high = s.low-math.Abs(s.low)/2-0.5, s.high+math.Abs(s.high)/2+0.5
		}
		if room := (s.high - s.low) / 20; s.low == 0 {
			s.high += room
		} else {
			s.low, s.high = s.low-room, s.high+room
		}
	}
	a.Min, a.Max = s.low, s.high
}

// decades marks the powers of ten, and names at most nine of them.
type decades struct{}

var _ plot.Ticker = decades{}

// Ticks returns the marks of an axis from low to high.
func (decades) Ticks(low, high float64) []plot.Tick {
	first, last := int(math.Round(math.Log10(low))), int(math.Round(math.Log10(high)))
	every := 1
	for (last-first)/every > 8 {
		every++
	}
	var ticks []plot.Tick
	for e := first; e <= last; e++ {
		t := plot.Tick{Value: min(max(math.Pow(10, float64(e)), low), high)}
		if e%every == 0 {
			t.Label = quantity.FormatFigure(math.Pow(10, float64(e)), 3)
		}
		ticks = append(ticks, t)
		if every > 1 || last-first > 4 || e == last {
			continue
		}
		for i := 2.0; i < 10; i++ {
			ticks = append(ticks, plot.Tick{Value: i * math.Pow(10, float64(e))})
		}
	}
	return ticks
}

// rounded marks round numbers of a linear axis.
type rounded struct{}

var _ plot.Ticker = rounded{}

// Ticks returns the marks of an axis from low to high.
func (rounded) Ticks(low, high float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, high)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = quantity.FormatFigure(ticks[i].Value, 3)
		}
	}
	return ticks
}

// apart leaves the labels of marks out that would lie on the one before: marks stand
// close in a small picture.
type apart struct {
	plot.Ticker
	axis *plot.Axis
	long vg.Length // of the axis, at most
}

// beside is what the labels of the other axis take, about.
const beside = 48 * pixel

// Ticks returns the marks of an axis from low to high.
func (a apart) Ticks(low, high float64) []plot.Tick {
	ticks := a.Ticker.Ticks(low, high)
	free := vg.Length(math.Inf(-1))
	for i := range ticks {
		t := &ticks[i]
		at, half := vg.Length(a.axis.Norm(t.Value))*a.long, a.axis.Tick.Label.Width(t.Label)/2
		switch {
		case t.Label == "":
		case at-half < free:
			t.Label = ""
		default:
			free = at + half + 4*pixel
		}
	}
	return ticks
}
