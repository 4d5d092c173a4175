package server

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"

	"idscope/gen"
	"idscope/gen/store/storetest/memory"
)

// TestTakenAhead: what a server has taken ahead, which it loses when it is killed, is at most
// twice what it handed out, and 16, and never more than 65536.
func TestTakenAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // where no time passes: so it takes as much as it ever does
		g := storedIn(t, &memory.Store{})
		r := rand.New(rand.NewPCG(1, 2))
		handed, most := uint64(0), uint64(0)
		ids := make([]gen.ID, batch)
		for range 1500 {
			n := uint64(1 + r.IntN(batch))
			if handed < 1000 {
				n = 1 + n%8
			}
			var err error
			if r.IntN(4) == 0 {
				_, err = g.Reserve(t.Context(), n)
			} else {
				_, err = g.Fill(t.Context(), ids[:n])
			}
			if err != nil {
				t.Fatal(err)
			}
			handed += n
			synctest.Wait() // for what is loaded beside
			g.mu.Lock()
			left := g.left
			g.mu.Unlock()
			if bound := min(65536, 16+2*handed); left > bound {
				t.Fatalf("after %d numbers %d are taken ahead; want at most %d", handed, left, bound)
			}
			most = max(most, left)
		}
		if most < 65536/2 {
			t.Errorf("at most %d were taken ahead: too few to show a bound", most)
		}
	})
}
