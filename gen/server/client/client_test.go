package client

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/testing/try"
)

// counting is a server that answers ID.MGET with numbers that it counts.
type counting struct {
	net.Listener
	last     atomic.Int64
	requests atomic.Int64
	answer   func(request []string) string // in place of numbers; nil or empty for them
}

func serveCounting(t *testing.T, answer func([]string) string) *counting {
	t.Helper()
	l := try.Of(net.Listen("tcp", "127.0.0.1:0")).Or(t)
	s := &counting{Listener: l, answer: answer}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(c)
		}
	}()
	return s
}

func (s *counting) serve(c net.Conn) {
	defer c.Close()
	r := bufio.NewReader(c)
	for {
		var words []string
		for n := 1; len(words) < n; {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			line = strings.TrimSpace(line)
			switch line[0] {
			case '*':
				n, _ = strconv.Atoi(line[1:])
			case '$':
			default:
				words = append(words, line)
			}
		}
		s.requests.Add(1)
		text := ""
		if s.answer != nil {
			text = s.answer(words)
		}
		if text == "" {
			n, _ := strconv.Atoi(words[2])
			text = fmt.Sprintf("*%d\r\n", n)
			for range n {
				text += fmt.Sprintf(":%d\r\n", s.last.Add(1))
			}
		}
		if text == "close" {
			return
		}
		if _, err := c.Write([]byte(text)); err != nil {
			return
		}
	}
}

// TestFetch reads testdata/answers.txt.
func TestFetch(t *testing.T) {
	try.Lines(t, "testdata/answers.txt", func(given string) string {
		s := serveCounting(t, func([]string) string { return try.Of(strconv.Unquote(given)).Or(t) })
		c := New(s.Addr().String(), "orders", Options{})
		defer c.Close()
		ids, err := c.Fetch(t.Context(), "", 2)
		var lines []byte
		kind := "none"
		if e := (*ServerError)(nil); errors.As(err, &e) {
			kind = e.Kind()
		} else if err == nil {
			lines = try.Of(ids.Append(nil)).Or(t)
		}
		return fmt.Sprintf("%q %v, which is %s", lines, err, kind)
	})
}

func TestFetchRefuses(t *testing.T) {
	c := New("127.0.0.1:1", "orders", Options{})
	for _, n := range []int{0, -1, MostIDs + 1} {
		try.Of(c.Fetch(t.Context(), "", n)).Says(t, "use 1 to 65536", "Fetch of %d =", n)
	}
	try.Of(c.Fetch(t.Context(), "", MostIDs)).Says(t, "127.0.0.1:1 does not answer", "without a server Fetch =")
}

// TestFetchAgain: a connection that broke is made again.
func TestFetchAgain(t *testing.T) {
	var n atomic.Int64
	s := serveCounting(t, func([]string) string {
		if k := n.Add(1); k == 1 || k == 3 {
			return "close"
		}
		return ""
	})
	c := New(s.Addr().String(), "orders", Options{})
	defer c.Close()
	try.Of(c.Fetch(t.Context(), "", 1)).Says(t, "does not answer", "of a new connection that ended, and no second one:")
	for range 3 {
		try.Of(c.Fetch(t.Context(), "", 1)).Or(t)
	}
}

// TestFetchCancelled: a request ends with its context, and the next one is answered.
func TestFetchCancelled(t *testing.T) {
	var n atomic.Int64
	asked, answer := make(chan bool, 1), make(chan bool)
	s := serveCounting(t, func([]string) string {
		if n.Add(1) == 2 {
			asked <- true
			<-answer
		}
		return ""
	})
	defer close(answer)
	c := New(s.Addr().String(), "orders", Options{Timeout: time.Hour})
	defer c.Close()
	try.Of(c.Fetch(t.Context(), "", 1)).Or(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-asked; cancel() }()
	try.Of(c.Fetch(ctx, "", 1)).Fails(t, context.Canceled, "cancelled, Fetch =")
	try.Of(c.Fetch(t.Context(), "", 1)).Or(t)
}

func TestPassword(t *testing.T) {
	s := serveCounting(t, func(words []string) string {
		if words[0] != "AUTH" {
			return ""
		}
		if fmt.Sprint(words[1:]) == "[app geheim]" {
			return "+OK\r\n"
		}
		return "-WRONGPASS " + words[1] + "\r\n"
	})
	address := s.Addr().String()
	good, bad := New(address, "orders", Options{User: "app", Password: "geheim"}), New(address, "orders", Options{Password: "x"})
	try.Of(good.Fetch(t.Context(), "", 1)).Or(t)
	for range 2 {
		var e *ServerError
		if _, err := bad.Fetch(t.Context(), "", 1); !errors.As(err, &e) || e.Text != "WRONGPASS default" {
			t.Errorf("with a wrong password Fetch = %v", err)
		}
	}
}

// TestSource: a source gives what the server answers, one a line, and asks for no more than is wanted.
func TestSource(t *testing.T) {
	s := serveCounting(t, nil)
	orders := New(s.Addr().String(), "orders", Options{})
	defer orders.Close()
	text, err := gen.AppendNext(t.Context(), orders, []byte("before "))
	if string(text) != "before 1\n" || err != nil {
		t.Errorf("AppendNext = %q, %v; want the first", text, err)
	}
	text = nil
	try.Works(t, gen.NewLoop(t.Context(), orders, 2500).Run(func(part []byte) error {
		text = append(text, part...)
		return nil
	}))
	lines := strings.Fields(string(text))
	if len(lines) != 2500 || lines[0] != "2" || lines[2499] != "2501" || s.last.Load() != 2501 || s.requests.Load() != 4 {
		t.Errorf("%d ids from %s on in %d requests, and the server counts %d; want 2500 from 2 on, in 4", len(lines),
			lines[0], s.requests.Load(), s.last.Load())
	}
}

// FuzzReadArray: no reply panics, and what is read has as many ids as were asked for, which may have ends of lines.
func FuzzReadArray(f *testing.F) {
	f.Add("*2\r\n:1\r\n$1\r\na\r\n")
	f.Add("*2\r\n$-1\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		lines, err := readArray(bufio.NewReaderSize(strings.NewReader(text), 64), 2)
		if err == nil && strings.Count(string(lines), "\n") < 2 {
			t.Errorf("readArray(%q) = %q", text, lines)
		}
	})
}
