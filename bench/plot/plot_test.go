package plot

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"idscope/bench/chart"
	"idscope/bench/chart/charttest"
	"idscope/gen/testing/try"
)

func sample() chart.Figure {
	f := chart.Figure{
		Title: "Rates & <sizes>", Note: "of 12 samples", X: chart.Axis{Label: "rows",
			Log: true}, Y: chart.Axis{Label: "rows a second"},
		Levels: []chart.Level{{Name: "ten", Y: 10}}, Marks: []chart.Mark{{Name: "here", X: 100, Y: 12}},
	}
	for _, name := range []string{"uuidv4", "uuidv7"} {
		f.Lines = append(f.Lines, chart.Line{Name: name, X: []float64{1, 10, 100, 1000}, Y: []float64{5, 8, 12, 20}})
	}
	return f
}

func bared() chart.Figure {
	return chart.Figure{
		Title: "Making ids", Note: "medians", X: chart.Axis{Label: "scheme"}, Y: chart.Axis{Label: "ns per id"},
		Bars: []chart.Bar{bar("snowflake", 62, 60, 64), bar("uuidv7", 31.5, 31, 35), bar("uuidv4", 14, 14, 14),
			bar("none", math.NaN(), 0, 0)},
	}
}

func bar(name string, value, low, high float64) chart.Bar {
	return chart.Bar{Name: name, Value: value, Low: low, High: high}
}

// texts are those of an SVG, which is well-formed, with the room that was found for each.
func texts(t *testing.T, svg []byte) map[string]float64 {
	type text struct {
		Width float64 `xml:"textLength,attr"`
		Text  string  `xml:",chardata"`
	}
	var doc struct {
		Plain  []text `xml:"g>text"`
		Turned []text `xml:"g>g>text"`
	}
	try.Works(t, xml.Unmarshal(svg, &doc))
	widths := map[string]float64{}
	for _, text := range append(doc.Plain, doc.Turned...) {
		widths[text.Text] = text.Width
	}
	return widths
}

// TestSVG compares pictures with testdata: well-formed, with the words as text, each as wide as the room that was found
// for it, whatever font a reader has, and without a ground, black or white. A legend is there for two lines, not for one.
func TestSVG(t *testing.T) {
	two, one := sample(), sample()
	two.Levels, two.Marks, one.Levels, one.Marks, one.Lines = nil, nil, nil, nil, one.Lines[:1]
	for i, f := range []chart.Figure{sample(), bared(), two, one} {
		b := try.Of(Draw(f, chart.Canvas{Format: "svg", Width: 800, Height: 450})).Or(t)
		try.File(t, fmt.Sprintf("testdata/%d.svg", i), string(b))
		texts(t, b)
	}
}

// TestTextWidth: the value of the longest bar has room too, and a long note is in lines that fit.
func TestTextWidth(t *testing.T) {
	f := bared()
	f.Note = strings.Repeat("of many samples ", 20)
	f.Bars = append(f.Bars, bar("shardingsphere (interval cut)", 2_654_321, 0, 0))
	widths := texts(t, try.Of(Draw(f, chart.Canvas{Format: "svg", Width: 500, Height: 250})).Or(t))
	if widths["2.65e6"] == 0 || widths["shardingsphere (interval cut)"] < 2*widths["snowflake"] {
		t.Errorf("texts are %v; want each name and the value of the longest bar", widths)
	}
	for text, width := range widths {
		if width > 500 {
			t.Errorf("%q takes %v of 500", text, width)
		}
	}
}

// TestPNG: twice the pixels, for sharp text, and a transparent ground.
func TestPNG(t *testing.T) {
	b := try.Of(Draw(bared(), chart.Canvas{Format: "png", Width: 600, Height: 300})).Or(t)
	m, err := png.Decode(bytes.NewReader(b))
	if err != nil || m.Bounds().Dx() != 1200 || m.Bounds().Dy() != 600 {
		t.Fatalf("PNG: %v, %v; want 1200 by 600", m.Bounds(), err)
	}
	drawn := 0
	for y := range 600 {
		for x := range 1200 {
			if _, _, _, a := m.At(x, y).RGBA(); a > 0 {
				drawn++
			}
		}
	}
	if _, _, _, a := m.At(1, 1).RGBA(); a != 0 || drawn < 10000 {
		t.Errorf("PNG: %d pixels drawn, the corner of opacity %d; want a picture on nothing", drawn, a)
	}
}

func TestRefused(t *testing.T) {
	b, err := Draw(sample(), chart.Canvas{Format: "gif", Width: 800, Height: 450})
	if err == nil || b != nil {
		t.Errorf("a GIF: %d bytes, %v; want an error", len(b), err)
	}
}

// TestIntervals: the interval of a bar reaches from its low to its high value.
func TestIntervals(t *testing.T) {
	f := chart.Figure{Bars: []chart.Bar{bar("skewed", 100, 90, 400)}}
	p := plot.New()
	(&picture{&f, &palettes[0]}).addBars(p)
	if p.X.Min < -50 || p.X.Max < 400 {
		t.Errorf("the axis of a bar of 90 to 400 is %g to %g", p.X.Min, p.X.Max)
	}
}

