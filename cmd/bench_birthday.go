package cmd

import (
	"context"
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	bday "idscope/bench/birthday"
	"idscope/bench/chart"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
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
	verbose     bool
	plot        string
}

func newBenchBirthday(a *cli.App, f *cli.Flags) cli.Run {
	o := &birthdayOptions{App: a}
	f.Takes(cli.AnyScheme, a.OneOf(cli.Generated))
	o.arrivals = cli.Choice{Value: "poisson", List: []gen.Choice{
		{Name: "poisson", Help: "each at a time of its own: some ticks have many"},
		{Name: "even", Help: "as far apart as can be: no tick has more than its share"},
	}}
	number := func(to **big.Int, least int64, bits uint) *cli.Parsed {
		return cli.Value(to, "", cli.Within(quantity.ParseWhole, big.NewInt(least),
			new(big.Int).Lsh(big.NewInt(1), bits)))
	}
	f.Var("bits", cli.CountWithin(&o.bits, 1, bday.MaxBits))
	f.Var("space", number(&o.space, 1, bday.MaxBits))
	f.Text("alphabet", &o.alphabet)
	f.Var("length", cli.CountWithin(&o.length, 1, 1<<16))
	f.Var("count", number(&o.count, 0, bday.MaxCount))
	f.Var("probability", cli.Value(&o.probability, "", quantity.ParseProbability))
	f.Var("nodes", cli.Value(&o.nodes, "", cli.ParseNodes))
	f.Var("rate", cli.Value(&o.rate, "", quantity.ParseRate))
	f.Var("for", cli.Value(&o.span, "", quantity.ParseSpan))
	f.Var("arrivals", &o.arrivals)
	f.Output("json")
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
	return o.run
}

func (o *birthdayOptions) run(_ context.Context, args []string) error {
	if len(args) == 0 && o.bits == 0 && o.space == nil && o.length == 0 && o.count != nil && o.probability != nil {
		return o.solve()
	}
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
	count, err := o.counted(m)
	if err != nil {
		return err
	}
	if format != "" && o.Engines.Plot == nil && !m.Never() {
		return o.RunFull("--plot")
	}
	r := m.Record(count, o.nodes)
	if format != "" {
		if err := o.draw(r, format); err != nil {
			return err
		}
	}
	of := m.Subject()
	if len(args) > 0 && o.length > 0 {
		of += " of " + quantity.Counted(o.length, "character")
	}
	return o.Answer([]*bday.Record{r}, func(pen *screen.Pen) string {
		return (&birthdayCard{r, of}).screen(pen, o.verbose)
	})
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
	if err == nil {
		s, err = s.Restrict(int(o.length), o.alphabet)
	}
	if err != nil {
		return nil, cli.AsUsage(err)
	}
	m, err := bday.Of(s, bday.Options{Nodes: o.nodes, Rate: o.rate, Even: o.arrivals.Value == "even"})
	return m, cli.AsUsage(err)
}

