package server

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"idscope/gen"
	"idscope/gen/internal/histories"
	"idscope/gen/server/service"
	"idscope/gen/testing/try"
)

// ledger is a record in memory, which several share.
type ledger struct {
	mu      sync.Mutex
	mark    gen.Mark
	updates int
	fail    func() error // before what f left is kept; nil never
}

func (l *ledger) Update(_ context.Context, f func(*gen.Mark) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	m := l.mark
	if err := f(&m); err != nil {
		return err
	}
	l.updates++
	if l.fail != nil {
		if err := l.fail(); err != nil {
			return err
		}
	}
	l.mark = m
	return nil
}

// holds is the mark that is kept, read as its writers write it: with the lock.
func (l *ledger) holds() gen.Mark {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.mark
}

// stepping is a clock that a test moves; it sleeps by moving on.
type stepping struct {
	mu  sync.Mutex
	now time.Time
}

func (c *stepping) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *stepping) Sleep(ctx context.Context, d time.Duration) error {
	c.step(d)
	return ctx.Err()
}

func (c *stepping) step(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// aheadSchemes are of each kind of sequence and policy that a record is kept for.
func aheadSchemes(t *testing.T) map[string]*gen.Scheme {
	all := map[string]*gen.Scheme{}
	for _, name := range []string{"snowflake", "leaf", "sonyflake", "shardingsphere", "instagram", "uuidv1", "spaceflake",
		"uidgenerator"} {
		s := try.Of(schemeOf(name, noOverride)).Or(t)
		all[name] = s
	}
	s := try.Of(schemeOf("custom", overLayout("rollback:3 time:40 worker:8 seq:8"))).Or(t)
	counted := *s
	counted.Backward = gen.BackwardBits
	all["with a count of rollbacks"] = &counted
	return all
}

// TestAheadUnique: whatever several generators over one record do (run, share it with
// calls that reserve nothing ahead, end with and without giving back, meet a clock that
// goes back and disks that fail), no id is handed out twice.
func TestAheadUnique(t *testing.T) {
	for name, s := range aheadSchemes(t) {
		t.Run(name, func(t *testing.T) {
			played, ids := 0, 0
			for seed := range histories.Seeds(t, 30) {
				ids += aheadHistory(t, s, rand.New(rand.NewPCG(seed, 1)))
				played++
			}
			try.Equal(t, played >= 30 && ids < 100*played, false, "%d ids in %d histories are too few:", ids, played)
		})
	}
}

// aheadHistory returns how many ids were handed out.
func aheadHistory(t *testing.T, s *gen.Scheme, random *rand.Rand) int {
	c := &stepping{now: s.Epoch.Add(3 * 365 * 24 * time.Hour)}
	below := &ledger{}
	errBroken := errors.New("broken")
	faults := rand.New(rand.NewPCG(random.Uint64(), 2)) // of the ledger alone, whose lock is held
	below.fail = func() error {
		if faults.IntN(40) == 0 {
			return errBroken
		}
		return nil
	}
	type maker struct {
		g *gen.Generator
		a *ticks
	}
	worker := uint64(3)
	begin := func() maker {
		o := gen.Options{Clock: c, Ledger: below}
		if s.WorkerBits() > 0 {
			o.Worker = &worker
		}
		m := maker{}
		if random.IntN(4) > 0 {
			m.a = newTicks(below, s, o.Clock, nil, aheadFor, 0)
			o.Ledger = m.a
		}
		g := try.Of(gen.New(s, o)).Or(t)
		m.g = g
		return m
	}
	makers := []maker{begin(), begin()}
	seen := map[gen.ID]bool{}
	add := func(ids ...gen.ID) {
		for _, id := range ids {
			if seen[id] {
				t.Fatalf("%s was handed out twice", id.Decimal())
			}
			seen[id] = true
		}
	}
	for range 300 {
		i := random.IntN(len(makers))
		ctx := context.Background()
		switch random.IntN(12) {
		case 0:
			c.step(time.Duration(random.IntN(50)) * time.Millisecond)
		case 1:
			c.step(-time.Duration(random.IntN(30)) * time.Millisecond)
		case 2:
			if a := makers[i].a; a != nil && random.IntN(2) == 0 {
				_ = a.pool.Close()
			} else if a != nil {
				a.pool.Abandon() // killed
			}
			makers[i] = begin()
		case 4, 5:
			ids := make([]gen.ID, 1+random.IntN(300))
			n, _ := makers[i].g.Fill(ctx, ids)
			add(ids[:n]...)
		default:
			if id, err := makers[i].g.Next(ctx); err == nil {
				add(id)
			}
		}
	}
	for _, m := range makers {
		if m.a != nil {
			_ = m.a.pool.Close()
		}
	}
	return len(seen)
}

// TestAheadReserves: one update of the record is for many ids, and what was not used is
// given back.
func TestAheadReserves(t *testing.T) {
	s, _ := schemeOf("snowflake", noOverride)
	c := &stepping{now: s.Epoch.Add(3 * 365 * 24 * time.Hour)}
	below := &ledger{}
	a := newTicks(below, s, c, nil, aheadFor, 0)
	g := try.Of(gen.New(s, gen.Options{Clock: c, Ledger: a})).Or(t)
	ids := make([]gen.ID, 1000)
	if n, err := g.Fill(context.Background(), ids); n != len(ids) || err != nil {
		t.Fatal(n, err)
	}
	for range 1000 {
		try.Of(g.Next(t.Context())).Or(t)
	}
	below.mu.Lock()
	updates, reserved := below.updates, below.mark.Tick
	below.mu.Unlock()
	try.Equal(t, updates, 1, "updates for 2000 ids:")
	c.step(-5 * time.Millisecond)
	known := a.reservations()
	known.spent = 0
	try.Equal(t, known, reservations{lead: 5 * time.Millisecond, reserved: 25 * time.Millisecond, number: 1,
		waits: 1}, "reservations")
	try.Works(t, a.pool.Close())
	given := below.holds()
	try.Equal(t, given.Tick < reserved && given.Step > 0, true, "after %d was reserved the record is lower:", reserved)
}

// TestAheadCeiling: nothing is handed out or reserved above the ceiling of a grant, and
// whoever asks then is told that it has ended.
func TestAheadCeiling(t *testing.T) {
	s, _ := schemeOf("snowflake", noOverride)
	c := &stepping{now: s.Epoch.Add(3 * 365 * 24 * time.Hour)}
	line := s.Timeline()
	now, _ := line.Tick(c.now)
	ceiling := new(gen.Ceiling)
	ceiling.Grant(now + 50)
	below := &ledger{}
	a := newTicks(below, s, c, ceiling, aheadFor, 0)
	defer a.pool.Close()
	g := try.Of(gen.New(s, gen.Options{Clock: c, Ledger: a, Ceiling: ceiling})).Or(t)
	l := &local{Generator: g, ticks: a}
	for range 50 {
		try.Of(g.Next(t.Context())).Or(t)
		try.Works(t, l.Ready())
		if reserved := below.holds().Tick; reserved > now+50 {
			t.Fatalf("tick %d is reserved; want at most %d", reserved, now+50)
		}
		c.step(time.Millisecond)
	}
	c.step(time.Millisecond)
	_, err := g.Next(t.Context())
	try.Fails(t, err, gen.ErrFenced, "above the ceiling the error is")
	try.Begins(t, failureText(err), "FENCED ", "above the ceiling clients are told")
	try.Equal(t, l.Ready() == nil, false, "the generator is ready above its ceiling:")
	ceiling.Grant(now + 1000)
	try.Of(g.Next(t.Context())).Or(t)
}

// TestFailureText: the first word of an error is its kind.
func TestFailureText(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	at := func(reason error, retry time.Time) error {
		return gen.NoID("s", reason, gen.ClockError{Now: now, Retry: retry})
	}
	for err, want := range map[error]string{at(gen.ErrStalled, time.Time{}): "CLOCKBACK retry_ms=0 ",
		at(gen.ErrBackward, now.Add(1500*time.Millisecond)): "CLOCKBACK retry_ms=1500 ",
		at(gen.ErrUsedUp, time.Time{}):                      "EXHAUSTED ", at(gen.ErrEnded, time.Time{}): "OVERFLOW ",
		at(gen.ErrFenced, time.Time{}): "FENCED ", errors.New("the disk is full"): "UNAVAILABLE the disk is full"} {
		try.Begins(t, failureText(err), want, "failureText(%v) =", err)
	}
}

// TestUnique: clients of two servers over the same records, one of which ends and begins
// again, and calls that use the records themselves, get no id twice.
func TestUnique(t *testing.T) {
	dir := t.TempDir()
	const file = "[generators.orders]\nscheme = \"snowflake\"\nworker = 7\n" +
		"[generators.bills]\nscheme = \"snowflake\"\nset = { worker = 7 }\n" +
		"[generators.slow]\nscheme = \"sonyflake\"\nworker = 9\n"
	servers := []*running{startIn(t, dir, file), startIn(t, dir, file)}
	names := servers[0].table.Load().sources
	try.Equal(t, names["bills"].from, names["orders"].from, "the generator of a worker that a field gives is")
	var all collected
	var clients sync.WaitGroup
	client := func(r *running, name string, requests int) {
		w := r.dial()
		for i := range requests {
			all.add(t, words(w.ask("ID.MGET", name, strconv.Itoa(1+i%3*25)))...)
		}
	}
	for i := range 8 {
		clients.Go(func() { client(servers[i%2], []string{"orders", "bills"}[i%4/2], 150) })
		clients.Go(func() { client(servers[i%2], "slow", 20) })
	}
	clients.Go(func() { // as gen does
		s, _ := schemeOf("snowflake", noOverride)
		worker := uint64(7)
		for range 30 {
			record := try.Of(testFolder(dir).Number(t.Context(), s, worker, s.Lead())).Or(t)
			g := try.Of(gen.New(s, gen.Options{Worker: &worker, Ledger: record})).Or(t)
			id := try.Of(g.Next(t.Context())).Or(t)
			all.add(t, id.Decimal())
			_ = record.Close()
		}
	})
	clients.Go(func() { // a server that begins and ends
		for range 3 {
			r := startIn(t, dir, file)
			client(r, "orders", 9)
			r.stop()
		}
	})
	clients.Wait()
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
	o := gen.Options{Worker: new(uint64(3)), MaxAge: new(defaultAge)}
	from := try.Of(newLocal(t.Context(), plan{scheme: waiting.Numbered(o.Worker), options: o}, testHold(t.TempDir()),
		nil)).Or(t)
	next := *r.table.Load()
	next.sources = map[string]*source{"few": newSource("few", &waiting, from)}
	r.table.Store(&next)
	codec, line := try.Of(waiting.Layout.Compile()).Or(t), waiting.Timeline()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
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
				at := line.Time(codec.Source(gen.ID{Lo: id}, gen.Time).Lo)
				if age := asked.Sub(at); age > defaultAge+waiting.Tick {
					t.Errorf("the time of an id is %v older than its request; want at most %v and a tick", age, defaultAge)
				}
			}
		})
	}
	wg.Wait()
}

