package server

import (
	"context"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/server/service"
	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
	"idscope/gen/worker"
)

// memoryDriver opens one store in memory, whatever the URL says.
func memoryDriver(s store.Store) store.Driver {
	return store.Driver{Schemes: []string{"memory"},
		Open: func(context.Context, *url.URL, bool) (store.Store, error) { return s, nil }}
}

// inMemory is a server whose counters are in a store of this test.
func inMemory(t *testing.T, dir, text string, s *memory.Store) *running {
	return startIn(t, dir, text, func(o *service.Options) {
		o.Stores, o.Store = []store.Driver{memoryDriver(s)}, "memory://here"
	})
}

const counterFile = `
[generators.orders]
scheme = "segment"
create = true
[generators.strict]
scheme = "segment"
order = "asked"
create = true
[generators.notes]
scheme = "date-seq"
digits = 4
create = true
[generators.long]
scheme = "date-seq"
digits = 15
create = true
`

// TestCountersRestart: a server that ends gives back what it took ahead, and one that is
// cut off repeats nothing.
func TestCountersRestart(t *testing.T) {
	s, dir := &memory.Store{}, t.TempDir()
	first := inMemory(t, dir, counterFile, s)
	for want := 1; want <= 100; want++ {
		try.Need(t, first.dial().ask("INCR", "orders"), strconv.Itoa(want), "INCR =")
	}
	try.Works(t, first.stop())
	closed := first.table.Load().sources["orders"].from
	try.Of(one(t.Context(), closed)).Says(t, "counter orders: it is not served any more", "a counter that is closed says")
	second := inMemory(t, dir, counterFile, s)
	try.Equal(t, second.dial().ask("INCR", "orders"), "101", "after a restart INCR =")
	third := inMemory(t, dir, counterFile, s) // beside it, as after a kill: what the second has in memory is lost
	n, err := strconv.Atoi(third.dial().ask("INCR", "orders"))
	if err != nil || n <= 101 || n > 101+1000 {
		t.Errorf("beside another server INCR = %d, %v; want more than 101, and little of it", n, err)
	}
}

// TestCountersUnique: clients of two servers on one host, and of a third on another, get
// no number twice, and each sees those of its server increase.
func TestCountersUnique(t *testing.T) {
	s, here := &memory.Store{}, t.TempDir()
	servers := []*running{inMemory(t, here, counterFile, s), inMemory(t, here, counterFile, s),
		inMemory(t, t.TempDir(), counterFile, s)}
	var all collected
	var clients sync.WaitGroup
	for i := range 6 {
		clients.Go(func() {
			w, last := servers[i%len(servers)].dial(), 0
			for k := range 300 {
				list := words(w.ask("ID.MGET", "orders", strconv.Itoa(1+k%70)))
				if k%10 == 9 { // the last of as many
					end, _ := strconv.Atoi(w.ask("INCRBY", "orders", strconv.Itoa(1+k)))
					for n := end - k; n <= end; n++ {
						list = append(list, strconv.Itoa(n))
					}
				}
				for _, id := range list {
					n, err := strconv.Atoi(id)
					if err != nil || n <= last {
						t.Errorf("%s after %d; want a larger number", id, last)
					}
					last = n
				}
				all.add(t, list...)
			}
		})
	}
	clients.Wait()
}

// TestGivenUp: a number that was taken for a request that gave up is for none that comes later: others had greater
// ones.
func TestGivenUp(t *testing.T) {
	ctx, giveUp := context.WithCancel(t.Context())
	gone := make(chan bool)
	var next atomic.Bool
	s := &memory.Store{At: func(_ context.Context, method, _ string) error {
		if method == "Swapped" && next.CompareAndSwap(true, false) {
			giveUp()
			<-gone
		}
		return nil
	}}
	here, there := inMemory(t, t.TempDir(), counterFile, s), inMemory(t, t.TempDir(), counterFile, s)
	try.Equal(t, here.dial().ask("INCR", "strict"), "1", "INCR =")
	next.Store(true)
	try.Of(one(ctx, here.table.Load().sources["strict"].from)).Says(t, "counter strict: "+errStoreSlow.Error(),
		"a request that gave up is told")
	close(gone)
	try.Equal(t, there.dial().ask("INCR", "strict"), "3", "then INCR of another =")
	try.Equal(t, here.dial().ask("INCR", "strict"), "4", "then INCR =")
}

