package cmd

import (
	"strings"
	"testing"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen/store"
	"idscope/gen/testing/try"
)

// TestDoctor: what a store guarantees and what its clock says is told, with what to do about the worst of it.
func TestDoctor(t *testing.T) {
	weak := store.Setting{Name: "fsync", Value: "off", Class: store.BestEffort, Want: "on", Why: "a crash forgets"}
	behind := []cli.CounterRow{{Behind: true}, {}}
	for _, c := range []struct {
		class    store.Class
		clock    bool
		ahead    time.Duration
		counters []cli.CounterRow
		good     bool
		says     []string
	}{
		{store.Proven, true, 0, nil, true, []string{"the store's agrees with this host's"}},
		{store.Proven, false, 0, nil, true, []string{"the store has none; hosts are compared"}},
		{store.Proven, true, 10 * time.Second, nil, true, []string{"the store's is 10 s ahead of this host's"}},
		{store.Proven, true, -11 * time.Second, nil, false, []string{"11 s behind this", "set the clocks right"}},
		{store.BestEffort, true, time.Minute, behind, false, []string{"1 min ahead of", "from an older backup"}},
		{store.BestEffort, true, 0, nil, false, []string{"best effort: fsync is off", "--accept-best-effort"}},
		{store.Conditional, true, 0, nil, false, []string{"unique as long as the condition holds"}},
	} {
		e := store.Examination{Safety: store.Report("DB", "", "", weak), Clock: c.clock, Ahead: c.ahead, Loads: 9,
			Median: time.Millisecond, P99: 2 * time.Millisecond}
		e.Class = c.class
		d := doctorOf("redis://h", e, c.counters)
		text := strings.Join(strings.Fields(d.screen(screen.New(false, 0))), " ")
		for _, want := range append(c.says, "fsync: off; use on; a crash forgets (best effort)",
			"median 1 ms, p99 2 ms of 9 loads") {
			if !strings.Contains(text, want) {
				t.Errorf("%s, %s ahead: %q; want %q", c.class, c.ahead, text, want)
			}
		}
		try.Equal(t, d.Good(), c.good, "%s, %s ahead: good =", c.class, c.ahead)
	}
}
