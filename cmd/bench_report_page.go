package cmd

import (
	"fmt"
	"strings"
	"time"

	"idscope/bench/compare"
	"idscope/bench/index"
	"idscope/bench/report"
	"idscope/bench/throughput"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/cmd/internal/ui"
	"idscope/gen"
)

// page is all that was measured, as the report shows it.
func (o *reportOptions) page(m *survey) *report.Page {
	var all []string
	for _, s := range m.schemes {
		all = append(all, s.Name)
	}
	p := &report.Page{
		Title: "Identifier schemes, measured", Made: m.now,
		Lead: "Side by side: " + listed(all) + ". What their declarations say, how fast this machine makes them, the odds of a collision under a load, " +
			"and what their order does to the index of a database.",
		Warnings: m.partial(int(o.samples)),
		Facts:    o.facts(m),
		Sections: []report.Section{m.comparison(), o.speed(m), m.collisions(), m.inserts(), o.made(m)},
	}
	return p
}

// partial says what is missing of an interrupted report, or of one of which a part
// failed; nothing of a complete one.
func (m *survey) partial(samples int) []string {
	var list []string
	if m.signal != 0 {
		missing := false
		switch {
		case m.speed == nil && len(m.subjects) > 0:
			list, missing = append(list, "Partial: interrupted before speed and index were measured."), true
		case m.speed != nil && m.speed.Partial:
			list, missing = append(list, fmt.Sprintf("Partial: interrupted after %d of %d samples of the speed; the index was not measured.", show.MostSamples(m.speed), samples)), true
		}
		switch {
		case missing || len(m.indexed) == 0:
		case m.index == nil || len(m.index.Results) == 0:
			list = append(list, "Partial: interrupted before the index was measured.")
		case m.index.Partial || m.indexErr != nil:
			list = append(list, fmt.Sprintf("Partial: interrupted while the index was measured, %d of %d schemes are complete.", complete(m.index), len(m.indexed)))
		}
	} else if m.indexErr != nil {
		list = append(list, "The index could not be measured in full: "+cli.OneLine(m.indexErr.Error())+".")
	}
	if m.speed != nil {
		for _, s := range m.speed.Subjects {
			if s.Err != nil {
				list = append(list, fmt.Sprintf("%s was given up: %s.", s.Subject.Name, cli.OneLine(s.Err.Error())))
			}
			if s.Duplicates > 0 {
				list = append(list, fmt.Sprintf("%s made %d duplicates among %d ids.", show.Subject(&s.Subject), s.Duplicates, s.Checked))
			}
		}
	}
	return list
}

// complete counts the schemes with all their rows.
func complete(r *index.Report) int {
	n := 0
	for _, x := range r.Results {
		if !x.Partial {
			n++
		}
	}
	return n
}

// comparisonHead are the columns of compare, in words.
var comparisonHead = [...]string{"scheme", ">bits", ">characters", "in order", ">tick", ">ends", ">nodes", ">ids/s of a node", "needs", ">odds of a collision",
	"within 2^53", "within 2^63", "new ids go", "tells"}

func (m *survey) comparison() report.Section {
	s := report.Section{ID: "comparison", Title: "What they are",
		Lead: "Facts of the declarations, and of three ways of numbering that need a server. The odds are those of any collision " + loadWords(m.load) + "."}
	t := report.Table{Caption: "Comparison", Head: comparisonHead[:]}
	for i := range m.rows {
		row := show.CompareRow(&m.rows[i], m.now)
		row[len(row)-1] = strings.ReplaceAll(row[len(row)-1], ",", ", ")
		t.Rows = append(t.Rows, row)
	}
	s.Tables = []report.Table{t}
	for _, r := range show.Problems(m.rows) {
		s.Warnings = append(s.Warnings, r[0]+" can not carry that load: "+r[1]+".")
	}
	words := report.Table{Caption: "What the words mean", Head: []string{"word", "of", "meaning"}}
	for _, of := range []struct {
		column string
		list   []gen.Choice
	}{{"needs", compare.Coordinations()}, {"new ids go", compare.Localities()}, {"tells", compare.Leaks()}} {
		for _, c := range of.list {
			words.Rows = append(words.Rows, []string{c.Name, of.column, c.Help})
		}
	}
	words.Rows = append(words.Rows,
		[]string{"yes", "in order", "each id is greater than the one before of its maker"},
		[]string{"tick", "in order", "from one tick to the next"})
	about := report.Table{Caption: "The schemes and their layouts", Head: []string{"scheme", "layout", "summary"}}
	for _, one := range m.schemes {
		layout := one.Layout.String()
		if one.Pattern != nil {
			layout = "a pattern of text"
		}
		about.Rows = append(about.Rows, []string{one.Name, layout, one.Summary})
	}
	for _, b := range compare.BaselineNames() {
		about.Rows = append(about.Rows, []string{b.Name, "-", strings.TrimPrefix(b.Help, "for comparison, needs a server: ")})
	}
	s.More = []report.Table{words, about}
	s.Notes = []string{
		"All facts but those of the three baselines are derived from the declarations that ids are made by.",
		"Worker numbers are taken to have one owner each, clocks to be right, random numbers to be unguessable ones.",
		"Within 2^53: exact in JavaScript. Within 2^63: a signed bigint. A year is until when.",
	}
	return s
}

