package plot

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"idscope/bench/chart"
)

// drawn are the strokes and the texts of a picture, as they reach the file.
type drawn struct {
	lines []segment
	texts []vg.Rectangle
	words []string
}

// capital is the height of capitals and digits in the font, of its size.
const capital = 0.73

// record draws a figure and keeps what is drawn, but for what is turned: the name of the
// axis, which stands beside the picture.
func record(f chart.Figure, width, height int) drawn {
	var c recorder.Canvas
	w, h := vg.Length(width)*pixel, vg.Length(height)*pixel
	(&picture{&f, &palettes[chart.Light]}).compose(draw.NewCanvas(&c, w, h))
	var d drawn
	turned := 0
	var stack []int
	for _, a := range c.Actions {
		switch a := a.(type) {
		case *recorder.Push:
			stack = append(stack, turned)
		case *recorder.Pop:
			turned, stack = stack[len(stack)-1], stack[:len(stack)-1]
		case *recorder.Rotate:
			turned++
		case *recorder.Stroke:
			var at vg.Point
			for _, part := range a.Path {
				if part.Type == vg.LineComp {
					d.lines = append(d.lines, segment{at, part.Pos})
				}
				at = part.Pos
			}
		case *recorder.FillString:
			if turned == 0 {
				style := (&palettes[chart.Light]).text(a.Size)
				style.Font = a.Font
				box := style.Rectangle(a.String)
				d.texts = append(d.texts, vg.Rectangle{
					Min: vg.Point{X: a.Point.X, Y: a.Point.Y - style.FontExtents().Descent},
					Max: vg.Point{X: a.Point.X + box.Max.X - box.Min.X, Y: a.Point.Y + capital*a.Size}})
				d.words = append(d.words, a.String)
			}
		}
	}
	return d
}

// crossings are texts that a line runs through.
func (d *drawn) crossings() (list []string) {
	for i, box := range d.texts {
		for _, s := range d.lines {
			if s.crosses(box) {
				list = append(list, fmt.Sprintf("%q at %.0f,%.0f and the line %.0f,%.0f to %.0f,%.0f", d.words[i],
					box.Min.X, box.Min.Y, s[0].X, s[0].Y, s[1].X, s[1].Y))
			}
		}
	}
	return list
}

// TestNoLabelCrossesALine: of pictures with curves, levels and points, and of bars with
// intervals, as they come, in all sizes of a page.
func TestNoLabelCrossesALine(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	labels := 0
	for n := range 100 {
		f := scattered(rng, n%2 == 0)
		for _, size := range [][2]int{{1000, 440}, {500, 340}, {360, 300}} {
			d := record(f, size[0], size[1])
			for _, c := range d.crossings() {
				t.Errorf("picture %d of %d by %d: %s", n, size[0], size[1], c)
			}
			for _, l := range f.Levels {
				if strings.Contains(strings.Join(d.words, "\n"), l.Name) {
					labels++
				}
			}
		}
	}
	if labels < 250 {
		t.Errorf("%d names of levels are drawn; want most of 300", labels)
	}
}

// scattered is a figure of curves that go up and down, or of bars.
func scattered(rng *rand.Rand, lines bool) chart.Figure {
	f := chart.Figure{Title: "T", X: chart.Axis{Label: "x", Log: rng.IntN(2) == 0}, Y: chart.Axis{Label: "y",
		Log: rng.IntN(2) == 0}, Levels: []chart.Level{{Name: "one in a million", Y: 3}, {Name: "half", Y: 50}}}
	if !lines {
		for i := range 2 + rng.IntN(9) {
			v := 1 + 99*rng.Float64()
			f.Bars = append(f.Bars, chart.Bar{Name: fmt.Sprint("scheme ", i), Value: v, Low: v * rng.Float64(),
				High: v * 1.3})
		}
		return f
	}
	for i := range 1 + rng.IntN(5) {
		l := chart.Line{Name: fmt.Sprint("line ", i)}
		up := rng.Float64()
		for x := range 40 {
			l.X = append(l.X, float64(x+1))
			l.Y = append(l.Y, math.Exp(4.6*math.Min(1, math.Max(0, up+(rng.Float64()-0.5)/4))))
			up += (rng.Float64() - 0.45) / 10
		}
		f.Lines = append(f.Lines, l)
	}
	f.Marks = []chart.Mark{{Name: "the load", X: 1 + 39*rng.Float64(), Y: 1 + 99*rng.Float64()}}
	return f
}

// TestCrossingsAreSeen: the check itself finds a label that lies on a line, and one that a
// line touches nowhere.
func TestCrossingsAreSeen(t *testing.T) {
	box := vg.Rectangle{Min: vg.Point{X: 10, Y: 10}, Max: vg.Point{X: 20, Y: 15}}
	for _, test := range []struct {
		s    segment
		want bool
	}{
		{segment{{X: 0, Y: 12}, {X: 30, Y: 12}}, true}, {segment{{X: 15, Y: 0}, {X: 15, Y: 30}}, true},
		{segment{{X: 0, Y: 0}, {X: 30, Y: 30}}, true}, {segment{{X: 12, Y: 12}, {X: 13, Y: 13}}, true},
		{segment{{X: 0, Y: 15}, {X: 30, Y: 15}}, false}, {segment{{X: 0, Y: 20}, {X: 30, Y: 22}}, false},
		{segment{{X: 0, Y: 0}, {X: 9, Y: 30}}, false}, {segment{{X: 0, Y: 8}, {X: 14, Y: 30}}, false},
		{segment{{X: 12, Y: 12}, {X: 12, Y: 12}}, true}, {segment{{X: 5, Y: 12}, {X: 5, Y: 12}}, false},
	} {
		if got := test.s.crosses(box); got != test.want {
			t.Errorf("%v crosses %v: %t; want %t", test.s, box, got, test.want)
		}
	}
}

// segment is a straight part of a line.
type segment [2]vg.Point

// crosses reports whether a part of the segment lies in the box: what is left of it after it
// is cut at each of the four sides.
func (s segment) crosses(box vg.Rectangle) bool {
	from, to := 0.0, 1.0
	cut := func(at, step, low, high vg.Length) bool {
		if step == 0 {
			return at > low && at < high
		}
		a, b := float64((low-at)/step), float64((high-at)/step)
		from, to = max(from, min(a, b)), min(to, max(a, b))
		return from < to
	}
	d := s[1].Sub(s[0])
	if d.X == 0 && d.Y == 0 {
		return s[0].X > box.Min.X && s[0].X < box.Max.X && s[0].Y > box.Min.Y && s[0].Y < box.Max.Y
	}
	return cut(s[0].X, d.X, box.Min.X, box.Max.X) && cut(s[0].Y, d.Y, box.Min.Y, box.Max.Y)
}
