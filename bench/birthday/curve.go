package birthday

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"idscope/bench/chart"
	"idscope/gen/quantity"
)

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
