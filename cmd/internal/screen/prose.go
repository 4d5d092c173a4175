package screen

import "strings"

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
