package cmd

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/lease"
	"idscope/gen/scheme"
	"idscope/gen/sequence"
	"idscope/gen/server/client"
	"idscope/gen/server/service"
	"idscope/inspect"
	"idscope/inspect/lines"
)

type genOptions struct {
	*cli.App
	called string // the scheme as the user named it
	custom cli.LayoutFlags

	count  uint64
	worker cli.Choice
	at     string
	set    []gen.Assignment
	state  cli.StateFlags
	store  cli.StoreFlags
	seed   *uint64

	backward cli.Choice
	overflow cli.Choice
	start    cli.Choice
	maxWait  *time.Duration
	maxLead  *time.Duration
	force    bool

	namespace cli.Choice
	name      string

	prefix   string
	length   uint64 // of a text that is no layout of bits, as alphabet
	alphabet string
	codec    cli.CodecFlags
	format   cli.Choice
	upper    bool
	output   string
	via      string

	counter counterFlags

	file  *cli.WholeFile // of --output; nil for stdout
	begun bool           // whether something was written

	given    *cli.Flags
	moveBack func() string // the command that mends a record from the future

	leased *cli.Store // where the number is leased; nil is nowhere
}

func newGen(a *cli.App, f *cli.Flags) cli.Run {
	o := &genOptions{App: a, count: 1, given: f}
	f.Takes(cli.OneScheme("idscope schemes lists them"), a.OneOf(cli.Generated))
	f.Var("count", cli.CountFlag(&o.count))
	o.worker = cli.Choice{List: []gen.Choice{
		{Name: "auto", Help: "a number that no other process on this host holds"},
		{Name: "mac", Help: "the hardware address, where the worker is a 48-bit node"},
	}, Means: "that number", More: "N", Accept: func(text string) error { _, err := cli.ParseWorker(text); return err }}
	f.Var("worker", &o.worker)
	f.Text("at", &o.at)
	f.Var("set", cli.AssignmentFlag(&o.set))
	o.state.Add(f)
	o.store.Add(f, "store", "group", "lease-field", "create", "lease", "accept-best-effort", "no-store")
	f.Var("seed", cli.SeedFlag(&o.seed))
	o.backward = cli.Choice{List: sequence.BackwardChoices[:]}
	f.Var("on-backward", &o.backward)
	o.overflow = cli.Choice{List: sequence.OverflowChoices[:]}
	f.Var("on-overflow", &o.overflow)
	o.start = cli.Choice{List: sequence.StartChoices[:], Accept: func(text string) error {
		_, err := sequence.ParseStart(text)
		return err
	}}
	f.Var("start", &o.start)
	f.Var("max-wait", cli.OptionalFlag(&o.maxWait, cli.ParseLead))
	f.Var("max-lead", cli.OptionalFlag(&o.maxLead, cli.ParseLead))
	f.Switch("force", &o.force)
	o.namespace = cli.Choice{List: gen.Namespaces[:], More: "UUID", Means: "that one", Accept: func(text string) error {
		if _, ok := gen.Namespace(text); !ok {
			return fmt.Errorf("%q is not a namespace; use dns, url, oid, x500 or a UUID", text)
		}
		return nil
	}}
	f.Var("namespace", &o.namespace)
	f.Text("name", &o.name)
	o.format = cli.Choice{Value: "text", List: formats()}
	f.Var("format", &o.format)
	f.Text("via", &o.via)
	f.Text("output", &o.output)
	f.Switch("upper", &o.upper)
	f.Output("no-newline", "copy")
	f.Complete("set", o.completeSet)
	f.Text("prefix", &o.prefix)
	f.Var("length", cli.CountWithin(&o.length, 1, 1<<63-1))
	f.Text("alphabet", &o.alphabet)
	o.codec.Add(f)
	o.custom.Add(f)
	o.counter.add(f)
	return o.run
}

