package server

import (
	"context"
	"syscall"
	"time"
	"unsafe"
)

// conn is a connection of a loop. Only the loop uses it, or the goroutine that has it.
type conn struct {
	*session
	fd      int32
	in      []byte    // of an incomplete request, or behind one that waits
	since   time.Time // that the client has kept us waiting; zero if it does not
	state   state
	away    bool   // a goroutine has it
	watched uint32 // events; 0 while it is not watched at all
}

const (
	readMost  = maxRequest // bytes of one read
	roundMost = 16         // replies of outMost that one connection gets in a round
)

// serve reads what came, and answers it. It reports whether more than it read may have come.
func (l *loop) serve(ctx context.Context, c *conn) (more bool) {
	if len(c.out) > 0 || c.state != needInput {
		l.advance(ctx, c)
		return false
	}
	had := copy(l.buf, c.in)
	n, err := readFile(c.fd, l.buf[had:had+readMost])
	switch {
	case err == syscall.EAGAIN:
		return false
	case err != nil || n == 0:
		l.end(c)
		return false
	}
	c.last.Store(l.now.Unix())
	l.answer(ctx, c, l.buf[:had+n])
	return n == readMost
}

// advance goes on with a connection whose reply could not be taken, or that waited.
func (l *loop) advance(ctx context.Context, c *conn) {
	if c.away {
		return
	}
	if len(c.out) > 0 && !l.flush(c) {
		return
	}
	c.since = time.Time{}
	if c.state == ended || c.killed.Load() {
		l.end(c)
		return
	}
	l.answer(ctx, c, l.buf[:copy(l.buf, c.in)])
}

// answer answers the requests in buf, and keeps the rest.
func (l *loop) answer(ctx context.Context, c *conn, buf []byte) {
	c.ids, c.args, c.out = l.ids, l.args, l.out[:0]
	had := len(buf)
	for round := 0; ; round++ {
		n, s := c.run(tryNow, buf)
		buf, c.state = buf[n:], s
		if len(c.out) > 0 && !l.flush(c) {
			break
		}
		if s != needRoom || round == roundMost {
			break
		}
	}
	if c.fd < 0 {
		return
	}
	l.ids, l.args = c.ids, c.args
	c.ids, c.args = nil, nil
	if len(buf) == 0 {
		c.in = nil
	} else {
		c.in = append(c.in[:0], buf...)
		if len(buf) < had || c.since.IsZero() {
			c.since = l.now
		}
	}
	if len(c.out) > 0 { // of its own; it goes on when the client has taken it
		return
	}
	if cap(c.out) <= 4*outMost {
		l.out = c.out
	}
	c.out = nil
	switch c.state {
	case ended:
		l.end(c)
	case needRoom: // others first
		l.push(arrival{conn: c})
	case needTime:
		c.away, c.since = true, time.Time{}
		l.watch(c, 0)
		go l.goOn(ctx, c)
	default:
		l.watch(c, syscall.EPOLLIN)
	}
}

// goOn is what a goroutine does for a connection that has to wait.
func (l *loop) goOn(ctx context.Context, c *conn) {
	n, s := c.run(ctx, c.in)
	c.in, c.state = c.in[n:], s
	c.ids, c.args = nil, nil
	l.push(arrival{c, true})
}

// flush writes what there is, and reports whether all was taken.
func (l *loop) flush(c *conn) bool {
	n, err := writeFile(c.fd, c.out)
	if err != nil && err != syscall.EAGAIN {
		l.end(c)
		return false
	}
	if n == len(c.out) {
		c.out = c.out[:0]
		return true
	}
	rest := append([]byte(nil), c.out[max(n, 0):]...) // the loop keeps its buffer
	c.out = rest
	if n > 0 || c.since.IsZero() {
		c.since = l.now
	}
	l.watch(c, syscall.EPOLLOUT)
	return false
}

// watch waits for other events of a connection; for none it is not watched at all, or
// its end would be reported again and again.
func (l *loop) watch(c *conn, events uint32) {
	op := syscall.EPOLL_CTL_MOD
	switch {
	case c.watched == events:
		return
	case c.watched == 0:
		op = syscall.EPOLL_CTL_ADD
	case events == 0:
		op = syscall.EPOLL_CTL_DEL
	}
	if c.watched = events; l.control(op, c.fd, events) != nil {
		l.end(c)
	}
}

// end closes a connection.
func (l *loop) end(c *conn) {
	if c.fd < 0 {
		return
	}
	delete(l.conns, c.fd)
	_ = syscall.Close(int(c.fd))
	c.fd, c.out, c.in = -1, nil, nil
	l.server.closeSession(c.session)
}

// readFile and writeFile are for files that do not block: the runtime need not know.

func readFile(fd int32, p []byte) (int, error) {
	for {
		n, _, errno := syscall.RawSyscall(syscall.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(&p[0])), uintptr(len(p)))
		switch errno {
		case 0:
			return int(n), nil
		case syscall.EINTR:
		default:
			return 0, errno
		}
	}
}

func writeFile(fd int32, p []byte) (int, error) {
	done := 0
	for done < len(p) {
		n, _, errno := syscall.RawSyscall6(syscall.SYS_SENDTO, uintptr(fd), uintptr(unsafe.Pointer(&p[done])),
			uintptr(len(p)-done), syscall.MSG_NOSIGNAL, 0, 0)
		switch errno {
		case 0:
			done += int(n)
		case syscall.EINTR:
		default:
			return done, errno
		}
	}
	return done, nil
}
