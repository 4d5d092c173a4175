package server

import (
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// recent is a bounded map: the entries that were used longest ago go first.
type recent[V any] = simplelru.LRU[string, V]

func newRecent[V any](most int) *recent[V] {
	r, _ := simplelru.NewLRU[string, V](most, nil) // above 0: no error
	return r
}

// limits bound what clients may take.
type limits struct {
	connections int           // of all clients
	perAddress  int           // of one address; 0 is no limit of its own
	each        *limiter      // what each client may ask for; nil for any
	stalled     time.Duration // how long a request may stay incomplete, or a reply untaken
}

// limiter is what each client may ask for in a second. A client is a user, or without users an address; programs at the
// socket beside the records have no limit, as they may use the records anyway.
type limiter struct {
	requests, ids float64 // a second; 0 is no limit

	mu      sync.Mutex
	buckets *recent[*bucket]
}

// bucket is what one client has left. It fills up in a second. Who has some left may ask for more than that, and owes
// the rest: so a request for many IDs is answered under any limit, and the next ones wait for it.
type bucket struct {
	requests, ids float64 // left; below 0 is owed
	at            time.Time
}

// mostBuckets is how many clients are remembered.
const mostBuckets = 10_000

// newLimiter returns nil where there is no limit.
func newLimiter(requests, ids int64) *limiter {
	if requests == 0 && ids == 0 {
		return nil
	}
	return &limiter{requests: float64(requests), ids: float64(ids), buckets: newRecent[*bucket](mostBuckets)}
}

// take takes a request for n IDs, 0 for a request of another kind, or refuses it.
func (l *limiter) take(client string, n int, now time.Time) *laterError {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, known := l.buckets.Get(client)
	if !known {
		b = &bucket{l.requests, l.ids, now}
		l.buckets.Add(client, b)
	}
	since := now.Sub(b.at).Seconds()
	if b.at = now; since > 0 {
		b.requests = min(b.requests+since*l.requests, l.requests)
		b.ids = min(b.ids+since*l.ids, l.ids)
	}
	switch {
	case l.requests > 0 && b.requests < 1:
		return tooMany(1-b.requests, l.requests, "requests")
	case l.ids > 0 && n > 0 && b.ids < min(float64(n), 1):
		return tooMany(1-b.ids, l.ids, "ids")
	}
	if l.requests > 0 {
		b.requests--
	}
	if l.ids > 0 {
		b.ids -= float64(n)
	}
	return nil
}

// tooMany says when so much has come, in whole milliseconds.
func tooMany(lacks, rate float64, what string) *laterError {
	wait := (time.Duration(lacks/rate*float64(time.Second)) + time.Millisecond - 1).Truncate(time.Millisecond)
	return &laterError{wait, "limited", fmt.Sprintf("this client asks for more than %.0f %s a second", rate, what)}
}

// same reports whether the limits are.
func (l *limiter) same(other *limiter) bool {
	return l != nil && other != nil && l.requests == other.requests && l.ids == other.ids
}

// admit takes a request for n IDs off what its client may ask for, or refuses it.
func (s *Server) admit(us *users, u *user, address string, n int) error {
	each := s.limits().each
	if each == nil {
		return nil
	}
	client := hostOf(address)
	if us.required {
		client = u.name
	}
	if late := each.take(client, n, s.now()); late != nil {
		s.stats.limited.Add(1)
		return late
	}
	return nil
}

// admit is that of a session.
func (c *session) admit(n int) error {
	if c.inside {
		return nil
	}
	return c.server.admit(c.users, c.user, c.address, n)
}

// admitHTTP is the same for a request by HTTP.
func (s *Server) admitHTTP(q *http.Request, n int) error {
	return s.admit(s.users.Load(), userOf(q), q.RemoteAddr, n)
}

// limitHTTP returns what closes connections of HTTP beyond the limit at once.
func (s *Server) limitHTTP() func(net.Conn, http.ConnState) {
	open := atomic.Int64{}
	return func(c net.Conn, state http.ConnState) {
		switch {
		case state == http.StateClosed:
			open.Add(-1)
		case state == http.StateNew && open.Add(1) > int64(s.limits().connections):
			s.stats.rejected.Add(1)
			_ = c.Close()
		}
	}
}