// completeSet proposes the fields of the scheme on the command line.
func (o *genOptions) completeSet(_ *cobra.Command, args []string, _ string) ([]cobra.Completion,
	cobra.ShellCompDirective) {
	var fields []cobra.Completion
	if len(args) == 1 {
		if s, err := o.Scheme(args[0], o.custom); err == nil {
			for _, f := range s.Layout {
				switch f.Source {
				case gen.Data, gen.Worker, gen.Random, gen.Seq:
					fields = append(fields, cobra.CompletionWithDesc(f.Name+"=", "0 to "+f.Max().Decimal()))
				}
			}
		}
	}
	return fields, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

// run generates the ids. A file is complete or as it was, also where a signal ends the call.
func (o *genOptions) run(ctx context.Context, args []string) (err error) {
	o.called = args[0]
	if o.output != "" && o.output != "-" {
		if o.file, err = cli.NewWholeFile(o.output); err != nil {
			return err
		}
	}
	if o.file == nil || o.file.Direct {
		return o.generate(ctx)
	}
	ctx, stopped := cli.UntilSignal(ctx, true)
	err = o.generate(ctx)
	if signal := stopped(); signal != 0 && err != nil {
		return &cli.Failure{Status: signal, Err: fmt.Errorf("interrupted; %s is as it was", o.output)}
	}
	return err
}

// noteChance says on a terminal that nothing but few random bits keeps ids of two calls apart.
func (o *genOptions) noteChance(s *gen.Scheme) {
	if !o.ErrTerminal {
		return
	}
	if sized, err := s.Restrict(int(min(o.length, 1<<16)), o.alphabet); err == nil {
		s = sized
	}
	if s.MayRepeat() {
		o.Note(s.Name + " has few random bits and no record: two calls may generate the same ID by chance; see " +
			"idscope help unique")
	}
}

// generate finds out what the flags mean, and writes the IDs.
func (o *genOptions) generate(ctx context.Context) error {
	via := cmp.Or(o.via, o.Getenv("IDSCOPE_VIA"))
	if via == whereOneListens {
		if ids := o.fromHere(ctx); ids != nil {
			text, err := ids.Append(nil)
			return o.end(cmp.Or(err, o.put(text)))
		}
		via = ""
	}
	c, err := o.call(ctx, via)
	if err != nil {
		return err
	}
	err = cmp.Or(o.write(ctx, c), c.from.Close())
	if o.leased != nil && !o.Linked(o.leased.URL) && !o.begun && (errors.Is(err, gen.ErrFenced) ||
		errors.Is(err, lease.ErrVoid)) { // the grant came to its end between the look at it and its use
		return o.leased.RunFull()
	}
	return err
}

// call is what the flags mean. Every flag is checked before a record or a store is touched.
func (o *genOptions) call(ctx context.Context, via string) (*genCall, error) {
	if via != "" {
		return o.asked(via)
	}
	s, err := o.Scheme(o.called, o.custom)
	if err != nil {
		return nil, err
	}
	if s.PrefixField != "" && o.prefix != "" {
		v, err := s.PrefixBits(o.prefix)
		if err != nil {
			return nil, cli.Usage("--prefix %w", err)
		}
		o.set = append(o.set, gen.Assignment{Field: s.PrefixField, Value: gen.ID{Lo: v}})
	}
	if s.ReadOnly != "" {
		return nil, cli.Usage("cannot generate %s: %s", s.Name, s.ReadOnly)
	}
	s = s.Fix(o.set...)
	o.noteChance(s)
	idle := func(flag string) bool { return flag == "worker" && o.worker.Value == "auto" && s.WorkerBits() == 0 }
	if err := o.given.Refuse(s, []string{o.called}, idle); err != nil {
		return nil, err
	}
	if err := o.refuseText(s); err != nil {
		return nil, err
	}
	if s.Pattern != nil {
		return o.composed(s)
	}
	write, err := o.writer(s)
	if err != nil {
		return nil, err
	}
	switch {
	case s.Counter != "":
		return o.counted(s, write)
	case s.Named():
		return o.named(s, write)
	}
	return o.bits(ctx, s, write)
}

// refuseText finds the flags of texts that mean nothing for a scheme.
func (o *genOptions) refuseText(s *gen.Scheme) error {
	switch {
	case o.given.Changed("alphabet") && s.Pattern == nil && !cli.IsCodec(o.format.Value):
		return cli.Usage("%s as %s has a fixed alphabet; use --alphabet with --format sqids or hashids", s.Name,
			o.format.Value)
	case o.given.Changed("prefix") && s.Counter != "":
		switch {
		case o.format.Value == "json" || o.format.Value == "raw":
			return cli.Usage("--prefix cannot be used with --format %s; use text or hex", o.format.Value)
		case strings.ContainsFunc(o.prefix, unicode.IsControl):
			return cli.Usage("--prefix %q has control characters; remove them", o.prefix)
		}
	case o.given.Changed("prefix") && s.PrefixField != "":
		return nil
	case o.prefix != "" && o.format.Value != "text" && o.format.Value != "json":
		return cli.Usage("--prefix cannot be used with --format %s; use text or json", o.format.Value)
	case o.given.Changed("prefix"):
		if err := s.CheckPrefix(o.prefix); err != nil {
			return cli.Usage("%w", err)
		}
	}
	return nil
}

// refuse finds the flags that mean nothing for a scheme with a number, or not together.
func (o *genOptions) refuse(s *gen.Scheme, number *uint64) error {
	width := s.WorkerBits()
	switch {
	case o.alone() && o.overflow.Value == gen.OverflowWait.String():
		return cli.Usage("--on-overflow wait cannot be used with --at, which is a fixed clock; use borrow or fail")
	case o.seed != nil && s.Timed() && o.at == "":
		return cli.Usage("--seed requires --at for %s", s.Name)
	case o.seed != nil && width > 0 && s.WorkerRule == gen.WorkerNumber && number == nil:
		return cli.Usage("--seed requires --worker for %s, which has a worker ID of %d bits", s.Name, width)
	case o.count > 1 && !s.Varies():
		return cli.Usage("%s is a constant; use -n 1", s.Name)
	}
	for _, v := range o.set {
		i := s.Layout.Index(v.Field)
		if i >= 0 && s.Layout[i].Source == gen.Seq && o.at == "" {
			return cli.Usage("--set %s requires --at: without it the sequence is not free to choose", v.Field)
		}
		if i >= 0 && s.Layout[i].Source == gen.Time {
			return cli.Usage("field %s of %s is the time; use --at", v.Field, s.Name)
		}
	}
	return nil
}

// counterFlags are those of schemes that a counter numbers.
type counterFlags struct {
	key    string
	step   uint64
	offset uint64
	digits uint64     // of date-seq
	order  cli.Choice // of segment
	zone   cli.ZoneFlag
}

func (f *counterFlags) add(flags *cli.Flags) {
	flags.Text("key", &f.key)
	flags.Var("step", cli.CountFlag(&f.step))
	flags.Var("offset", cli.CountFlag(&f.offset))
	f.order = cli.Choice{Value: "trend", List: []gen.Choice{
		{Name: "trend", Help: "each host counts through segments of its own: the numbers of one host increase"},
		{Name: "asked", Help: "the store is asked each time: the numbers of a call are above those of all calls " +
			"before"},
	}}
	f.order.Accept = func(text string) error {
		if text == "strict" {
			return errors.New(`"strict" is gone; use --order asked, by which the store is asked for each number, ` +
				"or a group of servers: idscope serve --cluster")
		}
		return fmt.Errorf("%q is unknown; use trend or asked", text)
	}
	flags.Var("order", &f.order)
	f.digits = 6
	flags.Var("digits", cli.CountFlag(&f.digits))
	f.zone.Kept = true
	f.zone.Add(flags)
}

// refuse finds what the counter of a scheme lacks.
func (f *counterFlags) refuse(s *gen.Scheme, stores []string) error {
	example := "idscope gen " + s.Name + " --store file:/var/lib/ids --key orders --create"
	switch s.Name {
	case "autoinc":
		example = "idscope gen autoinc --store mysql://user@db1/ids --key orders --create"
	case "ticket":
		example = "idscope gen ticket --store mysql://user@db1/ids --store mysql://user@db2/ids"
	}
	switch {
	case len(stores) == 0:
		return cli.Usage("%s is counted in a store; use --store URL, or $IDSCOPE_STORE", s.Name).Hinted("%s", example)
	case len(stores) > 1 && s.Name != "ticket":
		return cli.Usage("%s is counted in one store, got %d; use ticket for several", s.Name, len(stores))
	case f.key == "" && s.Name != "ticket":
		return cli.Usage("%s has no --key; use the name of the counter", s.Name).Hinted("%s", example)
	case f.offset > f.step:
		return cli.Usage("--offset %d goes with a --step of as much or more; got %d", f.offset, f.step)
	case f.digits < counter.LeastDigits || f.digits > counter.MostDigits:
		return cli.Usage("--digits %d is out of range; use %d to %d", f.digits, counter.LeastDigits, counter.MostDigits)
	case s.Name == "segment" && f.step > counter.MostStep:
		return cli.Usage("--step %d is too large; use at most %d", f.step, counter.MostStep)
	}
	return nil
}

// counted is the call of a scheme that a counter numbers.
func (o *genOptions) counted(s *gen.Scheme, write gen.Write) (*genCall, error) {
	places, err := o.places(s)
	if err != nil {
		return nil, err
	}
	folder, err := o.state.Folder(o.App, s.Name)
	if err != nil {
		return nil, err
	}
	c := counter.Config{Kind: s.Name, Places: places, Asked: o.counter.order.Value == "asked", Ahead: o.count > 1,
		Zone: o.counter.zone.Zone, Digits: int(o.counter.digits), Dated: scheme.DateSeq, Folder: folder,
		Now: o.Clock.Now, Warn: o.Warn, Open: o.OpenCounter}
	first := places[0].Store
	segments := s.Name == "segment" && !c.Asked
	for _, p := range places {
		switch {
		case o.Linked(p.Store), s.Name == "date-seq", c.Asked:
		case segments && o.count <= counter.MostStep: // one look at what this host has
			c.Open = nil
		default:
			if _, err := o.StoreDriver(p.Store); err != nil { // it does not return where another program goes on
				return nil, err
			}
		}
	}
	from, err := counter.NewSource(c)
	if err != nil {
		return nil, cli.Refused("%w", err)
	}
	ids := &counter.IDs{Source: from, Total: o.count, Limit: 30 * time.Second, Elsewhere: func() error {
		_, err := o.StoreDriver(first)
		return err
	}}
	return &genCall{count: o.count, processors: 1, explain: cli.CounterFailure, from: gen.Texts(s, ids, write)}, nil
}

// places are the counters that the flags name, each in one store.
func (o *genOptions) places(s *gen.Scheme) ([]counter.Place, error) {
	urls, err := o.store.URLs(o.App)
	if err == nil {
		err = o.counter.refuse(s, urls)
	}
	if err != nil {
		return nil, err
	}
	wanted := counter.Place{Key: o.counter.key, Setup: counter.Setup{Step: o.counter.step, Offset: o.counter.offset}}
	switch s.Name {
	case "ticket":
		wanted.Key = cmp.Or(wanted.Key, "Tickets64")
	case "segment":
		wanted.Step = cmp.Or(wanted.Step, counter.DefaultStep)
	}
	var list []counter.Place
	for _, text := range urls {
		one, err := o.store.Place(text, wanted)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(o counter.Place) bool { return o.ID(s.Name) == one.ID(s.Name) }) {
			return nil, cli.Usage("--store %s is given twice; give each server once", one.ID(s.Name).Store)
		}
		list = append(list, one)
	}
	return list, nil
}

