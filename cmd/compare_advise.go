package cmd

import (
	"time"

	"idscope/bench/compare"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen"
)

// advise answers what to use.
func (o *compareOptions) advise(args []string, now time.Time) error {
	o.shape.Length = int(o.size)
	if len(args) == 0 && (o.shape.Length > 0 || o.shape.Alphabet != "") {
		args = []string{"nanoid"}
	}
	if len(args) == 0 && o.shape.Encoding != "" {
		return cli.Usage("--encoding is of candidates of yours; use their names").
			Hinted("idscope compare --for-use %s uuidv7 --encoding %s", o.use.Value, o.shape.Encoding)
	}
	if o.format.Value != "text" && o.format.Value != "json" {
		return cli.Usage("advice is not a table; use --json, or names without --for-use")
	}
	q := compare.Question{DB: o.db.Value, MaxProbability: o.needs.MaxProbability, Also: args, Shape: o.shape, Now: now}
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
	if q.MaxProbability == 0 {
		q.MaxProbability = compare.UsualProbability
	}
	a, err := compare.Advise(&q, func(name string) (*gen.Scheme, error) { return o.Scheme(name, cli.LayoutFlags{}) })
	if err != nil {
		return shapeless(err)
	}
	if o.format.Value == "json" {
		err = o.PrintJSON(q.Answer(a))
	} else {
		err = o.Page(show.Advice(o.Pen(0), &q, a), o.direct)
	}
	if err == nil && len(a.Picks) == 0 {
		return &cli.Failure{Status: cli.StatusNegative}
	}
	return err
}
