package server

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// allowances are what each client may ask for in a second. A client is a user, or without
// users an address; programs at the socket beside the records have no limit, as they may
// use the records anyway.
type allowances struct {
	requests, ids float64 // a second; 0 is no limit

	mu     sync.Mutex
	byName map[string]*allowance
}

// allowance is what one client has left. It fills up in a second. Whoever has some left
// may ask for more than that, and owes the rest: so a request for many ids is answered
// under any limit, and the next ones wait for it.
type allowance struct {
	of *allowances

	mu            sync.Mutex
	requests, ids float64 // left; below 0 is owed
	at            time.Time
}

// mostAllowances is how many clients are remembered: one that asked for nothing in the
// last second needs not to be.
const mostAllowances = 10_000

// newAllowances returns nil where there is no limit.
func newAllowances(requests, ids int64) *allowances {
	if requests == 0 && ids == 0 {
		return nil
	}
	return &allowances{requests: float64(requests), ids: float64(ids), byName: map[string]*allowance{}}
}

// client returns the allowance of a client.
func (a *allowances) client(name string, now time.Time) *allowance {
	a.mu.Lock()
	defer a.mu.Unlock()
	one := a.byName[name]
	if one == nil {
		if len(a.byName) >= mostAllowances {
			a.forget(now)
		}
		one = &allowance{of: a, requests: a.requests, ids: a.ids, at: now}
		a.byName[name] = one
	}
	return one
}

// forget forgets the clients that have all of their allowance; if that is nobody, it
// forgets everybody.
func (a *allowances) forget(now time.Time) {
	for name, one := range a.byName {
		one.mu.Lock()
		one.fill(now)
		if one.requests >= a.requests && one.ids >= a.ids {
			delete(a.byName, name)
		}
		one.mu.Unlock()
	}
	if len(a.byName) >= mostAllowances {
		clear(a.byName)
	}
}

// fill adds what has come since; the lock is held.
func (c *allowance) fill(now time.Time) {
	if since := now.Sub(c.at).Seconds(); since > 0 {
		c.requests = min(c.requests+since*c.of.requests, c.of.requests)
		c.ids = min(c.ids+since*c.of.ids, c.of.ids)
	}
	c.at = now
}

// limitError says that a client asks for more than it may.
type limitError struct {
	wait time.Duration
	what string
}

func (e *limitError) Error() string {
	return fmt.Sprintf("this client asks for more than %s", e.what)
}

// take takes a request for n ids, 0 for a request of another kind, or refuses it.
func (c *allowance) take(n int, now time.Time) *limitError {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fill(now)
	a := c.of
	switch {
	case a.requests > 0 && c.requests < 1:
		return &limitError{until(1-c.requests, a.requests), fmt.Sprintf("%.0f requests a second", a.requests)}
	case a.ids > 0 && n > 0 && c.ids < min(float64(n), 1):
		return &limitError{until(1-c.ids, a.ids), fmt.Sprintf("%.0f ids a second", a.ids)}
	}
	if a.requests > 0 {
		c.requests--
	}
	if a.ids > 0 {
		c.ids -= float64(n)
	}
	return nil
}

// until is when so much has come, in whole milliseconds.
func until(lacks, rate float64) time.Duration {
	return (time.Duration(lacks/rate*float64(time.Second)) + time.Millisecond - 1).Truncate(time.Millisecond)
}

// same reports whether the limits are.
func (a *allowances) same(b *allowances) bool {
	return a != nil && b != nil && a.requests == b.requests && a.ids == b.ids
}

// take takes a request for n ids off what the client may ask for, once however often the
// request is looked at; or it answers with the error.
func (c *session) take(n int) (state, bool) {
	each := c.server.limits().each
	if each == nil || c.inside || c.taken {
		return needInput, true
	}
	now := c.server.now()
	if c.allowedBy != each {
		c.allowedBy, c.allowance = each, each.client(clientOf(c.users, c.user, c.address), now)
	}
	if err := c.allowance.take(n, now); err != nil {
		c.server.count(&c.server.stats.limited)
		return c.fail("LIMIT retry_ms=%d %v", err.wait.Milliseconds(), err), false
	}
	c.taken = true
	return needInput, true
}

// clientOf names who asks.
func clientOf(us *users, u *user, address string) string {
	if us.required {
		return u.name
	}
	return host(address)
}

// takeHTTP is the same for a request by HTTP.
func (s *Server) takeHTTP(w http.ResponseWriter, q *http.Request, n int) bool {
	each := s.limits().each
	if each == nil {
		return true
	}
	now := s.now()
	err := each.client(clientOf(s.users.Load(), userOf(q), q.RemoteAddr), now).take(n, now)
	if err != nil {
		s.count(&s.stats.limited)
		w.Header().Set("Retry-After", strconv.Itoa(int((err.wait+time.Second-1)/time.Second)))
		refuse(w, http.StatusTooManyRequests, "limited", err.Error())
	}
	return err == nil
}
