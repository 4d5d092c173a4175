package answer

import (
	"context"
	"fmt"
	"math/big"

	"idscope/bench/birthday"
	"idscope/bench/compare"
	"idscope/gen/quantity"
)

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
