package counter

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/internal/histories"
	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
	"idscope/gen/worker"
)

// down is what each call to a store that is down meets.
func down(context.Context, string, string) error { return memory.ErrDown }

// TestOneShotCalls: a hundred calls with step 100 reserve two segments, and need the
// store for nothing else.
func TestOneShotCalls(t *testing.T) {
	s, h, l := &memory.Store{}, newHost(t), newLedger(t)
	opened(t, s, 100)
	before := s.Swaps()
	for range 100 {
		l.add(mustTake(t, h.source(s, 100), 1))
	}
	try.Equal(t, s.Swaps()-before, 2, "swaps for 100 calls:")
	try.Equal(t, [2]uint64{l.most, l.lost()}, [2]uint64{100, 0}, "the highest number, and how many are missing:")
	for n, want := range map[uint64]uint64{500: 500, 2_000_000: MostStep} { // a call gets what it asks for at once
		try.Equal(t, mustTake(t, newHost(t).source(&memory.Store{}, 100), n).Len(), want, "of %d numbers", n)
		try.Equal(t, try.Of(takeAsked(newHost(t), &memory.Store{}, n)).Or(t).Len(), want, "asked each time, of %d", n)
	}
}

// TestSegmentIsShared: what a call leaves is for the next one, whoever it is; a call
// that cannot reach the store uses it too, and says when it cannot.
func TestSegmentIsShared(t *testing.T) {
	s, h, l := &memory.Store{}, newHost(t), newLedger(t)
	l.add(mustTake(t, h.source(s, 100), 10))
	alone := h.source(s, 100, away)
	l.add(mustTake(t, alone, 30)) // 60 left: more than half
	l.add(mustTake(t, alone, 30))
	try.Of(take(t.Context(), alone, 1)).Fails(t, ErrNotHere, "with 30 of 100 left, so that the next is loaded:")
	l.add(mustTake(t, h.source(s, 100), 100))
	try.Equal(t, l.lost(), 0, "numbers lost:")
	asked := h.source(s, 100, away, func(c *Config) { c.Asked = true })
	try.Of(take(t.Context(), asked, 1)).Fails(t, ErrNotHere, "of a store that is asked each time:")
}

// TestStoreDown: without its store a host goes on for what it has, with one warning, and
// then refuses with one error; when the store is back it goes on.
func TestStoreDown(t *testing.T) {
	s, h, l := &memory.Store{}, newHost(t), newLedger(t)
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	var warned []string
	call := func() (Block, error) {
		return take(t.Context(), h.source(s, 100, func(c *Config) {
			c.Now, c.Warn = func() time.Time { return now }, func(line string) { warned = append(warned, line) }
		}), 1)
	}
	calls := func(n int) {
		t.Helper()
		for range n {
			l.add(try.Of(call()).Or(t))
		}
	}
	calls(60) // the second segment is there: 40 of the first, 200 of the second
	s.At = down
	for i, n := range []int{180, 30, 30} {
		calls(n)
		try.Need(t, len(warned), 1+i/2, "warnings after %d calls, 5 s after which it is asked again:", n)
		now = now.Add([]time.Duration{5*time.Second - 1, 1 - 10*time.Second, 0}[i]) // to 5 s before, by a clock set back
	}
	try.Contains(t, warned[0], "the 100 that this host has", "warned")
	try.Of(call()).Fails(t, memory.ErrDown, "with nothing left:")
	for _, s.At = range []func(context.Context, string, string) error{nil, down} { // asked at once for the next one, too
		calls(300)
	}
	try.Equal(t, l.lost(), 0, "numbers lost:")
}

// TestOpensAgain: whichever call of the store fails, who asks is told, and nothing is kept of that: the next one works.
func TestOpensAgain(t *testing.T) {
	for kind, calls := range map[string]string{"segment": "Load Swap", "date-seq": "Load Incarnation Swap"} {
		fails := "Open"
		s := &memory.Store{At: func(_ context.Context, method, _ string) error {
			if method == fails {
				return errDown
			}
			return nil
		}}
		g := newHost(t).source(s, 100, func(c *Config) {
			c.Kind, c.Zone, c.Digits = kind, time.UTC, 6
			c.Dated = func(_ int, _ int64, n uint64) gen.ID { return gen.ID{Lo: n} }
			c.Open = func(ctx context.Context, _ Place, _ bool) (store.Store, error) {
				if err := s.At(ctx, "Open", ""); err != nil {
					return nil, err
				}
				return s, nil
			}
		})
		try.Fails(t, g.Check(t.Context()), memory.ErrDown, "the check of a store that is down:")
		try.Fails(t, g.Ping(t.Context()), memory.ErrDown, "the ping:")
		for _, fails = range strings.Fields("Open " + calls) {
			try.Of(take(t.Context(), g, 1)).Fails(t, memory.ErrDown, "%s: %s is down:", kind, fails)
		}
		fails = ""
		try.Works(t, errors.Join(g.Check(t.Context()), g.Ping(t.Context())))
		try.Equal(t, mustTake(t, g, 1), Block{1, 2}, "the first number:")
	}
}

