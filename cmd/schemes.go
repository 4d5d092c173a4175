package cmd

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/bench/compare"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen"
)

type schemesOptions struct {
	*cli.App
	custom cli.LayoutFlags
	json   bool
	filter schemesFilter
	direct bool
}

// schemesFilter says which schemes are listed.
type schemesFilter struct {
	sortable, readable bool
	bits               uint64
	needs              cli.Choice
}

func newSchemes(a *cli.App) *cobra.Command {
	o := &schemesOptions{App: a}
	c := &cobra.Command{
		Use:               "schemes [scheme]",
		Args:              cli.AnyScheme,
		ValidArgsFunction: a.CompleteScheme,
		RunE:              func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	f := a.Flags(c, "schemes")
	f.Switch("json", &o.json)
	f.Switch("sortable", &o.filter.sortable)
	f.Switch("readable", &o.filter.readable)
	f.Var("bits", cli.CountWithin(&o.filter.bits, 1, 1024))
	o.filter.needs = cli.Choice{List: compare.Coordinations()}
	f.Var("needs", &o.filter.needs)
	cli.Unpaged(f, &o.direct)
	o.custom.Add(f)
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
		err = cli.Usage("--layout, --epoch and --tick change one scheme; use its name").
			Hinted("idscope schemes custom --layout ...")
	default:
		list, err = o.EveryScheme()
		list = slices.DeleteFunc(list, func(s *gen.Scheme) bool { return !o.filter.takes(s) })
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
	if len(list) == 0 {
		return cli.Negative("no scheme matches; remove one of --sortable, --readable, --bits and --needs")
	}
	return o.Page(show.Schemes(o.Pen(0), list), o.direct)
}

// takes reports whether a scheme passes.
func (f *schemesFilter) takes(s *gen.Scheme) bool {
	switch {
	case f.sortable && s.Order() < gen.TickOrder,
		f.readable && !readAloud(s),
		f.bits > 0 && (s.Pattern != nil || s.Layout.Size() != int(f.bits)),
		f.needs.Value != "" && (s.ReadOnly != "" || !s.Varies() || string(compare.CoordinationOf(s)) != f.needs.Value):
		return false
	}
	return true
}

// readAloud reports whether the texts of a scheme are of 26 characters at most, none of
// which has a capital beside it that means something else.
func readAloud(s *gen.Scheme) bool {
	if s.TextLength() > 26 {
		return false
	}
	symbols, fold := s.Text.Form.Symbols()
	if s.Pattern != nil {
		symbols, fold = "", true
		for _, p := range s.Pattern {
			symbols += p.Alphabet + strings.Join(p.Texts, "")
			fold = fold && p.Fold
		}
	}
	return symbols != "" && (fold || strings.ToLower(symbols) == symbols || strings.ToUpper(symbols) == symbols)
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
	return o.Page(text, o.direct)
}
