package inspect

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"idscope/gen"
)

// The reading nearest to the date comes first.
func TestAround(t *testing.T) {
	for _, tt := range []struct{ date, want string }{{"2022-06-01", "snowflake"}, {"2026-08-20", "discord"},
		{"2017-06-01", "instagram"}, {"2018-11-01", "unix-ns"}} {
		at, _ := time.Parse(time.DateOnly, tt.date)
		r := inspector(t, Options{Around: &at}).Inspect("1541815603606036480")
		if len(r.Readings) < 4 || r.Readings[0].Scheme.Name != tt.want {
			t.Errorf("around %s: %s; want %s first", tt.date, r.AppendBrief(nil), tt.want)
		}
		for i := 1; i < len(r.Readings); i++ {
			if r.Readings[i-1].distance(at) > r.Readings[i].distance(at) {
				t.Errorf("around %s: %s before %s", tt.date, r.Readings[i-1].Scheme.Name, r.Readings[i].Scheme.Name)
			}
		}
	}
}

// An epoch that nobody declared is found, for the widths and ticks of the usual
// layouts.
func TestAroundSolvesEpoch(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	for range 200 {
		epoch := time.Date(2012+r.IntN(12), time.Month(1+r.IntN(12)), 1+r.IntN(28), 0, 0, 0, 0, time.UTC)
		made := epoch.Add(time.Duration(1+r.IntN(700))*day + time.Duration(r.Int64N(int64(day))))
		for _, layout := range []struct {
			shift uint
			tick  time.Duration
		}{{22, time.Millisecond}, {23, time.Millisecond}, {24, 10 * time.Millisecond}} {
			id := uint64(made.Sub(epoch)/layout.tick)<<layout.shift | r.Uint64N(1<<layout.shift)
			if isCard([]byte(fmt.Sprint(id))) {
				continue // whose digits are not shown
			}
			res := inspector(t, Options{Around: &made}).Inspect(fmt.Sprint(id))
			found := false
			for _, e := range res.Epochs {
				d := e.Epoch.Sub(epoch)
				found = found || e.Tick == layout.tick && d > -time.Second && d < time.Second
			}
			if !found {
				t.Fatalf("Inspect(%d) around %s has epochs %v; want %s", id, stamp(made), res.Epochs, stamp(epoch))
			}
		}
	}
}

func TestAroundNamesEpoch(t *testing.T) {
	at := time.Date(2022, 6, 28, 12, 0, 0, 0, time.UTC)
	r := inspector(t, Options{Around: &at}).Inspect("1541815603606036480")
	if len(r.Epochs) == 0 || r.Epochs[0].Known != "epoch of snowflake" || r.Epochs[0].Layout != "unused:1 "+
		"time:41 worker:10 seq:12" {
		t.Errorf("epochs = %+v; want snowflake's first", r.Epochs)
	}
	in := inspector(t, Options{})
	for _, m := range in.usual() { // the words can be given to --layout, and mean the same
		l, err := gen.ParseLayout(plainLayout(m.scheme.Layout))
		if err != nil || l.Plain() != m.scheme.Layout.Plain() {
			t.Errorf("%s: layout %q is read as %s, %v; want %s", m.scheme.Name, plainLayout(m.scheme.Layout),
				l.Plain(), err, m.scheme.Layout.Plain())
		}
	}
	if r := inspector(t, Options{Around: &at}).Inspect("01BX5ZZKBKACTAV9WEVGEMMVRZ"); len(r.Epochs) > 0 {
		t.Errorf("a ULID has epochs %v; want none", r.Epochs)
	}
}

// TestDistance: two readings within one second are told apart.
func TestDistance(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 500_000_000, time.UTC)
	for by, want := range map[time.Duration]float64{0: 0, time.Millisecond: .001, -250 * time.Millisecond: .25,
		750 * time.Millisecond: .75, -750 * time.Millisecond: .75, -90 * time.Second: 90} {
		r := Reading{Timed: true, Time: at.Add(by)}
		if got := r.distance(at); math.Abs(got-want) > 1e-6 {
			t.Errorf("%s away is a distance of %g s; want %g", by, got, want)
		}
	}
}
