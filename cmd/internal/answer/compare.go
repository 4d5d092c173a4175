package answer

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"idscope/bench/birthday"
	"idscope/bench/compare"
	"idscope/gen/fault"
	"idscope/gen/quantity"
	"idscope/inspect"
)

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
	if answer.SQL, err = r.SQL(q.Column); err != nil {
		answer.Notes = append(answer.Notes, err.Error())
		if hint := fault.Hint(err); hint != "" {
			answer.Notes = append(answer.Notes, hint)
		}
	}
	return answer, nil
}
