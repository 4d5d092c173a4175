package counter

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
)

// fakeServer counts as a ticket server does.
type fakeServer struct {
	next, step, offset uint64
	down               bool
	asked              chan struct{} // gets one for each call; nil for nobody
}

func (s *fakeServer) Next(context.Context) (uint64, error) {
	defer func() {
		if s.asked != nil {
			s.asked <- struct{}{}
		}
	}()
	if s.down {
		return 0, errDown
	}
	n := s.next
	s.next += s.step
	return n, nil
}

func (s *fakeServer) Step() uint64   { return s.step }
func (s *fakeServer) Offset() uint64 { return s.offset }

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

// tickets are those of a call.
func (h *ticketHost) tickets() *Tickets {
	var list []Server
	for i, s := range h.servers {
		id := ID{Kind: "ticket", Store: string("ab"[i]) + ":", Key: "Tickets64"}
		list = append(list, Server{Host: h.of(id), Open: func(context.Context) (Numbers, error) { return s, nil }})
	}
	return NewTickets(list, func() time.Time { return h.now }, func(line string) { h.warned = append(h.warned, line) })
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
		if got, err := h.next(1); err != nil || got[0] != want {
			t.Errorf("call %d got %v, %v; want %d", i, got, err, want)
		}
	}
	got, err := h.next(6)
	if err != nil || len(got) != 6 || got[5] != 10 {
		t.Errorf("tickets %v, %v; want 5 to 10", got, err)
	}
}

// TestTicketsAfterAPause: a process that stands still before it asks takes one number all the same.
func TestTicketsAfterAPause(t *testing.T) {
	h := newTicketHost(t, pair()...)
	tickets := h.tickets()
	tickets.now = func() time.Time {
		h.now = h.now.Add(time.Second)
		return h.now
	}
	if list, err := tickets.Take(t.Context(), 10); err != nil || len(list) != 1 {
		t.Errorf("tickets %v, %v; want one", list, err)
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
	odd.down = true
	odd.asked = make(chan struct{}, 100)
	if n := take(100); n != 0 || len(h.warned) != 1 || !strings.Contains(h.warned[0], "going on without that server") {
		t.Errorf("%d odd tickets of a server that is down, warnings %q; want none and one", n, h.warned)
	}
	<-odd.asked
	try.Equal(t, len(odd.asked), 0, "more calls of the server in no time, which is left out:")
	h.now = h.now.Add(restAfter)
	take(1) // begins a try beside
	<-odd.asked
	h.now = h.now.Add(restAfter)
	odd.down = false
	odd.asked = make(chan struct{}, 1)
	for odds := 0; odds == 0; { // the try that failed is seen, then another one is made
		odds = take(2)
		h.now = h.now.Add(restAfter)
	}
	odd.asked = nil
	if len(h.warned) != 2 || !strings.Contains(h.warned[1], "is back") {
		t.Errorf("warnings %q; want that it is back", h.warned)
	}
}

// TestTicketServerBehind: one that came back from a backup is left out, and refused where it
// is the only one.
func TestTicketServerBehind(t *testing.T) {
	h := newTicketHost(t, pair()...)
	try.Of(h.next(20)).Or(t)
	h.servers[0].next = 5
	got, err := h.next(6)
	try.Works(t, err)
	for _, n := range got {
		if n%2 == 1 {
			t.Errorf("ticket %d of a server that is behind", n)
		}
	}
	if len(h.warned) != 1 || !strings.Contains(h.warned[0], "is behind: it gave out") {
		t.Errorf("warnings %q; want one that it is behind", h.warned)
	}
	alone := newTicketHost(t, &fakeServer{next: 1, step: 1, offset: 1})
	try.Of(alone.next(10)).Or(t)
	alone.servers[0].next = 10
	_, err = alone.next(1)
	if refuses(t, err, ErrBehind); !strings.Contains(err.Error(), "it gave out 10, and this host saw 10 before") {
		t.Errorf("error %v; want that 10 was seen", err)
	}
	if got, err := alone.next(1); err != nil || got[0] != 11 {
		t.Errorf("the next number is %v, %v; want 11, which nobody got", got, err)
	}
}

// TestTicketServersDisagree: servers that would give out the same numbers are refused.
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
}