// composed is the call of a scheme that is a pattern of text.
func (o *genOptions) composed(s *gen.Scheme) (*genCall, error) {
	opts := gen.ComposerOptions{Length: int(min(o.length, math.MaxInt)), Alphabet: o.alphabet,
		Random: cli.SystemRandom(o.count)}
	if o.seed != nil {
		opts.Random = gen.SeededRandom(*o.seed)
	}
	switch o.format.Value {
	case "text":
	case "json":
		head := `{"schema":1,"scheme":` + strconv.Quote(s.Name) + `,"id":`
		opts.Write = func(dst, text []byte) []byte {
			quoted, _ := json.Marshal(string(text)) // of a string: no error
			return append(inspect.AppendEscaped(append(dst, head...), quoted), "}\n"...)
		}
	default:
		if _, err := o.writer(s); err != nil {
			return nil, err
		}
		return nil, cli.Usage("--format %s writes bits, of which %s has none; use text or json", o.format.Value, s.Name)
	}
	c, err := gen.NewComposer(s, opts)
	if err != nil {
		return nil, cli.Usage("%w", err)
	}
	return &genCall{from: c, count: o.count, processors: o.processors()}, nil
}

// named is the call of a scheme whose IDs are of names: of one, or of each line of stdin.
func (o *genOptions) named(s *gen.Scheme, write gen.Write) (*genCall, error) {
	example := "idscope gen " + s.Name + " --namespace dns --name example.com"
	switch {
	case o.namespace.Value == "":
		return nil, cli.Usage("%s has no namespace; use --namespace dns, url, oid, x500 or a UUID", s.Name).Hinted("%s",
			example)
	case !o.given.Changed("name"):
		return nil, cli.Usage("%s has no name; use --name TEXT, or --name - for the lines of stdin", s.Name).
			Hinted("%s", example)
	case o.count > 1:
		return nil, cli.Usage("-n %d of one name would be the same id each time; use -n 1", o.count).
			Hinted("for many names: --name - takes each line of stdin")
	}
	namer, err := gen.NewNamer(s)
	if err != nil {
		return nil, cli.Usage("%w", err)
	}
	space, _ := gen.Namespace(o.namespace.Value) // checked by the flag
	if o.name != "-" || o.count == 0 {
		one := namer.Of(space, func() ([]byte, error) { return []byte(o.name), nil })
		return &genCall{from: gen.Texts(s, one, write), count: o.count, processors: 1}, nil
	}
	from := &nameLines{id: func(name []byte) gen.ID { return namer.ID(space, name) }, write: write,
		cutter: lines.NewCutter([]lines.Input{{Name: cli.Stdin, R: o.In}}, lines.Options{Longest: lines.Longest}),
		refuse: func(line int) { o.Report(cli.Negative("line %d of %s %s", line, cli.Stdin, lines.TooLong)) }}
	return &genCall{from: from, count: math.MaxUint64, processors: 1, waits: true, explain: cli.ReadError}, nil
}

