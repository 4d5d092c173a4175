package show

import (
	"math"
	"math/big"
)

// birthdayObject is an answer as JSON shows it. Counts are texts: they pass 2^53.
type birthdayObject struct {
	Schema        int             `json:"schema"`
	Scheme        string          `json:"scheme,omitempty"`
	Space         string          `json:"space"`
	PerTick       bool            `json:"per_tick"`
	TickSeconds   float64         `json:"tick_s,omitempty"`
	Count         string          `json:"count,omitempty"` // absent where no count reaches the probability
	Unit          string          `json:"unit"`
	Probability   float64         `json:"probability"`
	Complement    float64         `json:"complement"`
	Log10         *float64        `json:"log10_complement,omitempty"` // absent where a collision is certain
	ExpectedPairs float64         `json:"expected_pairs"`
	Nodes         string          `json:"nodes,omitempty"`
	Rate          float64         `json:"rate_per_s,omitempty"`
	Seconds       *float64        `json:"seconds,omitempty"` // that the count takes at the rate
	Model         string          `json:"model"`
	Method        string          `json:"method,omitempty"`
	Assumptions   []string        `json:"assumptions"`
	Levels        []birthdayLevel `json:"levels"`
}

type birthdayLevel struct {
	Probability float64  `json:"probability"`
	Count       string   `json:"count,omitempty"`
	Seconds     *float64 `json:"seconds,omitempty"`
}

// Object is the answer for its JSON; nodes are those that were given, nil for none.
func (b *Birthday) Object(nodes *big.Int) any {
	v := birthdayObject{
		Schema: 1, Scheme: b.Scheme, Space: b.Space.String(), PerTick: b.PerTick, Unit: b.Unit.String(),
		Probability: b.Found.Probability(), Complement: b.Found.Complement(), ExpectedPairs: b.Pairs,
		Model: b.Name, Assumptions: b.Assume, Seconds: b.Seconds(b.Count),
	}
	if b.PerTick && b.Tick != nil {
		v.TickSeconds, _ = b.Tick.Float64()
	}
	if b.Count != nil {
		v.Count, v.Method = b.Count.String(), b.Method(b.Count)
	}
	if log := b.Found.Log10Complement(); !math.IsInf(log, 0) {
		v.Log10 = &log
	}
	if nodes != nil {
		v.Nodes = nodes.String()
	}
	if b.Rate != nil {
		v.Rate, _ = b.Rate.Float64()
	}
	for _, row := range b.Levels {
		l := birthdayLevel{Seconds: b.Seconds(row.Count)}
		l.Probability, _ = row.P.Float64()
		if row.Count != nil {
			l.Count = row.Count.String()
		}
		v.Levels = append(v.Levels, l)
	}
	return v
}
