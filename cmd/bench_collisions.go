package cmd

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/bench/collide"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/quantity"
)

type collisionsOptions struct {
	*cli.App
	setting  collide.Config // what the flags say of it, completed by config
	custom   cli.LayoutFlags
	rate     *big.Rat
	arrivals cli.Choice
	count    *uint64
	span     *big.Rat
	rules    string
	injected []string // the faults as they were given
	seed     *uint64
	memory   int64
}

// The values of --rules and --nodes that are not one of a list, or a number.
const (
	everyRules = "all"
	eachNode   = "each" // a process for every id
)

// longSimulation is how long one takes that says so before it starts.
const longSimulation = 30 * time.Second

func newBenchCollisions(a *cli.App, f *cli.Flags) cli.Run {
	o := &collisionsOptions{App: a, rate: big.NewRat(1000, 1), seed: new(uint64), memory: collide.DefaultMemory}
	*o.seed = 1
	o.arrivals = cli.Choice{Value: "poisson", List: []gen.Choice{
		{Name: "constant", Help: "evenly spaced, the nodes take turns"},
		{Name: "poisson", Help: "at random, independent of each other"},
	}}
	rules := append(collide.RulesChoices(), gen.Choice{Name: everyRules, Help: "all that the layout allows, on one " +
		"history"})
	f.Takes(cli.OneScheme("idscope schemes lists them"), a.OneOf(cli.Generated))
	f.Var("nodes", cli.Value(&o.setting.Nodes, "", o.parseNodes))
	f.Var("rate", cli.Value(&o.rate, "1000", quantity.ParseRate))
	f.Var("arrivals", &o.arrivals)
	f.Var("count", cli.OptionalFlag(&o.count, cli.Within(quantity.ParseCount, 1, 1e15)))
	f.Var("for", cli.Value(&o.span, "", quantity.ParseSpan))
	o.rules = "ours"
	f.Var("rules", cli.Value(&o.rules, o.rules, func(text string) (string, error) { // help lists so many elsewhere
		c := cli.Choice{List: rules}
		err := c.Set(text)
		return c.Value, err
	}))
	f.Var("fault", cli.Values(&o.setting.Faults, func(text string) (collide.Fault, error) {
		o.injected = append(o.injected, text)
		return parseFault(text)
	}))
	f.Var("seed", cli.SeedFlag(&o.seed))
	f.Lookup("seed").DefValue = "1"
	f.Var("memory", cli.MemoryFlag(&o.memory))
	f.Output("json")
	f.Complete("nodes",
		cobra.FixedCompletions([]cobra.Completion{cobra.CompletionWithDesc(eachNode, "a process for every id")},
			cobra.ShellCompDirectiveNoFileComp))
	f.Complete("fault", completeFault)
	f.Complete("rules", cli.CompleteChoices(func() []gen.Choice { return rules }))
	o.custom.Add(f)
	return o.run
}

