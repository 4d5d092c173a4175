package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/bench/compare"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen"
)

type compareOptions struct {
	*cli.App
	custom cli.LayoutFlags
	nodes  *big.Int
	rate   *big.Rat
	span   *big.Rat

	need    string
	needs   compare.Need
	use     cli.Choice
	db      cli.Choice
	all     bool
	shape   compare.Shape
	size    uint64
	bits    uint64
	length  uint64
	until   string
	noLeak  []string
	maxOdds float64

	format cli.Format
	given  func(flag string) bool
}

// compareFormats are what the table is written as.
var compareFormats = [...]gen.Choice{
	{Name: "text", Help: "a table for people"},
	{Name: "json", Help: "one JSON object a line for each scheme"},
	{Name: "csv", Help: "one row for each scheme"},
	{Name: "markdown", Help: "a table for documents"},
}

func newCompare(a *cli.App) *cobra.Command {
	o := &compareOptions{App: a, format: cli.NewFormat(compareFormats[:], "json", "csv", "markdown"),
		nodes: big.NewInt(10), rate: big.NewRat(1000, 1), span: big.NewRat(31_556_952, 1),
		use: cli.Choice{List: compare.UseNames()}, db: cli.Choice{Value: compare.Postgres, List: compare.Stores()}}
	c := &cobra.Command{
		Use: "compare [scheme...]",
		Long: `compare helps to choose. With --for-use it advises: three candidates, best first, each with
the reason and the one thing to watch, and why others are none. Without, it puts schemes
side by side: those named, else eight common ones; where something is asked for, all that
meet it, the most common first, but for ids of one product; with --all every one.
A name may have a shape: nanoid:12 has 12 symbols, uuidv4:base62 is written in base62;
counter+sqids is a counter written by Sqids. auto-increment, segment and redis-incr need
a server.

RATE/NODE is how many ids a second one node can make. COLLISIONS is the chance of any
for --rate ids a second of all --nodes together, over all the time --for; - where the
layout cannot carry that. Worker numbers are taken to have one owner each. They are of
our rules; where a system's own keep its processes apart worse, it stands below the table.

ORDER: yes, each id is greater than the one before of its node; tick, from one tick to
the next; no; -, there is no time.
NEEDS: none, nodes know nothing of each other; number, each needs a worker number;
fields, each its own values in data fields; one-host; server.
LEAKS, what an id tells a stranger: time, node, host, process, rate (a sequence counts),
next (its neighbours can be guessed), data, name (whether it is of a guessed name),
clock (that it went back), count (how many there are).
JS and BIGINT: fits JavaScript's 2^53 and a signed 64-bit integer; a year is until when.
INDEX, where new ids go: ordered, at the end; tick, near it; runs, at one end for each
node; cycles, around and around; random, anywhere.

UNGUESSABLE is how many bits stay open to one who knows all ids before: at least, within
a tick, and at most. URL: no link escapes it; FILE: a name of a file everywhere; ANY-CASE:
no two differ in letter case alone; ALOUD: at most 14 symbols, none alike. HOT-SPOT: the
new rows of a store cut into ranges go to one place, one for each node, or none. A type
of a database has the bytes of a key behind it.

The flags below --for ask for something; what does not meet it is listed with the
reason, and where nothing is left the status is 1. --need takes the same as words,
separated by commas: url safe, any case, aloud, 64 bit, 26 chars, sortable, text sortable, no coordination,
no server, js safe, bigint, until 2060, odds 1e-9, no time (and so with all leaks).`,
		Example: strings.Join([]string{
			"  idscope compare --for-use event-id --nodes 2000 --rate 100k",
			"  idscope compare --for-use primary-key --db mysql",
			"  idscope compare snowflake uuidv7 ulid",
			`  idscope compare --need "64 bit, sortable, no server"`,
			"  idscope compare --rate 100k --nodes 64 --for 10y --max-probability 1e-9",
			"  idscope compare uuidv4 uuidv7 auto-increment --markdown",
			"  idscope compare --no-leak time,host --no-coordination --json",
		}, "\n"),
		ValidArgsFunction: o.completeArgs,
		RunE: func(c *cobra.Command, args []string) error {
			o.given = c.Flags().Changed
			return o.run(args)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	o.use.Add(f, "for-use", "", "advise what to use for this")
	o.db.Add(f, "db", "", "the database that --for-use primary-key is of")
	f.Var(cli.Flag(&o.rate, "N", "1000", cli.ParseRate), "rate", "ids a second, all nodes together")
	f.Var(cli.Flag(&o.nodes, "N", "10", cli.ParseNodes), "nodes", "how many nodes make ids")
	f.Var(cli.Flag(&o.span, "DURATION", "1y", cli.ParseSpan), "for", "for how long, in s, m, h, d, w, y")
	f.BoolVar(&o.all, "all", false, "every scheme, those of one product too")
	f.Var(cli.Flag(&o.size, "N", "", cli.BoundedCount("symbols", 1, 512)), "length",
		"random texts of so many symbols, as nanoid:N")
	f.StringVar(&o.shape.Alphabet, "alphabet", "", "random texts, and counter+sqids, of these `SYMBOLS`")
	f.StringVar(&o.shape.Encoding, "encoding", "", "bits written in this `FORM`, as base62")
	f.StringVar(&o.need, "need", "", "only what meets these `NEEDS`, as \"64 bit, sortable, no coordination\"")
	f.Var(cli.Flag(&o.bits, "N", "", cli.BoundedCount("bits", 1, 1024)), "bits-max", "at most so many bits")
	f.Var(cli.Flag(&o.length, "N", "", cli.BoundedCount("characters", 1, 1024)), "length-max",
		"a text of at most so many characters")
	f.BoolVar(&o.needs.Sortable, "sortable", false, "ordered by time, at least from tick to tick")
	f.BoolVar(&o.needs.TextSortable, "text-sortable", false, "the texts too, byte by byte")
	f.BoolVar(&o.needs.Alone, "no-coordination", false, "nodes know nothing of each other")
	f.BoolVar(&o.needs.NoServer, "no-server", false, "no server is asked for ids")
	f.BoolVar(&o.needs.JSSafe, "js-safe", false, "below 2^53, exact in JavaScript, as long as ids are made")
	f.BoolVar(&o.needs.Bigint, "bigint", false, "below 2^63, a signed bigint of SQL, as long as ids are made")
	f.StringVar(&o.until, "until", "", "lasts until `TIME`")
	f.Var(cli.Flag(&o.noLeak, "LIST", "", parseLeaks), "no-leak", "tells none of these, as time,host")
	f.Var(cli.Flag(&o.maxOdds, "P", "", compare.ParseOdds), "max-probability",
		"a collision is at most so likely, as 1e-9; 1e-6 where --rate, --nodes or --for is given")
	f.Var(cli.Flag(&o.maxOdds, "P", "", compare.ParseOdds), "max-odds", "the same")
	_ = f.MarkHidden("max-odds")
	o.format.Add(c, "write the table so")
	_ = c.RegisterFlagCompletionFunc("for-use", completeChoices(compare.UseNames))
	_ = c.RegisterFlagCompletionFunc("db", completeChoices(compare.Stores))
	_ = c.RegisterFlagCompletionFunc("encoding", completeChoices(compare.Encodings))
	_ = c.RegisterFlagCompletionFunc("no-leak", completeChoices(compare.Leaks))
	_ = c.RegisterFlagCompletionFunc("need", completeChoices(compare.NeedWords))
	o.custom.Add(c)
	return c
}

// completeChoices proposes a list that is made when it is asked for.
func completeChoices(list func() []gen.Choice) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return cli.Described(list()), cobra.ShellCompDirectiveNoFileComp
	}
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
	if o.given("db") {
		return cli.Usage("--db has no use; want --for-use primary-key too")
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
	case "json":
		for _, r := range rows {
			if err := o.PrintJSON(show.CompareObject(r, load)); err != nil {
				return err
			}
		}
		return nil
	case "csv":
		return o.Print(show.CompareCSV(rows))
	case "markdown":
		return o.Print(show.CompareMarkdown(rows, load, now))
	}
	return o.Print(show.Compare(o.Screen(), rows, load, now))
}

