package cmd

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"

	"idscope/bench/index"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
)

// indexObject is a scheme as JSON shows it.
type indexObject struct {
	Schema int `json:"schema"`
	index.Result
	About   index.About   `json:"database"`
	Setting index.Setting `json:"setting"`
	Machine cli.Machine   `json:"machine"`
}

func indexJSON(r *index.Report, m cli.Machine) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, x := range r.Results {
		_ = e.Encode(indexObject{1, x, r.About, r.Setting, m}) // into memory, of finite numbers
	}
	return b.String()
}

// indexCSV is a row for each slice of the inserts. Of an interrupted run the column
// partial says so.
func indexCSV(r *index.Report) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	told := func(v *int64) string {
		if v == nil {
			return ""
		}
		return strconv.FormatInt(*v, 10)
	}
	_ = w.Write([]string{"engine", "scheme", "column", "rows", "seconds", "rows_per_second", "newest_per_second",
		"disk_bytes", "index_bytes", "leaf_pages", "fill", "page_splits", "log_bytes", "partial"})
	for i := range r.Results {
		x := &r.Results[i]
		reads, fill := "", ""
		if x.Newest != nil {
			reads = number(x.Newest.PerSec)
		}
		if x.Fill != nil {
			fill = number(*x.Fill)
		}
		for at, s := range x.Samples {
			row := []string{r.Engine, x.Scheme, x.Column, strconv.Itoa(s.Rows), number(s.Seconds), number(s.PerSec)}
			if at < len(x.Samples)-1 { // what is of the whole stands in its last row
				row = append(row, "", "", "", "", "", "", "")
			} else {
				row = append(row, reads, told(x.DiskBytes), told(x.IndexBytes), told(x.LeafPages), fill, told(x.Splits), told(x.LogBytes))
			}
			_ = w.Write(append(row, strconv.FormatBool(x.Partial)))
		}
	}
	w.Flush()
	return b.String()
}

// write turns a report into the format asked for.
func (o *indexOptions) write(r *index.Report) string {
	switch o.format.Value {
	case "json":
		return indexJSON(r, o.Machine())
	case "csv":
		return indexCSV(r)
	}
	return show.Index(o.Pen(0), r, o.Machine().String())
}
