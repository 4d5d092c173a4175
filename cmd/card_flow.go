package cmd

import "strings"

// span is a text in one look. Its blanks are where a line may break; see hard.
type span struct {
	style *style
	text  string
}

func words(s *style, text string) []span { return []span{{s, text}} }

// hard keeps a text in one piece.
func hard(text string) string { return strings.ReplaceAll(text, " ", "\x00") }

// soft undoes hard.
func soft(text string) string { return strings.ReplaceAll(text, "\x00", " ") }

// flow writes spans from a column on, and breaks them at blanks to keep to the
// width, the further lines indented; without a width it breaks nothing.
func (l *look) flow(column, indent int, spans []span) string {
	var out, run strings.Builder
	var in *style
	paint := func() { // what has one look is painted in one piece
		if run.Len() > 0 {
			out.WriteString(in.Render(soft(run.String())))
			run.Reset()
		}
	}
	write := func(s *style, text string) {
		if s != in {
			paint()
			in = s
		}
		run.WriteString(text)
	}
	for _, atom := range atoms(spans) {
		room := atom.blanks + atom.width
		switch {
		case l.width > 0 && column > indent && column+room > l.width:
			paint()
			indent = min(indent, max(4, l.width-atom.width)) // an id may need what the indent takes
			column = indent
			out.WriteString("\n" + strings.Repeat(" ", column))
			column += atom.width
		default:
			write(atom.spans[0].style, strings.Repeat(" ", atom.blanks))
			column += room
		}
		for _, s := range atom.spans {
			write(s.style, s.text)
		}
	}
	paint()
	return out.String()
}

// beside is flow for what stands in a column of its own: a word that is too long
// for the rest of the line goes to the next, alone.
func (l *look) beside(column int, spans []span) string {
	indent := column
	for _, atom := range atoms(spans) {
		if l.width > 0 && column+atom.width > l.width {
			indent = min(indent, 4)
		}
	}
	return l.flow(column, indent, spans)
}

// atom is what stays together: a word, in one look or several, and the blanks in
// front of it.
type atom struct {
	blanks, width int
	spans         []span
}

func atoms(spans []span) []atom {
	var list []atom
	open, blanks := false, 0
	for _, s := range spans {
		for rest := s.text; rest != ""; {
			word := strings.TrimLeft(rest, " ")
			if skipped := len(rest) - len(word); skipped > 0 {
				open, blanks = false, blanks+skipped
			}
			n := strings.IndexByte(word+" ", ' ')
			word, rest = word[:n], word[n:]
			if word == "" {
				continue
			}
			if !open {
				list, open, blanks = append(list, atom{blanks: blanks}), true, 0
			}
			last := &list[len(list)-1]
			last.spans = append(last.spans, span{s.style, word})
			last.width += len(word)
		}
	}
	return list
}
