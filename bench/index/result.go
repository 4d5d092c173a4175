package index

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/bench/chart"
	"idscope/bench/stats"
	"idscope/gen"
	"idscope/gen/quantity"
)

// Report is what a run found. A partial one holds what there was when it ended:
// the last result may have fewer rows than the others.
type Report struct {
	About
	Setting
	Results  []*Result `json:"results"`
	Complete int       `json:"complete"` // runs of all schemes that were not ended early
	Partial  bool      `json:"partial"`
}

// Record is a scheme of a report: one object of JSON, and a row of a table for each slice of
// the inserts. What is of the whole is in the last of these rows.
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
		list[i] = Record{2, r.Engine, *x, r.About, r.Setting, machine}
	}
	return list
}

// Setting is what all schemes of a run have in common.
type Setting struct {
	Rows    int       `json:"rows"`          // of each scheme
	Batch   int       `json:"batch"`         // rows in a transaction
	Payload int       `json:"payload_bytes"` // beside the id, in each row
	Rate    float64   `json:"per_second"`    // at which the ids are stamped, per second; not that of the inserts
	Nodes   int       `json:"nodes"`         // makers of ids that take turns
	Repeats int       `json:"repeats"`       // runs of each scheme, in turns with the others; 0 is one
	Start   time.Time `json:"start"`         // time of the first id
	// Variants are the kinds of tables that each scheme fills; none is the engine's usual one.
	Variants []Variant `json:"variants,omitempty"`
	// Beyond says that Rows was chosen so that no index fits into the engine's cache.
	Beyond bool `json:"beyond_memory,omitempty"`
}

// Result is what was measured of one scheme. Of several runs rates are the median, and
// all else is that of the run in the middle.
type Result struct {
	Scheme   string  `json:"scheme"`
	Variant  Variant `json:"variant"`
	Column   string  `json:"column"`            // type of the key in this engine
	KeyBytes int     `json:"key_bytes" csv:"-"` // size of a key
	// Order is "increasing", "by time" or "none": what the scheme promises of one node.
	Order    string   `json:"order" csv:"-"`
	Inserted int      `json:"inserted" csv:"-"` // rows
	Seconds  float64  `json:"seconds" csv:"-"`  // spent inserting
	PerSec   float64  `json:"per_second" csv:"-"`
	Samples  []Sample `json:"samples" csv:",rows"`
	Newest   *Reads   `json:"newest,omitempty" csv:"newest_,last"` // nil where the run ended before
	Window   *Window  `json:"window,omitempty" csv:"window_,last"` // the same
	Stats    `csv:",last"`
	Runs     Runs `json:"runs,omitzero" csv:",last"`
	Partial  bool `json:"partial"`
}

// Name is how a result is called among the others: by its scheme, and where the report has
// several variants by that too.
func (r *Report) Name(x *Result) string {
	if len(r.Variants) > 1 {
		return x.Scheme + ", " + string(x.Variant)
	}
	return x.Scheme
}

// Pressure is how many times the engine's cache the index is: up to 1 it fits. ok is false
// where the engine does not tell one of them.
func (r *Report) Pressure(x *Result) (times float64, ok bool) {
	if r.Cache == nil || r.Cache.Bytes <= 0 || x.IndexBytes == nil {
		return 0, false
	}
	return float64(*x.IndexBytes) / float64(r.Cache.Bytes), true
}

// Window is how fast the rows of windows of time were read, spread over all of them.
type Window struct {
	Reads
	By string `json:"by"` // ByKey, ByTime or ByScan
}

func (w *Window) reads() *Reads {
	if w == nil {
		return nil
	}
	return &w.Reads
}

// Sample is a slice of the inserts, in order.
type Sample struct {
	Rows    int     `json:"rows"`       // in the table at its end
	Seconds float64 `json:"seconds"`    // spent inserting until its end
	PerSec  float64 `json:"per_second"` // within it
}

// Reads is how fast rows were read: of the newest ones by their ids, newest first, the
// median of several passes.
type Reads struct {
	Rows    int     `json:"rows" csv:"-"`
	Seconds float64 `json:"seconds" csv:"-"`
	PerSec  float64 `json:"per_second"`
	Runs    Runs    `json:"runs,omitzero" csv:"-"`
}