// parse turns the flags into needs and a format.
func (o *compareOptions) parse(now time.Time) error {
	if err := o.format.Resolve(); err != nil {
		return err
	}
	if o.given("need") {
		n, err := compare.ParseNeed(o.need, func(text string) (time.Time, error) { return cli.ParseTime(text, now) })
		if err != nil {
			return cli.BadFlag("need", err)
		}
		o.needs.And(n)
	}
	if o.until != "" {
		t, err := cli.ParseTime(o.until, now)
		if err != nil {
			return cli.BadFlag("until", err)
		}
		o.needs.And(compare.Need{Until: &t})
	}
	if t := o.needs.Until; t != nil && !t.After(now) {
		return cli.Usage("%s is past; want a time after %s for ids to last until", t.Format(time.RFC3339),
			now.Format(time.RFC3339))
	}
	load := o.given("rate") || o.given("nodes") || o.given("for")
	o.needs.And(compare.Need{MaxBits: int(o.bits), MaxLength: int(o.length), NoLeak: o.noLeak, MaxOdds: o.maxOdds,
		Load: load})
	if load && o.needs.MaxOdds == 0 {
		o.needs.MaxOdds = compare.UsualOdds
	}
	return nil
}

// rows derives those of the names; without any those of eight common schemes, or of all
// where something is asked for.
func (o *compareOptions) rows(args []string, load compare.Load, now time.Time) ([]compare.Row, error) {
	if o.all && len(args) > 0 {
		return nil, cli.Usage("--all and names exclude each other; want one")
	}
	if len(args) == 0 && (o.all || o.asks()) {
		return o.everyRow(load, now)
	}
	if len(args) == 0 {
		args = compare.Common()
	}
	o.shape.Length = int(o.size)
	named := slices.DeleteFunc(slices.Clone(args), func(name string) bool {
		_, ok := compare.Baseline(name, load)
		return ok || name == compare.CounterSqids
	})
	if over := o.custom != (cli.LayoutFlags{}); over && len(named) != 1 {
		_, err := o.Schemes(named, o.custom)
		return nil, err
	}
	shaped := o.shape == (compare.Shape{})
	var list []compare.Row
	for _, name := range args {
		r, took, err := o.row(name, load, now)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(other compare.Row) bool { return other.Scheme == r.Scheme }) {
			return nil, cli.Usage("%s stands twice; want each scheme once", r.Scheme)
		}
		shaped = shaped || took
		list = append(list, r)
	}
	if !shaped {
		return nil, cli.Usage("none of the schemes can have that length, alphabet or encoding; want one that can").
			Hinted("idscope compare nanoid --length 12, idscope compare uuidv4 --encoding base62")
	}
	slices.SortStableFunc(list, func(a, b compare.Row) int { return cmp.Compare(rank(&a), rank(&b)) })
	return list, nil
}

