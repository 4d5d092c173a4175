package server

import (
	"context"
	"errors"
	"net"
	"os"
	"time"
)

// keptIdle is how many bytes an idle connection keeps for requests, and for replies.
const keptIdle = 4 << 10

// lastRead is how long a server that ends looks for what is on its way.
const lastRead = 20 * time.Millisecond

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
		c.server.stats.stalled.Add(1)
		c.over = true
	}
	c.out = c.out[:0]
}

// end wakes a session that waits for a request.
func (c *session) end() { _ = c.conn.SetReadDeadline(time.Unix(1, 0)) }

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
	for {
		_ = c.conn.SetReadDeadline(deadline)
		if c.killed.Load() { // looked at after the deadline, which the one that sets it moves
			return false
		}
		ending := s.draining.Load()
		var until time.Time // what came before it is read
		if ending {
			if c.final {
				return false
			}
			until = time.Now().Add(lastRead)
			_ = c.conn.SetReadDeadline(until)
		}
		n, err := c.conn.Read(c.in[len(c.in):cap(c.in)])
		late := errors.Is(err, os.ErrDeadlineExceeded)
		switch {
		case late && s.draining.Load() && (!ending || time.Now().Before(until)):
			continue // it was woken
		case err != nil:
			if late && len(c.in) > 0 {
				s.stats.stalled.Add(1)
			}
			return false
		}
		c.final = ending && len(c.in)+n < cap(c.in)
		c.in = c.in[:len(c.in)+n]
		c.last.Store(time.Now().Unix())
		return true
	}
}

// idle drops larger room than idle connections keep: clients may have many that do nothing.
func (c *session) idle() {
	if cap(c.out) > keptIdle { // and room for as many IDs
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
	return "unix"
}
