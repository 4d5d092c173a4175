package cmd

import (
	"fmt"
	"strings"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen/scheme"
	"idscope/inspect"
	"idscope/inspect/check"
)

// mostDescents is how many breaks of the order are shown: one is seldom alone.
const mostDescents = 3

// screen is the report for people: the answer first, then each kind, then what is
// wrong.
func (o *checkOptions) screen(r *check.Report, now time.Time) string {
	c := &card{look: &look{styles: newStyles(o.Coloured()), zone: o.zone.Zone, now: now}}
	if o.OutTerminal {
		c.width = o.Columns()
	}
	c.verdict(r)
	for i := range r.Kinds {
		c.b.WriteByte('\n')
		c.kind(&r.Kinds[i])
	}
	if g := r.Gaps; g != nil && g.Missing > 0 {
		c.say("gaps", fmt.Sprintf("%d %s missing in %d %s", g.Missing, plural(int64(min(g.Missing, 2)), "number of the sequence is", "numbers of the sequence are"),
			g.Ticks, plural(g.Ticks, "tick", "ticks")))
	}
	if !r.OK() {
		c.b.WriteByte('\n')
	}
	c.invalid(&r.Invalid)
	c.duplicates(&r.Duplicates)
	return c.b.String()
}

// verdict says in a line whether all is well, and counts the lines.
func (c *card) verdict(r *check.Report) {
	var wrong []string
	if n := r.Invalid.Lines; n > 0 {
		wrong = append(wrong, fmt.Sprintf("%d invalid %s", n, plural(n, "line", "lines")))
	}
	if n := r.Duplicates.IDs; n > 0 {
		wrong = append(wrong, fmt.Sprintf("%d duplicate %s", n, plural(n, "id", "ids")))
	}
	answer, style := "ok: every line is an id, and none stands twice", &c.bold
	switch {
	case len(wrong) > 0:
		answer, style = "not ok: "+strings.Join(wrong, ", "), &c.warn
	case r.IDs == 0:
		answer = "ok: there are no ids"
	}
	c.b.WriteString(style.Render(answer) + "\n\n")
	text := fmt.Sprint(r.Lines)
	if r.Blank > 0 {
		text += fmt.Sprintf(", %d of them blank", r.Blank)
	}
	c.say("lines", text)
	c.say("ids", fmt.Sprint(r.IDs))
}

func (c *card) kind(k *check.Kind) {
	c.row("kind", factColumn, []span{{&c.bold, k.Name}, {&c.plain, fmt.Sprintf("  %d %s", k.IDs, plural(k.IDs, "id", "ids")) + ofBits(k)}})
	if s := k.Span; s != nil {
		c.say("time", clip(s.First, c.zone)+"  to  "+clip(s.Last, c.zone))
		var rate []string
		if v := s.Rate(); v > 0 {
			rate = append(rate, perTime(v)+" on average")
		}
		if s.Peak > 0 {
			rate = append(rate, fmt.Sprintf("at most %d, in the second from %s", s.Peak, s.PeakAt.In(c.zone).Format(time.RFC3339)))
		}
		if len(rate) > 0 {
			c.say("rate", strings.Join(rate, "; "))
		}
		if s.Future > 0 {
			c.row("future", factColumn, words(&c.warn, fmt.Sprintf("%d %s more than 10 minutes ahead of this clock", s.Future, plural(s.Future, "id is", "ids are"))))
		}
	}
	if w := k.Workers; w != nil {
		c.say("workers", workersSeen(w))
	}
	switch s, ok := scheme.Get(k.Name); {
	case ok && !s.Ordered() && !s.TimeOrdered(): // there is no order to break
	case k.Descents == 0 && k.IDs > 1:
		c.say("order", "each is above the one before it")
	case k.Descents > 0:
		c.say("order", fmt.Sprintf("%d %s below the one before", k.Descents, plural(k.Descents, "id is", "ids are")))
		shown := k.First[:min(len(k.First), mostDescents)]
		for _, d := range shown {
			c.say("", fmt.Sprintf("%s  %s  behind %s", at(d.Place), escaped(d.Text), escaped(d.Before)))
		}
		c.more(k.Descents, len(shown))
	}
}

// ofBits is the size of the ids; those that are patterns of text have none.
func ofBits(k *check.Kind) string {
	if bits := sizeBits(k); bits > 0 {
		return fmt.Sprintf(" of %d bits", bits)
	}
	return ""
}

// sizeBits is 0 for a kind of ids that are patterns of text.
func sizeBits(k *check.Kind) int {
	if s, ok := scheme.Get(k.Name); ok && s.Pattern != nil {
		return 0
	}
	return k.Bits
}

// perTime writes a rate in a unit in which it is no small fraction.
func perTime(perSecond float64) string {
	switch day := perSecond * 86400; {
	case perSecond >= 0.1:
		return fmt.Sprintf("%.4g a second", perSecond)
	case day >= 1:
		return fmt.Sprintf("%.3g a day", day)
	default:
		return fmt.Sprintf("%.3g a year", perSecond*cli.Year.Seconds())
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

func (c *card) invalid(v *check.InvalidLines) {
	for i, line := range v.First {
		c.row(first(i, "invalid"), factColumn, []span{{&c.dim, at(line.Place)}, {&c.plain, "  " + escaped(inspect.Redact(line.Text))}, {&c.warn, "  " + escaped(line.Reason)}})
	}
	c.more(v.Lines, len(v.First))
}

func (c *card) duplicates(d *check.Duplicates) {
	for i, one := range d.Lowest {
		c.row(first(i, "duplicate"), factColumn, []span{{&c.plain, escaped(one.Text)}, {&c.warn, fmt.Sprintf("  %d times", one.Lines)}})
	}
	c.more(d.IDs, len(d.Lowest))
}

// more says how many are not shown.
func (c *card) more(all int64, shown int) {
	if all > int64(shown) {
		c.row("", factColumn, words(&c.dim, fmt.Sprintf("and %d more", all-int64(shown))))
	}
}

func (c *card) say(word, text string) { c.row(word, factColumn, words(&c.plain, text)) }

func at(p check.Place) string { return escaped(fmt.Sprintf("%s:%d", p.File, p.Line)) }
