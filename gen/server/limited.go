package server

import (
	"net"
	"sync"
	"sync/atomic"
)

// limited is a listener for HTTP: connections beyond the limit are closed at once.
type limited struct {
	net.Listener
	server *Server
	open   atomic.Int64
}

// Accept returns the next connection within the limit.
func (l *limited) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.open.Add(1) <= int64(l.server.limits().connections) {
			return &limitedConn{Conn: c, open: &l.open}, nil
		}
		l.open.Add(-1)
		l.server.count(&l.server.stats.rejected)
		c.Close()
	}
}

// limitedConn is a connection that counts until it is closed.
type limitedConn struct {
	net.Conn
	open *atomic.Int64
	once sync.Once
}

// Close closes it.
func (c *limitedConn) Close() error {
	c.once.Do(func() { c.open.Add(-1) })
	return c.Conn.Close()
}
