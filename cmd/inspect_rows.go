package cmd

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/inspect"
	"idscope/inspect/known"
	"idscope/inspect/lines"
)

// rowFlags choose the values that are written of each id, and the order of ids.
type rowFlags struct {
	fields   []string
	template string
	sort     cli.Choice
}

// add defines the flags.
func (f *rowFlags) add(flags *cli.Flags) {
	flags.Texts("field", &f.fields)
	flags.Text("template", &f.template)
	f.sort = cli.Choice{List: []gen.Choice{{Name: "time", Help: "the oldest first, those without a time last"}}}
	flags.Var("sort", &f.sort)
	flags.Complete("field",
		cobra.FixedCompletions(screen.TableValues(), cobra.ShellCompDirectiveNoFileComp))
}

// given reports whether ids are written as rows of values, in that format.
func (f *rowFlags) given(format string) bool {
	return len(f.fields) > 0 || f.template != "" || format == "csv" || format == "tsv"
}

// rows writes the values of each id, one row an id.
type rows struct {
	*screen.View
	in     *inspect.Inspector
	out    lines.Writer
	names  []string // folded
	row    []string
	safe   func(value string) string // as it may be shown
	write  func(row []string) error
	warn   func(string)
	result inspect.Result

	total, bad int
}

// rows returns what writes rows in the chosen format.
func (o *inspectOptions) rows(in *inspect.Inspector) (*rows, error) {
	switch format := o.format.Value; {
	case o.rowFlags.template != "" && (format != "" || len(o.fields) > 0):
		return nil, cli.Usage("--template, --field and --format are three ways to write ids; use --template alone")
	case len(o.fields) > 0 && format != "" && format != "csv" && format != "tsv":
		return nil, cli.Usage("--field writes columns; use --format tsv or csv, not %s", format)
	case o.json.Value != "":
		return nil, cli.Usage("--json and columns cannot be used together; remove one of the two")
	}
	r := &rows{View: o.view(), in: in, out: lines.Writer{To: o.Out}, names: o.fields, warn: o.Warn,
		safe: func(value string) string { return value }}
	if o.OutTerminal {
		r.safe = screen.Printable
	}
	if o.rowFlags.template != "" {
		return r, o.templated(r)
	}
	head := len(r.names) == 0
	if head {
		r.names = screen.TableValues()
	}
	if err := o.knownValues("--field", r.names); err != nil {
		return nil, err
	}
	r.write = r.tsv
	if o.format.Value == "csv" {
		r.write = r.csv()
		if err := r.write(r.names); err != nil {
			return nil, err
		}
	}
	for i, name := range r.names {
		r.names[i] = gen.Fold(name)
	}
	return r, nil
}

// knownValues refuses names that no id has.
func (o *inspectOptions) knownValues(flag string, names []string) error {
	own, err := o.KnownSchemes()
	if err != nil {
		return err
	}
	all := screen.ValueNames(append(append(known.All(), known.Unlisted()...), own...))
	for _, name := range names {
		if slices.ContainsFunc(all, func(known string) bool { return gen.Fold(known) == gen.Fold(name) }) {
			continue
		}
		f := cli.Usage("%s %q is of no id; use a name of the JSON, such as time, scheme or worker", flag, name)
		if near := cli.Nearest(name, all); len(near) > 0 {
			return f.Hinted("did you mean: %s", strings.Join(near, ", "))
		}
		return f.Hinted("idscope schemes SCHEME lists the fields of one")
	}
	return nil
}

// tsv writes a row with tabs between its values, which have none.
func (r *rows) tsv(row []string) error {
	r.out.Text = screen.AppendTSV(r.out.Text, row)
	return r.out.Full()
}

// csv returns what writes a row as RFC 4180 has it.
func (r *rows) csv() func([]string) error {
	var buf bytes.Buffer
	w := csv.NewWriter(&buf)
	return func(row []string) error {
		_ = w.Write(row)
		w.Flush() // into memory
		r.out.Text = append(r.out.Text, buf.Bytes()...)
		buf.Reset()
		return r.out.Full()
	}
}

// templated makes the rows those of the template, whose names become the columns.
func (o *inspectOptions) templated(r *rows) error {
	t, err := cli.ParseTemplate(o.rowFlags.template)
	if err != nil {
		return cli.Usage("--template %w", err)
	}
	if err := o.knownValues("--template", t.Names); err != nil {
		return err
	}
	for _, name := range t.Names {
		r.names = append(r.names, gen.Fold(name))
	}
	r.write = func(row []string) error {
		for i, name := range t.Names {
			t.Values[name] = row[i]
		}
		if r.out.Text = t.Append(r.out.Text); !bytes.HasSuffix(r.out.Text, []byte("\n")) {
			r.out.Text = append(r.out.Text, '\n')
		}
		return r.out.Full()
	}
	return nil
}

// add writes the row of an id, and of each other that is in one text.
func (r *rows) add(text []byte) error {
	r.total++
	if r.in.InspectInto(&r.result, string(text)); !r.result.OK() {
		if r.bad++; r.result.Err.Code == inspect.CodeTooLong && !slices.Contains(r.names, "detail") {
			r.warn(r.result.Err.Message)
		}
	}
	for found := r.result.Found; ; {
		r.row = r.row[:0]
		for _, name := range r.names {
			r.row = append(r.row, r.safe(r.Value(&r.result, name)))
		}
		if err := r.write(r.row); err != nil || len(found) < 2 {
			return err
		}
		found = found[1:] // the other ids in the text
		r.in.InspectInto(&r.result, found[0])
	}
}

// sorted reads all ids, and returns them in the order of their times, those of one time in their own.
func (o *inspectOptions) sorted(args []string, in *inspect.Inspector) ([]string, error) {
	type timed struct {
		text, canonical string
		id              gen.ID
		at              time.Time
		last            int // 1 without a time
	}
	var all []timed
	var r inspect.Result
	err := o.EachID("inspect", args, func() error { return nil }, func(text []byte) error {
		one := timed{text: string(text), last: 1}
		if in.DetectInto(&r, text); r.OK() && r.Readings[0].Timed {
			best := &r.Readings[0]
			one = timed{one.text, best.Canonical(), best.ID, best.Time, 0}
		}
		all = append(all, one)
		return nil
	})
	slices.SortStableFunc(all, func(a, b timed) int {
		return cmp.Or(a.last-b.last, a.at.Compare(b.at), a.id.Cmp(b.id), strings.Compare(a.canonical, b.canonical))
	})
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = one.text
	}
	return texts, err
}