// TestNotNoted: numbers that a host with a full disk could not note are not handed out.
func TestNotNoted(t *testing.T) {
	for _, kind := range []string{"segment", "date-seq", "ticket"} {
		files := &histories.Files{At: func(string, string, bool) {}}
		g := newHost(t).source(nil, 100, func(c *Config) {
			c.Kind, c.Asked, c.Zone, c.Digits, c.Folder.FS = kind, true, time.UTC, 6, files
			c.Dated = func(_ int, _ int64, n uint64) gen.ID { return gen.ID{Lo: n} }
			c.Open = func(context.Context, Place, bool) (store.Store, error) {
				if kind == "ticket" {
					return tables{of: &fakeServer{next: 1, step: 1, offset: 1}}, nil
				}
				return &memory.Store{}, nil
			}
			c.Call = func(call func() error) error {
				files.Full = true
				return call()
			}
		})
		b, err := take(t.Context(), g, 1)
		try.Fails(t, err, syscall.ENOSPC, "%s:", kind)
		try.Equal(t, b.Len(), 0, "%s: numbers", kind)
	}
}

// TestOrdered: numbers of a call are above those of calls that ended before, of other hosts
// too, and a store that was put back is refused without counting on.
func TestOrdered(t *testing.T) {
	s, l := &memory.Store{}, newLedger(t)
	hosts := []*host{newHost(t), newHost(t), newHost(t)}
	last := uint64(0)
	for i := range 30 {
		b, err := takeAsked(hosts[i%3], s, uint64(1+i%4))
		if err != nil || b.First <= last || b.Len() != uint64(1+i%4) {
			t.Fatalf("call %d: %v, %v; want numbers above %d", i, b, err, last)
		}
		last = b.End - 1
		l.add(b)
	}
	try.Equal(t, l.lost(), 0, "numbers lost:")
	s.At = func(_ context.Context, method, _ string) (err error) {
		if method == "Swapped" { // another call of the host is faster meanwhile
			s.At = nil
			_, err = takeAsked(hosts[0], s, 1)
		}
		return err
	}
	try.Of(takeAsked(hosts[0], s, 1)).Or(t)
	put(t, s, "segment/orders", `{"next":5,"step":100}`)
	for range 3 {
		_, err := takeAsked(hosts[0], s, 50)
		refuses(t, err, ErrBehind, " gave out 5,")
	}
	put(t, s, "segment/orders", `{"next":1,"step":100}`)
	h := newHost(t)
	try.Of(takeAsked(h, s, 1)).Or(t)
	put(t, s, "segment/orders", `{"next":1,"step":100}`)
	_, err := takeAsked(h, s, 1)
	refuses(t, err, ErrBehind, " gave out 1,")
}

// takeAsked takes n numbers of the store, as a call of a host does that asks each time.
func takeAsked(h *host, s store.Store, n uint64) (Block, error) {
	return take(context.Background(), h.source(s, 100, func(c *Config) { c.Asked = true }), n)
}

// TestStep: it doubles while segments are used up fast, halves when they last long, and
// stays within its limits.
func TestStep(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	try.Lines(t, "testdata/steps.txt", func(given string) string {
		step, lasted, _ := strings.Cut(given, " ")
		b := buffer{Step: try.Of(strconv.ParseUint(step, 10, 64)).Or(t)}
		b.Loaded = now.Add(-try.Of(time.ParseDuration(lasted)).Or(t))
		return fmt.Sprint(b.demand(1000, now))
	})
}

// TestRestoredStore: a store that was put back is refused by the host that saw more, also
// after a start of the machine; a host that never saw the counter cannot know.
func TestRestoredStore(t *testing.T) {
	ctx := context.Background()
	s, h := &memory.Store{}, newHost(t)
	mustTake(t, h.source(s, 100), 1)
	backup, _ := s.Load(ctx, "counters/segment/orders")
	for range 3 {
		mustTake(t, h.source(s, 100), 100)
	}
	put(t, s, "segment/orders", string(backup.Data))
	h.boot = "boot 2"
	_, err := take(ctx, h.source(s, 100), 1)
	refuses(t, err, ErrBehind, "it gave out 101, and this host saw ")
	var seen uint64
	_, text, _ := strings.Cut(err.Error(), "host saw ")
	if _, e := fmt.Sscanf(text, "%d before", &seen); e != nil || seen < 300 || fault.Hint(err) == "" {
		t.Errorf("error %v; want that 101 is below what was seen", err)
	}
	warned, other := "", &memory.Store{}
	g := newHost(t).source(other, 100, func(c *Config) { c.Warn = func(line string) { warned = line } })
	mustTake(t, g, 60)
	put(t, other, "segment/orders", `{"next":1,"step":100}`)
	mustTake(t, g, 1) // of those that are left
	try.Contains(t, warned, "it gave out 1, and this host saw 100 before; going on with the 40 that this host has", "")
	mustTake(t, newHost(t).source(s, 100), 1)
	put(t, s, "segment/orders", fmt.Sprintf(`{"next":%d,"step":100}`, seen))
	_, err = take(ctx, h.source(s, 100), 1)
	refuses(t, err, ErrBehind)
}