func (o *collisionsOptions) run(ctx context.Context, args []string) error {
	s, err := o.Scheme(args[0], o.custom)
	if err != nil {
		return err
	}
	c := &o.setting
	if err := o.complete(s); err != nil {
		return err
	}
	list := []collide.Rules{c.Rules}
	if o.rules == everyRules {
		if list = collide.Fit(s); c.Each { // ours is the same as drawing again
			list = list[:1]
		}
	}
	check := *c
	check.Rules = list[0]
	if err := check.Check(); err != nil { // what one cannot do at all is refused before the others run
		f := cli.Usage("%w", err)
		if !s.Timed() && (s.Varies() || s.Named()) {
			return f.Hinted("idscope bench birthday %s calculates the probability for any number", s.Name)
		}
		return f
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(c.Memory)) // what is held is bounded by the simulation
	if takes := time.Duration(len(list)) * collide.Estimate(ctx, check, o.Clock.Now); takes > longSimulation {
		o.Note(fmt.Sprintf("this simulation takes about %s; a smaller --count, or --for, takes less time",
			quantity.FormatSeconds(takes.Seconds())))
	}
	var results []*collide.Result
	var failed error
	var left []string
	signal := o.Measured(ctx, func(ctx context.Context, show func(doing string, done, total int)) {
		for i, r := range list {
			c.Rules = r
			c.Progress = func(done, total int64) {
				show("simulating", i*int(total)+int(min(done, total)), len(list)*int(total))
			}
			result, err := collide.Run(ctx, *c)
			if result != nil {
				results = append(results, result)
			} else if err != nil {
				failed, left = err, append(left, r.Name)
			}
			if ctx.Err() != nil {
				return
			}
		}
	})
	if len(results) == 0 && failed != nil {
		return o.broken(failed)
	}
	if err := o.print(results); err != nil {
		return err
	}
	if signal != 0 {
		o.Warn("interrupted: the counts are partial")
		return &cli.Failure{Status: signal}
	}
	if failed != nil {
		return o.broken(fmt.Errorf("rules %s are not counted: %w", strings.Join(left, ", "), failed))
	}
	return nil
}

// complete adds to the setting what is no value of one flag.
func (o *collisionsOptions) complete(s *gen.Scheme) error {
	c := &o.setting
	c.Scheme, c.Poisson, c.Seed = s, o.arrivals.Value == "poisson", *o.seed
	c.Memory = o.memory - min(o.memory/4, 48<<20) // the program itself takes the rest
	c.Rate, _ = o.rate.Float64()
	if c.Nodes == 0 && !c.Each {
		c.Nodes, c.Each = 1, collide.TakesEach(s) && !slices.ContainsFunc(c.Faults,
			func(f collide.Fault) bool { return f.Process() })
	}
	c.Rules, _ = collide.RulesOf(o.rules)
	switch {
	case o.count != nil:
		c.Count = *o.count
	case o.span != nil:
		seconds, _ := o.span.Float64()
		if seconds > collide.MaxSpan.Seconds() {
			return cli.Usage("--for %s is too long; use at most 200 years", quantity.FormatSpan(o.span))
		}
		c.For = time.Duration(math.Round(seconds * 1e9))
	default:
		c.For = time.Hour
	}
	return nil
}

// broken words what ended a simulation.
func (o *collisionsOptions) broken(err error) error {
	if full, ok := errors.AsType[*collide.FullError](err); ok {
		return cli.Refused("%w", err).Hinted("--memory %dG, where this machine has it", max(2, full.Memory>>29))
	}
	return cli.Refused("%w", err)
}

func (o *collisionsOptions) print(results []*collide.Result) error {
	switch {
	case o.JSON:
		for _, r := range results {
			if err := o.PrintJSON(o.record(r)); err != nil {
				return err
			}
		}
		return nil
	case o.rules == everyRules:
		return o.Print(o.table(o.Pen(0), results))
	}
	return o.Print(o.card(o.Pen(0), results[0]))
}

// history says in a line what is simulated.
func (o *collisionsOptions) history() string {
	c := &o.setting
	who := quantity.FormatCount(c.Nodes) + screen.Plural(c.Nodes, " node", " nodes")
	if c.Each {
		who = "a process for each id"
	}
	long := "for " + quantity.FormatDuration(c.For)
	if c.Count > 0 {
		long = idsText(c.Count)
	}
	rate := perSecond(quantity.FormatRational(o.rate))
	return fmt.Sprintf("%s, %s, %s, %s, seed %d", who, rate, o.arrivals.Value, long, c.Seed)
}

