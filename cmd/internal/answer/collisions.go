package answer

import (
	"context"
	"fmt"
	"math/big"

	"idscope/bench/birthday"
	"idscope/bench/chart"
	"idscope/gen/quantity"
)

// loadQuestion is what IDs are generated for, as the flags of the commands take it.
type loadQuestion struct {
	Rate  string `json:"rate"` // IDs a second, all nodes together
	For   string `json:"for"`  // how long
	Nodes string `json:"nodes"`
}

// load is a loadQuestion that was read.
type load struct {
	rate, span *big.Rat
	nodes      *big.Int // nil where they are not known
}

func (q loadQuestion) read() (l load, err error) {
	if l.rate, err = quantity.ParseRate(q.Rate); err != nil {
		return l, fmt.Errorf("rate %w", err)
	}
	if l.span, err = quantity.ParseSpan(q.For); err != nil {
		return l, fmt.Errorf("time %w", err)
	}
	if q.Nodes != "" {
		if l.nodes, err = quantity.ParseWhole(q.Nodes, big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 64)); err != nil {
			return l, fmt.Errorf("nodes %w", err)
		}
	}
	return l, nil
}

// count is how many IDs the load is, rounded down as bench birthday does.
func (l load) count() *big.Int {
	k := new(big.Rat).Mul(l.rate, l.span)
	return new(big.Int).Quo(k.Num(), k.Denom())
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
	m, err := birthday.Of(s, birthday.Options{Nodes: l.nodes, Rate: l.rate})
	if err != nil {
		return nil, err
	}
	k := l.count()
	switch {
	case m.Unit == birthday.Nodes && l.nodes == nil:
		return nil, fmt.Errorf("IDs of %s collide if nodes draw the same number; give the number of nodes", s.Name)
	case m.Unit == birthday.Nodes:
		k = l.nodes
	case k.BitLen() > birthday.MaxCount:
		return nil, fmt.Errorf("so many IDs cannot be counted; use at most 2^%d", birthday.MaxCount)
	}
	found := m.Chance(k)
	answer := collisionsAnswer{Probability: found.Probability(), Text: quantity.FormatProbability(found.Probability()),
		Pairs: m.Pairs(k), Count: quantity.FormatPower(k), Unit: m.Unit.String(), Model: m.Name, Assumptions: m.Assume,
		Curve: curveOf(m.Curve(), k, found.Probability())}
	for _, at := range birthday.Levels() {
		one := level{Name: at.Name}
		if n := m.Count(at.P); n != nil {
			one.Count = quantity.FormatPower(n)
			if seconds, ok := m.Seconds(n); ok {
				one.Seconds = quantity.FormatSeconds(seconds)
			}
		}
		answer.Levels = append(answer.Levels, one)
	}
	return answer, nil
}

// curveOf is a figure of one line, with a point of it.
func curveOf(f *chart.Figure, k *big.Int, p float64) *curve {
	if f == nil {
		return nil
	}
	c := &curve{XLabel: f.X.Label, YLabel: f.Y.Label, X: f.Lines[0].X, Y: f.Lines[0].Y}
	if x, _ := new(big.Float).SetInt(k).Float64(); p > 0 {
		c.AtX, c.AtY = x, p
	}
	return c
}
