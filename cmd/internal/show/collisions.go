package show

import (
	"fmt"
	"math/big"
	"strings"
	"time"

	"idscope/bench/collide"
	"idscope/cmd/internal/ui"
)

// Collisions is what was simulated, besides the configuration.
type Collisions struct {
	*collide.Config
	PerSecond *big.Rat // ids of all nodes together
	Arriving  string
	Faulty    []string
}

// setting says in a line what is simulated.
func (c *Collisions) setting() string {
	who := ui.Counted(c.Nodes) + ui.Plural(c.Nodes, " node", " nodes")
	if c.Each {
		who = "a process for each id"
	}
	long := "for " + ui.Days(c.For)
	if c.Count > 0 {
		long = idsText(c.Count)
	}
	return fmt.Sprintf("%s, %s ids a second, %s, %s, seed %d", who, ui.Rational(c.PerSecond), c.Arriving, long, c.Seed)
}

// Card shows one result, the count first.
func (c *Collisions) Card(pen *ui.Pen, r *collide.Result) string {
	list := []fact{
		{"pairs", ui.Counted(r.Pairs) + " of equal ids"},
		{"predicted", predictedText(r)},
		{"why", r.Prediction.Model},
	}
	rules, _ := collide.RulesOf(r.Rules)
	by := rules.Name + ": " + rules.Help
	if rules.Row != "" {
		by += " (" + rules.Row + ")"
	}
	list = append(list, fact{"rules", by}, fact{"history", c.setting()})
	if len(c.Faulty) > 0 {
		list = append(list, fact{"faults", strings.Join(c.Faulty, " ")})
	}
	waited := idsText(r.Waited)
	if r.Waited > 0 {
		waited += ", the longest " + ui.Seconds(float64(r.LongestWait)/1e9)
	}
	list = append(list, fact{"refused", idsText(r.Refused)}, fact{"waited", waited})
	if r.LongestLead > 0 {
		list = append(list, fact{"lead", "at most " + ui.Seconds(r.LongestLead.Seconds())})
	}
	if r.Partial {
		simulated := ui.Days(r.Span.Round(time.Millisecond))
		list = append(list, fact{"partial", "interrupted after " + simulated + " of the simulated time"})
	}
	duplicates := ui.Plural(r.Duplicates, "duplicate", "duplicates")
	duplicates = fmt.Sprintf(": %s %s of %s", ui.Counted(r.Duplicates), duplicates, idsText(r.Made))
	return facts(pen, []ui.Styled{ui.Bold.Of(r.Scheme), ui.Plain.Of(duplicates)}, list).String()
}

func idsText(n uint64) string { return ui.Counted(n) + ui.Plural(n, " id", " ids") }

func predictedText(r *collide.Result) string {
	p := r.Prediction
	switch {
	case p.Unknown():
		return "no"
	case p.High == 0 && p.Certain:
		return "0"
	}
	sure := "99 of 100 counts are"
	if p.Certain {
		sure = "and in any case"
	}
	text := fmt.Sprintf("%s, %s %s to %s", expectedText(p.Expected), sure, ui.WholeGrouped(p.Low), ui.WholeGrouped(p.High))
	if n := float64(r.Duplicates); n < p.Low || n > p.High {
		return text + ": this one is outside"
	}
	return text
}

// expectedText writes a mean with the digits that matter.
func expectedText(v float64) string {
	if v >= 1000 && v < 1e15 {
		return ui.WholeGrouped(v)
	}
	return ui.Digits(v)
}

// Table compares rules on one history.
func (c *Collisions) Table(pen *ui.Pen, results []*collide.Result) string {
	t := &ui.Table{Head: []string{"RULES", ">DUPLICATES", ">PREDICTED", ">REFUSED", ">WAITED", ">LONGEST", ">LEAD"}}
	t.Style = func(row, column int) ui.Style {
		if row >= 0 && column == 1 && results[row].Duplicates > 0 {
			return ui.Warn
		}
		return ui.BoldNames(row, column)
	}
	partial := false
	for _, r := range results {
		t.Rows = append(t.Rows, collisionsRow(r))
		partial = partial || r.Partial
	}
	p := pen.AtMost(textWidth).Page(0)
	p.Text(pen.AtMost(textWidth).Wrap(0, 2, ui.Bold.Of(c.Scheme.Name), ui.Plain.Of(": "+c.setting())) + "\n")
	if len(c.Faulty) > 0 {
		p.Paragraph("", "faults: "+strings.Join(c.Faulty, " "))
	}
	p.Line()
	p.Text(pen.Panels(t))
	if partial {
		p.Line(ui.Plain.Of("partial: interrupted while the last one ran"))
	}
	return p.String()
}

func collisionsRow(r *collide.Result) []string {
	predicted := ui.WholeGrouped(r.Prediction.Low) + "-" + ui.WholeGrouped(r.Prediction.High)
	switch {
	case r.Prediction.Unknown():
		predicted = "-"
	case r.Prediction.Low == r.Prediction.High:
		predicted = ui.WholeGrouped(r.Prediction.Low)
	}
	wait, ahead := "-", "-"
	if r.Waited > 0 {
		wait = ui.Seconds(float64(r.LongestWait) / 1e9)
	}
	if r.LongestLead > 0 {
		ahead = ui.Seconds(r.LongestLead.Seconds())
	}
	return []string{r.Rules, ui.Counted(r.Duplicates), predicted, ui.Counted(r.Refused), ui.Counted(r.Waited), wait, ahead}
}
