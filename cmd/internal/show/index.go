package show

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

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
	rows, ratios := IndexRows(r)
	p.Text(pen.Panels(&ui.Table{Head: IndexHead(), Rows: rows, Style: func(row, column int) ui.Style {
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
	for _, note := range IndexNotes(r) {
		p.Paragraph("- ", note)
	}
	return p.String()
}

// IndexHead is the head of the first table; > aligns on the right.
func IndexHead() []string {
	return []string{"SCHEME", ">ROWS/S", ">+-", ">NEWEST/S", ">WINDOW/S", ">DISK", ">INDEX", ">FILL", ">SPLITS",
		">WRITTEN"}
}

// IndexRows are those of the first table, and which of them are ratios.
func IndexRows(r *index.Report) (rows [][]string, ratios []bool) {
	first := &r.Results[0]
	for i := range r.Results {
		x := &r.Results[i]
		name := r.Name(x)
		if x.Partial {
			name += "*"
		}
		rows = append(rows, []string{name, quantity.FormatMetric(x.PerSec), spread(x.Runs.Interval), newest(x),
			window(x),
			bytesOf(x.DiskBytes), bytesOf(x.IndexBytes), fillOf(x), countOf(x.Splits), bytesOf(x.LogBytes)})
		ratios = append(ratios, false)
		if i == 0 || x.Inserted != first.Inserted { // a part is no match for the whole
			continue
		}
		rate := quantity.FormatRatio(x.PerSec, first.PerSec)
		if x.Runs.Noise(&first.Runs) {
			rate = "~"
		}
		rows = append(rows, []string{"  vs " + r.Name(first), rate, "", newestRatio(x, first), windowRatio(x, first),
			times(x.DiskBytes, first.DiskBytes), times(x.IndexBytes, first.IndexBytes), "",
			times(x.Splits, first.Splits), times(x.LogBytes, first.LogBytes)})
		ratios = append(ratios, true)
	}
	return rows, ratios
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

// IndexNotes say how ids were stored and stamped, how rows lie, and what the engine
// adds.
func IndexNotes(r *index.Report) []string {
	var columns []string
	var order []string
	of := map[string][]string{}
	for _, x := range r.Results {
		if of[x.Column] == nil {
			order = append(order, x.Column)
		}
		of[x.Column] = append(of[x.Column], r.Name(&x))
	}
	for _, c := range order {
		columns = append(columns, strings.Join(of[c], ", ")+" as "+c)
	}
	makers := ""
	if r.Nodes > 1 {
		makers = fmt.Sprintf(" of %d nodes in turn", r.Nodes)
	}
	notes := []string{
		r.Order,
		"keys: " + strings.Join(columns, "; "),
		fmt.Sprintf("ids%s are stamped at %s per second from %s on",
			makers, quantity.FormatNumber(r.Rate), r.Start.Format(time.RFC3339)),
		"WRITTEN: " + r.LogKind,
	}
	if r.Repeats > 1 {
		notes = append(notes, fmt.Sprintf("rates are medians of %d runs, in turns; the other figures are of the run in "+
			"the middle; "+
			"~: no difference by the Mann-Whitney test at 95 %%", r.Repeats))
	} else {
		notes = append(notes, "one run: what else the machine did meanwhile is in the rates, not in sizes, splits and fill")
	}
	notes = append(notes, windowNotes(r)...)
	notes = append(notes, memoryNote(r)...)
	for _, x := range r.Results {
		if x.Partial {
			notes = append(notes, fmt.Sprintf("* %s has %d of %d rows", r.Name(&x), x.Inserted, r.Rows))
		}
	}
	return append(notes, r.Notes...)
}

func newest(x *index.Result) string {
	if x.Newest == nil {
		return "-"
	}
	return quantity.FormatMetric(x.Newest.PerSec)
}

func window(x *index.Result) string {
	if x.Window == nil {
		return "-"
	}
	return quantity.FormatMetric(x.Window.PerSec)
}

func newestRatio(x, first *index.Result) string {
	if x.Newest == nil || first.Newest == nil {
		return "-"
	}
	return readRatio(x.Newest, first.Newest)
}

func windowRatio(x, first *index.Result) string {
	if x.Window == nil || first.Window == nil {
		return "-"
	}
	return readRatio(&x.Window.Reads, &first.Window.Reads)
}

func readRatio(x, first *index.Reads) string {
	if x.Runs.Noise(&first.Runs) {
		return "~"
	}
	return quantity.FormatRatio(x.PerSec, first.PerSec)
}

// windowNotes say how the rows of a window of time were found.
func windowNotes(r *index.Report) (notes []string) {
	of := map[string][]string{}
	for _, x := range r.Results {
		if x.Window != nil {
			of[x.Window.By] = append(of[x.Window.By], r.Name(&x))
		}
	}
	for _, by := range []struct{ by, text string }{
		{index.ByKey, "as a range of the id, which is in order of time"},
		{index.ByTime, "by an index on the time"},
		{index.ByScan, "by reading the whole table: the id is in no order of time, and nothing else is indexed"},
	} {
		if names := of[by.by]; names != nil {
			notes = append(notes, "WINDOW/S, of "+strings.Join(names, "; ")+": "+by.text)
		}
	}
	return notes
}

// memoryNote says whether the indexes fit into the engine's cache.
func memoryNote(r *index.Report) []string {
	if r.Cache == nil {
		return []string{"memory: the engine has no cache of its own, only the system's"}
	}
	var in, out []string
	for i := range r.Results {
		x := &r.Results[i]
		switch times, ok := r.Pressure(x); {
		case !ok:
		case times <= 1:
			in = append(in, fmt.Sprintf("%s (%s of it)", r.Name(x), quantity.FormatNumber(roundTo(times, 2))))
		default:
			out = append(out, fmt.Sprintf("%s (%s times it)", r.Name(x), quantity.FormatNumber(roundTo(times, 2))))
		}
	}
	cache := fmt.Sprintf("%s of %s", r.Cache.Name, quantity.FormatSize(r.Cache.Bytes))
	var notes []string
	if in != nil {
		notes = append(notes, "memory: the index fits into the "+cache+": "+strings.Join(in, "; ")+
			": this shows nothing of tables larger than memory; --beyond-memory does")
	}
	if out != nil {
		notes = append(notes, "memory: the index does not fit into the "+cache+": "+strings.Join(out, "; ")+
			"; the system may hold pages besides")
	}
	return notes
}

// roundTo keeps so many digits that count.
func roundTo(v float64, digits int) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	return v
}

func bytesOf(n *int64) string {
	if n == nil {
		return "-"
	}
	return quantity.FormatSize(*n)
}

func countOf(n *int64) string {
	if n == nil {
		return "-"
	}
	return strconv.FormatInt(*n, 10)
}

func fillOf(x *index.Result) string {
	if x.Fill == nil {
		return "-"
	}
	return fmt.Sprintf("%.0f%%", 100**x.Fill)
}

// times is a ratio of what an engine may not tell.
func times(x, first *int64) string {
	if x == nil || first == nil {
		return "-"
	}
	return quantity.FormatRatio(float64(*x), float64(*first))
}

// quotient writes x by y; - where there is none.
func quotient(x, y float64, write func(float64) string) string {
	if y <= 0 {
		return "-"
	}
	return write(x / y)
}
