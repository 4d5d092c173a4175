package server

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// wire is a connection of the Redis protocol.
type wire struct {
	net.Conn
	t *testing.T
	r *bufio.Reader
}

func (r *running) dial() *wire { return dial(r.t, r.resp) }

func dial(t *testing.T, address string) *wire {
	t.Helper()
	c := try.Of(net.Dial("tcp", address)).Or(t)
	t.Cleanup(func() { c.Close() })
	return &wire{c, t, bufio.NewReaderSize(c, 64<<10)}
}

// ask sends a request of words, and returns the reply.
func (w *wire) ask(words ...string) string {
	w.t.Helper()
	w.send(words...)
	return w.reply()
}

func (w *wire) send(words ...string) {
	w.t.Helper()
	try.Of(w.Write(encodeRequest(words...))).Or(w.t)
}

func encodeRequest(words ...string) []byte {
	text := appendArray(nil, len(words))
	for _, word := range words {
		text = appendBulkText(text, word)
	}
	return text
}

// patience is how long a test waits for what is about to happen, before it says that it does
// not: each time anew, however long the test takes.
const patience = time.Minute

// await waits for the server no longer than tests may take: how fast a machine is that does
// much else besides is not what they are about.
func (w *wire) await() {
	end, limited := w.t.Deadline()
	if limited {
		end = end.Add(-5 * time.Second) // and says what was waited for
	}
	_ = w.SetReadDeadline(end)
}

// reply returns one reply as a text: arrays and maps in brackets.
func (w *wire) reply() string {
	w.t.Helper()
	w.await()
	text, err := readReply(w.r)
	if err != nil {
		w.t.Fatalf("no reply: %v", err)
	}
	return text
}

func readReply(r *bufio.Reader) (string, error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return "", err
	}
	if !strings.HasSuffix(line, "\r\n") {
		return "", fmt.Errorf("%q does not end in CRLF", line)
	}
	line = strings.TrimSuffix(line, "\r\n")
	n, _ := strconv.Atoi(line[1:])
	switch line[0] {
	case '+', ':', '-':
		return strings.TrimPrefix(strings.TrimPrefix(line, "+"), ":"), nil
	case '_':
		return "(nil)", nil
	case '$':
		if n < 0 {
			return "(nil)", nil
		}
		text := make([]byte, n+2)
		_, err := io.ReadFull(r, text)
		return string(text[:n]), err
	case '*', '%':
		if line[0] == '%' {
			n *= 2
		}
		list := make([]string, n)
		for i := range list {
			if list[i], err = readReply(r); err != nil {
				return "", err
			}
		}
		return "[" + strings.Join(list, " ") + "]", nil
	}
	return "", fmt.Errorf("a reply begins with %q", line)
}

// words are the elements of an array's text.
func words(reply string) []string { return strings.Fields(strings.Trim(reply, "[]")) }

// ends reports whether the server closes the connection, after what it still says.
func (w *wire) ends() (said string, err error) {
	w.await()
	text, err := io.ReadAll(w.r)
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return string(text), err
	}
	return string(text), nil // closed with what was not read is a reset
}
