// Package server puts generators behind the Redis protocol and HTTP. README.md of this
// folder says what clients, and those who run it, have to know.
//
// A [session] answers requests of the Redis protocol and knows nothing of sockets; two
// loops drive sessions: one goroutine for all connections of a processor where the
// system has epoll, one for each connection elsewhere and under TLS.
package server

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen/server/service"
	"idscope/gen/store/election"
)

// Engine is the server as the program knows it.
type Engine struct {
	Electors []election.Driver // of groups of servers
}

var _ service.Engine = Engine{}

// Serve implements [service.Engine].
func (e Engine) Serve(ctx context.Context, o service.Options) error {
	r, err := New(ctx, o, e.Electors...)
	if err != nil {
		return err
	}
	return r.Run(ctx)
}

// Hash implements [service.Engine].
func (Engine) Hash(kind service.HashKind, password []byte) (string, error) {
	return hashPassword(kind, password)
}

// noOverride leaves a scheme as it is.
var noOverride service.Override

var (
	errTooLong  = errors.New("the text is too long for an id; want at most 1024 bytes")
	errNoScheme = errors.New("no such scheme")
)

// Server is the state that all connections share.
type Server struct {
	options service.Options
	log     *slog.Logger
	began   time.Time
	now     func() time.Time
	guard   *guard
	cluster *cluster // nil where this server is alone

	table  atomic.Pointer[table]
	users  atomic.Pointer[users]
	bounds atomic.Pointer[limits]

	settings atomic.Pointer[file]
	opening  sync.Mutex    // held while a generator is opened
	age      time.Duration // how old the time in an id may be; only where that is held

	stats   stats
	metrics http.Handler

	mu       sync.Mutex
	nextID   uint64
	live     map[*session]func() // what ends each
	byHost   map[string]int
	draining atomic.Bool
}

// limits bound what clients may take.
type limits struct {
	connections int           // of all clients
	perAddress  int           // of one address; 0 is no limit of its own
	each        *allowances   // what each client may ask for; nil for any
	stalled     time.Duration // how long a request may stay incomplete, or a reply untaken
}

func defaultLimits() *limits {
	return &limits{connections: 10_000, stalled: 30 * time.Second}
}

// stats are what is counted.
type stats struct {
	open, connections, rejected, broken, foreign, wrong, delayed, limited, stalled, http atomic.Int64
}

func (s *Server) count(c *atomic.Int64) { c.Add(1) }

func (s *Server) limits() *limits { return s.bounds.Load() }

// newSession admits a connection; an error is what the client is told.
func (s *Server) newSession(address string, inside bool, end func()) (*session, error) {
	l := s.limits()
	h := host(address)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.draining.Load() || len(s.live) >= l.connections || l.perAddress > 0 && s.byHost[h] >= l.perAddress {
		s.stats.rejected.Add(1)
		return nil, errors.New("ERR max number of clients reached")
	}
	s.nextID++
	c := &session{server: s, id: s.nextID, address: address, inside: inside, began: s.now()}
	c.last.Store(c.began.Unix())
	c.renew(s.users.Load())
	s.live[c] = end
	s.byHost[h]++
	s.stats.connections.Add(1)
	s.stats.open.Add(1)
	return c, nil
}

// closeSession forgets a connection that has ended.
func (s *Server) closeSession(c *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.live[c]; !ok {
		return
	}
	delete(s.live, c)
	h := host(c.address)
	if s.byHost[h]--; s.byHost[h] == 0 {
		delete(s.byHost, h)
	}
	s.stats.open.Add(-1)
}

// sessions lists the open connections.
func (s *Server) sessions() []*session {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]*session, 0, len(s.live))
	for c := range s.live {
		list = append(list, c)
	}
	return list
}

// endSession ends a connection after the request that it is at.
func (s *Server) endSession(c *session) {
	s.mu.Lock()
	end := s.live[c]
	s.mu.Unlock()
	c.killed.Store(true)
	if end != nil {
		end()
	}
}
