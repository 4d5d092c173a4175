package screen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/inspect"
)

// card is the screen of one id: twelve lines at most that say what it is, or what it may
// be and how to decide. Bits, fields and encodings follow where they are asked for.
type card struct {
	*View
	*Page
	result *inspect.Result
	best   *inspect.Reading
	fields []inspect.Fact // of the best, or the parts of its text, where they are drawn
}

// Card is the screen of a text that has a reading.
func (v *View) Card(r *inspect.Result) string {
	c := &card{View: v, Page: v.Page(IDColumn), result: r, best: &r.Readings[0]}
	if c.Drawing || c.Verbose {
		c.fields = c.best.Facts(inspect.Field)
	}
	if c.Drawing && c.drawn() {
		c.drawing()
		return c.String()
	}
	c.Line(Bold.Of(Escaped(r.Cleaned)))
	switch {
	case c.best.Numbers != nil:
		c.Line()
		c.numbers(c.best.Numbers)
	case c.Verbose:
		c.Line()
		c.answer()
		c.reveals()
		c.Line()
		if c.drawn() {
			c.drawing()
			c.Line()
		}
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
		c.Fact("damaged?", Warn.Of("it "+Escaped(d)))
	}
}

// scheme says what the id is, and how sure that is.
func (c *card) scheme() {
	c.diagnosis()
	word, sure := "scheme", Plain.Of(c.best.Confidence.String())
	if c.best.Confidence == inspect.Possible {
		sure.Style = Warn
		if n := len(c.result.Readings); n > 1 {
			word, sure.Text = "best guess", fmt.Sprintf("possible: %d readings fit", n)
		}
		if c.Near != "" && c.best.Timed {
			word, sure.Text = "nearest", "possible: nearest to "+c.Near
		}
	}
	c.Note(word, Bold.Of(SchemeTitle(c.best.Scheme)), sure)
}

// answer says what the id is, when and where it was generated.
func (c *card) answer() {
	c.scheme()
	for _, row := range rowsOf(c.best.Facts(inspect.Moment, inspect.Bits, inspect.Flag, inspect.Finding, inspect.Field,
		inspect.Phrase)) {
		switch f := &row[0]; f.Kind {
		case inspect.Moment:
			c.created(f)
		case inspect.Bits:
			c.random(f)
		case inspect.Flag:
			if f.Int() != 0 {
				c.fact(f.Label, Plain.Of(string(f.AppendShown(nil))))
			}
		case inspect.Finding:
			c.findings(row)
		case inspect.Field:
			c.who(row)
		case inspect.Phrase:
			if f.Text != "" {
				c.fact(f.Label, Bold.Of(Escaped(f.Text)))
			}
		}
	}
}

// order is that of the rows of a card, by their labels; findings are before the fields, and what is not here at the
// end.
var order = [...]string{"created", "prefix", "checksum", "", "node", "data", "clock", "sequence", "random"}

// rowsOf returns those of some facts that are rows of a card, those of one label together: findings in a row of their
// own. The next id has a place of its own.
func rowsOf(facts []inspect.Fact) (rows [][]inspect.Fact) {
	places := make([][]inspect.Fact, len(order)+len(facts))
	for i, f := range facts {
		place := slices.Index(order[:], f.Label)
		switch {
		case f.Kind == inspect.Finding:
			place = slices.Index(order[:], "")
		case f.Label == "", f.Key == "next":
			continue
		case place < 0:
			place = len(order) + i
		}
		places[place] = append(places[place], f)
	}
	return slices.DeleteFunc(places, func(row []inspect.Fact) bool { return len(row) == 0 })
}

// fact is a fact of one text that is not wrapped at its blanks but as a whole.
func (c *card) fact(word string, text Styled) { c.Note(word, text, Styled{}) }

