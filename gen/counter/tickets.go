package counter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"idscope/gen"
)

// server is one of several that count beside each other.
type server struct {
	*place
	seen     uint64      // by the host, or got by this process: read before the next number is asked for
	last     uint64      // highest number that the host has not noted yet; 0 for none
	numbers  Numbers     // nil where its table is not open
	failed   time.Time   // zero while it works
	err      error       // why it is left out
	worked   bool        // it gave a number to this call
	answered chan answer // of a try beside the others; nil while there is none
}

// tickets takes numbers from several servers in turn. One that fails is left out, and
// tried again beside the others. It is for one goroutine.
type tickets struct {
	*Config
	servers []*server
	next    int
	turned  bool
}

// answer is a number, the table that gave it, and what the host had seen when the server was asked.
type answer struct {
	n       uint64
	numbers Numbers
	before  uint64
	err     error
}

// newTickets takes numbers from these servers. It warns in one line when one is
// left out, and when it is back. One that is set up otherwise than wanted is an error of
// Next, but for one that worked before.
func newTickets(places []*place) *tickets {
	t := &tickets{Config: places[0].c}
	for _, p := range places {
		t.servers = append(t.servers, &server{place: p})
	}
	return t
}

// noteAfter is how long tickets wait at most until this host has noted them.
const noteAfter = 20 * time.Millisecond

// take takes about n numbers, which this host has noted when they are returned: one at least, however long the
// process stood still before it asked.
func (t *tickets) take(ctx context.Context, n uint64) (list []Run, err error) {
	for began := t.Now(); len(list) == 0 || uint64(len(list)) < n && t.Now().Sub(began).Abs() < noteAfter; {
		var got uint64
		if got, err = t.Next(ctx); err != nil {
			break
		}
		list = append(list, Run{gen.ID{Lo: got}, 1})
	}
	if noted := t.Note(context.WithoutCancel(ctx)); noted != nil { // not noted: not handed out
		return nil, noted
	}
	return list, err
}

// restAfter is how long a server that failed is left out.
const restAfter = time.Second

// Next takes a number from the server whose turn it is. The error is that of the first one
// where none works. The caller calls Note before it prints the number.
func (t *tickets) Next(ctx context.Context) (uint64, error) {
	if !t.turned { // whose turn it is among the processes of this host
		turns := uint64(0)
		for _, s := range t.servers {
			known, err := s.host.peek()
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
func (t *tickets) Note(ctx context.Context) error {
	for _, s := range t.servers {
		last := s.last
		s.last = 0
		if err := s.host.note(ctx, last); err != nil {
			return err
		}
	}
	return nil
}

// ask takes a number from a server, unless it is left out.
func (t *tickets) ask(ctx context.Context, s *server) (uint64, error) {
	if s.failed.IsZero() || len(t.servers) == 1 { // or there is nobody to go on with
		n, err := t.accept(s, s.get(ctx, s.numbers))
		switch {
		case err == nil:
			s.failed = time.Time{}
		case s.failed.IsZero():
			s.failed, s.err = t.Now(), err
			if len(t.servers) > 1 && !errors.Is(err, context.Canceled) && (s.worked || !Misconfigured(err)) {
				t.Warn(fmt.Sprintf("%v; going on without that server", err))
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
			t.Warn(s.host.id.String() + " is back")
			return n, nil
		}
		s.failed, s.err = t.Now(), err
	default:
	}
	if s.answered == nil && t.Now().Sub(s.failed).Abs() >= restAfter {
		answered := make(chan answer, 1)
		s.answered = answered
		go func(ctx context.Context, numbers Numbers) { // it may take long, and the others go on
			answered <- s.get(ctx, numbers)
		}(context.WithoutCancel(ctx), s.numbers)
	}
	return 0, s.err
}

// get takes a number, from a table that it opens if need be. What the host has seen is read before the statement:
// another process may see a higher number meanwhile.
func (s *server) get(ctx context.Context, numbers Numbers) (a answer) {
	a.numbers = numbers
	if a.before, a.err = s.host.Seen(); a.err == nil && numbers == nil {
		a.numbers, a.err = s.table(ctx)
	}
	if a.err == nil {
		a.err = s.c.Call(func() (err error) {
			a.n, err = a.numbers.Next(ctx)
			return err
		})
	}
	return a
}

// accept checks a number against what the host saw.
func (t *tickets) accept(s *server, a answer) (uint64, error) {
	s.numbers, s.seen = a.numbers, max(s.seen, a.before)
	err := a.err
	if err == nil && s.seen > 0 && a.n <= s.seen {
		err = behind(s.host.id, a.n, s.seen, "")
	}
	if err != nil {
		return 0, err
	}
	s.seen, s.last, s.worked = a.n, a.n, true
	return a.n, nil
}

// agree wants the servers to count beside each other, each as this host saw it last. One that would be in the way is
// asked, if it answers: all may count otherwise by now. One that was never seen is compared when it is.
func (p *place) agree(ctx context.Context, n Numbers) error {
	step, offset := n.Counts()
	disagree := func(what string, has uint64, want string) error {
		return Disagree("the "+what+" of "+p.host.id.String(), fmt.Sprint(has), want,
			"idscope help counters tells how servers count beside each other")
	}
	if all := len(p.beside); step < uint64(all) {
		return disagree("step", step, fmt.Sprintf("%d or more for %[1]d servers", all))
	}
	apart := func(o *place) error {
		s, err := o.host.peek()
		switch {
		case err != nil || s.Step == 0: // never seen
		case s.Step != step:
			err = disagree("step", step, fmt.Sprintf("%d, as that of %s", s.Step, o.host.id))
		case s.Offset%step == offset%step:
			err = disagree("offset", offset, "one that differs from that of "+o.host.id.String())
		}
		return err
	}
	for _, o := range p.beside {
		if o == p {
			continue
		}
		err := apart(o)
		if err != nil {
			if _, down := o.numbered(ctx); down == nil {
				err = apart(o)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
