package cmd

import (
	"context"
	"fmt"
	"strings"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/gen/scheme"
	"idscope/inspect"
)

type rangeOptions struct {
	*cli.App
	custom cli.LayoutFlags
	zone   cli.ZoneFlag
	last   *time.Duration

	from, to, day string
	sql, mongo    string
}

func newRange(a *cli.App, f *cli.Flags) cli.Run {
	o := &rangeOptions{App: a}
	f.Takes(cli.OneScheme("idscope schemes lists them"), a.OneOf(func(s *gen.Scheme) bool {
		return s.TimeOrdered() || s.Name == scheme.CustomName // whose layout is still to come
	}))
	f.Text("from", &o.from)
	f.Text("to", &o.to)
	f.Text("day", &o.day)
	f.Var("last", cli.OptionalFlag(&o.last, cli.ParseTick))
	o.zone.Add(f)
	f.Text("sql", &o.sql)
	f.Text("mongo", &o.mongo)
	f.Output("copy", "json")
	o.custom.Add(f)
	return o.run
}

func (o *rangeOptions) run(_ context.Context, args []string) error {
	from, to, err := o.window()
	if err != nil {
		return err
	}
	s, err := o.Scheme(args[0], o.custom)
	if err != nil {
		return err
	}
	r, err := inspect.Window(s, from, to)
	if err != nil {
		return cli.Usage("%w", err)
	}
	text := r.LowText + "\n" + r.HighText + "\n"
	switch {
	case o.JSON:
		bits := s.Layout.Size()
		return o.PrintJSON(rangeObject{
			Schema: 1, Scheme: r.Scheme.Name, SizeBits: bits,
			From: r.From.UTC().Format(time.RFC3339Nano), To: r.To.UTC().Format(time.RFC3339Nano),
			Low: r.LowText, High: r.HighText, LowInt: r.Low.Decimal(), HighInt: r.High.Decimal(),
			Sorted: r.Scheme.Text.Sorted(bits), Notes: append([]string{}, r.Notes...),
		})
	case o.sql != "":
		if text, err = r.SQL(o.sql); err != nil {
			return cli.Usage("%w", err)
		}
		text += "\n"
	case o.mongo != "":
		text, err = o.filter(&r)
	}
	if err != nil {
		return err
	}
	for _, note := range r.Notes {
		o.Warn(note)
	}
	return o.Print(text)
}

// window is the start of the time, and its end, which is not in it.
func (o *rangeOptions) window() (from, to time.Time, err error) {
	now := o.Now()
	switch {
	case o.day != "":
		if from, to, err = quantity.ParseDay(o.day, now, o.zone.Zone); err != nil {
			err = cli.BadFlag("day", err)
		}
		return from, to, err
	case o.last != nil:
		return now.UTC().Add(-*o.last), now.UTC(), nil
	case o.from == "":
		return from, to, cli.Usage("no time range is given; use --from TIME, --day DAY or --last DURATION").
			Hinted("as in --from 2026-01-01 --to 2026-02-01, --day yesterday or --last 24h")
	}
	if from, err = o.Time("from", o.from, o.zone.Zone); err != nil {
		return from, to, err
	}
	if to = now.UTC(); o.to != "" {
		to, err = o.Time("to", o.to, o.zone.Zone)
	}
	return from, to, err
}

// filter is the window as a filter of MongoDB, in the words of its shell.
func (o *rangeOptions) filter(r *inspect.Range) (string, error) {
	if strings.ContainsAny(o.mongo, "\"\\$") || cli.OneLine(o.mongo) != o.mongo {
		return "", cli.Usage("--mongo %q is not a field; use a name such as _id or order.id", o.mongo)
	}
	form := r.Scheme.Text.Form
	call := "" // what makes a value of the text
	switch {
	case r.Scheme.Name == "objectid" || r.Scheme.Name == "objectid-2017":
		call = "ObjectId"
	case form == gen.UUID:
		call = "UUID"
	case form == gen.Decimal && r.High != r.High.And(gen.Mask(63)):
		return "", cli.Usage("IDs of %s pass the 64-bit integers of MongoDB; use them stored as texts or bytes",
			r.Scheme.Name)
	case form == gen.Decimal:
		call = "NumberLong"
	case r.Unsorted() != "":
		return "", cli.Usage("%s; use them stored as numbers or bytes", r.Unsorted())
	}
	value := func(id string) string {
		if call == "" {
			return `"` + id + `"`
		}
		return call + `("` + id + `")`
	}
	return fmt.Sprintf("{ \"%s\": { $gte: %s, $lte: %s } }\n", o.mongo, value(r.LowText), value(r.HighText)), nil
}

// rangeObject is a range as JSON shows it.
type rangeObject struct {
	Schema   int      `json:"schema"`
	Scheme   string   `json:"scheme"`
	From     string   `json:"from"`
	To       string   `json:"to"`
	SizeBits int      `json:"size_bits"`
	Low      string   `json:"low"`
	High     string   `json:"high"`
	LowInt   string   `json:"low_int"`
	HighInt  string   `json:"high_int"`
	Sorted   bool     `json:"text_sorted"`
	Notes    []string `json:"notes"`
}
