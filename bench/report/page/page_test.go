package page

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/font"

	"idscope/bench/chart"
	"idscope/bench/plot"
	"idscope/bench/report"
)

// evil is what a name or a summary may hold at worst.
const evil = `<script>alert("1")</script>'"><img src=http://example.org/x onerror=alert(2)>{{.Title}}</style></svg>]]>`

// sample is a page with everything, and evil in every text.
func sample() *report.Page {
	lines := chart.Figure{Title: "Rates of " + evil, Note: evil, X: chart.Axis{Label: "rows " + evil}, Y: chart.Axis{Label: "rate", Log: true},
		Levels: []chart.Level{{Name: evil, Y: 10}}, Marks: []chart.Mark{{Name: evil, X: 2, Y: 12}}}
	for i := range 20 { // more than there are colours, so that all of them are used, and all dashes
		lines.Lines = append(lines.Lines, chart.Line{Name: fmt.Sprint("line ", i), X: []float64{1, 2, 3}, Y: []float64{5, 8 + float64(i), math.NaN()}})
	}
	bars := chart.Figure{Title: "Speed", X: chart.Axis{Label: "scheme"}, Y: chart.Axis{Label: "ns per id"},
		Bars: []chart.Bar{{Name: evil, Value: 30, Low: 20, High: 40}, {Name: "b", Value: 10, Low: 10, High: 10}}}
	table := report.Table{Caption: evil, Head: []string{"scheme " + evil, ">" + evil}, Rows: [][]string{{evil, evil}, {"b", "1"}}}
	return &report.Page{Title: evil, Lead: evil, Made: time.Date(2026, 11, 21, 15, 4, 5, 0, time.UTC), Warnings: []string{evil},
		Facts: []report.Fact{{Name: evil, Value: evil, Note: evil}, {Name: "n", Value: "1"}},
		Sections: []report.Section{
			{ID: "one", Title: evil, Lead: evil, Warnings: []string{evil}, Tables: []report.Table{table}, Notes: []string{evil}, More: []report.Table{table},
				Pictures: []report.Picture{{Figure: lines, Wide: true}, {Figure: bars}, {Figure: bars, Data: &table}}},
			{ID: "empty", Title: "empty", Notes: []string{"no more than a note"}},
			{ID: "two", Title: "two", Pictures: []report.Picture{{Figure: bars}}},
		}}
}

