package answer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"time"

	"idscope/bench/birthday"
	"idscope/bench/compare"
	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/quantity"
	"idscope/inspect"
	"idscope/inspect/lines"
)

// mostIDs is how many IDs one question asks for, at most.
const mostIDs = 10_000

// generateQuestion asks for new IDs of a scheme.
type generateQuestion struct {
	Scheme    string `json:"scheme"`
	Count     int    `json:"count"`
	Namespace string `json:"namespace"` // of Name
	Name      string `json:"name"`      // of schemes that take one
}

// generateAnswer is the IDs, with what has to be known of them.
type generateAnswer struct {
	IDs  []string `json:"ids"`
	Note string   `json:"note,omitempty"`
}

func (a *Answerer) generate(ctx context.Context, q generateQuestion) (any, error) {
	s, err := find(q.Scheme)
	switch {
	case err != nil:
		return nil, err
	case s.ReadOnly != "":
		return nil, fmt.Errorf("%s cannot be generated: %s; choose another scheme", s.Name, s.ReadOnly)
	case s.Pattern == nil && s.Text.Form.Binary():
		return nil, fmt.Errorf("%s has no text; choose another scheme", s.Name)
	case s.Named():
		return named(s, q)
	case q.Count < 1 || q.Count > mostIDs:
		return nil, fmt.Errorf("count is %d; use 1 to %d", q.Count, mostIDs)
	}
	from, err := a.source(s)
	if err != nil {
		return nil, err
	}
	answer := generateAnswer{IDs: make([]string, 0, q.Count)}
	for range q.Count {
		line, err := gen.AppendNext(ctx, from, nil)
		if err != nil {
			return nil, err
		}
		answer.IDs = append(answer.IDs, strings.TrimSuffix(string(line), "\n"))
	}
	switch {
	case s.Counter != "":
		answer.Note = "Counted from 1 within this tab only: a browser reaches no store, in which " + s.Name +
			" is counted. For IDs that nobody else gets, use idscope gen " + s.Name + " --store URL or idscope serve."
	case s.Recorded():
		answer.Note = "Unique within this tab only: a browser keeps no record of worker IDs. " +
			"For IDs that other processes do not repeat, use idscope gen " + s.Name + " or idscope serve."
	case s.MayRepeat():
		answer.Note = s.Name + " has few random bits: two calls may generate the same ID by chance."
	}
	return answer, nil
}

// named returns the one ID of a name.
func named(s *gen.Scheme, q generateQuestion) (any, error) {
	space, ok := gen.Namespace(q.Namespace)
	switch {
	case !ok:
		return nil, fmt.Errorf("%.64q is not a namespace; use dns, url, oid, x500 or a UUID", q.Namespace)
	case q.Name == "":
		return nil, fmt.Errorf("%s is the ID of a name, and there is none; give a name", s.Name)
	}
	n, err := gen.NewNamer(s)
	if err != nil {
		return nil, err
	}
	return generateAnswer{IDs: []string{string(s.Append(nil, n.ID(space, []byte(q.Name))))}}, nil
}

// source returns the source of a scheme: always the same, so that no ID comes twice.
func (a *Answerer) source(s *gen.Scheme) (gen.IDSource, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if from := a.sources[s.Name]; from != nil {
		return from, nil
	}
	from, err := a.newSource(s)
	if err == nil {
		a.sources[s.Name] = from
	}
	return from, err
}

func (a *Answerer) newSource(s *gen.Scheme) (gen.IDSource, error) {
	switch {
	case s.Pattern != nil:
		return gen.NewComposer(s, gen.ComposerOptions{})
	case s.Counter != "":
		return gen.Texts(s, &tally{of: s, now: a.now}, s.Lines()), nil
	}
	g, err := gen.New(s, gen.Options{})
	if err != nil {
		return nil, err
	}
	return gen.Texts(g.Scheme(), g, g.Scheme().Lines()), nil
}

