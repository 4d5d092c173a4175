package counter

import (
	"context"
	"strings"
	"testing"
	"time"

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
	if n := take(10); n != 5 {
		t.Errorf("%d odd tickets of 10; want 5", n)
	}
	odd.down = true
	odd.asked = make(chan struct{}, 100)
	if n := take(100); n != 0 || len(h.warned) != 1 || !strings.Contains(h.warned[0], "going on without that server") {
		t.Errorf("%d odd tickets of a server that is down, warnings %q; want none and one", n, h.warned)
	}
	<-odd.asked
	if len(odd.asked) != 0 {
		t.Error("the server was asked more than once in no time; want it left out")
	}
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
	if err != nil {
		t.Fatal(err)
	}
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
		{{next: 1, step: 2, offset: 1}, {next: 3, step: 2, offset: 1}},
		{{next: 1, step: 2, offset: 1}, {next: 2, step: 3, offset: 2}},
	} {
		h := newTicketHost(t, servers...)
		_, err := h.next(2)
		refuses(t, err, ErrDisagree)
		if len(h.warned) != 0 {
			t.Errorf("warnings %q; want none beside the error", h.warned)
		}
	}
}

// TestNoTicketServer: without any the error is that of the first.
func TestNoTicketServer(t *testing.T) {
	h := newTicketHost(t, pair()...)
	h.servers[0].down, h.servers[1].down = true, true
	try.Of(h.next(1)).Fails(t, memory.ErrDown, "error")
}
