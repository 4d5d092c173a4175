package page

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"idscope/bench/chart"
	"idscope/bench/chart/charttest"
	"idscope/bench/plot"
	"idscope/bench/report"
)

// evil is what a name or a summary may hold at worst.
const evil = `<script>alert("1")</script>'"><img src=http://example.org/x onerror=alert(2)>{{.Title}}</style></svg>]]>`

// sample is a page with everything, and evil in every text.
func sample() *report.Page {
	lines := chart.Figure{Title: "Rates of " + evil, Note: evil, X: chart.Axis{Label: "rows " + evil},
		Y:      chart.Axis{Label: "rate", Log: true},
		Levels: []chart.Level{{Name: evil, Y: 10}}, Marks: []chart.Mark{{Name: evil, X: 2, Y: 12}}}
	for i := range 20 { // more than there are colours, so that all of them are used, and all dashes
		lines.Lines = append(lines.Lines, chart.Line{Name: fmt.Sprint("line ", i), X: []float64{1, 2, 3},
			Y: []float64{5, 8 + float64(i), math.NaN()}})
	}
	bars := chart.Figure{Title: "Speed", X: chart.Axis{Label: "scheme"}, Y: chart.Axis{Label: "ns per id"},
		Bars: []chart.Bar{{Name: evil, Value: 30, Low: 20, High: 40}, {Name: "b", Value: 10, Low: 10, High: 10}}}
	table := report.Table{Caption: evil, Head: []string{"scheme " + evil, ">" + evil},
		Rows: [][]string{{evil, evil}, {"b", "1"}}}
	return &report.Page{Title: evil, Lead: evil, Made: time.Date(2026, 11, 21, 15, 4, 5, 0, time.UTC),
		Warnings: []string{evil},
		Advice:   []report.Advice{{Use: evil, Take: evil, Why: evil, Watch: evil}, {Use: "u", Take: "t", Why: "w"}},
		Load:     evil,
		Facts:    []report.Fact{{Name: evil, Value: evil, Note: evil}, {Name: "n", Value: "1"}},
		Sections: []report.Section{
			{ID: "one", Title: evil, Lead: evil, Warnings: []string{evil}, Tables: []report.Table{table},
				Notes: []string{evil}, More: []report.Table{table},
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
	ids, media := map[string]bool{}, map[string]int{}
	for _, n := range nodes {
		count[n.name]++
		if id := n.attrs["id"]; id != "" {
			if ids[id] {
				t.Errorf("id %q is given twice", id)
			}
			ids[id] = true
		}
	}
	for _, n := range nodes {
		for name, value := range n.attrs {
			switch {
			case name == "src" || name == "srcset":
				if !strings.HasPrefix(value, "data:image/svg+xml;base64,") || strings.Contains(value, " ") {
					t.Errorf("<%s %s=%.60q> fetches", n.name, name, value)
				}
			case strings.HasPrefix(name, "on") || name == "action":
				t.Errorf("<%s %s=%q> runs or fetches", n.name, name, value)
			case name == "href" && n.name == "a" && (!strings.HasPrefix(value, "#") || !ids[value[1:]]):
				t.Errorf("the link %q leads nowhere", value)
			case name == "href" && n.name != "a" && value != "data:,":
				t.Errorf("<%s href=%q> fetches", n.name, value)
			case name == "aria-labelledby" && !ids[value]:
				t.Errorf("<%s> is named by %q, which there is not", n.name, value)
			}
		}
		if n.name == "img" && (n.attrs["alt"] == "" || n.attrs["width"] == "" || n.attrs["height"] == "") {
			t.Error("a picture has no name or no size")
		}
		if n.name == "source" {
			media[n.attrs["media"]]++
		}
		if n.name == "th" && n.attrs["scope"] == "" {
			t.Error("a th has no scope")
		}
	}
	for _, name := range []string{"script", "svg", "iframe", "object", "embed", "base", "form"} {
		if count[name] > 0 {
			t.Errorf("there is <%s>; want none", name)
		}
	}
	if count["h1"] != 1 || count["main"] != 1 || count["title"] != 1 || count["img"] != 4 || count["figure"] != 4 ||
		count["table"] != 2+4 {
		t.Errorf("elements: %v; want one h1, main and title, one picture and one table of each figure", count)
	}
	want := map[string]int{dark + " and " + narrow: 4, narrow: 4, dark: 4}
	if !maps.Equal(media, want) || !strings.Contains(style, "@media "+dark) ||
		!strings.Contains(style, "@media "+narrow) {
		t.Errorf("pictures for %v; want them for %v, which the style knows too", media, want)
	}
	if ids["empty"] || !ids["one"] || !ids["two"] {
		t.Errorf("sections: %v; want those with content", ids)
	}
	if n := strings.Count(words, evil); n < 20 {
		t.Errorf("the evil text is shown %d times; want it wherever it was given, as text", n)
	}
	if !strings.Contains(text,
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; `+
			`style-src 'unsafe-inline'; img-src data:;`) {
		t.Error("the page has no Content-Security-Policy that forbids everything else")
	}
	css := text[strings.Index(text, "<style>"):strings.Index(text, "</style>")]
	if regexp.MustCompile(`(?i)url\(|@import|expression|https?:|//`).MatchString(css) {
		t.Error("the style fetches")
	}
	if !strings.Contains(words, "21 November 2026, 15:04 UTC") ||
		!strings.Contains(text, `datetime="2026-11-21T15:04:05Z"`) {
		t.Error("the page does not say when it was generated")
	}
}

// TestPlain: without any evil text there is no address in the page at all.
func TestPlain(t *testing.T) {
	f := chart.Figure{Title: "Speed", Bars: []chart.Bar{{Name: "a", Value: 1}}, X: chart.Axis{Label: "x"},
		Y: chart.Axis{Label: "y"}}
	text := written(t, &report.Page{Title: "t",
		Sections: []report.Section{{ID: "s", Title: "s", Pictures: []report.Picture{{Figure: f}}}}})
	if at := strings.Index(text, "://"); at >= 0 {
		t.Errorf("the page has an address: %.60q", text[at-20:])
	}
	if strings.Contains(text, "Read this first") || strings.Contains(text, `class="facts"`) ||
		strings.Contains(text, `id="advice"`) {
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

type failing struct{}

func (failing) Draw(chart.Figure, chart.Canvas) ([]byte, error) { return nil, errors.New("no ink") }

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// TestFailures: a drawing that fails leaves nothing written.
func TestFailures(t *testing.T) {
	var b bytes.Buffer
	if err := (Engine{}).Write(&b, sample(), failing{}); err == nil || b.Len() > 0 {
		t.Errorf("without ink: %v, %d bytes written; want an error and none", err, b.Len())
	}
	if err := (Engine{}).Write(full{}, sample(), plot.Engine{}); err == nil || err.Error() != "disk full" {
		t.Errorf("on a full disk: %v", err)
	}
}

// TestContrast calculates that of WCAG 2.1 on both grounds.
func TestContrast(t *testing.T) {
	light, dark, _ := strings.Cut(style, "@media")
	tones := func(css string) map[string]string {
		of := map[string]string{}
		for _, one := range regexp.MustCompile(`--([a-z0-9-]+):(#[0-9a-f]{6});`).FindAllStringSubmatch(css, -1) {
			if of[one[1]] != "" {
				t.Errorf("%s is set more than once", one[1])
			}
			of[one[1]] = one[2]
		}
		return of
	}
	both := [...]map[string]string{tones(light), tones(dark)}
	need := map[string]float64{"ink": 7, "soft": 4.5, "link": 4.5, "warn-rule": 3}
	for name, least := range need {
		for _, ground := range []string{"ground", "raised", "warn-ground"} {
			if ground == "warn-ground" && name != "ink" && name != "warn-rule" || ground == "raised" && name != "ink" &&
				name != "soft" {
				continue
			}
			for _, of := range both {
				if c := contrast(t, of[name], of[ground]); c < least {
					t.Errorf("%s %s on %s %s has a contrast of %.2f; want %.1f", name, of[name], ground, of[ground], c,
						least)
				}
			}
		}
	}
	for _, use := range regexp.MustCompile(`var\(--([a-z0-9-]+)\)`).FindAllStringSubmatch(style, -1) {
		if both[0][use[1]] == "" || both[1][use[1]] == "" {
			t.Errorf("the style uses %s, which there is not", use[1])
		}
	}
	rest := regexp.MustCompile(`--[a-z0-9-]+:#[0-9a-f]{6};`).ReplaceAllString(style, "")
	if left := regexp.MustCompile(`#[0-9a-f]{3,6}\b`).FindAllString(rest, -1); left != nil {
		t.Errorf("the style has colours of its own: %v; want tones", left)
	}
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	var x, y uint32
	if _, err := fmt.Sscanf(a+b, "#%06x#%06x", &x, &y); err != nil {
		t.Fatalf("%q, %q: %v", a, b, err)
	}
	return charttest.Contrast(x, y)
}