// Runs are the rates of all complete runs of a scheme, in rows per second.
type Runs struct {
	PerSec []float64 `json:"per_second" csv:"runs,count"` // in the order of the runs
	stats.Interval
}

// Noise reports whether the rates of two schemes may differ by chance: it is not known
// of one run, and always so of up to three.
func (r *Runs) Noise(of *Runs) bool {
	return len(r.PerSec) > 1 && len(of.PerSec) > 1 && stats.Noise(stats.Differ(r.PerSec, of.PerSec))
}

// inTheMiddle makes one result of those of all runs of a scheme, which is one where it is partial.
func inTheMiddle(runs []Result) Result {
	if runs[0].Partial {
		return runs[0]
	}
	middle := func(rate func(*Result) float64) Runs {
		var list []float64
		for i := range runs {
			list = append(list, rate(&runs[i]))
		}
		return Runs{list, stats.Summarize(list)}
	}
	inserts := middle(func(r *Result) float64 { return r.PerSec })
	newest := middle(func(r *Result) float64 { return r.Newest.PerSec })
	window := middle(func(r *Result) float64 { return r.Window.PerSec })
	slices.SortStableFunc(runs, func(a, b Result) int { return cmp.Compare(a.PerSec, b.PerSec) })
	r := runs[len(runs)/2]
	r.Runs, r.Newest.Runs, r.Window.Runs = inserts, newest, window
	r.PerSec, r.Newest.PerSec, r.Window.PerSec = inserts.Median, newest.Median, window.Median
	return r
}

// measure is something that was measured of every scheme: a column of the table, and a picture.
type measure struct {
	head  string
	text  string // the same in a report, where it is longer
	title string // of the picture; empty for none
	axis  string
	scale float64 // of the values of the picture
	of    func(*Result) *value
	write func(float64) string
	ratio bool // to the first scheme
}

// value is one that was measured; of rates with those of all runs. Nil is one that is not known.
type value struct {
	v    float64
	runs *Runs
}

func told[T int64 | float64](v *T) *value {
	if v == nil {
		return nil
	}
	return &value{v: float64(*v)}
}

func rate(x *Reads) *value {
	if x == nil {
		return nil
	}
	return &value{x.PerSec, &x.Runs}
}

func size(v float64) string    { return quantity.FormatSize(int64(v)) }
func percent(v float64) string { return fmt.Sprintf("%.0f%%", 100*v) }
func decimal(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) }

// measures are all of them, in the order of the table.
var measures = [...]measure{
	{">ROWS/S", "", "", "", 1, func(x *Result) *value { return &value{x.PerSec, &x.Runs} }, quantity.FormatMetric,
		true},
	{">NEWEST/S", "", "Reading the newest rows", "rows per second", 1,
		func(x *Result) *value { return rate(x.Newest) }, quantity.FormatMetric, true},
	{">WINDOW/S", ">window of time/s", "Reading windows of time", "rows per second", 1,
		func(x *Result) *value { return rate(x.Window.reads()) }, quantity.FormatMetric, true},
	{">DISK", "", "Size on disk", "MB", 1e-6, func(x *Result) *value { return told(x.DiskBytes) }, size, true},
	{">INDEX", "", "Size of the index", "MB", 1e-6, func(x *Result) *value { return told(x.IndexBytes) }, size, true},
	{">FILL", "", "Fill of the leaf pages", "percent", 100, func(x *Result) *value { return told(x.Fill) }, percent,
		false},
	{">SPLITS", "", "Page splits", "splits", 1, func(x *Result) *value { return told(x.Splits) }, decimal, true},
	{">WRITTEN", "", "Written", "MB", 1e-6, func(x *Result) *value { return told(x.LogBytes) }, size, true},
}