// TestRelease: what is left goes back where nobody came after it, and is used again.
func TestRelease(t *testing.T) {
	ctx := context.Background()
	s, h, other, l := &memory.Store{}, newHost(t), newHost(t), newLedger(t)
	l.add(mustTake(t, h.source(s, 100), 10))
	try.Of(h.source(s, 100).Release(ctx)).Is(t, (Released{90, 90}), "Release =")
	l.add(mustTake(t, h.source(s, 100), 10))
	l.add(mustTake(t, other.source(s, 100), 10))
	try.Of(h.source(s, 100).Release(ctx)).Is(t, (Released{Left: 90}), "Release after another host =")
	try.Of(h.of(orders).Seen()).Is(t, 110, "the highest number that the host was given then =")
	try.Of(h.source(s, 100).Release(ctx)).Is(t, (Released{}), "Release again =")
	try.Of(other.source(s, 100).Release(ctx)).Is(t, (Released{90, 90}), "Release of the last =")
	l.add(mustTake(t, h.source(s, 100), 100))
	l.add(mustTake(t, other.source(s, 100), 100))
	h, s = newHost(t), &memory.Store{}
	for _, n := range []uint64{60, 1, 39, 150, 1} {
		mustTake(t, h.source(s, 100), n)
	}
	try.Of(h.source(s, 100).Release(ctx)).Is(t, (Released{449, 449}), "Release of two that follow each other =")
	mustTake(t, h.source(s, 100), 1)
	try.Of(h.source(s, 100).Release(ctx)).Is(t, (Released{199, 199}), "Release of the next, by a half of that step =")
	h, other, s = newHost(t), newHost(t), &memory.Store{}
	mustTake(t, h.source(s, 100), 60)
	mustTake(t, other.source(s, 100), 1)
	mustTake(t, h.source(s, 100), 1) // the next segment is there, and another host's is between the two
	try.Of(h.source(s, 100).Release(ctx)).Is(t, (Released{239, 200}), "Release of two segments apart =")
	free, _, _ := h.of(orders).file.Alone(ctx, true)
	short, end := context.WithTimeout(ctx, 10*time.Millisecond)
	defer end()
	try.Of(h.source(s, 100).Release(short)).Fails(t, context.DeadlineExceeded, "Release while another process asks =")
	free()
	s.At = down
	try.Of(h.source(s, 100).Release(ctx)).Fails(t, memory.ErrDown, "Release without the store =")
}

// TestPutBack: numbers that nobody saw go back to the host, unless others came after them,
// and may be given back to the store from there.
func TestPutBack(t *testing.T) {
	h, s := newHost(t), &memory.Store{}
	g, back := h.source(s, 1000), h.of(orders).putBack
	mustTake(t, g, 10)
	b := mustTake(t, g, 20)
	b.First += 5
	try.Of(back(t.Context(), b)).Is(t, true, "PutBack =")
	try.Equal(t, mustTake(t, g, 20).First, 16, "after PutBack of 16 to 30 the next is")
	try.Of(back(t.Context(), Block{11, 16})).Is(t, false, "PutBack of numbers that others came after =")
	rest := mustTake(t, g, 2000)
	try.Equal(t, rest.First, 36, "and after those")
	try.Of(back(t.Context(), rest)).Is(t, true, "PutBack of all that was left =")
	try.Equal(t, try.Of(g.Release(t.Context())).Or(t).Returned > 0, true, "the rest is returned:")
	try.Equal(t, mustTake(t, g, 1).First, rest.First, "after that the next is")
	h, s = newHost(t), &memory.Store{}
	g = h.source(s, 100)
	runs := append(try.Of(g.Take(t.Context(), 10)).Or(t), try.Of(g.Take(t.Context(), 10)).Or(t)...)
	try.Works(t, g.Close(runs))
	try.Equal(t, mustTake(t, h.source(s, 100), 1).First, 1, "after a call that showed nothing of two takes the next is")
	h = newHost(t)
	g = h.source(&memory.Store{}, 100)
	first := mustTake(t, g, 10)
	mustTake(t, g, 90)
	try.Of(h.of(orders).putBack(t.Context(), first)).Is(t, false, "PutBack of numbers that all others came after =")
	files := &histories.Files{At: func(string, string, bool) {}}
	g = newHost(t).source(&memory.Store{}, 100, func(c *Config) { c.Folder.FS = files })
	mustTake(t, g, 10)
	files.Full = true
	try.Fails(t, g.Close([]Run{{gen.ID{Lo: 1}, 10}}), syscall.ENOSPC, "Close with a full disk =")
	try.Of(g.Release(t.Context())).Fails(t, syscall.ENOSPC, "Release with a full disk =")
}

