package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

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
	upper  bool
	output string
	via    string

	counter counterFlags

	file *cli.WholeFile // of --output; nil for stdout

	given    *cli.Flags
	moveBack func() string // the command that mends a record from the future

	leased      *cli.Store // where the number is leased; nil is nowhere
	leasedField string
}

func newGen(a *cli.App) *cobra.Command {
	o := &genOptions{App: a, count: 1}
	c := &cobra.Command{
		Use:               "gen <scheme>",
		Annotations:       map[string]string{cli.Unconfigured: "yes", cli.ByScheme: "yes"},
		Args:              cli.OneScheme("idscope schemes lists them"),
		ValidArgsFunction: a.CompleteGenerated,
	}
	o.flags(a.Flags(c, "gen"))
	c.RunE = func(c *cobra.Command, args []string) error {
		o.called = args[0]
		return o.run(c.Context())
	}
	return c
}

func (o *genOptions) flags(f *cli.Flags) {
	o.given = f
	f.Var("count", cli.CountFlag(&o.count))
	o.worker = cli.WorkerFlag()
	f.Var("worker", &o.worker)
	f.Text("at", &o.at)
	f.Var("set", &o.set)
	o.state.Add(f)
	o.store.Add(f)
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
	o.namespace = cli.NamespaceFlag()
	f.Var("namespace", &o.namespace)
	f.Text("name", &o.name)
	o.format = cli.Choice{Value: "text", List: formats()}
	f.Var("format", &o.format)
	f.Text("via", &o.via)
	f.Text("output", &o.output)
	f.Switch("upper", &o.upper)
	o.AddNoNewline(f)
	f.Complete("set", o.completeSet)
	o.AddCopy(f)
	o.text.add(f)
	o.codec.Add(f)
	o.custom.Add(f)
	o.counter.add(f)
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
		return nil, cli.Usage("cannot generate %s: %s", s.Name, s.ReadOnly)
	}
	o.noteChance(s)
	idle := func(flag string) bool { return flag == "worker" && o.worker.Value == "auto" && s.WorkerBits() == 0 }
	if err := o.given.Refuse(s, []string{o.called}, idle); err != nil {
		return nil, err
	}
	if err := o.refuseText(s); err != nil {
		return nil, err
	}
	if err := o.refuseCodec(s); err != nil {
		return nil, err
	}
	if s.Pattern != nil {
		return o.composed(s)
	}
	s = s.Fix(gen.FieldsOf(o.set)...)
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
