package throughput

import (
	"testing"

	"idscope/bench/chart"
)

// One disturbed sample does not make stubs of the other bars, and it is said.
func TestClip(t *testing.T) {
	f := chart.Figure{Bars: []chart.Bar{{Name: "a", Value: 10, Low: 9, High: 11},
		{Name: "b", Value: 20, Low: 19, High: 3000}}}
	clip(&f)
	if f.Bars[0].High != 11 || f.Bars[0].Name != "a" || f.Bars[1].High != 60 || f.Bars[1].Name != "b (interval cut)" {
		t.Errorf("clip = %+v; want b's interval to end at 60, and a as it was", f.Bars)
	}
}
