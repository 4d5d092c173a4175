package screen

import (
	"fmt"
	"strings"

	"idscope/gen"
	"idscope/inspect"
)

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
	used := factColumn
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
		used = factColumn + length(spans)
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
		say(f.Label, Plain.Of(fmt.Sprintf("%.4g bits", f.Float())))
	}
	if word == "" && c.best.Format() == gen.FormatHash {
		say("about", Plain.Of(c.fitting(c.best.Scheme.Summary, factColumn)))
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
