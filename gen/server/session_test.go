package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// FuzzSession: whatever comes over a connection, in whichever parts, nothing panics, no
// more is kept than the bounds, and every reply is one of the protocol.
func FuzzSession(f *testing.F) {
	s := bareServer(f)
	for _, seed := range []string{
		"*2\r\n$4\r\nINCR\r\n$6\r\nuuidv4\r\n", "INCR snowflake\r\nGET snowflake\r\nID.PARSE 1541815603606036480\r\n",
		"*3\r\n$7\r\nID.MGET\r\n$6\r\nuuidv4\r\n$5\r\n65536\r\n", "*1\r\n$1073741824\r\n", "*1073741824\r\n",
		"*2\r\n$4\r\nINCR\r\n$6\r\nuui", "HELLO 3\r\nHELLO 3 SETNAME a\r\nCLIENT LIST\r\nCLIENT KILL ID 1\r\nINFO\r\n",
		"MULTI\r\nECHO \x00\r\n", "POST / HTTP/1.1\r\n", "ID.MGET nanoid 3\r\nINCRBY uuidv4 2\r\nID.RANGE snowflake 3\r\n",
		"ID.MGET uuidv2 65536\r\nPING\r\n",
		"AUTH a b\r\nCLUSTER SLOTS\r\nCOMMAND\r\nCOMMAND COUNT\r\nSELECT 0\r\nQUIT\r\n", "ID.NEXT nothing\r\nPING\r\n",
	} {
		f.Add([]byte(seed), 5)
	}
	f.Fuzz(func(t *testing.T, in []byte, cut int) {
		c := try.Of(s.newSession("127.0.0.1:1", false, func() {})).Or(t)
		defer s.closeSession(c)
		out := &strings.Builder{}
		c.send = func(b []byte) error {
			out.Write(b)
			if out.Len() >= 1<<20 {
				return io.ErrShortWrite
			}
			return nil
		}
		// Some schemes have few IDs in minutes: a client that asks for more waits until it leaves.
		ctx, leave := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer leave()
		feed := func(buf []byte) []byte {
			buf = buf[c.run(ctx, buf):]
			if len(c.out) > 2*outMost+maxRequest {
				t.Fatalf("%d bytes are kept of replies", len(c.out))
			}
			c.flush()
			return buf
		}
		cut = min(max(cut, 0), len(in))
		rest := feed(in[:cut])
		if len(rest) > 2*maxRequest {
			t.Fatalf("%d bytes are kept of a request", len(rest))
		}
		feed(append(bytes.Clone(rest), in[cut:]...))
		if out.Len() >= 1<<20 {
			return // and more is to come
		}
		for r := bufio.NewReader(strings.NewReader(out.String())); ; {
			if _, err := readReply(r); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				t.Fatalf("%q is answered with %q: %v", in, out, err)
			}
		}
	})
}

// TestRequestsAllocate: requests for ids leave nothing to collect, or collecting would
// delay others.
func TestRequestsAllocate(t *testing.T) {
	s := bareServer(t)
	c := try.Of(s.newSession("127.0.0.1:1", false, func() {})).Or(t)
	c.send = func([]byte) error { return nil }
	for _, words := range []string{"INCR snowflake", "ID.NEXT uuidv7", "ID.MGET snowflake 100", "INCRBY march 10",
		"GET snowflake", "INCR nanoid", "ID.MGET nanoid 100", "PING"} {
		request := bytes.Repeat(encodeRequest(strings.Fields(words)...), 16)
		run := func() {
			c.out = c.out[:0]
			if n := c.run(t.Context(), request); n != len(request) || c.over {
				t.Fatalf("%s: %d of %d bytes, %q", words, n, len(request), c.out)
			}
		}
		run() // opens the generator, and makes room
		if got := leastAllocations(run); got > 0 {
			t.Errorf("16 times %s: %v allocations; want none", words, got)
		}
	}
}
