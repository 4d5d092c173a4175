package cmd

import (
	"errors"
	"io"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	bday "idscope/bench/birthday"
	"idscope/cmd/internal/cli"
	"idscope/gen"
)

type birthdayOptions struct {
	*cli.App
	custom      cli.LayoutFlags
	bits        uint64
	space       cli.Whole
	alphabet    string
	length      uint64
	count       cli.Whole
	probability *big.Rat
	nodes       *big.Int
	rate        *big.Rat
	span        *big.Rat
	arrivals    cli.Choice
	json        bool
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
		Long: `birthday calculates how likely ids are to collide: for a number of ids the odds that
any two are equal, for odds the number of ids, and at a rate how long that takes. The
space is what a scheme leaves to chance, or that of --bits, --space, or --alphabet and
--length. Without a count or odds it tells the count for 50 %.

Time-based schemes collide only within a tick: with --rate the ids spread over time,
else all fall into one tick. --nodes is how many nodes share the ids; of schemes with
worker numbers, how many nodes draw theirs at random. What is assumed is said below the
figures, which are exact to the last digit of a float64.`,
		Example: strings.Join([]string{
			"  idscope bench birthday uuidv4 --count 1e9",
			"  idscope bench birthday snowflake --nodes 38",
			"  idscope bench birthday ulid --rate 1e6 --nodes 20 --for 10y",
			"  idscope bench birthday --bits 64 --probability 1e-6 --json",
			"  idscope bench birthday --alphabet 0123456789abcdef --length 12 --rate 100",
		}, "\n"),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return nil
			}
			return cli.Usage("birthday takes one scheme, got %d; want idscope bench birthday SCHEME", len(args)).Hinted("idscope schemes lists them")
		},
		ValidArgsFunction: a.CompleteScheme,
		RunE:              func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	o.flags(c)
	return c
}

func (o *birthdayOptions) flags(c *cobra.Command) {
	f := c.Flags()
	most := new(big.Int).Lsh(big.NewInt(1), bday.MaxCount)
	number := func(to *cli.Whole, what string, least int64, most *big.Int) *cli.Parsed[cli.Whole] {
		return cli.Flag(to, "N", "", func(text string) (cli.Whole, error) { return cli.ParseWhole(text, what, least, most) })
	}
	ratio := func(to **big.Rat, kind string, parse func(string) (*big.Rat, error)) *cli.Parsed[*big.Rat] {
		return cli.Flag(to, kind, "", parse)
	}
	small := func(to *uint64, what string, most int64) *cli.Parsed[uint64] {
		return cli.Flag(to, "N", "", func(text string) (uint64, error) {
			v, err := cli.ParseWhole(text, what, 1, big.NewInt(most))
			if err != nil {
				return 0, err
			}
			return v.Uint64(), nil
		})
	}
	f.Var(small(&o.bits, "number of bits", bday.MaxBits), "bits", "a space of this many random bits")
	f.Var(number(&o.space, "number of values", 1, new(big.Int).Lsh(big.NewInt(1), bday.MaxBits)), "space", "a space of this many values, as 1e12 or 2^74")
	f.StringVar(&o.alphabet, "alphabet", "", "a space of texts of these `SYMBOLS`, each once; with --length")
	f.Var(small(&o.length, "length", 1<<16), "length", "the length of the texts, in symbols")
	f.VarP(number(&o.count, "count", 0, most), "count", "n", "how many ids, as 1e9 or 2^40")
	f.VarP(ratio(&o.probability, "P", cli.ParseProbability), "probability", "p", "how many ids for these odds, as 0.5, 1e-9, 1% or 1/1000")
	f.Var(cli.Flag(&o.nodes, "N", "", cli.ParseNodes), "nodes", "how many nodes share the ids, or draw worker numbers at random")
	f.Var(ratio(&o.rate, "N", cli.ParseRate), "rate", "ids a second, all nodes together")
	f.Var(ratio(&o.span, "DURATION", cli.ParseSpan), "for", "how many ids: so long at --rate, as 90d or 10y")
	o.arrivals.Add(f, "arrivals", "", "how ids come at --rate")
	f.BoolVar(&o.json, "json", false, "one JSON object")
	f.StringVar(&o.plot, "plot", "", "draw the odds against the count into this `FILE`, .svg or .png")
	_ = c.RegisterFlagCompletionFunc("alphabet", cobra.FixedCompletions([]cobra.Completion{
		cobra.CompletionWithDesc("0123456789abcdef", "hexadecimal"),
		cobra.CompletionWithDesc("0123456789abcdefghijklmnopqrstuvwxyz", "base36"),
		cobra.CompletionWithDesc("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "base62"),
	}, cobra.ShellCompDirectiveNoFileComp))
	_ = c.RegisterFlagCompletionFunc("plot", cobra.FixedCompletions([]cobra.Completion{"svg", "png"}, cobra.ShellCompDirectiveFilterFileExt))
	o.custom.Add(c)
}

func (o *birthdayOptions) run(args []string) error {
	if err := o.check(args); err != nil {
		return err
	}
	format, err := plotFormat(o.plot)
	if err != nil {
		return err
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
	text := ""
	if o.json {
		text, err = answer.json()
	} else {
		width := 80
		if o.Width > 0 {
			width = min(width, o.Width)
		}
		text = answer.Card(o.Pen(0), width)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(o.Out, text)
	return cli.StdoutError(err)
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
	var e *bday.Error
	if errors.As(err, &e) {
		return nil, cli.Usage("%w", err)
	}
	return m, err
}
