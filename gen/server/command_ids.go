package server

import (
	"context"
	"errors"
	"strconv"

	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/server/service"
	"idscope/inspect"
)

// mostIDs is the largest count of one request.
const mostIDs = 65536

func (c *session) incr(ctx context.Context, args [][]byte) { c.next(ctx, args[1], true) }

func (c *session) nextText(ctx context.Context, args [][]byte) { c.next(ctx, args[1], false) }

// next answers with one ID, as a number if it can be one.
func (c *session) next(ctx context.Context, name []byte, number bool) {
	src := c.allowed(ctx, name, 1)
	if src == nil {
		return
	}
	var err error
	if number && src.text == nil {
		var id gen.ID
		if id, err = src.next(ctx); err == nil {
			c.out = src.appendNumber(c.out, id)
		}
	} else {
		c.out, _, err = src.appendIDs(ctx, c.out, c.room(1), bulkFrom)
	}
	if err != nil {
		c.refuse(src, err)
	}
}

// mget answers with an array of IDs; with LIKE and a form only where the IDs are those that who asks would generate.
func (c *session) mget(ctx context.Context, args [][]byte) {
	like := len(args) == 5 && equalFold(args[3], "LIKE")
	if len(args) != 3 && !like {
		c.fail("ERR wrong number of arguments for 'id.mget' command")
		return
	}
	n, ok := c.amount(args[2])
	if !ok {
		return
	}
	src := c.allowed(ctx, args[1], n)
	if src == nil {
		return
	}
	if like && (!src.plain || service.Form(src.scheme) != string(args[4])) {
		c.fail("ERR %s is not the scheme of that name as the client has it", src.name)
		return
	}
	before := len(c.out)
	c.out = appendArray(c.out, n)
	for made := 0; made < n && !c.over; {
		out, got, err := src.appendIDs(ctx, c.out, c.room(n-made), bulkFrom)
		c.out = out
		if err != nil && made+got == 0 {
			c.out = c.out[:before]
			c.refuse(src, err)
			return
		}
		made += got
		c.over = err != nil && made < n // a client takes what it got for no reply then
		if len(c.out) >= outMost {
			c.flush()
		}
	}
}

func (c *session) incrBy(ctx context.Context, args [][]byte) {
	if src, _, last := c.consecutive(ctx, args); src != nil {
		c.out = src.appendNumber(c.out, last)
	}
}

func (c *session) idRange(ctx context.Context, args [][]byte) {
	before := len(c.out)
	if src, first, _ := c.consecutive(ctx, args); src != nil {
		c.out = appendArray(c.out[:before], 2)
		c.out = src.appendNumber(c.out, first)
		c.out = appendLine(c.out, ':', string(args[2]))
	}
}

// consecutive takes n consecutive integers; of a nil source it has answered with the error.
func (c *session) consecutive(ctx context.Context, args [][]byte) (src *source, first, last gen.ID) {
	n, ok := c.amount(args[2])
	if !ok {
		return nil, first, last
	}
	if src = c.allowed(ctx, args[1], n); src == nil {
		return nil, first, last
	}
	first, last, err := src.reserve(ctx, uint64(n))
	switch {
	case err == errScattered:
		c.fail("ERR %d ids of %s are not consecutive integers; use ID.MGET %s %d", n, src.name, src.name, n)
	case err != nil:
		c.refuse(src, err)
	default:
		return src, first, last
	}
	return nil, first, last
}

// get answers with the last ID that this server handed out.
func (c *session) get(ctx context.Context, args [][]byte) {
	src := c.allowed(ctx, args[1], 0)
	if src == nil {
		return
	}
	if e, ok := src.from.(*groupGenerator); ok {
		if _, err := e.c.lead(ctx); err != nil {
			c.refuse(src, err)
			return
		}
	}
	id, ok := src.latest()
	if !ok {
		c.out = appendNil(c.out, c.resp3)
		return
	}
	at := len(c.out)
	c.out = bulkFrom(src.appendID(c.out, id), at)
}

// amount reads a count of IDs.
func (c *session) amount(text []byte) (n int, ok bool) {
	v, err := strconv.ParseInt(string(text), 10, 64)
	switch {
	case err != nil:
		c.fail("ERR value is not an integer or out of range")
	case v < 1 || v > mostIDs:
		c.fail("ERR %d ids are too many or too few; use 1 to %d", v, mostIDs)
	default:
		return int(v), true
	}
	return 0, false
}

