package cmd

import (
	"fmt"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen"
)

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
	marks := layout.Letters()
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
	flags := hard("--layout '"+p.Layout+"'") + " --tick " + cli.ShortDuration(p.Tick)
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