// tally counts IDs from 1, those with a date from 1 on each day of UTC.
type tally struct {
	of  *gen.Scheme
	now func() time.Time

	mu   sync.Mutex
	date int64
	n    uint64
}

// The number of a day has so many digits, as idscope gen writes it, and ends below the limit.
const (
	dailyDigits = 6
	dailyLimit  = 1_000_000
)

// next returns the next number.
func (t *tally) next() (gen.ID, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.of.Timed() {
		t.n++
		return gen.ID{Lo: t.n}, nil
	}
	if date := t.now().Unix() / 86400; date != t.date {
		t.date, t.n = date, 0
	}
	if t.n++; t.n >= dailyLimit {
		return gen.ID{}, fmt.Errorf(
			"the %d digits of this day are exhausted; go on tomorrow, or use idscope gen %s --digits N",
			dailyDigits, t.of.Name)
	}
	codec, err := t.of.Layout.Compile()
	if err != nil {
		return gen.ID{}, err
	}
	return codec.Pack([]gen.ID{gen.ID{Lo: dailyDigits}, gen.ID{Lo: uint64(t.date)}, gen.ID{Lo: t.n}})
}

// Fill implements [gen.IDs].
func (t *tally) Fill(_ context.Context, dst []gen.ID) (int, error) {
	id, err := t.next()
	if err != nil {
		return 0, err
	}
	dst[0] = id
	return 1, nil
}

// Close implements [gen.IDs].
func (t *tally) Close() error { return nil }

// readQuestion asks what one text is.
type readQuestion struct {
	Text string `json:"text"`
	As   string `json:"as"` // a scheme or a family, as --as takes it; empty is any
}

// readAnswer is what inspect --json says of it, and the facts of each reading as screens show them.
type readAnswer struct {
	Result json.RawMessage `json:"result"`
	Facts  [][]shownFact   `json:"facts"`
}

func (a *Answerer) read(_ context.Context, q readQuestion) (any, error) {
	in, err := a.inspector(q.As)
	if err != nil {
		return nil, err
	}
	r := in.Inspect(q.Text)
	answer := readAnswer{Result: r.AppendJSON(nil), Facts: [][]shownFact{}}
	for i := range r.Readings {
		answer.Facts = append(answer.Facts, factsOf(&r.Readings[i], in.Now()))
	}
	return answer, nil
}

// reused is how long an inspector is used again: what it has compiled takes longer than most texts. Its present may be
// so long ago.
const reused = time.Minute

