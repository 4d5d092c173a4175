//go:build unix

package main

import (
	"net"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// TestStoreAnswers: what a server says that is none controls no terminal and fills no screen.
func TestStoreAnswers(t *testing.T) {
	t.Parallel()
	l := try.Of(net.Listen("tcp", "127.0.0.1:0")).Or(t)
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				for b := make([]byte, 4096); err == nil; _, err = c.Read(b) {
					_, _ = c.Write([]byte("-ERR \x1b[2Jevil " + strings.Repeat("x", 5000) + "\r\n"))
				}
			}()
		}
	}()
	for _, scheme := range []string{"redis", "postgres", "mysql"} {
		url := scheme + "://u:s3cret@" + l.Addr().String() + "/0?timeout=2s"
		_, text, status := newHost(t).inside("worker", "list", "--store", url)
		if status != 3 || len(text) > 800 || strings.ContainsAny(text, "\x1b\r") || !strings.Contains(text, "check") ||
			strings.Contains(text, "s3cret") {
			t.Errorf("%s: status %d, %q; want 3, and a line that is printable", scheme, status, text)
		}
	}
}