// refuse answers with the error of a generator.
func (c *session) refuse(src *source, err error) {
	var moved *movedError
	switch {
	case errors.As(err, &moved):
		c.fail("MOVED %d %s", slotOf(c.named), moved.to.Address)
		return
	case err != errDown && !errors.Is(err, errStore): // of which the log tells once
		c.server.log.Warn("refused", "generator", src.name, "error", err)
	}
	c.fail("%s", failureText(err))
}

// failureText is the error of a generator as clients are told it: the first word is the kind, and does not change.
func failureText(err error) string {
	kind := kindOf(err)
	switch kind {
	case kindDown:
		return "CLUSTERDOWN " + errDown.Error() // clients need not know where the store of the group is
	case kindPermission:
		return "NOPERM No permissions to access a key" // as Redis says it
	case kindClock:
		var at *gen.ClockError
		errors.As(err, &at)
		retry := int64(0)
		if !at.Retry.IsZero() {
			retry = max(at.Retry.Sub(at.Now).Milliseconds(), 1)
		}
		return "CLOCKBACK retry_ms=" + strconv.FormatInt(retry, 10) + " " + err.Error()
	}
	return kind.redis + " " + err.Error()
}

// kind is what an error of a generator is for clients.
type kind struct {
	redis string // the first word
	http  string // the code
}

var (
	kindDown        = kind{"CLUSTERDOWN", "no_leader"}
	kindClock       = kind{"CLOCKBACK", "clock_back"}
	kindFenced      = kind{"FENCED", "fenced"}
	kindEnded       = kind{"OVERFLOW", "overflow"}
	kindExhausted   = kind{"EXHAUSTED", "exhausted"}
	kindUnavailable = kind{"UNAVAILABLE", "unavailable"}
	kindPermission  = kind{"NOPERM", "no_permission"}
	kindUnknown     = kind{"ERR", "unknown_generator"}
	kindOther       = kind{"ERR", "unavailable"}
)

// kindOf tells errors of generators apart.
func kindOf(err error) kind {
	switch {
	case errors.Is(err, errDown), errors.As(err, new(*movedError)):
		return kindDown
	case errors.Is(err, errUnknown):
		return kindUnknown
	case errors.Is(err, errNoPermission):
		return kindPermission
	case errors.Is(err, counter.ErrFull):
		return kindExhausted
	case errors.Is(err, errStore):
		return kindUnavailable
	case errors.Is(err, gen.ErrBackward), errors.Is(err, gen.ErrStalled), errors.Is(err, gen.ErrBeforeEpoch):
		return kindClock
	case errors.Is(err, gen.ErrFenced):
		return kindFenced
	case errors.Is(err, gen.ErrEnded):
		return kindEnded
	case errors.Is(err, gen.ErrUsedUp):
		return kindExhausted
	}
	return kindOther
}

// mostText is the longest text that is read as an ID.
const mostText = 1024

// parse answers ID.PARSE id [scheme] with what the ID says, as inspect --json.
func (c *session) parse(_ context.Context, args [][]byte) {
	if len(args) > 3 {
		c.fail("ERR wrong number of arguments for 'id.parse' command")
		return
	}
	if !c.admit(0) {
		return
	}
	as := ""
	if len(args) == 3 {
		as = string(args[2])
	}
	text, ok, err := c.server.read(string(args[1]), as)
	switch {
	case err != nil:
		c.fail("ERR %v", err)
	case !ok:
		c.fail("ERR %.200q is not an id", args[1])
	default:
		c.out = appendBulk(c.out, text)
	}
}

// read returns the JSON of a text, and whether it is an ID. As is a scheme, or the name of a generator; empty leaves it
// to the text.
func (s *Server) read(text, as string) (json []byte, ok bool, err error) {
	if len(text) > mostText {
		return nil, false, errors.New("the text is too long for an id; use at most 1024 bytes")
	}
	o := inspect.Options{Now: s.now(), Schemes: s.options.Own}
	if as != "" {
		list, named := inspect.Named(as)
		if src := s.table.Load().sources[as]; src != nil {
			list, named = []*gen.Scheme{src.scheme}, true
		}
		if !named {
			return nil, false, unknown(as, errors.New("no such scheme"))
		}
		o.As = list
	}
	in, err := inspect.New(o)
	if err != nil {
		return nil, false, err
	}
	var r inspect.Result
	in.InspectInto(&r, text)
	return r.AppendJSON(nil), r.OK(), nil
}
