// Package page writes a report as one HTML file: its style and its pictures are
// inside, and it has no script. A browser that shows it fetches nothing. It is
// readable on light and dark grounds, as the reader's system is set, and from 320
// pixels of width on.
//
// It links html/template, which keeps the linker from leaving methods out and so
// makes a program larger and slower to start; idscope-full alone links it.
package page

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"idscope/bench/chart"
	"idscope/bench/report"
)

//go:embed page.tmpl
var layout string

//go:embed page.css
var style string

// Write writes the page into one file that needs nothing beside it. Nothing is written where a picture cannot be
// drawn; other errors are those of w.
func Write(w io.Writer, p *report.Page, draw chart.Draw) error {
	var failed error
	t, err := template.New("page").Funcs(template.FuncMap{"title": title, "right": right,
		"drawn": func(p report.Picture) (one picture, err error) {
			one, failed = drawn(&p, draw)
			return one, failed
		}}).Parse(layout)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err = t.Execute(&b, view{p, template.CSS(style)}); err == nil {
		_, err = w.Write(b.Bytes())
	}
	return cmp.Or(failed, err)
}

// view is what the template sees.
type view struct {
	*report.Page
	Style template.CSS
}

// Date is when the report was made, for people.
func (v view) Date() string { return v.Made.UTC().Format("2 January 2006, 15:04 UTC") }

// Instant is the same for machines.
func (v view) Instant() string { return v.Made.UTC().Format(time.RFC3339) }

// picture is a figure as it was drawn for each screen, of which the browser shows
// one: the first source whose media fits, else the image, which is wide and light.
type picture struct {
	report.Picture
	Alt           string
	Sources       []source
	Image         template.URL
	Width, Height int
}

type source struct {
	Media  string
	Srcset template.Srcset
}

// The sizes of pictures, in pixels. Words in them are 12 pixels high: a picture is
// drawn about as wide as it is shown, so that they stay so.
const (
	wideWidth, wideHeight     = 1000, 440
	halfWidth, halfHeight     = 500, 340 // two are side by side
	narrowWidth, narrowHeight = 360, 300
)

// The media are those of the style: on paper a page is light.
const (
	dark   = "screen and (prefers-color-scheme:dark)"
	narrow = "(max-width:40rem)"
)

func drawn(p *report.Picture, draw chart.Draw) (picture, error) {
	out := picture{Picture: *p, Alt: report.Alt(&p.Figure), Width: halfWidth, Height: halfHeight}
	f, low := p.Figure, narrowHeight
	f.Title, f.Note = "", "" // they are beside it, as text that wraps
	if p.Wide {
		out.Width, out.Height = wideWidth, wideHeight
	}
	if len(f.Bars) > 0 { // each needs its room, however wide
		out.Height = max(200, 72+24*len(f.Bars))
		low = out.Height
	}
	for _, one := range []struct {
		media         string
		width, height int
		ground        chart.Ground
	}{
		{dark + " and " + narrow, narrowWidth, low, chart.Dark},
		{narrow, narrowWidth, low, chart.Light},
		{dark, out.Width, out.Height, chart.Dark},
		{"", out.Width, out.Height, chart.Light},
	} {
		svg, err := draw(f, chart.Canvas{Format: "svg", Width: one.width, Height: one.height, Ground: one.ground})
		if err != nil {
			return out, fmt.Errorf("%s: %w", p.Figure.Title, err)
		}
		address := "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg)
		if one.media == "" {
			out.Image = template.URL(address)
			break
		}
		out.Sources = append(out.Sources, source{one.media, template.Srcset(address)})
	}
	return out, nil
}

// title is a column's without the sign for right.
func title(head string) string { return strings.TrimPrefix(head, ">") }

// right reports for a column whether it is set to the right.
func right(head []string, i int) bool { return i < len(head) && strings.HasPrefix(head[i], ">") }
