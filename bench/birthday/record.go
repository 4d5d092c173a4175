package birthday

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"idscope/bench/chart"
)

// Record is what a model says of a count: one answer for screens, pages and programs.
type Record struct {
	Model         *Model   `json:"-"`
	Schema        int      `json:"schema"`
	Scheme        string   `json:"scheme,omitempty"`
	Space         Count    `json:"space"`
	PerTick       bool     `json:"per_tick"`
	TickSeconds   float64  `json:"tick_seconds,omitempty"` // 0 where the space is not that of a tick
	Count         Count    `json:"count,omitzero"`         // absent where no count reaches the probability
	Unit          string   `json:"unit"`
	Probability   float64  `json:"probability"`
	Complement    float64  `json:"complement"`
	Log10         *float64 `json:"log10_complement,omitempty"` // absent where a collision is certain
	ExpectedPairs float64  `json:"expected_pairs"`
	Nodes         Count    `json:"nodes,omitzero"`
	Rate          float64  `json:"per_second,omitempty"`
	Seconds       *float64 `json:"seconds,omitempty"` // that the count takes at the rate
	Name          string   `json:"model"`
	Method        string   `json:"method,omitempty"`
	Assume        []string `json:"assumptions"`
	Levels        []Reach  `json:"levels"`
}

// Reach is the smallest count that reaches a probability.
type Reach struct {
	Name        string   `json:"-"` // of the probability, as people call it
	Probability float64  `json:"probability"`
	Count       Count    `json:"count,omitzero"`    // absent where no count reaches it
	Seconds     *float64 `json:"seconds,omitempty"` // that the count takes at the rate
}

// Count is a whole number, or none. JSON has it as a text: it may pass 2^53.
type Count struct{ *big.Int }

// MarshalJSON writes the digits.
func (c Count) MarshalJSON() ([]byte, error) { return strconv.AppendQuote(nil, c.String()), nil }

// Float is the nearest float64.
func (c Count) Float() float64 { return float(c.Int) }

// Record answers for a count, nil for none, of so many nodes, nil where their number was not given.
func (m *Model) Record(count, nodes *big.Int) *Record {
	r := &Record{Model: m, Schema: 2, Scheme: m.Scheme, Space: Count{m.Space}, PerTick: m.PerTick, Count: Count{count},
		Unit: m.Unit.String(), Nodes: Count{nodes}, Name: m.Name, Assume: m.Assume, Levels: m.Reaches()}
	if m.PerTick && m.Tick != nil {
		r.TickSeconds, _ = m.Tick.Float64()
	}
	if m.Rate != nil {
		r.Rate, _ = m.Rate.Float64()
	}
	var found Chance
	if count != nil {
		found, r.ExpectedPairs, r.Seconds, r.Method = m.Chance(count), m.Pairs(count), m.Seconds(count), m.Method(count)
	}
	r.Probability, r.Complement = found.Probability(), found.Complement()
	if log := found.Log10Complement(); !math.IsInf(log, 0) {
		r.Log10 = &log
	}
	return r
}

// Reaches are the smallest counts that reach 1e-9, 1e-6, 1 % and 50 %.
func (m *Model) Reaches() (list []Reach) {
	for _, l := range levels {
		one := Reach{l.name, 1 / float64(l.one), Count{m.Count(big.NewRat(1, l.one))}, nil}
		if one.Count.Int != nil {
			one.Seconds = m.Seconds(one.Count.Int)
		}
		list = append(list, one)
	}
	return list
}

// Seconds is how long k ids take at the rate; nil where there is none, where nodes are counted, or
// where a float64 does not hold it.
func (m *Model) Seconds(k *big.Int) *float64 {
	if m.Rate == nil || m.Unit != IDs {
		return nil
	}
	seconds, _ := new(big.Rat).Quo(new(big.Rat).SetInt(k), m.Rate).Float64()
	if math.IsInf(seconds, 0) {
		return nil
	}
	return &seconds
}

// Within is how many whole ids a rate makes in so many seconds. It refuses more than 2^[MaxCount].
func Within(rate, seconds *big.Rat) (*big.Int, error) {
	k := new(big.Rat).Mul(rate, seconds)
	count := new(big.Int).Quo(k.Num(), k.Denom())
	if count.BitLen() > MaxCount {
		return nil, fmt.Errorf("the count is too large; use at most 2^%d", MaxCount)
	}
	return count, nil
}

// Figure is an empty picture of probabilities against counts of a unit, with the levels of [Model.Reaches].
func Figure(unit Unit, title, note string) *chart.Figure {
	f := &chart.Figure{Title: title, Note: note, X: chart.Axis{Label: "number of " + unit.String(), Log: true},
		Y: chart.Axis{Label: "P of a collision", Log: true}}
	for _, l := range levels {
		f.Levels = append(f.Levels, chart.Level{Name: l.name, Y: 1 / float64(l.one)})
	}
	return f
}
