package cmd

import (
	"fmt"
	"strconv"
	"time"

	"idscope/bench/compare"
	"idscope/bench/index"
	"idscope/bench/report"
	"idscope/bench/throughput"
	"idscope/cmd/internal/show"
	"idscope/cmd/internal/ui"
)

// facts are the answers in short: ranges with who stands at their ends, for what is
// best depends on what is needed.
func (o *reportOptions) facts(m *survey) []report.Fact {
	list := []report.Fact{
		speeds(m.speed, throughput.Next, o.threads[0]).fact("Time of one id, made alone", " ns", show.Nanoseconds),
		speeds(m.speed, throughput.FillText, o.threads[0]).fact("Time of one id, in bulk, with its text", " ns", show.Nanoseconds),
		oddsFact(m.rows),
		inserted(m.index, func(r *index.Result) float64 { return r.PerSec }).fact("Inserts into the index", " rows/s", ui.Metric),
		inserted(m.index, func(r *index.Result) float64 {
			if r.DiskBytes == nil || r.Partial {
				return 0
			}
			return float64(*r.DiskBytes) / 1e6
		}).fact("Size of that table on disk", " MB", ui.Rounded),
		bitSizes(m.rows).fact("Size of an id", " bits", func(v float64) string { return strconv.Itoa(int(v)) }),
		firstToEnd(m.rows, m.now),
		searched(m.speed),
	}
	kept := list[:0]
	for _, f := range list {
		if f.Value != "" {
			kept = append(kept, f)
		}
	}
	return kept
}

// extremes are the least and the greatest of some values, with who has them.
type extremes struct {
	low, high     float64
	lowest, other string
	n             int
}

// take adds a value; 0 is none.
func (e *extremes) take(name string, v float64) {
	if v <= 0 {
		return
	}
	if e.n == 0 || v < e.low {
		e.low, e.lowest = v, name
	}
	if e.n == 0 || v > e.high {
		e.high, e.other = v, name
	}
	e.n++
}

// fact is the range, with the names at its ends; empty where there was no value.
func (e extremes) fact(name, unit string, write func(float64) string) report.Fact {
	switch {
	case e.n == 0:
		return report.Fact{}
	case write(e.low) == write(e.high):
		return report.Fact{Name: name, Value: write(e.low) + unit, Note: e.lowest + others(e.n-1)}
	}
	return report.Fact{Name: name, Value: write(e.low) + " to " + write(e.high) + unit, Note: fmt.Sprintf("lowest %s, highest %s", e.lowest, e.other)}
}

func others(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

// speeds are the medians of our schemes, in ns.
func speeds(r *throughput.Report, how throughput.How, threads int) (e extremes) {
	if r == nil {
		return e
	}
	for i := range r.Subjects {
		s := &r.Subjects[i]
		if c := s.Case(how, threads); c != nil && s.Subject.Package == "" {
			e.take(s.Subject.Name, c.Ns.Median)
		}
	}
	return e
}

// inserted are values of the schemes that were inserted.
func inserted(r *index.Report, value func(*index.Result) float64) (e extremes) {
	if r == nil {
		return e
	}
	for i := range r.Results {
		e.take(r.Results[i].Scheme, value(&r.Results[i]))
	}
	return e
}

func bitSizes(rows []compare.Row) (e extremes) {
	for _, r := range rows {
		if r.Baseline == "" {
			e.take(r.Scheme, float64(r.Bits))
		}
	}
	return e
}

// firstToEnd is the scheme whose time ends first.
func firstToEnd(rows []compare.Row, now time.Time) report.Fact {
	var first *compare.Row
	endless := 0
	for i := range rows {
		switch r := &rows[i]; {
		case r.Baseline != "":
		case r.Ends == nil:
			endless++
		case first == nil || r.Ends.Before(first.Ends.Time):
			first = r
		}
	}
	switch {
	case first == nil && endless == 0:
		return report.Fact{}
	case first == nil:
		return report.Fact{Name: "First to end", Value: "none", Note: "none of the schemes counts time"}
	}
	f := report.Fact{Name: "First to end", Value: strconv.Itoa(first.Ends.Year()), Note: first.Scheme}
	if !first.Ends.After(now) {
		f.Note += ", which has ended"
	}
	if endless > 0 {
		f.Note += fmt.Sprintf("; %d without an end", endless)
	}
	return f
}

// searched is how many duplicates were found among how many ids.
func searched(r *throughput.Report) report.Fact {
	if r == nil {
		return report.Fact{}
	}
	found, ids, schemes := 0, 0, 0
	for i := range r.Subjects {
		if s := &r.Subjects[i]; s.Checked > 0 && s.Subject.Package == "" {
			found, ids, schemes = found+s.Duplicates, ids+s.Checked, schemes+1
		}
	}
	if ids == 0 {
		return report.Fact{}
	}
	return report.Fact{Name: "Duplicates found", Value: strconv.Itoa(found),
		Note: fmt.Sprintf("among %s ids of %d schemes, each of several goroutines, all compared", report.Number(float64(ids)), schemes)}
}

// oddsFact is the greatest odds under the load, and how many schemes have none.
func oddsFact(rows []compare.Row) report.Fact {
	var e extremes
	none := 0
	for i := range rows {
		switch r := &rows[i]; {
		case r.Baseline != "" || r.Odds == nil:
		case r.Odds.Probability == 0:
			none++
		default:
			e.take(r.Scheme, r.Odds.Probability)
		}
	}
	f := report.Fact{Name: "Odds of a collision under the load", Value: "none", Note: "each number has one owner"}
	switch {
	case e.n == 0 && none == 0:
		return report.Fact{}
	case e.n == 0:
		return f
	}
	f.Value, f.Note = "at most "+ui.Digits(e.high), e.other
	if e.n > 1 {
		f.Note += fmt.Sprintf("; least %s, %s", ui.Digits(e.low), e.lowest)
	}
	if none > 0 {
		f.Note += fmt.Sprintf("; none with %d of the schemes", none)
	}
	return f
}
