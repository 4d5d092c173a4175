package server

import (
	"context"
	"os"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"idscope/gen"
)

// loop serves many connections by one goroutine, with epoll: a request costs one read
// and one write, where a goroutine for each connection costs a second read, which
// finds nothing, and a change of goroutines. What would wait (a clock, a disk, a
// password) is done by a goroutine of its own.
//
// It waits in the system call itself: the runtime's poller would need three more calls
// for each wait.
//
// Idle connections have no buffers: those belong to the loop, and a connection keeps
// only what is incomplete.
type loop struct {
	server *Server
	epoll  int
	wake   int // an eventfd, which says that there is something in the queue

	buf  []byte
	out  []byte
	args [][]byte
	ids  []gen.ID

	conns map[int32]*conn // by file
	now   time.Time       // of this round
	swept time.Time

	mu       sync.Mutex
	queue    []arrival
	sleeping bool
	closed   bool
}

const (
	sweepEach = time.Second
	edge      = 1 << 31 // EPOLLET: it is told of once, and need not be read
)

// arrival is a connection that comes to the loop: new, back from a goroutine, or to be
// looked at.
type arrival struct {
	*conn
	back bool
}

func (s *Server) newLoop() (*loop, error) {
	epoll, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("epoll_create1", err)
	}
	wake, _, errno := syscall.RawSyscall(syscall.SYS_EVENTFD2, 0, syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if errno != 0 {
		_ = syscall.Close(epoll)
		return nil, os.NewSyscallError("eventfd2", errno)
	}
	l := &loop{server: s, epoll: epoll, wake: int(wake), conns: map[int32]*conn{}, buf: make([]byte, readMost+maxRequest),
		out: make([]byte, 0, 2*outMost)}
	if err := l.control(syscall.EPOLL_CTL_ADD, int32(l.wake), syscall.EPOLLIN|edge); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

func (l *loop) close() {
	_ = syscall.Close(l.epoll)
	_ = syscall.Close(l.wake)
}

func (l *loop) control(op int, fd int32, events uint32) error {
	e := syscall.EpollEvent{Events: events, Fd: fd}
	return os.NewSyscallError("epoll_ctl", syscall.EpollCtl(l.epoll, op, int(fd), &e))
}

// push brings a connection to the loop; false says that the loop has ended.
func (l *loop) push(a arrival) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	if a.conn != nil {
		l.queue = append(l.queue, a)
	}
	if l.sleeping {
		l.sleeping = false
		one := uint64(1)
		_, _, _ = syscall.RawSyscall(syscall.SYS_WRITE, uintptr(l.wake), uintptr(unsafe.Pointer(&one)), 8)
	}
	return true
}

// run is the loop.
func (l *loop) run(ctx context.Context) {
	defer l.close()
	events := make([]syscall.EpollEvent, 256)
	for {
		l.mu.Lock()
		queue := l.queue
		l.queue, l.sleeping = nil, len(queue) == 0
		l.mu.Unlock()
		limit := sweepEach
		if len(queue) > 0 { // there is work: look, and do not wait
			limit = 0
		}
		n, _ := syscall.EpollWait(l.epoll, events, int(limit.Milliseconds())) // the error is EINTR
		l.now = time.Now()
		for _, e := range events[:max(n, 0)] {
			if c := l.conns[e.Fd]; c != nil && !c.away {
				l.serve(ctx, c)
			}
		}
		for _, a := range queue {
			l.arrived(ctx, a)
		}
		if l.now.Sub(l.swept) >= sweepEach || l.server.draining.Load() {
			l.swept = l.now
			l.sweep(ctx)
		}
		if l.server.draining.Load() && l.finish() {
			return
		}
	}
}

// finish ends the loop if it has no connection.
func (l *loop) finish() bool {
	if len(l.conns) > 0 {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = len(l.queue) == 0
	return l.closed
}

// arrived takes a connection that is new, back from a goroutine, or to be looked at.
func (l *loop) arrived(ctx context.Context, a arrival) {
	c := a.conn
	if c.fd < 0 { // it ended meanwhile
		return
	}
	if a.back {
		c.away = false
	}
	if l.conns[c.fd] == nil {
		l.conns[c.fd] = c
		l.watch(c, syscall.EPOLLIN)
	} else {
		l.advance(ctx, c)
	}
}

// sweep ends the connections of clients that kept us waiting too long; when the server
// drains all, after what they have sent.
func (l *loop) sweep(ctx context.Context) {
	limit := l.server.limits().stalled
	for _, c := range l.conns {
		switch {
		case c.away:
		case !c.since.IsZero() && l.now.Sub(c.since) > limit:
			l.server.count(&l.server.stats.stalled)
			l.end(c)
		case l.server.draining.Load() && len(c.out) == 0 && c.state == needInput:
			more := l.serve(ctx, c) // what came before
			if !more && c.fd >= 0 && !c.away && len(c.out) == 0 && c.state == needInput {
				l.end(c)
			}
		}
	}
}
