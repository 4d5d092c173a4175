package cmd

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"idscope/bench/collide"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/ui"
)

// setting says in a line what is simulated.
func (o *collisionsOptions) setting(c *collide.Config) string {
	who := fmt.Sprintf("%d %s", c.Nodes, ui.Plural(int64(c.Nodes), "node", "nodes"))
	if c.Each {
		who = "a process for each id"
	}
	long := "for " + spanText(c.For)
	if c.Count > 0 {
		long = fmt.Sprintf("%d ids", c.Count)
	}
	return fmt.Sprintf("%s, %s ids a second, %s, %s, seed %d", who, digitsRat(o.rate), o.arrivals.Value, long, c.Seed)
}

// collisionsCard shows one result, the count first.
func (o *collisionsOptions) collisionsCard(c *collide.Config, r *collide.Result) string {
	st := newStyles(o.Coloured())
	var w strings.Builder
	fmt.Fprintf(&w, "%s: %d %s of %d ids\n\n", st.bold.Render(r.Scheme), r.Duplicates, ui.Plural(int64(r.Duplicates), "duplicate", "duplicates"), r.Made)
	facts := []fact{{"pairs", fmt.Sprintf("%d of equal ids", r.Pairs)}, {"predicted", predictedText(r)}, {"why", r.Prediction.Model}}
	rules, _ := collide.RulesOf(r.Rules)
	by := rules.Name + ": " + rules.Help
	if rules.Row != "" {
		by += " (" + rules.Row + ")"
	}
	facts = append(facts, fact{"rules", by}, fact{"history", o.setting(c)})
	if len(o.faults.texts) > 0 {
		facts = append(facts, fact{"faults", strings.Join(o.faults.texts, " ")})
	}
	facts = append(facts, fact{"refused", fmt.Sprintf("%d ids", r.Refused)})
	waited := fmt.Sprintf("%d ids", r.Waited)
	if r.Waited > 0 {
		waited += ", the longest " + longTime(float64(r.LongestWait)/1e9)
	}
	facts = append(facts, fact{"waited", waited})
	if r.LongestLead > 0 {
		facts = append(facts, fact{"ahead", "of the clock by at most " + longTime(r.LongestLead.Seconds())})
	}
	if r.Partial {
		facts = append(facts, fact{"partial", "interrupted after " + spanText(r.Span.Round(time.Millisecond)) + " of the simulated time"})
	}
	writeFacts(&w, st, facts)
	return w.String()
}

func predictedText(r *collide.Result) string {
	p := r.Prediction
	switch {
	case p.Unknown():
		return "no"
	case p.High == 0 && p.Certain:
		return "0"
	}
	text := fmt.Sprintf("%s, %s %s to %s", expectedText(p.Expected), map[bool]string{false: "99 of 100 counts are", true: "and in any case"}[p.Certain], wholeText(p.Low), wholeText(p.High))
	if n := float64(r.Duplicates); n < p.Low || n > p.High {
		return text + ": this one is outside"
	}
	return text
}

// expectedText writes a mean with the digits that matter.
func expectedText(v float64) string {
	if v >= 1000 && v < 1e15 {
		return wholeText(v)
	}
	return digits(v)
}

func wholeText(v float64) string { return strconv.FormatFloat(math.Round(v), 'f', -1, 64) }

