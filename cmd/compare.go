package cmd

import (
	"errors"
	"math/big"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"idscope/bench/compare"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen"
	"idscope/gen/quantity"
)

type compareOptions struct {
	*cli.App
	custom cli.LayoutFlags
	nodes  *big.Int
	rate   *big.Rat
	span   *big.Rat

	need           string
	needs          compare.Need
	use            cli.Choice
	db             cli.Choice
	all            bool
	shape          compare.Shape
	size           uint64
	bits           uint64
	length         uint64
	until          string
	notReveal      []string
	maxProbability float64

	format cli.Format
	direct bool
	given  func(flag string) bool
}

// compareFormats are what the table is written as.
var compareFormats = [...]gen.Choice{
	{Name: "text", Help: "a table for people"},
	{Name: "json", Help: "one JSON object a line for each scheme"},
	{Name: "csv", Help: "one row for each scheme"},
	{Name: "tsv", Help: "the rows without headings and quotes"},
	{Name: "markdown", Help: "a table for documents"},
}

func newCompare(a *cli.App) *cobra.Command {
	o := &compareOptions{App: a, format: cli.NewFormat(compareFormats[:], "json", "csv", "markdown"),
		nodes: big.NewInt(10), rate: big.NewRat(1000, 1), span: big.NewRat(31_556_952, 1),
		use: cli.Choice{List: compare.UseNames()}, db: cli.Choice{Value: compare.Postgres, List: compare.Stores()}}
	c := &cobra.Command{
		Use:               "compare [scheme...]",
		ValidArgsFunction: o.completeArgs,
		RunE: func(c *cobra.Command, args []string) error {
			o.given = c.Flags().Changed
			return o.run(args)
		},
	}
	f := a.Flags(c, "compare")
	f.Var("for-use", &o.use)
	f.Var("db", &o.db)
	f.Var("rate", cli.Value(&o.rate, "1000", quantity.ParseRate))
	f.Var("nodes", cli.Value(&o.nodes, "10", cli.ParseNodes))
	f.Var("for", cli.Value(&o.span, "1y", quantity.ParseSpan))
	f.Switch("all", &o.all)
	f.Var("length", cli.CountWithin(&o.size, 1, 512))
	f.Text("alphabet", &o.shape.Alphabet)
	f.Text("encoding", &o.shape.Encoding)
	f.Text("need", &o.need)
	f.Var("bits-max", cli.CountWithin(&o.bits, 1, 1024))
	f.Var("length-max", cli.CountWithin(&o.length, 1, 1024))
	for c, met := range compare.Switches(&o.needs) {
		f.Switch(c.Name, met)
	}
	f.Text("until", &o.until)
	f.Var("not-reveal", cli.Value(&o.notReveal, "", cli.ParseChoices(compare.Reveals)))
	f.Var("max-probability", cli.Value(&o.maxProbability, "", compare.ParseProbability))
	f.Renamed(map[string]string{"max-odds": "max-probability", "no-leak": "not-reveal"})
	o.format.Add(f)
	cli.Unpaged(f, &o.direct)
	f.Complete("for-use", cli.CompleteChoices(compare.UseNames))
	f.Complete("db", cli.CompleteChoices(compare.Stores))
	f.Complete("encoding", cli.CompleteChoices(compare.Encodings))
	f.Complete("not-reveal", cli.CompleteChoices(compare.Reveals))
	f.Complete("need", cli.CompleteChoices(compare.NeedWords))
	o.custom.Add(f)
	return c
}

func (o *compareOptions) completeArgs(c *cobra.Command, args []string, part string) ([]cobra.Completion,
	cobra.ShellCompDirective) {
	list, directive := o.CompleteSchemes(c, args, part)
	for _, b := range compare.BaselineNames() {
		if !slices.Contains(args, b.Name) {
			list = append(list, cobra.CompletionWithDesc(b.Name, b.Help))
		}
	}
	return list, directive
}

