package server

import (
	"context"
	"net"
	"runtime"
	"sync"
	"syscall"
)

// loops are those of a server.
type loops struct {
	list []*loop
	next int
	mu   sync.Mutex
	wg   sync.WaitGroup
}

// newLoops starts a loop for each processor; they end when they are told to drain and have
// no connection.
func (s *Server) newLoops(ctx context.Context) (*loops, error) {
	ls := &loops{}
	most := runtime.GOMAXPROCS(0)
	n := min(most, runtime.NumCPU())
	runtime.GOMAXPROCS(max(most, n+1)) // one that waits keeps its own for a while; others need one meanwhile
	for range n {
		l, err := s.newLoop()
		if err != nil {
			s.draining.Store(true)
			ls.drain()
			return nil, err
		}
		ls.list = append(ls.list, l)
		ls.wg.Add(1)
		go func() {
			defer ls.wg.Done()
			l.run(ctx)
		}()
	}
	return ls, nil
}

// take gives a connection to the next loop. It reports whether it did: of others than
// sockets of the system there is no file.
func (ls *loops) take(s *Server, c net.Conn, inside bool) bool {
	sc, ok := c.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := sc.SyscallConn()
	if err != nil {
		return false
	}
	fd := -1
	_ = raw.Control(func(from uintptr) {
		r, _, errno := syscall.RawSyscall(syscall.SYS_FCNTL, from, syscall.F_DUPFD_CLOEXEC, 0)
		if errno == 0 {
			fd = int(r)
		}
	})
	if fd < 0 {
		return false
	}
	address := addressOf(c)
	c.Close() // the copy stays open
	ls.mu.Lock()
	l := ls.list[ls.next%len(ls.list)]
	ls.next++
	ls.mu.Unlock()
	one := &conn{fd: int32(fd)}
	one.session, err = s.newSession(address, inside, func() { l.push(arrival{conn: one}) })
	if err != nil {
		_, _ = writeFile(one.fd, appendFailure(nil, err.Error()))
		_ = syscall.Close(fd)
		return true
	}
	if !l.push(arrival{conn: one}) {
		s.closeSession(one.session)
		_ = syscall.Close(fd)
	}
	return true
}

// drain ends the loops after what is in flight.
func (ls *loops) drain() {
	for _, l := range ls.list {
		l.push(arrival{})
	}
}

// wait waits until they have ended.
func (ls *loops) wait() { ls.wg.Wait() }
