package cmd

import (
	"fmt"
	"slices"
	"strings"

	"idscope/gen"
	"idscope/inspect"
)

// How many other readings, and reasons against, a card shows without --all.
const (
	mostReadings = 6
	mostRuledOut = 6
	mostEpochs   = 3
)

// rest says how else the id is written, what else it may be, and what to do next.
func (c *card) rest() {
	c.written()
	c.others()
	c.ruledOut()
	c.epochs()
	for _, warning := range c.result.Warnings {
		c.row("note", restColumn, words(&c.warn, escaped(warning)))
	}
	c.narrow()
}

// written shows the other spellings. Those of long ids stand one a line.
func (c *card) written() {
	var list []inspect.Encoding
	usual, long := []string{"int", "hex", "base58", "base62"}, c.best.Bits() > 64
	if long {
		usual = []string{"int", "hex", "base32", "base58", "base64"}
	}
	for _, e := range c.best.Encodings() {
		if e.Text != c.result.Cleaned && (c.all || slices.Contains(usual, e.Name)) && !slices.ContainsFunc(list, func(o inspect.Encoding) bool { return o.Text == e.Text }) {
			list = append(list, e)
		}
	}
	if own := c.best.Canonical(); own != c.result.Cleaned && !slices.ContainsFunc(list, func(e inspect.Encoding) bool { return e.Text == own }) {
		list = slices.Insert(list, 0, inspect.Encoding{Name: c.best.Scheme.Name, Text: own})
	}
	if long {
		widest := 0
		for _, e := range list {
			widest = max(widest, len(e.Name))
		}
		for i, e := range list {
			c.row(first(i, "also written"), restColumn, []span{{&c.dim, fmt.Sprintf("%-*s", widest, e.Name)}, {&c.plain, " " + e.Text}})
		}
		return
	}
	var spans []span
	for _, e := range list {
		spans = append(spans, span{&c.dim, "  " + e.Name}, span{&c.plain, "\x00" + e.Text})
	}
	if len(spans) > 0 {
		spans[0].text = strings.TrimLeft(spans[0].text, " ")
		c.row("also written", restColumn, spans)
	}
}

// first is the word of a line, on the first line of several only.
func first(i int, word string) string {
	if i == 0 {
		return word
	}
	return ""
}

// others shows the readings behind the best, each with its time and makers.
func (c *card) others() {
	rows := [][]span{}
	widest, stamps := 0, 0
	shown := c.result.Readings[1:]
	if !c.all {
		shown = shown[:min(len(shown), mostReadings)]
	}
	for _, name := range c.best.SameAs {
		widest = max(widest, len(name))
	}
	for i := range shown {
		if widest = max(widest, len(shown[i].Scheme.Name)); c.made(&shown[i]) != "" {
			stamps = max(stamps, len(c.timeText(&shown[i])))
		}
	}
	for _, name := range c.best.SameAs {
		rows = append(rows, []span{{&c.plain, fmt.Sprintf("%-*s", widest, name)}, {&c.dim, " makes the same ids"}})
	}
	for i := range shown {
		r := &shown[i]
		spans := []span{{&c.plain, fmt.Sprintf("%-*s", widest, r.Scheme.Name)}}
		stamp := hard(c.timeText(r))
		spans = append(spans, span{&c.source[gen.Time], " " + stamp})
		if text := c.made(r); text != "" {
			spans = append(spans, span{&c.plain, strings.Repeat(" ", stamps-len(stamp)+2)}, span{&c.dim, text})
		}
		rows = append(rows, spans)
	}
	if left := len(c.result.Readings) - 1 - len(shown); left > 0 {
		rows = append(rows, words(&c.dim, fmt.Sprintf("and %d more: --all", left)))
	}
	for i, spans := range rows {
		c.head(first(i, "also fits"), restColumn)
		c.b.WriteString(c.flow(restColumn, restColumn+2, spans) + "\n")
	}
}

// made names who made the id of a reading, and its spelling where that is neither
// the scheme's own nor that of the best.
func (c *card) made(r *inspect.Reading) string {
	text := detail(r, gen.Worker, gen.Data)
	if !r.Own && r.Spelling != c.best.Spelling {
		text += "  " + hard("written as "+r.Spelling)
	}
	return strings.TrimSpace(text)
}

// epochs shows the epochs that would put the id at the date of --around, with
// the flags that read it so.
func (c *card) epochs() {
	list := c.result.Epochs
	if !c.all {
		list = list[:min(len(list), mostEpochs)]
	}
	for i, e := range list {
		flags := fmt.Sprintf("--as %s --epoch %s", e.Like[0], e.Epoch.Format("2006-01-02T15:04:05.999Z07:00"))
		c.row(first(i, "would fit"), restColumn, []span{{&c.plain, hard(flags)}, {&c.dim, "  " + hard(e.Known)}})
	}
	if left := len(c.result.Epochs) - len(list); left > 0 {
		c.row("", restColumn, words(&c.dim, fmt.Sprintf("and %d more: --all", left)))
	}
}

// narrow says how to decide between several readings.
func (c *card) narrow() {
	if !c.result.Ambiguous {
		return
	}
	var ways []string
	if c.best.Timed && c.best.Time.Year() <= 9999 {
		ways = append(ways, hard("--around "+c.best.Time.Format("2006-01")))
	}
	ways = append(ways, hard("--as "+c.result.Readings[1].Scheme.Name))
	c.row("narrow it", restColumn, words(&c.plain, strings.Join(ways, "    or    ")))
}