// card shows one result, the count first.
func (o *collisionsOptions) card(pen *screen.Pen, r *collide.Result) string {
	rules, _ := collide.RulesOf(r.Rules)
	by := rules.Name + ": " + rules.Help
	if rules.Row != "" {
		by += " (" + rules.Row + ")"
	}
	source := "predicted"
	if r.Prediction.Simulated {
		source = "simulated"
	}
	duplicates := screen.Plural(r.Duplicates, "duplicate", "duplicates")
	duplicates = fmt.Sprintf(": %s %s of %s", quantity.FormatCount(r.Duplicates), duplicates, idsText(r.Made))
	p := pen.Facts([]screen.Styled{screen.Bold.Of(r.Scheme), screen.Plain.Of(duplicates)}, []screen.Fact{
		{"pairs", quantity.FormatCount(r.Pairs) + " of equal ids"},
		{source, predictedText(r)}, {"why", r.Prediction.Model}, {"rules", by}, {"history", o.history()}})
	if len(o.injected) > 0 {
		p.Say("faults", strings.Join(o.injected, " "))
	}
	p.Say("refused", idsText(r.Refused))
	waited := idsText(r.Waited)
	if r.Waited > 0 {
		waited += ", the longest " + quantity.FormatSeconds(r.LongestWait.Seconds())
	}
	p.Say("waited", waited)
	if r.LongestLead > 0 {
		p.Say("lead", "at most "+quantity.FormatSeconds(r.LongestLead.Seconds()))
	}
	if r.Partial {
		p.Say("partial", "interrupted after "+quantity.FormatDuration(r.Span.Round(time.Millisecond))+
			" of the simulated time")
	}
	return p.String()
}

func idsText(n uint64) string { return quantity.FormatCount(n) + screen.Plural(n, " id", " ids") }

func predictedText(r *collide.Result) string {
	p := r.Prediction
	switch {
	case p.Unknown():
		return "no"
	case p.Certain:
		return "0"
	}
	mean := quantity.FormatNumber(p.Expected)
	if p.Expected >= 1000 && p.Expected < 1e15 { // the digits that matter
		mean = rounded(p.Expected)
	}
	text := fmt.Sprintf("%s, 99 of 100 counts are %s to %s", mean, rounded(p.Low), rounded(p.High))
	if !p.Inside {
		return text + ": this one is outside"
	}
	return text
}

