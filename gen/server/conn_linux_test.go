package server

import (
	"bytes"
	"syscall"
	"testing"
	"time"
)

// TestLoopKeeps: of a client that sends much and takes nothing, no more is kept than two
// requests and the replies that were generated last.
func TestLoopKeeps(t *testing.T) {
	s := bareServer(t)
	if _, err := s.find(t.Context(), s.table.Load(), []byte("uuidv4")); err != nil {
		t.Fatal(err)
	}
	l, err := s.newLoop()
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fds[1])
	c := &conn{fd: int32(fds[0])}
	if c.session, err = s.newSession("127.0.0.1:1", false, func() {}); err != nil {
		t.Fatal(err)
	}
	defer l.end(c)
	l.conns[c.fd], l.now = c, time.Now()
	l.watch(c, syscall.EPOLLIN)
	request := encodeRequest("ID.MGET", "uuidv4", "65536")
	if _, err := writeFile(int32(fds[1]), bytes.Repeat(request, 1000)); err != nil && err != syscall.EAGAIN {
		t.Fatal(err)
	}
	for range 100 {
		l.serve(t.Context(), c)
		if len(c.in) > 2*maxRequest || len(c.out) > 2*outMost {
			t.Fatalf("%d bytes of requests and %d of replies are kept; want at most %d and %d", len(c.in), len(c.out),
				2*maxRequest, 2*outMost)
		}
	}
	if len(c.out) == 0 {
		t.Error("every reply was taken; want some left")
	}
}
