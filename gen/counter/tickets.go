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

	watch    watch
	numbers  Numbers     // nil where it is not open
	failed   time.Time   // zero while it works
	err      error       // why it is left out
	worked   bool        // it gave a number to this call
	answered chan answer // of a try beside the others; nil while there is none
}

// Tickets takes numbers from several servers in turn. One that fails is left out, and
// tried again beside the others. It is for one goroutine.
type Tickets struct {
	servers []*Server
	next    int
	turned  bool
	now     func() time.Time
	warn    func(string)
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
		s.watch.host = s.Host
		t.servers = append(t.servers, &s)
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
func (t *Tickets) ask(ctx context.Context, s *Server) (uint64, error) {
	if s.failed.IsZero() || len(t.servers) == 1 { // or there is nobody to go on with
		n, err := t.accept(s, s.get(ctx, s.numbers, s.watch.begin))
		switch {
		case err == nil:
			s.failed = time.Time{}
		case s.failed.IsZero():
			s.failed, s.err = t.now(), err
			if len(t.servers) > 1 && !errors.Is(err, context.Canceled) && (s.worked || !Misconfigured(err)) {
				t.warn(fmt.Sprintf("%v; going on without that server", err))
			}
		}
		return n, err
	}
	select {
	case a := <-s.answered:
		s.answered = nil
		n, err := t.accept(s, a)
		if err == nil {
			s.failed = time.Time{}
			t.warn(s.Host.id.String() + " is back")
			return n, nil
		}
		s.failed, s.err = t.now(), err
	default:
	}
	if s.answered == nil && t.now().Sub(s.failed).Abs() >= restAfter {
		answered := make(chan answer, 1)
		s.answered = answered
		go func(ctx context.Context, numbers Numbers) { // it may take long, and the others go on
			answered <- s.get(ctx, numbers, s.Host.Seen)
		}(context.WithoutCancel(ctx), s.numbers)
	}
	return 0, s.err
}

// get takes a number, from a table that it opens if need be. What the host has seen is read before that.
func (s *Server) get(ctx context.Context, numbers Numbers, seen func() (uint64, error)) (a answer) {
	a.numbers = numbers
	if a.before, a.err = seen(); a.err == nil && numbers == nil {
		a.numbers, a.err = s.Open(ctx)
	}
	if a.err == nil {
		a.n, a.err = a.numbers.Next(ctx)
	}
	return a
}

// accept checks a number against what the host saw, and the server against the others.
func (t *Tickets) accept(s *Server, a answer) (uint64, error) {
	s.numbers, s.watch.before = a.numbers, max(s.watch.before, a.before)
	err := a.err
	if err == nil {
		err = t.agree(s)
	}
	if err == nil {
		err = s.watch.check(a.n, a.n)
	}
	if err != nil {
		return 0, err
	}
	s.worked = true
	return a.n, nil
}

// agree wants the servers that are open to count beside each other.
func (t *Tickets) agree(s *Server) error {
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
