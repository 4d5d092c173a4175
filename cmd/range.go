package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/inspect"
)

type rangeOptions struct {
	*cli.App
	custom cli.LayoutFlags
	from   string
	to     string
	sql    string
	json   bool
}

func newRange(a *cli.App) *cobra.Command {
	o := &rangeOptions{App: a}
	c := &cobra.Command{
		Use: "range <scheme>",
		Long: `range writes the smallest and the largest id that a scheme can have in a window of
time, a line each: from --from on, and before --to. Whoever made them, with whatever
worker number, sequence and random bits, the ids of that time lie between the two, both
included.`,
		Example: strings.Join([]string{
			"  idscope range snowflake --from 2026-01-01 --to 2026-02-01",
			"  idscope range uuidv7 --from 2026-01-01 --to 2026-02-01 --sql id",
			"  idscope range ulid --from now-1h --to now --json",
			`  idscope range custom --layout "time:41 shard:8 seq:14" --epoch 2026-01-01 --from 2026-03 --to 2026-04`,
		}, "\n"),
		Args:              cli.OneScheme("idscope schemes lists them"),
		ValidArgsFunction: a.CompleteTimed,
		RunE:              func(_ *cobra.Command, args []string) error { return o.run(args[0]) },
	}
	f := c.Flags()
	f.StringVar(&o.from, "from", "", "the start of the window, a `TIME` that is in it")
	f.StringVar(&o.to, "to", "", "the end of the window, a `TIME` that is not in it")
	f.StringVar(&o.sql, "sql", "", "write the condition for this `COLUMN`")
	f.BoolVar(&o.json, "json", false, "one JSON object")
	o.custom.Add(c)
	return c
}

func (o *rangeOptions) run(name string) error {
	from, to, err := o.window()
	if err != nil {
		return err
	}
	s, err := o.Scheme(name, o.custom)
	if err != nil {
		return err
	}
	r, err := inspect.Window(s, from, to)
	if err != nil {
		return cli.Usage("%w", err)
	}
	if o.json {
		return o.PrintJSON(objectOf(&r))
	}
	text := r.LowText + "\n" + r.HighText + "\n"
	if o.sql != "" {
		if text, err = o.condition(&r); err != nil {
			return err
		}
	}
	for _, note := range r.Notes {
		o.Warn(note)
	}
	return o.Print(text)
}

// window is the time that is asked for.
func (o *rangeOptions) window() (from, to time.Time, err error) {
	_, now, err := o.Present()
	switch {
	case err != nil:
		return from, to, err
	case o.from == "" || o.to == "":
		return from, to, cli.Usage("range wants both --from TIME and --to TIME").
			Hinted("idscope range uuidv7 --from 2026-01-01 --to 2026-01-02")
	case o.sql != "" && o.json:
		return from, to, cli.Usage("--sql and --json exclude each other; want one")
	}
	if from, err = cli.ParseTime(o.from, now); err != nil {
		return from, to, cli.BadFlag("from", err)
	}
	if to, err = cli.ParseTime(o.to, now); err != nil {
		return from, to, cli.BadFlag("to", err)
	}
	return from, to, nil
}

// condition is the window as SQL: numbers are bare, texts quoted.
func (o *rangeOptions) condition(r *inspect.Range) (string, error) {
	if strings.ContainsAny(o.sql, "\n\r;") {
		return "", cli.Usage("--sql %q is no column; want a name as id, t.id or \"id\"", o.sql)
	}
	text, bits := r.Scheme.Text, r.Scheme.Layout.Size()
	low, high := r.LowText, r.HighText
	switch {
	case text.Form == gen.Decimal:
	case !text.Sorted(bits):
		return "", cli.Usage("texts of %s do not sort as its ids do; want them stored as numbers or bytes", r.Scheme.Name).
			Hinted("as numbers: %s >= %s AND %s <= %s", o.sql, r.Low.Decimal(), o.sql, r.High.Decimal())
	default:
		low, high = "'"+low+"'", "'"+high+"'"
	}
	return fmt.Sprintf("%s >= %s AND %s <= %s\n", o.sql, low, o.sql, high), nil
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

func objectOf(r *inspect.Range) rangeObject {
	bits := r.Scheme.Layout.Size()
	return rangeObject{
		Schema: 1, Scheme: r.Scheme.Name, SizeBits: bits,
		From: r.From.UTC().Format(time.RFC3339Nano), To: r.To.UTC().Format(time.RFC3339Nano),
		Low: r.LowText, High: r.HighText, LowInt: r.Low.Decimal(), HighInt: r.High.Decimal(),
		Sorted: r.Scheme.Text.Sorted(bits), Notes: append([]string{}, r.Notes...),
	}
}
