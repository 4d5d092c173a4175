package cmd

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/gen"
)

type genOptions struct {
	*app
	called string // the scheme as the user named it
	custom layoutFlags

	count   uint64
	worker  choice
	at      string
	set     assignments
	state   string
	network bool
	seed    *uint64

	backward choice
	overflow choice
	start    choice
	maxWait  *time.Duration
	maxLead  *time.Duration

	namespace choice
	name      string

	text   textFlags
	codec  codecFlags
	format choice
	output string

	flagGiven func(string) bool
	moveBack  string // the command that mends a record from the future
}

func newGen(a *app) *cobra.Command {
	o := &genOptions{app: a, count: 1}
	c := &cobra.Command{
		Use: "gen <scheme>",
		Long: `gen makes ids, one a line. idscope schemes lists the schemes.

Where a scheme has a worker number, --worker auto takes one that no other process
on this host holds, and what was made is recorded, so that nothing repeats after a
restart, a kill or a clock step. That is unique on this host: with several hosts
give each its own --worker or $IDSCOPE_WORKER.

--at and --seed read and write no record: the ids of one call differ from each
other, but a second call may make the same ones again. With them --worker auto is
0, and a tick that is full fails unless --on-overflow is borrow.

--format sqids and hashids write ids of up to 64 bits so that they do not tell when
they were made or how many there are: obfuscation, not encryption.`,
		Example: strings.Join([]string{
			"  idscope gen uuidv7",
			"  idscope gen snowflake -n 5 --worker 7",
			"  idscope gen instagram --set shard=1341 --format json",
			"  idscope gen uuidv5 --namespace dns --name example.com",
			"  idscope gen ulid --at 2026-01-31 --seed 1",
			"  idscope gen snowflake --format hashids --salt 'a salt'",
			`  idscope gen custom --layout "time:41 shard:8 seq:14" --epoch 2026-01-01 --set shard=3`,
		}, "\n"),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return nil
			}
			return usage("gen takes one scheme, got %d; want idscope gen SCHEME", len(args)).hinted("idscope schemes lists them")
		},
		ValidArgsFunction: a.completeScheme,
	}
	o.flags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		o.flagGiven = c.Flags().Changed
		o.called = args[0]
		return o.run(c.Context())
	}
	return c
}

func (o *genOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.VarP(countFlag(&o.count), "count", "n", "how many")
	o.worker = workerFlag()
	o.worker.add(f, "worker", "w", "the number of the maker, all worker fields together; default $IDSCOPE_WORKER, else auto")
	f.StringVar(&o.at, "at", "", "stamp this `TIME`, from no record: unique among themselves only")
	f.Var(&o.set, "set", "give a field a value, decimal or 0x hexadecimal; repeatable")
	f.StringVar(&o.state, "state", "", "keep the record in this `DIR`; default $IDSCOPE_STATE, else the host's or the user's")
	networkFlag(f, &o.network)
	f.Var(seedFlag(&o.seed), "seed", "make reproducible ids, which can be guessed; needs --at, and --worker where there is one")
	o.backward = choice{list: gen.BackwardChoices()}
	o.backward.add(f, "on-backward", "", "when the clock goes back")
	o.overflow = choice{list: gen.OverflowChoices()}
	o.overflow.add(f, "on-overflow", "", "when the sequence of a tick is used up")
	o.start = choice{list: gen.StartChoices(), accept: func(text string) error { _, err := gen.ParseStart(text); return err }}
	o.start.add(f, "start", "", "where the sequence of a tick starts; random:R and rotate:R have a range")
	f.Var(durationFlag(&o.maxWait), "max-wait", "wait at most this long for a clock that went back; default 10ms")
	f.Var(durationFlag(&o.maxLead), "max-lead", "borrow at most this much time; default 1s, or two ticks")
	o.namespace = namespaceFlag()
	o.namespace.add(f, "namespace", "", "of the name (uuidv3, uuidv5)")
	f.StringVar(&o.name, "name", "", "make the id of this `TEXT` (uuidv3, uuidv5); - takes each line of stdin")
	o.format = choice{value: "text", list: formats()}
	o.format.add(f, "format", "", "how to write the ids")
	f.StringVarP(&o.output, "output", "o", "", "write to this `FILE`; - is stdout")
	_ = c.RegisterFlagCompletionFunc("set", o.completeSet)
	o.text.add(c)
	o.codec.add(c)
	o.custom.add(c)
}

// completeSet proposes the fields of the scheme on the command line.
func (o *genOptions) completeSet(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var fields []cobra.Completion
	if len(args) == 1 {
		if s, err := o.scheme(args[0], o.custom); err == nil {
			for _, f := range s.Layout {
				switch f.Source {
				case gen.Data, gen.Worker, gen.Random, gen.Seq:
					fields = append(fields, cobra.CompletionWithDesc(f.Name+"=", "0 to "+decimal(f.Max())))
				}
			}
		}
	}
	return fields, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

func (o *genOptions) run(ctx context.Context) error {
	s, err := o.scheme(o.called, o.custom)
	if err != nil {
		return err
	}
	if s.PrefixField != "" && o.text.prefix != "" {
		v, err := s.PrefixBits(o.text.prefix)
		if err != nil {
			return usage("--prefix %w", err)
		}
		o.set = append(o.set, gen.Assignment{Field: s.PrefixField, Value: gen.FromUint64(v)})
	}
	if s.ReadOnly != "" {
		return usage("%s can not be made: %s; want another scheme", s.Name, s.ReadOnly)
	}
	if err := o.refuseText(s); err != nil {
		return err
	}
	if err := o.refuseCodec(s); err != nil {
		return err
	}
	if s.Pattern == nil {
		s = s.Fix(o.set.fields()...)
	}
	out, err := o.sink(s)
	if err != nil {
		return err
	}
	if s.Pattern != nil {
		return o.composed(s, out)
	}
	if s.Named() {
		return o.named(s, out)
	}
	g, done, err := o.generator(ctx, s)
	if err != nil {
		return err
	}
	err = o.stream(ctx, g, out, func() (*gen.Generator, error) { return o.again(s) })
	if e := done(); err == nil && e != nil {
		err = refused("%w", e)
	}
	return err
}

// decimal writes a value of a field.
func decimal(v gen.ID) string {
	return string(gen.Text{Form: gen.Decimal}.Append(nil, v, gen.MaxBits))
}
