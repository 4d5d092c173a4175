package cmd

import (
	"fmt"
	"testing"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen/counter"
	"idscope/gen/store"
	"idscope/gen/testing/try"
)

// TestDoctor: what a store guarantees and what its clock says is told, with what to do about the worst of it.
func TestDoctor(t *testing.T) {
	weak := store.Setting{Name: "fsync", Value: "off", Class: store.BestEffort, Want: "on", Why: "a crash forgets"}
	well := store.Setting{Name: "sync", Value: "on", Class: store.Proven}
	behind := []cli.CounterRow{{Entry: counter.Entry{Kind: "segment", Key: "orders", Note: "behind"}, Behind: true}, {}}
	text := ""
	for _, c := range []struct {
		class    store.Class
		clock    bool
		ahead    time.Duration
		counters []cli.CounterRow
	}{
		{store.Proven, true, 0, nil}, {store.Proven, false, 0, nil}, {store.Proven, true, 10 * time.Second, nil},
		{store.Proven, true, -11 * time.Second, nil}, {store.BestEffort, true, time.Minute, behind},
		{store.BestEffort, true, time.Millisecond - 1, nil}, {store.Conditional, true, time.Millisecond, nil},
	} {
		e := store.Examination{Safety: store.Report("DB", "", "", weak, well), Clock: c.clock, Ahead: c.ahead, Loads: 9,
			Median: time.Millisecond, P99: 2 * time.Millisecond}
		e.Class = c.class
		d := doctorOf("redis://h", e, c.counters)
		text += fmt.Sprintf("%s, %s ahead, good: %t\n%s\n", c.class, c.ahead, d.Good(), d.screen(screen.New(false, 0)))
	}
	try.File(t, "testdata/screens/doctor.txt", text)
}