// TestDurable: what a segment is, and that it is given up, is on the disk before it is used or goes to others.
func TestDurable(t *testing.T) {
	synced, s := 0, &memory.Store{}
	g := newHost(t).source(s, 100, func(c *Config) {
		c.Folder.FS = &histories.Files{At: func(call, path string, done bool) {
			if call == "sync" && done && !strings.Contains(path, "/.") && strings.HasSuffix(path, ".rec") {
				synced++
			}
		}}
	})
	mustTake(t, g, 60)                          // its file is new
	for i, want := range []int{1, 0, 1, 1, 2} { // a segment, and none; what is left goes back, and is lost
		if synced = 0; i == 2 || i == 4 {
			try.Of(g.Release(t.Context())).Or(t)
		} else {
			mustTake(t, g, 1)
		}
		try.Equal(t, synced, want, "step %d waits for the disk:", i)
		if i == 3 {
			mustTake(t, newHost(t).source(s, 100), 1)
		}
	}
}

// TestIDs: so many are taken at a time as the call still wants, where they follow each other, and within a limit.
func TestIDs(t *testing.T) {
	for kind, want := range map[string][]uint64{"segment": {25, 15, 5, 4}, "ticket": {4, 4, 4, 4}} {
		var asked []uint64
		f := IDs{Total: 25, Limit: time.Hour, Source: &Source{c: Config{Kind: kind},
			end: func([]Run) error { return errDown },
			Take: func(ctx context.Context, n uint64) ([]Run, error) {
				until, _ := ctx.Deadline()
				try.Within(t, time.Until(until), 59*time.Minute, time.Hour, "%s: the limit is", kind)
				asked = append(asked, n)
				return []Run{{gen.ID{Lo: n}, min(n, 10)}}, errDown
			}}}
		for n := 0; n < 4; n = len(asked) {
			_, err := f.Fill(t.Context(), make([]gen.ID, 4))
			try.Equal(t, err != nil, n < len(asked), "%s: an error that numbers came with is told once:", kind)
		}
		try.Same(t, asked, want, "%s: numbers that are asked for", kind)
		try.Fails(t, f.Close(), memory.ErrDown, "%s: Close =", kind)
	}
}

// TestNewID: nothing that a host keeps or shows of a counter has the password of its store, or hangs on how that is
// asked.
func TestNewID(t *testing.T) {
	h, id := newHost(t), ID{"date-seq", "redis://me:secret@db/1?timeout=2s&prefix=a", "k"}
	now := h.of(id)
	try.Same(t, []string{now.id.Store, h.of(ID{"ticket", id.Store, "k"}).id.Store},
		[]string{"redis://db/1?prefix=a", "redis://db/1"}, "the stores of a key and of a table are called")
	try.Works(t, now.note(t.Context(), 7))
	try.Of(h.of(now.id).Seen()).Is(t, 7, "without the option =")
}

// TestAllOrNone: where the store cannot be reached, a call gets all that it asks for at
// once, or nothing, so that another program can count in its place.
func TestAllOrNone(t *testing.T) {
	s, h := &memory.Store{}, newHost(t)
	mustTake(t, h.source(s, 100), 1)
	for _, test := range []struct{ n, want uint64 }{{200, 0}, {90, 90}, {10, 0}, {9, 9}, {1, 0}} {
		b, err := take(t.Context(), h.source(s, 100, away, func(c *Config) { c.Ahead = true }), test.n)
		if b.Len() != test.want || (test.want == 0) != errors.Is(err, ErrNotHere) {
			t.Errorf("Take(%d) = %d numbers, %v; want %d", test.n, b.Len(), err, test.want)
		}
	}
}

// FuzzState: what is read of a host's file is written and read as the same.
func FuzzState(f *testing.F) {
	text, _ := json.Marshal(state{ID: orders, Seen: 5, Used: 3, Turn: 1, Buffer: buffer{Current: Block{1, 4}, Step: 9}})
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		var s, again state
		if s.decode(text) != nil {
			return
		}
		once, err := json.Marshal(s)
		if err != nil {
			return // a time that JSON cannot have
		}
		try.Works(t, again.decode(once))
		if twice, err := json.Marshal(again); err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%s is read as %s, %v", once, twice, err)
		}
	})
}

