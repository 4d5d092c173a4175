package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/bench/chart"
	"idscope/bench/compare"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/quantity"
)

type compareOptions struct {
	*cli.App
	custom cli.LayoutFlags
	load   compare.Load

	need  string
	needs compare.Need
	use   cli.Choice
	db    cli.Choice
	all   bool
	shape compare.Shape
	until string

	format cli.Format
	given  func(flag string) bool
}

func newCompare(a *cli.App, f *cli.Flags) cli.Run {
	o := &compareOptions{App: a, given: f.Changed, format: cli.NewRecordFormat("one row for each scheme"),
		load: compare.UsualLoad(), use: cli.Choice{List: compare.UseNames()},
		db: cli.Choice{Value: compare.Postgres, List: compare.Stores()}}
	f.Takes(nil, o.completeArgs)
	f.Var("for-use", &o.use)
	f.Var("db", &o.db)
	cli.AddLoad(f, &o.load.Rate, &o.load.Nodes, &o.load.For)
	f.Switch("all", &o.all)
	f.Var("length", cli.CountWithin(&o.shape.Length, 1, 512))
	f.Text("alphabet", &o.shape.Alphabet)
	f.Text("encoding", &o.shape.Encoding)
	f.Text("need", &o.need)
	f.Var("bits-max", cli.CountWithin(&o.needs.MaxBits, 1, 1024))
	f.Var("length-max", cli.CountWithin(&o.needs.MaxLength, 1, 1024))
	for c, met := range compare.Switches(&o.needs) {
		f.Switch(c.Name, met)
	}
	f.Text("until", &o.until)
	reveals := cli.ParseChoices[string](compare.Reveals)
	f.Var("not-reveal", cli.Value(&o.needs.NotReveal, "", func(text string) ([]string, error) { // again: more of them
		list, err := reveals(text)
		return append(o.needs.NotReveal, list...), err
	}))
	f.Var("max-probability", cli.Value(&o.needs.MaxProbability, "", compare.ParseProbability))
	f.Renamed(map[string]string{"max-odds": "max-probability", "no-leak": "not-reveal"})
	o.format.Add(f)
	f.Output("no-pager")
	f.Complete("encoding", cli.CompleteChoices(compare.Encodings))
	f.Complete("not-reveal", cli.CompleteList(compare.Reveals))
	f.Complete("need", cli.CompleteList(compare.NeedWords))
	o.custom.Add(f)
	return o.run
}

func (o *compareOptions) completeArgs(c *cobra.Command, args []string, part string) ([]cobra.Completion,
	cobra.ShellCompDirective) {
	list, directive := o.CompleteSchemes(c, args, part)
	for _, b := range compare.Baselines() {
		if !slices.Contains(args, b.Name) {
			list = append(list, cobra.CompletionWithDesc(b.Name, "for comparison, needs a server: "+b.Counter))
		}
	}
	return list, directive
}

func (o *compareOptions) run(_ context.Context, args []string) error {
	if err := o.parse(); err != nil {
		return err
	}
	now := o.Now()
	if o.use.Value != "" {
		return o.advise(args, now)
	}
	rows, err := o.rows(args, now)
	if err != nil {
		return err
	}
	by := o.load.End(now)
	kept := 0
	for i := range rows {
		if rows[i].Rejected = o.needs.Reject(&rows[i], by); rows[i].Rejected == nil {
			kept++
		}
	}
	if err := o.write(rows, now); err != nil {
		return err
	}
	if kept == 0 {
		return &cli.Failure{Status: cli.StatusNegative}
	}
	return nil
}

// write prints the rows in the format asked for.
func (o *compareOptions) write(rows []compare.Row, now time.Time) error {
	switch o.format.Value {
	case "text":
		return o.Page(compareScreen(o.Pen(0), rows, o.load, now))
	case "markdown":
		return o.Print(compareMarkdown(rows, o.load, now))
	}
	return o.PrintRecords(o.format.Value, compare.Records(rows, o.load))
}

// parse turns the flags into needs and a format.
func (o *compareOptions) parse() error {
	o.format.Resolve()
	if err := gen.CheckAlphabet(o.shape.Alphabet); err != nil && o.shape.Alphabet != "" {
		return cli.Usage("--alphabet %q is not usable: %w", o.shape.Alphabet, err)
	}
	now := o.Now()
	if o.until != "" {
		t, err := o.Time("until", o.until, time.UTC)
		if err != nil {
			return err
		}
		o.needs.Until = &t
	}
	if o.given("need") {
		err := o.needs.Add(o.need, func(text string) (time.Time, error) {
			return quantity.ParseTime(text, now, time.UTC)
		})
		if err != nil {
			return cli.BadFlag("need", err)
		}
	}
	slices.Sort(o.needs.NotReveal)
	if t := o.needs.Until; t != nil && !t.After(now) {
		return cli.Usage("%s is past; use a time after %s for ids to last until", t.Format(time.RFC3339),
			now.Format(time.RFC3339))
	}
	o.needs.Load = o.given("rate") || o.given("nodes") || o.given("for")
	if o.needs.Load && o.needs.MaxProbability == 0 {
		o.needs.MaxProbability = compare.UsualProbability
	}
	return nil
}

