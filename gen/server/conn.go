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

// conn is a connection of the Redis protocol and the goroutine that serves it.
type conn struct {
	net.Conn
	session *session
	buf     []byte    // what was read and not answered
	since   time.Time // when the incomplete request in it began
	until   time.Time // the deadline of writes
	last    bool      // what was sent before the server was told to end has been read
}

// serveConn serves one connection until it or the server ends.
func (s *Server) serveConn(ctx context.Context, nc net.Conn, inside bool) {
	defer nc.Close()
	c := &conn{Conn: nc, buf: make([]byte, 0, keptIdle)}
	var err error
	c.session, err = s.newSession(addressOf(nc), inside, func() { _ = nc.SetReadDeadline(time.Unix(1, 0)) })
	if err != nil {
		_, _ = nc.Write(appendFailure(nil, err.Error()))
		return
	}
	defer s.closeSession(c.session)
	c.session.send = c.send
	for {
		n := c.session.run(ctx, c.buf)
		if c.buf = c.buf[:copy(c.buf, c.buf[n:])]; n > 0 || len(c.buf) == 0 {
			c.since = time.Time{}
		}
		c.session.flush()
		if c.session.over || !c.read(s) {
			return
		}
	}
}

// send writes what a session says. A client that does not take it in time loses the connection.
func (c *conn) send(out []byte) error {
	s := c.session.server
	limit := s.limits().stalled
	if now := time.Now(); c.until.Sub(now) < limit/2 || c.until.Sub(now) > limit { // moving it costs more than asking
		c.until = now.Add(limit)
		_ = c.SetWriteDeadline(c.until)
	}
	_, err := c.Write(out)
	if err != nil {
		s.stats.stalled.Add(1)
	}
	return err
}

// read waits for more of a request; false ends the connection.
func (c *conn) read(s *Server) bool {
	var deadline time.Time
	if len(c.buf) > 0 {
		if c.since.IsZero() {
			c.since = time.Now()
		}
		deadline = c.since.Add(s.limits().stalled)
	} else {
		c.idle()
	}
	if len(c.buf) == cap(c.buf) {
		larger := make([]byte, len(c.buf), min(2*cap(c.buf), 2*maxRequest))
		copy(larger, c.buf)
		c.buf = larger
	}
	for {
		_ = c.SetReadDeadline(deadline)
		if c.session.killed.Load() { // looked at after the deadline, which the one that sets it moves
			return false
		}
		ending := s.draining.Load()
		var until time.Time // what came before it is read
		if ending {
			if c.last {
				return false
			}
			until = time.Now().Add(lastRead)
			_ = c.SetReadDeadline(until)
		}
		n, err := c.Read(c.buf[len(c.buf):cap(c.buf)])
		late := errors.Is(err, os.ErrDeadlineExceeded)
		switch {
		case late && s.draining.Load() && (!ending || time.Now().Before(until)):
			continue // it was woken
		case err != nil:
			if late && len(c.buf) > 0 {
				s.stats.stalled.Add(1)
			}
			return false
		}
		c.last = ending && len(c.buf)+n < cap(c.buf)
		c.buf = c.buf[:len(c.buf)+n]
		c.session.last.Store(time.Now().Unix())
		return true
	}
}

// idle drops larger room than idle connections keep: clients may have many that do nothing.
func (c *conn) idle() {
	if cap(c.session.out) > keptIdle { // and room for as many IDs
		c.session.out, c.session.ids = nil, nil
	}
	if cap(c.buf) > keptIdle {
		c.buf = make([]byte, 0, keptIdle)
	}
}

// addressOf is the client's, as it is logged and counted.
func addressOf(c net.Conn) string {
	if a := c.RemoteAddr(); a != nil && a.String() != "" && a.Network() != "unix" {
		return a.String()
	}
	return "unix"
}