// cell is the value of a result in the table, or how many times that of another it is: a dash
// where the engine does not tell it, ~ where the difference may be chance.
func (m *measure) cell(x, to *Result) string {
	v := m.of(x)
	if to == nil {
		if v == nil {
			return "-"
		}
		return m.write(v.v)
	}
	other := m.of(to)
	switch {
	case !m.ratio:
		return ""
	case v == nil || other == nil:
		return "-"
	case v.runs != nil && v.runs.Noise(other.runs):
		return "~"
	case other.v <= 0:
		return "-"
	}
	return strconv.FormatFloat(v.v/other.v, 'f', 2, 64) + "x"
}

// line is a row of the table: a result, or its ratios to another.
type line struct {
	Result
	name string
	to   *Result // nil for the figures
}

func (l *line) cells() []chart.Cell {
	list := []chart.Cell{{Head: "SCHEME", Value: l.name}}
	for i, m := range measures {
		list = append(list, chart.Cell{Head: m.head, Text: m.text, Value: m.cell(&l.Result, l.to)})
		if i == 0 {
			spread := chart.Cell{Head: ">+-"}
			if l.to == nil {
				spread.Value = l.Runs.Spread()
			}
			list = append(list, spread)
		}
	}
	return list
}

// Table are the figures of each scheme for people, each with its ratios to those of the first,
// and which of the rows are ratios.
func (r *Report) Table() (t chart.Table, ratios []bool) {
	var lines []*line
	first := r.Results[0]
	for i, x := range r.Results {
		name := r.Name(x)
		if x.Partial {
			name += "*"
		}
		lines, ratios = append(lines, &line{*x, name, nil}), append(ratios, false)
		if i > 0 && x.Inserted == first.Inserted { // a part is no match for the whole
			lines, ratios = append(lines, &line{*x, "  vs " + r.Name(first), first}), append(ratios, true)
		}
	}
	return chart.Tabulate((*line).cells, lines...), ratios
}

// Facts say how ids were stored and stamped, how rows lie, and what the engine adds.
func (r *Report) Facts() []string {
	notes := []string{r.Order}
	of := r.names(func(x *Result) string { return x.Column })
	for _, x := range r.Results {
		if names := of[x.Column]; names != nil {
			notes = append(notes, "keys of "+strings.Join(names, "; ")+": "+x.Column)
			delete(of, x.Column)
		}
	}
	makers := ""
	if r.Nodes > 1 {
		makers = fmt.Sprintf(" of %d nodes in turn", r.Nodes)
	}
	notes = append(notes,
		fmt.Sprintf("ids%s are stamped at %s per second, or at what their layout holds, from %s on",
			makers, quantity.FormatNumber(r.Rate), r.Start.Format(time.RFC3339)),
		"WRITTEN: "+r.LogKind,
		"one run: what else the machine did meanwhile is in the rates, not in sizes, splits and fill")
	if r.Repeats > 1 {
		notes[len(notes)-1] = fmt.Sprintf(
			"rates are medians of %d runs, in turns; the other figures are of the run in "+
				"the middle; ~: no difference by the Mann-Whitney test at 95 %%", r.Repeats)
	}
	by := r.names(func(x *Result) string { return cmp.Or(x.Window, &Window{}).By })
	for _, way := range windowWays {
		if names := by[way.Name]; names != nil {
			notes = append(notes, "WINDOW/S, of "+strings.Join(names, "; ")+": "+way.Help)
		}
	}
	notes = append(notes, r.memory()...)
	for _, x := range r.Results {
		if x.Partial {
			notes = append(notes, fmt.Sprintf("* %s has %d of %d rows", r.Name(x), x.Inserted, r.Rows))
		}
	}
	return append(notes, r.Notes...)
}

// windowWays are how the rows of a window of time are found.
var windowWays = [...]gen.Choice{
	{Name: ByKey, Help: "as a range of the id, which is in order of time"},
	{Name: ByTime, Help: "by an index on the time"},
	{Name: ByScan, Help: "by reading the whole table: the id is in no order of time, and nothing else is indexed"},
}

// names are those of the results by something that they have.
func (r *Report) names(of func(*Result) string) map[string][]string {
	all := map[string][]string{}
	for _, x := range r.Results {
		all[of(x)] = append(all[of(x)], r.Name(x))
	}
	return all
}

