package cmd

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"idscope/bench/compare"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen"
)

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
