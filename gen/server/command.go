package server

import (
	"context"
	"errors"
	"strconv"

	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/server/service"
)

// mostIDs is the largest count of one request.
const mostIDs = 65536

// command answers one request. needTime says that nothing was done, and that it is to
// be asked again in a context that may wait.
func (c *session) command(ctx context.Context, args [][]byte) state {
	var buf [16]byte
	name := upper(buf[:0], args[0])
	if now := c.server.users.Load(); now != c.users {
		c.renew(now)
	}
	if c.user == nil {
		return c.stranger(ctx, name, args)
	}
	switch string(name) {
	case "INCR", "ID.NEXT":
		if len(args) != 2 {
			return c.arity(args[0])
		}
		return c.next(ctx, args[1], name[1] == 'N')
	case "ID.MGET":
		return c.mget(ctx, args)
	case "INCRBY", "ID.RANGE":
		return c.consecutive(ctx, args, name[0] == 'I' && name[1] == 'D')
	case "GET":
		return c.get(ctx, args)
	case "ID.PARSE":
		return c.parse(args)
	case "PING":
		return c.ping(args)
	case "MULTI", "EXEC", "DISCARD", "WATCH", "UNWATCH":
		return c.fail("ERR %s is refused: ids of a transaction cannot be taken back; pipeline requests instead",
			string(name)) // a copy: else each request would have its name on the heap
	}
	return c.serverCommand(ctx, name, args)
}

// upper appends a command's name in capital letters, as far as there is room: longer
// names are of no command.
func upper(dst, name []byte) []byte {
	for _, b := range name[:min(len(name), cap(dst))] {
		if b >= 'a' && b <= 'z' {
			b -= 'a' - 'A'
		}
		dst = append(dst, b)
	}
	return dst
}

// next answers with one id, as a number if it can be one.
func (c *session) next(ctx context.Context, name []byte, number bool) state {
	src, s, ok := c.allowed(ctx, name, 1)
	if !ok {
		return s
	}
	if src.text != nil {
		out, err := src.appendReplyText(c.out)
		if err != nil {
			return c.refuse(src, err)
		}
		c.out = out
		return needInput
	}
	id, err := src.next(ctx)
	switch {
	case err == errBusy:
		return needTime
	case err != nil:
		return c.refuse(src, err)
	case number:
		c.out = src.appendNumber(c.out, id)
	default:
		c.out = src.appendReply(c.out, id)
	}
	return needInput
}

// mget answers with an array of ids; with LIKE and a form only where the ids are those that
// whoever asks would generate.
func (c *session) mget(ctx context.Context, args [][]byte) state {
	like := len(args) == 5 && equalFold(args[3], "LIKE")
	if len(args) != 3 && !like {
		return c.arity(args[0])
	}
	n, s, ok := c.amount(args[2])
	if !ok {
		return s
	}
	src, s, ok := c.allowed(ctx, args[1], n)
	if !ok {
		return s
	}
	if like && (!src.plain || service.Form(src.scheme) != string(args[4])) {
		return c.fail("ERR %s is not the scheme of that name as whoever asks has it", src.name)
	}
	return c.begin(ctx, src, n)
}

// consecutive answers with the last of n ids, or with the first and their number.
func (c *session) consecutive(ctx context.Context, args [][]byte, both bool) state {
	if len(args) != 3 {
		return c.arity(args[0])
	}
	n, s, ok := c.amount(args[2])
	if !ok {
		return s
	}
	src, s, ok := c.allowed(ctx, args[1], n)
	if !ok {
		return s
	}
	first, last, err := src.reserve(ctx, uint64(n))
	switch {
	case err == errBusy:
		return needTime
	case err == errScattered:
		return c.fail("ERR %d ids of %s are not consecutive integers; want ID.MGET %s %d", n, src.name, src.name, n)
	case err != nil:
		return c.refuse(src, err)
	case both:
		c.out = appendArray(c.out, 2)
		c.out = src.appendNumber(c.out, first)
		c.out = appendInt(c.out, uint64(n))
	default:
		c.out = src.appendNumber(c.out, last)
	}
	return needInput
}

// get answers with the last id that this server handed out.
func (c *session) get(ctx context.Context, args [][]byte) state {
	if len(args) != 2 {
		return c.arity(args[0])
	}
	src, s, ok := c.allowed(ctx, args[1], 0)
	if !ok {
		return s
	}
	if e, ok := src.from.(*elected); ok {
		if _, err := e.c.lead(ctx); err == errBusy {
			return needTime
		} else if err != nil {
			return c.refuse(src, err)
		}
	}
	if id, ok := src.latest(); ok {
		at := len(c.out)
		c.out = bulkFrom(src.appendID(c.out, id), at)
	} else {
		c.out = appendNil(c.out, c.resp3)
	}
	return needInput
}

// amount reads a count of ids.
func (c *session) amount(text []byte) (n int, s state, ok bool) {
	v, err := strconv.ParseInt(string(text), 10, 64)
	switch {
	case err != nil:
		return 0, c.fail("ERR value is not an integer or out of range"), false
	case v < 1 || v > mostIDs:
		return 0, c.fail("ERR %d ids are too many or too few; want 1 to %d", v, mostIDs), false
	}
	return int(v), needInput, true
}

// allowed returns the source of a name, if the user may use it and ask for n ids now.
func (c *session) allowed(ctx context.Context, name []byte, n int) (*source, state, bool) {
	if !c.user.may(generate, name) {
		return nil, c.fail("NOPERM No permissions to access a key"), false
	}
	src, err := c.find(ctx, name)
	switch {
	case err == nil:
		s, ok := c.take(n)
		return src, s, ok
	case err == errBusy:
		return nil, needTime, false
	case err == errNoCreate:
		return nil, c.fail("%s", err.Error()), false
	}
	return nil, c.fail("%s", failureText(err)), false
}

// refuse answers with the error of a generator.
func (c *session) refuse(src *source, err error) state {
	var moved *movedError
	switch {
	case errors.As(err, &moved):
		return c.fail("MOVED %d %s", slotOf(c.named), moved.to.Address)
	case err == errDown:
		return c.fail("CLUSTERDOWN %v", err)
	}
	if !errors.As(err, new(*storeError)) { // of which the log tells once
		c.server.log.Warn("refused", "generator", src.name, "error", err)
	}
	if errors.Is(err, errDown) {
		return c.fail("CLUSTERDOWN %v", errDown)
	}
	return c.fail("%s", failureText(err))
}

// failureText words the error of a generator as clients are told it: the first word is
// the kind, and does not change.
func failureText(err error) string {
	var at *gen.ClockError
	switch {
	case errors.Is(err, counter.ErrFull):
		return "EXHAUSTED " + err.Error()
	case errors.As(err, new(*storeError)):
		return "UNAVAILABLE " + err.Error()
	case !errors.As(err, &at):
		return "ERR " + err.Error()
	}
	switch at.Reason {
	case gen.ErrBackward, gen.ErrStalled, gen.ErrBeforeEpoch:
		retry := int64(0)
		if !at.Retry.IsZero() {
			retry = max(at.Retry.Sub(at.Now).Milliseconds(), 1)
		}
		return "CLOCKBACK retry_ms=" + strconv.FormatInt(retry, 10) + " " + err.Error()
	case gen.ErrFenced:
		return "FENCED " + err.Error()
	case gen.ErrEnded:
		return "OVERFLOW " + err.Error()
	}
	return "EXHAUSTED " + err.Error()
}