// inspector returns what reads texts as a scheme or a family; empty is any.
func (a *Answerer) inspector(as string) (*inspect.Inspector, error) {
	now := a.now()
	if as != "" {
		list, ok := inspect.Named(as)
		if !ok {
			s, err := find(as)
			if err != nil {
				return nil, err
			}
			list = []*gen.Scheme{s}
		}
		return inspect.New(inspect.Options{Now: now, As: list})
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.any != nil && now.Sub(a.any.Now()) < reused && !now.Before(a.any.Now()) {
		return a.any, nil
	}
	in, err := inspect.New(inspect.Options{Now: now})
	if err == nil {
		a.any = in
	}
	return in, err
}

// linesQuestion asks what the lines of a text are, one ID a line.
type linesQuestion struct {
	Text string `json:"text"`
	As   string `json:"as"`   // as of a readQuestion
	Rows int    `json:"rows"` // how many lines are answered one by one; of all others only their number is
}

// linesAnswer is what inspect --json=brief says of the first lines, and how many there are of each kind.
type linesAnswer struct {
	Lines int               `json:"lines"` // that are not blank
	IDs   int               `json:"ids"`
	Kinds []kindCount       `json:"kinds"` // the most frequent first
	First string            `json:"first,omitempty"`
	Last  string            `json:"last,omitempty"` // of the times of the best readings
	Rows  []json.RawMessage `json:"rows"`
}

// kindCount is how many lines are best read as one scheme.
type kindCount struct {
	Scheme string `json:"scheme"`
	Count  int    `json:"count"`
}

func (a *Answerer) lines(_ context.Context, q linesQuestion) (any, error) {
	in, err := a.inspector(q.As)
	if err != nil {
		return nil, err
	}
	answer := linesAnswer{Kinds: []kindCount{}, Rows: []json.RawMessage{}}
	kinds := map[string]int{}
	var first, last time.Time
	var r inspect.Result
	err = eachLine(q.Text, func(line string) {
		answer.Lines++
		in.DetectInto(&r, []byte(line))
		if len(answer.Rows) < q.Rows {
			answer.Rows = append(answer.Rows, r.AppendBrief(nil))
		}
		if !r.OK() {
			return
		}
		best := &r.Readings[0]
		answer.IDs++
		kinds[best.Scheme.Name]++
		if best.Timed && best.Plausible {
			if first.IsZero() || best.Time.Before(first) {
				first = best.Time
			}
			if best.Time.After(last) {
				last = best.Time
			}
		}
	})
	if err != nil {
		return nil, err
	}
	if !first.IsZero() {
		answer.First, answer.Last = first.Format(time.RFC3339Nano), last.Format(time.RFC3339Nano)
	}
	for name, n := range kinds {
		answer.Kinds = append(answer.Kinds, kindCount{name, n})
	}
	slices.SortFunc(answer.Kinds, func(x, y kindCount) int {
		return cmp.Or(y.Count-x.Count, strings.Compare(x.Scheme, y.Scheme))
	})
	return answer, nil
}

// eachLine calls do for each line that is not blank, cut as the commands cut them.
func eachLine(text string, do func(line string)) error {
	in := lines.Input{Name: "the pasted text", R: lines.WithoutMark(strings.NewReader(text))}
	err := lines.Each(in, lines.Options{Longest: lines.Longest}, func() error { return nil }, func(line []byte) error {
		if !lines.Blank(line) {
			do(string(lines.Trim(line)))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("the pasted text cannot be read: %w", err)
	}
	return nil
}

// shownFact is a fact of a reading as the page shows it.
type shownFact struct {
	Key    string `json:"key"`
	Label  string `json:"label,omitempty"` // of its row; empty where it has none of its own
	Kind   string `json:"kind"`            // one of kindNames
	Value  string `json:"value"`
	Note   string `json:"note,omitempty"`
	Source string `json:"source,omitempty"` // of a field and a part, as of the place below
	Letter string `json:"letter,omitempty"`
	From   int32  `json:"from"` // the lowest bit, or the first symbol
	Width  int32  `json:"width,omitempty"`
}

// kindNames tell the page where a fact belongs; those that are not here are rows of their label.
var kindNames = map[inspect.Kind]string{
	inspect.Moment: "time", inspect.Milli: "milli", inspect.Field: "field", inspect.Part: "part",
	inspect.Number: "part", inspect.Encoding: "encoding", inspect.Finding: "finding", inspect.Item: "item",
}

// factsOf walks the facts of a reading.
func factsOf(r *inspect.Reading, now time.Time) []shownFact {
	var list []shownFact
	for _, f := range r.Facts() {
		one := shownFact{Key: f.Key, Label: f.Label, Kind: kindNames[f.Kind], Value: string(f.AppendShown(nil))}
		switch f.Kind {
		case inspect.Field, inspect.Part, inspect.Number:
			one.Source, one.From, one.Width = f.Source.String(), f.From, f.Width
			if f.Letter != 0 {
				one.Letter = string(rune(f.Letter))
			}
			if f.Kind == inspect.Field && f.Text != "" { // a prefix in bits
				one.Value = f.Text
			}
		case inspect.Moment:
			if _, dated := r.UnixMilli(); dated {
				one.Note = quantity.FormatAgo(r.Time, now)
			}
		}
		if f.Key == "random_bits" {
			one.Note = r.EntropyNote()
		}
		list = append(list, one)
	}
	return list
}

// compareQuestion asks to put schemes side by side under a load.
type compareQuestion struct {
	Schemes string `json:"schemes"` // names with blanks or commas between; none are the common ones
	loadQuestion
}

// compareAnswer is the tables of compare. A heading that begins with > is of numbers.
type compareAnswer struct {
	Load    string      `json:"load"`
	Tables  []cells     `json:"tables"`
	Remarks []remarkSet `json:"remarks"`
}

// cells are one table.
type cells struct {
	Head []string   `json:"head"`
	Rows [][]string `json:"rows"`
}

// remarkSet is what is said of schemes below the tables.
type remarkSet struct {
	Title string   `json:"title"`
	Texts []string `json:"texts"`
}

func (a *Answerer) compare(_ context.Context, q compareQuestion) (any, error) {
	l, err := q.read()
	if err != nil {
		return nil, err
	}
	if l.Nodes == nil {
		return nil, errors.New("the number of nodes is missing; give one, such as 10")
	}
	names := strings.FieldsFunc(q.Schemes, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' })
	if len(names) == 0 {
		names = compare.Common()
	}
	now := a.now()
	s := compare.Selection{Load: l, Now: now, Find: find}
	rows, err := s.Named(names)
	if err != nil {
		return nil, err
	}
	t := compare.TablesOf(rows, now)
	answer := compareAnswer{Load: s.Load.String(),
		Tables: []cells{{t.Facts.Head, t.Facts.Rows}, {t.Traits.Head, t.Traits.Rows}}, Remarks: []remarkSet{}}
	for _, set := range []struct {
		title string
		list  []compare.Remark
	}{{"Libraries", t.Libraries}, {"By the original's own rule", t.Originals}, {"Cannot carry the load", t.Problems}} {
		if len(set.list) == 0 {
			continue
		}
		one := remarkSet{Title: set.title}
		for _, r := range set.list {
			one.Texts = append(one.Texts, r.Of+": "+r.Text)
		}
		answer.Remarks = append(answer.Remarks, one)
	}
	return answer, nil
}

// loadQuestion is what IDs are generated for, as the flags of the commands take it.
type loadQuestion struct {
	Rate  string `json:"rate"` // IDs a second, all nodes together
	For   string `json:"for"`  // how long
	Nodes string `json:"nodes"`
}

// read returns the load, whose nodes are nil where they are not known.
func (q loadQuestion) read() (l compare.Load, err error) {
	if l.Rate, err = quantity.ParseRate(q.Rate); err != nil {
		return l, fmt.Errorf("rate %w", err)
	}
	if l.For, err = quantity.ParseSpan(q.For); err != nil {
		return l, fmt.Errorf("time %w", err)
	}
	if q.Nodes != "" {
		if l.Nodes, err = quantity.ParseWhole(q.Nodes, big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 64)); err != nil {
			return l, fmt.Errorf("nodes %w", err)
		}
	}
	return l, nil
}

// collisionsQuestion asks how likely IDs of a scheme collide under a load.
type collisionsQuestion struct {
	Scheme string `json:"scheme"`
	loadQuestion
}

// collisionsAnswer is what bench birthday says.
type collisionsAnswer struct {
	Probability float64  `json:"probability"`
	Text        string   `json:"text"` // the probability, as screens show it
	Pairs       float64  `json:"expected_pairs"`
	Count       string   `json:"count"`
	Unit        string   `json:"unit"`
	Model       string   `json:"model"`
	Assumptions []string `json:"assumptions"`
	Levels      []level  `json:"levels"`
	Curve       *curve   `json:"curve,omitempty"` // absent where nothing can collide
}

// level is the smallest count that reaches a probability.
type level struct {
	Name    string `json:"name"`
	Count   string `json:"count,omitempty"` // absent where no count does
	Seconds string `json:"seconds,omitempty"`
}

// curve is a line over two logarithmic axes, with the point of the question.
type curve struct {
	XLabel string    `json:"x_label"`
	YLabel string    `json:"y_label"`
	X      []float64 `json:"x"`
	Y      []float64 `json:"y"`
	AtX    float64   `json:"at_x,omitempty"`
	AtY    float64   `json:"at_y,omitempty"`
}

func (a *Answerer) collisions(_ context.Context, q collisionsQuestion) (any, error) {
	s, err := find(q.Scheme)
	if err != nil {
		return nil, err
	}
	l, err := q.read()
	if err != nil {
		return nil, err
	}
	m, err := birthday.Of(s, birthday.Options{Nodes: l.Nodes, Rate: l.Rate})
	if err != nil {
		return nil, err
	}
	k := l.Nodes
	switch {
	case m.Unit == birthday.IDs:
		if k, err = birthday.Within(l.Rate, l.For); err != nil {
			return nil, err
		}
	case k == nil:
		return nil, fmt.Errorf("IDs of %s collide if nodes draw the same number; give the number of nodes", s.Name)
	}
	r := m.Record(k, nil)
	answer := collisionsAnswer{Probability: r.Probability, Text: quantity.FormatProbability(r.Probability),
		Pairs: r.ExpectedPairs, Count: quantity.FormatPower(k), Unit: r.Unit, Model: r.Name, Assumptions: r.Assume}
	if f := m.Curve(); f != nil {
		answer.Curve = &curve{XLabel: f.X.Label, YLabel: f.Y.Label, X: f.Lines[0].X, Y: f.Lines[0].Y}
		if r.Probability > 0 {
			answer.Curve.AtX, answer.Curve.AtY = r.Count.Float(), r.Probability
		}
	}
	for _, at := range r.Levels {
		one := level{Name: at.Name}
		if at.Count.Int != nil {
			one.Count = quantity.FormatPower(at.Count.Int)
		}
		if at.Seconds != nil {
			one.Seconds = quantity.FormatSeconds(*at.Seconds)
		}
		answer.Levels = append(answer.Levels, one)
	}
	return answer, nil
}

// windowQuestion asks for the smallest and the largest ID of a window of time.
type windowQuestion struct {
	Scheme string `json:"scheme"`
	From   string `json:"from"` // RFC 3339
	To     string `json:"to"`   // which is not in it
	Column string `json:"column"`
}

// windowAnswer is what range says, with the condition of --sql.
type windowAnswer struct {
	Low     string   `json:"low"`
	High    string   `json:"high"`
	LowInt  string   `json:"low_int"`
	HighInt string   `json:"high_int"`
	SQL     string   `json:"sql,omitempty"` // absent where the texts do not sort as the IDs do
	Notes   []string `json:"notes"`
}

func (a *Answerer) window(_ context.Context, q windowQuestion) (any, error) {
	s, err := find(q.Scheme)
	if err != nil {
		return nil, err
	}
	var ends [2]time.Time
	for i, text := range []string{q.From, q.To} {
		if ends[i], err = time.Parse(time.RFC3339, text); err != nil {
			return nil, fmt.Errorf("%.64q is not a time; use one such as 2026-01-31T00:00:00Z", text)
		}
	}
	r, err := inspect.Window(s, ends[0], ends[1])
	if err != nil {
		return nil, err
	}
	answer := windowAnswer{Low: r.LowText, High: r.HighText, LowInt: r.Low.Decimal(), HighInt: r.High.Decimal(),
		Notes: append([]string{}, r.Notes...)}
	if q.Column == "" {
		return answer, nil
	}
	if answer.SQL, err = r.SQL(q.Column); err != nil {
		answer.Notes = append(answer.Notes, err.Error())
		if hint := fault.Hint(err); hint != "" {
			answer.Notes = append(answer.Notes, hint)
		}
	}
	return answer, nil
}
