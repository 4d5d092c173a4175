package birthday

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"idscope/bench/chart"
	"idscope/gen/quantity"
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

// levels are the probabilities that people ask for, lowest first, with the names that they give them: one
// in so many.
var levels = [...]struct {
	name string
	one  int64
}{{"1e-9", 1e9}, {"1e-6", 1e6}, {"1 %", 100}, {"50 %", 2}}

// points is how many a curve has, at equal steps of the logarithm of the count.
const points = 97

// Curve is the probability of a collision against the count, both axes
// logarithmic, from a probability of 1e-12 to certainty, with the usual probabilities that
// lie in it; nil where nothing can collide.
func (m *Model) Curve() *chart.Figure {
	first, last := m.Count(big.NewRat(1, 1e12)), m.Count(big.NewRat(9999, 10000))
	if first == nil || last == nil {
		return nil
	}
	line := chart.Line{Name: "P of a collision"}
	low, high := float(first), float(last)
	steps := math.Min(points-1, high-low) // every count, where they are few
	for i := 0.0; i <= steps; i++ {
		x := low + i
		switch {
		case i == steps:
			x = high
		case i > 0 && steps == points-1:
			x = math.Round(low * math.Pow(high/low, i/steps))
		}
		k, _ := big.NewFloat(x).Int(nil)
		line.X = append(line.X, x)
		line.Y = append(line.Y, m.Chance(k).Probability())
	}
	f := Figure(m.Unit, "Probability of a collision: "+m.Subject(),
		strings.Join(append([]string{m.Name}, m.Assume...), "; "))
	f.Lines = []chart.Line{line}
	// the first pair passed it
	f.Levels = slices.DeleteFunc(f.Levels, func(l chart.Level) bool { return l.Y < line.Y[0] })
	return f
}

// Subject is what the ids are of, in words: a scheme, or a space.
func (m *Model) Subject() string {
	if m.Scheme != "" {
		return m.Scheme
	}
	return "a space of " + quantity.FormatPower(m.Space)
}

// Solution is the smallest space in which so many ids collide with a probability of at most
// P: in bits, and in random symbols of alphabets.
type Solution struct {
	Schema  int      `json:"schema"`
	Count   Count    `json:"count"`
	Most    float64  `json:"probability_max"`
	Bits    int      `json:"size_bits"`
	Found   float64  `json:"probability"` // with those bits
	Lengths []Length `json:"lengths"`
}

// Length is the length of random texts of an alphabet.
type Length struct {
	Alphabet    string  `json:"alphabet"`
	Symbols     int     `json:"symbols"`
	Length      int     `json:"length"`
	Probability float64 `json:"probability"`
}

// alphabets are the usual ones, by how many symbols they have.
var alphabets = [...]struct {
	name    string
	symbols int
}{{"decimal", 10}, {"hexadecimal", 16}, {"Crockford base32", 32}, {"base36", 36}, {"base58", 58}, {"base62", 62},
	{"base64, Nano ID", 64}}

// Solve finds the space; with an alphabet its length alone. It is false where no space
// that is calculated is large enough. Count is at least 0, p above 0 and below 1.
func Solve(count *big.Int, p *big.Rat, alphabet string) (s Solution, ok bool) {
	s = Solution{Schema: 2, Count: Count{count}, Lengths: []Length{}}
	s.Most, _ = p.Float64()
	if s.Bits, ok = fewestSymbols(count, p, 2); !ok {
		return s, false
	}
	s.Found = among(2, s.Bits, count)
	add := func(name string, symbols int) {
		if n, fits := fewestSymbols(count, p, symbols); fits {
			s.Lengths = append(s.Lengths, Length{name, symbols, n, among(symbols, n, count)})
		}
	}
	if alphabet != "" {
		add(alphabet, utf8.RuneCountInString(alphabet))
		return s, len(s.Lengths) > 0
	}
	for _, a := range alphabets {
		add(a.name, a.symbols)
	}
	return s, true
}

// fewestSymbols is the fewest random symbols of an alphabet of 2 or more with which any two of
// count ids are equal with a probability of at most p; ok is false where even MaxBits are too few.
func fewestSymbols(count *big.Int, p *big.Rat, symbols int) (length int, ok bool) {
	most := MaxBits / bits.Len(uint(symbols-1))
	limit, _ := p.Float64()
	length = 1 + sort.Search(most, func(i int) bool { return among(symbols, i+1, count) <= limit })
	return length, length <= most
}

// among is how likely any two of count texts of so many symbols are equal.
func among(symbols, length int, count *big.Int) float64 {
	n := new(big.Int).Exp(big.NewInt(int64(symbols)), big.NewInt(int64(length)), nil)
	return In(n).Chance(count).Probability()
}
