//go:build unix

package server

import (
	"bufio"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"

	"idscope/gen/testing/try"
)

// pinned is a client that asks one server, wherever that sends it, and that asks on while
// it gets no answer: requests that come in while the process is stopped are the first that
// it reads when it wakes.
type pinned struct {
	h    *history
	name string // of the generator
	conn net.Conn
	sent chan time.Duration // when each request was, of those without an answer
	end  chan struct{}
	done sync.WaitGroup

	answered, refused int
}

// pin starts clients of a server, one for each generator.
func (h *history) pin(address string) (list []*pinned) {
	h.t.Helper()
	for i, name := range generators {
		c := try.Of(net.Dial("tcp", address)).Or(h.t)
		p := &pinned{h: h, name: name, conn: c, sent: make(chan time.Duration, 64), end: make(chan struct{})}
		p.done.Go(p.ask)
		p.done.Go(func() { p.listen(clients + i) })
		list = append(list, p)
		for end := h.now() + time.Minute; p.ids() == 0 && h.now() < end; time.Sleep(time.Millisecond) {
		}
	}
	return list
}

func (p *pinned) ids() int {
	p.h.mu.Lock()
	defer p.h.mu.Unlock()
	return p.answered
}

func (p *pinned) ask() {
	defer close(p.sent)
	every := time.NewTicker(25 * time.Millisecond)
	defer every.Stop()
	for {
		select {
		case <-p.end:
			return
		case <-every.C:
		}
		select {
		case p.sent <- p.h.now(): // before it is sent
		case <-p.end:
			return
		}
		if _, err := p.conn.Write(encodeRequest("INCR", p.name)); err != nil {
			return
		}
	}
}

func (p *pinned) listen(client int) {
	in := bufio.NewReader(p.conn)
	for called := range p.sent {
		text, err := readReply(in)
		returned := p.h.now()
		if err != nil {
			continue
		}
		id, err := strconv.ParseInt(text, 10, 64)
		p.h.mu.Lock()
		if err == nil {
			p.answered++
			p.h.done[p.name] = append(p.h.done[p.name], porcupine.Operation{ClientId: client, Output: id,
				Call: int64(called), Return: int64(returned)})
		} else {
			p.refused++
			kind, _, _ := strings.Cut(strings.TrimPrefix(text, "-"), " ")
			if !slices.Contains(documented, kind) {
				p.h.t.Errorf("a server that was asked itself said %q; want documented errors only", text)
			}
		}
		p.h.mu.Unlock()
	}
}

// release ends the client, which has to have seen both: ids while its server led, and
// errors after that.
func (p *pinned) release(what string) {
	p.h.t.Helper()
	close(p.end)
	_ = p.conn.SetDeadline(time.Now().Add(patience)) // its server is awake, and answers what is left
	p.done.Wait()
	_ = p.conn.Close()
	p.h.t.Logf("%s: the old leader itself gave %d ids of %s, and refused %d times", what, p.answered, p.name, p.refused)
	if p.answered == 0 || p.refused == 0 {
		p.h.t.Errorf("%s: the old leader itself gave %d ids of %s, and refused %d times; want both", what, p.answered,
			p.name, p.refused)
	}
}
