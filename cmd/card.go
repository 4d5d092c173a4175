package cmd

import (
	"fmt"
	"strings"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/inspect"
)

// card is the screen of one id: the answer first, then its bits, its fields, and
// what else it may be.
type card struct {
	*look
	b      strings.Builder
	result *inspect.Result
	best   *inspect.Reading
	fields []inspect.FieldValue
}

// Where the text of a card stands, and where what is said beside it does.
const (
	factColumn = 14
	restColumn = 16
	noteColumn = 51
)

// card writes the card of a text that has a reading.
func (l *look) card(r *inspect.Result) string {
	c := &card{look: l, result: r, best: &r.Readings[0]}
	c.fields = c.best.Fields()
	c.b.WriteString(c.bold.Render(escaped(r.Cleaned)) + "\n\n")
	c.answer()
	c.b.WriteByte('\n')
	if pieces := c.best.Pieces(); len(pieces) > 0 {
		c.pieces(pieces)
	} else {
		c.bits()
		c.table()
	}
	c.b.WriteByte('\n')
	c.rest()
	return tidy(c.b.String())
}

// tidy takes off the blanks at the ends of lines, where what should follow stands
// on the next, and empty lines at the end.
func tidy(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// answer says what the id is, when and where it was made.
func (c *card) answer() {
	word, sure := "scheme", c.best.Confidence.String()
	mark := &c.plain
	if c.best.Confidence == inspect.Possible {
		mark = &c.warn
		n := len(c.result.Readings)
		if sure = fmt.Sprintf("possible: %d readings fit", n); n == 1 {
			sure = "possible: little evidence"
		} else {
			word = "best guess"
		}
	}
	c.fact(word, span{&c.bold, schemeTitle(c.best.Scheme)}, span{mark, sure})
	c.created()
	if prefix := c.prefix(); prefix != "" {
		c.fact("prefix", span{&c.bold, escaped(prefix)}, span{})
	}
	if c.best.Summed {
		c.fact("checksum", span{&c.plain, "right"}, span{})
	}
	for _, f := range c.best.Findings {
		c.fact(f.Name, span{&c.plain, escaped(f.Value)}, span{})
	}
	c.who("written by", gen.Worker)
	c.who("carries", gen.Data)
	c.who("clock", gen.Rollback)
	c.sequence()
	if least, most := c.best.Entropy(); most > 0 {
		note := c.best.Doubt()
		if note == "" && least < most {
			note = fmt.Sprintf("%.4g where the maker counts in them", least)
		}
		c.fact("random", span{&c.plain, fmt.Sprintf("%.4g bits", most)}, span{&c.dim, note})
	}
	for i, f := range c.best.Reveals() {
		word := "gives away"
		if i > 0 {
			word = ""
		}
		c.row(word, factColumn, words(&c.plain, f.Value))
	}
	if next := c.best.Guess(); next != "" {
		c.row("next one", factColumn, words(&c.plain, "guessable? "+next))
	}
}

func (c *card) created() {
	r := c.best
	if !r.Timed {
		return
	}
	note := ""
	if _, ok := r.UnixMilli(); ok {
		note = ago(r.Time, c.now)
	}
	text := c.timeText(r)
	if r.Vague() {
		text = fmt.Sprintf("in the %s from %s", cli.ShortDuration(r.Resolution().Round(time.Second)), text)
	}
	c.fact("created", span{&c.source[gen.Time], text}, span{&c.dim, note})
}

// prefix is the prefix of the id; of a scheme that keeps it in its bits, what
// stands in front of the canonical text.
func (c *card) prefix() string {
	if c.best.Scheme.PrefixField == "" {
		return c.best.Prefix
	}
	prefix, _, _ := strings.Cut(c.best.Canonical(), "_")
	return prefix
}

// who names the fields of a source with their values; those of data that are
// wider than a number one can read stand in the table alone, and a prefix on a
// line of its own.
func (c *card) who(word string, source gen.Source) {
	var spans []span
	for i, f := range c.fields {
		if f.Source != source || f.Width > 32 && source == gen.Data || f.Name == c.best.Scheme.PrefixField {
			continue
		}
		if len(spans) > 0 {
			spans = append(spans, span{&c.plain, ", "})
		}
		spans = append(spans, span{c.field(c.best.Scheme.Layout, i), f.Name + " " + fieldText(c.best.Scheme, i, f)})
	}
	if len(spans) > 0 {
		c.row(word, factColumn, spans)
	}
}

// sequence shows the place in the sequence and its range: as one number where its
// parts stand in disorder.
func (c *card) sequence() {
	var spans []span
	var whole gen.ID
	disorder, below, width := false, gen.MaxBits, 0
	for i, f := range c.fields {
		if f.Source != gen.Seq {
			continue
		}
		from := c.best.Scheme.Layout[i].From
		whole = whole.Or(f.Value.Shl(uint(from)))
		disorder, below, width = disorder || from > below, from, width+f.Width
		if len(spans) > 0 {
			spans = append(spans, span{&c.plain, ", "})
		}
		spans = append(spans, span{c.field(c.best.Scheme.Layout, i), f.Value.Decimal()}, span{&c.plain, " of 0-" + gen.Mask(f.Width).Decimal()})
	}
	if disorder {
		spans = []span{{&c.source[gen.Seq], whole.Decimal()}, {&c.plain, " of 0-" + gen.Mask(width).Decimal()}}
	}
	if len(spans) > 0 {
		c.row("sequence", factColumn, spans)
	}
}

// fact writes a line of the answer with a note beside it, or below where there
// is no room.
func (c *card) fact(word string, text, note span) {
	c.head(word, factColumn)
	c.b.WriteString(c.beside(factColumn, []span{text}))
	at := factColumn + len(text.text)
	switch gap := max(2, noteColumn-at); {
	case note.text == "":
	case c.width == 0 || at+gap+len(note.text) <= c.width:
		c.b.WriteString(strings.Repeat(" ", gap) + note.style.Render(note.text))
	case at+2+len(note.text) <= c.width:
		c.b.WriteString("  " + note.style.Render(note.text))
	default:
		c.b.WriteString("\n" + strings.Repeat(" ", factColumn) + note.style.Render(note.text))
	}
	c.b.WriteByte('\n')
}

// row writes a word and spans behind it.
func (c *card) row(word string, column int, spans []span) {
	c.head(word, column)
	c.b.WriteString(c.flow(column, column, spans) + "\n")
}

func (c *card) head(word string, column int) {
	c.b.WriteString("  " + c.dim.Render(word) + strings.Repeat(" ", column-2-len(word)))
}

// schemeTitle is the name of a scheme with what its title adds to it.
func schemeTitle(s *gen.Scheme) string {
	plain := func(text string) string { return strings.ReplaceAll(strings.ToLower(text), " ", "-") }
	head, added, more := strings.Cut(s.Title, " (")
	switch {
	case plain(s.Title) == s.Name || s.Title == "":
		return s.Name
	case more && plain(head) == s.Name:
		return s.Name + " (" + added
	case more:
		return s.Name + ", " + s.Title
	}
	return s.Name + " (" + s.Title + ")"
}