// collisionsTable compares rules on one history.
func (o *collisionsOptions) collisionsTable(c *collide.Config, results []*collide.Result) string {
	st := newStyles(o.Coloured())
	head := []string{"RULES", ">DUPLICATES", ">PREDICTED", ">REFUSED", ">WAITED", ">LONGEST", ">AHEAD"}
	var rows [][]string
	partial := false
	for _, r := range results {
		p := r.Prediction
		predicted := wholeText(p.Low) + "-" + wholeText(p.High)
		switch {
		case p.Unknown():
			predicted = "-"
		case p.Low == p.High:
			predicted = wholeText(p.Low)
		}
		wait, ahead := "-", "-"
		if r.Waited > 0 {
			wait = longTime(float64(r.LongestWait) / 1e9)
		}
		if r.LongestLead > 0 {
			ahead = longTime(r.LongestLead.Seconds())
		}
		partial = partial || r.Partial
		rows = append(rows, []string{r.Rules, strconv.FormatUint(r.Duplicates, 10), predicted, strconv.FormatUint(r.Refused, 10), strconv.FormatUint(r.Waited, 10), wait, ahead})
	}
	text := paragraph("", o.setting(c))
	if len(o.faults.texts) > 0 {
		text += paragraph("", "faults: "+strings.Join(o.faults.texts, " "))
	}
	text = st.bold.Render(c.Scheme.Name) + ": " + text
	width := 0
	if o.OutTerminal {
		width = o.Columns()
	}
	for i, panel := range panels(head, rows, width) {
		text += "\n" + st.grid(panel.head, panel.rows, func(row, column int) style {
			switch {
			case row < 0 || column == 0:
				return st.bold
			case i == 0 && column == 1 && results[row].Duplicates > 0:
				return st.warn
			}
			return st.plain
		})
	}
	if partial {
		text += "partial: interrupted while the last one ran\n"
	}
	return text
}

// collisionsLine is a result as JSON shows it. Counts are numbers: they stay below
// 2^53.
type collisionsLine struct {
	Schema   int      `json:"schema"`
	Scheme   string   `json:"scheme"`
	Rules    string   `json:"rules"`
	Nodes    int      `json:"nodes,omitempty"`
	Each     bool     `json:"process_per_id"`
	Rate     float64  `json:"rate"`
	Arrivals string   `json:"arrivals"`
	Seed     uint64   `json:"seed"`
	Faults   []string `json:"faults"`
	Start    string   `json:"start"`
	Span     float64  `json:"simulated_s"`
	Partial  bool     `json:"partial"`

	Made        uint64  `json:"made"`
	Refused     uint64  `json:"refused"`
	Waited      uint64  `json:"waited"`
	LongestWait int64   `json:"longest_wait_ns"`
	LongestLead int64   `json:"longest_lead_ns"`
	Duplicates  uint64  `json:"duplicates"`
	Pairs       uint64  `json:"pairs"`
	Predicted   *expect `json:"predicted,omitempty"`
	Model       string  `json:"model"`
}

// expect is a prediction; inside says whether the count is in its interval.
type expect struct {
	Mean    float64 `json:"mean"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	Level   float64 `json:"level"`
	Certain bool    `json:"certain"`
	Inside  bool    `json:"inside"`
}

func (o *collisionsOptions) collisionsJSON(c *collide.Config, results []*collide.Result) (string, error) {
	var w strings.Builder
	e := json.NewEncoder(&w)
	e.SetEscapeHTML(false)
	for _, r := range results {
		l := collisionsLine{Schema: 1, Scheme: r.Scheme, Rules: r.Rules, Nodes: c.Nodes, Each: c.Each, Rate: c.Rate, Arrivals: o.arrivals.Value, Seed: c.Seed,
			Faults: append([]string{}, o.faults.texts...), Start: cli.Instant(r.Start), Span: r.Span.Seconds(), Partial: r.Partial,
			Made: r.Made, Refused: r.Refused, Waited: r.Waited, LongestWait: r.LongestWait, LongestLead: int64(r.LongestLead), Duplicates: r.Duplicates, Pairs: r.Pairs, Model: r.Prediction.Model}
		if c.Each {
			l.Nodes = 0
		}
		if p := r.Prediction; !p.Unknown() {
			n := float64(r.Duplicates)
			l.Predicted = &expect{p.Expected, p.Low, p.High, 0.99, p.Certain, n >= p.Low && n <= p.High}
		}
		if err := e.Encode(l); err != nil {
			return "", err
		}
	}
	return w.String(), nil
}
