package birthday

import (
	"math"
	"math/big"
	"strings"

	"idscope/bench/chart"
	"idscope/gen/quantity"
)

// Levels are the probabilities that people ask for, lowest first, with the names
// that they give them.
func Levels() []Level {
	return []Level{
		{"1e-9", big.NewRat(1, 1e9)}, {"1e-6", big.NewRat(1, 1e6)},
		{"1 %", big.NewRat(1, 100)}, {"50 %", big.NewRat(1, 2)},
	}
}

// Level is a probability with a name.
type Level struct {
	Name string
	P    *big.Rat
}

// points is how many a curve has, at equal steps of the logarithm of the count.
const points = 97

// Curve is the probability of a collision against the count, both axes
// logarithmic, from a probability of 1e-12 to certainty, with those of [Levels] that
// lie in it; nil where nothing can collide.
func (m *Model) Curve() *chart.Figure {
	f := m.curve()
	if f == nil {
		return nil
	}
	for _, l := range Levels() {
		p, _ := l.P.Float64()
		if p >= f.Lines[0].Y[0] { // below, the first pair has passed it
			f.Levels = append(f.Levels, chart.Level{Name: l.Name, Y: p})
		}
	}
	return f
}

func (m *Model) curve() *chart.Figure {
	p, _ := new(big.Rat).SetString("1e-12")
	least, most := m.Count(p), m.Count(big.NewRat(9999, 10000))
	if least == nil || most == nil {
		return nil
	}
	line := chart.Line{Name: "P of a collision"}
	low, high := log10(least), log10(most)
	steps := points - 1
	if most.IsInt64() && most.Int64()-least.Int64() < points { // every count
		steps = int(most.Int64() - least.Int64())
	}
	for i := range steps + 1 {
		k := new(big.Int).Add(least, big.NewInt(int64(i)))
		switch {
		case i == steps:
			k = most
		case i > 0 && steps == points-1:
			k = power10(low + (high-low)*float64(i)/float64(steps))
		}
		x, _ := new(big.Float).SetInt(k).Float64()
		line.X = append(line.X, x)
		line.Y = append(line.Y, m.Chance(k).Probability())
	}
	return &chart.Figure{
		Title: "Probability of a collision: " + m.title(),
		Note:  strings.Join(append([]string{m.Name}, m.Assume...), "; "),
		X:     chart.Axis{Label: "number of " + m.Unit.String(), Log: true},
		Y:     chart.Axis{Label: "P of a collision", Log: true},
		Lines: []chart.Line{line},
	}
}

func (m *Model) title() string {
	if m.Scheme != "" {
		return m.Scheme
	}
	return "a space of " + quantity.FormatPower(m.Space)
}

func log10(k *big.Int) float64 {
	m := new(big.Float)
	exp := new(big.Float).SetInt(k).MantExp(m)
	v, _ := m.Float64()
	return math.Log10(v) + float64(exp)*math.Log10(2)
}

// power10 is 10^x, rounded, for x of 0 to 154 and, roughly, beyond.
func power10(x float64) *big.Int {
	whole, part := math.Modf(x)
	v := new(big.Float).SetFloat64(math.Pow(10, part))
	v.Mul(v, new(big.Float).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(whole)), nil)))
	k, _ := v.Add(v, big.NewFloat(0.5)).Int(nil)
	return k
}