// TestStateRefused: a file that is of another counter, or not understood, is refused: what this host saw is not lost.
func TestStateRefused(t *testing.T) {
	h, s := newHost(t), &memory.Store{}
	g := h.source(s, 100)
	mustTake(t, g, 1)
	for _, text := range []string{"x", `{"other":1}`, `{"kind":"segment","store":"memory:","key":"other"}`,
		`{"segments":{"current":{"first":2,"end":1}}}`, `{"segments":{"next":{"first":2,"end":1}}}`} {
		try.Works(t, h.of(orders).file.Update(t.Context(), func(c *worker.Content) error {
			c.Text = []byte(text)
			return nil
		}))
		try.Of(take(t.Context(), g, 1)).Says(t, "is not understood: ", "with %s:", text)
	}
}

// TestRisk: a store that may lose what it confirmed is refused, unless that is accepted.
func TestRisk(t *testing.T) {
	d := store.Driver{Open: func(context.Context, *url.URL, bool) (store.Store, error) {
		return &memory.Store{Report: store.Safety{Class: store.BestEffort, Engine: "memory"}}, nil
	}}
	d.Counters = func(context.Context, *url.URL) (store.Store, error) { return nil, nil } // where statements are wanted
	_, err := Open(t.Context(), d, Place{}, false)
	refuses(t, err, ErrRisk)
	try.Of(Open(t.Context(), d, Place{Setup: Setup{Accept: true}}, false)).Or(t)
}

// TestRegister: blocks follow each other, and a key that is missing or something else is
// told.
func TestRegister(t *testing.T) {
	ctx := context.Background()
	s := &memory.Store{}
	_, err := openRegister(ctx, s, orders, false, 10)
	refuses(t, err, ErrMissing)
	r := opened(t, s, 10)
	other := opened(t, s, 99)
	try.Equal(t, [2]uint64{r.Least(), other.Least()}, [2]uint64{10, 10}, "the steps, that which it was made with, are")
	for i, c := range []struct {
		of   Allocator
		step uint64
		want Block
	}{{r, 10, Block{1, 11}}, {other, 1, Block{11, 12}}, {r, 1000, Block{12, 1012}}} {
		try.Of(c.of.Allocate(ctx, c.step)).Is(t, c.want, "block %d =", i)
	}
	v, _ := s.Load(ctx, "counters/segment/orders")
	try.Equal(t, string(v.Data), `{"next":1012,"step":10}`, "the key holds")
	s.At = func(_ context.Context, method, _ string) error {
		if method != "Swapped" {
			return nil
		}
		s.At = nil
		try.Of(other.Allocate(ctx, 1000)).Is(t, Block{12, 1012}, "what is given back, taken before its giver knows,")
		return store.ErrUnknown
	}
	try.Of(r.Return(ctx, Block{12, 1012})).Fails(t, store.ErrUnknown, "what was given back, and taken by another host:")
	try.Of(other.Allocate(ctx, 1)).Is(t, Block{1012, 1013}, "the next block =")
}

// TestRegisterFull: none is given out after the last number of a bigint, before somebody sets the key; and none once the
// key is lost.
func TestRegisterFull(t *testing.T) {
	ctx := context.Background()
	s := &memory.Store{}
	put(t, s, "segment/orders", `{"next":9223372036854775800,"step":1}`)
	r := opened(t, s, 1)
	try.Of(r.Allocate(ctx, 9)).Fails(t, ErrFull, "nine of eight numbers:")
	put(t, s, "segment/orders", `{"next":7,"step":1}`)
	try.Of(r.Allocate(ctx, 1)).Is(t, Block{7, 8}, "what was refused is asked again:")
	s.Restore(nil)
	try.Of(r.Allocate(ctx, 1)).Fails(t, ErrMissing, "a key that was lost is not begun again:")
	tried := 0
	s.At = func(_ context.Context, method, _ string) error {
		tried++
		return map[string]error{"Swap": store.ErrUnknown}[method]
	}
	try.Of(openRegister(ctx, s, orders, true, 1)).Fails(t, store.ErrUnknown, "a store of which no outcome is known:")
	try.Equal(t, tried, 2*3, "loads and swaps of three tries:")
}

// fakeServer counts as a ticket server does.
type fakeServer struct {
	next, step, offset uint64
	fails              error         // of each call; nil for none
	asked              chan struct{} // gets one for each call; nil for nobody
}

func (s *fakeServer) Next(context.Context) (uint64, error) {
	defer func() {
		if s.asked != nil {
			s.asked <- struct{}{}
		}
	}()
	if s.fails != nil {
		return 0, s.fails
	}
	n := s.next
	s.next += s.step
	return n, nil
}

