package server

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/store"
	"idscope/gen/testing/try"
)

// TestUnique: clients of two servers over the same records, one of which ends and begins
// again, and calls that use the records themselves, get no id twice.
func TestUnique(t *testing.T) {
	dir := t.TempDir()
	const file = "[generators.orders]\nscheme = \"snowflake\"\nworker = 7\n" +
		"[generators.slow]\nscheme = \"sonyflake\"\nworker = 9\n"
	first := startIn(t, dir, file)
	second := startIn(t, dir, file)
	var all collected
	var wg sync.WaitGroup
	client := func(r *running, name string, n int) {
		defer wg.Done()
		w := r.dial()
		for i := range n {
			if i%3 == 0 {
				all.add(t, words(w.ask("ID.MGET", name, "50"))...)
			} else {
				all.add(t, w.ask("ID.NEXT", name))
			}
		}
	}
	for range 4 {
		wg.Add(4)
		go client(first, "orders", 150)
		go client(second, "orders", 150)
		go client(first, "slow", 20)
		go client(second, "slow", 20)
	}
	wg.Add(1)
	go func() { // as gen does
		defer wg.Done()
		s, _ := schemeOf("snowflake", noOverride)
		for range 30 {
			record, err := testFolder(dir).Number(t.Context(), s, 7, s.Lead())
			if err != nil {
				t.Error(err)
				return
			}
			worker := uint64(7)
			g, err := gen.New(s, gen.Options{Worker: &worker, Ledger: record})
			if err != nil {
				t.Error(err)
				return
			}
			id, err := g.Next(t.Context())
			if err != nil {
				t.Error(err)
			}
			all.add(t, id.Decimal())
			_ = record.Close()
		}
	}()
	wg.Add(1)
	go func() { // a server that begins and ends
		defer wg.Done()
		for range 3 {
			r := startIn(t, dir, file)
			w := r.dial()
			all.add(t, words(w.ask("ID.MGET", "orders", "500"))...)
			r.stop()
		}
	}()
	wg.Wait()
	if len(all.seen) < 10_000 {
		t.Errorf("%d ids; want more", len(all.seen))
	}
}

// TestAge: the time in an id is at most 2 ms older than its request, also where requests
// waited for the next tick, and ids of one connection grow.
func TestAge(t *testing.T) {
	r := start(t, "[generators.few]\nlayout = \"time:41 worker:8 seq:4\"\n")
	src := r.table.Load().sources["few"]
	waiting := *src.scheme
	waiting.Overflow = gen.OverflowWait
	worker := uint64(3)
	from := try.Of(newLocal(t.Context(), &waiting, &worker, nil, defaultAge, testHold(t.TempDir()), store.Watch{})).Or(t)
	next := *r.table.Load()
	next.sources = map[string]*source{"few": newSource("few", &waiting, from)}
	r.table.Store(&next)
	codec, line := from.g.Codec(), waiting.Timeline()
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			w, last := r.dial(), uint64(0)
			for range 200 {
				asked := time.Now()
				got := w.ask("ID.NEXT", "few")
				id, err := strconv.ParseUint(got, 10, 64)
				if err != nil || id <= last {
					t.Errorf("%s follows %d", got, last)
					return
				}
				last = id
				at := line.Time(codec.Source(gen.FromUint64(id), gen.Time).Lo)
				if age := asked.Sub(at); age > defaultAge+waiting.Tick {
					t.Errorf("the time of an id is %v older than its request; want at most %v and a tick", age, defaultAge)
				}
			}
		}()
	}
	wg.Wait()
}

// TestOthersAreServed: who asks for more than a scheme has waits for it, and nobody else.
func TestOthersAreServed(t *testing.T) {
	r := start(t, "[generators.rare]\nlayout = \"time:31 worker:8 seq:2\"\ntick = \"1s\"\n")
	greedy := r.dial()
	greedy.send("ID.MGET", "rare", "65536")
	w := r.dial()
	for i := range 1000 {
		if got := w.ask("INCR", "snowflake"); strings.HasPrefix(got, "-") {
			t.Fatalf("request %d: %s", i, got)
		}
	}
	fmt.Fprint(greedy, "PING\r\n")
	if n := r.table.Load().sources["rare"].ids.Load(); n > 1000 {
		t.Errorf("%d ids of a scheme that has 4 a second", n)
	}
}
