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

// rest says what is against other readings, and what else there is to know.
func (c *card) rest() {
	if c.All {
		c.ruledOut()
	}
	c.epochs()
	for _, warning := range c.result.Warnings {
		if d := c.result.Diagnosis; d == "" || warning != "it "+d { // which comes first
			c.Fact("note", Warn.Of(Escaped(warning)))
		}
	}
	if !c.Verbose && !c.All && !c.Asked && !c.brief() && !c.choice() && c.best.Numbers == nil {
		c.more()
	}
}

// encodings shows the same bits in other encodings, one a line.
func (c *card) encodings() {
	var list []inspect.Fact
	for _, e := range c.best.Facts(inspect.Encoding) {
		same := func(o inspect.Fact) bool { return o.Text == e.Text }
		if e.Text != c.result.Cleaned && !slices.ContainsFunc(list, same) {
			list = append(list, e)
		}
	}
	if own := c.best.Canonical(); own != c.result.Cleaned {
		list = slices.Insert(list, 0, inspect.Fact{Key: c.best.Scheme.Name, Value: inspect.Value{Text: own}})
	}
	widest := 0
	for _, e := range list {
		widest = max(widest, len(e.Key))
	}
	for _, e := range list {
		c.Item("encodings", Dim.Of(fmt.Sprintf("%-*s", widest, e.Key)), Plain.Of(" "+e.Text))
	}
}

// others names the readings behind the best with their dates, no more than some; 0 is
// all. With -v also the schemes of the same layout.
func (c *card) others(most int) {
	shown := c.result.Readings[1:]
	if most > 0 && !c.All {
		shown = shown[:min(len(shown), most)]
	}
	if c.Verbose && len(c.best.SameAs) > 0 {
		c.Say("layout", "same layout as "+strings.Join(c.best.SameAs, ", "))
	}
	var list []string
	for i := range shown {
		text := shown[i].Scheme.Name
		if shown[i].Timed {
			date, _, _ := strings.Cut(c.timeText(&shown[i]), "T")
			text += " " + date
		}
		list = append(list, Hard(text))
	}
	if left := len(c.result.Readings) - 1 - len(shown); left > 0 {
		list = append(list, Hard(fmt.Sprintf("%d more: --all", left)))
	}
	if len(list) > 0 {
		c.Say("also fits", strings.Join(list, ", "))
	}
	if c.Verbose && c.choice() {
		c.decide()
	}
}

// ruledOut says which schemes it is not and why, those of one reason together.
func (c *card) ruledOut() {
	list := c.result.RuledOut
	var reasons []string
	schemes := map[string][]string{}
	for i := range list {
		what, why := against(&list[i])
		if schemes[why] == nil {
			reasons = append(reasons, why)
		}
		schemes[why] = append(schemes[why], Hard(what))
	}
	var parts []string
	for _, why := range reasons {
		parts = append(parts, strings.Join(schemes[why], ", ")+" ("+why+")")
	}
	if len(parts) > 0 {
		c.Fact("ruled out", Dim.Of(strings.Join(parts, ", ")))
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
			wayOut = "; --as SCHEME reads it anyway"
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
	best := &c.result.Readings[0]
	if best.Timed && strings.HasPrefix(best.Time.In(c.Zone).Format(time.RFC3339), c.Near) && !c.All {
		return // it is of that day, month or year: no other epoch is wanted
	}
	if !c.All {
		list = list[:min(len(list), mostEpochs)]
	}
	for _, e := range list {
		flags := fmt.Sprintf("--as %s --epoch %s", e.Like[0], e.Epoch.Format("2006-01-02T15:04:05.999Z07:00"))
		c.Item("would fit", Plain.Of(Hard(flags)), Dim.Of("  "+Hard(e.Known)))
	}
	if left := len(c.result.Epochs) - len(list); left > 0 {
		c.Item("would fit", Dim.Of(fmt.Sprintf("and %d more: --all", left)))
	}
}

// numbersText is what a line says of a text that encodes numbers.
func numbersText(n *inspect.Numbers) string {
	if n.Hex != "" {
		return "hex " + n.Hex
	}
	return Plural(len(n.List), "number ", "numbers ") + strings.Join(n.Decimals(), ", ")
}

// numbers is the screen of one such text, below the text itself.
func (c *card) numbers(n *inspect.Numbers) {
	sure := Plain.Of(c.best.Confidence.String())
	if c.best.Confidence == inspect.Possible {
		sure = Warn.Of("possible: little evidence")
	}
	c.Note("scheme", Bold.Of(SchemeTitle(c.best.Scheme)), sure)
	list, one := strings.Join(n.Decimals(), ", "), len(n.List) == 1 && n.Hex == ""
	if n.Hex != "" {
		c.Say("hex digits", n.Hex)
	} else {
		c.Say(Plural(len(n.List), "number", "numbers"), list)
	}
	if one {
		c.Say("encodings", "hex "+strconv.FormatUint(n.List[0], 16))
	}
	switch {
	case slices.Contains([]int{16, 24, 32}, len(n.Hex)):
		c.Say("to decide", Hard("idscope inspect "+n.Hex))
	case one && n.List[0] >= 1<<32: // few ids are smaller
		c.Say("to decide", Hard("idscope inspect "+list))
	}
}

// How much of each kind a card of twelve lines has room for.
const (
	mostChoices = 4 // readings side by side
	mostOthers  = 3 // beside the facts of the best
	mostEpochs  = 2
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
	c.decide()
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
	if name = max(name, IDColumn-4); stamp <= 1 {
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

// decide names flags that decide between the readings, if there are any: none is that of the
// best guess, as it needs none.
func (c *card) decide() {
	var ways []string
	next, alike := &c.result.Readings[1], 0
	for i := range c.result.Readings {
		if c.result.Readings[i].Scheme == next.Scheme {
			alike++
		}
	}
	switch {
	case alike == 1:
		ways = append(ways, Hard("--as "+next.Scheme.Name))
	case !strings.Contains(next.Encoding, " "): // that of a form, and not of another order of bytes
		ways = append(ways, Hard("idscope convert --from "+next.Encoding))
	}
	guess := c.month(c.best)
	for i := range c.result.Readings[1:] {
		if date := c.month(&c.result.Readings[1+i]); date != "" && date != guess {
			ways = append(ways, Hard("--around "+date))
			break
		}
	}
	if len(ways) > 0 {
		c.Say("to decide", strings.Join(ways, ", or the date you expect: "))
	}
}

// month is the month of a reading as --around takes it; empty without one.
func (c *card) month(r *inspect.Reading) string {
	at := r.Time.In(c.Zone)
	if !r.Timed || at.Year() > 9999 {
		return ""
	}
	return at.Format("2006-01")
}

// more says what else there is to see.
func (c *card) more() {
	what := "-v adds bits, fields and encodings"
	if len(c.best.Scheme.Layout) == 0 {
		what = "-v adds its parts"
	}
	if left := len(c.result.Readings) - mostChoices; left > 0 && !c.All {
		what += "; --all " + quantity.Counted(left, "more reading")
	}
	c.Fact("more", Dim.Of(what))
}