// storedIn is a counter in a store in memory.
func storedIn(t testing.TB, s *memory.Store) *storeCounter {
	return storedBy(t, memoryDriver(s), "segment")
}

// storedBy is a counter in the store that a driver opens, which ends with the test.
func storedBy(t testing.TB, d store.Driver, kind string) *storeCounter {
	t.Helper()
	dir := t.TempDir()
	o := optionsOf(&running{log: &lockedBuffer{}}, dir)
	o.Stores, o.Store = []store.Driver{d}, "memory://here"
	o.Folder = func() (worker.Folder, error) {
		folder := testFolder(dir)
		folder.Host.Uptime = func() (time.Duration, bool) { return time.Since(time.Unix(0, 0)), true } // in a test's time
		return folder, nil
	}
	scheme, _ := schemeOf(kind, noOverride)
	server := newServer(o, quiet(), time.Now)
	src := try.Of(server.openCounter(context.Background(), "orders", scheme, &fileCounter{Create: true})).Or(t)
	t.Cleanup(func() { try.Works(t, src.from.Close()) })
	return src.from.(*storeCounter)
}

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
			try.Works(t, err)
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
		for range 200 { // of few a second as few are taken as at the start
			time.Sleep(2 * time.Second)
			try.Of(g.Fill(t.Context(), ids)).Or(t)
			synctest.Wait()
		}
		try.Equal(t, g.size, leastAhead, "when few are asked for, numbers are taken ahead:")
	})
}

// TestSlowOpening: a store that takes longer to be opened than a request waits is opened once
// anyway, beside the requests; the server is ready when it is.
func TestSlowOpening(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var opened atomic.Int64
		var down atomic.Value
		failing := func(context.Context, string, string) error {
			err, _ := down.Load().(error)
			return err
		}
		d := memoryDriver(nil)
		d.Open = func(ctx context.Context, u *url.URL, create bool) (store.Store, error) {
			opened.Add(1)
			select {
			case <-time.After(12 * time.Second):
				return &memory.Store{At: failing}, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		g := storedBy(t, d, "segment") // which ends after 5 s
		try.Equal(t, g.Ready() != nil, true, "before its store is open the server is not ready:")
		if id, err := one(t.Context(), g); err == nil {
			t.Errorf("after 10 s Next = %v; want that the store did not answer in time", id)
		}
		var requests sync.WaitGroup
		for range 100 {
			requests.Go(func() {
				if _, err := one(t.Context(), g); err != nil {
					t.Errorf("at 12 s a request that waits is told %v; want a number", err)
				}
			})
		}
		requests.Wait()
		try.Equal(t, g.Ready(), nil, "with its store open the server is not ready:")
		try.Equal(t, opened.Load(), 1, "the store was opened")
		synctest.Wait()
		down.Store(memory.ErrDown)
		time.Sleep(2 * lookEach)
		try.Fails(t, g.Ready(), memory.ErrDown, "with its store down, of which nobody wants anything, the server is ready:")
	})
}

// TestHungOpening: a store that is not open after 30 s is opened again.
func TestHungOpening(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var opened atomic.Int64
		d := memoryDriver(nil)
		d.Open = func(ctx context.Context, _ *url.URL, _ bool) (store.Store, error) {
			opened.Add(1)
			<-ctx.Done()
			return nil, ctx.Err()
		}
		storedBy(t, d, "segment")
		for want := range int64(2) {
			time.Sleep(loadPatience - storePatience - 1 + time.Duration(want)*time.Second)
			try.Equal(t, opened.Load(), 1+want, "the store was opened")
		}
	})
}

// TestFull: a counter whose day has no more numbers is not ready before the next one, whatever its store answers.
func TestFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := storedBy(t, memoryDriver(&memory.Store{}), "date-seq")
		try.Of(g.Reserve(t.Context(), g.from.Most())).Or(t)
		try.Of(one(t.Context(), g)).Fails(t, counter.ErrFull, "the next number is")
		time.Sleep(2 * lookEach)
		try.Fails(t, g.Ready(), counter.ErrFull, "the counter is ready:")
		time.Sleep(24 * time.Hour)
		try.Works(t, g.Ready())
	})
}

// slowTable is a database that takes 10 ms for each number of a table.
type slowTable struct{ counter.Database }