func (o *compareOptions) run(args []string) error {
	_, now, err := o.Present()
	if err != nil {
		return err
	}
	if err := o.parse(now); err != nil {
		return err
	}
	if o.use.Value != "" {
		return o.advise(args, now)
	}
	load := compare.Load{Nodes: o.nodes, Rate: o.rate, For: o.span}
	rows, err := o.rows(args, load, now)
	if err != nil {
		return err
	}
	by := load.End(now)
	kept := 0
	for i := range rows {
		if rows[i].Rejected = o.needs.Reject(&rows[i], by); rows[i].Rejected == nil {
			kept++
		}
	}
	if err := o.write(rows, load, now); err != nil {
		return err
	}
	if kept == 0 {
		return &cli.Failure{Status: cli.StatusNegative}
	}
	return nil
}

// write prints the rows in the format asked for.
func (o *compareOptions) write(rows []compare.Row, load compare.Load, now time.Time) error {
	switch o.format.Value {
	case "text":
		return o.Page(show.Compare(o.Pen(0), rows, load, now), o.direct)
	case "markdown":
		return cli.StdoutError(show.CompareMarkdown(o.Out, rows, load, now))
	}
	return o.PrintRecords(o.format.Value, compare.Records(rows, load))
}

// parse turns the flags into needs and a format.
func (o *compareOptions) parse(now time.Time) error {
	if err := o.format.Resolve(); err != nil {
		return err
	}
	if o.given("need") {
		n, err := compare.ParseNeed(o.need, func(text string) (time.Time, error) {
			return quantity.ParseTime(text,
				now, time.UTC)
		})
		if err != nil {
			return cli.BadFlag("need", err)
		}
		o.needs.And(n)
	}
	if o.until != "" {
		t, err := quantity.ParseTime(o.until, now, time.UTC)
		if err != nil {
			return cli.BadFlag("until", err)
		}
		o.needs.And(compare.Need{Until: &t})
	}
	if t := o.needs.Until; t != nil && !t.After(now) {
		return cli.Usage("%s is past; use a time after %s for ids to last until", t.Format(time.RFC3339),
			now.Format(time.RFC3339))
	}
	load := o.given("rate") || o.given("nodes") || o.given("for")
	o.needs.And(compare.Need{MaxBits: int(o.bits), MaxLength: int(o.length), NotReveal: o.notReveal,
		MaxProbability: o.maxProbability, Load: load})
	if load && o.needs.MaxProbability == 0 {
		o.needs.MaxProbability = compare.UsualProbability
	}
	return nil
}

// rows derives those of the names; without any those of eight common schemes, or of all
// where something is asked for.
func (o *compareOptions) rows(args []string, load compare.Load, now time.Time) ([]compare.Row, error) {
	o.shape.Length = int(o.size)
	q := compare.Selection{Load: load, Now: now, Shape: o.shape,
		Find: func(name string) (*gen.Scheme, error) { return o.Scheme(name, o.custom) }}
	if len(args) == 0 && (o.all || o.asks()) {
		schemes, err := o.Schemes(nil, o.custom)
		return q.Every(schemes, o.all), err
	}
	if len(args) == 0 {
		args = compare.Common()
	}
	if named := compare.Schemes(args); o.custom != (cli.LayoutFlags{}) && len(named) != 1 {
		_, err := o.Schemes(named, o.custom)
		return nil, err
	}
	rows, err := q.Named(args)
	return rows, shapeless(err)
}

// shapeless is usage, with a hint where no scheme can have the shape that was asked for.
func shapeless(err error) error {
	if errors.Is(err, compare.ErrShape) {
		return cli.Usage("%w", err).
			Hinted("idscope compare nanoid --length 12, idscope compare uuidv4 --encoding base62")
	}
	return usage(err)
}

// usage is an error of what was given, where it is not one already.
func usage(err error) error {
	var failure *cli.Failure
	if err == nil || errors.As(err, &failure) {
		return err
	}
	return cli.Usage("%w", err)
}

// asks reports whether a flag asks for something of the schemes themselves.
func (o *compareOptions) asks() bool {
	for _, name := range []string{"need", "bits-max", "length-max", "until", "not-reveal", "max-probability"} {
		if o.given(name) {
			return true
		}
	}
	for _, set := range compare.Switches(&o.needs) {
		if *set {
			return true
		}
	}
	return o.custom != (cli.LayoutFlags{})
}
