// Package server puts generators behind the Redis protocol and HTTP. README.md of this
// folder says what clients, and those who run it, have to know.
//
// A [session] is a connection of the Redis protocol, which one goroutine serves.
package server

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"net"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen"
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
	opening  sync.Mutex // held while a generator is opened
	locals   []*local   // that are open, and some that are not any more

	stats    stats
	metrics  *metrics
	commands *commands
	page     web.Page
	rooms    sync.Pool // of *room, which busy connections leave to others

	mu       sync.Mutex
	nextID   uint64
	live     map[*session]bool
	opened   connected // of the Redis protocol
	draining atomic.Bool
}

// newServer returns a server without addresses and generators, for all who ask.
func newServer(o service.Options, log *slog.Logger, now func() time.Time) *Server {
	s := &Server{options: o, log: log, began: now(), now: now, guard: newGuard(now), commands: newCommands(),
		live: map[*session]bool{}, opened: connected{byHost: map[string]int{}}}
	s.metrics = newMetrics(&s.stats)
	f := &file{}
	s.settings.Store(f)
	s.users.Store(f.users())
	s.bounds.Store(f.limits())
	s.table.Store(&table{sources: map[string]*source{}})
	s.metrics.MustRegister(s)
	return s
}

func (s *Server) limits() *limits { return s.bounds.Load() }

// newSession admits a connection; an error is what the client is told.
func (s *Server) newSession(nc net.Conn, inside bool) (*session, error) {
	l, address := s.limits(), addressOf(nc)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.draining.Load() {
		return nil, errors.New("ERR the server is about to end")
	}
	if !s.opened.add(l, address) {
		s.opened.remove(address)
		s.stats.rejected.Add(1)
		return nil, errors.New("ERR max number of clients reached")
	}
	s.nextID++
	c := &session{server: s, id: s.nextID, address: address, inside: inside, conn: nc, began: s.now(),
		in: make([]byte, 0, keptIdle)}
	c.last.Store(c.began.Unix())
	s.live[c] = true
	s.stats.connections.Add(1)
	s.stats.open.Add(1)
	return c, nil
}

// closeSession forgets a connection that has ended.
func (s *Server) closeSession(c *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.live, c)
	s.opened.remove(c.address)
	s.stats.open.Add(-1)
}

// sessions lists the open connections in their order.
func (s *Server) sessions() []*session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.SortedFunc(maps.Keys(s.live), func(a, b *session) int { return cmp.Compare(a.id, b.id) })
}

// outMost is how much a session holds that is not written yet, but for one reply to a request that is not for IDs: no
// more is generated before it is taken away.
const outMost = 64 << 10

// batch is how many IDs of a request are generated at a time.
const batch = 1024

// session is one connection of the Redis protocol.
type session struct {
	server  *Server
	id      uint64
	address string // of the client
	began   time.Time
	conn    net.Conn
	in      []byte    // what was read and not answered
	since   time.Time // when the incomplete request in it began
	until   time.Time // the deadline of writes
	reads   time.Time // until when it is heard however much it sends, once the server was told to end
	final   bool      // what was sent before that has been read

	args [][]byte
	ids  []gen.ID
	out  []byte
	over bool // the connection ends after what is in out

	inside bool   // through the socket beside the records: who may open it needs no server to use them
	users  *users // of which the user is one
	user   *user  // nil before authentication
	name   string // by CLIENT SETNAME
	resp3  bool

	source *source // of the last request, by its name: to find what has another name takes long
	named  []byte
	table  *table // in which it was found

	last   atomic.Int64 // when the last request came, Unix seconds
	killed atomic.Bool
}

// run answers the requests that buf holds, and returns how many bytes of it are done with.
func (c *session) run(ctx context.Context, buf []byte) (n int) {
	for !c.over {
		if c.killed.Load() {
			c.over = true
			return n
		}
		args, k, err := parseRequest(buf[n:], c.args)
		c.args = args[:0]
		switch {
		case err == errForeign:
			c.server.stats.foreign.Add(1)
			c.out, c.over = c.out[:0], true
			return n
		case err != nil:
			c.server.stats.broken.Add(1)
			c.out = appendReply(c.out, failf("ERR %v", err), c.resp3)
			c.over = true
			return n
		case k == 0:
			return n
		}
		n += k
		if len(args) > 0 {
			c.command(ctx, args)
		}
		if len(c.out) >= outMost {
			c.flush()
		}
	}
	return n
}

// command answers one request.
func (c *session) command(ctx context.Context, args [][]byte) {
	if now := c.server.users.Load(); now != c.users {
		c.renew(now)
	}
	row := c.server.commands.find(args[0]).part(args)
	var answer any
	switch {
	case c.user == nil && (row == nil || row.permission != open):
		answer = failure("NOAUTH Authentication required.")
	case row == nil:
		answer = c.unknown(args)
	case row.arity > 0 && len(args) != row.arity, len(args) < -row.arity:
		answer = wrongNumber(row.name)
	case row.permission == managers && !c.user.may(manage, nil):
		answer = failf("NOPERM User %s has no permissions to run the '%s' command", c.user.name, row.name)
	default:
		if answer = row.run(c, ctx, args); answer == any(errRetired) {
			answer = row.run(c, ctx, args)
		}
	}
	if err, ok := answer.(error); ok {
		answer = failureOf(err, args)
	}
	c.out = appendReply(c.out, answer, c.resp3)
}