// table compares rules on one history.
func (o *collisionsOptions) table(pen *screen.Pen, results []*collide.Result) string {
	t := &screen.Table{Head: []string{"RULES", ">DUPLICATES", ">PREDICTED", ">REFUSED", ">WAITED", ">LONGEST", ">LEAD"}}
	t.Style = func(row, column int) screen.Style {
		if row >= 0 && column == 1 && results[row].Duplicates > 0 {
			return screen.Warn
		}
		return screen.BoldNames(row, column)
	}
	partial, simulated := false, false
	for _, r := range results {
		t.Rows = append(t.Rows, collisionsRow(r))
		partial, simulated = partial || r.Partial, simulated || r.Prediction.Simulated
	}
	narrow := pen.AtMost(screen.TextWidth)
	p := narrow.Page(0)
	p.Text(narrow.Wrap(0, 2, screen.Bold.Of(o.setting.Scheme.Name), screen.Plain.Of(": "+o.history())) + "\n")
	if len(o.injected) > 0 {
		p.Paragraph("", "faults: "+strings.Join(o.injected, " "))
	}
	p.Line()
	p.Text(pen.Panels(t))
	if simulated {
		p.Paragraph("", "~ is the interval of other simulated histories of the same setting; what has no ~ is exact")
	}
	if partial {
		p.Line(screen.Plain.Of("partial: interrupted while the last one ran"))
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
		wait = quantity.FormatSeconds(r.LongestWait.Seconds())
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

// collisionsLine is a result as JSON shows it. Counts are numbers: they stay below
// 2^53.
type collisionsLine struct {
	Schema   int      `json:"schema"`
	Scheme   string   `json:"scheme"`
	Rules    string   `json:"rules"`
	Nodes    int      `json:"nodes,omitempty"`
	Each     bool     `json:"process_per_id"`
	Rate     float64  `json:"per_second"`
	Arrivals string   `json:"arrivals"`
	Seed     uint64   `json:"seed"`
	Faults   []string `json:"faults"`
	Start    string   `json:"start"`
	Span     float64  `json:"simulated_seconds"`
	*collide.Result
	Predicted *collide.Prediction `json:"predicted,omitempty"`
	Model     string              `json:"model"`
}

// record is a result for its JSON.
func (o *collisionsOptions) record(r *collide.Result) any {
	c, p := &o.setting, &r.Prediction
	l := collisionsLine{Schema: 2, Scheme: r.Scheme, Rules: r.Rules, Nodes: c.Nodes, Each: c.Each, Rate: c.Rate,
		Arrivals: o.arrivals.Value, Seed: c.Seed, Faults: append([]string{}, o.injected...),
		Start: quantity.FormatTime(r.Start.UTC()), Span: r.Span.Seconds(), Result: r, Model: p.Model}
	if c.Each {
		l.Nodes = 0
	}
	if !p.Unknown() {
		l.Predicted = p
	}
	return l
}

// parseNodes reads a number of nodes, or each.
func (o *collisionsOptions) parseNodes(text string) (int, error) {
	if o.setting.Each = text == eachNode; o.setting.Each {
		return 0, nil
	}
	n, err := quantity.ParseCount(text, 1, collide.MaxNodes)
	if err != nil {
		err = fmt.Errorf("%w, or each", err)
	}
	return int(n), err
}

// parseFault reads KIND[=VALUE][@TIME][#NODE], as in step=-2s@10m#3.
func parseFault(text string) (f collide.Fault, err error) {
	rest, node, numbered := strings.Cut(text, "#")
	rest, at, timed := strings.Cut(rest, "@")
	name, value, valued := strings.Cut(rest, "=")
	for i, c := range collide.FaultChoices() {
		if c.Name == name {
			f.Kind = collide.FaultKind(i + 1)
		}
	}
	if f.Kind == 0 {
		return f, fmt.Errorf("%q is not a fault; use one of %s", text,
			strings.Join(cli.Names(collide.FaultChoices()), ", "))
	}
	takes := f.Kind.Takes()
	wrong := func(why string, values ...any) (collide.Fault, error) {
		return collide.Fault{}, fmt.Errorf("%q "+why+"; use %s",
			append(append([]any{text}, values...), collide.FaultChoices()[f.Kind-1].Help)...)
	}
	switch {
	case valued && !takes.Duration && !takes.Count:
		return wrong("has a value, which %s does not take", name)
	case !valued && (takes.Count || takes.Duration && f.Kind != collide.Restart):
		return wrong("has no value")
	case timed && !takes.Time:
		return wrong("has a time, but %s lasts from the start", name)
	case !timed && takes.NeedsTime:
		return wrong("has no time")
	case valued && takes.Duration:
		f.Shift, err = quantity.ParseDuration(value, math.MinInt64, math.MaxInt64)
	case valued:
		f.Count, err = quantity.ParseCount(value, 1, math.MaxUint64)
	}
	if err != nil {
		return wrong("has %q for a value", value)
	}
	if timed {
		if f.At, err = cli.ParseLead(at); err != nil {
			return wrong("has %q for a time since the start", at)
		}
		f.Timed = true
	}
	if numbered {
		if !takes.Node {
			return wrong("names a node, but %s is of all", name)
		}
		n, err := strconv.ParseUint(node, 10, 16)
		if err != nil || n == 0 {
			return wrong("has %q for a node, counted from 1", node)
		}
		f.Node = int(n)
	}
	return f, nil
}

// completeFault proposes the kinds, as far as the shell can know them.
func completeFault(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var list []cobra.Completion
	for i, c := range collide.FaultChoices() {
		name := c.Name
		switch takes := collide.FaultKind(i + 1).Takes(); {
		case takes.Count, takes.Duration && i+1 != int(collide.Restart):
			name += "="
		case takes.NeedsTime:
			name += "@"
		}
		list = append(list, cobra.CompletionWithDesc(name, c.Help))
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
