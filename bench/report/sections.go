package report

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"idscope/bench/chart"
	"idscope/bench/compare"
	"idscope/bench/index"
	"idscope/bench/throughput"
	"idscope/gen"
)

// Screens are what the screens of the tool say of a survey; a report says it in the
// same words.
type Screens struct {
	Load       string     // how many ids a second, of how many nodes, for how long
	Comparison [][]string // a row for each of Survey.Rows
	Problems   [][]string // schemes that cannot carry the load, and why
	Originals  [][]string // schemes whose system has another rule than ours, and its probability of a collision
	Cases      [][]string // of the speed
	Index      [][]string
	IndexNotes []string
	Machine    [][]string // what it is, and its value
	Flags      string     // that the survey was called with
	Seconds    func(float64) string
}

// Page is all that was measured, as the report shows it.
func (v *Survey) Page(t *Screens) *Page {
	var all []string
	for _, s := range v.Schemes {
		all = append(all, s.Name)
	}
	return &Page{
		Title: "Identifier schemes, measured", Made: v.Now,
		Lead: "Side by side: " + listed(all) + ". What their declarations say, how fast this machine makes them, " +
			"the probability of a collision under a load, and what their order does to the index of a database.",
		Warnings: v.warnings(),
		Advice:   v.advice(), Load: t.Load,
		Facts:    v.facts(),
		Sections: []Section{v.comparison(t), v.speed(t), v.collisions(t), v.inserts(t), v.machine(t)},
	}
}

// ComparisonHead are the columns of compare, in words; > aligns on the right.
func ComparisonHead() []string {
	return []string{"scheme", ">bits", ">characters", "in order", ">tick", ">ends", ">nodes", ">ids/s of a node",
		"needs", ">probability of a collision", "within 2^53", "within 2^63", "new ids go", "tells"}
}

func (v *Survey) comparison(t *Screens) Section {
	s := Section{ID: "comparison", Title: "What they are",
		Lead: "Facts of the declarations, and of three ways of numbering that need a server. " +
			"The probability is that of any collision at " + t.Load + "."}
	table := Table{Caption: "Comparison", Head: ComparisonHead()}
	for _, row := range t.Comparison {
		row = slices.Clone(row)
		row[len(row)-1] = strings.ReplaceAll(row[len(row)-1], ",", ", ")
		table.Rows = append(table.Rows, row)
	}
	s.Tables = []Table{table}
	for _, r := range t.Problems {
		s.Warnings = append(s.Warnings, r[0]+" cannot carry that load: "+r[1]+".")
	}
	words := Table{Caption: "What the words mean", Head: []string{"word", "of", "meaning"}}
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
	about := Table{Caption: "The schemes and their layouts", Head: []string{"scheme", "layout", "summary"}}
	for _, one := range v.Schemes {
		layout := one.Layout.String()
		if one.Pattern != nil {
			layout = "a pattern of text"
		}
		about.Rows = append(about.Rows, []string{one.Name, layout, one.Summary})
	}
	for _, b := range compare.BaselineNames() {
		about.Rows = append(about.Rows, []string{b.Name, "-", strings.TrimPrefix(b.Help, "for comparison, needs a server: ")})
	}
	s.More = []Table{words, about}
	s.Notes = []string{
		"All facts but those of the three baselines are derived from the declarations that ids are made by.",
		"Worker numbers are taken to have one owner each, clocks to be right, random numbers to be unguessable ones.",
		"Within 2^53: exact in JavaScript. Within 2^63: a signed bigint. A year is until when.",
	}
	for _, r := range t.Originals {
		s.Notes = append(s.Notes, r[0]+" by the original's own rule: "+r[1]+".")
	}
	return s
}

