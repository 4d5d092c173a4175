package show

import (
	"fmt"
	"strings"
	"time"

	"idscope/cmd/internal/ui"
	"idscope/gen/quantity"
	"idscope/inspect/check"
	"idscope/inspect/known"
)

// mostDescents is how many breaks of the order are shown: one is seldom alone.
const mostDescents = 3

// checked is the screen of a check: the answer first, then each kind, then what is
// wrong.
type checked struct {
	*View
	*ui.Page
}

// Check is the report of a check.
func (v *View) Check(r *check.Report) string {
	c := &checked{v, v.Page(factColumn)}
	c.answer(r)
	for i := range r.Kinds {
		c.Line()
		c.kind(&r.Kinds[i])
	}
	if g := r.Gaps; g != nil && g.Missing > 0 {
		numbers, ticks := "numbers of the sequence are", ui.Plural(g.Ticks, "tick", "ticks")
		numbers = ui.Plural(g.Missing, "number of the sequence is", numbers)
		c.Say("gaps", fmt.Sprintf("%d %s missing in %d %s", g.Missing, numbers, g.Ticks, ticks))
	}
	if !r.OK() {
		c.Line()
	}
	c.invalid(&r.Invalid)
	c.duplicates(&r.Duplicates)
	return c.String()
}

// answer says in a line whether all is well, and counts the lines.
func (c *checked) answer(r *check.Report) {
	var wrong []string
	if n := r.Invalid.Lines; n > 0 {
		wrong = append(wrong, fmt.Sprintf("%d invalid %s", n, ui.Plural(n, "line", "lines")))
	}
	if n := r.Duplicates.IDs; n > 0 {
		wrong = append(wrong, fmt.Sprintf("%d duplicate %s", n, ui.Plural(n, "id", "ids")))
	}
	answer := ui.Bold.Of("ok: every line is an id, and none is a duplicate")
	switch {
	case len(wrong) > 0:
		answer = ui.Warn.Of("not ok: " + strings.Join(wrong, ", "))
	case r.IDs == 0:
		answer.Text = "ok: there are no ids"
	}
	c.Line(answer)
	c.Line()
	text := fmt.Sprint(r.Lines)
	if r.Blank > 0 {
		text += fmt.Sprintf(", %d of them blank", r.Blank)
	}
	c.Say("lines", text)
	c.Say("ids", fmt.Sprint(r.IDs))
}

func (c *checked) kind(k *check.Kind) {
	count := fmt.Sprintf("  %d %s", k.IDs, ui.Plural(k.IDs, "id", "ids"))
	c.Fact("kind", ui.Bold.Of(k.Name), ui.Plain.Of(count+ofBits(k)))
	if k.Span != nil {
		c.times(k.Span)
	}
	if k.Workers != nil {
		c.Say("workers", workersSeen(k.Workers))
	}
	switch s, ok := known.Get(k.Name); {
	case ok && !s.Ordered() && !s.TimeOrdered(): // there is no order to break
	case k.Descents == 0 && k.IDs > 1:
		c.Say("order", "none is below the one before it")
	case k.Descents > 0:
		c.Say("order", fmt.Sprintf("%d %s below the one before", k.Descents, ui.Plural(k.Descents, "id is", "ids are")))
		shown := k.First[:min(len(k.First), mostDescents)]
		for _, d := range shown {
			c.Say("", fmt.Sprintf("%s  %s  behind %s", at(d.Place), ui.Escaped(d.Text), ui.Escaped(d.Before)))
		}
		c.more(k.Descents, len(shown))
	}
}

// times says of what time the ids are, and how many came at once.
func (c *checked) times(s *check.Span) {
	c.Say("time", quantity.FormatTime(s.First.In(c.Zone))+"  to  "+quantity.FormatTime(s.Last.In(c.Zone)))
	var rate []string
	if v := s.Rate(); v > 0 {
		rate = append(rate, perTime(v)+" on average")
	}
	if s.Peak > 0 {
		from := s.PeakAt.In(c.Zone).Format(time.RFC3339)
		rate = append(rate, fmt.Sprintf("at most %d, in the second from %s", s.Peak, from))
	}
	if len(rate) > 0 {
		c.Say("rate", strings.Join(rate, "; "))
	}
	if s.Future > 0 {
		ids := ui.Plural(s.Future, "id is", "ids are")
		c.Fact("future", ui.Warn.Of(fmt.Sprintf("%d %s more than 10 minutes later than this clock", s.Future, ids)))
	}
}

// ofBits is the size of the ids; those that are patterns of text have none.
func ofBits(k *check.Kind) string {
	if s, ok := known.Get(k.Name); k.Bits == 0 || ok && s.Pattern != nil {
		return ""
	}
	return fmt.Sprintf(" of %d bits", k.Bits)
}

// perTime writes a rate in a unit in which it is no small fraction.
func perTime(perSecond float64) string {
	switch day := perSecond * 86400; {
	case perSecond >= 1000:
		return quantity.FormatNumber(perSecond) + " a second"
	case perSecond >= 0.1:
		return fmt.Sprintf("%.4g a second", perSecond)
	case day >= 1:
		return fmt.Sprintf("%.3g a day", day)
	default:
		return fmt.Sprintf("%.3g a year", perSecond*quantity.Year.Seconds())
	}
}

func workersSeen(w *check.Workers) string {
	if w.More {
		return fmt.Sprintf("more than %d", w.Count)
	}
	list := make([]string, len(w.Lowest))
	for i, n := range w.Lowest {
		list[i] = fmt.Sprint(n)
	}
	text := fmt.Sprintf("%d: %s", w.Count, strings.Join(list, ", "))
	if w.Count > len(list) {
		text += " ..."
	}
	return text
}

func (c *checked) invalid(v *check.InvalidLines) {
	var rows [][]ui.Styled
	for _, line := range v.First {
		text, reason := ui.Escaped(line.Text), ui.Escaped(line.Reason)
		rows = append(rows, []ui.Styled{ui.Dim.Of(at(line.Place)), ui.Plain.Of("  " + text), ui.Warn.Of("  " + reason)})
	}
	c.List("invalid", 0, rows...)
	c.more(v.Lines, len(v.First))
}

func (c *checked) duplicates(d *check.Duplicates) {
	var rows [][]ui.Styled
	for _, one := range d.Lowest {
		times := fmt.Sprintf("  %d times", one.Lines)
		rows = append(rows, []ui.Styled{ui.Plain.Of(ui.Escaped(one.Text)), ui.Warn.Of(times)})
	}
	c.List("duplicate", 0, rows...)
	c.more(d.IDs, len(d.Lowest))
}

// more says how many are not shown.
func (c *checked) more(all int64, shown int) {
	if all > int64(shown) {
		c.Fact("", ui.Dim.Of(fmt.Sprintf("and %d more", all-int64(shown))))
	}
}

func at(p check.Place) string { return ui.Escaped(fmt.Sprintf("%s:%d", p.File, p.Line)) }
