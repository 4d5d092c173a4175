package report

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"idscope/bench/chart"
	"idscope/bench/compare"
	"idscope/bench/index"
	"idscope/bench/throughput"
	"idscope/gen/quantity"
)

// facts are the answers in short: ranges with what is at their ends, for what is
// best depends on what is needed.
func (v *Survey) facts() []Fact {
	var own []compare.Row // not those of counters
	var sizes []chart.Bar
	for _, r := range v.Rows {
		if r.Baseline == "" {
			own = append(own, r)
			sizes = append(sizes, chart.Bar{Name: r.Scheme, Value: float64(r.Bits)})
		}
	}
	list := []Fact{
		span("Time of one id, generated alone", " ns", v.speeds(throughput.Next)),
		span("Time of one id, in bulk, with its text", " ns", v.speeds(throughput.FillText)),
		worst(own),
		span("Inserts into the index", " rows/s", v.inserted(func(r *index.Result) float64 { return r.PerSec })),
		span("Size of that table on disk", " MB", v.inserted(func(r *index.Result) float64 {
			if r.DiskBytes == nil || r.Partial {
				return 0
			}
			return float64(*r.DiskBytes) / 1e6
		})),
		span("Size of an id", " bits", sizes),
		firstToEnd(own, v.Now),
		v.searched(),
	}
	return slices.DeleteFunc(list, func(f Fact) bool { return f.Value == "" })
}

// span is the range of values, with the schemes at its ends; empty where there is none. A value of 0 is none.
func span(name, unit string, list []chart.Bar) Fact {
	list = slices.DeleteFunc(list, func(v chart.Bar) bool { return v.Value <= 0 })
	if len(list) == 0 {
		return Fact{}
	}
	least, most := ends(list)
	low, high := quantity.FormatNumber(least.Value), quantity.FormatNumber(most.Value)
	switch {
	case low != high:
		return Fact{name, low + " to " + high + unit, "lowest " + least.Name + ", highest " + most.Name}
	case len(list) > 1:
		return Fact{name, low + unit, fmt.Sprintf("%s and %d more", least.Name, len(list)-1)}
	}
	return Fact{name, low + unit, least.Name}
}

// speeds are the medians of our schemes by the fewest goroutines, in ns.
func (v *Survey) speeds(how throughput.How) (list []chart.Bar) {
	for _, m := range v.timed() {
		if c := m.Case(how, v.Speed.Threads()[0]); c != nil {
			list = append(list, chart.Bar{Name: m.Subject.Name, Value: c.NsPerID})
		}
	}
	return list
}

// timed are our schemes that were timed; none where the call ended before the first sample.
func (v *Survey) timed() []*throughput.Measured {
	if v.Speed == nil || len(v.Speed.Threads()) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(v.Speed.Subjects),
		func(m *throughput.Measured) bool { return m.Subject.Package != "" })
}

// inserted are values of the schemes that were inserted.
func (v *Survey) inserted(value func(*index.Result) float64) (list []chart.Bar) {
	if v.Index == nil {
		return nil
	}
	for _, r := range v.Index.Results {
		list = append(list, chart.Bar{Name: r.Scheme, Value: value(r)})
	}
	return list
}

// firstToEnd is the scheme whose time ends first.
func firstToEnd(rows []compare.Row, now time.Time) Fact {
	timed := slices.DeleteFunc(slices.Clone(rows), func(r compare.Row) bool { return r.Ends == nil })
	switch {
	case len(rows) == 0:
		return Fact{}
	case len(timed) == 0:
		return Fact{Name: "First to end", Value: "none", Note: "none of the schemes counts time"}
	}
	first := slices.MinFunc(timed, func(a, b compare.Row) int { return a.Ends.Compare(b.Ends.Time) })
	f := Fact{Name: "First to end", Value: strconv.Itoa(first.Ends.Year()), Note: first.Scheme}
	if !first.Ends.After(now) {
		f.Note += ", which has ended"
	}
	if endless := len(rows) - len(timed); endless > 0 {
		f.Note += fmt.Sprintf("; %d without an end", endless)
	}
	return f
}

// searched is how many duplicates were found among how many ids.
func (v *Survey) searched() Fact {
	found, ids, schemes := 0, 0, 0
	for _, m := range v.timed() {
		if m.Checked > 0 {
			found, ids, schemes = found+m.Duplicates, ids+m.Checked, schemes+1
		}
	}
	if ids == 0 {
		return Fact{}
	}
	return Fact{Name: "Duplicates found", Value: strconv.Itoa(found),
		Note: fmt.Sprintf("among %s ids of %s, each of several goroutines, all compared",
			quantity.FormatNumber(float64(ids)), quantity.Counted(schemes, "scheme"))}
}

// worst is the greatest probability of a collision under the load, and how many
// schemes have none.
func worst(rows []compare.Row) Fact {
	var list []chart.Bar
	none := 0
	for _, r := range rows {
		switch {
		case r.Chance == nil:
		case r.Chance.Probability == 0:
			none++
		default:
			list = append(list, chart.Bar{Name: r.Scheme, Value: r.Chance.Probability})
		}
	}
	f := Fact{Name: "Probability of a collision under the load"}
	switch {
	case len(list) == 0 && none > 0:
		f.Value, f.Note = "none", "no two ids of the load can be equal"
		return f
	case len(list) == 0:
		return Fact{}
	}
	least, most := ends(list)
	f.Value, f.Note = "at most "+quantity.FormatNumber(most.Value), most.Name
	if len(list) > 1 {
		f.Note += fmt.Sprintf("; least %s, %s", quantity.FormatNumber(least.Value), least.Name)
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

// advice answers every use under the load of the survey. A use that nothing serves says so.
func (v *Survey) advice() (list []Advice) {
	for _, u := range compare.Uses() {
		a, err := compare.Advise(&compare.Question{
			Selection: v.Selection, Use: &u, DB: compare.Postgres, MaxProbability: compare.UsualProbability})
		if err != nil {
			continue // a scheme of the user's own is in the way of one
		}
		one := Advice{Use: sentence(u.Help), Take: "none of those thought of",
			Why: "None carries this load with a collision less likely than one in a million."}
		for i, p := range a.Picks {
			switch i {
			case 0:
				one.Take, one.Why, one.Watch = p.Candidate, sentence(p.Why), sentence(p.Watch)
			case 1:
				one.Take += ", then " + p.Candidate
			default:
				one.Take += " or " + p.Candidate
			}
		}
		list = append(list, one)
	}
	return list
}