func (s *fakeServer) Counts() (step, offset uint64) { return s.step, s.offset }

// ticketHost is tickets of a host over servers, with a clock that tests move.
type ticketHost struct {
	*host
	now     time.Time
	warned  []string
	servers []*fakeServer
}

func newTicketHost(t testing.TB, servers ...*fakeServer) *ticketHost {
	return &ticketHost{host: newHost(t), now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), servers: servers}
}

// tables is a database of one table of tickets.
type tables struct {
	Database
	of Numbers
}

func (d tables) Numbers(context.Context, string, bool, Setup) (Numbers, error) { return d.of, nil }

// tickets are those of a call.
func (h *ticketHost) tickets() *tickets {
	return newTickets(h.source(nil, 0, func(c *Config) {
		c.Kind, c.Now, c.Warn = "ticket", func() time.Time { return h.now },
			func(line string) { h.warned = append(h.warned, line) }
		c.Open = func(_ context.Context, p Place, _ bool) (s store.Store, err error) {
			if of := h.servers[p.Store.Scheme[0]-'a']; of != nil {
				return tables{of: of}, nil
			}
			return nil, errDown
		}
		c.Places = nil
		for i := range h.servers {
			c.Places = append(c.Places, Place{Store: &url.URL{Scheme: string("ab"[i])}, Key: "Tickets64"})
		}
	}).places)
}

// next takes so many tickets in one call, and notes them.
func (h *ticketHost) next(n int) (got []uint64, err error) {
	h.t.Helper()
	t := h.tickets()
	for range n {
		one, err := t.Next(context.Background())
		if err != nil {
			return got, err
		}
		got = append(got, one)
	}
	return got, t.Note(context.Background())
}

func pair() []*fakeServer {
	return []*fakeServer{{next: 1, step: 2, offset: 1}, {next: 2, step: 2, offset: 2}}
}

// TestTicketsInTurn: the servers take turns, within a call and from one to the next.
func TestTicketsInTurn(t *testing.T) {
	h := newTicketHost(t, pair()...)
	for i, want := range []uint64{1, 2, 3, 4} {
		try.Same(t, try.Of(h.next(1)).Or(t), []uint64{want}, "call %d got", i)
	}
	try.Same(t, try.Of(h.next(6)).Or(t), []uint64{5, 6, 7, 8, 9, 10}, "tickets")
}

// TestTicketsAfterAPause: a process that stands still before it asks takes one number anyway; else all of 20 ms.
func TestTicketsAfterAPause(t *testing.T) {
	for pause, want := range map[time.Duration]int{time.Second: 1, 10 * time.Millisecond: 2} {
		h := newTicketHost(t, pair()...)
		tickets := h.tickets()
		tickets.Now = func() time.Time {
			h.now = h.now.Add(pause)
			return h.now
		}
		try.Equal(t, len(try.Of(tickets.take(t.Context(), 10)).Or(t)), want, "tickets that take %s each:", pause)
	}
}

// TestTicketServerDown: one that fails is left out with one warning, tried again beside the
// others, and used again when it works.
func TestTicketServerDown(t *testing.T) {
	h := newTicketHost(t, pair()...)
	odd := h.servers[0]
	tickets := h.tickets()
	take := func(n int) (odds int) {
		t.Helper()
		for range n {
			got := try.Of(tickets.Next(context.Background())).Or(t)
			odds += int(got % 2)
		}
		return odds
	}
	try.Equal(t, take(10), 5, "odd tickets of 10:")
	odd.fails = errDown
	odd.asked = make(chan struct{}, 100)
	if n := take(100); n != 0 || len(h.warned) != 1 || !strings.Contains(h.warned[0], "going on without that server") {
		t.Errorf("%d odd tickets of a server that is down, warnings %q; want none and one", n, h.warned)
	}
	<-odd.asked
	try.Equal(t, len(odd.asked), 0, "more calls of the server in no time, which is left out:")
	h.now = h.now.Add(-time.Second)
	take(1)
	try.Need(t, tickets.servers[0].answered != nil, true, "by a clock set back by a second a try beside has begun:")
	<-odd.asked
	h.now = h.now.Add(restAfter)
	odd.fails = nil
	odd.asked = make(chan struct{}, 1)
	for odds := 0; odds == 0; { // the try that failed is seen, then another one is made
		odds = take(2)
		h.now = h.now.Add(restAfter)
	}
	odd.asked = nil
	try.Need(t, len(h.warned), 2, "warnings:")
	try.Contains(t, h.warned[1], "is back", "warned")
	try.Equal(t, take(10), 5, "odd tickets of 10, once more:")
	odd.fails = ErrMissing // it worked, so the others go on
	try.Equal(t, take(10), 0, "odd tickets of a server whose table is gone:")
	h.servers[1].fails = errDown
	try.Of(tickets.Next(t.Context())).Fails(t, ErrMissing, "without any server, of which that is the first:")
}

