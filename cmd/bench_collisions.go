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
	"github.com/spf13/pflag"

	"idscope/bench/collide"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen"
	"idscope/gen/quantity"
)

type collisionsOptions struct {
	*cli.App
	custom   cli.LayoutFlags
	nodes    cli.NodeCount
	rate     *big.Rat
	arrivals cli.Choice
	count    *uint64
	span     *big.Rat
	rules    rulesChoice
	faults   cli.FaultFlags
	seed     *uint64
	memory   int64
	json     bool
}

const everyRules = "all"

// longSimulation is how long one takes that says so before it starts.
const longSimulation = 30 * time.Second

func newBenchCollisions(a *cli.App) *cobra.Command {
	o := &collisionsOptions{App: a, rate: big.NewRat(1000, 1), seed: new(uint64), memory: collide.DefaultMemory}
	*o.seed = 1
	o.arrivals = cli.Choice{Value: "poisson", List: []gen.Choice{
		{Name: "constant", Help: "evenly spaced, the nodes take turns"},
		{Name: "poisson", Help: "at random, independent of each other"},
	}}
	o.rules.Choice = cli.Choice{Value: "ours",
		List: append(collide.RulesChoices(), gen.Choice{Name: everyRules, Help: "all that the layout allows, on one " +
			"history"})}
	c := &cobra.Command{
		Use: "collisions <scheme>",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return nil
			}
			return cli.Usage("bench collisions takes one scheme, got %d; use idscope bench collisions SCHEME",
				len(args)).Hinted("idscope schemes lists them")
		},
		ValidArgsFunction: a.CompleteGenerated,
		RunE:              func(c *cobra.Command, args []string) error { return o.run(c.Context(), args[0]) },
	}
	f := a.Flags(c, "bench collisions")
	f.Var("nodes", &o.nodes)
	f.Var("rate", cli.Value(&o.rate, "1000", quantity.ParseRate))
	f.Var("arrivals", &o.arrivals)
	f.Var("count", cli.OptionalFlag(&o.count, cli.Within(quantity.ParseCount, 1, 1e15)))
	f.Var("for", cli.Value(&o.span, "", quantity.ParseSpan))
	f.Var("rules", &o.rules)
	f.Var("fault", &o.faults)
	f.Var("seed", cli.SeedFlag(&o.seed))
	f.Lookup("seed").DefValue = "1"
	f.Var("memory", cli.MemoryFlag(&o.memory))
	f.Switch("json", &o.json)
	f.Complete("nodes",
		cobra.FixedCompletions([]cobra.Completion{cobra.CompletionWithDesc(cli.EachNode, "a process for every id")},
			cobra.ShellCompDirectiveNoFileComp))
	f.Complete("fault", cli.CompleteFault)
	f.Complete("rules", func(*cobra.Command, []string, string) ([]cobra.Completion,
		cobra.ShellCompDirective) {
		return cli.Described(o.rules.List), cobra.ShellCompDirectiveNoFileComp
	})
	o.custom.Add(f)
	return c
}

func (o *collisionsOptions) run(ctx context.Context, name string) error {
	s, err := o.Scheme(name, o.custom)
	if err != nil {
		return err
	}
	c, err := o.config(s)
	if err != nil {
		return err
	}
	list := []collide.Rules{c.Rules}
	if o.rules.Value == everyRules {
		if list = collide.Fit(s); c.Each { // ours is the same as drawing anew
			list = list[:1]
		}
	}
	check := c
	if check.Rules = list[0]; check.Check() != nil { // what one cannot do at all is refused before the others run
		return o.unfit(check.Check(), s)
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(c.Memory)) // what is held is bounded by the simulation
	ctx, stopped := cli.UntilSignal(ctx)
	if takes := time.Duration(len(list)) * collide.Estimate(ctx, check, o.Clock.Now); takes > longSimulation {
		o.Note(fmt.Sprintf("this simulation takes about %s; a smaller --count, or --for, takes less time",
			quantity.FormatSeconds(takes.Seconds())))
	}
	bar := o.Bar()
	var results []*collide.Result
	var failed error
	var left []string
	for i, r := range list {
		c.Rules = r
		c.Progress = func(done, total int64) {
			bar.Steps("simulating", int64(i)*total+min(done, total), int64(len(list))*total)
		}
		result, err := collide.Run(ctx, c)
		if result != nil {
			results = append(results, result)
		} else if err != nil {
			failed, left = err, append(left, r.Name)
		}
		if ctx.Err() != nil {
			break
		}
	}
	bar.Clear()
	signal := stopped()
	if len(results) == 0 && failed != nil {
		return o.broken(failed)
	}
	if err := o.print(&c, results); err != nil {
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

// config puts the flags together.
func (o *collisionsOptions) config(s *gen.Scheme) (collide.Config, error) {
	c := collide.Config{Scheme: s, Nodes: o.nodes.N, Each: o.nodes.Each, Poisson: o.arrivals.Value == "poisson",
		Faults: o.faults.List, Seed: *o.seed,
		Memory: o.memory - min(o.memory/4, 48<<20)} // the program itself takes the rest
	c.Rate, _ = o.rate.Float64()
	if c.Nodes == 0 && !c.Each {
		c.Nodes, c.Each = 1, collide.TakesEach(s) && !slices.ContainsFunc(c.Faults,
			func(f collide.Fault) bool { return f.Process() })
	}
	c.Rules, _ = collide.RulesOf(o.rules.Value)
	switch {
	case o.count != nil:
		c.Count = *o.count
	case o.span != nil:
		seconds, _ := o.span.Float64()
		if seconds > collide.MaxSpan.Seconds() {
			return c, cli.Usage("--for %s s is too long; use at most 200 years", strconv.FormatFloat(seconds, 'g', 6, 64))
		}
		c.For = time.Duration(math.Round(seconds * 1e9))
	default:
		c.For = time.Hour
	}
	return c, nil
}

// unfit words what cannot be simulated.
func (o *collisionsOptions) unfit(err error, s *gen.Scheme) error {
	f := cli.Usage("%w", err)
	if !s.Timed() && (s.Varies() || s.Named()) {
		return f.Hinted("idscope bench birthday %s calculates the probability for any number", s.Name)
	}
	return f
}

// broken words what ended a simulation.
func (o *collisionsOptions) broken(err error) error {
	var full *collide.FullError
	if errors.As(err, &full) {
		return cli.Refused("%w", err).Hinted("--memory %dG, where this machine has it", max(2, full.Memory>>29))
	}
	return cli.Refused("%w", err)
}

func (o *collisionsOptions) print(c *collide.Config, results []*collide.Result) error {
	shown := &show.Collisions{Config: c, PerSecond: o.rate, Arriving: o.arrivals.Value, Faulty: o.faults.Texts}
	switch {
	case o.json:
		for _, r := range results {
			if err := o.PrintJSON(shown.Object(r)); err != nil {
				return err
			}
		}
	case o.rules.Value == everyRules:
		return o.Print(shown.Table(o.Pen(0), results))
	case len(results) > 0:
		return o.Print(shown.Card(o.Pen(0), results[0]))
	}
	return nil
}

// rulesChoice is a choice of so many values that help lists them elsewhere.
type rulesChoice struct{ cli.Choice }

var _ pflag.Value = (*rulesChoice)(nil)

// Type is what help shows for the value.
func (c *rulesChoice) Type() string { return "RULES" }
