package ui

import "strings"

// Page is a screen that is written from top to bottom. Its facts are a word and what
// is said of it, in two columns.
type Page struct {
	pen    *Pen
	column int // where what is said begins
	text   strings.Builder
}

// noteColumn is where a note begins behind a fact, unless that is longer.
const noteColumn = 51

// Page begins a screen whose facts begin in a column.
func (p *Pen) Page(column int) *Page { return &Page{pen: p, column: column} }

// Indent sets where what is said begins from here on.
func (p *Page) Indent(column int) { p.column = column }

// Line writes spans in a line, which is not wrapped.
func (p *Page) Line(spans ...Span) {
	for _, s := range spans {
		p.text.WriteString(p.pen.Paint(s.Style, s.Text))
	}
	p.text.WriteByte('\n')
}

// Text writes what is drawn already.
func (p *Page) Text(text string) { p.text.WriteString(text) }

// Paragraph writes a text behind a head, its further lines indented as far.
func (p *Page) Paragraph(head, text string) {
	p.text.WriteString(head + p.pen.Wrap(len(head), len(head), Plain.Of(text)) + "\n")
}

// Fact writes a word and spans beside it, wrapped within their column.
func (p *Page) Fact(word string, spans ...Span) {
	p.word(word)
	p.text.WriteString(p.pen.Wrap(p.column, p.column, spans...) + "\n")
}

// Say is Fact in one plain text.
func (p *Page) Say(word, text string) { p.Fact(word, Plain.Of(text)) }

// List writes a word and several facts of it, one below the other. What is too long
// goes on with an indent.
func (p *Page) List(word string, indent int, rows ...[]Span) {
	for _, spans := range rows {
		p.word(word)
		p.text.WriteString(p.pen.Wrap(p.column, p.column+indent, spans...) + "\n")
		word = ""
	}
}

// Row writes spans behind a head that is drawn already and that many columns wide.
func (p *Page) Row(head string, column int, spans ...Span) {
	p.text.WriteString(head + p.pen.beside(column, spans) + "\n")
}

// Note writes a fact with a note beside it, or below where there is no room.
func (p *Page) Note(word string, fact, note Span) {
	p.word(word)
	p.text.WriteString(p.pen.beside(p.column, []Span{fact}))
	end := p.column + len(fact.Text)
	between := strings.Repeat(" ", max(gap, noteColumn-end))
	if p.pen.width > 0 && end+len(between)+len(note.Text) > p.pen.width {
		between = strings.Repeat(" ", gap)
		if end+gap+len(note.Text) > p.pen.width {
			between = "\n" + strings.Repeat(" ", p.column)
		}
	}
	if note.Text != "" {
		p.text.WriteString(between + p.pen.Paint(note.Style, note.Text))
	}
	p.text.WriteByte('\n')
}

func (p *Page) word(word string) {
	p.text.WriteString("  " + p.pen.Paint(Dim, word) + strings.Repeat(" ", max(0, p.column-2-len(word))))
}

// String is the screen, without blanks at the ends of lines.
func (p *Page) String() string { return Tidy(p.text.String()) }