// TestTicketServerBehind: one that came back from a backup is left out, and refused where it
// is the only one.
func TestTicketServerBehind(t *testing.T) {
	h := newTicketHost(t, pair()...)
	slow := h.tickets()
	try.Of(slow.Next(t.Context())).Is(t, 1, "the first ticket =")
	h.servers[0].fails = errDown
	try.Of(slow.take(t.Context(), 3)).Or(t) // leaves the server out
	h.servers[0].fails, h.warned = nil, nil
	try.Of(h.next(20)).Or(t)
	h.servers[0].next = 5
	h.now = h.now.Add(restAfter)
	for began := false; !began || slow.servers[0].answered != nil; began = true { // by what others saw before the answer
		try.Equal(t, try.Of(slow.Next(t.Context())).Or(t)%2, 0, "a ticket while a server that is behind is asked:")
	}
	h.servers[0].next = 5
	for _, n := range try.Of(h.next(6)).Or(t) {
		try.Equal(t, n%2, 0, "ticket %d is of the server that is behind:", n)
	}
	try.Need(t, len(h.warned), 1, "warnings:")
	try.Contains(t, h.warned[0], "is behind: it gave out", "warned")
	alone := newTicketHost(t, &fakeServer{next: 1, step: 1, offset: 1})
	long := alone.tickets()
	try.Of(long.take(t.Context(), 1)).Or(t)
	try.Of(alone.next(10)).Or(t)
	within := alone.tickets() // of one process, before it has noted what it got
	try.Of(within.Next(t.Context())).Is(t, 12, "the next ticket =")
	alone.servers[0].next = 12
	try.Of(within.Next(t.Context())).Fails(t, ErrBehind, "the same ticket once more:")
	try.Of(within.Next(t.Context())).Is(t, 13, "after the failure of the only server the next ticket =")
	try.Works(t, within.Note(t.Context()))
	alone.servers[0].next = 13
	_, err := long.take(t.Context(), 1) // by what another process of the host saw
	refuses(t, err, ErrBehind, "it gave out 13, and this host saw 13 before")
	try.Same(t, try.Of(alone.next(1)).Or(t), []uint64{14}, "the next number, which nobody got, is")
}

// TestTicketServersDisagree: servers that would give out the same numbers are refused, before one gives any; also where
// one is down that this host saw.
func TestTicketServersDisagree(t *testing.T) {
	for _, servers := range [][]*fakeServer{
		{{next: 1, step: 1, offset: 1}, {next: 2, step: 2, offset: 2}},
		{{next: 1, step: 2, offset: 1}, {next: 3, step: 2, offset: 3}},
		{{next: 1, step: 2, offset: 1}, {next: 2, step: 3, offset: 2}},
	} {
		h := newTicketHost(t, servers...)
		_, err := h.next(2)
		refuses(t, err, ErrDisagree)
		try.Equal(t, len(h.warned), 0, "warnings beside the error:")
	}
	h := newTicketHost(t, pair()...)
	try.Of(h.next(1)).Or(t)
	h.servers = []*fakeServer{nil, {next: 3, step: 2, offset: 1}}
	_, err := h.next(1)
	refuses(t, err, ErrDisagree)
	h.servers = []*fakeServer{{next: 4, step: 3, offset: 1}, {next: 5, step: 3, offset: 2}}
	try.Same(t, try.Of(h.next(2)).Or(t), []uint64{5, 4}, "of servers that all count by another step:")
}

// TestCheck: one store of several that works is enough, but none may be set up otherwise.
func TestCheck(t *testing.T) {
	for _, bad := range []error{errDown, ErrMissing, ErrDisagree, ErrRisk, store.ErrMissing, store.ErrURL, ErrNoTables} {
		want, second := bad, store.Store(tables{of: pair()[0]})
		switch bad {
		case errDown:
			want = nil
		case ErrNoTables:
			bad, second = errDown, &memory.Store{}
		}
		g := newHost(t).source(nil, 0, func(d *Config) {
			d.Kind, d.Places = "ticket", append(d.Places, Place{Store: &url.URL{Scheme: "second"}})
			d.Open = func(_ context.Context, p Place, _ bool) (store.Store, error) {
				if p.Store.Scheme == "second" {
					return second, nil
				}
				return nil, bad
			}
		})
		try.Fails(t, g.Check(t.Context()), want, "one store is %v: the check of both =", bad)
		if want == ErrNoTables {
			try.Works(t, g.Ping(t.Context()))
		}
	}
}