// nameLines is the source of the IDs of lines, which are names. It is for one goroutine.
type nameLines struct {
	id     func(name []byte) gen.ID
	write  gen.Write
	refuse func(line int) // says that a line is too long
	cutter *lines.Cutter
	chunk  lines.Chunk

	lines, bad int
}

var _ gen.IDSource = (*nameLines)(nil)

// Fill implements [gen.IDSource]: each line that is at hand is taken, whatever was asked for. How many lines a chunk
// has is found when they are read.
func (w *nameLines) Fill(context.Context, uint64) (gen.Block, error) {
	return gen.Block{Append: w.append}, w.cutter.Next(&w.chunk)
}

func (w *nameLines) append(dst []byte) (text []byte, err error) {
	text = dst
	for line := range bytes.Lines(w.chunk.Text) {
		w.lines++
		if len(lines.Trim(line)) > lines.Longest {
			w.bad++
			w.refuse(w.lines)
			continue
		}
		// A carriage return, and whatever else is not the line feed, is part of a name.
		if text, err = w.write(text, []gen.ID{w.id(bytes.TrimSuffix(line, []byte{'\n'}))}); err != nil {
			return text, err
		}
	}
	return text, nil
}

// Close implements [gen.IDSource]: lines that were no names are a negative answer.
func (w *nameLines) Close() error {
	if w.bad > 0 {
		return &cli.Failure{Status: cli.StatusNegative}
	}
	return nil
}

