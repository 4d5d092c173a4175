package index

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"idscope/gen/quantity"
)

// Record is a scheme of a report: one object of JSON, and a row of a table for each slice of
// the inserts. What is of the whole stands in the last of these rows.
type Record struct {
	Schema int    `json:"schema" csv:"-"`
	Engine string `json:"-" csv:"engine"`
	Result
	About   About   `json:"database" csv:"-"`
	Setting Setting `json:"setting" csv:"-"`
	Machine any     `json:"machine" csv:"-"`
}

// Records are the results of a report, on a machine.
func (r *Report) Records(machine any) []Record {
	list := make([]Record, len(r.Results))
	for i, x := range r.Results {
		list[i] = Record{1, r.Engine, x, r.About, r.Setting, machine}
	}
	return list
}

// Head are the columns of [Report.Table]; > aligns on the right.
func Head() []string {
	return []string{"SCHEME", ">ROWS/S", ">+-", ">NEWEST/S", ">WINDOW/S", ">DISK", ">INDEX", ">FILL", ">SPLITS",
		">WRITTEN"}
}

// Table are the figures of each scheme for people, each with its ratios to those of the first,
// and which of the rows are ratios. What an engine does not tell is a dash.
func (r *Report) Table() (rows [][]string, ratios []bool) {
	first := &r.Results[0]
	for i := range r.Results {
		x := &r.Results[i]
		name := r.Name(x)
		if x.Partial {
			name += "*"
		}
		rows = append(rows, []string{name, quantity.FormatMetric(x.PerSec), x.Runs.Spread(), x.Newest.rate(),
			x.Window.reads().rate(), told(x.DiskBytes, quantity.FormatSize), told(x.IndexBytes, quantity.FormatSize),
			told(x.Fill, percent), told(x.Splits, decimal), told(x.LogBytes, quantity.FormatSize)})
		ratios = append(ratios, false)
		if i == 0 || x.Inserted != first.Inserted { // a part is no match for the whole
			continue
		}
		whole := Reads{PerSec: x.PerSec, Runs: x.Runs}
		rows = append(rows, []string{"  vs " + r.Name(first), whole.ratio(&Reads{PerSec: first.PerSec, Runs: first.Runs}), "",
			x.Newest.ratio(first.Newest), x.Window.reads().ratio(first.Window.reads()),
			times(x.DiskBytes, first.DiskBytes), times(x.IndexBytes, first.IndexBytes), "",
			times(x.Splits, first.Splits), times(x.LogBytes, first.LogBytes)})
		ratios = append(ratios, true)
	}
	return rows, ratios
}

// reads are those of windows; nil where there are none.
func (w *Window) reads() *Reads {
	if w == nil {
		return nil
	}
	return &w.Reads
}

func (x *Reads) rate() string {
	if x == nil {
		return "-"
	}
	return quantity.FormatMetric(x.PerSec)
}

// ratio is how many times as fast as others rows were read; ~ where that may be chance.
func (x *Reads) ratio(of *Reads) string {
	switch {
	case x == nil || of == nil:
		return "-"
	case x.Runs.Noise(&of.Runs):
		return "~"
	}
	return quantity.FormatRatio(x.PerSec, of.PerSec)
}

// told writes what an engine may not tell.
func told[T any](v *T, write func(T) string) string {
	if v == nil {
		return "-"
	}
	return write(*v)
}

func percent(share float64) string { return fmt.Sprintf("%.0f%%", 100*share) }

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// times is the ratio of what an engine may not tell.
func times(x, first *int64) string {
	if x == nil || first == nil {
		return "-"
	}
	return quantity.FormatRatio(float64(*x), float64(*first))
}

// Facts say how ids were stored and stamped, how rows lie, and what the engine adds.
func (r *Report) Facts() []string {
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

// windowNotes say how the rows of a window of time were found.
func windowNotes(r *Report) (notes []string) {
	of := map[string][]string{}
	for _, x := range r.Results {
		if x.Window != nil {
			of[x.Window.By] = append(of[x.Window.By], r.Name(&x))
		}
	}
	for _, by := range []struct{ by, text string }{
		{ByKey, "as a range of the id, which is in order of time"},
		{ByTime, "by an index on the time"},
		{ByScan, "by reading the whole table: the id is in no order of time, and nothing else is indexed"},
	} {
		if names := of[by.by]; names != nil {
			notes = append(notes, "WINDOW/S, of "+strings.Join(names, "; ")+": "+by.text)
		}
	}
	return notes
}

// memoryNote says whether the indexes fit into the engine's cache.
func memoryNote(r *Report) []string {
	if r.Cache == nil {
		return []string{"memory: the engine has no cache of its own, only the system's"}
	}
	var in, out []string
	for i := range r.Results {
		x := &r.Results[i]
		switch times, ok := r.Pressure(x); {
		case !ok:
		case times <= 1:
			in = append(in, fmt.Sprintf("%s (%s of it)", r.Name(x), quantity.FormatFigure(times, 2)))
		default:
			out = append(out, fmt.Sprintf("%s (%s times it)", r.Name(x), quantity.FormatFigure(times, 2)))
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
