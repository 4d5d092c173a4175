package screen

import (
	"strings"
)

// Page is a screen that is written from top to bottom. Its facts are a word and what
// is said of it, in two columns.
type Page struct {
	pen    *Pen
	column int // where what is said begins
	text   strings.Builder
	listed string // the word of the last item
}

// noteColumn is where a note begins behind a fact, unless that is longer.
const noteColumn = 51

// Page begins a screen whose facts begin in a column.
func (p *Pen) Page(column int) *Page { return &Page{pen: p, column: column} }

// Line writes texts in a line, which is not wrapped.
func (p *Page) Line(texts ...Styled) {
	for _, s := range texts {
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

// Wider names the columns that [Table.Fit] left out of a table before, where it did.
func (p *Page) Wider(left []string) {
	if len(left) > 0 {
		p.Line()
		p.Paragraph("", "A wider screen shows "+strings.Join(left, ", ")+" too, and so does --json.")
	}
}

// Fact writes a word and texts beside it, wrapped within their column.
func (p *Page) Fact(word string, texts ...Styled) {
	column := p.word(word)
	p.text.WriteString(p.pen.Wrap(column, column, texts...) + "\n")
}

// Say is Fact in one plain text.
func (p *Page) Say(word, text string) { p.Fact(word, Plain.Of(text)) }

// Item is Fact of a list: of those of one word, the first alone has it.
func (p *Page) Item(word string, texts ...Styled) {
	if word == p.listed {
		word = ""
	} else {
		p.listed = word
	}
	p.Fact(word, texts...)
}

// Entry is an entry of a list: how it is called, what is said of it, and what is below
// that, in two columns of its own.
type Entry struct {
	Head, Text string
	Below      []Entry
}

// Entries writes a list in two columns, the second behind the widest head and gap
// blanks, or further right. On a screen it begins within the first 2/5; a head that does
// not fit is above its text.
func (p *Page) Entries(gap, column int, list []Entry) {
	column = max(column, p.Column(gap, list))
	if p.pen.width > 0 {
		column = min(column, p.pen.width*2/5)
	}
	for _, e := range list {
		between := strings.Repeat(" ", max(0, column-len(e.Head)))
		if len(between) < gap {
			between = "\n" + strings.Repeat(" ", column)
		}
		p.text.WriteString(e.Head + between + p.pen.Wrap(column, column, Plain.Of(e.Text)) + "\n")
		names := 0
		for _, b := range e.Below {
			names = max(names, len(b.Head))
		}
		for _, b := range e.Below {
			p.Paragraph(strings.Repeat(" ", column+2)+b.Head+strings.Repeat(" ", names+2-len(b.Head)), b.Text)
		}
	}
}

// Column is where the texts of a list begin that has gap blanks behind its widest head.
func (p *Page) Column(gap int, list []Entry) int {
	column := 0
	for _, e := range list {
		column = max(column, len(e.Head)+gap)
	}
	return column
}

// Row writes texts behind a head that is drawn already and that many columns wide.
func (p *Page) Row(head string, column int, texts ...Styled) {
	p.text.WriteString(head + p.pen.beside(column, texts) + "\n")
}

// Note writes a fact with a note beside it, or below where there is no room.
func (p *Page) Note(word string, fact, note Styled) {
	column := p.word(word)
	p.text.WriteString(p.pen.beside(column, []Styled{fact}))
	end := column + len(fact.Text)
	between := strings.Repeat(" ", max(gap, noteColumn-end))
	if p.pen.width > 0 && end+len(between)+len(note.Text) > p.pen.width {
		between = strings.Repeat(" ", gap)
		if end+gap+len(note.Text) > p.pen.width {
			between = "\n" + strings.Repeat(" ", column)
		}
	}
	if note.Text != "" {
		p.text.WriteString(between + p.pen.Paint(note.Style, note.Text))
	}
	p.text.WriteByte('\n')
}

// word writes a word and returns the column behind it.
func (p *Page) word(word string) (column int) {
	blanks := max(gap, p.column-2-len(word))
	p.text.WriteString("  " + p.pen.Paint(Dim, word) + strings.Repeat(" ", blanks))
	return 2 + len(word) + blanks
}

// String is the screen, without blanks at the ends of lines.
func (p *Page) String() string { return Tidy(p.text.String()) }

// Fact is a word and what is said of it.
type Fact [2]string

// Where what is said of anything but an ID begins, and where it is wrapped.
const (
	FactColumn = 15
	TextWidth  = 80
)

// Facts begins a card with a title and facts, which wraps also where nobody looks.
func (p *Pen) Facts(title []Styled, list []Fact) *Page {
	page := p.AtMost(TextWidth).Page(FactColumn)
	page.Line(title...)
	page.Line()
	page.SayAll(list)
	return page
}

// SayAll writes facts, one below the other.
func (p *Page) SayAll(list []Fact) {
	for _, f := range list {
		p.Say(f[0], f[1])
	}
}

// itemGap is how many blanks part the head of an item from its text.
const itemGap = 3

// Prose writes a text of paragraphs, which empty lines part, each wrapped to the width.
// A line that begins with blanks is an item and stays a line of its own: what is too
// long goes on behind its indent, or below its text where three blanks part that from
// its head.
func (p *Page) Prose(text string) {
	var open []string
	flush := func() {
		if len(open) > 0 {
			p.Paragraph("", strings.Join(open, " "))
			open = nil
		}
	}
	for _, line := range strings.Split(strings.Trim(text, "\n"), "\n") {
		switch {
		case line == "":
			flush()
			p.Line()
		case line[0] == ' ':
			flush()
			p.item(line)
		default:
			open = append(open, line)
		}
	}
	flush()
}

func (p *Page) item(line string) {
	rest := strings.TrimLeft(line, " ")
	indent := len(line) - len(rest)
	if head, text, ok := strings.Cut(rest, strings.Repeat(" ", itemGap)); ok {
		text = strings.TrimLeft(text, " ")
		if column := len(line) - len(text); p.pen.width <= 0 || column <= p.pen.width/2 {
			p.Paragraph(line[:column], text)
			return
		}
		p.text.WriteString(line[:indent] + p.pen.Wrap(indent, indent+2, Plain.Of(head)) + "\n")
		line, rest, indent = "", text, indent+4
	}
	p.text.WriteString(strings.Repeat(" ", indent) + p.pen.Wrap(indent, indent, Plain.Of(rest)) + "\n")
}

// Shell writes a command line as it may be typed: what is too long goes on in the next
// line, behind a backslash. Nothing within quotes is cut.
func (p *Page) Shell(indent int, line string) {
	const more = 4
	column := indent
	p.text.WriteString(strings.Repeat(" ", indent))
	for i, w := range shellWords(line) {
		end := column + 1 + len(w)
		if i > 0 && p.pen.width > 0 && end+len(` \`) > p.pen.width {
			p.text.WriteString(" \\\n" + strings.Repeat(" ", indent+more))
			column = indent + more
		} else if i > 0 {
			p.text.WriteByte(' ')
			column++
		}
		p.text.WriteString(w)
		column += len(w)
	}
	p.text.WriteByte('\n')
}

// shellWords cuts a command line at the blanks outside of quotes.
func shellWords(line string) []string {
	var list []string
	var quote byte
	from := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == ' ':
			if i > from {
				list = append(list, line[from:i])
			}
			from = i + 1
		}
	}
	return append(list, line[from:])
}
