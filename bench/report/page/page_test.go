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
	"idscope/gen/testing/try"
)

// evil is what a name or a summary may hold at worst.
const evil = `<script>alert("1")</script>'"><img src=http://example.org/x onerror=alert(2)>{{.Title}}</style></svg>]]>`

// sample is a page with everything, and one text in all places.
func sample(text string) *report.Page {
	lines := chart.Figure{Title: "Rates of " + text, Note: text, X: chart.Axis{Label: "rows " + text},
		Y:      chart.Axis{Label: "rate", Log: true},
		Levels: []chart.Level{{Name: text, Y: 10}}, Marks: []chart.Mark{{Name: text, X: 2, Y: 12}}}
	for i := range 20 { // more than there are colours, so that all of them are used, and all dashes
		lines.Lines = append(lines.Lines, chart.Line{Name: fmt.Sprint("line ", i), X: []float64{1, 2, 3},
			Y: []float64{5, 8 + float64(i), math.NaN()}})
	}
	bars := chart.Figure{Title: "Speed", X: chart.Axis{Label: "scheme"}, Y: chart.Axis{Label: "ns per id"},
		Bars: []chart.Bar{{Name: text, Value: 30, Low: 20, High: 40}, {Name: "b", Value: 10, Low: 10, High: 10}}}
	table := report.Table{Caption: text, Head: []string{"scheme " + text, ">" + text},
		Rows: [][]string{{text, text}, {"b", "1"}}}
	return &report.Page{Title: text, Lead: text, Made: time.Date(2026, 11, 21, 15, 4, 5, 0, time.UTC),
		Warnings: []string{text},
		Advice:   []report.Advice{{Use: text, Take: text, Why: text, Watch: text}, {Use: "u", Take: "t", Why: "w"}},
		Load:     text,
		Facts:    []report.Fact{{Name: text, Value: text, Note: text}, {Name: "n", Value: "1"}},
		Sections: []report.Section{
			{ID: "one", Title: text, Lead: text, Warnings: []string{text}, Tables: []report.Table{table},
				Notes: []string{text}, More: []report.Table{table},
				Pictures: []report.Picture{{Figure: lines, Wide: true, Data: table}, {Figure: bars, Data: table}}},
			{ID: "empty", Title: "empty", Notes: []string{"no more than a note"}},
			{ID: "two", Title: "two", Pictures: []report.Picture{{Figure: bars, Data: report.Data(&bars)}}},
		}}
}

func written(t *testing.T, p *report.Page) string {
	t.Helper()
	var b bytes.Buffer
	try.Works(t, Write(&b, p, plot.Draw))
	return b.String()
}

// parse reads a page as strictly as XML is read: how often it has each element with its attributes, and its words.
func parse(t *testing.T, text string) (elements map[string]int, words string) {
	t.Helper()
	elements = map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return elements, words
		}
		try.Works(t, err)
		switch v := token.(type) {
		case xml.StartElement:
			name := v.Name.Local
			for _, a := range v.Attr {
				name += " " + a.Name.Local
			}
			elements[name]++
		case xml.CharData:
			words += string(v) + "\n"
		}
	}
}

// TestEscaped: whatever its texts hold, a page is well-formed, shows them as they are, and is made of what it is made
// of where they are harmless. What that is, TestReportPage of package cmd compares.
func TestEscaped(t *testing.T) {
	elements, words := parse(t, written(t, sample(evil)))
	harmless, _ := parse(t, written(t, sample("text")))
	if n := strings.Count(words, evil); !maps.Equal(elements, harmless) || n < 20 {
		t.Errorf("the evil text is shown %d times, by %v; want it wherever it was given, by %v", n, elements, harmless)
	}
}

func failing(chart.Figure, chart.Canvas) ([]byte, error) { return nil, errors.New("no ink") }

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// TestFailures: a drawing that fails leaves nothing written.
func TestFailures(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, sample(evil), failing); err == nil || b.Len() > 0 {
		t.Errorf("without ink: %v, %d bytes written; want an error and none", err, b.Len())
	}
	if err := Write(full{}, sample(evil), plot.Draw); err == nil || err.Error() != "disk full" {
		t.Errorf("on a full disk: %v", err)
	}
}

// TestStyle: the style fetches nothing, and knows the grounds and widths that pictures are for. Contrast is that of
// WCAG 2.1 on both grounds.
func TestStyle(t *testing.T) {
	if regexp.MustCompile(`(?i)url\(|@import|expression|https?:|//`).MatchString(style) ||
		!strings.Contains(style, "@media "+dark) || !strings.Contains(style, "@media "+narrow) {
		t.Errorf("the style fetches, or does not know %s and %s", dark, narrow)
	}
	light, dark, _ := strings.Cut(style, "@media")
	tones := func(css string) map[string]string {
		of := map[string]string{}
		for _, one := range regexp.MustCompile(`--([a-z0-9-]+):(#[0-9a-f]{6});`).FindAllStringSubmatch(css, -1) {
			try.Equal(t, of[one[1]], "", "%s is set more than once, before to", one[1])
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
	try.Same(t, regexp.MustCompile(`#[0-9a-f]{3,6}\b`).FindAllString(rest, -1), nil, "the style has its own colours:")
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	var x, y uint32
	if _, err := fmt.Sscanf(a+b, "#%06x#%06x", &x, &y); err != nil {
		t.Fatalf("%q, %q: %v", a, b, err)
	}
	return charttest.Contrast(x, y)
}