// TestContrast calculates that of WCAG 2.1 for every colour.
func TestContrast(t *testing.T) {
	white, dark, black := ink(0xffffffff), ink(0x0f1419ff), ink(0xff)
	for _, c := range []struct {
		on      chart.Ground
		grounds []ink
		words   float64
	}{{chart.AnyGround, []ink{white, black}, 3}, {chart.Light, []ink{white}, 4.5}, {chart.Dark,
		[]ink{dark}, 4.5}} {
		p := palettes[c.on]
		check := func(line ink, least float64) {
			for _, ground := range c.grounds {
				if got := charttest.Contrast(uint32(line>>8), uint32(ground>>8)); got < least {
					t.Errorf("%v on ground %v of %d has a contrast of %.2f; want %.1f", line, ground, c.on, got, least)
				}
			}
		}
		check(p.words, c.words)
		for _, line := range p.lines { // marks have their words in it
			check(line, c.words)
		}
		if c.on != chart.AnyGround { // there it is between the two, for what may be missed
			check(p.faint, 3)
		}
	}
}

// TestGround: the same picture in the colours for each ground.
func TestGround(t *testing.T) {
	seen := map[string]chart.Ground{}
	shape := ""
	for on := range chart.Dark + 1 {
		b := try.Of(Draw(sample(), chart.Canvas{Format: "svg", Width: 800, Height: 450, Ground: on})).Or(t)
		if other, ok := seen[string(b)]; ok {
			t.Errorf("grounds %d and %d have the same picture", other, on)
		}
		seen[string(b)] = on
		plain := regexp.MustCompile(`#[0-9A-F]{6}|[a-z]+-opacity:[0-9.]+;?`).ReplaceAllString(string(b), "")
		if shape != "" && plain != shape {
			t.Errorf("on ground %d more than the colours differ", on)
		}
		shape = plain
	}
}

// TestLabelsApart: in a small picture labels of the axis do not lie on each other.
func TestLabelsApart(t *testing.T) {
	for _, width := range []int{200, 360, 1000} {
		f := chart.Figure{X: chart.Axis{Label: "n", Log: true},
			Lines: []chart.Line{{X: []float64{1e-12, 1}, Y: []float64{1, 2}}}}
		d := record(f, width, 300)
		var row []vg.Rectangle // those beside "1", from the left
		for _, box := range d.texts {
			if box.Min.Y == d.texts[slices.Index(d.words, "1e-12")].Min.Y {
				row = append(row, box)
			}
		}
		for i := 1; i < len(row); i++ {
			if row[i].Min.X < row[i-1].Max.X {
				t.Errorf("at %d pixels the label at %v lies on that at %v", width, row[i], row[i-1])
			}
		}
		if len(row) < 3 || width == 1000 && len(row) < 7 {
			t.Errorf("at %d pixels %d labels are left; want those that have room", width, len(row))
		}
	}
}

// FuzzDraw: whatever the numbers, no panic.
func FuzzDraw(f *testing.F) {
	f.Add(1.0, 2.0, 0.5, true, true)
	f.Add(math.Inf(1), math.NaN(), -1.0, true, false)
	f.Add(0.0, 0.0, 0.0, false, true)
	f.Add(1e308, -1e308, 5e-324, false, false)
	f.Fuzz(func(t *testing.T, a, b, c float64, logX, logY bool) {
		list := []float64{a, b, c, b, a}
		lines := chart.Figure{X: chart.Axis{Log: logX}, Y: chart.Axis{Log: logY},
			Lines: []chart.Line{{Name: "l", X: list, Y: []float64{c, a, b, a}}},
			Marks: []chart.Mark{{Name: "m", X: b, Y: c}}, Levels: []chart.Level{{Name: "n", Y: a}}}
		bars := chart.Figure{Y: chart.Axis{Log: logY}, Bars: []chart.Bar{bar("b", a, b, c), bar("c", c, a, b)},
			Levels: lines.Levels}
		for _, f := range []chart.Figure{lines, bars} {
			if _, err := Draw(f, chart.Canvas{Format: "svg", Width: 400, Height: 300}); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{1, 1000, "1 10 100 1,000"}, {1e-12, 1, "1e-12 1e-10 1e-8 1e-6 1e-4 0.01 1"}, {1e6, 1e8, "1e6 1e7 1e8"},
	} {
		var got []string
		for _, tick := range (ticks{true, 9}).Ticks(c.low, c.high) {
			if tick.Value < c.low || tick.Value > c.high {
				t.Errorf("a mark at %v of %v to %v; want it inside", tick.Value, c.low, c.high)
			}
			if tick.Label != "" {
				got = append(got, tick.Label)
			}
		}
		try.Equal(t, strings.Join(got, " "), c.want, "marks of %v to %v:", c.low, c.high)
	}
}

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

// segment is a straight part of a line.
type segment [2]vg.Point

// crosses reports whether one of its points, which lie close, is in the box.
func (s segment) crosses(box vg.Rectangle) bool {
	const points = 200
	step := s[1].Sub(s[0]).Scale(1. / points)
	for i := range points + 1 {
		p := s[0].Add(step.Scale(vg.Length(i)))
		if p.X > box.Min.X && p.X < box.Max.X && p.Y > box.Min.Y && p.Y < box.Max.Y {
			return true
		}
	}
	return false
}
