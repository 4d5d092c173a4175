package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
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
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return cli.Usage("schemes takes one scheme, got %d; want one or none", len(args))
			}
			return nil
		},
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
		err = cli.Usage("--layout, --epoch and --tick change one scheme; want its name").Hinted("idscope schemes custom --layout ...")
	default:
		list, err = o.EveryScheme()
	}
	if err != nil {
		return err
	}
	switch {
	case o.json:
		return cli.StdoutError(writeJSON(o.Out, list))
	case len(args) == 1:
		return o.one(list[0], now)
	}
	_, err = io.WriteString(o.Out, o.table(list))
	return cli.StdoutError(err)
}

func writeJSON(w io.Writer, list []*gen.Scheme) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, s := range list {
		d, err := describe(s)
		if err == nil {
			err = e.Encode(d)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// schemeColumns are those of the table; > aligns on the right.
var schemeColumns = [...]string{"NAME", ">BITS", ">CHARS", "TEXT", ">TICK", ">ENDS", ">WORKERS", ">PER-TICK", "ORDER", "SUMMARY"}

// table lists schemes. In a pipe it is as wide as it takes; on a terminal the
// summary is cut to what is left, and left out where that is too little.
func (o *schemesOptions) table(list []*gen.Scheme) string {
	head := schemeColumns[:]
	rows := make([][]string, len(list))
	for i, s := range list {
		rows[i] = schemeRow(s)
	}
	if o.OutTerminal {
		head, rows = narrow(head, rows, o.Columns())
	}
	st := newStyles(o.Coloured())
	return st.grid(head, rows, func(row, column int) style {
		switch {
		case row < 0 || column == 0:
			return st.bold
		case column == len(schemeColumns)-1:
			return st.dim
		}
		return st.plain
	})
}

// narrow fits the last column into the width.
func narrow(head []string, rows [][]string, width int) ([]string, [][]string) {
	last, used := len(head)-1, 0
	for column, title := range head[:last] {
		most := len(strings.TrimPrefix(title, ">"))
		for _, row := range rows {
			most = max(most, len(row[column]))
		}
		used += most + 2
	}
	room := width - used
	for _, row := range rows {
		if len(row[last]) > max(room, 0) {
			row[last] = row[last][:max(room, 0)]
		}
	}
	if room >= 24 {
		return head, rows
	}
	head = slices.Delete(slices.Clone(head), last, last+1)
	for i := range rows {
		rows[i] = rows[i][:last]
	}
	for _, spare := range []string{"TEXT", ">WORKERS"} { // schemes NAME tells them too
		at := slices.Index(head, spare)
		if used <= width+2 || at < 0 {
			break
		}
		most := len(strings.TrimPrefix(spare, ">"))
		for i, row := range rows {
			most = max(most, len(row[at]))
			rows[i] = slices.Delete(row, at, at+1)
		}
		head = slices.Delete(head, at, at+1)
		used -= most + 2
	}
	return head, rows
}

func schemeRow(s *gen.Scheme) []string {
	ends := "-"
	if end, ok := s.End(); ok {
		ends = fmt.Sprint(end.Year())
	}
	order := s.Order().String()
	if s.Pattern != nil {
		return []string{s.Name, "-", fmt.Sprint(s.Pattern.Made()), "pattern", tickText(s), ends, "-", perTickText(s), order, s.Summary}
	}
	return []string{s.Name, fmt.Sprint(s.Layout.Size()), fmt.Sprint(s.TextLength()), s.Text.Form.String(),
		tickText(s), ends, workersText(s), perTickText(s), order, s.Summary}
}

func tickText(s *gen.Scheme) string {
	if !s.Timed() {
		return "-"
	}
	return cli.ShortDuration(s.Tick >> s.Fraction)
}

func workersText(s *gen.Scheme) string {
	if s.WorkerBits() == 0 {
		return "-"
	}
	return power(s.WorkerBits())
}

func perTickText(s *gen.Scheme) string {
	n, ok := s.PerTick()
	switch {
	case !s.Varies():
		return "-"
	case !ok:
		return "odds"
	}
	return power(n.Len() - 1)
}

// power writes 2^bits, in full while it is short.
func power(bits int) string {
	if bits > 14 {
		return fmt.Sprintf("2^%d", bits)
	}
	return fmt.Sprint(1 << bits)
}