func (slowTable) Numbers(_ context.Context, table string, _ bool, _ counter.Setup) (counter.Numbers, error) {
	return map[string]counter.Numbers{"Tickets64": new(slowNumbers)}[table], nil // the name that Flickr's table has
}
func (slowTable) Incarnation(context.Context) (i store.Incarnation, err error) { return i, nil }
func (slowTable) Close() error                                                 { return nil }

type slowNumbers uint64

func (n *slowNumbers) Next(context.Context) (uint64, error) {
	time.Sleep(10 * time.Millisecond)
	*n++
	return uint64(*n), nil
}
func (*slowNumbers) Counts() (step, offset uint64) { return 1, 1 }

// TestSlowTickets: a request for more tickets than come while it may wait for the store has them all.
func TestSlowTickets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := memoryDriver(nil)
		d.Counters = func(context.Context, *url.URL) (store.Store, error) { return slowTable{}, nil }
		g := storedBy(t, d, "ticket")
		try.Of(g.Reserve(t.Context(), 2)).Fails(t, errScattered, "of tickets that follow each other")
		for left := make([]gen.ID, batch); len(left) > 0; left = left[try.Of(g.Fill(t.Context(), left)).Or(t):] {
		}
	})
}

// TestWorded: an error of a counter names the keys of the file.
func TestWorded(t *testing.T) {
	try.Equal(t, worded(counter.Missing("a", "CREATE a")).Error(), "a is missing: use create = true, or CREATE a", "of")
	try.Equal(t, worded(counter.Missing("a", "")).Error(), "a is missing: use create = true", "of a row:")
	try.Equal(t, worded(counter.ErrRisk).Error(), counter.ErrRisk.Error()+
		"; numbers can repeat after that, accept_best_effort = true takes the risk", "of a store:")
}

// TestCountersWithoutStore: a server starts without its store, and counts when that comes. Where the store is down
// again it goes on with what it has, is not ready, says one documented error, and counts again when the store is back.
func TestCountersWithoutStore(t *testing.T) {
	var down atomic.Bool
	down.Store(true)
	s := &memory.Store{At: func(context.Context, string, string) error {
		if down.Load() {
			return memory.ErrDown
		}
		return nil
	}}
	r := inMemory(t, t.TempDir(), "[generators.orders]\nscheme = \"segment\"\nstep = 20\ncreate = true\n", s)
	w, src := r.dial(), r.table.Load().sources["orders"].from.(*storeCounter)
	try.Begins(t, get(t, r, "/readyz"), "503 ", "before the store is there /readyz =")
	down.Store(false)
	try.Await(t, "the store to be seen", func() bool { return src.Ready() == nil })
	try.Need(t, w.ask("INCR", "orders"), "1", "INCR =")
	told := func() int { return strings.Count(r.log.String(), `a counter has no numbers" generator=orders error="`) }
	before := told()
	down.Store(true)
	last, got := 1, ""
	for range 100_000 {
		if got = w.ask("INCR", "orders"); strings.HasPrefix(got, "-") {
			break
		}
		if n, err := strconv.Atoi(got); err != nil || n <= last {
			t.Fatalf("%s after %d", got, last)
		} else {
			last = n
		}
	}
	if !strings.HasPrefix(got, "-UNAVAILABLE counter orders: ") || !strings.Contains(got, memory.ErrDown.Error()) {
		t.Errorf("without the store INCR = %s; want UNAVAILABLE", got)
	}
	if last < 20 {
		t.Errorf("%d numbers were handed out without the store; want the rest of the segment", last)
	}
	if got := get(t, r, "/readyz"); !strings.HasPrefix(got, "503 ") || !strings.Contains(got, "orders: its store") {
		t.Errorf("/readyz = %s", got)
	}
	if got := get(t, r, "/api/segment/get/orders"); !strings.HasPrefix(got, "503 ") ||
		!strings.Contains(got, `"unavailable"`) {
		t.Errorf("Leaf's path = %s", got)
	}
	try.Equal(t, told()-before, 1, "that there are no numbers the log says, times")
	down.Store(false)
	try.Await(t, "the store to be seen", func() bool { return src.Ready() == nil })
	try.Equal(t, get(t, r, "/readyz"), "200 ready\n", "with the store again /readyz =")
	try.Contains(t, r.log.String(), `msg="a counter has numbers again" generator=orders`, "the log is")
	if n, err := strconv.Atoi(w.ask("INCR", "orders")); err != nil || n <= last {
		t.Errorf("with the store again INCR = %d, %v; want more than %d", n, err, last)
	}
}
