package counter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
)

// Server is one of several that count beside each other.
type Server struct {
	Host *Host
	// Open opens its table.
	Open func(context.Context) (Numbers, error)
}

// Tickets takes numbers from several servers in turn. One that fails is left out, and
// tried again beside the others. It is for one goroutine.
type Tickets struct {
	servers []*ticketServer
	next    int
	turned  bool
	now     func() time.Time
	warn    func(string)
}

// ticketServer is a server and how it is.
type ticketServer struct {
	Server
	watch    watch
	numbers  Numbers   // nil where it is not open
	failed   time.Time // zero while it works
	err      error     // why it is left out
	worked   bool      // it gave a number to this call
	trying   bool
	answered chan answer // of a try beside the others
}

type answer struct {
	numbers Numbers
	before  uint64 // what the host had seen when the server was asked
	n       uint64
	err     error
}

// NewTickets takes numbers from these servers. Warn is told in one line when one is
// left out, and when it is back. One that is set up otherwise than wanted is an error of
// Next, but for one that worked before.
func NewTickets(servers []Server, now func() time.Time, warn func(string)) *Tickets {
	t := &Tickets{now: now, warn: warn}
	for _, s := range servers {
		t.servers = append(t.servers,
			&ticketServer{Server: s, watch: watch{host: s.Host}, answered: make(chan answer, 1)})
	}
	return t
}

// retry is how long a server that failed is left out.
const retry = time.Second

// Next takes a number from the server whose turn it is. The error is that of the last one
// where none works. Whoever prints the number calls Note before.
func (t *Tickets) Next(ctx context.Context) (uint64, error) {
	if !t.turned {
		if err := t.turn(); err != nil {
			return 0, err
		}
	}
	var failed error
	for range t.servers {
		s := t.servers[t.next]
		t.next = (t.next + 1) % len(t.servers)
		n, err := t.ask(ctx, s)
		if err == nil {
			return n, nil
		}
		failed = cmp.Or(failed, err)
		if !s.worked && Misconfigured(err) {
			return 0, err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return 0, failed
}

// Note tells the host which numbers it got.
func (t *Tickets) Note(ctx context.Context) error {
	for _, s := range t.servers {
		if err := s.watch.note(ctx); err != nil {
			return err
		}
	}
	return nil
}

// turn finds out whose turn it is among the processes of this host.
func (t *Tickets) turn() error {
	turns := uint64(0)
	for _, s := range t.servers {
		n, err := s.Host.turns()
		if err != nil {
			return err
		}
		turns += n
	}
	t.next, t.turned = int(turns%uint64(len(t.servers))), true
	return nil
}

// ask takes a number from a server, unless it is left out.
func (t *Tickets) ask(ctx context.Context, s *ticketServer) (uint64, error) {
	if s.failed.IsZero() {
		n, err := t.once(ctx, s)
		if err == nil {
			return n, nil
		}
		t.leaveOut(s, err)
		return 0, err
	}
	if len(t.servers) == 1 { // there is nobody to go on with
		n, err := t.once(ctx, s)
		if err == nil {
			s.failed = time.Time{}
		}
		return n, err
	}
	select {
	case a := <-s.answered:
		s.trying = false
		if a.err == nil {
			s.numbers, s.watch.before = a.numbers, a.before
			if a.err = t.accept(s, a.n); a.err == nil {
				s.failed = time.Time{}
				t.warn(s.Host.id.String() + " is back")
				return a.n, nil
			}
		}
		s.failed, s.err = t.now(), a.err
	default:
	}
	if !s.trying && t.now().Sub(s.failed).Abs() >= retry {
		s.trying = true
		go func(ctx context.Context, numbers Numbers) { // it may take long, and the others go on
			a := answer{}
			if a.before, a.err = s.Host.Seen(); a.err == nil {
				a.n, a.numbers, a.err = s.get(ctx, numbers)
			}
			s.answered <- a
		}(context.WithoutCancel(ctx), s.numbers)
	}
	return 0, s.err
}

// once asks a server, which it opens first if need be.
func (t *Tickets) once(ctx context.Context, s *ticketServer) (uint64, error) {
	if err := s.watch.begin(); err != nil {
		return 0, err
	}
	n, numbers, err := s.get(ctx, s.numbers)
	s.numbers = numbers
	if err == nil {
		err = t.accept(s, n)
	}
	if err != nil {
		return 0, err
	}
	return n, nil
}

// get takes a number, from a table that it opens if need be.
func (s *ticketServer) get(ctx context.Context, numbers Numbers) (uint64, Numbers, error) {
	if numbers == nil {
		var err error
		if numbers, err = s.Open(ctx); err != nil {
			return 0, nil, err
		}
	}
	n, err := numbers.Next(ctx)
	return n, numbers, err
}

// accept checks a number against what the host saw, and the server against the others.
func (t *Tickets) accept(s *ticketServer, n uint64) error {
	err := t.agree(s)
	if err == nil {
		err = s.watch.check(n, n)
	}
	s.worked = s.worked || err == nil
	return err
}

// agree wants the servers that are open to count beside each other.
func (t *Tickets) agree(s *ticketServer) error {
	step, offset := s.numbers.Step(), s.numbers.Offset()
	if step < uint64(len(t.servers)) {
		return Disagree("the step of "+s.Host.id.String(), fmt.Sprint(step),
			fmt.Sprintf("%d or more for %d servers", len(t.servers), len(t.servers)),
			"idscope help counters tells how servers count beside each other")
	}
	for _, o := range t.servers {
		if o == s || o.numbers == nil {
			continue
		}
		switch other := o.numbers; {
		case other.Step() != step:
			return Disagree("the step of "+s.Host.id.String(), fmt.Sprint(step),
				fmt.Sprintf("%d, as that of %s", other.Step(), o.Host.id),
				"idscope help counters tells how servers count beside each other")
		case other.Offset()%step == offset%step:
			return Disagree("the offset of "+s.Host.id.String(), fmt.Sprint(offset),
				"one that differs from that of "+o.Host.id.String(),
				"idscope help counters tells how servers count beside each other")
		}
	}
	return nil
}

// leaveOut goes on without a server.
func (t *Tickets) leaveOut(s *ticketServer, err error) {
	s.failed, s.err = t.now(), err
	if len(t.servers) > 1 && !errors.Is(err, context.Canceled) && (s.worked || !Misconfigured(err)) {
		t.warn(fmt.Sprintf("%v; going on without that server", err))
	}
}
