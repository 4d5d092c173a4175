package cmd

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"idscope/gen"
	"idscope/inspect"
)

// line is what one line says of an id.
type line struct {
	id, scheme, confidence, detail string
	created                        []byte // of the look that made the line, until it makes another
	sure                           bool
}

// columns are the widths of the columns so far. They only grow, so that a line
// depends on those before it alone, however they arrive.
type columns struct{ id, scheme, confidence, created int }

// widestID is the longest text that makes the column of ids wider: a UUID.
const widestID = 36

func (l *look) line(r *inspect.Result) line {
	if !r.OK() {
		return line{}
	}
	best := &r.Readings[0]
	l.created = l.appendTime(l.created[:0], best)
	out := line{escaped(r.Cleaned), best.Scheme.Name, best.Confidence.String(), detail(best, gen.Worker, gen.Data, gen.Seq, gen.Rollback), l.created, best.Confidence > inspect.Possible}
	if len(r.Warnings) > 0 {
		out.detail = strings.TrimPrefix(out.detail+" ("+escaped(strings.Join(r.Warnings, "; "))+")", " ")
	}
	return out
}

// detail names the fields of some sources with their values.
func detail(r *inspect.Reading, sources ...gen.Source) string {
	var parts []string
	for _, source := range sources {
		for i := range r.Scheme.Layout {
			if f := &r.Scheme.Layout[i]; f.Source == source && (f.Bits <= 32 || source == gen.Worker) {
				parts = append(parts, hard(f.Name+" "+fieldText(r.Scheme, i, r.Field(i))))
			}
		}
	}
	return strings.Join(parts, ", ")
}

// fit makes the columns as wide as a line needs them.
func (c *columns) fit(l line) {
	if len(l.id) <= widestID {
		c.id = max(c.id, len(l.id))
	}
	c.scheme = max(c.scheme, len(l.scheme))
	c.confidence = max(c.confidence, len(l.confidence))
	c.created = max(c.created, len(l.created))
}

// append appends a line in columns to what has no width: nothing moves to a second
// line.
func (c *columns) append(dst []byte, l *look, it line) []byte {
	mark := &l.warn
	if it.sure {
		mark = &l.plain
	}
	dst = appendCell(dst, &l.bold, it.id, c.id)
	dst = appendCell(dst, &l.plain, it.scheme, c.scheme)
	dst = appendCell(dst, mark, it.confidence, c.confidence)
	dst = appendCell(dst, &l.source[gen.Time], it.created, c.created)
	if it.detail != "" {
		dst = append(dst, l.dim.Render(soft(it.detail))...)
	}
	return append(bytes.TrimRight(dst, " "), '\n')
}

// appendCell is cell for lines that are appended.
func appendCell[T string | []byte](dst []byte, style *style, text T, width int) []byte {
	const blanks = "                                        "
	if style.code == "" {
		dst = append(dst, text...)
	} else {
		dst = append(dst, style.Render(string(text))...)
	}
	for n := max(0, width-len(text)) + 2; n > 0; n -= len(blanks) {
		dst = append(dst, blanks[:min(n, len(blanks))]...)
	}
	return dst
}

// write writes a line in columns. What is too wide for the screen moves to a
// second line: first the detail, then the confidence, then the scheme.
func (c *columns) write(l *look, it line) string {
	if l.width == 0 {
		return string(c.append(nil, l, it))
	}
	id, scheme := l.cell(&l.bold, it.id, c.id), l.cell(&l.plain, it.scheme, c.scheme)
	mark := &l.warn
	if it.sure {
		mark = &l.plain
	}
	confidence := l.cell(mark, it.confidence, c.confidence)
	created := l.cell(&l.source[gen.Time], string(it.created), c.created)
	below := func(cells ...string) string {
		column := 4
		for _, cell := range cells {
			column += visible(cell)
		}
		detail := l.flow(column, 4, words(&l.dim, it.detail))
		head := "    " + strings.Join(cells, "")
		if detail == "" || detail[0] == '\n' {
			head = strings.TrimRight(head, " ")
		}
		if head+detail == "" {
			return ""
		}
		return head + detail + "\n"
	}
	wide := max(c.id, len(it.id)) + 2
	switch {
	case wide+c.scheme+2+c.confidence+2+c.created+2+len(it.detail) <= l.width:
		return strings.TrimRight(id+scheme+confidence+created+l.flow(0, 0, words(&l.dim, it.detail)), " ") + "\n"
	case wide+c.scheme+2+c.confidence+2+c.created <= l.width:
		return strings.TrimRight(id+scheme+confidence+created, " ") + "\n" + below()
	case wide+c.scheme+2+c.created <= l.width:
		return strings.TrimRight(id+scheme+created, " ") + "\n" + below(confidence)
	case wide+c.created <= l.width:
		return strings.TrimRight(id+created, " ") + "\n" + below(scheme, confidence)
	}
	return strings.TrimRight(id, " ") + "\n" + below(created, scheme, confidence)
}

// cell pads a text to a column and the gap behind it.
func (l *look) cell(style *style, text string, width int) string {
	return style.Render(text) + strings.Repeat(" ", max(0, width-len(text))+2)
}

// badLine reports a text that is no id, in its place.
func (l *look) badLine(r *inspect.Result) string {
	reason := "no known scheme reads it"
	if len(r.RuledOut) > 0 || r.Cleaned == "" || !strings.HasSuffix(r.Err.Message, "any known scheme") {
		reason = escaped(strings.TrimPrefix(r.Err.Message, quoted(r.Cleaned)+" "))
	}
	text := escaped(r.Input)
	if most := 48; l.width > 0 && len(text) > most {
		text = text[:most] + "..."
	}
	if text == "" {
		text = `""`
	}
	head := l.cell(&l.bold, text, 0)
	reason = "not an id: " + reason
	if l.width == 0 || len(text)+2+len(reason) <= l.width {
		return head + l.warn.Render(reason) + "\n"
	}
	return strings.TrimRight(head, " ") + "\n    " + l.flow(4, 4, words(&l.warn, reason)) + "\n"
}

// quoted is how errors of package inspect begin.
func quoted(text string) string { return fmt.Sprintf("%q", text) }

// escaped replaces all that is not printable ASCII: what was pasted shall not
// control the terminal.
func escaped(text string) string {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			q := strconv.QuoteToASCII(text)
			return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
		}
	}
	return text
}

// refusalHint names what was ruled out, for a text that no scheme reads.
func refusalHint(r *inspect.Result) string {
	var list []string
	wayOut := "" // constants that are wrong stay wrong
	for i := range r.RuledOut[:min(len(r.RuledOut), 3)] {
		what, why := against(&r.RuledOut[i])
		list = append(list, what+" ("+why+")")
		if r.RuledOut[i].Cause != inspect.Constant {
			wayOut = "; --as SCHEME reads it all the same"
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "ruled out: " + strings.Join(list, ", ") + wayOut
}
