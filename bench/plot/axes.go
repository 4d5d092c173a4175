package plot

import (
	"math"

	"gonum.org/v1/plot"

	"idscope/gen/quantity"
)

// most is the largest value that is drawn: beyond it differences overflow.
const most = 1e300

func drawable(v float64, log bool) bool {
	return !math.IsNaN(v) && math.Abs(v) <= most && (!log || v >= 1/most)
}

// axis gives an axis its style, and a range around what was added: whole decades of a
// logarithmic one; else from 0 on, unless all is far above.
func (c *palette) axis(a *plot.Axis, log bool) {
	a.Tick.Label = c.style(a.Tick.Label, 9)
	a.Color, a.Width = c.words, pixel
	a.Tick.Color, a.Tick.Width = c.words, pixel
	a.Tick.Marker = ticks{log, 9}
	low, high := a.Min, a.Max
	if low > high { // nothing to draw
		low, high = 1, 10
	}
	if log {
		a.Scale = plot.LogScale{}
		a.Min, a.Max = math.Pow(10, math.Floor(math.Log10(low))), math.Pow(10, math.Ceil(math.Log10(high)))
		if a.Min == a.Max {
			a.Max *= 10
		}
		return
	}
	if low > 0 && low < high/2 {
		low = 0
	}
	if low == high {
		low, high = low-math.Abs(low)/2-0.5, high+math.Abs(high)/2+0.5
	}
	room := (high - low) / 20
	if a.Max = high + room; low != 0 {
		low -= room
	}
	a.Min = low
}

// ticks are the marks of an axis, at powers of ten of a logarithmic one, else at round numbers.
type ticks struct {
	log  bool
	most int // labels that have room, about
}

var _ plot.Ticker = ticks{}

// Ticks returns the marks of an axis from low to high.
func (t ticks) Ticks(low, high float64) (list []plot.Tick) {
	if !t.log {
		for i, one := range (plot.DefaultTicks{}).Ticks(low, high) {
			if list = append(list, one); one.Label != "" {
				list[i].Label = quantity.FormatFigure(one.Value, 3)
			}
		}
		return list
	}
	first, last := int(math.Round(math.Log10(low))), int(math.Round(math.Log10(high)))
	every := 1
	for (last-first)/every >= t.most {
		every++
	}
	for e := first; e <= last; e++ {
		one := plot.Tick{Value: min(max(math.Pow(10, float64(e)), low), high)}
		if e%every == 0 {
			one.Label = quantity.FormatFigure(one.Value, 3)
		}
		list = append(list, one)
		for i := 2.0; i < 10 && last-first <= 4 && e < last; i++ {
			list = append(list, plot.Tick{Value: i * math.Pow(10, float64(e))})
		}
	}
	return list
}
