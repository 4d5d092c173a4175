package show

import (
	"encoding/csv"
	"slices"
	"strconv"
	"strings"

	"idscope/bench/index"
)

// indexObject is a scheme as JSON shows it.
type indexObject struct {
	Schema int `json:"schema"`
	index.Result
	About   index.About   `json:"database"`
	Setting index.Setting `json:"setting"`
	Machine any           `json:"machine"`
}

// IndexObject is a result of a report on a machine, for its JSON.
func IndexObject(r *index.Report, x index.Result, machine any) any {
	return indexObject{1, x, r.About, r.Setting, machine}
}

// IndexCSV is a row for each slice of the inserts. Of an interrupted run the column
// partial says so.
func IndexCSV(r *index.Report) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	told := func(v *int64) string {
		if v == nil {
			return ""
		}
		return strconv.FormatInt(*v, 10)
	}
	_ = w.Write([]string{"engine", "scheme", "variant", "column", "rows", "seconds", "rows_per_second",
		"newest_per_second",
		"window_per_second", "window_by", "disk_bytes", "index_bytes", "leaf_pages", "fill", "page_splits", "log_bytes",
		"runs", "low", "high", "level", "partial"})
	for i := range r.Results {
		x := &r.Results[i]
		reads, window, by, fill := "", "", "", ""
		if x.Newest != nil {
			reads = number(x.Newest.PerSec)
		}
		if x.Window != nil {
			window, by = number(x.Window.PerSec), x.Window.By
		}
		if x.Fill != nil {
			fill = number(*x.Fill)
		}
		for at, s := range x.Samples {
			row := []string{r.Engine, x.Scheme, string(x.Variant), x.Column, strconv.Itoa(s.Rows), number(s.Seconds),
				number(s.PerSec)}
			if at < len(x.Samples)-1 { // what is of the whole stands in its last row
				row = append(row, slices.Repeat([]string{""}, 13)...)
			} else {
				row = append(row, reads, window, by, told(x.DiskBytes), told(x.IndexBytes), told(x.LeafPages), fill,
					told(x.Splits), told(x.LogBytes), strconv.Itoa(len(x.Runs.PerSec)), number(x.Runs.Low), number(x.Runs.High),
					number(x.Runs.Level))
			}
			_ = w.Write(append(row, strconv.FormatBool(x.Partial)))
		}
	}
	w.Flush()
	return b.String()
}
