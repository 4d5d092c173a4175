package cmd

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen"
)

type schemesOptions struct {
	*cli.App
	custom cli.LayoutFlags
	json   bool
}

func newSchemes(a *cli.App) *cobra.Command {
	o := &schemesOptions{App: a}
	c := &cobra.Command{
		Use: "schemes [scheme]",
		Long: `schemes lists the schemes, your own of schemes.toml included; with a name it shows
one in full: its layout, its end of life, how many ids it can make, what makes them
unique, and its policies.

PER-TICK is how many ids one worker can make in one TICK; odds stands where random
bits alone keep ids apart. ORDER says whether the ids of one maker increase: yes
always, tick from one tick to the next.`,
		Example: strings.Join([]string{
			"  idscope schemes",
			"  idscope schemes snowflake",
			`  idscope schemes custom --layout "time:41 shard:8 seq:14" --epoch 2026-01-01`,
			"  idscope schemes --json",
		}, "\n"),
		Args:              cli.AnyScheme,
		ValidArgsFunction: a.CompleteScheme,
		RunE:              func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	c.Flags().BoolVar(&o.json, "json", false, "one JSON object a line")
	o.custom.Add(c)
	return c
}

func (o *schemesOptions) run(args []string) error {
	var list []*gen.Scheme
	_, now, err := o.Present()
	switch {
	case err != nil:
	case len(args) == 1:
		list = make([]*gen.Scheme, 1)
		list[0], err = o.Scheme(args[0], o.custom)
	case o.custom != cli.LayoutFlags{}:
		err = cli.Usage("--layout, --epoch and --tick change one scheme; want its name").
			Hinted("idscope schemes custom --layout ...")
	default:
		list, err = o.EveryScheme()
	}
	if err != nil {
		return err
	}
	switch {
	case o.json:
		return o.objects(list)
	case len(args) == 1:
		return o.one(list[0], now)
	}
	return o.Print(show.Schemes(o.Screen(), list))
}

// objects shows schemes as JSON.
func (o *schemesOptions) objects(list []*gen.Scheme) error {
	for _, s := range list {
		d, err := show.SchemeObject(s, cli.Recorded(s))
		if err == nil {
			err = o.PrintJSON(d)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// one shows a scheme in full.
func (o *schemesOptions) one(s *gen.Scheme, now time.Time) error {
	text, err := show.Scheme(o.Pen(0), s, cli.Recorded(s), now)
	if err != nil {
		return cli.Usage("%w", err)
	}
	return o.Print(text)
}
