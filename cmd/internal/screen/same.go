package screen

import (
	"fmt"
	"time"

	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/inspect"
)

// same is the screen of many ids of one unknown origin.
type same struct {
	*View
	*Page
	report *inspect.Report
}

// SameSource is the screen of ids that were taken together, all read in one spelling.
func (v *View) SameSource(r *inspect.Report, spelling string) string {
	s := &same{v, v.Page(factColumn), r}
	s.Line(Bold.Of(fmt.Sprintf("%d ids of %d bits", r.Count, r.Bits)))
	s.Line()
	s.Say("read as", spelling)
	s.Say("different", fmt.Sprint(r.Distinct))
	if len(r.Layouts) > 0 && r.Layouts[0].Scheme.Timed() {
		best := r.Layouts[0]
		s.Note("best guess", Bold.Of(schemeTitle(best.Scheme)), Plain.Of(fmt.Sprintf("score %.2f", best.Score)))
	}
	s.Line()
	s.changes()
	s.Line()
	s.runs()
	s.layouts()
	s.proposal()
	for _, warning := range r.Warnings {
		s.Fact("note", Warn.Of(warning))
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
	rates := s.Bits(BitsOf(layout, func(_, bit int) byte {
		rate := r.Change[r.Bits-1-bit]
		if rate == 0 {
			return '.'
		}
		return '0' + byte(min(9, int(rate*10+0.5)))
	}))
	below := s.Bits(BitsOf(layout, func(field, _ int) byte { return letters[field] }))
	for i := range rates {
		note := ""
		if i == 0 {
			note = "  changes, in tenths"
		}
		s.Line(Plain.Of("  "+rates[i]), Dim.Of(note))
		s.Line(Plain.Of("  " + below[i]))
	}
}

// runs lists the runs of bits that behave alike.
func (s *same) runs() {
	rows := make([][]string, len(s.report.Runs))
	for i, run := range s.report.Runs {
		bits, width := fmt.Sprintf("  %d-%d", run.MSB, run.LSB), fmt.Sprint(run.MSB-run.LSB+1)
		rows[i] = []string{bits, width, run.Behaviour.String(), fmt.Sprint(run.Values)}
	}
	s.Text(s.Table(&Table{Head: []string{"  bits", ">width", "behaviour", ">values"}, Rows: rows}) + "\n")
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
		s.Text(s.Panels(&Table{Head: []string{"  layout", ">score", "first", "last", ">workers"}, Rows: rows}) + "\n")
	}
}

// proposal writes the flags that read ids of this source.
func (s *same) proposal() {
	p := s.report.Proposal
	if p.Layout == "" {
		return
	}
	flags := Hard("--layout '"+p.Layout+"'") + " --tick " + quantity.FormatDuration(p.Tick)
	if _, err := gen.ParseLayout(p.Layout); err != nil && len(s.report.Layouts) > 0 {
		flags = "--as " + s.report.Layouts[0].Scheme.Name
	} else if !p.Epoch.IsZero() {
		flags += " --epoch " + p.Epoch.Format(time.RFC3339Nano)
	}
	s.Fact("read with", Bold.Of(flags))
	var why [][]Styled
	for _, reason := range p.Why {
		why = append(why, []Styled{Dim.Of(reason)})
	}
	s.List("because", 0, why...)
}
