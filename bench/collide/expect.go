package collide

import "math"

// Prediction is what the count should be.
type Prediction struct {
	Expected  float64 `json:"mean"`
	Low       float64 `json:"low"` // the count lies in the interval, both ends included, in 99 of 100 simulations
	High      float64 `json:"high"`
	Level     float64 `json:"level"`     // those 99 of 100
	Certain   bool    `json:"certain"`   // the interval holds always: it is no matter of chance
	Simulated bool    `json:"simulated"` // by other histories of the same faults; else by a closed form
	Inside    bool    `json:"inside"`    // the count lies in it
	Model     string  `json:"-"`         // what it rests on, a sentence without its full stop
}

// Unknown reports that there is no number.
func (p Prediction) Unknown() bool { return math.IsNaN(p.Expected) }

func unknown(why string) Prediction {
	return Prediction{Expected: math.NaN(), High: math.Inf(1), Model: "not predicted: " + why}
}

// level is how often a count may lie outside of the interval, on either side.
const level = 0.005

// none is the prediction of no duplicates at all, with the reason.
func none(model string) Prediction { return Prediction{Certain: true, Model: model} }

// around is the prediction of a count with that mean and variance: Poisson's
// distribution where the two are alike, as they are for rare events, else the
// normal one.
func around(m meanVar, model string) Prediction {
	p := Prediction{Expected: m.mean, Model: model}
	if m.mean <= 0 {
		return p
	}
	if math.Abs(m.variance/m.mean-1) < 0.02 && m.mean < 1e6 {
		p.Low, p.High = poissonQuantile(m.mean, level), poissonQuantile(m.mean, 1-level)
		return p
	}
	const z = 2.5758293035489004 // of the normal distribution at 1-level
	sd := math.Sqrt(m.variance)
	p.Low, p.High = max(0, math.Floor(m.mean-z*sd)), math.Ceil(m.mean+z*sd)
	return p
}

// poissonQuantile is the smallest k for which a Poisson number is at most k with
// a probability of q or more. The terms are summed from 12 standard deviations
// left of the mean on: what lies further out is below 1e-30.
func poissonQuantile(mean, q float64) float64 {
	k := math.Floor(max(0, mean-12*math.Sqrt(mean)))
	term := poissonTerm(k, mean)
	sum := term
	for sum < q && k < mean+40*math.Sqrt(mean)+100 {
		k++
		term *= mean / k
		sum += term
	}
	return k
}

// poissonTerm is the probability that a Poisson number of that mean is k.
func poissonTerm(k, mean float64) float64 {
	lg, _ := math.Lgamma(k + 1)
	return math.Exp(k*math.Log(mean) - mean - lg)
}

// meanVar are the mean and variance of a count.
type meanVar struct{ mean, variance float64 }

func (a meanVar) plus(b meanVar, times float64) meanVar {
	return meanVar{a.mean + times*b.mean, a.variance + times*b.variance}
}

// beyond is the count of a tick whose sequence goes round: what it is asked for beyond
// the room that it has, for a Poisson number or for one of the two whole numbers next
// to a mean.
func beyond(mean, room float64, poisson bool) meanVar {
	if !poisson {
		few := math.Floor(mean)
		m := (1-(mean-few))*max(0, few-room) + (mean-few)*max(0, few+1-room)
		return meanVar{m, m * 1e-3}
	}
	sum, square := 0.0, 0.0
	for k := room + 1; k < max(room, mean)+40*math.Sqrt(mean)+40; k++ {
		p := poissonTerm(k, mean)
		sum += p * (k - room)
		square += p * (k - room) * (k - room)
	}
	return meanVar{sum, square - sum*sum}
}

// student is the quantile of Student's distribution at 1-level, by degrees of freedom.
var student = [...]float64{1: 63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499}

// simulated is the prediction of one more count like others: two to eight.
func simulated(others []*Result, chance bool, model string) Prediction {
	n := float64(len(others))
	var mean, variance float64
	for _, r := range others {
		mean += float64(r.Duplicates) / n
	}
	for _, r := range others {
		variance += (float64(r.Duplicates) - mean) * (float64(r.Duplicates) - mean) / (n - 1)
	}
	if chance { // of which a few equal counts say no more than this
		variance = max(variance, 1/n)
	}
	off := student[len(others)-1] * math.Sqrt(variance*(1+1/n))
	return Prediction{Expected: mean, Low: max(0, math.Floor(mean-off)), High: math.Ceil(mean + off), Simulated: true,
		Model: model}
}
