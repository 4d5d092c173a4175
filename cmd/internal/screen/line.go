package screen

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"idscope/gen"
	"idscope/inspect"
)

// Line is what one line says of an id. Its memory is used again from line to line.
type Line struct {
	ID, Scheme, Confidence, Created, Detail []byte
	Sure                                    bool
	Bad                                     string // instead, of a text that is not an id
	facts                                   []inspect.Fact
}

// Columns are the widths of the columns so far. They only grow.
type Columns struct{ ID, Scheme, Confidence, Created int }

// PipeColumns has room for most ids, so that few blocks of lines are wider than the one
// before.
var PipeColumns = Columns{ID: 20, Scheme: 12, Confidence: 8, Created: 24}

// The longest texts that make the column of ids wider: a UUID on a screen, where nobody
// looks a hash by SHA-256 too.
const (
	widestID = 36
	widest   = 64
)

// Read fills a line with what a result says.
func (l *Line) Read(v *View, r *inspect.Result) {
	l.ID, l.Scheme, l.Confidence = l.ID[:0], l.Scheme[:0], l.Confidence[:0]
	l.Created, l.Detail, l.Bad = l.Created[:0], l.Detail[:0], ""
	if !r.OK() {
		l.ID, l.Bad = append(l.ID, shortened(v, Escaped(r.Input))...), v.Refusal(r)
		return
	}
	best := &r.Readings[0]
	l.Sure = best.Confidence > inspect.Possible
	l.ID = append(l.ID, Escaped(r.Cleaned)...)
	if best.Numbers != nil {
		l.Detail = append(l.Detail, numbersText(best.Numbers)...)
	} else if !best.Timed {
		l.Created = append(l.Created, '-')
	}
	l.facts = best.AppendLine(l.facts[:0])
	for i := range l.facts {
		switch f := &l.facts[i]; {
		case f.Kind == inspect.Word && f.Key == "scheme":
			l.Scheme = append(l.Scheme, f.Text...)
		case f.Kind == inspect.Word: // the confidence
			l.Confidence = append(l.Confidence, f.Text...)
		case f.Kind == inspect.Moment:
			var ok bool
			v.last.Zone = v.Zone
			if l.Created, ok = best.AppendTime(l.Created, &v.last); !ok {
				l.Created = f.AppendTime(l.Created, v.Zone)
			}
		}
	}
	l.Detail = appendFields(l.Detail, l.facts, gen.Worker, gen.Data, gen.Seq, gen.Rollback)
	if len(r.Warnings) > 0 {
		if len(l.Detail) > 0 {
			l.Detail = append(l.Detail, ' ')
		}
		l.Detail = fmt.Appendf(l.Detail, "(%s)", Escaped(strings.Join(r.Warnings, "; ")))
	}
}

// appendFields names the fields of some sources with their values, each in one word.
func appendFields(dst []byte, facts []inspect.Fact, sources ...gen.Source) []byte {
	const widest = 32
	start := len(dst)
	for _, source := range sources {
		for i := range facts {
			f := &facts[i]
			if f.Kind != inspect.Field || f.Source != source || f.Width > widest && source != gen.Worker {
				continue
			}
			if len(dst) > start {
				dst = append(dst, ", "...)
			}
			dst = f.AppendShown(append(append(dst, f.Key...), HardBlank))
		}
	}
	return dst
}

// Fit makes the columns as wide as a line needs them.
func (c *Columns) Fit(v *View, l *Line) {
	if n := len(l.ID); n <= widestID || n <= widest && v.Width() == 0 && l.Bad == "" {
		c.ID = max(c.ID, len(l.ID))
	}
	c.Scheme = max(c.Scheme, len(l.Scheme))
	c.Confidence = max(c.Confidence, len(l.Confidence))
	c.Created = max(c.Created, len(l.Created))
}

// cell is a text in a column and a style.
type cell struct {
	style Style
	text  []byte
	width int
}

func appendCells(dst []byte, p *Pen, cells ...*cell) []byte {
	for _, c := range cells {
		if len(c.text) > 0 {
			dst = p.Close(append(p.Open(dst, c.style), c.text...), c.style)
		}
		dst = Pad(dst, len(c.text), c.width)
	}
	return dst
}

