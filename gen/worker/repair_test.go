package worker

import (
	"strings"
	"testing"
	"time"
)

// A good record is not moved back without a word.
func TestRepairSaysWhatItMovedBack(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.must(w.folder, s, 7, 3)
	o := RepairOptions{Scheme: s, Worker: number(7), AssumeLast: w.at.Add(time.Hour)}
	w.repair(w.folder, o, "ok")
	w.repair(w.folder, o, "ok")
	if len(w.warned) > 0 {
		t.Fatalf("warned %q of a move forward; want silence", w.warned)
	}
	o.AssumeLast = w.at
	w.repair(w.folder, o, "ok")
	want := "snowflake worker 7 was moved back, from 2026-03-01T13:00:00Z to 2026-03-01T12:00:00Z; ids of the " +
		"time in between may be generated again"
	if len(w.warned) != 1 || !strings.Contains(w.warned[0], want) {
		t.Errorf("warned %q; want %q", w.warned, want)
	}
}
