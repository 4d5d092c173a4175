package cmd

import (
	"encoding/json"
	"math"
	"math/big"

	"idscope/cmd/internal/cli"

	bday "idscope/bench/birthday"
)

// birthdayAnswer is what was asked and what came out.
type birthdayAnswer struct {
	*bday.Model
	asked *big.Rat // the odds that were given; nil where a count was
	count *big.Int // nil where no count reaches the odds
	found bday.Odds
	pairs float64
	rows  []birthdayRow
	nodes *big.Int
}

// birthdayRow is the count of one of the usual odds.
type birthdayRow struct {
	bday.Level
	count *big.Int // nil where there is none
}

// answer chooses the count: that of the flags, or the one that reaches the odds.
func (o *birthdayOptions) answer(m *bday.Model) (*birthdayAnswer, error) {
	b := &birthdayAnswer{Model: m, nodes: o.nodes}
	nodes := m.Unit == bday.Nodes
	switch {
	case nodes && o.nodes != nil && o.probability == nil:
		b.count = o.nodes
		if o.count.Int != nil || o.span != nil {
			m.Assume = append(m.Assume, "how many ids the nodes make does not matter: each makes many")
		}
	case nodes && o.span != nil:
		return nil, cli.Usage("%s collides by nodes, however long they run; want --nodes N", m.Scheme)
	case o.count.Int != nil:
		b.count = o.count.Int
	case o.span != nil:
		k := new(big.Rat).Mul(o.rate, o.span)
		b.count = new(big.Int).Quo(k.Num(), k.Denom())
		if b.count.BitLen() > bday.MaxCount {
			return nil, cli.Usage("so many ids can not be counted; want at most 2^%d", bday.MaxCount)
		}
	default:
		if b.asked = o.probability; b.asked == nil {
			b.asked = big.NewRat(1, 2)
		}
		if b.count = m.Count(b.asked); b.count == nil && o.probability != nil {
			err := cli.Negative("no number of %s reaches these odds: %s", m.Unit, m.Name)
			if m.Owned && o.nodes == nil {
				return nil, err.Hinted("for nodes that draw worker numbers at random: --nodes N")
			}
			return nil, err
		}
	}
	if b.count != nil {
		b.found, b.pairs = m.Odds(b.count), m.Pairs(b.count)
	}
	for _, l := range bday.Levels() {
		b.rows = append(b.rows, birthdayRow{l, m.Count(l.P)})
	}
	return b, nil
}

// birthdayObject is an answer as JSON shows it. Counts are texts: they pass 2^53.
type birthdayObject struct {
	Schema        int             `json:"schema"`
	Scheme        string          `json:"scheme,omitempty"`
	Space         string          `json:"space"`
	PerTick       bool            `json:"per_tick"`
	TickSeconds   float64         `json:"tick_s,omitempty"`
	Count         string          `json:"count,omitempty"` // absent where no count reaches the odds
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

func (b *birthdayAnswer) json() (string, error) {
	v := birthdayObject{
		Schema: 1, Scheme: b.Scheme, Space: b.Space.String(), PerTick: b.PerTick, Unit: b.Unit.String(),
		Probability: b.found.Probability(), Complement: b.found.Complement(), ExpectedPairs: b.pairs,
		Model: b.Name, Assumptions: b.Assume, Seconds: b.seconds(b.count),
	}
	if b.PerTick && b.Tick != nil {
		v.TickSeconds, _ = b.Tick.Float64()
	}
	if b.count != nil {
		v.Count, v.Method = b.count.String(), b.Method(b.count)
	}
	if log := b.found.Log10Complement(); !math.IsInf(log, 0) {
		v.Log10 = &log
	}
	if b.nodes != nil {
		v.Nodes = b.nodes.String()
	}
	if b.Rate != nil {
		v.Rate, _ = b.Rate.Float64()
	}
	for _, row := range b.rows {
		l := birthdayLevel{Seconds: b.seconds(row.count)}
		l.Probability, _ = row.P.Float64()
		if row.count != nil {
			l.Count = row.count.String()
		}
		v.Levels = append(v.Levels, l)
	}
	text, err := json.Marshal(v)
	return string(text) + "\n", err
}

// seconds is how long a count takes; nil where there is no telling.
func (b *birthdayAnswer) seconds(count *big.Int) *float64 {
	if count == nil {
		return nil
	}
	v, ok := b.Seconds(count)
	if !ok || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
