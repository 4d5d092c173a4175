package ui

import "strings"

// Page is a screen that is written from top to bottom. Its facts are a word and what
// is said of it, in two columns.
type Page struct {
	*Pen
	Column int // where what is said begins
	text   strings.Builder
}

// noteColumn is where a note begins behind a fact, unless that is longer.
const noteColumn = 51

// Page begins a screen whose facts begin in a column.
func (p *Pen) Page(column int) *Page { return &Page{Pen: p, Column: column} }

// Line writes spans in a line, which is not wrapped.
func (p *Page) Line(spans ...Span) {
	for _, s := range spans {
		p.text.WriteString(p.Paint(s.Style, s.Text))
	}
	p.text.WriteByte('\n')
}

// Text writes what is drawn already.
func (p *Page) Text(text string) { p.text.WriteString(text) }

// Paragraph writes a text behind a head, its further lines indented as far.
func (p *Page) Paragraph(head, text string) {
	p.text.WriteString(head + p.wrap(len(head), len(head), []Span{Plain.Of(text)}) + "\n")
}

// Fact writes a word and spans beside it, wrapped within their column.
func (p *Page) Fact(word string, spans ...Span) {
	p.word(word)
	p.text.WriteString(p.wrap(p.Column, p.Column, spans) + "\n")
}

// Say is Fact in one plain text.
func (p *Page) Say(word, text string) { p.Fact(word, Plain.Of(text)) }

// List writes a word and several facts of it, one below the other. What is too long
// goes on with an indent.
func (p *Page) List(word string, indent int, rows ...[]Span) {
	for _, spans := range rows {
		p.word(word)
		p.text.WriteString(p.wrap(p.Column, p.Column+indent, spans) + "\n")
		word = ""
	}
}

// Row writes spans behind a head that is drawn already and that many columns wide.
func (p *Page) Row(head string, column int, spans ...Span) {
	p.text.WriteString(head + p.beside(column, spans) + "\n")
}

// Note writes a fact with a note beside it, or below where there is no room.
func (p *Page) Note(word string, fact, note Span) {
	p.word(word)
	p.text.WriteString(p.beside(p.Column, []Span{fact}))
	end := p.Column + len(fact.Text)
	between := strings.Repeat(" ", max(gap, noteColumn-end))
	if p.width > 0 && end+len(between)+len(note.Text) > p.width {
		between = strings.Repeat(" ", gap)
		if end+gap+len(note.Text) > p.width {
			between = "\n" + strings.Repeat(" ", p.Column)
		}
	}
	if note.Text != "" {
		p.text.WriteString(between + p.Paint(note.Style, note.Text))
	}
	p.text.WriteByte('\n')
}

func (p *Page) word(word string) {
	p.text.WriteString("  " + p.Paint(Dim, word) + strings.Repeat(" ", max(0, p.Column-2-len(word))))
}

// String is the screen, without blanks at the ends of lines.
func (p *Page) String() string { return Tidy(p.text.String()) }
