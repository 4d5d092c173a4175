package show

import (
	"fmt"
	"slices"
	"strings"

	"idscope/cmd/internal/ui"
	"idscope/gen"
	"idscope/inspect"
)

// How many other readings, reasons against, and epochs a card shows without --all.
const (
	mostReadings = 6
	mostRuledOut = 6
	mostEpochs   = 3
)

// rest says how else the id is written, what else it may be, and what to do next.
func (c *card) rest() {
	c.Indent(restColumn)
	c.written()
	c.others()
	c.ruledOut()
	c.epochs()
	for _, warning := range c.result.Warnings {
		c.Fact("note", ui.Warn.Of(ui.Escaped(warning)))
	}
	c.decide()
}

// written shows the other spellings. Those of long ids stand one a line.
func (c *card) written() {
	var list []inspect.Encoding
	usual, long := []string{"int", "hex", "base58", "base62"}, c.best.Bits() > 64
	if long {
		usual = []string{"int", "hex", "base32", "base58", "base64"}
	}
	known := func(text string) bool {
		same := func(e inspect.Encoding) bool { return e.Text == text }
		return text == c.result.Cleaned || slices.ContainsFunc(list, same)
	}
	for _, e := range c.best.Encodings() {
		if !known(e.Text) && (c.All || slices.Contains(usual, e.Name)) {
			list = append(list, e)
		}
	}
	if own := c.best.Canonical(); !known(own) {
		list = slices.Insert(list, 0, inspect.Encoding{Name: c.best.Scheme.Name, Text: own})
	}
	widest := 0
	for _, e := range list {
		widest = max(widest, len(e.Name))
	}
	var rows [][]ui.Styled
	var line []ui.Styled
	for i, e := range list {
		rows = append(rows, []ui.Styled{ui.Dim.Of(fmt.Sprintf("%-*s", widest, e.Name)), ui.Plain.Of(" " + e.Text)})
		if i > 0 {
			e.Name = "  " + e.Name
		}
		line = append(line, ui.Dim.Of(e.Name), ui.Plain.Of(ui.Hard(" "+e.Text)))
	}
	if !long && len(line) > 0 {
		rows = [][]ui.Styled{line}
	}
	c.List("also written", 0, rows...)
}

// others shows the readings behind the best, each with its time and nodes.
func (c *card) others() {
	rows := [][]ui.Styled{}
	widest, stamps := 0, 0
	shown := c.result.Readings[1:]
	if !c.All {
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
		rows = append(rows, []ui.Styled{ui.Plain.Of(fmt.Sprintf("%-*s", widest, name)), ui.Dim.Of(" makes the same ids")})
	}
	for i := range shown {
		r := &shown[i]
		stamp := c.timeText(r)
		name := fmt.Sprintf("%-*s", widest, r.Scheme.Name)
		spans := []ui.Styled{ui.Plain.Of(name), sourceStyles[gen.Time].Of(" " + ui.Hard(stamp))}
		if text := c.made(r); text != "" {
			spans = append(spans, ui.Plain.Of(strings.Repeat(" ", stamps-len(stamp)+2)), ui.Dim.Of(text))
		}
		rows = append(rows, spans)
	}
	if left := len(c.result.Readings) - 1 - len(shown); left > 0 {
		rows = append(rows, more(left))
	}
	c.List("also fits", 2, rows...)
}

// more says how many are not shown without --all.
func more(left int) []ui.Styled {
	return []ui.Styled{ui.Dim.Of(fmt.Sprintf("and %d more: --all", left))}
}

// made names who made the id of a reading, and its spelling where that is neither the
// scheme's own nor that of the best.
func (c *card) made(r *inspect.Reading) string {
	text := string(appendDetail(nil, r, gen.Worker, gen.Data))
	if !r.Own && r.Spelling != c.best.Spelling {
		text += "  " + ui.Hard("written as "+r.Spelling)
	}
	return strings.TrimSpace(text)
}

// ruledOut says which schemes it is not and why, those of one reason together.
func (c *card) ruledOut() {
	list := c.result.RuledOut
	if !c.All {
		list = list[:min(len(list), mostRuledOut)]
	}
	var reasons []string
	schemes := map[string][]string{}
	for i := range list {
		what, why := against(&list[i])
		if schemes[why] == nil {
			reasons = append(reasons, why)
		}
		schemes[why] = append(schemes[why], ui.Hard(what))
	}
	var parts []string
	for _, why := range reasons {
		parts = append(parts, strings.Join(schemes[why], ", ")+" ("+why+")")
	}
	if left := len(c.result.RuledOut) - len(list); left > 0 {
		parts = append(parts, ui.Hard(fmt.Sprintf("%d more: --all", left)))
	}
	if len(parts) > 0 {
		c.Fact("ruled out", ui.Dim.Of(strings.Join(parts, ", ")))
	}
}

// against is the scheme, with the year that it would be of, and what is wrong.
func against(r *inspect.RuledOut) (what, why string) {
	what = r.Scheme.Name
	year := r.Time().Year()
	switch {
	case r.Cause == inspect.Constant, r.Cause == inspect.BeforeScheme:
		return what, r.Reason()
	case year < 1000 || year > 9999 || strings.Contains(r.Reason(), "beyond"):
		return what, "far future"
	}
	what = fmt.Sprintf("%s %d", what, year)
	switch {
	case r.Cause == inspect.Future:
		return what, "future"
	case r.Time().Before(r.Scheme.Since):
		return what, "before the scheme existed"
	}
	return what, "its first day, as that of every small number"
}

// RefusalHint names what was ruled out, for a text that no scheme reads.
func RefusalHint(r *inspect.Result) string {
	if r.Err.Hint != "" {
		return r.Err.Hint
	}
	var list []string
	wayOut := "" // constants that are wrong stay wrong
	for i := range r.RuledOut[:min(len(r.RuledOut), 3)] {
		what, why := against(&r.RuledOut[i])
		list = append(list, what+" ("+why+")")
		if r.RuledOut[i].Cause != inspect.Constant {
			wayOut = "; --as SCHEME reads it all the same"
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "ruled out: " + strings.Join(list, ", ") + wayOut
}

// epochs shows the epochs that would put the id at the date of --around, with the flags
// that read it so.
func (c *card) epochs() {
	list := c.result.Epochs
	if !c.All {
		list = list[:min(len(list), mostEpochs)]
	}
	var rows [][]ui.Styled
	for _, e := range list {
		flags := fmt.Sprintf("--as %s --epoch %s", e.Like[0], e.Epoch.Format("2006-01-02T15:04:05.999Z07:00"))
		rows = append(rows, []ui.Styled{ui.Plain.Of(ui.Hard(flags)), ui.Dim.Of("  " + ui.Hard(e.Known))})
	}
	if left := len(c.result.Epochs) - len(list); left > 0 {
		rows = append(rows, more(left))
	}
	c.List("would fit", 0, rows...)
}

// decide says how to decide between several readings.
func (c *card) decide() {
	if !c.result.Ambiguous {
		return
	}
	var ways []string
	if c.best.Timed && c.best.Time.Year() <= 9999 {
		ways = append(ways, ui.Hard("--around "+c.best.Time.Format("2006-01")))
	}
	ways = append(ways, ui.Hard("--as "+c.result.Readings[1].Scheme.Name))
	c.Say("narrow it", strings.Join(ways, "    or    "))
}