func written(t *testing.T, p *report.Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := (Engine{}).Write(&b, p, plot.Engine{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// node is an element of a page.
type node struct {
	name  string
	attrs map[string]string
	path  string
}

// parse reads a page as strictly as XML is read: what XML does not close, HTML
// might close elsewhere.
func parse(t *testing.T, text string) (nodes []node, words string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	var path []string
	var all strings.Builder
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nodes, all.String()
		} else if err != nil {
			t.Fatal(err)
		}
		switch v := token.(type) {
		case xml.StartElement:
			n := node{v.Name.Local, map[string]string{}, strings.Join(path, "/")}
			for _, a := range v.Attr {
				if _, twice := n.attrs[a.Name.Local]; twice {
					t.Errorf("<%s> has %s twice", n.name, a.Name.Local)
				}
				n.attrs[a.Name.Local] = a.Value
			}
			nodes = append(nodes, n)
			path = append(path, v.Name.Local)
		case xml.EndElement:
			if len(path) == 0 || path[len(path)-1] != v.Name.Local {
				t.Fatalf("</%s> closes %v", v.Name.Local, path)
			}
			path = path[:len(path)-1]
		case xml.CharData:
			if len(path) > 0 && path[len(path)-1] != "style" {
				all.Write(v)
				all.WriteByte('\n')
			}
		}
	}
}

// TestStructure: well-formed, one h1, links that lead somewhere, pictures with a
// name and a table, and nothing to run or to fetch, whatever the texts hold.
func TestStructure(t *testing.T) {
	text := written(t, sample())
	nodes, words := parse(t, text)
	count := map[string]int{}
	ids := map[string]bool{}
	for _, n := range nodes {
		count[n.name]++
		if id := n.attrs["id"]; id != "" {
			if ids[id] {
				t.Errorf("id %q stands twice", id)
			}
			ids[id] = true
		}
	}
	for _, n := range nodes {
		for name, value := range n.attrs {
			switch {
			case strings.HasPrefix(name, "on") || name == "src" || name == "srcset" || name == "action":
				t.Errorf("<%s %s=%q> runs or fetches", n.name, name, value)
			case name == "href" && n.name == "a" && (!strings.HasPrefix(value, "#") || !ids[value[1:]]):
				t.Errorf("the link %q leads nowhere", value)
			case name == "href" && n.name != "a" && value != "data:,":
				t.Errorf("<%s href=%q> fetches", n.name, value)
			case name == "aria-labelledby" && !ids[value]:
				t.Errorf("<%s> is named by %q, which there is not", n.name, value)
			case name == "style" && strings.Contains(value, "url"):
				t.Errorf("<%s style=%q> fetches", n.name, value)
			}
		}
		if n.name == "svg" && (n.attrs["role"] != "img" || n.attrs["aria-label"] == "" || n.attrs["viewBox"] == "" || n.attrs["width"] != "") {
			t.Errorf("a picture has %v; want a name, and a size by its viewBox alone", n.attrs)
		}
		if n.name == "th" && n.attrs["scope"] == "" {
			t.Error("a th has no scope")
		}
	}
	for _, name := range []string{"script", "img", "iframe", "object", "embed", "base", "form", "foreignObject", "use", "image"} {
		if count[name] > 0 {
			t.Errorf("there is <%s>; want none", name)
		}
	}
	if count["h1"] != 1 || count["main"] != 1 || count["title"] != 1 || count["svg"] != 2*4 || count["figure"] != 4 || count["table"] != 2+4 {
		t.Errorf("elements: %v; want one h1, main and title, two pictures and one table of each figure", count)
	}
	if ids["empty"] || !ids["one"] || !ids["two"] {
		t.Errorf("sections: %v; want those with content", ids)
	}
	if n := strings.Count(words, evil); n < 20 {
		t.Errorf("the evil text is shown %d times; want it wherever it was given, as text", n)
	}
	if !strings.Contains(text, `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:;`) {
		t.Error("the page has no Content-Security-Policy that forbids everything else")
	}
	css := text[strings.Index(text, "<style>"):strings.Index(text, "</style>")]
	if regexp.MustCompile(`(?i)url\(|@import|expression|https?:|//`).MatchString(css) {
		t.Error("the style fetches")
	}
	if !strings.Contains(words, "21 November 2026, 15:04 UTC") || !strings.Contains(text, `datetime="2026-11-21T15:04:05Z"`) {
		t.Error("the page does not say when it was made")
	}
}

// TestPlain: without any evil text there is no address in the page at all.
func TestPlain(t *testing.T) {
	f := chart.Figure{Title: "Speed", Bars: []chart.Bar{{Name: "a", Value: 1}}, X: chart.Axis{Label: "x"}, Y: chart.Axis{Label: "y"}}
	text := written(t, &report.Page{Title: "t", Sections: []report.Section{{ID: "s", Title: "s", Pictures: []report.Picture{{Figure: f}}}}})
	if at := strings.Index(text, "://"); at >= 0 {
		t.Errorf("the page has an address: %.60q", text[at-20:])
	}
	if strings.Contains(text, "Read this first") || strings.Contains(text, `class="facts"`) {
		t.Error("the page has an empty warning or summary")
	}
}

// TestRows: each row of a table has a cell for each column, the first its name.
func TestRows(t *testing.T) {
	nodes, _ := parse(t, written(t, sample()))
	heads, cells, rows := 0, 0, 0
	end := func() { // of a row
		if cells > 0 && cells != heads {
			t.Errorf("a row has %d cells; want %d", cells, heads)
		}
		cells = 0
	}
	for _, n := range nodes {
		switch {
		case n.name == "table":
			end()
			heads = 0
		case n.name == "th" && n.attrs["scope"] == "col":
			heads++
		case n.name == "tr" && strings.HasSuffix(n.path, "tbody"):
			end()
			rows++
		case strings.HasSuffix(n.path, "tbody/tr"):
			cells++
			if cells == 1 && (n.name != "th" || n.attrs["scope"] != "row") {
				t.Errorf("a row begins with <%s>; want its name in a th", n.name)
			}
		}
	}
	end()
	if rows < 8 {
		t.Errorf("%d rows; want all", rows)
	}
}

type failing struct{ svg string }

func (f failing) Draw(chart.Figure, string, int, int) ([]byte, error) {
	if f.svg == "" {
		return nil, errors.New("no ink")
	}
	return []byte(f.svg), nil
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// TestFailures: a drawing that fails, or that is not one, leaves nothing written.
func TestFailures(t *testing.T) {
	for _, svg := range []string{"", "<svg", "<svg></svg>", `<svg viewBox="0 0 1 1"><script/></svg>`} {
		var b bytes.Buffer
		if err := (Engine{}).Write(&b, sample(), failing{svg}); err == nil || b.Len() > 0 {
			t.Errorf("with the drawing %q: %v, %d bytes written; want an error and none", svg, err, b.Len())
		}
	}
	if err := (Engine{}).Write(full{}, sample(), plot.Engine{}); err == nil || err.Error() != "disk full" {
		t.Errorf("on a full disk: %v", err)
	}
}

// TestContrast calculates that of WCAG 2.1 on both grounds.
func TestContrast(t *testing.T) {
	of := map[string]tone{}
	for _, one := range tones {
		if of[one.name].name != "" {
			t.Errorf("%s stands twice", one.name)
		}
		of[one.name] = one
	}
	need := map[string]float64{"ink": 7, "soft": 4.5, "link": 4.5, "faint": 3, "warn-rule": 3}
	for i := 1; i <= 8; i++ {
		need[fmt.Sprint("c", i)] = 4.5 // marks have their words in it
	}
	for name, least := range need {
		for _, ground := range []string{"ground", "raised", "warn-ground"} {
			if ground == "warn-ground" && name != "ink" && name != "warn-rule" || ground == "raised" && name != "ink" && name != "soft" {
				continue
			}
			for _, dark := range []bool{false, true} {
				a, b := of[name].light, of[ground].light
				if dark {
					a, b = of[name].dark, of[ground].dark
				}
				if c := contrast(t, a, b); c < least {
					t.Errorf("%s %s on %s %s has a contrast of %.2f; want %.1f", name, a, ground, b, c, least)
				}
			}
		}
	}
	css := palettes() + style
	for _, use := range regexp.MustCompile(`var\(--([a-z0-9-]+)\)`).FindAllStringSubmatch(css, -1) {
		if of[use[1]].name == "" {
			t.Errorf("the style uses %s, which there is not", use[1])
		}
	}
	if left := regexp.MustCompile(`#[0-9a-f]{3,6}\b`).FindAllString(style, -1); left != nil {
		t.Errorf("the style has colours of its own: %v; want tones", left)
	}
}

func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	var r, g, b uint8
	if _, err := fmt.Sscanf(colour, "#%02x%02x%02x", &r, &g, &b); err != nil {
		t.Fatalf("%q: %v", colour, err)
	}
	part := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*part(r) + 0.7152*part(g) + 0.0722*part(b)
}

func TestInline(t *testing.T) {
	const head = `<?xml version="1.0"?><!-- c --><svg width="9pt" height="9pt" viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg" onload="x()">`
	for _, c := range []struct{ words, in, want string }{
		{"all that is taken over", head + `<title>t</title><desc>d<g/></desc><g transform="scale(1)"><path d="M0 1" style="fill:#808080;font-family:X;stroke-width:1.5"/><text x="1" y="2"> a &amp; &lt;b </text></g></svg>`,
			`<svg viewBox="0 0 9 9" role="img" aria-label="&lt;alt&gt;"><g transform="scale(1)"><path d="M0 1" style="fill:var(--soft);stroke-width:1.5"></path><text x="1" y="2">a &amp; &lt;b</text></g></svg>`},
		{"marks that lie on others", head + `<text x="10" y="5" style="font-size:10px">1000</text><text x="30" y="5" style="font-size:10px">on it</text><text x="40" y="5" style="font-size:10px">frée</text><text x="30" y="6" style="font-size:10px">below</text></svg>`,
			`<svg viewBox="0 0 9 9" role="img" aria-label="&lt;alt&gt;"><text x="10" y="5" style="font-size:10px" textLength="22.24" lengthAdjust="spacingAndGlyphs">1000</text><text x="40" y="5" style="font-size:10px">frée</text><text x="30" y="6" style="font-size:10px" textLength="26.12" lengthAdjust="spacingAndGlyphs">below</text></svg>`},
		{"a script", head + `<script>x()</script></svg>`, ""},
		{"an image", head + `<image href="http://example.org/x.png"/></svg>`, ""},
		{"an action", head + `<g onclick="x()"/></svg>`, ""},
		{"a link", head + `<a href="x"><text>t</text></a></svg>`, ""},
		{"a picture in a picture", head + head[strings.Index(head, "<svg"):] + `</svg></svg>`, ""},
		{"something to fetch in a style", head + `<path style="fill:url(http://example.org/)"/></svg>`, ""},
		{"a property that is not known", head + `<path style="background:red"/></svg>`, ""},
		{"a colour that the page has none for", head + `<path style="fill:#123456"/></svg>`, ""},
		{"a text in a text", head + `<text x="1" y="2">a<text x="1" y="2">b</text>c</text></svg>`, ""},
		{"no viewBox", `<svg><g/></svg>`, ""},
		{"a viewBox that is none", `<svg viewBox="&quot;&gt;x"/>`, ""},
		{"no SVG", `<html/>`, ""},
		{"nothing", ``, ""},
		{"half of one", head + `<g>`, ""},
	} {
		got, err := inline([]byte(c.in), "<alt>")
		if got != c.want && (c.want != "" || err == nil) || (err == nil) != (c.want != "") {
			t.Errorf("%s: inline = %q, %v; want %q", c.words, got, err, c.want)
		}
	}
}

// TestWidths compares the widths with those of the font that the drawing is laid out
// in: of the font itself.
func TestWidths(t *testing.T) {
	face := font.DefaultCache.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, 10)
	for c := ' '; c <= '~'; c++ {
		w := words{fixed: true}
		w.write(string(c))
		if want := face.Width(string(c)).Points(); math.Abs(10*w.width-want) > 0.02 {
			t.Errorf("%q is %.3f wide; want %.3f", c, 10*w.width, want)
		}
	}
}

