package report

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"idscope/bench/chart"
	"idscope/bench/compare"
	"idscope/bench/throughput"
	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
)

func barred(n int) *chart.Figure {
	f := &chart.Figure{Title: "Speed", X: chart.Axis{Label: "scheme"}, Y: chart.Axis{Label: "ns per id"}}
	for i := range n {
		v := float64(10 * (i + 1))
		f.Bars = append(f.Bars, chart.Bar{Name: string(rune('a' + i)), Value: v, Low: v, High: v})
	}
	return f
}

func TestAlt(t *testing.T) {
	lines := &chart.Figure{Title: "Rate", X: chart.Axis{Label: "rows"}, Y: chart.Axis{Label: "rows per second"},
		Lines: []chart.Line{{Name: "uuidv4", X: []float64{1, 2, 3}, Y: []float64{9, 8, 7, 6}}, {Name: "none"}}}
	for _, c := range []struct {
		words string
		f     *chart.Figure
		want  string
	}{
		{"few bars one by one", barred(2), "Speed. Bars, ns per id: a 10, b 20."},
		{"many bars by their ends", barred(13), "Speed. Bars, ns per id: a 10 is the least, m 130 the most of 13."},
		{"lines by their ends, the shorter length counts", lines,
			"Rate. rows per second against rows: uuidv4 from 9 at 1 to 7 at 3."},
		{"nothing", &chart.Figure{Title: "T", X: chart.Axis{Label: "x"}, Y: chart.Axis{Label: "y"}}, "T. y against x."},
	} {
		try.Equal(t, Alt(c.f), c.want, "%s: Alt =", c.words)
	}
}

// text is a table as lines of cells.
func text(t Table) string {
	out := strings.Join(t.Head, "|")
	for _, r := range t.Rows {
		out += "\n" + strings.Join(r, "|")
	}
	return out
}

func TestData(t *testing.T) {
	ranged := barred(2)
	ranged.Bars[1].Low, ranged.Bars[1].High = 19, 22.5
	x := []float64{1000, 20000}
	same := &chart.Figure{X: chart.Axis{Label: "rows"}, Y: chart.Axis{Label: "rows per second"},
		Lines: []chart.Line{{Name: "a", X: x, Y: []float64{1, 2}}, {Name: "b", X: x, Y: []float64{3, math.NaN()}}}}
	other := &chart.Figure{X: chart.Axis{Label: "x"}, Y: chart.Axis{Label: "y"},
		Lines: []chart.Line{{Name: "a", X: []float64{1, 2}, Y: []float64{2}},
			{Name: "b", X: []float64{3}, Y: []float64{4, 5}}}}
	for _, c := range []struct {
		words string
		f     *chart.Figure
		want  string
	}{
		{"bars alone", barred(2), "scheme|>ns per id\na|10\nb|20"},
		{"bars with an interval", ranged, "scheme|>ns per id|>low|>high\na|10|10|10\nb|20|19|22.5"},
		{"lines over the same X", same, ">rows|>a|>b\n1,000|1|3\n20,000|2|-"},
		{"lines of their own, the shorter length counts", other, ">x|>a|>b\n1|2|-\n3|-|4"},
		{"nothing", &chart.Figure{X: chart.Axis{Label: "x"}, Y: chart.Axis{Label: "y"}}, ">x"},
	} {
		try.Equal(t, text(Data(c.f)), c.want, "%s: Data =", c.words)
	}
}

func TestEmpty(t *testing.T) {
	for _, c := range []struct {
		words string
		s     Section
		want  bool
	}{
		{"notes alone", Section{Notes: []string{"x"}, More: []Table{{}}}, true},
		{"a table", Section{Tables: []Table{{}}}, false},
		{"a picture", Section{Pictures: []Picture{{}}}, false},
		{"a warning", Section{Warnings: []string{"x"}}, false},
	} {
		try.Equal(t, c.s.Empty(), c.want, "%s: Empty =", c.words)
	}
}

// TestFirstToEnd: the scheme that ends first is named, whether that is over, and how many never end.
func TestFirstToEnd(t *testing.T) {
	year := func(n int) time.Time { return time.Date(n, 1, 1, 0, 0, 0, 0, time.UTC) }
	rows := []compare.Row{{Scheme: "late", Ends: new(quantity.Exactly(year(2039)))}, {Scheme: "none"},
		{Scheme: "soon", Ends: new(quantity.Exactly(year(2024)))}}
	for now, want := range map[int]string{
		2023: "soon; 1 without an end",
		2024: "soon, which has ended; 1 without an end",
	} {
		if f := firstToEnd(rows, year(now)); f.Value != "2024" || f.Note != want {
			t.Errorf("in %d: %+v; want 2024, %s", now, f, want)
		}
	}
}

// TestWorst: the greatest probability is named, the least beside it, and how many schemes have none.
func TestWorst(t *testing.T) {
	chance := func(name string, p float64) compare.Row {
		return compare.Row{Scheme: name, Chance: &compare.Chance{Probability: p}}
	}
	f := worst([]compare.Row{chance("a", 0.25), chance("b", 0), chance("c", 0.5), {Scheme: "d"}})
	if f.Value != "at most 0.5" || f.Note != "c; least 0.25, a; none with 1 of the schemes" {
		t.Errorf("%+v", f)
	}
}

