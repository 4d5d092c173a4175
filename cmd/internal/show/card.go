package show

import (
	"fmt"
	"strings"
	"time"

	"idscope/cmd/internal/ui"
	"idscope/gen"
	"idscope/inspect"
)

// card is the screen of one id: the answer first, then its bits, its fields, and what
// else it may be.
type card struct {
	*View
	*ui.Page
	result *inspect.Result
	best   *inspect.Reading
	fields []inspect.FieldValue
}

// Card is the screen of a text that has a reading.
func (v *View) Card(r *inspect.Result) string {
	c := &card{View: v, Page: v.Page(factColumn), result: r, best: &r.Readings[0]}
	c.fields = c.best.Fields()
	c.Line(ui.Bold.Of(ui.Escaped(r.Cleaned)))
	c.Line()
	if c.best.Numbers != nil {
		c.numbers(c.best.Numbers)
		return c.String()
	}
	c.answer()
	c.Line()
	if pieces := c.best.Pieces(); len(pieces) > 0 {
		c.pieces(pieces)
	} else {
		c.bits()
		c.table()
	}
	c.Line()
	c.rest()
	return c.String()
}

// answer says what the id is, when and where it was made.
func (c *card) answer() {
	if d := c.result.Diagnosis; d != "" {
		c.Say("damaged?", "it "+ui.Escaped(d))
	}
	word, sure := "scheme", ui.Plain.Of(c.best.Confidence.String())
	if c.best.Confidence == inspect.Possible {
		sure = ui.Warn.Of("possible: little evidence")
		if n := len(c.result.Readings); n > 1 {
			word, sure.Text = "best guess", fmt.Sprintf("possible: %d readings fit", n)
		}
	}
	c.Note(word, ui.Bold.Of(schemeTitle(c.best.Scheme)), sure)
	c.created()
	if prefix := c.prefix(); prefix != "" {
		c.fact("prefix", ui.Bold.Of(ui.Escaped(prefix)))
	}
	if c.best.Summed {
		c.fact("checksum", ui.Plain.Of("right"))
	}
	for _, f := range c.best.Findings {
		c.fact(f.Name, ui.Plain.Of(ui.Escaped(f.Value)))
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
		c.Note("random", ui.Plain.Of(fmt.Sprintf("%.4g bits", most)), ui.Dim.Of(note))
	}
	var reveals [][]ui.Styled
	for _, f := range c.best.Reveals() {
		reveals = append(reveals, []ui.Styled{ui.Plain.Of(f.Value)})
	}
	c.List("gives away", 0, reveals...)
	if next := c.best.Guess(); next != "" {
		c.Say("next one", "guessable? "+next)
	}
}

// fact is a fact of one text that is not wrapped at its blanks but as a whole.
func (c *card) fact(word string, text ui.Styled) { c.Note(word, text, ui.Styled{}) }

func (c *card) created() {
	r := c.best
	if !r.Timed {
		return
	}
	note := ""
	if _, ok := r.UnixMilli(); ok {
		note = ui.Ago(r.Time, c.Now)
	}
	text := c.timeText(r)
	if r.Vague() {
		text = fmt.Sprintf("in the %s from %s", ui.Duration(r.Resolution().Round(time.Second)), text)
	}
	c.Note("created", sourceStyles[gen.Time].Of(text), ui.Dim.Of(note))
}

// prefix is the prefix of the id; of a scheme that keeps it in its bits, what stands in
// front of the canonical text.
func (c *card) prefix() string {
	if c.best.Scheme.PrefixField == "" {
		return c.best.Prefix
	}
	prefix, _, _ := strings.Cut(c.best.Canonical(), "_")
	return prefix
}

// who names the fields of a source with their values; those of data that are wider than
// a number one can read stand in the table alone, and a prefix on a line of its own.
func (c *card) who(word string, source gen.Source) {
	var spans []ui.Styled
	for i, f := range c.fields {
		if f.Source != source || f.Width > 32 && source == gen.Data || f.Name == c.best.Scheme.PrefixField {
			continue
		}
		if len(spans) > 0 {
			spans = append(spans, ui.Plain.Of(", "))
		}
		spans = append(spans, styleOf(c.best.Scheme.Layout, i).Of(f.Name+" "+fieldText(c.best.Scheme, i, f)))
	}
	if len(spans) > 0 {
		c.Fact(word, spans...)
	}
}

// sequence shows the place in the sequence and its range: as one number where its parts
// stand in disorder.
func (c *card) sequence() {
	var spans []ui.Styled
	var whole gen.ID
	place := func(style ui.Style, v gen.ID, width int) {
		if len(spans) > 0 {
			spans = append(spans, ui.Plain.Of(", "))
		}
		spans = append(spans, style.Of(v.Decimal()), ui.Plain.Of(" of 0-"+gen.Mask(width).Decimal()))
	}
	disorder, below, width := false, gen.MaxBits, 0
	for i, f := range c.fields {
		if f.Source != gen.Seq {
			continue
		}
		from := c.best.Scheme.Layout[i].From
		whole = whole.Or(f.Value.Shl(uint(from)))
		disorder, below, width = disorder || from > below, from, width+f.Width
		place(styleOf(c.best.Scheme.Layout, i), f.Value, f.Width)
	}
	if disorder {
		spans = nil
		place(sourceStyles[gen.Seq], whole, width)
	}
	if len(spans) > 0 {
		c.Fact("sequence", spans...)
	}
}
