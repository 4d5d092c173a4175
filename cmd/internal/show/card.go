package show

import (
	"fmt"
	"strings"
	"time"

	"idscope/cmd/internal/ui"
	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/inspect"
)

// card is the screen of one id: twelve lines at most that say what it is, or what it may
// be and how to decide. Bits, fields and encodings follow where they are asked for.
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
	if c.Drawing {
		c.drawing()
		return c.String()
	}
	c.Line(ui.Bold.Of(ui.Escaped(r.Cleaned)))
	switch {
	case c.best.Numbers != nil:
		c.Line()
		c.numbers(c.best.Numbers)
	case c.Verbose:
		c.Line()
		c.answer()
		c.reveals()
		c.Line()
		c.drawing()
		c.Line()
		c.table()
		c.Line()
		c.encodings()
		c.others(0)
	case c.brief():
		c.inBrief()
	case c.choice():
		c.Line()
		c.scheme()
		c.choose()
	default:
		c.Line()
		c.answer()
		c.others(mostOthers)
	}
	c.rest()
	return c.String()
}

// diagnosis says what is wrong with a text that fits a rare scheme weakly.
func (c *card) diagnosis() {
	if d := c.result.Diagnosis; d != "" {
		c.Fact("damaged?", ui.Warn.Of("it "+ui.Escaped(d)))
	}
}

// scheme says what the id is, and how sure that is.
func (c *card) scheme() {
	c.diagnosis()
	word, sure := "scheme", ui.Plain.Of(c.best.Confidence.String())
	if c.best.Confidence == inspect.Possible {
		sure.Style = ui.Warn
		if n := len(c.result.Readings); n > 1 {
			word, sure.Text = "best guess", fmt.Sprintf("possible: %d readings fit", n)
		}
		if c.Near != "" && c.best.Timed {
			word, sure.Text = "nearest", "possible: nearest to "+c.Near
		}
	}
	c.Note(word, ui.Bold.Of(schemeTitle(c.best.Scheme)), sure)
}

// answer says what the id is, when and where it was generated.
func (c *card) answer() {
	c.scheme()
	c.created()
	if prefix := c.prefix(); prefix != "" {
		c.fact("prefix", ui.Bold.Of(ui.Escaped(prefix)))
	}
	if c.best.Summed {
		c.fact("checksum", ui.Plain.Of("right"))
	}
	c.findings()
	c.who("node", gen.Worker)
	c.who("data", gen.Data)
	c.who("clock", gen.Rollback)
	c.sequence()
	c.random()
}

// fact is a fact of one text that is not wrapped at its blanks but as a whole.
func (c *card) fact(word string, text ui.Styled) { c.Note(word, text, ui.Styled{}) }

func (c *card) created() {
	r := c.best
	if !r.Timed {
		return
	}
	text := c.timeText(r)
	if r.Vague() {
		text = fmt.Sprintf("in the %s from %s", quantity.FormatDuration(r.Resolution().Round(time.Second)), text)
	}
	c.Note("created", sourceStyles[gen.Time].Of(text), ui.Dim.Of(c.ago(r)))
}

// ago is how long ago the id was generated; empty where that is unknown.
func (c *card) ago(r *inspect.Reading) string {
	if _, ok := r.UnixMilli(); !ok {
		return ""
	}
	return quantity.FormatAgo(r.Time, c.Now)
}

// findings are what a text says beyond its parts: without -v no more than a card has
// room for.
func (c *card) findings() {
	list, most := c.best.Findings, mostFindings
	if c.Verbose || len(list) <= most+1 { // the one more takes no more room than to say so
		most = len(list)
	}
	for _, f := range list[:most] {
		c.fact(f.Name, ui.Plain.Of(ui.Escaped(f.Value)))
	}
	if left := len(list) - most; left > 0 {
		c.fact("", ui.Dim.Of(fmt.Sprintf("and %d more: -v", left)))
	}
}

// random is how many bits of the id are random.
func (c *card) random() {
	least, most := c.best.Entropy()
	if most == 0 {
		if len(c.fields) > 0 && c.best.Scheme.Layout.Width(gen.Data) < c.best.Scheme.Layout.Size()-8 && c.best.Plausible {
			c.fact("random", ui.Plain.Of("none"))
		}
		return
	}
	note := c.best.Doubt()
	if note == "" && least < most {
		note = fmt.Sprintf("%.4g where the generator counts in them", least)
	}
	c.Note("random", ui.Plain.Of(fmt.Sprintf("%.4g bits", most)), ui.Dim.Of(note))
}

// reveals says what the id reveals, and whether the next one is predictable.
func (c *card) reveals() {
	var list [][]ui.Styled
	for _, f := range c.best.Reveals() {
		list = append(list, []ui.Styled{ui.Plain.Of(f.Value)})
	}
	c.List("reveals", 0, list...)
	if next := c.best.Guess(); next != "" {
		c.Say("next id", "predictable? "+next)
	}
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
	styles := fieldStyles(c.best.Scheme.Layout)
	for i, f := range c.fields {
		if f.Source != source || f.Width > 32 && source == gen.Data || f.Name == c.best.Scheme.PrefixField {
			continue
		}
		if len(spans) > 0 {
			spans = append(spans, ui.Plain.Of(", "))
		}
		spans = append(spans, styles[i].Of(f.Name+" "+fieldText(c.best.Scheme, i, f)))
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
	styles := fieldStyles(c.best.Scheme.Layout)
	for i, f := range c.fields {
		if f.Source != gen.Seq {
			continue
		}
		from := c.best.Scheme.Layout[i].From
		whole = whole.Or(f.Value.Shl(uint(from)))
		disorder, below, width = disorder || from > below, from, width+f.Width
		place(styles[i], f.Value, f.Width)
	}
	if disorder {
		spans = nil
		place(sourceStyles[gen.Seq], whole, width)
	}
	if len(spans) > 0 {
		c.Fact("sequence", spans...)
	}
}