// Append appends a line in columns, which have the same order at every width. What is
// too wide for the screen moves to a second line: the detail, or all from the confidence
// on, or all but the id.
func (c *Columns) Append(dst []byte, v *View, l *Line) []byte {
	start := len(dst)
	id, scheme := &cell{Bold, l.ID, c.ID}, &cell{Plain, l.Scheme, c.Scheme}
	confidence := &cell{Warn, l.Confidence, c.Confidence}
	created := &cell{SourceStyles[gen.Time], l.Created, c.Created}
	if l.Sure {
		confidence.style = Plain
	}
	if l.Bad != "" {
		if used := max(c.ID, len(l.ID)) + gap; v.Width() == 0 || used+len(l.Bad) <= v.Width() {
			return trimmed(append(appendCells(dst, v.Pen, id), v.Paint(Warn, l.Bad)...), start)
		}
		dst = trimmed(appendCells(dst, v.Pen, id), start)
		return append(append(append(dst, "    "...), v.Wrap(4, 4, Warn.Of(l.Bad))...), '\n')
	}
	room := v.Width() - max(c.ID, len(l.ID)) - gap - c.Scheme
	switch rest := gap + c.Confidence + gap + c.Created; {
	case v.Width() == 0 || rest+gap+len(l.Detail) <= room:
		for i, c := range l.Detail {
			if c == HardBlank {
				l.Detail[i] = ' '
			}
		}
		detail := &cell{Dim, l.Detail, 0}
		return trimmed(appendCells(dst, v.Pen, id, scheme, confidence, created, detail), start)
	case rest <= room:
		return below(trimmed(appendCells(dst, v.Pen, id, scheme, confidence, created), start), v.Pen, l.Detail)
	case 0 <= room:
		return below(trimmed(appendCells(dst, v.Pen, id, scheme), start), v.Pen, l.Detail, confidence, created)
	}
	return below(trimmed(appendCells(dst, v.Pen, id), start), v.Pen, l.Detail, scheme, confidence, created)
}

// below appends the second line of an id, if there is something left for it.
func below(dst []byte, p *Pen, detail []byte, cells ...*cell) []byte {
	const indent = 4
	column, start := indent, len(dst)
	for _, c := range cells {
		column += max(len(c.text), c.width) + gap
	}
	dst = appendCells(append(dst, "    "...), p, cells...)
	text := p.Wrap(column, indent, Dim.Of(string(detail)))
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

// Refusal says why a text is not an id.
func (v *View) Refusal(r *inspect.Result) string {
	reason := "no known scheme reads it"
	if len(r.RuledOut) > 0 || r.Cleaned == "" || !strings.HasSuffix(r.Err.Message, "any known scheme") {
		reason = r.Err.Message
		given, _ := strconv.QuotedPrefix(reason)
		rest, long := strings.CutPrefix(reason[len(given):], "...") // the text is given, or its start and dots
		if text, _ := strconv.Unquote(given); long || text == r.Cleaned && reason[0] != '\'' {
			reason = strings.TrimPrefix(rest, " ")
		}
		reason = Escaped(reason)
	}
	if rest, ok := strings.CutPrefix(reason, "is not an id"); ok {
		return "not an id" + rest
	}
	return "not an id: " + reason
}

// shortened is a text as a column of ids shows it.
func shortened(v *View, text string) string {
	if most := 48; v.Width() > 0 && len(text) > most {
		text = text[:most] + "..."
	}
	return cmp.Or(text, `""`)
}

// BadLine reports a text that is no id, in its place.
func (v *View) BadLine(r *inspect.Result) string {
	var c Columns
	return string(c.Append(nil, v, &Line{ID: []byte(shortened(v, Escaped(r.Input))), Bad: v.Refusal(r)}))
}

// TableValues are the columns of a table where none are chosen; id is the text as it was read, detail what a line says
// behind the time.
func TableValues() []string { return []string{"id", "scheme", "confidence", "time", "detail"} }

// ValueNames lists what Value knows: of every id, and of those of the schemes the names
// of their fields and parts.
func ValueNames(of []*gen.Scheme) []string {
	names := append(inspect.FactKeys(), "id", "detail", "input", "ok", "ambiguous", "warnings", "error")
	for _, s := range of {
		for _, f := range s.Layout {
			if !f.Unused() {
				names = append(names, f.Name)
			}
		}
		for _, p := range s.Pattern {
			if p.Name != "" {
				names = append(names, p.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Value is what the best reading says of an id under a name, as [gen.Fold] writes it;
// empty where it says nothing.
func (v *View) Value(r *inspect.Result, name string) string {
	switch {
	case name == "input", name == "id" && !r.OK():
		return r.Input
	case name == "ok":
		return strconv.FormatBool(r.OK())
	case name == "ambiguous":
		return strconv.FormatBool(r.Ambiguous)
	case name == "warnings":
		return strings.Join(r.Warnings, "; ")
	case name == "error" && r.Err != nil:
		return r.Err.Message
	case name == "detail" && !r.OK():
		return v.Refusal(r)
	case name == "error", !r.OK():
		return ""
	case name == "id":
		return r.Cleaned
	case name == "detail":
		v.line.Read(v, r)
		return strings.ReplaceAll(string(v.line.Detail), string(rune(HardBlank)), " ")
	}
	f, ok := r.Readings[0].Fact(name)
	switch {
	case !ok:
		return ""
	case f.Kind == inspect.Moment:
		return string(f.AppendTime(nil, v.Zone))
	}
	return string(f.AppendText(nil))
}
