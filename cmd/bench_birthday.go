package cmd

import (
	"math/big"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	bday "idscope/bench/birthday"
	"idscope/bench/chart"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen"
	"idscope/gen/quantity"
)

type birthdayOptions struct {
	*cli.App
	custom      cli.LayoutFlags
	bits        uint64
	space       *big.Int
	alphabet    string
	length      uint64
	count       *big.Int
	probability *big.Rat
	nodes       *big.Int
	rate        *big.Rat
	span        *big.Rat
	arrivals    cli.Choice
	json        bool
	verbose     bool
	plot        string
}

func newBenchBirthday(a *cli.App) *cobra.Command {
	o := &birthdayOptions{App: a}
	o.arrivals = cli.Choice{Value: "poisson", List: []gen.Choice{
		{Name: "poisson", Help: "each at a time of its own: some ticks have many"},
		{Name: "even", Help: "as far apart as can be: no tick has more than its share"},
	}}
	c := &cobra.Command{
		Use: "birthday [scheme]",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return nil
			}
			return cli.Usage("birthday takes one scheme, got %d; use idscope bench birthday SCHEME",
				len(args)).Hinted("idscope schemes lists them")
		},
		ValidArgsFunction: a.CompleteGenerated,
		RunE:              func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	o.flags(a.Flags(c, "bench birthday"))
	return c
}

