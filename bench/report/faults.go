package report

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"idscope/bench/chart"
	"idscope/bench/collide"
	"idscope/gen"
	"idscope/gen/quantity"
)

// The history that the rules of all systems are shown by: the clock of a node is set back, and
// its process begins again at the same time.
const (
	faultBack = 2 * time.Second
	faultAt   = 10 * time.Second
	faultSpan = 20 * time.Second
	faultMost = 5000 // ids a second
)

// simulated is what one fault does to one layout by the rules of every system.
type simulated struct {
	scheme string
	rate   float64 // ids a second, of one node
	bars   []chart.Bar
	none   []string // rules that generate nothing twice
	failed []string
}

// simulate runs the fault on the first layout of the survey that counts a sequence within
// ticks, or on snowflake's; nil where there is none.
func simulate(ctx context.Context, schemes []*gen.Scheme, find Find, rate, nodes *big.Rat) *simulated {
	counts := func(s *gen.Scheme) bool { return s.Timed() && len(collide.Fit(s)) > 2 && s.Layout.Width(gen.Seq) > 0 }
	var s *gen.Scheme
	if i := slices.IndexFunc(schemes, counts); i >= 0 {
		s = schemes[i]
	} else if find != nil {
		if s, _ = find("snowflake"); s == nil || !counts(s) {
			return nil
		}
	}
	if s == nil {
		return nil
	}
	each, _ := new(big.Rat).Quo(rate, nodes).Float64()
	if limit, ok := s.PerSecond(); ok { // else the queue is shown, not the fault
		most, _ := limit.Float64()
		each = min(each, most/2)
	}
	f := &simulated{scheme: s.Name, rate: min(each, faultMost)}
	for _, r := range collide.Fit(s) {
		got, err := collide.Run(ctx, collide.Config{Scheme: s, Rules: r, Rate: f.rate, Poisson: true, For: faultSpan,
			Seed: 1, Faults: []collide.Fault{{Kind: collide.Step, Shift: -faultBack, At: faultAt, Timed: true},
				{Kind: collide.Restart, At: faultAt, Timed: true}}})
		switch {
		case err != nil:
			f.failed = append(f.failed, r.Name+": "+oneLine(err))
		case got.Duplicates == 0:
			f.none = append(f.none, r.Name)
		default:
			v := float64(got.Duplicates)
			b := chart.Bar{Name: r.Name, Value: v, Low: v, High: v}
			if p := got.Prediction; !p.Unknown() {
				b.Low, b.High = p.Low, p.High
			}
			f.bars = append(f.bars, b)
		}
	}
	slices.SortStableFunc(f.bars, func(a, b chart.Bar) int { return cmp.Compare(b.Value, a.Value) })
	return f
}

// faults is the section of one fault, by the rules of all systems.
func (v *Survey) faults() Section {
	s := Section{ID: "faults", Title: "What a fault does"}
	f := v.faulty
	if f == nil || len(f.bars) == 0 {
		return s
	}
	s.Lead = fmt.Sprintf("The clock is set back by %s, and the process restarts at the same time: how many ids a node "+
		"generates twice, counted in a simulation of the rules of each system on the layout of %s.", faultBack,
		f.scheme)
	s.Pictures = []Picture{{Wide: true, Figure: chart.Figure{
		Title: fmt.Sprintf("Duplicates after a clock step of -%s at a restart, %s: %s ids a second, 1 node, %s",
			faultBack, f.scheme, quantity.FormatNumber(f.rate), faultSpan),
		Note: "Duplicates counted; the line on a bar is the interval of 99 of 100 counts, by other simulated " +
			"histories.",
		X: chart.Axis{Label: "rules"}, Y: chart.Axis{Label: "duplicates"}, Bars: f.bars}}}
	s.Notes = []string{"No duplicates by the rules of " + listed(f.none) + ".",
		"Random arrivals, one node, seed 1; idscope bench collisions has other faults, rates and nodes."}
	if len(f.failed) > 0 {
		s.Notes = append(s.Notes, "Not counted: "+strings.Join(f.failed, "; ")+".")
	}
	return s
}