// memory says which of the indexes fit into the engine's cache.
func (r *Report) memory() (notes []string) {
	if r.Cache == nil {
		return []string{"memory: the engine has no cache of its own, only the system's"}
	}
	var in, out []string
	for _, x := range r.Results {
		times, ok := r.Pressure(x)
		figure := r.Name(x) + " (" + quantity.FormatFigure(times, 2)
		switch {
		case ok && times <= 1:
			in = append(in, figure+" of it)")
		case ok:
			out = append(out, figure+" times it)")
		}
	}
	cache := fmt.Sprintf("%s of %s: ", r.Cache.Name, quantity.FormatSize(r.Cache.Bytes))
	if in != nil {
		notes = append(notes, "memory: the index fits into the "+cache+strings.Join(in, "; ")+
			": this shows nothing of tables larger than memory; --beyond-memory does")
	}
	if out != nil {
		notes = append(notes, "memory: the index does not fit into the "+cache+strings.Join(out, "; ")+
			"; the system may hold pages besides")
	}
	return notes
}

// Figures returns the pictures of a report: the rate of the inserts as the table
// grows, then as bars what the engine told of every scheme's table. A picture
// without a value is left out.
func Figures(r *Report) []chart.Figure {
	note := fmt.Sprintf("%s, %d rows a transaction, %d bytes beside each id", r.Engine, r.Batch, r.Payload)
	if r.Repeats > 1 {
		note += fmt.Sprintf(", rates are medians of %d runs", r.Repeats)
	}
	if r.Partial {
		note += "; partial: the run was ended early"
	}
	of := fmt.Sprintf(": %s ids a second of %s, over %s", quantity.FormatNumber(r.Rate),
		quantity.Counted(r.Nodes, "node"), quantity.FormatSeconds(float64(r.Rows)/r.Rate))
	var list []chart.Figure
	if f := rates(r, note); len(f.Lines) > 0 {
		f.Title += of
		list = append(list, f)
	}
	for _, m := range slices.Concat(measures[3:], measures[1:3]) {
		f := chart.Figure{Title: m.title + of, Note: note, X: chart.Axis{Label: "scheme"}, Y: chart.Axis{Label: m.axis}}
		if m.title == "Written" {
			f.Title = m.title + ": " + r.LogKind + of
		}
		for _, x := range r.Results {
			if v := m.of(x); v != nil && (v.v > 0 || v.runs == nil) {
				at := v.v * m.scale
				f.Bars = append(f.Bars, chart.Bar{Name: r.Name(x), Value: at, Low: at, High: at})
			}
		}
		if len(f.Bars) > 0 {
			list = append(list, f)
		}
	}
	return list
}

// near is how many slices on each side a point of the rate is smoothed over.
const near = 4

// smoothed is the rate around a sample: rows by time of the slices near it, those further
// away with less weight (tricube, as in local regression), so that the pauses of the disk do
// not hide the course.
func smoothed(list []Sample, at int) float64 {
	var rows, seconds float64
	for i := max(0, at-near); i <= min(len(list)-1, at+near); i++ {
		x := math.Abs(float64(i-at)) / (near + 1)
		w := math.Pow(1-x*x*x, 3)
		rows, seconds = rows+w*float64(list[i].Rows), seconds+w*list[i].Seconds
		if i > 0 {
			rows, seconds = rows-w*float64(list[i-1].Rows), seconds-w*list[i-1].Seconds
		}
	}
	if seconds <= 0 {
		return 0
	}
	return rows / seconds
}

// rates is the smoothed rate of the slices, each at the rows in its middle.
func rates(r *Report, note string) chart.Figure {
	f := chart.Figure{Title: "Rate of inserts as the table grows, smoothed", Note: note,
		X: chart.Axis{Label: "rows in the table"}, Y: chart.Axis{Label: "rows per second"}}
	for _, x := range r.Results {
		l := chart.Line{Name: r.Name(x)}
		before := 0
		for at, s := range x.Samples {
			if v := smoothed(x.Samples, at); v > 0 {
				l.X, l.Y = append(l.X, float64(before+s.Rows)/2), append(l.Y, v)
			}
			before = s.Rows
		}
		if len(l.X) > 0 {
			f.Lines = append(f.Lines, l)
		}
	}
	return f
}