// rank puts the baselines last.
func rank(r *compare.Row) int {
	if r.Baseline != "" {
		return 1
	}
	return 0
}

// row is that of a name, in the shape that the flags give it, unless it has one itself;
// took tells whether it is one that they change.
func (o *compareOptions) row(name string, load compare.Load, now time.Time) (r compare.Row, took bool, err error) {
	h := o.shape
	if name == compare.CounterSqids {
		r, err = compare.Counted(load, h.Alphabet)
		return r, h.Alphabet != "", usage(err)
	}
	if strings.Contains(name, ":") {
		h = compare.Shape{Alphabet: h.Alphabet}
	}
	r, err = compare.Candidate(name, compare.Shape{}, load, now, func(name string) (*gen.Scheme, error) {
		s, err := o.Scheme(name, o.custom)
		if err != nil {
			return nil, err
		}
		h = h.For(s)
		took = h != (compare.Shape{})
		return h.Of(s)
	})
	return r, took, usage(err)
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
	for _, name := range []string{"need", "bits-max", "length-max", "sortable", "text-sortable", "no-coordination",
		"no-server", "js-safe", "bigint", "until", "no-leak", "max-probability", "max-odds"} {
		if o.given(name) {
			return true
		}
	}
	return o.custom != (cli.LayoutFlags{})
}

