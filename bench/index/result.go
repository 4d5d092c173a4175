package index

import (
	"cmp"
	"slices"
	"time"

	"idscope/bench/stats"
)

// Report is what a run found. A partial one holds what there was when it ended:
// the last result may have fewer rows than the others.
type Report struct {
	About
	Setting
	Results  []Result `json:"results"`
	Complete int      `json:"complete"` // runs of all schemes that were not ended early
	Partial  bool     `json:"partial"`
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
		list[i] = Record{2, r.Engine, x, r.About, r.Setting, machine}
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