// Values of --via: the server that uses the same records, and the same one where there is one.
const (
	besideRecords   = "state"
	whereOneListens = "auto"
)

// fromHere takes ids from the server of this host that uses the same records, where one
// listens and has the same scheme; else it returns nil, and they are generated here: which
// of the two it is makes no difference but that of the record's update.
func (o *genOptions) fromHere(ctx context.Context) *gen.Block {
	if o.count > client.MostIDs || o.given.NotSent() != "" || o.format.Value != "text" ||
		o.Getenv("IDSCOPE_WORKER") != "" {
		return nil
	}
	s, err := o.Scheme(o.called, o.custom)
	if err != nil || !s.Recorded() {
		return nil // which is said where it is generated
	}
	if urls, err := o.store.URLs(o.App); err != nil || len(urls) > 0 { // the server may have another
		return nil
	}
	path, err := o.state.Socket(o.App)
	if err != nil {
		return nil
	}
	if _, err := os.Lstat(path); err != nil {
		return nil
	}
	c := client.New("unix:"+path, s.Name, client.Options{Timeout: time.Second})
	defer c.Close()
	ids, err := c.Fetch(ctx, service.Form(s), int(o.count))
	if err != nil {
		return nil
	}
	return &ids
}

// inServeFile are the flags whose values serve.toml has keys for.
var inServeFile = [...]string{"worker", "set", "layout", "epoch", "tick", "store", "key", "step", "offset", "order",
	"digits", "tz", "create", "accept-best-effort"}