// everyRow is all that can be made, the most common first, and the baselines; ids of one
// product are among them with --all.
func (o *compareOptions) everyRow(load compare.Load, now time.Time) ([]compare.Row, error) {
	schemes, err := o.Schemes(nil, o.custom)
	if err != nil {
		return nil, err
	}
	if !o.all {
		schemes = slices.DeleteFunc(schemes, func(s *gen.Scheme) bool { return s.Brand })
	}
	slices.SortStableFunc(schemes, func(a, b *gen.Scheme) int { return cmp.Compare(b.Prior, a.Prior) })
	var list []compare.Row
	for _, s := range schemes {
		if r, err := compare.Of(s, load, now); err == nil {
			list = append(list, r)
		}
	}
	for _, b := range compare.BaselineNames() {
		r, _ := compare.Baseline(b.Name, load)
		list = append(list, r)
	}
	return list, nil
}

// advise answers what to use.
func (o *compareOptions) advise(args []string, now time.Time) error {
	for _, name := range []string{"all", "length", "alphabet", "encoding", "layout", "epoch", "tick"} {
		if o.given(name) {
			return cli.Usage("--for-use chooses the schemes; want no --%s", name).
				Hinted("a candidate of yours beside them: idscope compare --for-use short-link nanoid:12")
		}
	}
	if o.asks() && !o.given("max-probability") && !o.given("max-odds") || o.until != "" {
		return cli.Usage("--for-use has needs of its own; want --rate, --nodes, --for, --db and --max-probability only")
	}
	if o.format.Value == "csv" || o.format.Value == "markdown" {
		return cli.Usage("advice is no table; want --json, or names without --for-use")
	}
	q := compare.Question{DB: o.db.Value, MaxOdds: o.needs.MaxOdds, Also: args, Now: now}
	for _, u := range compare.Uses() {
		if u.Name == o.use.Value {
			q.Use, q.Load = &u, u.Load
		}
	}
	if o.given("rate") {
		q.Load.Rate = o.rate
	}
	if o.given("nodes") {
		q.Load.Nodes = o.nodes
	}
	if o.given("for") {
		q.Load.For = o.span
	}
	if q.MaxOdds == 0 {
		q.MaxOdds = compare.UsualOdds
	}
	a, err := compare.Advise(&q, func(name string) (*gen.Scheme, error) { return o.Scheme(name, cli.LayoutFlags{}) })
	if err != nil {
		return usage(err)
	}
	if o.format.Value == "json" {
		err = o.PrintJSON(show.AdviceObject(&q, a))
	} else {
		err = o.Print(show.Advice(o.Screen(), &q, a))
	}
	if err == nil && len(a.Picks) == 0 {
		return &cli.Failure{Status: cli.StatusNegative}
	}
	return err
}

// parseLeaks reads a list of what ids must not tell.
func parseLeaks(text string) ([]string, error) {
	var list []string
	for word := range strings.SplitSeq(text, ",") {
		known := slices.ContainsFunc(compare.Leaks(), func(c gen.Choice) bool { return c.Name == word })
		if !known {
			leaks := cli.Choice{List: compare.Leaks()}
			return nil, leaks.Set(word)
		}
		if slices.Contains(list, word) {
			return nil, fmt.Errorf("%q stands twice; want each once", word)
		}
		list = append(list, word)
	}
	return list, nil
}
