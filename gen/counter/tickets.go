package counter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"idscope/gen"
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

// answer is a number, the table that gave it, and what the host had seen when the server was asked.
type answer struct {
	n       uint64
	numbers Numbers
	before  uint64
	err     error
}

// NewTickets takes numbers from these servers. Warn is told in one line when one is
// left out, and when it is back. One that is set up otherwise than wanted is an error of
// Next, but for one that worked before.
func NewTickets(servers []Server, now func() time.Time, warn func(string)) *Tickets {
	t := &Tickets{now: now, warn: warn}
	for _, s := range servers {
		t.servers = append(t.servers, &ticketServer{Server: s, watch: watch{host: s.Host},
			answered: make(chan answer, 1)})
	}
	return t
}

// noteAfter is how long tickets wait at most until this host has noted them.
const noteAfter = 20 * time.Millisecond

// Take takes about n numbers, which this host has noted when they are returned: one at least, however long the
// process stood still before it asked.
func (t *Tickets) Take(ctx context.Context, n uint64) (list []Run, err error) {
	for began := t.now(); len(list) == 0 || uint64(len(list)) < n && t.now().Sub(began).Abs() < noteAfter; {
		var got uint64
		if got, err = t.Next(ctx); err != nil {
			break
		}
		list = append(list, Run{gen.FromUint64(got), 1})
	}
	if noted := t.Note(context.WithoutCancel(ctx)); noted != nil { // not noted: not handed out
		return nil, noted
	}
	return list, err
}

// Check asks all; one of them is enough, but none may be set up otherwise than wanted.
func (t *Tickets) Check(ctx context.Context) error {
	var all []error
	for _, s := range t.servers {
		_, err := s.Open(ctx)
		if Misconfigured(err) {
			return err
		}
		all = append(all, err)
	}
	if slices.Contains(all, nil) {
		return nil
	}
	return errors.Join(all...)
}

func (*Tickets) end([]Run) error { return nil }

// restAfter is how long a server that failed is left out.
const restAfter = time.Second

// Next takes a number from the server whose turn it is. The error is that of the first one
// where none works. The caller calls Note before it prints the number.
func (t *Tickets) Next(ctx context.Context) (uint64, error) {
	if !t.turned { // whose turn it is among the processes of this host
		turns := uint64(0)
		for _, s := range t.servers {
			known, err := peek(s.Host.file)
			if err != nil {
				return 0, err
			}
			turns += known.Turn
		}
		t.next, t.turned = int(turns%uint64(len(t.servers))), true
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

// ask takes a number from a server, unless it is left out.
func (t *Tickets) ask(ctx context.Context, s *ticketServer) (uint64, error) {
	if s.failed.IsZero() || len(t.servers) == 1 { // or there is nobody to go on with
		n, err := t.once(ctx, s)
		if err == nil {
			s.failed = time.Time{}
		} else if s.failed.IsZero() {
			s.failed, s.err = t.now(), err
			if len(t.servers) > 1 && !errors.Is(err, context.Canceled) && (s.worked || !Misconfigured(err)) {
				t.warn(fmt.Sprintf("%v; going on without that server", err))
			}
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
	if !s.trying && t.now().Sub(s.failed).Abs() >= restAfter {
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
func (t *Tickets) once(ctx context.Context, s *ticketServer) (n uint64, err error) {
	if err := s.watch.begin(); err != nil {
		return 0, err
	}
	if n, s.numbers, err = s.get(ctx, s.numbers); err == nil {
		err = t.accept(s, n)
	}
	if err != nil {
		return 0, err
	}
	return n, nil
}

// get takes a number, from a table that it opens if need be.
func (s *ticketServer) get(ctx context.Context, numbers Numbers) (n uint64, _ Numbers, err error) {
	if numbers == nil {
		if numbers, err = s.Open(ctx); err != nil {
			return 0, nil, err
		}
	}
	n, err = numbers.Next(ctx)
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
	disagree := func(what string, has uint64, want string) error {
		return Disagree("the "+what+" of "+s.Host.id.String(), fmt.Sprint(has), want,
			"idscope help counters tells how servers count beside each other")
	}
	step, offset, all := s.numbers.Step(), s.numbers.Offset(), len(t.servers)
	if step < uint64(all) {
		return disagree("step", step, fmt.Sprintf("%d or more for %[1]d servers", all))
	}
	for _, o := range t.servers {
		switch other := o.numbers; {
		case o == s || other == nil:
		case other.Step() != step:
			return disagree("step", step, fmt.Sprintf("%d, as that of %s", other.Step(), o.Host.id))
		case other.Offset()%step == offset%step:
			return disagree("offset", offset, "one that differs from that of "+o.Host.id.String())
		}
	}
	return nil
}