func (v *Survey) speed(t *Screens) Section {
	s := Section{ID: "speed", Title: "How fast they are made"}
	if v.Speed == nil {
		return s
	}
	taken := v.Speed.Taken()
	for _, f := range throughput.Figures(v.Speed) {
		if f.Note = sentence(f.Note); taken < 6 { // too few for an interval of 95 %
			f.Note = fmt.Sprintf("Medians of %d samples; the lines reach from the least to the greatest; shorter is faster.",
				taken)
		}
		s.Pictures = append(s.Pictures, Picture{Figure: f})
	}
	if len(s.Pictures) == 0 {
		return s
	}
	s.Lead = "Nanoseconds of one id: shorter is faster. Next is a call for each id, fill asks for 4096 in one call; " +
		"with text, each id is also written as its scheme writes it."
	s.More = []Table{
		{Caption: "All cases", Rows: t.Cases, Head: []string{"scheme", "how", ">goroutines", ">ns per id", ">+-", ">ids/s",
			">at most", ">ahead of the clock", ">allocations per id", ">against the first"}},
		{Caption: "Limits of the layouts, and duplicates", Rows: limits(v.Speed), Head: []string{"scheme",
			">ids/s of a worker, at most", ">ahead of the clock", ">duplicates"}},
	}
	s.Notes = []string{
		fmt.Sprintf("Medians of %d samples of about %s, taken in turns over all cases; the line on a bar is the interval "+
			"of 95 %% (order statistics), of fewer than 6 samples all of them.", taken, v.Settings.Speed.Time),
		"Goroutines share one generator; the time is that of all by all ids.",
		"Sequences carry into the time, so that the code is measured and not what the layout allows. " +
			"No record is read or written.",
		"~ stands where the Mann-Whitney test finds no difference at 95 %.",
	}
	if len(v.untimed) > 0 {
		s.Notes = append(s.Notes, "Not measured: "+strings.Join(v.untimed, "; ")+".")
	}
	return s
}

// limits are what the layouts allow one worker, and the duplicates that were
// looked for.
func limits(r *throughput.Report) [][]string {
	var rows [][]string
	for i := range r.Subjects {
		s := &r.Subjects[i]
		row := []string{s.Subject.Label(), "no limit", "-", "-"}
		if s.Subject.Ceiling > 0 {
			row[1], row[2] = chart.Number(s.Subject.Ceiling), s.Lead.Round(time.Millisecond).String()
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

// InsertsHead are the columns of bench index, in words; > aligns on the right.
func InsertsHead() []string {
	return []string{"scheme", ">rows/s", ">+-", ">newest/s", ">disk", ">index", ">fill", ">splits", ">written"}
}

func (v *Survey) inserts(t *Screens) Section {
	s := Section{ID: "index", Title: "What their order does to an index"}
	r := v.Index
	if r == nil || len(r.Results) == 0 {
		return s
	}
	s.Lead = fmt.Sprintf("%s rows of each scheme into %s, the id as primary key.", chart.Number(float64(r.Rows)), r.Engine)
	if r.Partial {
		s.Warnings = []string{"Partial: not all rows of all schemes were inserted."}
	}
	for _, f := range index.Figures(r) {
		f.Note = sentence(f.Note)
		s.Pictures = append(s.Pictures, Picture{Figure: f, Wide: len(f.Lines) > 0})
	}
	s.More = []Table{{Caption: "All figures, and their ratios to the first", Head: InsertsHead(), Rows: t.Index}}
	for _, text := range t.IndexNotes {
		s.Notes = append(s.Notes, sentence(text))
	}
	if len(v.keyless) > 0 {
		s.Notes = append(s.Notes, "Not inserted: "+strings.Join(v.keyless, "; ")+".")
	}
	return s
}

// machine is the section of the machine and the versions.
func (v *Survey) machine(t *Screens) Section {
	rows := t.Machine
	if v.Index != nil {
		rows = append(slices.Clone(rows), []string{"database", v.Index.Engine}, []string{"where", v.Index.Target})
	}
	return Section{ID: "machine", Title: "Machine and versions",
		Lead:   "Times depend on all of this; odds, sizes of ids and lifetimes do not.",
		Tables: []Table{{Caption: "Machine", Head: []string{"what", "value"}, Rows: rows}},
		More:   []Table{{Caption: "Versions", Head: []string{"module", "version"}, Rows: moduleRows()}},
		Notes:  []string{"Settings: " + t.Flags + "."},
	}
}

// moduleRows are this program and all that is linked into it, with their versions.
func moduleRows() [][]string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	rows := [][]string{{"idscope", cmp.Or(info.Main.Version, "unknown")}}
	for _, s := range info.Settings {
		if slices.Contains([]string{"vcs.revision", "vcs.modified", "CGO_ENABLED"}, s.Key) {
			rows = append(rows, []string{s.Key, s.Value})
		}
	}
	for _, d := range info.Deps {
		for d.Replace != nil {
			d = d.Replace
		}
		rows = append(rows, []string{d.Path, d.Version})
	}
	return rows
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