// TestReadyWithRecord: a server whose record cannot be written says so before it has used what is reserved.
func TestReadyWithRecord(t *testing.T) {
	l := &local{ticks: &ticks{}, held: &service.Holding{Worker: 3}}
	try.Works(t, l.Ready())
	l.ticks.broken.Store(true)
	try.Need(t, fmt.Sprint(l.Ready()), "the record of worker 3 cannot be written", "ready")
	l.held = nil
	try.Need(t, fmt.Sprint(l.Ready()), "the servers' store refuses reservations", "ready")
	closed := errors.New("closed")
	l = &local{held: &service.Holding{Close: func() error { return closed }}}
	try.Fails(t, l.Close(), closed, "the record is")
	r, s := start(t, ""), try.Of(schemeOf("ulid", noOverride)).Or(t)
	r.retire(&table{sources: map[string]*source{"a": newSource("a", s, l)}}, &table{})
	try.Contains(t, r.log.String(), `level=WARN msg="a generator was not closed" generator=a error=closed`, "the log is")
}

// TestOthersAreServed: who asks for more than a scheme has waits for it, for as long as a tick lets it, and nobody else.
func TestOthersAreServed(t *testing.T) {
	withTimeOfItsOwn(t, func(t *testing.T) {
		s := bareServer(t)
		f := try.Of(parseSettings("serve.toml",
			[]byte("\ufeffmax_age = \"30s\"\n[generators.rare]\nlayout = \"time:31 worker:8 seq:2\"\ntick = \"1s\"\n"))).Or(t)
		try.Works(t, s.apply(t.Context(), f))
		ctx, leave := context.WithCancel(t.Context())
		ask := func(words ...string) string {
			c := try.Of(s.newSession(&sink{}, false)).Or(t)
			defer s.closeSession(c)
			c.run(ctx, encodeRequest(words...))
			return string(c.out)
		}
		begun := time.Now()
		ask("ID.MGET", "rare", "60")
		try.Within(t, time.Since(begun), 0, 15*time.Second, "60 of 4 a second")
		for range 70 {
			ask("ID.MGET", "frostflake", "65536") // which refuses all but 2^21 a second
		}
		try.Works(t, s.table.Load().sources["frostflake"].ready())
		left := make(chan bool)
		go func() { ask("ID.MGET", "rare", "65536"); close(left) }()
		for i := range 1000 {
			synctest.Wait()
			if got := ask("INCR", "snowflake"); !strings.HasPrefix(got, ":") {
				t.Fatalf("request %d: %s", i, got)
			}
		}
		time.Sleep(10 * time.Second)
		rare := s.table.Load().sources["rare"]
		try.Within(t, rare.ids.Load(), 60, 160, "in 10 s ids of a scheme that has 4 a second")
		try.Works(t, rare.ready())
		leave()
		<-left
	})
}
