package cmd

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/inspect"
	"idscope/inspect/lines"
)

// oneSource takes all ids together: what is fixed, what grows, what is random in
// them, and which layouts explain that.
func (o *inspectOptions) oneSource(args []string, as []*gen.Scheme) error {
	if o.json.Value == "brief" {
		return cli.Usage("--same-source has no brief report; use --json")
	}
	var texts, steps []string // that took something off a text, each once
	err := o.EachID("inspect --same-source", args, func() error { return nil }, func(line []byte) error {
		if len(line) > lines.Longest {
			return cli.Negative("id %d %s", len(texts)+1, lines.TooLong)
		}
		text := strings.TrimSpace(string(line))
		if len(as) == 0 {
			var taken []string
			text, taken = inspect.Clean(text)
			steps = append(steps, slices.DeleteFunc(taken, func(s string) bool { return slices.Contains(steps, s) })...)
		}
		if text != "" {
			texts = append(texts, text)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(texts) < 2 {
		return cli.Usage("--same-source has %s; use two or more, the more the better",
			quantity.Counted(len(texts), "id"))
	}
	ids, bits, encoding, err := parseAlike(texts, as)
	if err != nil {
		return err
	}
	schemes := as
	if len(as) == 0 {
		if schemes, err = o.KnownSchemes(); err != nil {
			return err
		}
	}
	report, err := inspect.SameSource(ids, bits, encoding, schemes, o.Now())
	if err != nil {
		return cli.Usage("%w", err)
	}
	report.Warnings = append(report.Warnings, steps...)
	if o.json.Value != "" {
		return o.PrintJSON(report)
	}
	return o.Print(sameScreen(o.view(), &report))
}

// parseAlike reads all texts in one form and size: the scheme's, or the first that
// reads them all. Nothing is guessed about their fields.
func parseAlike(texts []string, as []*gen.Scheme) (ids []gen.ID, bits int, encoding string, err error) {
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
				if form.Common && !form.Form.Binary() && text.Check(bits) == nil {
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
			return list, w.bits, w.name, nil
		}
	}
	what := "not written as those before it; use ids of one form and size"
	if len(as) > 0 {
		what = "not of the given scheme; use ids of it alone, or remove --as"
	} else if at == 0 {
		what = "in no common encoding of 64 to 192 bits; use --as SCHEME"
	}
	return nil, 0, "", cli.Negative("id %d, %q, is %s", at+1, screen.Escaped(inspect.Shown(texts[at])), what)
}

// same is the screen of many ids of one unknown origin.
type same struct {
	*screen.View
	*screen.Page
	report *inspect.Report
}

// mostFits is how many layouts are shown.
const mostFits = 6

// sameScreen is the screen of ids that were taken together, all read in one encoding.
func sameScreen(v *screen.View, r *inspect.Report) string {
	s := &same{v, v.Page(screen.IDColumn), r}
	s.Line(screen.Bold.Of(fmt.Sprintf("%d ids of %d bits", r.Count, r.Bits)))
	s.Line()
	s.Say("read as", r.Encoding)
	s.Say("different", fmt.Sprint(r.Distinct))
	if len(r.Layouts) > 0 && r.Layouts[0].Scheme.Timed() {
		best := r.Layouts[0]
		s.Note("best guess", screen.Bold.Of(screen.SchemeTitle(best.Scheme)),
			screen.Plain.Of(fmt.Sprintf("score %.2f", best.Score)))
	}
	s.Line()
	s.changes()
	s.Line()
	s.runs()
	s.layouts()
	s.proposal()
	for _, warning := range r.Warnings {
		s.Fact("note", screen.Warn.Of(warning))
	}
	return s.String()
}

// changes draws how often each bit changes, in tenths, above the letters of the fields
// that were proposed.
func (s *same) changes() {
	r := s.report
	layout, err := gen.ParseLayout(r.Proposal.Layout)
	if err != nil && len(r.Layouts) > 0 {
		layout = r.Layouts[0].Scheme.Layout
	}
	if fill := r.Bits - layout.Size(); fill > 0 {
		layout = append(gen.Layout{{Name: "unused-bits", Source: gen.Const, Bits: fill}}, layout...)
	}
	letters := layout.Letters()
	rates := s.Bits(screen.BitsOf(layout, func(_, bit int) byte {
		rate := r.Change[r.Bits-1-bit]
		if rate == 0 {
			return '.'
		}
		return '0' + byte(min(9, int(rate*10+0.5)))
	}))
	below := s.Bits(screen.BitsOf(layout, func(field, _ int) byte { return letters[field] }))
	for i := range rates {
		note := ""
		if i == 0 {
			note = "  changes, in tenths"
		}
		s.Line(screen.Plain.Of("  "+rates[i]), screen.Dim.Of(note))
		s.Line(screen.Plain.Of("  " + below[i]))
	}
}

// runs lists the runs of bits that behave alike.
func (s *same) runs() {
	rows := make([][]string, len(s.report.Runs))
	for i, run := range s.report.Runs {
		bits, width := fmt.Sprintf("  %d-%d", run.MSB, run.LSB), fmt.Sprint(run.Width)
		rows[i] = []string{bits, width, run.Behaviour.String(), fmt.Sprint(run.Values)}
	}
	s.Text(s.Table(&screen.Table{Head: []string{"  bits", ">width", "behaviour", ">values"}, Rows: rows}) + "\n")
}

// layouts ranks the known layouts.
func (s *same) layouts() {
	var rows [][]string
	for i, fit := range s.report.Layouts {
		if i == mostFits && !s.All {
			rows = append(rows, []string{fmt.Sprintf("  %d more: --all", len(s.report.Layouts)-i), "", "", "", ""})
			break
		}
		row := []string{"  " + fit.Scheme.Name, fmt.Sprintf("%.2f", fit.Score), "-", "-", "-"}
		if fit.Scheme.Timed() {
			row[2], row[3] = fit.First.In(s.Zone).Format(time.DateTime), fit.Last.In(s.Zone).Format(time.DateTime)
		}
		if fit.Scheme.WorkerBits() > 0 {
			row[4] = fmt.Sprint(fit.Workers)
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		s.Text(s.Panels(&screen.Table{Head: []string{"  layout", ">score", "first", "last", ">workers"}, Rows: rows}) +
			"\n")
	}
}

// proposal writes the flags that read ids of this source.
func (s *same) proposal() {
	p := s.report.Proposal
	if p.Layout == "" {
		return
	}
	flags := screen.Hard("--layout '"+p.Layout+"'") + " --tick " + quantity.FormatDuration(p.Tick)
	if _, err := gen.ParseLayout(p.Layout); err != nil && len(s.report.Layouts) > 0 {
		flags = "--as " + s.report.Layouts[0].Scheme.Name
	} else if !p.Epoch.IsZero() {
		flags += " --epoch " + p.Epoch.Format(time.RFC3339Nano)
	}
	s.Fact("read with", screen.Bold.Of(flags))
	for _, reason := range p.Why {
		s.Item("because", screen.Dim.Of(reason))
	}
}
