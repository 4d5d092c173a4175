package testserver

import (
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"idscope/gen/testing/try"
)

// Proxy is between clients and a server, and does to their connections what a
// bad network does. It forwards until it is told something else.
type Proxy struct {
	Addr string // HOST:PORT where it listens

	server   string
	listener net.Listener

	mu      sync.Mutex
	changed *sync.Cond
	open    map[net.Conn]*link // by client
	unheard []string           // whose connections are cut, by a word of their first request
	refuse  bool
	held    bool
	swallow bool // what the server says is lost
	lose    bool // what clients say is lost
	cutAt   int  // the reply that is lost together with its connection; 0 is none
	cuts    int
}

// link is a client's connection and what belongs to it.
type link struct {
	server net.Conn
	first  string // what the client said first
}

// NewProxy starts a proxy of a server's address, which ends with the test.
func NewProxy(t testing.TB, server string) *Proxy {
	t.Helper()
	l := try.Of(net.Listen("tcp", "127.0.0.1:0")).Or(t)
	p := &Proxy{Addr: l.Addr().String(), server: server, listener: l, open: map[net.Conn]*link{}}
	p.changed = sync.NewCond(&p.mu)
	var running sync.WaitGroup
	running.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			running.Go(func() { p.serve(client) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		p.set(func() { p.refuse, p.held = true, false })
		p.Cut()
		running.Wait()
	})
	return p
}

// set changes the proxy, and wakes what waits for a change.
func (p *Proxy) set(change func()) {
	p.mu.Lock()
	change()
	p.mu.Unlock()
	p.changed.Broadcast()
}

// Forward ends all faults.
func (p *Proxy) Forward() {
	p.set(func() {
		p.refuse, p.held, p.swallow, p.lose, p.cutAt, p.unheard = false, false, false, false, 0, nil
	})
}

// Refuse cuts all connections, and each new one, as a server that is down.
func (p *Proxy) Refuse() { p.set(func() { p.refuse = true }); p.Cut() }

// Hold forwards nothing, and keeps what comes: a partition that may heal.
func (p *Proxy) Hold() { p.set(func() { p.held = true }) }

// LoseReplies throws away what the server says.
func (p *Proxy) LoseReplies() { p.set(func() { p.swallow = true }) }

// LoseRequests throws away what clients say.
func (p *Proxy) LoseRequests() { p.set(func() { p.lose = true }) }

// CutReply loses the nth part of what the server says from now on, together with
// its connection; new ones work. It forgets the cuts counted so far.
func (p *Proxy) CutReply(n int) { p.set(func() { p.cutAt, p.cuts = n, 0 }) }

// Cuts is how often a reply was cut since the last [Proxy.CutReply].
func (p *Proxy) Cuts() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cuts
}

// Cut closes all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for client := range p.open {
		p.close(client)
	}
}

func (p *Proxy) close(client net.Conn) {
	_ = client.Close()
	_ = p.open[client].server.Close()
}

// RefuseFrom cuts the connections whose first request holds that text, and each
// such new one: one of several clients is cut off.
func (p *Proxy) RefuseFrom(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unheard = append(p.unheard, text)
	for client, l := range p.open {
		if strings.Contains(l.first, text) {
			p.close(client)
		}
	}
}

// hear notes what a client said first, and reports whether it may go on.
func (p *Proxy) hear(client net.Conn, text string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open[client].first = text
	return !slices.ContainsFunc(p.unheard, func(t string) bool { return strings.Contains(text, t) })
}

func (p *Proxy) serve(client net.Conn) {
	server, err := net.Dial("tcp", p.server)
	if err != nil {
		_ = client.Close()
		return
	}
	p.mu.Lock()
	refuse := p.refuse
	if !refuse {
		p.open[client] = &link{server: server}
	}
	p.mu.Unlock()
	if refuse {
		_, _ = client.Close(), server.Close()
		return
	}
	var both sync.WaitGroup
	both.Go(func() { p.copy(server, client, false) })
	both.Go(func() { p.copy(client, server, true) })
	both.Wait()
	p.mu.Lock()
	delete(p.open, client)
	p.mu.Unlock()
}

// copy forwards one direction until either side closes.
func (p *Proxy) copy(to, from net.Conn, reply bool) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 256<<10)
	for first := true; ; first = false {
		n, err := from.Read(buffer)
		if n > 0 {
			if first && !reply && !p.hear(from, string(buffer[:n])) {
				return
			}
			lost, cut := p.pass(reply)
			if cut {
				return
			}
			if !lost {
				if _, err := to.Write(buffer[:n]); err != nil {
					return
				}
			}
		}
		if err != nil {
			return
		}
	}
}

// pass waits while the proxy holds, and says what becomes of a part.
func (p *Proxy) pass(reply bool) (lost, cut bool) {
	p.mu.Lock()
	for p.held {
		p.changed.Wait()
	}
	lost = reply && p.swallow || !reply && p.lose
	if reply && p.cutAt > 0 {
		p.cutAt--
		if cut = p.cutAt == 0; cut {
			p.cuts++
		}
	}
	p.mu.Unlock()
	return lost, cut
}
