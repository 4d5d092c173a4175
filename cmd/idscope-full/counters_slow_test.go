//go:build unix

package main

import (
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen/store/testserver"
)

// TestSlowStore: 12 processes with step 10 over a store whose every answer takes long wait for
// it, and none fails; without it the two segments are used up, and that is one error.
func TestSlowStore(t *testing.T) {
	t.Parallel()
	testserver.Demanded(t, "a database that answers slowly, and one that is gone")
	s, url := mariaDB(t, "a slow counter")
	p, slow := through(t, s, url)
	h := newHost(t)
	all := &seen{t: t, ids: map[string]bool{}}
	all.add(h.must(call("segment", slow, "orders", "--create", "--step", "10")...))
	p.Delay(50 * time.Millisecond)
	var running sync.WaitGroup
	for range processes {
		running.Go(func() {
			for range 2 {
				lines, text, status := h.run(call("segment", slow, "orders", "-n", "7")...)
				if all.add(lines); status != 0 || len(lines) != 7 {
					t.Errorf("status %d, %d ids, %s; want it to wait", status, len(lines), text)
				}
			}
		})
	}
	running.Wait()
	p.Refuse()
	lost := 0
	for range 200000 {
		lines, text, status := h.run(call("segment", slow, "orders", "-n", "100000")...)
		if all.add(lines); status == 3 && len(lines) == 0 {
			if n := strings.Count(text, "idscope: error: "); n != 1 {
				t.Errorf("with nothing left: %s; want one error", text)
			}
			break
		}
		lost++
	}
	if lost > 2 {
		t.Errorf("%d calls without a store printed ids; want the two segments to be used up", lost)
	}
}
