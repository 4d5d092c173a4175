// Package server puts generators behind the Redis protocol and HTTP. README.md of this
// folder says what clients, and those who run it, have to know.
//
// A [session] is a connection of the Redis protocol, which one goroutine serves.
package server

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen/server/service"
	"idscope/gen/server/web"
)

// Engine is the server as the program knows it.
type Engine struct {
	Page web.Page // that it shows
}

var _ service.Engine = Engine{}

// Serve implements [service.Engine].
func (e Engine) Serve(ctx context.Context, o service.Options) error {
	r, err := New(ctx, o)
	if err != nil {
		return err
	}
	r.page = e.Page
	return r.Run(ctx)
}

// noOverride leaves a scheme as it is.
var noOverride service.Override

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

	stats    stats
	metrics  *metrics
	commands *commands
	page     web.Page

	mu       sync.Mutex
	nextID   uint64
	live     map[*session]bool
	byHost   map[string]int
	draining atomic.Bool
}

// newServer returns a server without addresses and generators, for all who ask.
func newServer(o service.Options, log *slog.Logger, now func() time.Time) *Server {
	s := &Server{options: o, log: log, began: now(), now: now, guard: newGuard(now), commands: newCommands(),
		live: map[*session]bool{}, byHost: map[string]int{}}
	s.metrics = newMetrics(&s.stats)
	s.users.Store(openUsers())
	s.bounds.Store((&file{}).limits())
	s.show(&table{sources: map[string]*source{}})
	return s
}

func (s *Server) limits() *limits { return s.bounds.Load() }

// newSession admits a connection; an error is what the client is told.
func (s *Server) newSession(nc net.Conn, inside bool) (*session, error) {
	l, address := s.limits(), addressOf(nc)
	h := hostOf(address)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.draining.Load() || len(s.live) >= l.connections || l.perAddress > 0 && s.byHost[h] >= l.perAddress {
		s.stats.rejected.Add(1)
		return nil, errors.New("ERR max number of clients reached")
	}
	s.nextID++
	c := &session{server: s, id: s.nextID, address: address, inside: inside, conn: nc, began: s.now(),
		in: make([]byte, 0, keptIdle)}
	c.last.Store(c.began.Unix())
	c.renew(s.users.Load())
	s.live[c] = true
	s.byHost[h]++
	s.stats.connections.Add(1)
	s.stats.open.Add(1)
	return c, nil
}

// closeSession forgets a connection that has ended.
func (s *Server) closeSession(c *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.live, c)
	h := hostOf(c.address)
	if s.byHost[h]--; s.byHost[h] == 0 {
		delete(s.byHost, h)
	}
	s.stats.open.Add(-1)
}

// sessions lists the open connections.
func (s *Server) sessions() []*session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.live))
}
