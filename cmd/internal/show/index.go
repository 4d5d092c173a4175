package show

import (
	"fmt"
	"slices"

	"idscope/bench/index"
	"idscope/cmd/internal/ui"
	"idscope/gen/quantity"
)

// Index is the report of inserts for people: what was measured, the figures of each
// scheme with their ratios to the first, the rate as the table grew, and what one has
// to know to believe it.
func Index(pen *ui.Pen, r *index.Report, machine string) string {
	p := pen.AtMost(textWidth).Page(0)
	if last := &r.Results[len(r.Results)-1]; last.Partial {
		p.Paragraph("", fmt.Sprintf("PARTIAL: interrupted after %d rows of %s", last.Inserted, last.Scheme))
	} else if r.Partial {
		p.Paragraph("", fmt.Sprintf("PARTIAL: interrupted in run %d of %d", r.Complete+1, r.Repeats))
	}
	p.Text(pen.Wrap(0, 0, ui.Plain.Of(r.Engine+": "+r.Target)) + "\n") // a path stays in its line where nobody looks
	p.Paragraph("", fmt.Sprintf("%d rows of each scheme, %d a transaction, %d bytes beside the id",
		r.Rows, r.Batch, r.Payload))
	p.Paragraph("", machine)
	p.Line()
	rows, ratios := r.Table()
	p.Text(pen.Panels(&ui.Table{Head: index.Head(), Rows: rows, Style: func(row, column int) ui.Style {
		if row >= 0 && ratios[row] {
			return ui.Dim
		}
		return ui.BoldNames(row, column)
	}}))
	p.Line()
	if head, rows := growth(r); len(rows) > 0 {
		p.Text(pen.Panels(&ui.Table{Head: head, Rows: rows, Style: ui.BoldNames}))
		p.Line()
	}
	for _, note := range r.Facts() {
		p.Paragraph("- ", note)
	}
	return p.String()
}

// growthSteps is how many columns the rate over time has on a screen.
const growthSteps = 8

// growth is the table of the rate between one number of rows and the next.
func growth(r *index.Report) (head []string, rows [][]string) {
	head = []string{"ROWS/S UNTIL"}
	for step := 1; step <= growthSteps; step++ {
		head = append(head, ">"+quantity.FormatMetric(float64(r.Rows*step/growthSteps)))
	}
	for i := range r.Results {
		x := &r.Results[i]
		if len(x.Samples) < growthSteps {
			continue
		}
		row := []string{r.Name(x)}
		var before index.Sample
		for step := 1; step <= growthSteps; step++ {
			end := r.Rows * step / growthSteps
			at := slices.IndexFunc(x.Samples, func(s index.Sample) bool { return s.Rows >= end })
			if at < 0 || x.Samples[at].Rows == before.Rows {
				row = append(row, "-")
				continue
			}
			s := x.Samples[at]
			row = append(row, quotient(float64(s.Rows-before.Rows), s.Seconds-before.Seconds, quantity.FormatMetric))
			before = s
		}
		rows = append(rows, row)
	}
	return head, rows
}

// quotient writes x by y; - where there is none.
func quotient(x, y float64, write func(float64) string) string {
	if y <= 0 {
		return "-"
	}
	return write(x / y)
}