// counted is the count of the flags, or the one that reaches the probability; nil where none reaches the
// usual one.
func (o *birthdayOptions) counted(m *bday.Model) (*big.Int, error) {
	nodes := m.Unit == bday.Nodes
	switch {
	case nodes && o.nodes != nil && o.probability == nil:
		if o.count != nil || o.span != nil {
			m.Assume = append(m.Assume, "how many ids the nodes generate does not matter: each generates many")
		}
		return o.nodes, nil
	case nodes && (o.count != nil || o.span != nil):
		return nil, cli.Usage("%s collides by nodes, however many ids they generate; use --nodes N", m.Scheme)
	case o.count != nil && m.PerTick && m.Rate == nil && !m.Never():
		tick, _ := m.Tick.Float64()
		return nil, cli.Usage("ids of %s collide only within a tick of %s; use --rate, for how many fall into one",
			m.Scheme, quantity.FormatSeconds(tick)).
			Hinted("--rate 1000, or where all %s are of one tick: idscope bench birthday --space %s --count %s",
				o.count, strings.ReplaceAll(quantity.FormatPower(m.Space), " ", ""), o.count)
	case o.count != nil:
		return o.count, nil
	case o.span != nil:
		count, err := bday.Within(o.rate, o.span)
		return count, cli.AsUsage(err)
	case o.probability == nil:
		return m.Count(big.NewRat(1, 2)), nil
	}
	count := m.Count(o.probability)
	if count != nil {
		return count, nil
	}
	err := cli.Negative("no number of %s reaches this probability: %s", m.Unit, m.Name)
	if m.Owned {
		return nil, err.Hinted("for nodes that draw worker numbers at random: --nodes N")
	}
	return nil, err
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
func (o *birthdayOptions) draw(r *bday.Record, format string) error {
	f := r.Model.Curve()
	if f == nil {
		return cli.Usage("--plot has nothing to draw: %s", r.Name)
	}
	if r.Probability > 0 {
		name := quantity.FormatPower(r.Count.Int) + " " + units(r) + ": " + quantity.FormatNumber(r.Probability)
		f.Marks = append(f.Marks, chart.Mark{Name: name, X: r.Count.Float(), Y: r.Probability})
	}
	picture, err := o.Engines.Plot(*f, chart.Canvas{Format: format, Width: 800, Height: 450})
	if err != nil {
		return cli.Refused("%s cannot be drawn: %w", o.plot, err)
	}
	file, err := cli.NewWholeFile(o.plot)
	if err != nil {
		return err
	}
	return file.Put(picture)
}

// check refuses flags that say two things, or half of one.
func (o *birthdayOptions) check(args []string) error {
	switch {
	case len(args) > 0:
	case o.bits == 0 && o.space == nil && o.alphabet == "" && o.length == 0:
		return cli.Usage("specify what to calculate for: a scheme, --bits N, --space N, or --alphabet " +
			"with --length").Hinted("idscope bench birthday uuidv4 --count 1e9")
	case (o.alphabet == "") != (o.length == 0):
		return cli.Usage("--alphabet and --length give a space together; use both")
	case o.arrivals.Value != "poisson":
		return cli.Usage("--arrivals has no scheme; use one with a time")
	}
	if o.count != nil && o.probability != nil {
		return cli.Usage("--count and --probability cannot be used together here; remove one of the two")
	}
	return nil
}

// solve tells the smallest space for a count and a probability.
func (o *birthdayOptions) solve() error {
	switch {
	case o.plot != "":
		return cli.Usage("--plot draws the probability in a space; use a scheme, --bits, --space, or --alphabet " +
			"and --length")
	case o.rate != nil:
		return cli.Usage("--count and --probability ask for a space of random ids; use nothing but --alphabet " +
			"beside them")
	}
	if _, err := o.symbols(); o.alphabet != "" && err != nil {
		return err
	}
	s, ok := bday.Solve(o.count, o.probability, o.alphabet)
	if !ok {
		return cli.Negative("no space of at most 2^%d is large enough", bday.MaxBits)
	}
	return o.Answer([]bday.Solution{s}, func(pen *screen.Pen) string { return spaceScreen(pen, &s) })
}

// symbols is how many the alphabet has.
func (o *birthdayOptions) symbols() (int64, error) {
	if err := gen.CheckAlphabet(o.alphabet); err != nil {
		return 0, cli.Usage("--alphabet %q is not usable: %w", o.alphabet, err)
	}
	return int64(utf8.RuneCountInString(o.alphabet)), nil
}

// bare is the space of the flags.
func (o *birthdayOptions) bare() (*big.Int, error) {
	switch {
	case o.bits > 0:
		return new(big.Int).Lsh(big.NewInt(1), uint(o.bits)), nil
	case o.space != nil:
		return o.space, nil
	}
	symbols, err := o.symbols()
	if err != nil {
		return nil, err
	}
	if o.length > bday.MaxBits { // each symbol has a bit at least
		return nil, cli.Usage("--length %d is too large; use at most %d", o.length, bday.MaxBits)
	}
	n := new(big.Int).Exp(big.NewInt(symbols), big.NewInt(int64(o.length)), nil)
	if n.BitLen() > bday.MaxBits {
		return nil, cli.Usage("%d of %d symbols have %d bits; use at most %d", o.length, symbols, n.BitLen(),
			bday.MaxBits)
	}
	return n, nil
}

// birthdayCard shows an answer.
type birthdayCard struct {
	*bday.Record
	of string // what the ids are of, in words
}

// screen shows the answer in one sentence, then the counts of the usual probabilities and a plot; in full
// with how it was calculated.
func (b *birthdayCard) screen(pen *screen.Pen, full bool) string {
	narrow := pen.AtMost(screen.TextWidth)
	p := narrow.Page(screen.FactColumn)
	p.Paragraph("", b.sentence())
	if full {
		p.Line()
		b.method(p)
	}
	if b.Model.Never() {
		return p.String()
	}
	p.Line()
	t := b.table(quantity.FormatWhole)
	if width := pen.Width(); width > 0 && t.Width() > width {
		t = b.table(func(n *big.Int) string { return quantity.FormatNumber(bday.Count{Int: n}.Float()) })
	}
	p.Text(pen.Table(t))
	if f := b.Model.Curve(); f != nil {
		if b.Count.Int != nil {
			mark := chart.Mark{Name: b.amount(), X: b.Count.Float(), Y: b.Probability}
			switch x := f.Lines[0].X; {
			case mark.X < x[0]:
				mark.Name += ", left of the chart"
			case mark.X > x[len(x)-1]:
				mark.Name += ", right of the chart"
			}
			f.Marks = append(f.Marks, mark)
		}
		p.Line()
		p.Text(screen.Plot(f, narrow.Width(), 8))
	}
	return p.String()
}

// sentence is the answer.
func (b *birthdayCard) sentence() string {
	switch {
	case b.Model.Never():
		return fmt.Sprintf("No two ids of %s are equal, whatever their number.", b.of)
	case b.Count.Int == nil:
		return fmt.Sprintf("No number of %s of %s reaches that probability.", b.Unit, b.of)
	}
	text := b.amount() + " of " + b.of
	if b.Seconds != nil {
		text += ", " + b.takes()
	} else if b.PerTick && b.Rate == 0 {
		text += ", in one tick"
	}
	text += ": " + b.likely() + " that any two "
	if b.Model.Unit == bday.Nodes {
		text += "have one worker number"
	} else {
		text += "are equal"
	}
	beside := b.Levels[slices.IndexFunc(b.Levels, func(l bday.Reach) bool { return l.Name == "1 %" })]
	if b.Probability >= 0.0099 && b.Probability < 0.49 {
		beside = b.Levels[len(b.Levels)-1]
	}
	if beside.Count.Int != nil {
		text += "; " + screen.Hard(beside.Name) + " at " + screen.Hard(quantity.FormatNumber(beside.Count.Float()))
		if beside.Seconds != nil {
			text += ", after " + screen.Hard(quantity.FormatSeconds(*beside.Seconds))
		}
	}
	return text + "."
}

// amount is the count in words, with what is counted.
func (b *birthdayCard) amount() string {
	return quantity.FormatNumber(b.Count.Float()) + " " + units(b.Record)
}

// takes is how long the count takes.
func (b *birthdayCard) takes() string {
	return quantity.FormatSeconds(*b.Seconds) + " at " + perSecond(quantity.FormatNumber(b.Rate))
}

// perSecond is a rate in words.
func perSecond(rate string) string {
	if rate == "1" {
		return "1 id a second"
	}
	return rate + " ids a second"
}

// units is what is counted, one or many.
func units(r *bday.Record) string {
	if r.Count.Cmp(big.NewInt(1)) == 0 {
		return strings.TrimSuffix(r.Unit, "s")
	}
	return r.Unit
}

// likely is the probability in a few words.
func (b *birthdayCard) likely() string {
	switch p := b.Probability; {
	case b.Log10 == nil:
		return "certain"
	case b.Complement < 1e-9:
		return "as good as certain"
	case p == 0:
		return "impossible"
	case p > 0.9995:
		return "all but 1 in " + quantity.FormatNumber(1/b.Complement)
	case p >= 0.01:
		return screen.Hard(fmt.Sprintf("%.3g %%", 100*p))
	default:
		return screen.Hard("1 in " + quantity.FormatNumber(1/p))
	}
}

// method writes how the answer was calculated, and what it assumes.
func (b *birthdayCard) method(p *screen.Page) {
	p.Say("collision", b.chance())
	counted := b.Count.Int != nil && !b.Model.Never()
	if counted {
		p.Say("pairs", quantity.FormatNumber(b.ExpectedPairs)+" expected to be equal")
	}
	if counted && b.Seconds != nil {
		p.Say("takes", b.takes())
	}
	p.Say("space", b.space())
	p.Say("model", b.Name)
	if counted {
		p.Say("calculated", "by "+b.Method)
	}
	for _, text := range b.Assume {
		p.Item("assumes", screen.Plain.Of(text))
	}
}

// chance is the probability in figures and in words.
func (b *birthdayCard) chance() string {
	switch p := b.Probability; {
	case b.Model.Never():
		return "none, whatever the number of ids"
	case b.Log10 == nil:
		return "certain: more " + b.Unit + " than values"
	case p == 0:
		return "none: one alone meets no other"
	case *b.Log10 < -300:
		return fmt.Sprintf("1 - 10^%.1f: certain, but for a miracle", *b.Log10)
	case b.Complement < 1e-3:
		return "1 - " + quantity.FormatNumber(b.Complement)
	case p < 1e-4:
		return fmt.Sprintf("%s, 1 in %s", quantity.FormatNumber(p), quantity.FormatNumber(1/p))
	default:
		return fmt.Sprintf("%.6g, or %.3g %%, 1 in %s", p, 100*p, quantity.FormatNumber(1/p))
	}
}

func (b *birthdayCard) space() string {
	text := quantity.FormatWhole(b.Space.Int)
	if short := quantity.FormatPower(b.Space.Int); strings.HasPrefix(short, "2^") {
		text = short + " = " + text
	}
	text += " values"
	if b.PerTick {
		text += " in each tick"
	}
	if b.TickSeconds > 0 {
		text += " of " + quantity.FormatSeconds(b.TickSeconds)
	}
	return text
}

// table is the count of the usual probabilities, written so, and the time until then.
func (b *birthdayCard) table(write func(*big.Int) string) *screen.Table {
	t := &screen.Table{Head: []string{"  probability", ">" + b.Unit}}
	timed := b.Rate > 0 && b.Model.Unit == bday.IDs
	if timed {
		t.Head = append(t.Head, ">after")
	}
	for _, l := range b.Levels {
		row := []string{"  " + l.Name, "never", ""}
		if l.Count.Int != nil {
			row[1] = write(l.Count.Int)
		}
		if l.Seconds != nil {
			row[2] = quantity.FormatSeconds(*l.Seconds)
		}
		t.Rows = append(t.Rows, row[:len(t.Head)])
	}
	return t
}

// spaceScreen shows the smallest space for a count and a probability.
func spaceScreen(pen *screen.Pen, s *bday.Solution) string {
	most := quantity.FormatNumber(s.Most)
	size := quantity.Counted(s.Bits, "random bit")
	if len(s.Lengths) == 1 { // of the alphabet that was asked for
		size = fmt.Sprintf("%d random symbols of %d, or %d bits", s.Lengths[0].Length, s.Lengths[0].Symbols, s.Bits)
	}
	p := pen.AtMost(screen.TextWidth).Page(0)
	p.Paragraph("", fmt.Sprintf("%s: any two of %s ids are equal with a probability of at most %s.", size,
		quantity.FormatNumber(s.Count.Float()), most))
	p.Line()
	t := &screen.Table{Head: []string{"  alphabet", ">symbols", ">length", ">probability"}}
	for _, l := range s.Lengths {
		t.Rows = append(t.Rows, []string{"  " + l.Alphabet, strconv.Itoa(l.Symbols), strconv.Itoa(l.Length),
			quantity.FormatNumber(l.Probability)})
	}
	if over := t.Width() - pen.Width(); pen.Width() > 0 && over > 0 && len(s.Lengths) == 1 {
		given := s.Lengths[0].Alphabet
		t.Rows[0][0] = "  " + screen.Cut(given, max(len("alphabet"), len(given)-over))
	}
	p.Text(pen.Table(t))
	return p.String()
}
