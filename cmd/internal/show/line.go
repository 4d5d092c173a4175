package show

import (
	"bytes"
	"fmt"
	"strings"

	"idscope/cmd/internal/ui"
	"idscope/gen"
	"idscope/inspect"
)

// Line is what one line says of an id. Its memory is used again from line to line.
type Line struct {
	ID, Scheme, Confidence, Created, Detail []byte
	Sure                                    bool
	stamps                                  Stamps
}

// Columns are the widths of the columns so far. They only grow, so that a line depends
// on those before it alone, however they arrive.
type Columns struct{ ID, Scheme, Confidence, Created int }

// PipeColumns has room for most ids, as where nobody looks each line stands alone.
var PipeColumns = Columns{ID: 20, Scheme: 12, Confidence: 8, Created: 24}

// widestID is the longest text that makes the column of ids wider: a UUID.
const widestID = 36

// Read fills a line with what a result says.
func (l *Line) Read(v *View, r *inspect.Result) {
	l.ID, l.Scheme, l.Confidence = l.ID[:0], l.Scheme[:0], l.Confidence[:0]
	l.Created, l.Detail = l.Created[:0], l.Detail[:0]
	if !r.OK() {
		return
	}
	best := &r.Readings[0]
	l.Sure = best.Confidence > inspect.Possible
	l.ID = append(l.ID, ui.Escaped(r.Cleaned)...)
	l.Scheme = append(l.Scheme, best.Scheme.Name...)
	l.Confidence = append(l.Confidence, best.Confidence.String()...)
	if n := best.Numbers; n != nil {
		l.Detail = append(l.Detail, numbersText(n)...)
	} else if best.Timed && best.Time.Year() <= 9999 {
		l.stamps.Zone = v.Zone
		l.Created = l.stamps.Append(l.Created, best.Scheme, best.Time, best.Vague())
	} else {
		l.Created = append(l.Created, v.timeText(best)...)
	}
	l.Detail = appendDetail(l.Detail, best, gen.Worker, gen.Data, gen.Seq, gen.Rollback)
	if len(r.Warnings) > 0 {
		if len(l.Detail) > 0 {
			l.Detail = append(l.Detail, ' ')
		}
		l.Detail = fmt.Appendf(l.Detail, "(%s)", ui.Escaped(strings.Join(r.Warnings, "; ")))
	}
}

// appendDetail names the fields of some sources with their values, each in one word.
func appendDetail(dst []byte, r *inspect.Reading, sources ...gen.Source) []byte {
	start := len(dst)
	for _, source := range sources {
		for i, f := range r.Scheme.Layout {
			if f.Source != source || f.Bits > 32 && source != gen.Worker {
				continue
			}
			if len(dst) > start {
				dst = append(dst, ", "...)
			}
			dst = appendField(append(append(dst, f.Name...), ui.HardBlank), r.Scheme, i, r.Field(i))
		}
	}
	return dst
}

// Fit makes the columns as wide as a line needs them.
func (c *Columns) Fit(l *Line) {
	if len(l.ID) <= widestID {
		c.ID = max(c.ID, len(l.ID))
	}
	c.Scheme = max(c.Scheme, len(l.Scheme))
	c.Confidence = max(c.Confidence, len(l.Confidence))
	c.Created = max(c.Created, len(l.Created))
}

// cell is a text in a column and a style.
type cell struct {
	style ui.Style
	text  []byte
	width int
}

func appendCells(dst []byte, p *ui.Pen, cells ...*cell) []byte {
	for _, c := range cells {
		if len(c.text) > 0 {
			dst = p.Close(append(p.Open(dst, c.style), c.text...), c.style)
		}
		dst = ui.Pad(dst, len(c.text), c.width)
	}
	return dst
}

// Append appends a line in columns. What is too wide for the screen moves to a second
// line: first the detail, then the confidence, then the scheme, then the time.
func (c *Columns) Append(dst []byte, v *View, l *Line) []byte {
	const gap = 2
	id, scheme := &cell{ui.Bold, l.ID, c.ID}, &cell{ui.Plain, l.Scheme, c.Scheme}
	confidence := &cell{ui.Warn, l.Confidence, c.Confidence}
	created := &cell{sourceStyles[gen.Time], l.Created, c.Created}
	if l.Sure {
		confidence.style = ui.Plain
	}
	room := v.Width() - max(c.ID, len(l.ID)) - gap - c.Created
	start := len(dst)
	switch all := gap + c.Scheme + gap + c.Confidence; {
	case v.Width() == 0 || all+gap+len(l.Detail) <= room:
		detail := &cell{ui.Dim, bytes.ReplaceAll(l.Detail, []byte{ui.HardBlank}, []byte{' '}), 0}
		return trimmed(appendCells(dst, v.Pen, id, scheme, confidence, created, detail), start)
	case all <= room:
		return below(trimmed(appendCells(dst, v.Pen, id, scheme, confidence, created), start), v.Pen, l.Detail)
	case gap+c.Scheme <= room:
		return below(trimmed(appendCells(dst, v.Pen, id, scheme, created), start), v.Pen, l.Detail, confidence)
	case 0 <= room:
		return below(trimmed(appendCells(dst, v.Pen, id, created), start), v.Pen, l.Detail, scheme, confidence)
	}
	return below(trimmed(appendCells(dst, v.Pen, id), start), v.Pen, l.Detail, created, scheme, confidence)
}

// below appends the second line of an id, if there is something left for it.
func below(dst []byte, p *ui.Pen, detail []byte, cells ...*cell) []byte {
	const indent = 4
	column, start := indent, len(dst)
	for _, c := range cells {
		column += max(len(c.text), c.width) + 2
	}
	dst = appendCells(append(dst, "    "...), p, cells...)
	text := p.Wrap(column, indent, ui.Dim.Of(string(detail)))
	if text == "" || text[0] == '\n' {
		dst = dst[:start+len(bytes.TrimRight(dst[start:], " "))]
	}
	if dst = append(dst, text...); len(dst) == start {
		return dst
	}
	return append(dst, '\n')
}

// trimmed ends a line, without blanks at its end.
func trimmed(dst []byte, start int) []byte {
	return append(dst[:start+len(bytes.TrimRight(dst[start:], " "))], '\n')
}

// BadLine reports a text that is no id, in its place.
func (v *View) BadLine(r *inspect.Result) string {
	reason := "no known scheme reads it"
	if len(r.RuledOut) > 0 || r.Cleaned == "" || !strings.HasSuffix(r.Err.Message, "any known scheme") {
		reason = ui.Escaped(strings.TrimPrefix(r.Err.Message, fmt.Sprintf("%q", r.Cleaned)+" "))
	}
	text := ui.Escaped(r.Input)
	if most := 48; v.Width() > 0 && len(text) > most {
		text = text[:most] + "..."
	}
	if text == "" {
		text = `""`
	}
	head, reason := v.Paint(ui.Bold, text), "not an id: "+reason
	if v.Width() == 0 || len(text)+2+len(reason) <= v.Width() {
		return head + "  " + v.Paint(ui.Warn, reason) + "\n"
	}
	return head + "\n    " + v.Wrap(4, 4, ui.Warn.Of(reason)) + "\n"
}
