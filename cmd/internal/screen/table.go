package screen

import (
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/lipgloss/table"

	"idscope/bench/chart"
)

// gap is how many blanks part two columns.
const gap = 2

// Table is rows of ASCII below a head, all of one length.
type Table struct {
	Head []string // a > in front aligns the column on the right
	Rows [][]string
	// Style chooses the style of a cell; row -1 is the head, column 0 the first, and the others are alike: where the
	// table is in parts, or without some, they have other numbers. Nil is [DimHead].
	Style func(row, column int) Style
	// Prose says that the last column is text, which wraps where the screen ends.
	Prose bool
}

// TableOf is a table of measurements as a screen of its own.
func TableOf(t chart.Table) *Table { return &Table{Head: t.Head, Rows: t.Rows, Style: BoldNames} }

// DimHead is the style of a table within a card.
func DimHead(row, _ int) Style {
	if row < 0 {
		return Dim
	}
	return Plain
}

// BoldNames is the style of a table that is a screen: head and first column are bold.
func BoldNames(row, column int) Style {
	if row < 0 || column == 0 {
		return Bold
	}
	return Plain
}

// Table draws a table without frame, as wide as it takes but for prose, without blanks
// at the ends of lines.
func (p *Pen) Table(t *Table) string {
	if t.Prose {
		t = p.wrapped(t)
	}
	head, style := make([]string, len(t.Head)), t.Style
	for i, title := range t.Head {
		head[i] = strings.TrimPrefix(title, ">")
	}
	if style == nil {
		style = DimHead
	}
	of := func(row, column int) lipgloss.Style {
		text := head[column]
		if row >= 0 {
			text = t.Rows[row][column]
		}
		s := p.stylings[Plain].style // of an empty cell, where lipgloss writes escapes around nothing
		if text != "" {
			s = p.stylings[style(row, column)].style
		}
		if t.Head[column] != head[column] {
			s = s.Align(lipgloss.Right)
		}
		return s
	}
	drawn := table.New().Headers(head...).Rows(t.Rows...).StyleFunc(of).
		Border(lipgloss.Border{Left: strings.Repeat(" ", gap)}).BorderTop(false).BorderBottom(false).
		BorderLeft(false).BorderRight(false).BorderHeader(false).BorderRow(false)
	return Tidy(drawn.Render())
}

// wrapped is a table whose last column is wrapped to what the others leave of the screen.
func (p *Pen) wrapped(t *Table) *Table {
	last := len(t.Head) - 1
	room := p.width - t.Width() + t.widths()[last]
	if p.width <= 0 || room <= 0 {
		return t
	}
	out, narrow := *t, p.AtMost(room)
	out.Rows = make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		out.Rows[i] = append(slices.Clone(row[:last]), narrow.Wrap(0, 0, Plain.Of(row[last])))
	}
	return &out
}

// Panels draws a table that may be wider than the screen: in parts that fit, each
// behind the first column, with empty lines between them. A column that is too wide wraps.
func (p *Pen) Panels(t *Table) string {
	widths := t.widths()
	var parts []string
	for from := 1; from < len(t.Head); {
		to, used := from, widths[0]
		for to < len(t.Head) && (to == from || p.width <= 0 || used+gap+widths[to] <= p.width) {
			used += gap + widths[to]
			to++
		}
		part := Table{Head: behind(t.Head, from, to), Style: t.Style, Prose: p.width > 0 && used > p.width}
		for _, row := range t.Rows {
			part.Rows = append(part.Rows, behind(row, from, to))
		}
		parts = append(parts, p.Table(&part))
		from = to
	}
	return strings.Join(parts, "\n")
}

func behind(row []string, from, to int) []string { return append([]string{row[0]}, row[from:to]...) }

// Width is how many columns of a screen the table takes.
func (t *Table) Width() int {
	used := -gap
	for _, w := range t.widths() {
		used += gap + w
	}
	return used
}

func (t *Table) widths() []int {
	widths := make([]int, len(t.Head))
	for i, title := range t.Head {
		widths[i] = len(strings.TrimPrefix(title, ">"))
		for _, row := range t.Rows {
			widths[i] = max(widths[i], len(row[i]))
		}
	}
	return widths
}

// leastText is the fewest columns that a text is worth showing in; of a wide screen it is
// two fifths.
const leastText = 32

// Narrow returns the table for a width: without as many of the spare columns, named as in
// the head, as leave its second column, a text, too little; that one is cut behind a word.
func (t *Table) Narrow(width int, spare ...string) *Table {
	const text = 1
	room := func(t *Table) int { return width - t.Width() + t.widths()[text] }
	out, _ := t.without(spare, func(out *Table) bool { return room(out) < max(leastText, width*2/5) })
	for _, row := range out.Rows {
		row[text] = Cut(row[text], max(room(out), len(out.Head[text])))
	}
	return out
}

// Cut is as much of a text as has room, whole words as far as one fits, with dots where
// some are left out.
func Cut(text string, room int) string {
	const dots = "..."
	if len(text) <= room {
		return text
	}
	if room <= len(dots) {
		return strings.ToValidUTF8(text[:room], "")
	}
	whole := text[room-len(dots)] == ' '
	text = strings.ToValidUTF8(text[:room-len(dots)], "") // not within a character
	if at := strings.LastIndexByte(text, ' '); at > 0 && !whole {
		text = text[:at]
	}
	return strings.TrimRight(text, " ,:;(") + dots
}

// Fit returns the table without as many of the spare columns, the first ones first and
// named as in the head, as make it fit a width; left are their names. Width 0 fits all.
func (t *Table) Fit(width int, spare ...string) (out *Table, left []string) {
	return t.without(spare, func(out *Table) bool { return width > 0 && out.Width() > width })
}

// without returns a table of its own without as many of the spare columns as leave it not too wide.
func (t *Table) without(spare []string, wide func(*Table) bool) (out *Table, left []string) {
	out = &Table{Head: slices.Clone(t.Head), Style: t.Style}
	for _, row := range t.Rows {
		out.Rows = append(out.Rows, slices.Clone(row))
	}
	for _, title := range spare {
		at := slices.Index(out.Head, title)
		if at < 0 || !wide(out) {
			continue
		}
		left = append(left, strings.TrimPrefix(title, ">"))
		out.Head = slices.Delete(out.Head, at, at+1)
		for i, row := range out.Rows {
			out.Rows[i] = slices.Delete(row, at, at+1)
		}
	}
	return out, left
}

// Tidy takes off the blanks at the ends of lines and empty lines at the end, and ends
// the text with a newline.
func Tidy(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}
