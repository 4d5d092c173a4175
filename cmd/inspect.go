package cmd

import (
	"cmp"
	"context"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/inspect"
	"idscope/inspect/lines"
)

type inspectOptions struct {
	*cli.App
	as         cli.AsFlags
	all        bool
	verbose    bool
	drawing    bool
	around     string
	json       cli.Choice
	format     cli.Choice
	zone       cli.ZoneFlag
	wide       uint64
	sameSource bool
	text       findFlags
	rowFlags
	listed bool // whether the arguments are texts alone, - included
	codec  cli.CodecFlags
	given  func(flag string) bool
}

func newInspect(a *cli.App, f *cli.Flags) cli.Run {
	o := &inspectOptions{App: a, given: f.Changed}
	f.Takes(nil, o.text.complete)
	o.as.Add(f, true)
	o.codec.AddReading(f)
	f.Switch("all", &o.all)
	f.Switch("verbose", &o.verbose)
	f.Switch("bits", &o.drawing)
	f.Text("around", &o.around)
	o.json = cli.Choice{List: []gen.Choice{
		{Name: "full", Help: "all readings with their fields"},
		{Name: "brief", Help: "scheme, confidence and time of the best"},
	}}
	f.Var("json", &o.json)
	f.Lookup("json").NoOptDefVal = "full"
	o.format = cli.Choice{List: []gen.Choice{
		{Name: "card", Help: "all about an id; default for one"},
		{Name: "line", Help: "one line an id; default for several"},
		{Name: "csv", Help: "a table with commas, its heads in the first row"},
		{Name: "tsv", Help: "a table with tabs, without heads"},
		{Name: "json", Help: "as --json"},
	}}
	f.Var("format", &o.format)
	o.rowFlags.add(f)
	o.zone.Add(f)
	f.Var("width", cli.CountFlag(&o.wide))
	f.Switch("same-source", &o.sameSource)
	f.Switch("copy", &o.Copying)
	f.Switch("no-newline", &o.NoNewline)
	o.text.add(f)
	return o.run
}

func (o *inspectOptions) run(ctx context.Context, args []string) error {
	switch {
	case o.json.Value != "" && o.format.Value != "" && o.format.Value != "json":
		return cli.Usage("--json and --format %s cannot be used together; remove one of the two", o.format.Value)
	case (o.verbose || o.drawing) && (o.json.Value != "" || o.format.Value != "" && o.format.Value != "card"):
		return cli.Usage("-v and --bits are for cards; remove --json, or use --format card")
	case o.verbose || o.drawing:
		o.format.Value = "card"
	case o.format.Value == "json" && o.json.Value == "":
		o.json.Value = "full"
	case (o.given("width") || o.wide > 0) && o.wide < 40:
		return cli.Usage("--width %d is too narrow; use 40 or more", o.wide)
	}
	opts := inspect.Options{All: o.all}
	var err error
	if cli.IsCodec(o.as.Name) {
		opts.Codec, err = o.numbers()
	} else {
		opts.As, err = o.as.Schemes(o.App)
	}
	if err != nil {
		return err
	}
	if o.around != "" {
		t, err := o.Time("around", o.around, o.zone.Zone)
		if err != nil {
			return err
		}
		opts.Around = &t
	}
	listed := o.rowFlags.given(o.format.Value)
	if (listed || o.sort.Value != "") && (o.text.given() || o.sameSource) {
		return cli.Usage("--field, --template, --sort, csv and tsv are of ids one a line; remove --find and " +
			"--same-source")
	}
	if o.sameSource && !o.text.given() {
		return o.oneSource(args, opts.As)
	}
	in, err := o.NewInspector(opts)
	if err != nil {
		return err
	}
	if o.text.given() {
		return o.search(ctx, args, in, opts.As)
	}
	if err := areFiles(args, in); err != nil {
		return err
	}
	if o.sort.Value != "" {
		if args, err = o.sorted(args, in); err != nil || len(args) == 0 {
			return err
		}
		o.listed = true
	}
	if listed {
		return o.table(args, in)
	}
	if o.json.Value != "" {
		return o.stream(ctx, args, in)
	}
	return o.each(args, o.printer(in))
}

// numbers returns what reads the texts of a codec. None is taken for one without --as:
// any text of the right characters may be.
func (o *inspectOptions) numbers() (*inspect.NumberCodec, error) {
	c, err := o.codec.Open(o.as)
	switch {
	case err != nil:
		return nil, err
	case o.around != "":
		return nil, cli.Usage("%s has no time; remove --around", c.Name)
	case o.sameSource || o.text.given():
		return nil, cli.Usage("%s cannot be told from other text; use ids, one a line", c.Name)
	}
	return c.Reader(o.App), nil
}

// each shows every id of the arguments or of stdin.
func (o *inspectOptions) each(args []string, p *printer) error {
	err := o.texts(args, p.idle, p.add)
	if err == nil {
		err = p.end()
	}
	return cmp.Or(err, noIDs(p.bad, p.total))
}

// input calls add for each text of the arguments, and stdin where - or nothing is given.
func (o *inspectOptions) input(args []string, stdin func(lines.Input) error, add func(string) error) error {
	if !o.listed {
		return o.EachInput("inspect", args, stdin, add)
	}
	for _, text := range args {
		if err := add(text); err != nil {
			return err
		}
	}
	return nil
}

// texts calls add for every text, and idle before more is waited for.
func (o *inspectOptions) texts(args []string, idle func() error, add func([]byte) error) error {
	return o.input(args, cli.Lines(idle, add), func(text string) error { return add([]byte(text)) })
}

// table writes every id of the arguments or of stdin as a row of values.
func (o *inspectOptions) table(args []string, in *inspect.Inspector) error {
	r, err := o.rows(in)
	if err != nil {
		return err
	}
	err = cmp.Or(o.texts(args, r.out.Flush, r.add), r.out.Flush())
	if err == nil && r.bad > 0 {
		err = notIDs(r.bad, r.total)
	}
	return err
}

// noIDs is the end of a call that read texts which are no ids; nil without any.
func noIDs(bad, total int) error {
	switch {
	case bad == 0:
		return nil
	case total == 1: // it has been said in its place
		return &cli.Failure{Status: cli.StatusNegative}
	}
	return notIDs(bad, total)
}

func notIDs(bad, total int) error {
	return cli.Negative("%d of %d texts %s", bad, total, screen.Plural(bad, "is not an id", "are not ids"))
}

// screen draws ids for the width of the flag, else as all screens are drawn.
func (o *inspectOptions) screen() *screen.Pen { return o.Pen(int(min(o.wide, 1<<20))) }

// view is how the screens of ids are drawn.
func (o *inspectOptions) view() *screen.View {
	return &screen.View{Pen: o.screen(), Zone: o.zone.Zone, Now: o.Now(), Verbose: o.verbose,
		Drawing: o.drawing,
		All:     o.all, Asked: o.as.Name != "" || o.as.Custom.Layout != "" || o.around != "", Near: o.around}
}