func (c *card) created(f *inspect.Fact) {
	text := string(f.AppendTime(nil, c.Zone))
	if c.best.Vague() {
		text = fmt.Sprintf("in the %s from %s", quantity.FormatDuration(c.best.Resolution().Round(time.Second)), text)
	}
	c.Note(f.Label, SourceStyles[gen.Time].Of(text), Dim.Of(c.ago(c.best)))
}

// ago is how long ago the id was generated; empty where that is unknown.
func (c *card) ago(r *inspect.Reading) string {
	if _, ok := r.UnixMilli(); !ok {
		return ""
	}
	return quantity.FormatAgo(r.Time, c.Now)
}

// findings are what a text says beyond its parts.
func (c *card) findings(list []inspect.Fact) {
	for _, f := range list {
		c.fact(f.Label, Plain.Of(Escaped(f.Text)))
	}
}

// random is how many bits of the id are random.
func (c *card) random(f *inspect.Fact) {
	layout := c.best.Scheme.Layout
	if f.Float() > 0 || len(layout) > 0 && layout.Width(gen.Data) < layout.Size()-8 && c.best.Plausible {
		c.Note(f.Label, Plain.Of(string(f.AppendShown(nil))), Dim.Of(c.best.EntropyNote()))
	}
}

// reveals says what the id reveals, and whether the next one is predictable.
func (c *card) reveals() {
	for _, f := range c.best.Facts(inspect.Reveal) {
		c.Item("reveals", Plain.Of(f.Text))
	}
	if f, ok := c.best.Fact("next"); ok {
		c.Say(f.Label, string(f.AppendShown(nil)))
	}
}

// who names fields of one label with their values; a place in the sequence also with its range, as one number where its
// parts are in disorder.
func (c *card) who(row []inspect.Fact) {
	layout := c.best.Scheme.Layout
	styles := FieldStyles(layout)
	var spans []Styled
	var whole gen.ID
	disorder, below, width := false, gen.MaxBits, 0
	for _, f := range row {
		if len(spans) > 0 {
			spans = append(spans, Plain.Of(", "))
		}
		at := layout.Index(f.Key)
		style, text := styles[at], string(f.AppendShown(nil))
		switch {
		case f.Text != "": // of a prefix in bits
			c.fact(f.Label, Bold.Of(Escaped(f.Text)))
			return
		case f.Source != gen.Seq:
			spans = append(spans, style.Of(f.Key+" "+text))
			continue
		}
		spans = append(spans, style.Of(text), Plain.Of(" of 0-"+gen.Mask(int(f.Width)).Decimal()))
		from := layout[at].From
		whole = whole.Or(f.Number.Shl(uint(from)))
		disorder, below, width = disorder || from > below, from, width+int(f.Width)
	}
	if disorder {
		spans = []Styled{SourceStyles[gen.Seq].Of(whole.Decimal()), Plain.Of(" of 0-" + gen.Mask(width).Decimal())}
	}
	c.Fact(row[0].Label, spans...)
}

// mostNames is how many other schemes a line has room for.
const mostNames = 2

// brief reports whether there is little to say: of hashes, tokens and timestamps, and of
// what is a text of few parts.
func (c *card) brief() bool {
	few := c.best.Scheme.Pattern != nil && len(c.best.Findings) <= 2
	return c.best.Format() != gen.FormatID || c.timestamp() || few && !c.choice()
}

// timestamp reports whether the id is a time and nothing else.
func (c *card) timestamp() bool {
	layout := c.best.Scheme.Layout
	return len(layout) > 0 && layout.Width(gen.Time) == layout.Size()
}

