package etcd

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// connections are those of a client. A member that hangs keeps its connection, and the client would go on to ask it in
// its turn: it is left alone when its connection is closed, since a new one to it is not ready before it answers.
type connections struct {
	mu   sync.Mutex
	open map[*connection]struct{}
}

// connection knows when the other side was heard last.
type connection struct {
	net.Conn
	of    *connections
	heard atomic.Int64 // Unix nanoseconds
}

// add returns a connection that is one of them until it is closed.
func (cs *connections) add(c net.Conn) net.Conn {
	one := &connection{Conn: c, of: cs}
	one.heard.Store(time.Now().UnixNano())
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if cs.open == nil {
		cs.open = map[*connection]struct{}{}
	}
	cs.open[one] = struct{}{}
	return one
}

// Read implements [net.Conn].
func (c *connection) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.heard.Store(time.Now().UnixNano())
	}
	return n, err
}

// Close implements [net.Conn].
func (c *connection) Close() error {
	c.of.mu.Lock()
	delete(c.of.open, c)
	c.of.mu.Unlock()
	return c.Conn.Close()
}

// hangUp closes the connections that were not heard since a time, if a call that began then had no answer in time.
func (cs *connections) hangUp(err error, since time.Time) {
	if !errors.Is(plain(err), context.DeadlineExceeded) {
		return
	}
	var silent []*connection
	cs.mu.Lock()
	for c := range cs.open {
		if c.heard.Load() < since.UnixNano() {
			silent = append(silent, c)
		}
	}
	cs.mu.Unlock()
	for _, c := range silent {
		_ = c.Close()
	}
}
