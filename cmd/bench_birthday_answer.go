package cmd

import (
	"encoding/json"
	"math"
	"math/big"

	bday "idscope/bench/birthday"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
)

// birthdayAnswer is what was asked and what came out.
type birthdayAnswer struct {
	show.Birthday
	asked *big.Rat // the odds that were given; nil where a count was
	nodes *big.Int
}

// answer chooses the count: that of the flags, or the one that reaches the odds.
func (o *birthdayOptions) answer(m *bday.Model) (*birthdayAnswer, error) {
	b := &birthdayAnswer{Birthday: show.Birthday{Model: m}, nodes: o.nodes}
	nodes := m.Unit == bday.Nodes
	switch {
	case nodes && o.nodes != nil && o.probability == nil:
		b.Count = o.nodes
		if o.count.Int != nil || o.span != nil {
			m.Assume = append(m.Assume, "how many ids the nodes make does not matter: each makes many")
		}
	case nodes && o.span != nil:
		return nil, cli.Usage("%s collides by nodes, however long they run; want --nodes N", m.Scheme)
	case o.count.Int != nil:
		b.Count = o.count.Int
	case o.span != nil:
		k := new(big.Rat).Mul(o.rate, o.span)
		b.Count = new(big.Int).Quo(k.Num(), k.Denom())
		if b.Count.BitLen() > bday.MaxCount {
			return nil, cli.Usage("so many ids can not be counted; want at most 2^%d", bday.MaxCount)
		}
	default:
		if b.asked = o.probability; b.asked == nil {
			b.asked = big.NewRat(1, 2)
		}
		if b.Count = m.Count(b.asked); b.Count == nil && o.probability != nil {
			err := cli.Negative("no number of %s reaches these odds: %s", m.Unit, m.Name)
			if m.Owned && o.nodes == nil {
				return nil, err.Hinted("for nodes that draw worker numbers at random: --nodes N")
			}
			return nil, err
		}
	}
	if b.Count != nil {
		b.Found, b.Birthday.Pairs = m.Odds(b.Count), m.Pairs(b.Count)
	}
	for _, l := range bday.Levels() {
		b.Levels = append(b.Levels, show.BirthdayLevel{Level: l, Count: m.Count(l.P)})
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
		Probability: b.Found.Probability(), Complement: b.Found.Complement(), ExpectedPairs: b.Birthday.Pairs,
		Model: b.Name, Assumptions: b.Assume, Seconds: b.Birthday.Seconds(b.Count),
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
	if b.nodes != nil {
		v.Nodes = b.nodes.String()
	}
	if b.Rate != nil {
		v.Rate, _ = b.Rate.Float64()
	}
	for _, row := range b.Levels {
		l := birthdayLevel{Seconds: b.Birthday.Seconds(row.Count)}
		l.Probability, _ = row.P.Float64()
		if row.Count != nil {
			l.Count = row.Count.String()
		}
		v.Levels = append(v.Levels, l)
	}
	text, err := json.Marshal(v)
	return string(text) + "\n", err
}
