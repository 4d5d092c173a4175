package cmd

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/inspect"
)

// layoutFlags are the flags that make a scheme of a layout, or override a part
// of a named one; every command that takes a scheme has them.
type layoutFlags struct {
	layout string
	epoch  string
	tick   *time.Duration
}

func (l *layoutFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&l.layout, "layout", "", "use this `LAYOUT`, as in \"time:40 cluster:3 user:10 seq:10\", most significant first")
	c.Flags().StringVar(&l.epoch, "epoch", "", "count time from `TIME`")
	c.Flags().Var(tickFlag(&l.tick), "tick", "count time in steps of this length")
	_ = c.RegisterFlagCompletionFunc("layout", cobra.FixedCompletions([]cobra.Completion{
		cobra.CompletionWithDesc("time:41,worker:10,seq:12", "63 bits as snowflake's"),
		cobra.CompletionWithDesc("time:40,cluster:3,user:10,seq:10", "names of your own are set with --set"),
	}, cobra.ShellCompDirectiveNoFileComp))
}

// named writes a scheme as a command line has to, for hints.
func (l *layoutFlags) named(name string) string {
	if l.layout != "" {
		name += fmt.Sprintf(" --layout '%s'", strings.Join(strings.Fields(l.layout), " "))
	}
	if l.epoch != "" {
		name += fmt.Sprintf(" --epoch '%s'", l.epoch)
	}
	if l.tick != nil {
		name += " --tick " + shortDuration(*l.tick)
	}
	return name
}

// scheme returns the scheme of that name: built in, the user's own, or custom,
// with the overrides of the flags.
func (a *app) scheme(name string, over layoutFlags) (*gen.Scheme, error) {
	epoch, err := a.epoch(over.epoch)
	if err != nil {
		return nil, err
	}
	if name == scheme.CustomName {
		return customScheme(over, epoch)
	}
	s, ok := scheme.Get(name)
	if !ok {
		own, err := a.ownSchemes()
		if err != nil {
			return nil, err
		}
		if s = findOwn(own, name); s == nil {
			return nil, a.unknownScheme(name, own)
		}
	}
	if epoch == nil && over.tick == nil && over.layout == "" {
		return s, nil
	}
	var layout *string
	if over.layout != "" {
		layout = &over.layout
	}
	s, err = scheme.Override(s, epoch, over.tick, layout)
	if err != nil {
		return nil, usage("%w", err)
	}
	return s, nil
}

func customScheme(over layoutFlags, epoch *time.Time) (*gen.Scheme, error) {
	if over.layout == "" {
		return nil, usage("custom has no layout; want --layout").
			hinted(`idscope gen custom --layout "time:40 cluster:3 user:10 seq:10" --epoch 2020-01-01`)
	}
	o := scheme.CustomOptions{Layout: over.layout, Tick: scheme.DefaultTick}
	if epoch != nil {
		o.Epoch = *epoch
	}
	if over.tick != nil {
		o.Tick = *over.tick
	}
	s, err := scheme.Custom(o)
	if err != nil {
		return nil, usage("%w", err)
	}
	return s, nil
}

func (a *app) epoch(text string) (*time.Time, error) {
	if text == "" {
		return nil, nil
	}
	_, now, err := a.present()
	if err != nil {
		return nil, err
	}
	t, err := parseTime(text, now)
	if err != nil {
		return nil, badFlag("epoch", err)
	}
	return &t, nil
}

// unknownScheme names the nearest schemes, aliases and the user's own included.
func (a *app) unknownScheme(name string, own []*gen.Scheme) error {
	if list, ok := inspect.Named(name); ok && list[0].ReadOnly == "" && name != list[0].Name {
		return usage("%s is another spelling of a UUID; want a scheme", name).hinted("idscope gen uuidv4 | idscope convert --to %s", strings.Replace(name, "uuid-ncname", "ncname58", 1))
	} else if ok {
		return usage("%s is only read, never made; want one of those that idscope schemes lists", name).hinted("to read one: idscope inspect ID --as %s", name)
	}
	if isCodec(name) {
		return usage("%s writes numbers, and makes none; want a scheme", name).hinted("idscope gen snowflake --format %s, or idscope convert 1341 --to %s", name, name)
	}
	err := usage("scheme %q is unknown; want one of those that idscope schemes lists", name)
	all := []string{scheme.CustomName}
	for _, s := range append(scheme.All(), own...) {
		all = append(append(all, s.Name), s.Aliases...)
	}
	if near := nearest(name, all); len(near) > 0 {
		return err.hinted("did you mean: %s", strings.Join(near, ", "))
	}
	return err
}

func findOwn(own []*gen.Scheme, name string) *gen.Scheme {
	for _, s := range own {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// everyScheme returns the built-in schemes and the user's own, by name.
func (a *app) everyScheme() ([]*gen.Scheme, error) {
	own, err := a.ownSchemes()
	all := append(scheme.All(), own...)
	slices.SortFunc(all, func(x, y *gen.Scheme) int { return strings.Compare(x.Name, y.Name) })
	return all, err
}

// completeScheme proposes the names of the schemes with their summaries.
func (a *app) completeScheme(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	list := described(scheme.Summaries())
	own, _ := a.ownSchemes() // completion shows what it can
	for _, s := range own {
		list = append(list, cobra.CompletionWithDesc(s.Name, s.Summary))
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}
