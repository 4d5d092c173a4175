package cmd

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/quantity"
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
	listed     bool // whether the arguments are texts alone, - included

	find, annotate bool // in running text
	since, until   string

	fields   []string // the values that are written of each id
	template string
	sort     cli.Choice

	codec cli.CodecFlags
	given func(flag string) bool
}

func newInspect(a *cli.App, f *cli.Flags) cli.Run {
	o := &inspectOptions{App: a, given: f.Changed}
	f.Takes(nil, o.complete)
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
	f.Texts("field", &o.fields)
	f.Text("template", &o.template)
	o.sort = cli.Choice{List: []gen.Choice{{Name: "time", Help: "the oldest first, those without a time last"}}}
	f.Var("sort", &o.sort)
	f.Propose("field", cobra.ShellCompDirectiveNoFileComp, screen.TableValues()...)
	o.zone.Add(f)
	f.Var("width", cli.CountFlag(&o.wide))
	f.Switch("same-source", &o.sameSource)
	f.Output("copy", "no-newline")
	f.Switch("find", &o.find)
	f.Switch("annotate", &o.annotate)
	f.Text("since", &o.since)
	f.Text("until", &o.until)
	return o.run
}

func (o *inspectOptions) run(ctx context.Context, args []string) error {
	switch {
	case o.given("width") && o.wide < 40:
		return cli.Usage("--width %d is too narrow; use 40 or more", o.wide)
	case o.verbose || o.drawing:
		o.format.Value = "card"
	case o.format.Value == "json" && o.json.Value == "":
		o.json.Value = "full"
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
		from, to, err := quantity.ParsePeriod(o.around, o.Now(), o.zone.Zone)
		if err != nil {
			return cli.BadFlag("around", err)
		}
		opts.Around, opts.AroundEnd = &from, to
	}
	if o.sameSource {
		return o.oneSource(args, opts.As)
	}
	in, err := o.NewInspector(opts)
	if err != nil {
		return err
	}
	if o.searches() {
		return o.search(ctx, args, in, opts.As)
	}
	if err := areFiles(args, in); err != nil {
		return err
	}
	if o.sort.Value != "" {
		if args, err = o.sorted(args, in); err != nil {
			return err
		}
		o.listed = true
	}
	if len(o.fields) > 0 || o.template != "" || o.format.Value == "csv" || o.format.Value == "tsv" {
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
	case o.sameSource || o.searches():
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

// How many ids wait for each other, so that their columns are aligned, and how many
// bytes of them. They wait no longer than for the next read.
const (
	mostHeld      = 256
	mostHeldBytes = 1 << 20
)

// printer shows ids in the order in which they come: one as a card, several as
// lines. It keeps no more than mostHeld of them.
type printer struct {
	*screen.View
	in     *inspect.Inspector
	out    lines.Writer
	format string // card or line; empty until the number decides it
	first  string // until then
	result inspect.Result
	table  screen.Columns
	lined  []screen.Line // of which held wait, of texts of size bytes in all
	held   int
	texts  int
	size   int

	total, bad int
}

// printer returns one.
func (o *inspectOptions) printer(in *inspect.Inspector) *printer {
	p := &printer{View: o.view(), in: in, out: lines.Writer{To: o.Out}, format: o.format.Value}
	if p.Width() == 0 {
		p.table = screen.PipeColumns
		if cli.IsCodec(o.as.Name) {
			p.table.Scheme, p.table.Created = len(o.as.Name), 0
		}
	}
	return p
}

// add takes an id and shows what is ready to be shown. It does not keep the text.
func (p *printer) add(text []byte) error {
	p.total++
	switch {
	case p.format == "card":
		return p.card(string(text))
	case p.format == "" && p.total == 1:
		p.first = string(text)
		return nil
	case p.format == "":
		p.format = "line"
		if err := p.line([]byte(p.first)); err != nil {
			return err
		}
	}
	return p.line(text)
}

// idle shows what is held before the next id is waited for; but the first of all
// waits for a second one, which decides the format.
func (p *printer) idle() error {
	if p.format == "line" {
		if err := p.lines(); err != nil {
			return err
		}
	}
	return p.out.Flush()
}

// end shows the rest.
func (p *printer) end() error {
	if p.format == "" && p.total == 1 {
		if err := p.card(p.first); err != nil {
			return err
		}
	}
	return p.idle()
}

func (p *printer) inspect(text string) *inspect.Result {
	p.in.InspectInto(&p.result, text)
	if !p.result.OK() {
		p.bad++
	}
	return &p.result
}

// card shows an id in full, a blank line apart from the one before.
func (p *printer) card(text string) error {
	r := p.inspect(text)
	if len(r.Found) > 1 && p.format == "" {
		if err := p.line([]byte(text)); err != nil {
			return err
		}
		return p.lines()
	}
	if p.total > 1 {
		p.out.Text = append(p.out.Text, '\n')
	}
	switch {
	case r.OK():
		p.out.Text = append(p.out.Text, p.Card(r)...)
	case p.format == "": // it is alone: there is no answer, but an error
		return cli.Negative("%s", screen.Escaped(r.Err.Message)).Hinted("%s", screen.RefusalHint(r))
	default:
		p.out.Text = append(p.out.Text, p.BadLine(r)...)
	}
	return p.out.Full()
}

// line reads an id to be shown in columns, each of several ids in one text on its line.
func (p *printer) line(text []byte) error {
	if p.in.DetectInto(&p.result, text); !p.result.OK() {
		p.bad++
	}
	found := p.result.Found
	for i := 0; ; {
		if p.held == len(p.lined) {
			p.lined = append(p.lined, screen.Line{})
		}
		l := &p.lined[p.held]
		l.Read(p.View, &p.result)
		p.table.Fit(p.View, l)
		p.held++
		if i++; i >= len(found) {
			break
		}
		p.in.DetectInto(&p.result, []byte(found[i]))
		p.result.Warnings = append(p.result.Warnings, fmt.Sprintf("id %d of %d in the text", i+1, len(found)))
	}
	p.texts, p.size = p.texts+1, p.size+len(text)
	if p.texts < mostHeld && p.size < mostHeldBytes {
		return nil
	}
	return p.lines()
}

// lines shows what is held, in columns.
func (p *printer) lines() error {
	for i := range p.held {
		p.out.Text = p.table.Append(p.out.Text, p.View, &p.lined[i])
		if err := p.out.Full(); err != nil {
			return err
		}
	}
	p.held, p.texts, p.size = 0, 0, 0
	return nil
}

// Input of one chunk, in bytes: what comes of it stays in the near caches. A full
// object is up to 300 times as long as its id.
const (
	briefChunk = 32 << 10
	fullChunk  = 8 << 10
)

// manyBytes is from how much input on all processors work.
const manyBytes = 256 << 10

// stream shows every id of the arguments or of stdin as JSON, one object a line.
// Lines of stdin go in chunks to all processors, and out in their order; what was
// read is shown before more is waited for.
func (o *inspectOptions) stream(ctx context.Context, args []string, in *inspect.Inspector) error {
	brief, size := o.json.Value == "brief", fullChunk
	if brief {
		size = briefChunk
	}
	out := lines.Writer{To: o.Out}
	own := &jsonLines{reader: inspect.NewStreamer(in, brief)}
	workers := []*jsonLines{own}
	stdin := func(from lines.Input) error {
		if err := out.Flush(); err != nil {
			return err
		}
		cutter := lines.NewCutter([]lines.Input{from}, lines.Options{Size: size, Longest: lines.Longest})
		return lines.Run(ctx, lines.Pool{Alone: manyBytes / size, Leave: true}, func() lines.Worker[[]byte] {
			w := &jsonLines{reader: inspect.NewStreamer(in, brief), cutter: cutter}
			workers = append(workers, w)
			return w
		}, func(text []byte) error { return lines.Write(o.Out, text) })
	}
	add := func(text string) error {
		out.Text = own.append(out.Text, []byte(text))
		return out.Full()
	}
	if err := cmp.Or(o.input(args, stdin, add), out.Flush()); err != nil {
		return err
	}
	total, bad := 0, 0
	for _, w := range workers {
		total, bad = total+w.total, bad+w.bad
	}
	return noIDs(bad, total)
}

// jsonLines writes the JSON of chunks of lines. It is for one goroutine.
type jsonLines struct {
	reader *inspect.Streamer
	cutter *lines.Cutter
	chunk  lines.Chunk

	total, bad int
}

// append appends the object of a text.
func (w *jsonLines) append(dst, text []byte) []byte {
	dst, ok := w.reader.Append(dst, text)
	if w.total++; !ok {
		w.bad++
	}
	return dst
}

func (w *jsonLines) Take() error { return w.cutter.Next(&w.chunk) }

func (w *jsonLines) Work(text []byte) ([]byte, error) {
	text = text[:0]
	for line := range bytes.Lines(w.chunk.Text) {
		if line[0] <= ' ' && lines.Blank(line) {
			continue
		}
		text = w.append(text, lines.Trim(line))
	}
	return text, nil
}

// bare puts inspect in front of arguments that name no command: a pasted id, or nothing
// where ids come through a pipe. A scheme, a word near a command's name, and any other
// word that no scheme reads are wrong use.
func bare(a *cli.App, list []cli.Command, all func() *cobra.Command, args []string) ([]string, error) {
	if len(args) == 0 {
		if a.InTerminal {
			return args, nil
		}
		return []string{"inspect"}, nil
	}
	word := args[0]
	switch {
	case word == "help" || word == cobra.ShellCompRequestCmd || word == cobra.ShellCompNoDescRequestCmd ||
		cli.FindCommand(list, word) != nil:
		return args, nil
	case strings.HasPrefix(word, "-") && word != "-":
		var ours bool
		if word, ours = behindFlags(a, list, args); !ours {
			return args, nil
		}
	}
	if word != "" && word[0] != '-' {
		if err := notPasted(a, list, all, word); err != nil {
			return nil, err
		}
	}
	return append([]string{"inspect"}, args...), nil
}

// behindFlags reports whether arguments that begin with a flag are for inspect: they, or
// a pipe, may hold an id, and neither a command is among them nor a call for help. The
// word is the first one that is no flag's value for certain, empty where there is none.
func behindFlags(a *cli.App, list []cli.Command, args []string) (word string, ours bool) {
	ours = !a.InTerminal
	for i, arg := range args {
		before := ""
		if i > 0 {
			before = args[i-1]
		}
		switch {
		case slices.Contains([]string{"-h", "--help", "--help-all", "--version", "-V", "help"}, arg) ||
			cli.FindCommand(list, arg) != nil:
			return "", false
		case before == "--color" || before == "--now": // the value of a flag
		case len(arg) > 1 && arg[0] == '-' && (len(arg) < 8 || arg[1] == '-'):
		case word == "" && (!strings.HasPrefix(before, "-")):
			word, ours = arg, true
		default:
			ours = true
		}
	}
	return word, ours
}

// notPasted says what is wrong with a first word that is neither a command nor an id.
func notPasted(a *cli.App, list []cli.Command, all func() *cobra.Command, word string) error {
	if s, err := a.Scheme(word, cli.LayoutFlags{}); err == nil {
		name := s.Name
		if s.ReadOnly != "" {
			return cli.Usage("%s is a scheme, not a command", word).
				Hinted("idscope schemes %s", name)
		}
		return cli.Usage("%s is a scheme; to generate one: idscope gen %s", word, word).
			Hinted("idscope gen %s; idscope schemes %s shows it in full", word, name)
	}
	var names []string
	for _, c := range list {
		names = append(append(names, c.Name), c.Aliases...)
	}
	plain := strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-") == ""
	if len(cli.Nearest(word, names)) > 0 || plain && !reads(a, word) {
		return cli.UnknownCommand(all, word)
	}
	return nil
}

// reads reports whether a scheme reads a word.
func reads(a *cli.App, word string) bool {
	in, err := inspect.New(inspect.Options{Now: a.Now()})
	if err != nil {
		return false
	}
	r := in.Inspect(word)
	return r.OK()
}

// areFiles refuses arguments that are not ids but files, also as curl writes them, and
// says how to read those.
func areFiles(args []string, in *inspect.Inspector) error {
	for _, arg := range args {
		path := arg
		info, err := os.Stat(path)
		if rest, at := strings.CutPrefix(arg, "@"); at && err != nil {
			path = rest
			info, err = os.Stat(path)
		}
		if arg == "-" || err != nil {
			continue
		}
		if r := in.Inspect(arg); r.OK() {
			continue
		}
		name := screen.Escaped(path)
		if info.IsDir() {
			return cli.Negative("%s is a folder, not an id", name)
		}
		return cli.Negative("%s is a file, not an id", name).
			Hinted("idscope inspect < %s reads ids, one a line; idscope inspect --find %[1]s finds them in text",
				cli.ShellWord(name))
	}
	return nil
}