// asked is the call that takes IDs from a server in place of generating them here.
func (o *genOptions) asked(address string) (*genCall, error) {
	by, here := "--via", ""
	if o.via == "" {
		by, here = "$IDSCOPE_VIA", "IDSCOPE_VIA= idscope gen "+o.called+" generates the IDs here"
	}
	if name := o.given.NotSent(); slices.Contains(inServeFile[:], name) {
		return nil, cli.Usage("--%s cannot be used with %s; set it in serve.toml", name, by).Hinted("%s", here)
	} else if name != "" {
		return nil, cli.Usage("--%s cannot be used with %s; remove one of the two", name, by).Hinted("%s", here)
	}
	if o.format.Value != "text" {
		return nil, cli.Usage("--format %s cannot be used with %s; use text", o.format.Value, by).Hinted("%s", here)
	}
	if address == besideRecords {
		path, err := o.state.Socket(o.App)
		if err != nil {
			return nil, err
		}
		address = "unix:" + path
	} else if _, err := cli.ParseAddress(address); err != nil {
		return nil, cli.Usage("%s %w, unix:PATH, state or auto", by, err)
	}
	c := client.New(address, o.called, client.Options{User: o.Getenv("IDSCOPE_VIA_USER"),
		Password: o.Getenv("IDSCOPE_VIA_PASSWORD"), Timeout: 10 * time.Second})
	return &genCall{from: c, count: o.count, processors: 1, explain: viaFailure}, nil
}

// viaFailure is the error of a server.
func viaFailure(err error) error {
	if answer, ok := errors.AsType[*client.ServerError](err); ok {
		f := cli.Refused("the server refused: %s", answer.Text)
		if answer.Kind() == "NOAUTH" || answer.Kind() == "WRONGPASS" {
			return f.Hinted("give $IDSCOPE_VIA_USER and $IDSCOPE_VIA_PASSWORD")
		}
		return f
	}
	if errors.Is(err, io.EOF) {
		return cli.Refused("%w", err).Hinted("where it has [tls], ask on its host: --via state")
	}
	return cli.Refused("%w", err).Hinted("idscope serve starts one")
}