// TestZoneAround: the day by two offsets and an instant is that of the zone, a week around
// every change of its offset and else.
func TestZoneAround(t *testing.T) {
	for _, name := range []string{"UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia",
		"Australia/Lord_Howe"} {
		l, err := time.LoadLocation(name)
		if err != nil {
			t.Skipf("no table of zones: %v", err)
		}
		for at := time.Date(2011, 11, 1, 0, 0, 0, 0, time.UTC); at.Year() < 2013; at = at.Add(6 * time.Hour) {
			z := zoneAround(l, at)
			for _, off := range []time.Duration{-20 * time.Hour, -time.Minute, 0, time.Second, 20 * time.Hour} {
				server := at.Add(off) // its clock is not ours
				y, m, d := server.In(l).Date()
				want := time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay
				try.Need(t, z.Day(server), want, "%s: the day of %s by the offsets around %s is", name, server, at)
			}
		}
	}
}

// TestDates: numbers begin at 1 each day, and a clock that moves backwards does not move
// the counter.
func TestDates(t *testing.T) {
	ctx := context.Background()
	now := time.Date(2026, 3, 1, 23, 0, 0, 0, time.UTC)
	s := &memory.Store{Clock: func() time.Time { return now }}
	id := ID{"date-seq", "memory:", "orders"}
	r, utc := &register{store: s, id: id, create: true, now: time.Now}, zoneAround(time.UTC, now)
	day := int64(20513)
	try.Need(t, DateOf(day), "2026-03-01", "day %d is", day)
	try.Lines(t, "testdata/dates.txt", func(given string) string {
		pass, n, _ := strings.Cut(given, " ")
		now = now.Add(try.Of(time.ParseDuration(pass)).Or(t))
		d, err := r.Next(ctx, try.Of(strconv.ParseUint(n, 10, 64)).Or(t), utc, 4, 0)
		if err != nil {
			return err.Error()
		}
		return fmt.Sprint(DateOf(d.Date), " ", d.Block)
	})
	now = now.Add(-48 * time.Hour)
	try.Of(r.Next(ctx, 1, utc, 4, 0)).Says(t, " is at 2026-03-03, and the clock of its store says ", "two days behind:")
	s.Clock, r.now = func() time.Time { return time.Time{} }, func() time.Time { return now.Add(48 * time.Hour) }
	try.Of(r.Next(ctx, 1, utc, 4, 0)).Is(t, Day{day + 2, Block{2, 3}}, "by the host's clock, the store having none:")
}

// TestDatesLost: a host refuses a day's counter that is behind what it saw, whose day too.
func TestDatesLost(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	s := &memory.Store{Clock: func() time.Time { return now }}
	h := newHost(t)
	take := func(h *host) (Day, error) {
		p := h.source(s, 0, func(c *Config) {
			c.Kind, c.Zone, c.Digits, c.Now = "date-seq", time.UTC, 6, func() time.Time { return now }
		}).places[0]
		return p.day(t.Context(), 10)
	}
	for range 3 {
		try.Of(take(h)).Or(t)
	}
	for _, next := range []int{30, 5} { // however often it asks: nothing is taken where it refuses
		put(t, s, "date-seq/orders", fmt.Sprintf(`{"day":"2026-03-01","next":%d,"digits":6,"tz":"UTC"}`, next))
		for range 5 {
			_, err := take(h)
			refuses(t, err, ErrBehind, fmt.Sprintf("it gave out %d, and this host saw 30 of 2026-03-01 before", next))
		}
	}
	try.Of(take(newHost(t))).Or(t) // which saw none, and cannot know
	now = now.Add(24 * time.Hour)
	try.Equal(t, try.Of(take(h)).Or(t).First, 1, "the next day begins at")
}

// TestDatesMended: what a value that was seen earlier would refuse is asked of what is there now.
func TestDatesMended(t *testing.T) {
	ctx := context.Background()
	now := time.Date(2028, 3, 1, 12, 0, 0, 0, time.UTC)
	s := &memory.Store{Clock: func() time.Time { return now }}
	r := register{store: s, id: ID{"date-seq", "memory:", "orders"}, create: true, now: time.Now}
	utc := zoneAround(time.UTC, now)
	try.Of(r.Next(ctx, 9999, utc, 4, 0)).Or(t)
	put(t, s, "date-seq/orders", `{"day":"2028-03-01","next":5,"digits":4,"tz":"UTC"}`)
	try.Equal(t, try.Of(r.Next(ctx, 1, utc, 4, 0)).Or(t).First, 5, "the number after the key was mended is")
	put(t, s, "date-seq/orders", `{"next":5,"digits":4,"tz":"UTC"}`)
	try.Equal(t, try.Of(r.Next(ctx, 1, utc, 4, 0)).Or(t).First, 1, "the first number of a key without a day is")
}
