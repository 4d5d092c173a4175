package cmd

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"idscope/bench/index"
	"idscope/cmd/internal/cli"
	"idscope/gen"
)

// oneFormat makes one choice of the flags that say the same.
func oneFormat(format *cli.Choice, json, csv bool) error {
	for name, given := range map[string]bool{"json": json, "csv": csv} {
		if !given {
			continue
		}
		if json && csv || format.Value != "text" && format.Value != name {
			return cli.Usage("--json, --csv and --format %s are several formats; want one", format.Value)
		}
		format.Value = name
	}
	return nil
}

// settings turns the arguments into schemes and options, all checked.
func (o *indexOptions) settings(args []string) ([]*gen.Scheme, index.Options, error) {
	if len(args) == 0 && o.custom == (cli.LayoutFlags{}) {
		args = indexDefaults[:]
	}
	var opts index.Options
	schemes, err := o.Schemes(args, o.custom)
	if err != nil {
		return nil, opts, err
	}
	_, start, err := o.Present()
	if err != nil {
		return nil, opts, err
	}
	if o.at != "" {
		if start, err = cli.ParseTime(o.at, start); err != nil {
			return nil, opts, cli.BadFlag("at", err)
		}
	}
	timed := slices.ContainsFunc(schemes, (*gen.Scheme).Timed)
	if o.seed != nil && timed && o.at == "" {
		return nil, opts, cli.Usage("--seed needs --at: the ids have a time; want both")
	}
	opts = index.Options{Clock: o.Clock, Setting: index.Setting{
		Rows: int(o.rows), Batch: int(min(o.batch, o.rows)), Payload: int(o.payload), Rate: o.rate, Nodes: int(o.nodes), Start: start.UTC()}}
	if o.seed != nil {
		opts.Random = func() io.Reader { return gen.SeededRandom(*o.seed) }
	}
	if err := opts.Check(schemes); err != nil {
		if errors.As(err, new(*gen.ClockError)) && o.at == "" {
			return nil, opts, cli.Refused("%w", err)
		}
		return nil, opts, cli.Usage("%w", err)
	}
	return schemes, opts, nil
}

// parseIDRate reads a number of ids per second; there may be less than one.
func parseIDRate(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
		return 0, fmt.Errorf("%q is no rate; want ids per second, as in 1000 or 2.5e6", text)
	case v < 1e-6 || v > 1e12:
		return 0, fmt.Errorf("%s is no rate of ids; want 1e-6 to 1e12 per second", text)
	}
	return v, nil
}