// rows derives those of the names; without any those of eight common schemes, or of all
// where something is asked for.
func (o *compareOptions) rows(args []string, now time.Time) ([]compare.Row, error) {
	q := compare.Selection{Load: o.load, Now: now, Shape: o.shape,
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
	return cli.AsUsage(err)
}

// asks reports whether a flag asks for something of the schemes themselves.
func (o *compareOptions) asks() bool {
	names := []string{"need", "bits-max", "length-max", "until", "not-reveal", "max-probability"}
	asked := slices.ContainsFunc(names, o.given) || o.custom != (cli.LayoutFlags{})
	for _, set := range compare.Switches(&o.needs) {
		asked = asked || *set
	}
	return asked
}

// advise answers what to use.
func (o *compareOptions) advise(args []string, now time.Time) error {
	if len(args) == 0 && (o.shape.Length > 0 || o.shape.Alphabet != "") {
		args = []string{"nanoid"}
	}
	if len(args) == 0 && o.shape.Encoding != "" {
		return cli.Usage("--encoding is of candidates of yours; use their names").
			Hinted("idscope compare --for-use %s uuidv7 --encoding %s", o.use.Value, o.shape.Encoding)
	}
	q := compare.Question{DB: o.db.Value, MaxProbability: cmp.Or(o.needs.MaxProbability, compare.UsualProbability),
		Also: args, Selection: compare.Selection{Shape: o.shape, Now: now,
			Find: func(name string) (*gen.Scheme, error) { return o.Scheme(name, cli.LayoutFlags{}) }}}
	for _, u := range compare.Uses() {
		if u.Name == o.use.Value {
			q.Use, q.Load = &u, u.Load
		}
	}
	if o.given("rate") {
		q.Load.Rate = o.load.Rate
	}
	if o.given("nodes") {
		q.Load.Nodes = o.load.Nodes
	}
	if o.given("for") {
		q.Load.For = o.load.For
	}
	a, err := compare.Advise(&q)
	if err != nil {
		return shapeless(err)
	}
	if o.format.Value == "json" {
		err = o.PrintJSON(a)
	} else {
		err = o.Page(adviceScreen(o.Pen(0), &q, a))
	}
	if err == nil && len(a.Picks) == 0 {
		return &cli.Failure{Status: cli.StatusNegative}
	}
	return err
}

// adviceScreen is the answer to what ids to use: the candidates, best first, each with its
// reason and what to watch, and why others are none.
func adviceScreen(pen *screen.Pen, q *compare.Question, a *compare.Advice) string {
	const column = 12
	narrow := pen.AtMost(screen.TextWidth)
	p := narrow.Page(column)
	p.Text(narrow.Wrap(0, 2, screen.Bold.Of(q.Use.Name), screen.Plain.Of(": "+q.Use.Help)) + "\n")
	p.Text(narrow.Wrap(0, 2, screen.Plain.Of(adviceLoad(q))) + "\n")
	for i, one := range a.Picks {
		p.Line()
		p.Line(screen.Plain.Of(fmt.Sprintf("%d  ", i+1)), screen.Bold.Of(one.Candidate))
		p.Say("why", one.Why)
		p.Say("watch", one.Watch)
		if one.Keep != "" {
			p.Say("keep as", one.Keep)
		}
		switch width := pen.Width(); { // in one piece, to be copied, where there is room
		case one.Generate == "":
		case width > 0 && column+len(one.Generate) > width:
			p.Line(screen.Plain.Of("  "), screen.Dim.Of("generate"))
			p.Shell(4, one.Generate)
		default:
			p.Say("generate", screen.Hard(one.Generate))
		}
	}
	if len(a.Picks) == 0 {
		p.Line()
		p.Paragraph("", "nothing is left: see why below; fewer needs, a lower rate or a higher --max-probability help")
	}
	remarks(p, "those that you named", a.Named)
	remarks(p, "why not", a.Lost)
	return p.String()
}

// adviceLoad says what an answer holds for.
func adviceLoad(q *compare.Question) string {
	most := strings.ReplaceAll(strconv.FormatFloat(q.MaxProbability, 'g', 3, 64), "e-0", "e-")
	if q.Use.Checked {
		return q.Load.String() + "; a draw is taken, and a guess finds one, with probability " + most + " at most"
	}
	return q.Load.String() + "; probability of a collision at most " + most
}

// compareScreen puts schemes side by side under a load.
func compareScreen(pen *screen.Pen, rows []compare.Row, load compare.Load, now time.Time) string {
	t := compare.TablesOf(rows, now)
	p := pen.AtMost(screen.TextWidth).Page(0)
	p.Paragraph("", "COLLISIONS: "+load.String())
	p.Line()
	if len(t.Facts.Rows) == 0 {
		p.Line(screen.Plain.Of("nothing is left"))
	} else {
		p.Text(pen.Panels(screen.TableOf(t.Facts)))
		p.Line()
		p.Text(pen.Panels(screen.TableOf(t.Traits)))
	}
	remarks(p, "libraries", t.Libraries)
	remarks(p, "by the original's own rule", t.Originals)
	remarks(p, "rejected", t.Rejections)
	remarks(p, "cannot carry that", t.Problems)
	return p.String()
}

// remarks writes what is said of several schemes below a title.
func remarks(p *screen.Page, title string, list []compare.Remark) {
	for i, one := range list {
		if i == 0 {
			p.Line()
			p.Line(screen.Plain.Of(title))
		}
		p.Paragraph("  "+one.Of+": ", one.Text)
	}
}

// compareMarkdown is the tables for documents, with what was rejected below.
func compareMarkdown(rows []compare.Row, load compare.Load, now time.Time) string {
	var b strings.Builder // which takes all
	t := compare.TablesOf(rows, now)
	for _, one := range []chart.Table{t.Facts, t.Traits} {
		_ = screen.Markdown(&b, one.Head, one.Rows)
		b.WriteByte('\n')
	}
	b.WriteString("COLLISIONS: " + load.String() + "\n")
	for i, n := range slices.Concat(t.Originals, t.Rejections, t.Problems) {
		if i == 0 {
			b.WriteByte('\n')
		}
		b.WriteString("- " + n.Of + ": " + n.Text + "\n")
	}
	return b.String()
}