// TestFactsOfNothing: a measurement that ended before its first sample is a report without
// its speed.
func TestFactsOfNothing(t *testing.T) {
	s := &Survey{Speed: &throughput.Report{Partial: true, Subjects: []throughput.Measured{{}}}}
	if got := s.facts(); len(got) > 0 {
		t.Errorf("of no sample there are %q; want no fact", got)
	}
}

func find(name string) (*gen.Scheme, error) {
	if s, ok := scheme.Get(name); ok {
		return s, nil
	}
	return nil, errors.New("no scheme " + name)
}

// TestFaults: one chart of what a fault does by the rules of every system, on a layout of the
// survey that counts, else on snowflake's.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		scheme string
		find   func(string) (*gen.Scheme, error)
		want   string // scheme; empty for no chart
	}{{"sonyflake", find, "sonyflake"}, {"uuidv4", find, "snowflake"},
		{"uuidv4", nil, ""}} {
		of, _ := find(test.scheme)
		uuidv7, _ := find("uuidv7")
		v := &Survey{Schemes: []*gen.Scheme{uuidv7, of}, Settings: Settings{Find: test.find,
			Load: compare.Load{Rate: big.NewRat(10_000, 1), Nodes: big.NewInt(10)}}}
		s := v.faults(t.Context())
		if s.Empty() != (test.want == "") {
			t.Fatalf("uuidv7 and %s: %+v; want a chart of %q", test.scheme, s, test.want)
		}
		if test.want == "" {
			continue
		}
		f := s.Pictures[0].Figure
		if !strings.HasSuffix(f.Title, "restart, "+test.want+": 1,000 ids a second, 1 node, 20s") ||
			len(s.Pictures) != 1 {
			t.Errorf("the title is %q; want scheme, rate, nodes and duration", f.Title)
		}
		for i, b := range f.Bars {
			if b.Value <= 0 || b.Low > b.Value || b.High < b.Value || i > 0 && b.Value > f.Bars[i-1].Value {
				t.Errorf("bar %d is %+v; want the most first, within what is predicted", i, b)
			}
			if b.Name == "ours" {
				t.Error("ours generates ids twice")
			}
		}
		if !slices.ContainsFunc(s.Notes,
			func(n string) bool { return strings.HasPrefix(n, "No duplicates by the rules of ours, ") }) {
			t.Errorf("notes are %q; want ours among those that generate none twice", s.Notes)
		}
	}
}

// TestModels: which schemes have a probability of ids, and which of nodes that draw their
// numbers; none says why.
func TestModels(t *testing.T) {
	for _, c := range []struct {
		name, rate string
		captions   []string
		note       string
	}{
		{"uuidv4", "1000", []string{"Probability of a collision of ids"}, "uuidv4: independent draws"},
		{"snowflake", "1000", []string{"Probability of nodes with the same number"}, "No curve of ids, for none"},
		{"xid", "1000", []string{"Probability of nodes with the same number"}, "xid: worker numbers drawn at random"},
		{"sonyflake", "1e12", nil, "No probability of sonyflake: a rate of 1000000000000 a second is more than"},
	} {
		s, _ := scheme.Get(c.name)
		rate, _ := new(big.Rat).SetString(c.rate)
		v := &Survey{Schemes: []*gen.Scheme{s}, Settings: Settings{
			Load: compare.Load{Nodes: big.NewInt(10), Rate: rate, For: big.NewRat(3600, 1)}}}
		got := v.collisions()
		var captions []string
		for _, p := range got.Pictures {
			captions = append(captions, p.Data.Caption)
		}
		if !slices.Equal(captions, c.captions) || got.Empty() != (c.captions == nil) ||
			!strings.Contains(strings.Join(got.Notes, " "), c.note) {
			t.Errorf("%s at %s a second: pictures %q, notes %q; want %+v", c.name, c.rate, captions, got.Notes, c)
		}
	}
}

// TestAdvice: every use is answered in words, for the load of the report.
func TestAdvice(t *testing.T) {
	take := func(rate, nodes int64) map[string]Advice {
		v := &Survey{Settings: Settings{Find: find, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
			Load: compare.Load{Nodes: big.NewInt(nodes), Rate: big.NewRat(rate, 1), For: big.NewRat(31_556_952, 1)}}}
		all := map[string]Advice{}
		for i, a := range v.advice() {
			if all[compare.Uses()[i].Name] = a; a.Use == "" || a.Take == "" || !strings.HasSuffix(a.Why, ".") {
				t.Errorf("%+v", a)
			}
		}
		return all
	}
	few, many := take(1000, 10), take(1e9, 3000)
	if len(few) != len(compare.Uses()) {
		t.Errorf("%d answers; want %d", len(few), len(compare.Uses()))
	}
	if got := few["primary-key"].Take; got != "uuidv7, then auto-increment or snowflake" {
		t.Errorf("keys of 10 nodes: %s", got)
	}
	if got := many["event-id"].Take; got != "ksuid" {
		t.Errorf("a billion events a second: %s; want ksuid alone", got)
	}
	if list := (&Survey{}).advice(); list != nil {
		t.Errorf("without schemes: %+v", list)
	}
}
