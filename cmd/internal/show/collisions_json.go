package show

import (
	"idscope/bench/collide"
	"idscope/gen/quantity"
)

// collisionsLine is a result as JSON shows it. Counts are numbers: they stay below
// 2^53.
type collisionsLine struct {
	Schema   int      `json:"schema"`
	Scheme   string   `json:"scheme"`
	Rules    string   `json:"rules"`
	Nodes    int      `json:"nodes,omitempty"`
	Each     bool     `json:"process_per_id"`
	Rate     float64  `json:"rate"`
	Arrivals string   `json:"arrivals"`
	Seed     uint64   `json:"seed"`
	Faults   []string `json:"faults"`
	Start    string   `json:"start"`
	Span     float64  `json:"simulated_s"`
	Partial  bool     `json:"partial"`

	Made        uint64  `json:"generated"`
	Refused     uint64  `json:"refused"`
	Waited      uint64  `json:"waited"`
	LongestWait int64   `json:"longest_wait_ns"`
	LongestLead int64   `json:"longest_lead_ns"`
	Duplicates  uint64  `json:"duplicates"`
	Pairs       uint64  `json:"pairs"`
	Predicted   *expect `json:"predicted,omitempty"`
	Model       string  `json:"model"`
}

// expect is a prediction; inside says whether the count is in its interval.
type expect struct {
	Mean      float64 `json:"mean"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
	Level     float64 `json:"level"`
	Certain   bool    `json:"certain"`
	Simulated bool    `json:"simulated"` // from other histories; else by a closed form
	Inside    bool    `json:"inside"`
}

// Object is a result for its JSON.
func (c *Collisions) Object(r *collide.Result) any {
	l := collisionsLine{Schema: 1, Scheme: r.Scheme, Rules: r.Rules, Nodes: c.Nodes, Each: c.Each, Rate: c.Rate,
		Arrivals: c.Arriving, Seed: c.Seed, Faults: append([]string{}, c.Faulty...),
		Start: quantity.FormatTime(r.Start.UTC()),
		Span:  r.Span.Seconds(), Partial: r.Partial, Made: r.Made, Refused: r.Refused, Waited: r.Waited,
		LongestWait: r.LongestWait, LongestLead: int64(r.LongestLead), Duplicates: r.Duplicates, Pairs: r.Pairs,
		Model: r.Prediction.Model}
	if c.Each {
		l.Nodes = 0
	}
	if p := r.Prediction; !p.Unknown() {
		n := float64(r.Duplicates)
		l.Predicted = &expect{p.Expected, p.Low, p.High, 0.99, p.Certain, p.Simulated, n >= p.Low && n <= p.High}
	}
	return l
}
