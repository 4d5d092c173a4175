package screen

import (
	"fmt"
	"strings"

	"idscope/gen"
	"idscope/inspect"
)

// How much of each kind a card of twelve lines has room for.
const (
	mostChoices  = 4 // readings side by side
	mostOthers   = 3 // beside the facts of the best
	mostFindings = 4
	mostEpochs   = 2
)

// choice reports whether there are several readings, and nothing was said to decide.
func (c *card) choice() bool { return c.result.Ambiguous && !c.Asked }

// choose shows the best readings side by side, and how to decide between them.
func (c *card) choose() {
	list := c.result.Readings
	if !c.All {
		list = list[:min(len(list), mostChoices)]
	}
	c.Line()
	c.readings(list)
	c.Line()
	c.Say("to decide", strings.Join(c.ways(), ", or the date you expect: "))
	c.more()
}

// readings shows some, one a line: scheme, time, how long ago, and node.
func (c *card) readings(list []inspect.Reading) {
	name, stamp, ago, detail := 0, 0, 0, 0
	rows := make([]struct{ name, stamp, ago, detail string }, len(list))
	for i := range list {
		r, row := &list[i], &rows[i]
		row.name, row.stamp, row.ago, row.detail = r.Scheme.Name, c.timeText(r), c.ago(r), c.detail(r)
		name, stamp = max(name, len(row.name)), max(stamp, len(row.stamp))
		ago, detail = max(ago, len(row.ago)), max(detail, len(row.detail))
	}
	if name = max(name, factColumn-4); stamp <= 1 {
		stamp, ago = -2, 0 // none has a time
	}
	if c.Width() > 0 && 2+name+2+stamp+2+ago+2+detail > c.Width() {
		ago = 0
	}
	for _, row := range rows {
		head := "  " + c.Paint(Bold, row.name) + strings.Repeat(" ", name-len(row.name)+2)
		if stamp > 0 {
			head += c.Paint(SourceStyles[gen.Time], row.stamp) + strings.Repeat(" ", stamp-len(row.stamp)+2)
		}
		column := 2 + name + 2 + stamp + 2
		if ago > 0 {
			head += c.Paint(Dim, row.ago) + strings.Repeat(" ", ago-len(row.ago)+2)
			column += ago + 2
		}
		c.Row(head, column, Plain.Of(c.fitting(row.detail, column)))
	}
}

// leastCard is the width from which on nothing that a card says is wrapped: what does not
// fit is left to -v.
const leastCard = 72

// fitting is as much of a list with commas as has room behind a column.
func (c *card) fitting(list string, column int) string {
	for c.Width() >= leastCard && column+len(list) > c.Width() {
		at := strings.LastIndex(list, ", ")
		if at < 0 {
			return Cut(list, c.Width()-column)
		}
		list = list[:at]
	}
	return list
}

// detail names who generated the id of a reading, what its text says, and its encoding
// where that is neither the scheme's own nor that of the best.
func (c *card) detail(r *inspect.Reading) string {
	var list []string
	facts := r.Facts(inspect.Field, inspect.Finding)
	if text := string(appendFields(nil, facts, gen.Worker, gen.Data)); text != "" {
		list = append(list, strings.Split(text, ", ")...)
	}
	for _, f := range facts {
		if f.Kind == inspect.Finding {
			list = append(list, Hard(f.Label+" "+Escaped(f.Text)))
		}
	}
	if !r.Own && r.Encoding != c.best.Encoding {
		list = append(list, Hard("encoded as "+r.Encoding))
	}
	if len(list) == 0 && !r.Timed {
		return r.Scheme.Summary
	}
	return strings.Join(list, ", ")
}

// ways are flags that decide between the readings: none is that of the best guess, as
// it needs none.
func (c *card) ways() []string {
	ways := []string{Hard("--as " + c.result.Readings[1].Scheme.Name)}
	guess := c.month(c.best)
	for i := range c.result.Readings[1:] {
		if date := c.month(&c.result.Readings[1+i]); date != "" && date != guess {
			return append(ways, Hard("--around "+date))
		}
	}
	return ways
}

// month is the month of a reading as --around takes it; empty without one.
func (c *card) month(r *inspect.Reading) string {
	if !r.Timed || r.Time.Year() > 9999 {
		return ""
	}
	return r.Time.Format("2006-01")
}

// more says what else there is to see.
func (c *card) more() {
	what := "-v adds bits, fields and encodings"
	if len(c.best.Scheme.Layout) == 0 {
		what = "-v adds its parts"
	}
	if left := len(c.result.Readings) - mostChoices; left > 0 && !c.All {
		what += fmt.Sprintf("; --all %d more %s", left, Plural(left, "reading", "readings"))
	}
	c.Fact("more", Dim.Of(what))
}
