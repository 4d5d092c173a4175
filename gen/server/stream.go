package server

import (
	"context"
	"errors"
	"net"
	"os"
	"time"
)

// serveConn serves one connection of the Redis protocol by a goroutine of its own.
func (s *Server) serveConn(ctx context.Context, conn net.Conn, inside bool) {
	defer conn.Close()
	c, err := s.newSession(addressOf(conn), inside, func() { _ = conn.SetReadDeadline(time.Unix(1, 0)) })
	if err != nil {
		_, _ = conn.Write(appendFailure(nil, err.Error()))
		return
	}
	defer s.closeSession(c)
	buf := make([]byte, 0, keptIdle)
	var since time.Time // when the incomplete request began
	last := false       // what was sent before the server was told to end has been read
	for {
		n, state := c.run(ctx, buf)
		if buf = buf[:copy(buf, buf[n:])]; n > 0 || len(buf) == 0 {
			since = time.Time{}
		}
		if len(c.out) > 0 {
			_ = conn.SetWriteDeadline(time.Now().Add(s.limits().stalled))
			if _, err := conn.Write(c.out); err != nil {
				s.count(&s.stats.stalled)
				return
			}
			c.out = c.out[:0]
		}
		switch state {
		case ended:
			return
		case needRoom:
			continue
		}
		var deadline time.Time
		if len(buf) == 0 {
			buf = c.idle(buf)
		} else {
			if since.IsZero() {
				since = time.Now()
			}
			deadline = since.Add(s.limits().stalled)
		}
		_ = conn.SetReadDeadline(deadline)
		if c.killed.Load() { // looked at behind the deadline, which whoever sets it moves
			return
		}
		ending := s.draining.Load()
		var until time.Time // what came before it is read
		if ending {
			if last {
				return
			}
			until = time.Now().Add(lastRead)
			_ = conn.SetReadDeadline(until)
		}
		if len(buf) == cap(buf) {
			larger := make([]byte, len(buf), min(2*cap(buf), 2*maxRequest))
			copy(larger, buf)
			buf = larger
		}
		k, err := conn.Read(buf[len(buf):cap(buf)])
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded) && s.draining.Load() && (!ending || time.Now().Before(until)):
			continue // it was woken
		case err != nil:
			if len(buf) > 0 && errors.Is(err, os.ErrDeadlineExceeded) {
				s.count(&s.stats.stalled)
			}
			return
		}
		last = ending && len(buf)+k < cap(buf)
		buf = buf[:len(buf)+k]
		c.last.Store(time.Now().Unix())
	}
}

// keptIdle is how many bytes an idle connection keeps for requests, and for replies.
const keptIdle = 4 << 10

// idle drops larger room than that: clients may have many connections that do nothing.
func (c *session) idle(buf []byte) []byte {
	if cap(c.out) > keptIdle { // and room for as many ids
		c.out, c.ids = nil, nil
	}
	if cap(buf) > keptIdle {
		buf = make([]byte, 0, keptIdle)
	}
	return buf
}

// lastRead is how long a server that ends looks for what is on its way.
const lastRead = 20 * time.Millisecond

// addressOf is the client's, as it is logged and counted.
func addressOf(conn net.Conn) string {
	if a := conn.RemoteAddr(); a != nil && a.String() != "" && a.Network() != "unix" {
		return a.String()
	}
	return "unix"
}