func (o *reportOptions) speed(m *survey) report.Section {
	s := report.Section{ID: "speed", Title: "How fast they are made",
		Lead: "Nanoseconds of one id: shorter is faster. Next is a call for each id, fill asks for 4096 in one call; with text, each id is also written as its scheme writes it."}
	if m.speed == nil {
		return report.Section{ID: s.ID, Title: s.Title}
	}
	short := map[string]string{}
	for i := range m.speed.Subjects {
		of := &m.speed.Subjects[i].Subject
		short[of.Label()] = show.Subject(of)
	}
	for _, f := range throughput.Figures(m.speed) {
		for i := range f.Bars {
			f.Bars[i].Name = short[f.Bars[i].Name]
		}
		if f.Note = sentence(f.Note); show.MostSamples(m.speed) < 6 { // too few for an interval of 95 %
			f.Note = fmt.Sprintf("Medians of %d samples; the lines reach from the least to the greatest; shorter is faster.", show.MostSamples(m.speed))
		}
		s.Pictures = append(s.Pictures, report.Picture{Figure: f})
	}
	if len(s.Pictures) == 0 {
		return report.Section{ID: s.ID, Title: s.Title}
	}
	s.More = []report.Table{
		{Caption: "All cases", Head: []string{"scheme", "how", ">goroutines", ">ns per id", ">+-", ">ids/s", ">allocations per id", ">against the first"}, Rows: show.CaseRows(m.speed)},
		{Caption: "Limits of the layouts, and duplicates", Head: []string{"scheme", ">ids/s of a worker, at most", ">ahead of the clock", ">duplicates"}, Rows: limits(m.speed)},
	}
	s.Notes = []string{
		fmt.Sprintf("Medians of %d samples of about %s, taken in turns over all cases; the line on a bar is the interval of 95 %% (order statistics), of fewer than 6 samples all of them.", show.MostSamples(m.speed), ui.Duration(o.time)),
		"Goroutines share one generator; the time is that of all by all ids.",
		"Sequences carry into the time, so that the code is measured and not what the layout allows. No record is read or written.",
		"~ stands where the Mann-Whitney test finds no difference at 95 %.",
	}
	if len(m.slow) > 0 {
		s.Notes = append(s.Notes, "Not measured: "+strings.Join(m.slow, "; ")+".")
	}
	return s
}

// limits are what the layouts allow one worker, and the duplicates that were
// looked for.
func limits(r *throughput.Report) [][]string {
	var rows [][]string
	for i := range r.Subjects {
		s := &r.Subjects[i]
		row := []string{show.Subject(&s.Subject), "no limit", "-", "-"}
		if s.Subject.Ceiling > 0 {
			row[1], row[2] = ui.Metric(s.Subject.Ceiling), s.Lead.Round(time.Millisecond).String()
		} else if s.Subject.Package != "" {
			row[1] = "-"
		}
		if s.Checked > 0 {
			row[3] = fmt.Sprintf("%d of %d", s.Duplicates, s.Checked)
		}
		rows = append(rows, row)
	}
	return rows
}

// insertsHead are the columns of bench index, in words.
var insertsHead = [...]string{"scheme", ">rows/s", ">newest/s", ">disk", ">index", ">fill", ">splits", ">written"}

func (m *survey) inserts() report.Section {
	s := report.Section{ID: "index", Title: "What their order does to an index"}
	if m.index == nil || len(m.index.Results) == 0 {
		return s
	}
	r := m.index
	s.Lead = fmt.Sprintf("%s rows of each scheme into %s, the id as primary key.", report.Number(float64(r.Rows)), r.Engine)
	if r.Partial {
		s.Warnings = []string{"Partial: not all rows of all schemes were inserted."}
	}
	for _, f := range index.Figures(r) {
		f.Note = sentence(f.Note)
		s.Pictures = append(s.Pictures, report.Picture{Figure: f, Wide: len(f.Lines) > 0})
	}
	rows, _ := show.IndexRows(r)
	s.More = []report.Table{{Caption: "All figures, and their ratios to the first", Head: insertsHead[:], Rows: rows}}
	s.Notes = show.IndexNotes(r)
	for i, text := range s.Notes {
		s.Notes[i] = sentence(text)
	}
	s.Notes = append(s.Notes, "One run: what else the disk did meanwhile is in the rates, not in sizes, splits and fill.")
	if len(m.unkeyed) > 0 {
		s.Notes = append(s.Notes, "Not inserted: "+strings.Join(m.unkeyed, "; ")+".")
	}
	return s
}

// loadWords is the load as the end of a sentence.
func loadWords(l compare.Load) string {
	return "at " + strings.TrimPrefix(show.Load(l), "odds: ")
}

// listed is a list in a sentence.
func listed(all []string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:len(all)-1], ", ") + " and " + all[len(all)-1]
}

// sentence is a note of a screen as one: with a capital and a full stop, unless it
// begins with a name in lower case.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	if first, rest := text[:1], text[1:]; !strings.HasPrefix(text, "bbolt") && first >= "a" && first <= "z" {
		text = strings.ToUpper(first) + rest
	}
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}
