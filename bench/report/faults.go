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

// counting is the first layout of the survey that counts a sequence within ticks, or snowflake's;
// nil where there is none.
func (v *Survey) counting() *gen.Scheme {
	counts := func(s *gen.Scheme) bool { return s.Timed() && len(collide.Fit(s)) > 2 && s.Layout.Width(gen.Seq) > 0 }
	if i := slices.IndexFunc(v.Schemes, counts); i >= 0 {
		return v.Schemes[i]
	}
	if v.Find != nil {
		if s, _ := v.Find("snowflake"); s != nil && counts(s) {
			return s
		}
	}
	return nil
}

// faults is the section of one fault, simulated on one layout by the rules of all systems; empty
// where no layout counts, or nothing is generated twice.
func (v *Survey) faults(ctx context.Context) Section {
	s := Section{ID: "faults", Title: "What a fault does"}
	on := v.counting()
	if on == nil {
		return s
	}
	rate, _ := new(big.Rat).Quo(v.Load.Rate, new(big.Rat).SetInt(v.Load.Nodes)).Float64()
	if limit, ok := on.PerSecond(); ok { // else the queue is shown, not the fault
		most, _ := limit.Float64()
		rate = min(rate, most/2)
	}
	rate = min(rate, faultMost)
	var bars []chart.Bar
	var none, failed []string
	for _, r := range collide.Fit(on) {
		got, err := collide.Run(ctx, collide.Config{Scheme: on, Rules: r, Rate: rate, Poisson: true, For: faultSpan,
			Seed: 1, Faults: []collide.Fault{{Kind: collide.Step, Shift: -faultBack, At: faultAt, Timed: true},
				{Kind: collide.Restart, At: faultAt, Timed: true}}})
		switch {
		case err != nil:
			failed = append(failed, r.Name+": "+oneLine(err))
		case got.Duplicates == 0:
			none = append(none, r.Name)
		default:
			n := float64(got.Duplicates)
			b := chart.Bar{Name: r.Name, Value: n, Low: n, High: n}
			if p := got.Prediction; !p.Unknown() {
				b.Low, b.High = p.Low, p.High
			}
			bars = append(bars, b)
		}
	}
	if len(bars) == 0 {
		return s
	}
	slices.SortStableFunc(bars, func(a, b chart.Bar) int { return cmp.Compare(b.Value, a.Value) })
	s.Lead = fmt.Sprintf("The clock is set back by %s, and the process restarts at the same time: how many ids a node "+
		"generates twice, counted in a simulation of the rules of each system on the layout of %s.", faultBack, on.Name)
	s.Pictures = []Picture{{Wide: true, Figure: chart.Figure{
		Title: fmt.Sprintf("Duplicates after a clock step of -%s at a restart, %s: %s ids a second, 1 node, %s",
			faultBack, on.Name, quantity.FormatNumber(rate), faultSpan),
		Note: "Duplicates counted; the line on a bar is the interval of 99 of 100 counts, by other simulated " +
			"histories.",
		X: chart.Axis{Label: "rules"}, Y: chart.Axis{Label: "duplicates"}, Bars: bars}}}
	s.Notes = []string{"No duplicates by the rules of " + listed(none) + ".",
		"Random arrivals, one node, seed 1; idscope bench collisions has other faults, rates and nodes."}
	if len(failed) > 0 {
		s.Notes = append(s.Notes, "Not counted: "+strings.Join(failed, "; ")+".")
	}
	return s
}