// inBrief says what the text is in two lines.
func (c *card) inBrief() {
	c.diagnosis()
	title := SchemeTitle(c.best.Scheme)
	if c.best.Secret { // of which a note follows
		for i, f := range c.best.Facts(inspect.Finding) {
			if title += ", "; i > 0 && f.Key != "mode" { // the first, and a mode, say what they are
				title += f.Key + " "
			}
			title += f.Text
		}
	}
	c.Note("scheme", Bold.Of(Escaped(title)), Plain.Of(c.best.Confidence.String()))
	word, spans := "", []Styled(nil)
	used := IDColumn
	say := func(name string, texts ...Styled) {
		switch width := len(", "+name+" ") + length(texts); {
		case word == "":
			word = name
		case c.Width() >= leastCard && used+width > c.Width():
			return // -v shows it
		default:
			spans = append(spans, Plain.Of(", "+name+" "))
		}
		spans = append(spans, texts...)
		used = IDColumn + length(spans)
	}
	for _, row := range rowsOf(c.best.Facts(inspect.Moment, inspect.Finding, inspect.Phrase)) {
		for _, f := range row {
			switch {
			case f.Kind == inspect.Moment:
				say(f.Label, SourceStyles[gen.Time].Of(c.timeText(c.best)), Dim.Of("  "+Hard(c.ago(c.best))))
			case f.Kind == inspect.Phrase && f.Text != "":
				say(f.Label, Bold.Of(Escaped(f.Text)))
			case f.Kind == inspect.Finding && !c.best.Secret:
				say(f.Label, Plain.Of(Escaped(f.Text)))
			}
		}
	}
	if c.choice() {
		var names []string
		for i := range c.result.Readings[1:] {
			if len(names) < mostNames {
				names = append(names, c.result.Readings[1+i].Scheme.Name)
			}
		}
		say("or", Plain.Of(Hard("--as "+names[0])+strings.Join(append([]string{""}, names[1:]...), ", ")))
	}
	if f, ok := c.best.Fact("randombits"); ok && f.Float() > 0 {
		say(f.Label, Plain.Of(string(f.AppendShown(nil))))
	}
	if word == "" && c.best.Format() == gen.FormatHash {
		say("about", Plain.Of(c.fitting(c.best.Scheme.Summary, IDColumn)))
	}
	if len(spans) > 0 {
		c.Fact(word, spans...)
	}
}

// length is how many columns texts take.
func length(texts []Styled) (n int) {
	for _, s := range texts {
		n += len(s.Text)
	}
	return n
}

// drawn reports whether the id can be drawn: numbers have neither parts nor bits, and the bits of a form that encodes
// none are ours alone: no user wants to see them.
func (c *card) drawn() bool {
	return c.best.Numbers == nil && (c.isText() || c.best.Scheme.Text.Form.Encodes())
}

// drawing draws the id with a legend beside it: its bits, or of a pattern its text.
func (c *card) drawing() {
	if c.isText() {
		c.symbols()
	} else {
		c.bits()
	}
}

// isText reports whether the id has parts of a text, and no fields of bits.
func (c *card) isText() bool { return len(c.fields) > 0 && c.fields[0].Kind == inspect.Part }

// bits draws the id bit by bit, with the letters of the fields below and their names
// beside.
func (c *card) bits() {
	perRow := c.BitsPerRow()
	layout, id := c.best.Scheme.Layout, c.best.ID
	values := c.Bits(BitsOf(layout, func(_, bit int) byte { return '0' + byte(id.Shr(uint(bit)).Lo&1) }))
	letters := c.Bits(BitsOf(layout, func(field, _ int) byte { return c.fields[field].Letter }))
	var rows []string
	left := layout.Size()
	for i := range values {
		n := (left-1)%perRow + 1 // bits of this row
		left -= n
		digits := fmt.Sprintf("%0*x", (n+3)/4, id.Shr(uint(left)).And(gen.Mask(n)).Lo)
		digits = strings.Repeat(" ", perRow/4-len(digits)) + digits
		rows = append(rows, "  "+values[i]+"  "+c.Paint(Dim, digits), "  "+letters[i])
	}
	styles, legend := FieldStyles(layout), []Entry{}
	for i, f := range c.fields {
		legend = append(legend, Entry{Head: c.Paint(styles[i], string(f.Letter)+" "+f.Key),
			Text: fmt.Sprintf("%3d ", f.Width) + Plural(int(f.Width), "bit", "bits")})
	}
	c.Text(c.Beside(rows, legend))
}

