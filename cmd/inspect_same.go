package cmd

import (
	"fmt"
	"io"
	"strings"
	"time"

	"idscope/gen"
	"idscope/inspect"
)

// family is many ids of one unknown origin.
type family struct {
	report   inspect.Report
	spelling string
}

// oneSource takes all ids together: what is fixed, what grows, what is random in
// them, and which layouts explain that.
func (o *inspectOptions) oneSource(args []string, opts inspect.Options) error {
	if o.around != "" || o.json.value == "brief" || o.format.value == "card" || o.format.value == "line" {
		return usage("--same-source has a report of its own; want no --around, --json=brief or --format")
	}
	var texts []string
	err := o.eachID("inspect --same-source", args, func() error { return nil }, func(text string) error {
		if text = strings.TrimSpace(text); text != "" {
			texts = append(texts, text)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(texts) < 2 {
		return usage("--same-source has %d ids; want two or more, the more the better", len(texts))
	}
	f := family{}
	ids, bits, err := f.parse(texts, opts.As)
	if err != nil {
		return err
	}
	schemes := opts.Schemes
	if len(opts.As) > 0 {
		schemes = opts.As
	}
	if f.report, err = inspect.SameSource(ids, bits, schemes, opts.Now); err != nil {
		return usage("%w", err)
	}
	if o.json.value != "" {
		return stdout(f.writeJSON(o.out))
	}
	l := look{o.styles(), o.screen(), o.zone.to, opts.Now, o.all}
	_, err = io.WriteString(o.out, f.screen(&l))
	return stdout(err)
}

// parse reads all texts in one form and size: the scheme's, or the first that
// reads them all. Nothing is guessed about their fields.
func (f *family) parse(texts []string, as []*gen.Scheme) (ids []gen.ID, bits int, err error) {
	type way struct {
		name string
		text gen.Text
		bits int
	}
	var ways []way
	for _, s := range as {
		ways = append(ways, way{s.Name, s.Text, s.Layout.Size()})
	}
	if len(as) == 0 {
		for _, form := range gen.Forms() {
			for _, bits := range [...]int{64, 96, 128, 160, 192} {
				text := gen.Text{Form: form.Form}
				if text.Form != gen.Raw && text.Check(bits) == nil {
					ways = append(ways, way{form.Name, text, bits})
				}
			}
		}
	}
	best, at := -1, 0
	for _, w := range ways {
		list := make([]gen.ID, 0, len(texts))
		_, longest := w.text.Len(w.bits)
		for i, text := range texts {
			id, err := w.text.Parse([]byte(text), w.bits)
			short := len(as) == 0 && w.text.Form != gen.Decimal && len(text) < longest-2 // a word, not an id
			if err != nil || short {
				if i > best {
					best, at = i, i
				}
				break
			}
			list = append(list, id)
		}
		if len(list) == len(texts) {
			f.spelling = w.name
			return list, w.bits, nil
		}
	}
	return nil, 0, negative("id %d, %q, is not written as those before it; want ids of one form and size", at+1, escaped(texts[at]))
}

// screen is the report for people.
func (f *family) screen(l *look) string {
	c := &card{look: l}
	r := &f.report
	c.b.WriteString(c.bold.Render(fmt.Sprintf("%d ids of %d bits", r.Count, r.Bits)) + "\n\n")
	c.fact("read as", span{&c.plain, f.spelling}, span{})
	c.fact("different", span{&c.plain, fmt.Sprint(r.Distinct)}, span{})
	if len(r.Layouts) > 0 && r.Layouts[0].Scheme.Timed() {
		best := r.Layouts[0]
		c.fact("best guess", span{&c.bold, schemeTitle(best.Scheme)}, span{&c.plain, fmt.Sprintf("score %.2f", best.Score)})
	}
	c.b.WriteByte('\n')
	f.strip(c)
	c.b.WriteByte('\n')
	f.runs(c)
	f.layouts(c)
	f.proposal(c)
	for _, warning := range r.Warnings {
		c.row("note", factColumn, words(&c.warn, warning))
	}
	return c.b.String()
}

// strip draws how often each bit changes, in tenths, above the letters of the
// fields that were proposed.
func (f *family) strip(c *card) {
	r := &f.report
	layout, err := gen.ParseLayout(r.Proposal.Layout)
	if err != nil && len(r.Layouts) > 0 {
		layout = r.Layouts[0].Scheme.Layout
	}
	if fill := r.Bits - layout.Size(); fill > 0 {
		layout = append(gen.Layout{{Name: "unused-bits", Source: gen.Const, Bits: fill}}, layout...)
	}
	perRow := rowBits
	if c.width > 0 && c.width < 64 {
		perRow = rowBits / 2
	}
	marks := letters(layout)
	rates := draw(layout, perRow, func(_, bit int) byte {
		rate := r.Change[r.Bits-1-bit]
		if rate == 0 {
			return '.'
		}
		return '0' + byte(min(9, int(rate*10+0.5)))
	})
	below := draw(layout, perRow, func(field, _ int) byte { return marks[field] })
	for i := range rates {
		note := ""
		if i == 0 {
			note = "  changes, in tenths"
		}
		c.b.WriteString("  " + c.styles.row(layout, rates[i]) + c.dim.Render(note) + "\n")
		c.b.WriteString("  " + c.styles.row(layout, below[i]) + "\n")
	}
}

// runs lists the stretches of bits that behave alike.
func (f *family) runs(c *card) {
	rows := make([][]string, len(f.report.Runs))
	for i, run := range f.report.Runs {
		rows[i] = []string{fmt.Sprintf("  %d-%d", run.MSB, run.LSB), fmt.Sprint(run.MSB - run.LSB + 1), run.Behaviour.String(), fmt.Sprint(run.Values)}
	}
	c.grid2([]string{"  bits", ">width", "behaviour", ">values"}, rows)
}

// layouts ranks the known layouts.
func (f *family) layouts(c *card) {
	var rows [][]string
	for i, fit := range f.report.Layouts {
		if i == mostReadings && !c.all {
			rows = append(rows, []string{fmt.Sprintf("  %d more: --all", len(f.report.Layouts)-i), "", "", "", ""})
			break
		}
		row := []string{"  " + fit.Scheme.Name, fmt.Sprintf("%.2f", fit.Score), "-", "-", "-"}
		if fit.Scheme.Timed() {
			row[2], row[3] = fit.First.In(c.zone).Format(time.DateTime), fit.Last.In(c.zone).Format(time.DateTime)
		}
		if fit.Scheme.WorkerBits() > 0 {
			row[4] = fmt.Sprint(fit.Workers)
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		c.grid2([]string{"  layout", ">score", "first", "last", ">workers"}, rows)
	}
}

func (c *card) grid2(head []string, rows [][]string) {
	c.b.WriteString(c.styles.grid(head, rows, func(row, _ int) style {
		if row < 0 {
			return c.dim
		}
		return c.plain
	}) + "\n")
}

// proposal writes the flags that read ids of this source.
func (f *family) proposal(c *card) {
	p := f.report.Proposal
	if p.Layout == "" {
		return
	}
	flags := hard("--layout '"+p.Layout+"'") + " --tick " + shortDuration(p.Tick)
	if _, err := gen.ParseLayout(p.Layout); err != nil && len(f.report.Layouts) > 0 {
		flags = "--as " + f.report.Layouts[0].Scheme.Name
	} else if !p.Epoch.IsZero() {
		flags += " --epoch " + p.Epoch.Format(time.RFC3339Nano)
	}
	c.row("read with", factColumn, words(&c.bold, flags))
	for i, why := range p.Why {
		c.row(first(i, "because"), factColumn, words(&c.dim, why))
	}
}
