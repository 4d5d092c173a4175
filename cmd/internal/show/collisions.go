package show

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"time"

	"idscope/bench/collide"
	"idscope/cmd/internal/ui"
	"idscope/gen/quantity"
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
	who := quantity.FormatCount(c.Nodes) + ui.Plural(c.Nodes, " node", " nodes")
	if c.Each {
		who = "a process for each id"
	}
	long := "for " + quantity.FormatDuration(c.For)
	if c.Count > 0 {
		long = idsText(c.Count)
	}
	return fmt.Sprintf("%s, %s ids a second, %s, %s, seed %d", who, quantity.FormatRational(c.PerSecond),
		c.Arriving, long, c.Seed)
}

// Card shows one result, the count first.
func (c *Collisions) Card(pen *ui.Pen, r *collide.Result) string {
	list := []fact{
		{"pairs", quantity.FormatCount(r.Pairs) + " of equal ids"},
		{source(r.Prediction), predictedText(r)},
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
		waited += ", the longest " + quantity.FormatSeconds(float64(r.LongestWait)/1e9)
	}
	list = append(list, fact{"refused", idsText(r.Refused)}, fact{"waited", waited})
	if r.LongestLead > 0 {
		list = append(list, fact{"lead", "at most " + quantity.FormatSeconds(r.LongestLead.Seconds())})
	}
	if r.Partial {
		simulated := quantity.FormatDuration(r.Span.Round(time.Millisecond))
		list = append(list, fact{"partial", "interrupted after " + simulated + " of the simulated time"})
	}
	duplicates := ui.Plural(r.Duplicates, "duplicate", "duplicates")
	duplicates = fmt.Sprintf(": %s %s of %s", quantity.FormatCount(r.Duplicates), duplicates, idsText(r.Made))
	return facts(pen, []ui.Styled{ui.Bold.Of(r.Scheme), ui.Plain.Of(duplicates)}, list).String()
}

func idsText(n uint64) string { return quantity.FormatCount(n) + ui.Plural(n, " id", " ids") }

// source tells an exact expectation from the interval of other simulated histories.
func source(p collide.Prediction) string {
	if p.Simulated {
		return "simulated"
	}
	return "predicted"
}

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
	text := fmt.Sprintf("%s, %s %s to %s", expectedText(p.Expected), sure, rounded(p.Low), rounded(p.High))
	if n := float64(r.Duplicates); n < p.Low || n > p.High {
		return text + ": this one is outside"
	}
	return text
}

// expectedText writes a mean with the digits that matter.
func expectedText(v float64) string {
	if v >= 1000 && v < 1e15 {
		return rounded(v)
	}
	return quantity.FormatNumber(v)
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
	partial, simulated := false, false
	for _, r := range results {
		t.Rows = append(t.Rows, collisionsRow(r))
		partial, simulated = partial || r.Partial, simulated || r.Prediction.Simulated
	}
	p := pen.AtMost(textWidth).Page(0)
	p.Text(pen.AtMost(textWidth).Wrap(0, 2, ui.Bold.Of(c.Scheme.Name), ui.Plain.Of(": "+c.setting())) + "\n")
	if len(c.Faulty) > 0 {
		p.Paragraph("", "faults: "+strings.Join(c.Faulty, " "))
	}
	p.Line()
	p.Text(pen.Panels(t))
	if simulated {
		p.Paragraph("", "~ is the interval of other simulated histories of the same setting; what has no ~ is exact")
	}
	if partial {
		p.Line(ui.Plain.Of("partial: interrupted while the last one ran"))
	}
	return p.String()
}

func collisionsRow(r *collide.Result) []string {
	predicted := rounded(r.Prediction.Low) + "-" + rounded(r.Prediction.High)
	switch {
	case r.Prediction.Unknown():
		predicted = "-"
	case r.Prediction.Low == r.Prediction.High:
		predicted = rounded(r.Prediction.Low)
	}
	if r.Prediction.Simulated {
		predicted = "~" + predicted
	}
	wait, ahead := "-", "-"
	if r.Waited > 0 {
		wait = quantity.FormatSeconds(float64(r.LongestWait) / 1e9)
	}
	if r.LongestLead > 0 {
		ahead = quantity.FormatSeconds(r.LongestLead.Seconds())
	}
	return []string{r.Rules, quantity.FormatCount(r.Duplicates), predicted, quantity.FormatCount(r.Refused),
		quantity.FormatCount(r.Waited), wait, ahead}
}

// rounded writes the whole number next to a value.
func rounded(v float64) string {
	whole, _ := big.NewFloat(math.Round(v)).Int(nil)
	return quantity.FormatWhole(whole)
}
