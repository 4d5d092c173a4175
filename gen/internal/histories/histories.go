// Package histories plays made-up histories in tests: of hosts, clocks, disks and stores,
// over the code that has to keep its promise whatever happens.
package histories

import (
	"testing"
	"time"
)

// History is one that was played.
type History interface {
	// Broken says which promise was broken; empty is none.
	Broken() string

	// Told is what happened, and what to know of it.
	Told() string
}

// Play plays the history of each of Seeds, with -short a tenth of them. One that is broken
// fails the test, and so does a first one that is not the same when it is played again: no
// seed could repeat it. The one that was asked for alone is told.
func Play(t *testing.T, count int, play func(seed uint64) History) {
	t.Helper()
	if testing.Short() {
		count = max(1, count/10)
	}
	start, n := time.Now(), 0
	for seed := range Seeds(t, count) {
		h := play(seed)
		if broken := h.Broken(); broken != "" {
			t.Fatalf("%s\n%s", h.Told(), broken)
		}
		if n == 0 && play(seed).Told() != h.Told() {
			t.Fatal("the history of the first seed was another one when it was played again")
		}
		if alone(t) != nil {
			t.Log(h.Told())
		}
		n++
	}
	t.Logf("%d histories, %.0f per second", n, float64(n)/time.Since(start).Seconds())
}