// FuzzInline: whatever the drawing, no panic, and nothing to run or to fetch in
// what comes out.
func FuzzInline(f *testing.F) {
	svg, _ := plot.Engine{}.Draw(sample().Sections[0].Pictures[0].Figure, "svg", 400, 300)
	f.Add(string(svg))
	f.Add(`<svg viewBox="0 0 1 1"><g style="fill:#808080"/><text>&lt;script&gt;</text></svg>`)
	f.Add(`<svg viewBox="0 0 1 1"><text x="&quot; onclick=&quot;x">a</text></svg>`)
	known := append(slices.Clone(attributes), "style", "textLength", "lengthAdjust", "viewBox", "role", "aria-label")
	f.Fuzz(func(t *testing.T, text string) {
		out, err := inline([]byte(text), text)
		if err != nil {
			return
		}
		d := xml.NewDecoder(strings.NewReader(out))
		for {
			token, err := d.Token()
			if err == io.EOF {
				return
			} else if err != nil {
				if !strings.Contains(err.Error(), "illegal character code") { // HTML shows them as nothing
					t.Fatalf("%q comes out as %q: %v", text, out, err)
				}
				return
			}
			if v, ok := token.(xml.StartElement); ok {
				if !slices.Contains(elements, v.Name.Local) {
					t.Fatalf("%q comes out with <%s>", text, v.Name.Local)
				}
				for _, a := range v.Attr {
					if !slices.Contains(known, a.Name.Local) || a.Name.Local == "style" && strings.Contains(a.Value, ":url") {
						t.Fatalf("%q comes out with %s=%q", text, a.Name.Local, a.Value)
					}
				}
			}
		}
	})
}
