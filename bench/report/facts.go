package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"idscope/bench/compare"
	"idscope/bench/index"
	"idscope/bench/throughput"
	"idscope/gen"
	"idscope/gen/quantity"
)

// facts are the answers in short: ranges with who stands at their ends, for what is
// best depends on what is needed.
func (s *Survey) facts() []Fact {
	disk := func(r *index.Result) float64 {
		if r.DiskBytes == nil || r.Partial {
			return 0
		}
		return float64(*r.DiskBytes) / 1e6
	}
	list := []Fact{
		speeds(s.Speed, throughput.Next).fact("Time of one id, generated alone", " ns"),
		speeds(s.Speed, throughput.FillText).fact("Time of one id, in bulk, with its text", " ns"),
		worst(s.Rows),
		inserted(s.Index, func(r *index.Result) float64 { return r.PerSec }).fact("Inserts into the index", " rows/s"),
		inserted(s.Index, disk).fact("Size of that table on disk", " MB"),
		bitSizes(s.Rows).fact("Size of an id", " bits"),
		firstToEnd(s.Rows, s.Now),
		searched(s.Speed),
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
func (e extremes) fact(name, unit string) Fact {
	low, high := quantity.FormatNumber(e.low), quantity.FormatNumber(e.high)
	switch {
	case e.n == 0:
		return Fact{}
	case low == high:
		return Fact{name, low + unit, e.lowest + others(e.n-1)}
	}
	return Fact{name, low + " to " + high + unit, fmt.Sprintf("lowest %s, highest %s", e.lowest, e.other)}
}

func others(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

// speeds are the medians of our schemes by the fewest goroutines, in ns.
func speeds(r *throughput.Report, how throughput.How) (e extremes) {
	if r == nil {
		return e
	}
	threads := r.Threads()
	if len(threads) == 0 { // interrupted before the first sample
		return e
	}
	for i := range r.Subjects {
		s := &r.Subjects[i]
		if c := s.Case(how, threads[0]); c != nil && s.Subject.Package == "" {
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
func firstToEnd(rows []compare.Row, now time.Time) Fact {
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
		return Fact{}
	case first == nil:
		return Fact{Name: "First to end", Value: "none", Note: "none of the schemes counts time"}
	}
	f := Fact{Name: "First to end", Value: strconv.Itoa(first.Ends.Year()), Note: first.Scheme}
	if !first.Ends.After(now) {
		f.Note += ", which has ended"
	}
	if endless > 0 {
		f.Note += fmt.Sprintf("; %d without an end", endless)
	}
	return f
}

// searched is how many duplicates were found among how many ids.
func searched(r *throughput.Report) Fact {
	if r == nil {
		return Fact{}
	}
	found, ids, schemes := 0, 0, 0
	for i := range r.Subjects {
		if s := &r.Subjects[i]; s.Checked > 0 && s.Subject.Package == "" {
			found, ids, schemes = found+s.Duplicates, ids+s.Checked, schemes+1
		}
	}
	if ids == 0 {
		return Fact{}
	}
	return Fact{Name: "Duplicates found", Value: strconv.Itoa(found),
		Note: fmt.Sprintf("among %s ids of %d schemes, each of several goroutines, all compared",
			quantity.FormatNumber(float64(ids)),
			schemes)}
}

// worst is the greatest probability of a collision under the load, and how many
// schemes have none.
func worst(rows []compare.Row) Fact {
	var e extremes
	none := 0
	for i := range rows {
		switch r := &rows[i]; {
		case r.Baseline != "" || r.Chance == nil:
		case r.Chance.Probability == 0:
			none++
		default:
			e.take(r.Scheme, r.Chance.Probability)
		}
	}
	f := Fact{Name: "Probability of a collision under the load", Value: "none", Note: "each number has one owner"}
	switch {
	case e.n == 0 && none == 0:
		return Fact{}
	case e.n == 0:
		return f
	}
	f.Value, f.Note = "at most "+quantity.FormatNumber(e.high), e.other
	if e.n > 1 {
		f.Note += fmt.Sprintf("; least %s, %s", quantity.FormatNumber(e.low), e.lowest)
	}
	if none > 0 {
		f.Note += fmt.Sprintf("; none with %d of the schemes", none)
	}
	return f
}

// Advice is what to use for something under the load of the report, in words.
type Advice struct {
	Use   string // what for
	Take  string // the candidate, and then the others
	Why   string
	Watch string // the one thing to know
}

// advice answers every use under the load of the survey; nothing where schemes cannot be
// found by name. A use that nothing serves says so.
func (v *Survey) advice() []Advice {
	if v.Find == nil {
		return nil
	}
	var list []Advice
	for _, u := range compare.Uses() {
		a, err := compare.Advise(&compare.Question{Use: &u, Load: v.Load, MaxProbability: compare.UsualProbability,
			Now: v.Now}, v.Find)
		if err != nil {
			continue // a scheme of the user's own stands in the way of one
		}
		one := Advice{Use: sentence(u.Help), Take: "none of those thought of",
			Why: "None carries this load with a collision less likely than one in a million."}
		if len(a.Picks) > 0 {
			var then []string
			for _, p := range a.Picks[1:] {
				then = append(then, p.Candidate)
			}
			p := a.Picks[0]
			one.Take, one.Why, one.Watch = p.Candidate, sentence(p.Why), sentence(p.Watch)
			if len(then) > 0 {
				one.Take += ", then " + strings.Join(then, " or ")
			}
		}
		list = append(list, one)
	}
	return list
}

// Find returns the scheme of a name.
type Find func(name string) (*gen.Scheme, error)