func (o *birthdayOptions) flags(f *cli.Flags) {
	number := func(to **big.Int, least int64, bits uint) *cli.Parsed[*big.Int] {
		return cli.Value(to, "", cli.Within(quantity.ParseWhole, big.NewInt(least),
			new(big.Int).Lsh(big.NewInt(1), bits)))
	}
	small := func(to *uint64, most uint64) *cli.Parsed[uint64] {
		return cli.Value(to, "", cli.Within(quantity.ParseCount, 1, most))
	}
	f.Var("bits", small(&o.bits, bday.MaxBits))
	f.Var("space", number(&o.space, 1, bday.MaxBits))
	f.Text("alphabet", &o.alphabet)
	f.Var("length", small(&o.length, 1<<16))
	f.Var("count", number(&o.count, 0, bday.MaxCount))
	f.Var("probability", cli.Value(&o.probability, "", quantity.ParseProbability))
	f.Var("nodes", cli.Value(&o.nodes, "", cli.ParseNodes))
	f.Var("rate", cli.Value(&o.rate, "", quantity.ParseRate))
	f.Var("for", cli.Value(&o.span, "", quantity.ParseSpan))
	f.Var("arrivals", &o.arrivals)
	f.Switch("json", &o.json)
	f.Switch("verbose", &o.verbose)
	f.Text("plot", &o.plot)
	f.Complete("alphabet", cobra.FixedCompletions([]cobra.Completion{
		cobra.CompletionWithDesc("0123456789abcdef", "hexadecimal"),
		cobra.CompletionWithDesc("0123456789abcdefghijklmnopqrstuvwxyz", "base36"),
		cobra.CompletionWithDesc("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "base62"),
	}, cobra.ShellCompDirectiveNoFileComp))
	f.Complete("plot", cobra.FixedCompletions([]cobra.Completion{"svg", "png"},
		cobra.ShellCompDirectiveFilterFileExt))
	o.custom.Add(f)
}

func (o *birthdayOptions) run(args []string) error {
	if err := o.check(args); err != nil {
		return err
	}
	format, err := plotFormat(o.plot)
	if err != nil {
		return err
	}
	if o.solves(args) {
		return o.solve()
	}
	m, err := o.model(args)
	if err != nil {
		return err
	}
	answer, err := o.answer(m)
	if err != nil {
		return err
	}
	if format != "" && o.Engines.Plot == nil && !m.Never() {
		return o.RunFull("--plot")
	}
	if format != "" {
		if err := o.draw(m, answer, format); err != nil {
			return err
		}
	}
	if o.json {
		return o.PrintJSON(answer.Object(o.nodes))
	}
	width := 80
	if o.Width > 0 {
		width = min(width, o.Width)
	}
	answer.Length = o.length
	if len(args) == 0 {
		answer.Length = 0 // it is in the space
	}
	return o.Print(answer.Card(o.Pen(0), width, o.verbose))
}

// model is that of the scheme, or of the space that the flags make.
func (o *birthdayOptions) model(args []string) (*bday.Model, error) {
	if len(args) == 0 {
		n, err := o.bare()
		if err != nil {
			return nil, err
		}
		m := bday.In(n)
		m.Rate = o.rate
		return m, nil
	}
	s, err := o.Scheme(args[0], o.custom)
	if err != nil {
		return nil, err
	}
	if s, err = o.resized(s); err != nil {
		return nil, err
	}
	opts := bday.Options{Nodes: o.nodes, Rate: o.rate}
	if o.arrivals.Value == "even" {
		opts.Arrival = bday.Even
	}
	m, err := bday.Of(s, opts)
	if err != nil {
		return nil, cli.Usage("%w", err)
	}
	return m, err
}

// answer chooses the count: that of the flags, or the one that reaches the probability.
func (o *birthdayOptions) answer(m *bday.Model) (*show.Birthday, error) {
	b := &show.Birthday{Model: m}
	nodes := m.Unit == bday.Nodes
	switch {
	case nodes && o.nodes != nil && o.probability == nil:
		b.Count = o.nodes
		if o.count != nil || o.span != nil {
			m.Assume = append(m.Assume, "how many ids the nodes generate does not matter: each generates many")
		}
	case nodes && o.span != nil:
		return nil, cli.Usage("%s collides by nodes, however long they run; use --nodes N", m.Scheme)
	case o.count != nil && m.PerTick && m.Rate == nil && !m.Never():
		tick, _ := m.Tick.Float64()
		return nil, cli.Usage("ids of %s collide only within a tick of %s; use --rate, for how many fall into one",
			m.Scheme, quantity.FormatSeconds(tick)).
			Hinted("--rate 1000, or where all %s are of one tick: idscope bench birthday --space %s --count %s", o.count,
				strings.ReplaceAll(quantity.FormatPower(m.Space), " ", ""), o.count)
	case o.count != nil:
		b.Count = o.count
	case o.span != nil:
		k := new(big.Rat).Mul(o.rate, o.span)
		b.Count = new(big.Int).Quo(k.Num(), k.Denom())
		if b.Count.BitLen() > bday.MaxCount {
			return nil, cli.Usage("the count is too large; use at most 2^%d", bday.MaxCount)
		}
	default:
		asked := o.probability
		if asked == nil {
			asked = big.NewRat(1, 2)
		}
		if b.Count = m.Count(asked); b.Count == nil && o.probability != nil {
			err := cli.Negative("no number of %s reaches this probability: %s", m.Unit, m.Name)
			if m.Owned && o.nodes == nil {
				return nil, err.Hinted("for nodes that draw worker numbers at random: --nodes N")
			}
			return nil, err
		}
	}
	if b.Count != nil {
		b.Found, b.Pairs = m.Chance(b.Count), m.Pairs(b.Count)
	}
	for _, l := range bday.Levels() {
		b.Levels = append(b.Levels, show.BirthdayLevel{Level: l, Count: m.Count(l.P)})
	}
	return b, nil
}

// plotFormat is the format that the end of a file's name asks for; empty for no
// file.
func plotFormat(path string) (string, error) {
	switch format := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), ".")); {
	case path == "":
		return "", nil
	case format == "svg" || format == "png":
		return format, nil
	}
	return "", cli.Usage("--plot %q has no known ending; use a file .svg or .png", path)
}

// draw writes the picture of the probability with the answer in it.
func (o *birthdayOptions) draw(m *bday.Model, b *show.Birthday, format string) error {
	f := m.Curve()
	if f == nil {
		return cli.Usage("--plot has nothing to draw: %s", m.Name)
	}
	if p := b.Found.Probability(); b.Count != nil && p > 0 {
		x, _ := new(big.Float).SetInt(b.Count).Float64()
		name := quantity.FormatPower(b.Count) + " " + b.Units(b.Count) + ": " + quantity.FormatNumber(p)
		f.Marks = append(f.Marks, chart.Mark{Name: name, X: x, Y: p})
	}
	width, height := f.Size()
	picture, err := o.Engines.Plot.Draw(*f, chart.Canvas{Format: format, Width: width, Height: height})
	if err != nil {
		return cli.Refused("%s cannot be drawn: %w", o.plot, err)
	}
	file, err := cli.NewWholeFile(o.plot)
	if err != nil {
		return err
	}
	return file.Put(picture)
}