func wrongNumber(command string) failure {
	return failf("ERR wrong number of arguments for '%s' command", command)
}

// allowed returns the source of a name, which the last request may have named as well, if n IDs of it may be asked for
// now.
func (c *session) allowed(ctx context.Context, name []byte, n int) (*source, error) {
	if t := c.server.table.Load(); c.table != t || string(c.named) != string(name) {
		c.table = nil
		src, err := c.server.find(ctx, t, c.user, name)
		if err != nil {
			return nil, err
		}
		c.table, c.source = t, src
		c.named = append(c.named[:0], name...)
	}
	return c.source, c.admit(n)
}

// room is what a connection has for many IDs and their texts.
type room struct {
	ids []gen.ID
	out []byte
}

// room is where n IDs are generated, or a batch of them. It may move what is not written yet.
func (c *session) room(n int) []gen.ID {
	const few = keptIdle / 24 // bytes of one
	if n = min(n, batch); cap(c.ids) >= n {
		return c.ids[:n]
	}
	if n > few {
		if r, ok := c.server.rooms.Get().(*room); ok {
			c.ids, c.out = r.ids, append(r.out, c.out...)
		}
	}
	c.ids = slices.Grow(c.ids[:0], n)
	return c.ids[:n]
}

// keptIdle is how many bytes an idle connection keeps for requests, and for replies.
const keptIdle = 4 << 10

// A server that ends reads on until nothing comes for lastRead, as what was sent before comes in parts: records of TLS,
// segments of TCP. Who goes on asking is heard for lastReads.
const (
	lastRead  = 20 * time.Millisecond
	lastReads = 500 * time.Millisecond
)

// serveConn serves one connection until it or the server ends.
func (s *Server) serveConn(ctx context.Context, nc net.Conn, inside bool) {
	defer nc.Close()
	c, err := s.newSession(nc, inside)
	if err != nil {
		_, _ = nc.Write(appendFailure(nil, err.Error()))
		return
	}
	defer s.closeSession(c)
	for {
		n := c.run(ctx, c.in)
		if c.in = c.in[:copy(c.in, c.in[n:])]; n > 0 || len(c.in) == 0 {
			c.since = time.Time{}
		}
		c.flush()
		if c.over || !c.read() {
			return
		}
	}
}

// flush sends what there is. A client that does not take it in time loses the connection.
func (c *session) flush() {
	if len(c.out) == 0 {
		return
	}
	limit := c.server.limits().stalled
	if now := time.Now(); c.until.Sub(now) < limit/2 || c.until.Sub(now) > limit { // moving it costs more than asking
		c.until = now.Add(limit)
		_ = c.conn.SetWriteDeadline(c.until)
	}
	if _, err := c.conn.Write(c.out); err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) { // else the client is gone
			c.server.stats.stalled.Add(1)
		}
		c.over = true
	}
	c.out = c.out[:0]
}

// end ends a session that waits for a request, if none comes within a time.
func (c *session) end(within time.Duration) { _ = c.conn.SetReadDeadline(time.Now().Add(within)) }

// read waits for more of a request; false ends the connection.
func (c *session) read() bool {
	s := c.server
	var deadline time.Time
	if len(c.in) > 0 {
		if c.since.IsZero() {
			c.since = time.Now()
		}
		deadline = c.since.Add(s.limits().stalled)
	} else {
		c.idle()
	}
	if len(c.in) == cap(c.in) {
		larger := make([]byte, len(c.in), min(2*cap(c.in), 2*maxRequest))
		copy(larger, c.in)
		c.in = larger
	}
	_ = c.conn.SetReadDeadline(deadline)
	ending := s.draining.Load() // looked at after the deadline, which those who set these move
	switch {
	case c.killed.Load(), ending && c.final:
		return false
	case ending && c.reads.IsZero():
		c.reads = time.Now().Add(lastReads)
		fallthrough
	case ending:
		c.end(lastRead)
	}
	n, err := c.conn.Read(c.in[len(c.in):cap(c.in)])
	if err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) && len(c.in) > 0 {
			s.stats.stalled.Add(1)
		}
		return false
	}
	c.final = ending && len(c.in)+n < cap(c.in) && time.Now().After(c.reads)
	c.in = c.in[:len(c.in)+n]
	c.last.Store(time.Now().Unix())
	return true
}

// idle drops larger room than idle connections keep: clients may have many that do nothing.
func (c *session) idle() {
	if cap(c.out) > keptIdle { // and room for as many IDs
		c.server.rooms.Put(&room{c.ids, c.out[:0]})
		c.out, c.ids = nil, nil
	}
	if cap(c.in) > keptIdle {
		c.in = make([]byte, 0, keptIdle)
	}
}

// addressOf is the client's, as it is logged and counted.
func addressOf(c net.Conn) string {
	if a := c.RemoteAddr(); a != nil && a.String() != "" && a.Network() != "unix" {
		return a.String()
	}
	return unixAddress
}

// unixAddress is that of clients at sockets of this host.
const unixAddress = "unix"
