package server

import (
	"context"
	"sync/atomic"
	"time"

	"idscope/gen"
)

// state is what a session needs next.
type state int

const (
	needInput state = iota // the rest of a request
	needRoom               // what is in out has to be written first
	needTime               // the clock, a disk or a password has to be waited for: call again, with wait
	ended                  // write out, and close
)

// outMost is how much a session holds that is not written yet, but for one reply to
// a request that is not for ids: no more is generated before it is taken away.
const outMost = 64 << 10

// batch is how many ids of a request are generated at a time.
const batch = 1024

// session is one connection of the Redis protocol, without its input and output: how
// those wait is of whoever calls run.
type session struct {
	server  *Server
	id      uint64
	address string // of the client
	began   time.Time
	ids     []gen.ID // room, which the sessions of one loop share
	args    [][]byte

	out    []byte
	inside bool   // through the socket beside the records: who may open it needs no server to use them
	users  *users // of which the user is one
	user   *user  // nil for a stranger
	name   string // by CLIENT SETNAME
	resp3  bool

	allowance *allowance  // what the client may still ask for; nil for any
	allowedBy *allowances // whose it is
	taken     bool        // for the request that is being answered

	source *source // of the last request, by its name
	named  []byte
	table  *table // in which it was found

	left *source // whose ids a reply still lacks
	lack int

	last   atomic.Int64 // when the last request came, Unix seconds
	killed atomic.Bool
}

// run answers the requests that buf holds. n bytes of it are done with. With a context
// of tryNow it waits for nothing: where it would have to, it says needTime, and has
// kept what it has.
func (c *session) run(ctx context.Context, buf []byte) (n int, s state) {
	for {
		if c.killed.Load() {
			return n, ended
		}
		if c.lack > 0 {
			if s := c.more(ctx); s != needInput {
				return n, s
			}
		}
		if len(c.out) >= outMost {
			return n, needRoom
		}
		args, k, err := parseRequest(buf[n:], c.args)
		c.args = args[:0]
		switch {
		case err == errForeign:
			c.server.count(&c.server.stats.foreign)
			c.out = c.out[:0]
			return n, ended
		case err != nil:
			c.server.count(&c.server.stats.broken)
			c.out = appendFailure(c.out, "ERR "+err.Error())
			return n, ended
		case k == 0:
			return n, needInput
		case len(args) == 0:
			n += k
			continue
		}
		s := c.command(ctx, args)
		if s == needTime {
			return n, needTime // the request is asked again
		}
		n += k
		c.taken = false
		if s == ended {
			return n, ended
		}
	}
}

// begin starts a reply of n ids of a source.
func (c *session) begin(ctx context.Context, src *source, n int) state {
	if src.text == nil {
		made, err := src.fill(ctx, c.room(n))
		if err != nil && made == 0 {
			if err == errBusy {
				return needTime
			}
			return c.refuse(src, err)
		}
		c.out = appendArray(c.out, n)
		c.write(src, c.ids[:made])
		c.left, c.lack = src, n-made
		return needInput
	}
	c.out = appendArray(c.out, n)
	c.left, c.lack = src, n
	return needInput
}

// more goes on with a reply of many ids. One that cannot be completed ends the
// connection: a client takes what it got for no reply then.
func (c *session) more(ctx context.Context) state {
	for c.lack > 0 {
		if len(c.out) >= outMost {
			return needRoom
		}
		if c.left.text != nil {
			out, err := c.left.appendReplyText(c.out)
			if err != nil {
				return ended
			}
			c.out = out
			c.lack--
			continue
		}
		made, err := c.left.fill(ctx, c.room(c.lack))
		c.write(c.left, c.ids[:made])
		c.lack -= made
		switch {
		case err == errBusy:
			return needTime
		case err != nil:
			return ended
		}
	}
	return needInput
}

// room is where n ids are generated, or a batch of them.
func (c *session) room(n int) []gen.ID {
	n = min(n, batch)
	if cap(c.ids) < n {
		c.ids = make([]gen.ID, n)
	}
	return c.ids[:n]
}

func (c *session) write(src *source, ids []gen.ID) {
	for _, id := range ids {
		c.out = src.appendReply(c.out, id)
	}
}

// find returns the source of a name, which the last request may have named as well.
func (c *session) find(ctx context.Context, name []byte) (*source, error) {
	t := c.server.table.Load()
	if c.table == t && string(c.named) == string(name) {
		return c.source, nil
	}
	if t.listed && t.sources[string(name)] == nil && !c.user.may(create, name) {
		return nil, errNoCreate
	}
	src, err := c.server.find(ctx, t, name)
	if err != nil {
		return nil, err
	}
	c.table, c.source = t, src
	c.named = append(c.named[:0], name...)
	return src, nil
}
