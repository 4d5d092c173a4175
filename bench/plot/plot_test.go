package plot

import (
	"bytes"
	"encoding/xml"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"idscope/bench/chart"
)

func sample() chart.Figure {
	f := chart.Figure{
		Title: "Rates & <sizes>", Note: "of 12 samples", X: chart.Axis{Label: "rows", Log: true}, Y: chart.Axis{Label: "rows a second"},
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
		Bars: []chart.Bar{bar("snowflake", 62, 60, 64), bar("uuidv7", 31.5, 31, 35), bar("uuidv4", 14, 14, 14), bar("none", math.NaN(), 0, 0)},
	}
}

func bar(name string, value, low, high float64) chart.Bar {
	return chart.Bar{Name: name, Value: value, Low: low, High: high}
}

// TestSVG: well-formed, with the words as text.
func TestSVG(t *testing.T) {
	for _, f := range []chart.Figure{sample(), bared()} {
		b, err := Engine{}.Draw(f, "svg", 800, 450)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		d := xml.NewDecoder(bytes.NewReader(b))
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", f.Title, err)
			}
			if data, ok := token.(xml.CharData); ok {
				texts = append(texts, strings.TrimSpace(string(data)))
			}
		}
		want := []string{f.Title, f.Note, f.Y.Label}
		for _, l := range f.Lines {
			want = append(want, l.Name)
		}
		for _, bar := range f.Bars {
			want = append(want, bar.Name)
		}
		all := "\n" + strings.Join(texts, "\n") + "\n"
		for _, w := range want {
			if !strings.Contains(all, "\n"+w+"\n") {
				t.Errorf("%s: the SVG has no text %q", f.Title, w)
			}
		}
		if bytes.Contains(b, []byte("<rect")) || bytes.Contains(b, []byte("#000000")) || bytes.Contains(b, []byte("#FFFFFF")) {
			t.Errorf("%s: the SVG has a ground, or black or white; want neither", f.Title)
		}
	}
}

// TestPNG: twice the pixels, for sharp text, and a transparent ground.
func TestPNG(t *testing.T) {
	b, err := Engine{}.Draw(bared(), "png", 600, 300)
	if err != nil {
		t.Fatal(err)
	}
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
	for _, c := range []struct {
		words, format string
		f             chart.Figure
		width         int
	}{
		{"no figure", "svg", chart.Figure{Title: "x"}, 800}, {"a format", "gif", sample(), 800},
		{"too small", "png", sample(), 20}, {"too large", "png", sample(), 1 << 20},
	} {
		if b, err := (Engine{}).Draw(c.f, c.format, c.width, 450); err == nil || b != nil {
			t.Errorf("%s: %d bytes, %v; want an error", c.words, len(b), err)
		}
	}
}

// TestContrast calculates that of WCAG 2.1 for every colour.
func TestContrast(t *testing.T) {
	part := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	for _, c := range append([]color.NRGBA{grey}, colour[:]...) {
		l := 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
		if light, dark := 1.05/(l+0.05), (l+0.05)/0.05; light < 3 || dark < 3 {
			t.Errorf("%v has a contrast of %.2f to white, %.2f to black; want 3", c, light, dark)
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
		lines := chart.Figure{X: chart.Axis{Log: logX}, Y: chart.Axis{Log: logY}, Lines: []chart.Line{{Name: "l", X: list, Y: []float64{c, a, b, a}}},
			Marks: []chart.Mark{{Name: "m", X: b, Y: c}}, Levels: []chart.Level{{Name: "n", Y: a}}}
		bars := chart.Figure{Y: chart.Axis{Log: logY}, Bars: []chart.Bar{bar("b", a, b, c), bar("c", c, a, b)}, Levels: lines.Levels}
		for _, f := range []chart.Figure{lines, bars} {
			if _, err := (Engine{}).Draw(f, "svg", 400, 300); err != nil {
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
		{1, 1000, "1 10 100 1000"}, {1e-12, 1, "1e-12 1e-10 1e-8 1e-6 1e-4 0.01 1"}, {1e6, 1e8, "1e6 1e7 1e8"},
	} {
		var got []string
		for _, tick := range (decades{}).Ticks(c.low, c.high) {
			if tick.Value < c.low || tick.Value > c.high {
				t.Errorf("a mark at %v of %v to %v; want it inside", tick.Value, c.low, c.high)
			}
			if tick.Label != "" {
				got = append(got, tick.Label)
			}
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("marks of %v to %v: %q; want %q", c.low, c.high, text, c.want)
		}
	}
}