// TestNoTicketServer: without any the error is that of the first.
func TestNoTicketServer(t *testing.T) {
	h := newTicketHost(t, pair()...)
	h.servers[0].down, h.servers[1].down = true, true
	try.Of(h.next(1)).Fails(t, memory.ErrDown, "error")
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
	r := newDated(s, id, true, nil)
	utc := zoneAround(time.UTC, now)
	day := int64(20513)
	try.Need(t, DateOf(day), "2026-03-01", "day %d is", day)
	for i, c := range []struct {
		pass time.Duration
		n    uint64
		want Day
		err  error
	}{
		{0, 3, Day{day, Block{1, 4}}, nil},
		{time.Minute, 1, Day{day, Block{4, 5}}, nil},
		{time.Hour, 2, Day{day + 1, Block{1, 3}}, nil},
		{-2 * time.Hour, 2, Day{day + 1, Block{3, 5}}, nil}, // backwards over midnight
		{2 * time.Hour, 9990, Day{day + 1, Block{5, 9995}}, nil},
		{0, 100, Day{day + 1, Block{9995, 10000}}, nil}, // fewer: the day has no more
		{0, 1, Day{}, ErrFull},
		{24 * time.Hour, 1, Day{day + 2, Block{1, 2}}, nil},
	} {
		now = now.Add(c.pass)
		got, err := r.Next(ctx, c.n, utc, 4, 0)
		if !errors.Is(err, c.err) || err == nil && got != c.want {
			t.Errorf("call %d: %+v, %v; want %+v, %v", i, got, err, c.want, c.err)
		}
	}
	_, err := r.Next(ctx, 1, utc, 5, 0)
	refuses(t, err, ErrDisagree)
	_, err = r.Next(ctx, 1, Zone{Name: "Europe/Berlin"}, 4, 0)
	refuses(t, err, ErrDisagree)
	now = now.Add(-72 * time.Hour)
	if _, err := r.Next(ctx, 1, utc, 4, 0); err == nil {
		t.Error("a clock that is three days behind counts; want it refused")
	}
	other := newDated(s, ID{"date-seq", "memory:", "none"}, false, nil)
	_, err = other.Next(ctx, 1, utc, 4, 0)
	refuses(t, err, ErrMissing)
}

// TestDatesLost: a host refuses a day's counter that is behind what it saw, whose day too.
func TestDatesLost(t *testing.T) {
	ctx := context.Background()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	s := &memory.Store{Clock: func() time.Time { return now }}
	id := ID{"date-seq", "memory:", "orders"}
	h := newHost(t)
	take := func(h *host) (Day, error) {
		c := Config{Zone: time.UTC, Digits: 6, Now: func() time.Time { return now }}
		p := place{host: h.of(id), c: &c, dates: newDated(s, id, true, nil)}
		return p.day(ctx, 10)
	}
	for range 3 {
		try.Of(take(h)).Or(t)
	}
	v, _ := s.Load(ctx, "counters/date-seq/orders")
	try.Of(s.Swap(ctx, "counters/date-seq/orders", v.Version,
		[]byte(`{"day":"2026-03-01","next":5,"digits":6,"tz":"UTC"}`))).Or(t)
	for range 5 { // however often it asks: nothing is taken where it refuses
		_, err := take(h)
		refuses(t, err, ErrBehind)
		try.Says(t, err, "it gave out 5, and this host saw 30 of 2026-03-01 before", "behind:")
	}
	if _, err := take(newHost(t)); err != nil {
		t.Errorf("a host that saw none: %v; want it to go on, for it cannot know", err)
	}
	now = now.Add(24 * time.Hour)
	if d, err := take(h); err != nil || d.First != 1 {
		t.Errorf("the next day: %+v, %v; want it to begin at 1", d, err)
	}
}

// TestDatesMended: what a value that was seen earlier would refuse is asked of what is there now.
func TestDatesMended(t *testing.T) {
	ctx := context.Background()
	now := time.Date(2028, 3, 1, 12, 0, 0, 0, time.UTC)
	s := &memory.Store{Clock: func() time.Time { return now }}
	r := newDated(s, ID{"date-seq", "memory:", "orders"}, true, nil)
	utc := zoneAround(time.UTC, now)
	try.Of(r.Next(ctx, 9999, utc, 4, 0)).Or(t)
	v, _ := s.Load(ctx, "counters/date-seq/orders")
	try.Of(s.Swap(ctx, "counters/date-seq/orders", v.Version,
		[]byte(`{"day":"2028-03-01","next":5,"digits":4,"tz":"UTC"}`))).Or(t)
	d := try.Of(r.Next(ctx, 1, utc, 4, 0)).Or(t)
	try.Equal(t, d.First, 5, "the number after the key was mended is")
}

// TestDatesFaults: over a store that loses requests and replies no number is given out twice.
func TestDatesFaults(t *testing.T) {
	s := newStore()
	n := 0
	s.fault = func(method string) memory.Fault {
		if n++; method == "Swap" {
			return []memory.Fault{memory.None, memory.LostReply, memory.None, memory.LostRequest}[n%4]
		}
		return memory.None
	}
	r := newDated(s, ID{"date-seq", "memory:", "orders"}, true, nil)
	l := newLedger(t)
	for range 200 {
		d, err := r.Next(context.Background(), 3, Zone{Name: "UTC"}, 6, 0)
		switch {
		case err == nil:
			l.add(Block{mark(d.Date, d.First), mark(d.Date, d.End-1) + 1})
		case !errors.Is(err, store.ErrUnknown):
			t.Fatal(err)
		}
	}
	if len(l.seen) < 300 {
		t.Errorf("%d numbers; want more, or nothing is tested", len(l.seen))
	}
}
