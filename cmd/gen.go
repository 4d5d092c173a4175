package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/sequence"
)

type genOptions struct {
	*cli.App
	called string // the scheme as the user named it
	custom cli.LayoutFlags

	count  uint64
	worker cli.Choice
	at     string
	set    cli.Assignments
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

	text   textFlags
	codec  cli.CodecFlags
	format cli.Choice
	output string
	via    string

	counter counterFlags

	file *cli.WholeFile // of --output; nil for stdout

	flagGiven func(string) bool
	given     func() []string // the names of all flags that are
	moveBack  func() string   // the command that mends a record from the future

	leased      *cli.Store // where the number is leased; nil is nowhere
	leasedField string
}

func newGen(a *cli.App) *cobra.Command {
	o := &genOptions{App: a, count: 1}
	c := &cobra.Command{
		Use:               "gen <scheme>",
		Annotations:       map[string]string{cli.Unconfigured: "yes"},
		Args:              cli.OneScheme("idscope schemes lists them"),
		ValidArgsFunction: a.CompleteGenerated,
	}
	o.flags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		o.flagGiven = c.Flags().Changed
		o.given = func() (names []string) {
			c.Flags().Visit(func(f *pflag.Flag) { names = append(names, f.Name) })
			return names
		}
		o.called = args[0]
		return o.run(c.Context())
	}
	return c
}

func (o *genOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.VarP(cli.CountFlag(&o.count), "count", "n", "how many")
	o.worker = cli.WorkerFlag()
	o.worker.Add(f, "worker", "w",
		"the number of the node, all worker fields together; default $IDSCOPE_WORKER, else auto")
	f.StringVar(&o.at, "at", "", "stamp this `TIME`, from no record: unique among themselves only")
	f.Var(&o.set, "set", "give a field a value, decimal or 0x hexadecimal; repeatable")
	o.state.Add(f, "keep the record")
	o.store.Add(f)
	f.Var(cli.SeedFlag(&o.seed), "seed",
		"generate reproducible ids, which are predictable; needs --at, and --worker where there is one")
	o.backward = cli.Choice{Named: "POLICY", List: sequence.BackwardChoices[:]}
	o.backward.Add(f, "on-backward", "", "when the clock moved backwards")
	o.overflow = cli.Choice{Named: "POLICY", List: sequence.OverflowChoices[:]}
	o.overflow.Add(f, "on-overflow", "", "when the sequence of a tick is exhausted")
	o.start = cli.Choice{Named: "RULE", List: sequence.StartChoices[:], Accept: func(text string) error {
		_, err := sequence.ParseStart(text)
		return err
	}}
	o.start.Add(f, "start", "", "where the sequence of a tick starts; random:R and rotate:R have a range")
	f.Var(cli.OptionalFlag(&o.maxWait, "DURATION", cli.ParseLead), "max-wait",
		"wait at most this long for a clock that moved backwards; default 10ms")
	f.Var(cli.OptionalFlag(&o.maxLead, "DURATION", cli.ParseLead), "max-lead",
		"borrow at most this much time; default 1s, or two ticks")
	f.BoolVar(&o.force, "force", false, "allow a --max-lead of more than 1h")
	o.namespace = cli.NamespaceFlag()
	o.namespace.Add(f, "namespace", "", "of the name (uuidv3, uuidv5)")
	f.StringVar(&o.name, "name", "", "generate the id of this `TEXT` (uuidv3, uuidv5); - takes each line of stdin")
	o.format = cli.Choice{Value: "text", List: formats()}
	o.format.Add(f, "format", "", "how to write the ids")
	f.StringVar(&o.via, "via", "",
		"ask the idscope serve at this `ADDRESS`: host:port, unix:PATH, state for the one that "+
			"uses the same records, or auto for that one where it listens; default $IDSCOPE_VIA")
	f.StringVarP(&o.output, "output", "o", "", "write to this `FILE`; - is stdout")
	_ = c.RegisterFlagCompletionFunc("set", o.completeSet)
	o.AddCopy(f)
	o.text.add(c)
	o.codec.Add(c)
	o.custom.Add(c)
	o.counter.add(c)
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
func (o *genOptions) run(ctx context.Context) (err error) {
	if o.output != "" && o.output != "-" {
		if o.file, err = cli.NewWholeFile(o.output); err != nil {
			return err
		}
	}
	if o.file == nil || o.file.Direct {
		return o.generate(ctx)
	}
	ctx, stopped := cli.UntilSignal(ctx)
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
	if sized, err := s.Restrict(int(min(o.text.length, 1<<16)), o.text.alphabet); err == nil {
		s = sized
	}
	if s.MayRepeat() {
		o.Note(s.Name + " has few random bits and no record: two calls may generate the same ID by chance; see idscope " +
			"help unique")
	}
}

// generate finds out what the flags mean, and writes the IDs.
func (o *genOptions) generate(ctx context.Context) error {
	out := o.sink()
	via := cmp.Or(o.via, o.Getenv("IDSCOPE_VIA"))
	if via == whereOneListens {
		if ids := o.fromHere(ctx); ids != nil {
			text, err := ids.Append(nil)
			return out.end(cmp.Or(err, out.write(text)))
		}
		via = ""
	}
	c, err := o.call(ctx, via)
	if err != nil {
		return err
	}
	err = o.write(ctx, c, out)
	if e := c.from.Close(); err == nil && e != nil {
		if err = e; !errors.As(e, new(*cli.Failure)) {
			err = cli.Refused("%w", e)
		}
	}
	if o.leased != nil && !o.leased.Linked() && !out.begun && ended(err) { // between the look at the grant and its use
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
	if s.PrefixField != "" && o.text.prefix != "" {
		v, err := s.PrefixBits(o.text.prefix)
		if err != nil {
			return nil, cli.Usage("--prefix %w", err)
		}
		o.set = append(o.set, gen.Assignment{Field: s.PrefixField, Value: gen.FromUint64(v)})
	}
	if s.ReadOnly != "" {
		return nil, cli.Usage("%s cannot be generated: %s; want another scheme", s.Name, s.ReadOnly)
	}
	o.noteChance(s)
	if err := o.refuseText(s); err != nil {
		return nil, err
	}
	if err := o.refuseCodec(s); err != nil {
		return nil, err
	}
	if s.Pattern != nil {
		return o.composed(s)
	}
	s = s.Fix(o.set.Fields()...)
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
