// Package page writes a report as one HTML file: its style, and its pictures as
// SVG with their words as text, are inside, and it has no script. A browser that
// shows it fetches nothing. It is readable on light and dark grounds, as the
// reader's system is set, and from 320 pixels of width on.
//
// It links html/template, which keeps the linker from leaving methods out and so
// makes a program larger and slower to start; idscope-full alone links it.
package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"idscope/bench/chart"
	"idscope/bench/report"
)

// Engine writes reports. It is safe for concurrent use.
type Engine struct{}

var _ report.Writer = Engine{}

//go:embed page.tmpl
var layout string

//go:embed page.css
var style string

// Write writes the page. Nothing is written where a picture can not be drawn; other
// errors are those of w.
func (Engine) Write(w io.Writer, p *report.Page, d chart.Drawer) error {
	t, err := template.New("page").Funcs(template.FuncMap{
		"alt": report.Alt, "title": title, "right": right, "size": rowCount,
	}).Parse(layout)
	if err != nil {
		return err
	}
	v := view{Page: p, Style: template.CSS(style + palettes())}
	for i := range p.Sections {
		s := section{Section: &p.Sections[i]}
		for j := range s.Section.Pictures {
			one, err := drawn(&s.Section.Pictures[j], d)
			if err != nil {
				return fmt.Errorf("%s: %w", s.Section.Pictures[j].Figure.Title, err)
			}
			s.Pictures = append(s.Pictures, one)
		}
		v.Sections = append(v.Sections, s)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, v); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// view is what the template sees.
type view struct {
	*report.Page
	Sections []section
	Style    template.CSS
}

// Date is when the report was made, for people.
func (v view) Date() string { return v.Made.UTC().Format("2 January 2006, 15:04 UTC") }

// Instant is the same for machines.
func (v view) Instant() string { return v.Made.UTC().Format(time.RFC3339) }

type section struct {
	*report.Section
	Pictures []picture
}

// Grid reports whether the pictures stand side by side.
func (s section) Grid() bool { return len(s.Pictures) > 1 }

// picture is a figure as it was drawn for wide and for narrow screens, of which the
// style shows one.
type picture struct {
	report.Picture
	Large, Small template.HTML
	Table        report.Table
}

// The sizes of pictures, in pixels. Words in them are 12 pixels high: a picture is
// drawn about as wide as it is shown, so that they stay so.
const (
	wideWidth, wideHeight     = 1000, 440
	halfWidth, halfHeight     = 500, 340 // two stand side by side
	narrowWidth, narrowHeight = 360, 300
)

func drawn(p *report.Picture, d chart.Drawer) (picture, error) {
	out := picture{Picture: *p}
	if p.Data != nil {
		out.Table = *p.Data
	} else {
		out.Table = report.Data(&p.Figure)
	}
	f := p.Figure
	f.Title, f.Note = "", "" // they stand beside it, as text that wraps
	draw := func(f chart.Figure, width, height int) (template.HTML, error) {
		svg, err := d.Draw(f, "svg", width, height)
		if err != nil {
			return "", err
		}
		clean, err := inline(svg, report.Alt(&p.Figure))
		return template.HTML(clean), err
	}
	width, height, low := halfWidth, halfHeight, narrowHeight
	if p.Wide {
		width, height = wideWidth, wideHeight
	}
	if len(f.Bars) > 0 { // each needs its room, however wide
		height = max(200, 72+24*len(f.Bars))
		low = height
	}
	var err error
	if out.Large, err = draw(f, width, height); err != nil {
		return out, err
	}
	out.Small, err = draw(f, narrowWidth, low)
	return out, err
}

// title is a column's without the sign for right.
func title(head string) string { return strings.TrimPrefix(head, ">") }

// right reports for a column whether it is set to the right.
func right(head []string, i int) bool { return i < len(head) && strings.HasPrefix(head[i], ">") }

// rowCount is the length of a table in words.
func rowCount(t report.Table) string {
	if len(t.Rows) == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", len(t.Rows))
}
