package cmd

import (
	"fmt"
	"math"
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
		ValidArgsFunction: a.OneOf(cli.Generated),
		RunE:              func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	o.flags(a.Flags(c, "bench birthday"))
	return c
}

func (o *birthdayOptions) flags(f *cli.Flags) {
	number := func(to **big.Int, least int64, bits uint) *cli.Parsed {
		return cli.Value(to, "", cli.Within(quantity.ParseWhole, big.NewInt(least),
			new(big.Int).Lsh(big.NewInt(1), bits)))
	}
	small := func(to *uint64, most uint64) *cli.Parsed {
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
func (o *birthdayOptions) answer(m *bday.Model) (*birthdayAnswer, error) {
	b := &birthdayAnswer{Model: m}
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
			Hinted("--rate 1000, or where all %s are of one tick: idscope bench birthday --space %s --count %s",
				o.count, strings.ReplaceAll(quantity.FormatPower(m.Space), " ", ""), o.count)
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
		b.Levels = append(b.Levels, birthdayLevel{Level: l, Count: m.Count(l.P)})
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
func (o *birthdayOptions) draw(m *bday.Model, b *birthdayAnswer, format string) error {
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

// check refuses flags that say two things, or half of one.
func (o *birthdayOptions) check(args []string) error {
	if o.solves(args) {
		switch {
		case o.plot != "":
			return cli.Usage("--plot draws the probability in a space; use a scheme, --bits, --space, or --alphabet " +
				"and --length")
		case o.rate != nil:
			return cli.Usage("--count and --probability ask for a space of random ids; use nothing but --alphabet " +
				"beside them")
		}
		return nil
	}
	switch {
	case len(args) == 0 && o.bits == 0 && o.space == nil && o.alphabet == "" && o.length == 0:
		return cli.Usage("specify what to calculate for: a scheme, --bits N, --space N, or --alphabet " +
			"with --length").Hinted("idscope bench birthday uuidv4 --count 1e9")
	case len(args) == 0 && (o.alphabet == "") != (o.length == 0):
		return cli.Usage("--alphabet and --length give a space together; use both")
	case o.count != nil && o.probability != nil:
		return cli.Usage("--count and --probability cannot be used together here; remove one of the two")
	case len(args) == 0 && o.arrivals.Value != "poisson":
		return cli.Usage("--arrivals has no scheme; use one with a time")
	}
	return nil
}

// solves reports whether the space is what is asked for.
func (o *birthdayOptions) solves(args []string) bool {
	return len(args) == 0 && o.bits == 0 && o.space == nil && o.length == 0 && o.count != nil &&
		o.probability != nil
}

// solve tells the smallest space for a count and a probability.
func (o *birthdayOptions) solve() error {
	if o.alphabet != "" {
		if err := gen.CheckAlphabet(o.alphabet); err != nil {
			return cli.Usage("--alphabet %q is not usable: %w", o.alphabet, err)
		}
	}
	s, ok := bday.Solve(o.count, o.probability, o.alphabet)
	switch {
	case !ok:
		return cli.Negative("no space of at most 2^%d is large enough", bday.MaxBits)
	case o.json:
		return o.PrintJSON(s)
	}
	return o.Print(spaceScreen(o.Pen(0), &s))
}

// bare is the space of the flags.
func (o *birthdayOptions) bare() (*big.Int, error) {
	switch {
	case o.bits > 0:
		return new(big.Int).Lsh(big.NewInt(1), uint(o.bits)), nil
	case o.space != nil:
		return o.space, nil
	}
	if err := gen.CheckAlphabet(o.alphabet); err != nil {
		return nil, cli.Usage("--alphabet %q is not usable: %w", o.alphabet, err)
	}
	symbols := utf8.RuneCountInString(o.alphabet)
	if float64(o.length) > bday.MaxBits { // each symbol has a bit at least
		return nil, cli.Usage("--length %d is too large; use at most %d", o.length, bday.MaxBits)
	}
	n := new(big.Int).Exp(big.NewInt(int64(symbols)), big.NewInt(int64(o.length)), nil)
	if n.BitLen() > bday.MaxBits {
		return nil, cli.Usage("%d of %d symbols have %d bits; use at most %d", o.length, symbols, n.BitLen(),
			bday.MaxBits)
	}
	return n, nil
}

// resized is a scheme with the length and alphabet of the flags, where it leaves
// them open.
func (o *birthdayOptions) resized(s *gen.Scheme) (*gen.Scheme, error) {
	if o.length == 0 && o.alphabet == "" {
		return s, nil
	}
	if s.Pattern == nil {
		return nil, cli.Usage("the length and alphabet of %s are fixed; remove --length and --alphabet", s.Name)
	}
	if _, err := gen.NewComposer(s, gen.ComposerOptions{Length: int(o.length), Alphabet: o.alphabet}); err != nil {
		return nil, cli.Usage("%w", err)
	}
	own := *s
	own.Pattern = slices.Clone(s.Pattern)
	fixed := 0
	for _, p := range own.Pattern {
		if p.Min == p.Max || len(p.Texts) > 0 {
			fixed += (gen.Pattern{p}).Made()
		}
	}
	for i := range own.Pattern {
		p := &own.Pattern[i]
		if p.Min == p.Max || len(p.Texts) > 0 {
			continue
		}
		if o.length > 0 {
			p.Length = int(o.length) - fixed
		}
		if o.alphabet != "" {
			p.Alphabet = o.alphabet
		}
	}
	return &own, nil
}

// birthdayAnswer is what was asked of the birthday bound, and what came out.
type birthdayAnswer struct {
	*bday.Model
	Count  *big.Int // nil where no count reaches the probability
	Found  bday.Chance
	Pairs  float64
	Levels []birthdayLevel
	Length uint64 // of the texts, where it was asked for
}

// birthdayLevel is the count of one of the usual probabilities.
type birthdayLevel struct {
	bday.Level
	Count *big.Int // nil where there is none
}

// Seconds is how long a count takes; nil where there is no telling.
func (b *birthdayAnswer) Seconds(count *big.Int) *float64 {
	if count == nil {
		return nil
	}
	v, ok := b.Model.Seconds(count)
	if !ok || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// Card shows the answer in one sentence, then the counts of the usual probabilities and a
// plot of so many columns; in full with how it was calculated.
func (b *birthdayAnswer) Card(pen *screen.Pen, columns int, full bool) string {
	p := pen.Wide(min(columns, screen.TextWidth)).Page(screen.FactColumn)
	p.Paragraph("", b.sentence())
	if full {
		p.Line()
		b.method(p)
	}
	if !b.Never() {
		p.Line()
		p.Text(b.table(pen))
		if f := b.Curve(); f != nil {
			if b.Count != nil {
				mark := chart.Mark{Name: b.amount(b.Count), X: whole(b.Count), Y: b.Found.Probability()}
				switch x := f.Lines[0].X; {
				case mark.X < x[0]:
					mark.Name += ", left of the chart"
				case mark.X > x[len(x)-1]:
					mark.Name += ", right of the chart"
				}
				f.Marks = append(f.Marks, mark)
			}
			p.Line()
			p.Text(screen.Plot(f, columns, 8))
		}
	}
	return p.String()
}

// sentence is the answer.
func (b *birthdayAnswer) sentence() string {
	if b.Never() {
		return fmt.Sprintf("No two ids of %s are equal, whatever their number.", b.subject())
	}
	if b.Count == nil {
		return fmt.Sprintf("No number of %s of %s reaches that probability.", b.Unit, b.subject())
	}
	text := fmt.Sprintf("%s of %s", b.amount(b.Count), b.subject())
	if s := b.Seconds(b.Count); s != nil {
		text += fmt.Sprintf(", %s at %s ids a second", quantity.FormatSeconds(*s),
			quantity.FormatNumber(rational(b.Rate)))
	} else if b.PerTick && b.Rate == nil {
		text += ", in one tick"
	}
	same := "any two are equal"
	if b.Unit == bday.Nodes {
		same = "any two have one worker number"
	}
	text += ": " + b.likely() + " that " + same
	beside := b.Levels[slices.IndexFunc(b.Levels, func(l birthdayLevel) bool { return l.Name == "1 %" })]
	if p := b.Found.Probability(); p >= 0.0099 && p < 0.49 {
		beside = b.Levels[len(b.Levels)-1]
	}
	if beside.Count != nil {
		text += fmt.Sprintf("; %s at %s", screen.Hard(beside.Name),
			screen.Hard(quantity.FormatNumber(whole(beside.Count))))
		if s := b.Seconds(beside.Count); s != nil {
			text += ", after " + screen.Hard(quantity.FormatSeconds(*s))
		}
	}
	return text + "."
}

// subject is what the ids are of: a scheme, with the length that was asked for, or a space.
func (b *birthdayAnswer) subject() string {
	switch {
	case b.Scheme == "":
		return "a space of " + quantity.FormatPower(b.Space)
	case b.Length > 0:
		return fmt.Sprintf("%s of %d characters", b.Scheme, b.Length)
	}
	return b.Scheme
}

// amount is a count in words, with what is counted.
func (b *birthdayAnswer) amount(count *big.Int) string {
	return quantity.FormatNumber(whole(count)) + " " + b.Units(count)
}

func whole(n *big.Int) float64 {
	v, _ := new(big.Float).SetInt(n).Float64()
	return v
}

func rational(r *big.Rat) float64 {
	v, _ := r.Float64()
	return v
}

// likely is the probability in a few words.
func (b *birthdayAnswer) likely() string {
	p := b.Found.Probability()
	switch {
	case b.Found.Certain() || b.Found.Complement() < 1e-9:
		return "certain"
	case p == 0:
		return "impossible"
	case p > 0.9995:
		return "all but 1 in " + quantity.FormatNumber(1/b.Found.Complement())
	case p >= 0.01:
		return screen.Hard(fmt.Sprintf("%.3g %%", 100*p))
	}
	return screen.Hard("1 in " + quantity.FormatNumber(1/p))
}

// method writes how the answer was calculated, and what it assumes.
func (b *birthdayAnswer) method(p *screen.Page) {
	list := []screen.Fact{{"collision", b.chance()}}
	counted := b.Count != nil && !b.Never()
	if counted {
		list = append(list, screen.Fact{"pairs", quantity.FormatNumber(b.Pairs) + " expected to be equal"})
		if s := b.Seconds(b.Count); s != nil {
			list = append(list, screen.Fact{"takes", quantity.FormatSeconds(*s) + " at " +
				quantity.FormatNumber(rational(b.Rate)) + " ids a second"})
		}
	}
	list = append(list, screen.Fact{"space", b.spaceText()}, screen.Fact{"model", b.Name})
	if counted {
		list = append(list, screen.Fact{"calculated", "by " + b.Method(b.Count)})
	}
	p.SayAll(list)
	var assumed [][]screen.Styled
	for _, text := range b.Assume {
		assumed = append(assumed, []screen.Styled{screen.Plain.Of(text)})
	}
	p.List("assumes", 0, assumed...)
}

// Units is what is counted, one or many.
func (b *birthdayAnswer) Units(count *big.Int) string {
	if count.Cmp(big.NewInt(1)) == 0 {
		return strings.TrimSuffix(b.Unit.String(), "s")
	}
	return b.Unit.String()
}

// chance is the probability in figures and in words.
func (b *birthdayAnswer) chance() string {
	p := b.Found.Probability()
	switch log := b.Found.Log10Complement(); {
	case b.Never():
		return "none, whatever the number of ids"
	case b.Found.Certain():
		return "certain: more " + b.Unit.String() + " than values"
	case p == 0:
		return "none: one alone meets no other"
	case log < -300:
		return fmt.Sprintf("1 - 10^%.1f: certain, but for a miracle", log)
	case b.Found.Complement() < 1e-3:
		return "1 - " + quantity.FormatNumber(b.Found.Complement())
	case p < 1e-4:
		return fmt.Sprintf("%s, 1 in %s", quantity.FormatNumber(p), quantity.FormatNumber(1/p))
	default:
		return fmt.Sprintf("%.6g, or %.3g %%, 1 in %s", p, 100*p, quantity.FormatNumber(1/p))
	}
}

func (b *birthdayAnswer) spaceText() string {
	text := quantity.FormatWhole(b.Space)
	if short := quantity.FormatPower(b.Space); strings.HasPrefix(short, "2^") {
		text = short + " = " + text
	}
	text += " values"
	if b.PerTick {
		text += " in each tick"
		if b.Tick != nil {
			s, _ := b.Tick.Float64()
			text += " of " + quantity.FormatSeconds(s)
		}
	}
	return text
}

// table is the count of the usual probabilities, and the time until then.
func (b *birthdayAnswer) table(pen *screen.Pen) string {
	head := []string{"  probability", ">" + b.Unit.String()}
	timed := b.Rate != nil && b.Unit == bday.IDs
	if timed {
		head = append(head, ">after")
	}
	var rows [][]string
	for _, row := range b.Levels {
		cells := []string{"  " + row.Name, "never"}
		if row.Count != nil {
			cells[1] = quantity.FormatWhole(row.Count)
		}
		if timed {
			cells = append(cells, "")
			if s := b.Seconds(row.Count); s != nil {
				cells[2] = quantity.FormatSeconds(*s)
			}
		}
		rows = append(rows, cells)
	}
	return pen.Table(&screen.Table{Head: head, Rows: rows})
}

// birthdayObject is an answer as JSON shows it. Counts are texts: they pass 2^53.
type birthdayObject struct {
	Schema        int           `json:"schema"`
	Scheme        string        `json:"scheme,omitempty"`
	Space         string        `json:"space"`
	PerTick       bool          `json:"per_tick"`
	TickSeconds   float64       `json:"tick_seconds,omitempty"`
	Count         string        `json:"count,omitempty"` // absent where no count reaches the probability
	Unit          string        `json:"unit"`
	Probability   float64       `json:"probability"`
	Complement    float64       `json:"complement"`
	Log10         *float64      `json:"log10_complement,omitempty"` // absent where a collision is certain
	ExpectedPairs float64       `json:"expected_pairs"`
	Nodes         string        `json:"nodes,omitempty"`
	Rate          float64       `json:"per_second,omitempty"`
	Seconds       *float64      `json:"seconds,omitempty"` // that the count takes at the rate
	Model         string        `json:"model"`
	Method        string        `json:"method,omitempty"`
	Assumptions   []string      `json:"assumptions"`
	Levels        []levelObject `json:"levels"`
}

type levelObject struct {
	Probability float64  `json:"probability"`
	Count       string   `json:"count,omitempty"`
	Seconds     *float64 `json:"seconds,omitempty"`
}

// Object is the answer for its JSON; nodes are those that were given, nil for none.
func (b *birthdayAnswer) Object(nodes *big.Int) any {
	v := birthdayObject{
		Schema: 2, Scheme: b.Scheme, Space: b.Space.String(), PerTick: b.PerTick, Unit: b.Unit.String(),
		Probability: b.Found.Probability(), Complement: b.Found.Complement(), ExpectedPairs: b.Pairs,
		Model: b.Name, Assumptions: b.Assume, Seconds: b.Seconds(b.Count),
	}
	if b.PerTick && b.Tick != nil {
		v.TickSeconds, _ = b.Tick.Float64()
	}
	if b.Count != nil {
		v.Count, v.Method = b.Count.String(), b.Method(b.Count)
	}
	if log := b.Found.Log10Complement(); !math.IsInf(log, 0) {
		v.Log10 = &log
	}
	if nodes != nil {
		v.Nodes = nodes.String()
	}
	if b.Rate != nil {
		v.Rate, _ = b.Rate.Float64()
	}
	for _, row := range b.Levels {
		l := levelObject{Seconds: b.Seconds(row.Count)}
		l.Probability, _ = row.P.Float64()
		if row.Count != nil {
			l.Count = row.Count.String()
		}
		v.Levels = append(v.Levels, l)
	}
	return v
}

// spaceAnswer is the size of a space in words: of the alphabet that was asked for, or in bits.
func spaceAnswer(s *bday.Solution) string {
	if len(s.Lengths) == 1 {
		l := &s.Lengths[0]
		return fmt.Sprintf("%d random symbols of %d, or %d bits", l.Length, l.Symbols, s.Bits)
	}
	return fmt.Sprintf("%d random bits", s.Bits)
}

// spaceScreen shows the smallest space for a count and a probability.
func spaceScreen(pen *screen.Pen, s *bday.Solution) string {
	count, _ := new(big.Int).SetString(s.Count, 10)
	n, _ := new(big.Float).SetInt(count).Float64()
	most := strings.Replace(quantity.FormatNumber(s.Most), ".00e", "e", 1)
	p := pen.AtMost(screen.TextWidth).Page(0)
	p.Paragraph("", fmt.Sprintf("%s: any two of %s ids are equal with a probability of at most %s.", spaceAnswer(s),
		quantity.FormatNumber(n), most))
	p.Line()
	var rows [][]string
	for _, l := range s.Lengths {
		rows = append(rows, []string{"  " + l.Alphabet, strconv.Itoa(l.Symbols), strconv.Itoa(l.Length),
			quantity.FormatNumber(l.Probability)})
	}
	p.Text(pen.Table(&screen.Table{Head: []string{"  alphabet", ">symbols", ">length", ">probability"}, Rows: rows}))
	return p.String()
}