// table lists the fields with their places and values, or the parts of a pattern.
func (c *card) table() {
	kind, name, title, size, styles := "field", len("datacenter"), "bits", "width", FieldStyles(c.best.Scheme.Layout)
	high, low := 2, 2
	for _, f := range c.fields {
		high, low = max(high, len(number(f.From+f.Width-1))), max(low, len(number(f.From)))
	}
	wide := high + 1 + low
	if c.isText() {
		kind, name, title, size, styles = "part", len("part"), "symbols", "length", pieceStyles(c.fields)
		wide = len(title)
	}
	for _, f := range c.fields {
		name = max(name, len(f.Key))
	}
	c.Line(Dim.Of(fmt.Sprintf("     %-*s  %*s  %6s  value", name, kind, wide, title, size)))
	for i, f := range c.fields {
		place, unit := places(f, high, low), ""
		if c.isText() {
			if place = number(f.From + 1); f.Width > 1 {
				place += "-" + number(f.From+f.Width)
			}
		} else {
			unit = timeUnit(c.best.Scheme, i)
		}
		letter := c.Paint(styles[i], string(f.Letter))
		head := fmt.Sprintf("  %s  %-*s  %*s  %6d  ", letter, name, f.Key, wide, place, f.Width)
		c.Row(head, 5+name+2+wide+10, Plain.Of(Escaped(string(f.AppendShown(nil)))), Dim.Of(unit))
	}
}

// places are the bits of a field, with the hyphens below each other.
func places(f inspect.Fact, high, low int) string {
	if f.Width == 1 {
		return number(f.From)
	}
	return fmt.Sprintf("%*d-%-*d", high, f.From+f.Width-1, low, f.From)
}

func number(n int32) string { return strconv.Itoa(int(n)) }

// timeUnit says what a field of time counts: of one that is in parts, which bits of the
// time it is.
func timeUnit(s *gen.Scheme, i int) string {
	f, width := s.Layout[i], s.Layout.Width(gen.Time)
	switch {
	case f.Source != gen.Time:
		return ""
	case f.From == 0 && f.Bits == s.Fraction:
		return "/" + gen.ID{Lo: 1}.Shl(uint(s.Fraction)).Decimal() + " of " + quantity.FormatDuration(s.Tick)
	case f.From == s.Fraction && f.Bits == width-s.Fraction:
		return " " + Hard(tickUnit(s.Tick)) + " since " + s.Epoch.UTC().Format(time.RFC3339Nano)
	}
	return fmt.Sprintf(" bits %d-%d of the time", f.From+f.Bits-1, f.From)
}

// tickUnit names what is counted: ms, or x 10ms.
func tickUnit(tick time.Duration) string {
	unit := quantity.FormatDuration(tick)
	if one := strings.TrimPrefix(unit, "1"); one != unit && one != "m" && strings.Trim(one, "nums") == "" {
		return one
	}
	return "x " + unit
}

// symbols draws an id that is a pattern of text, with the letters of its parts below.
func (c *card) symbols() {
	perRow := 64
	if c.Width() > 0 {
		perRow = max(16, min(perRow, c.Width()-2))
	}
	text, styles := c.best.Text, pieceStyles(c.fields)
	for from := 0; from < len(text); from += perRow {
		to := min(from+perRow, len(text))
		symbols, letters := []Styled{Plain.Of("  ")}, []Styled{Plain.Of("  ")}
		for i, p := range c.fields {
			a, b := max(int(p.From), from), min(int(p.From+p.Width), to)
			if a >= b {
				continue
			}
			symbols = append(symbols, styles[i].Of(Escaped(text[a:b])))
			letters = append(letters, styles[i].Of(strings.Repeat(string(p.Letter), b-a)))
		}
		c.Line(symbols...)
		c.Line(letters...)
	}
	if c.Drawing {
		c.Line()
		c.table()
	}
}
