package show

import (
	"fmt"
	"strings"

	"idscope/cmd/internal/ui"
	"idscope/gen"
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
	for _, f := range c.fields {
		if f.Source != gen.Time {
			return false
		}
	}
	return len(c.fields) > 0
}

// inBrief says what the text is in two lines.
func (c *card) inBrief() {
	c.diagnosis()
	title, findings := schemeTitle(c.best.Scheme), c.best.Findings
	if c.best.Secret { // of which a note follows
		for i, f := range findings {
			if title += ", "; i > 0 && f.Name != "mode" { // the first, and a mode, say what they are
				title += f.Name + " "
			}
			title += f.Value
		}
		findings = nil
	}
	c.Note("scheme", ui.Bold.Of(ui.Escaped(title)), ui.Plain.Of(c.best.Confidence.String()))
	word, spans := "", []ui.Styled(nil)
	used := factColumn
	say := func(name string, texts ...ui.Styled) {
		switch width := len(", "+name+" ") + length(texts); {
		case word == "":
			word = name
		case c.Width() >= leastCard && used+width > c.Width():
			return // -v shows it
		default:
			spans = append(spans, ui.Plain.Of(", "+name+" "))
		}
		spans = append(spans, texts...)
		used = factColumn + length(spans)
	}
	if c.best.Timed {
		say("created", sourceStyles[gen.Time].Of(c.timeText(c.best)), ui.Dim.Of("  "+ui.Hard(c.ago(c.best))))
	}
	if c.best.Prefix != "" {
		say("prefix", ui.Bold.Of(ui.Escaped(c.best.Prefix)))
	}
	for _, f := range findings {
		say(f.Name, ui.Plain.Of(ui.Escaped(f.Value)))
	}
	if c.choice() {
		var names []string
		for i := range c.result.Readings[1:] {
			if len(names) < mostNames {
				names = append(names, c.result.Readings[1+i].Scheme.Name)
			}
		}
		say("or", ui.Plain.Of(ui.Hard("--as "+names[0])+strings.Join(append([]string{""}, names[1:]...), ", ")))
	}
	if _, most := c.best.Entropy(); most > 0 {
		say("random", ui.Plain.Of(fmt.Sprintf("%.4g bits", most)))
	}
	if word == "" && c.best.Format() == gen.FormatHash {
		say("about", ui.Plain.Of(c.fitting(c.best.Scheme.Summary, factColumn)))
	}
	if len(spans) > 0 {
		c.Fact(word, spans...)
	}
}

// length is how many columns texts take.
func length(texts []ui.Styled) (n int) {
	for _, s := range texts {
		n += len(s.Text)
	}
	return n
}
