package plot

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"idscope/bench/chart"
)

// clearing is what labels find room in: no label lies on a line, a bar, a point or another
// label; one without room is left out, for the table beside the picture has what it says.
type clearing struct {
	lines []segment
	boxes []vg.Rectangle // bars, points, labels
}

// segment is a straight part of a line.
type segment [2]vg.Point

// about is what has to stay free around a label.
const about = pixel

// clearing finds what is drawn of lines, levels and marks.
func (f *picture) clearing(c draw.Canvas, p *plot.Plot) *clearing {
	atX, atY := p.Transforms(&c)
	var all clearing
	for i := range f.Lines {
		l := &f.Lines[i]
		var before vg.Point
		on := false
		for j := range min(len(l.X), len(l.Y)) {
			if !drawable(l.X[j], f.X.Log) || !drawable(l.Y[j], f.Y.Log) {
				on = false
				continue
			}
			at := vg.Point{X: atX(l.X[j]), Y: atY(l.Y[j])}
			if !on {
				before = at // a point alone
			}
			all.lines = append(all.lines, segment{before, at})
			before, on = at, true
		}
	}
	for _, l := range f.Levels {
		if l.Y >= p.Y.Min && l.Y <= p.Y.Max {
			y := atY(l.Y)
			all.lines = append(all.lines, segment{{X: c.Min.X, Y: y}, {X: c.Max.X, Y: y}})
		}
	}
	for _, m := range f.Marks {
		if marked(m, p) {
			at, r := vg.Point{X: atX(m.X), Y: atY(m.Y)}, vg.Length(4*pixel)
			all.boxes = append(all.boxes, vg.Rectangle{Min: at.Sub(vg.Point{X: r, Y: r}), Max: at.Add(vg.Point{X: r, Y: r})})
		}
	}
	return &all
}

// marked reports whether a mark lies in the picture.
func marked(m chart.Mark, p *plot.Plot) bool {
	return m.X >= p.X.Min && m.X <= p.X.Max && m.Y >= p.Y.Min && m.Y <= p.Y.Max
}

// put writes a label at the first of the places at which it lies on nothing and inside of
// the canvas; false where there is none.
func (a *clearing) put(c draw.Canvas, style text.Style, label string, places []vg.Point) bool {
	for _, at := range places {
		box := style.Rectangle(label).Add(at)
		box.Min, box.Max = box.Min.Sub(vg.Point{X: about, Y: about}), box.Max.Add(vg.Point{X: about, Y: about})
		inside := box.Min.X >= c.Min.X && box.Max.X <= c.Max.X && box.Min.Y >= c.Min.Y && box.Max.Y <= c.Max.Y
		if !inside || a.covered(box) {
			continue
		}
		c.FillText(style, at, label)
		a.boxes = append(a.boxes, box)
		return true
	}
	return false
}

func (a *clearing) covered(box vg.Rectangle) bool {
	for _, s := range a.lines {
		if s.crosses(box) {
			return true
		}
	}
	for _, b := range a.boxes {
		if box.Min.X < b.Max.X && b.Min.X < box.Max.X && box.Min.Y < b.Max.Y && b.Min.Y < box.Max.Y {
			return true
		}
	}
	return false
}

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

// along are the places of a label above a level, from the left on, and then below it.
func along(c draw.Canvas, y vg.Length, style text.Style, label string) (places []vg.Point) {
	box := style.Rectangle(label)
	for _, at := range []vg.Length{y + 2*pixel - box.Min.Y, y - 2*pixel - box.Max.Y} {
		for x := c.Min.X + 4*pixel; x < c.Max.X; x += 6 * pixel {
			places = append(places, vg.Point{X: x, Y: at})
		}
	}
	return places
}

// around are the places of a label beside a point, near ones before far ones: below it
// first, for lines rise more often.
func around(at vg.Point, style text.Style, label string) (places []vg.Point) {
	box := style.Rectangle(label)
	for far := vg.Length(6 * pixel); far < 90*pixel; far += 4 * pixel {
		for _, y := range []vg.Length{at.Y - far - box.Max.Y, at.Y - (box.Min.Y+box.Max.Y)/2, at.Y + far - box.Min.Y} {
			places = append(places, vg.Point{X: at.X + far - box.Min.X, Y: y}, vg.Point{X: at.X - far - box.Max.X, Y: y})
		}
	}
	return places
}
