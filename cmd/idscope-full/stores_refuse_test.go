//go:build unix

package main

import (
	"net"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// TestStoreURLs: what a URL says decides by itself that a call cannot work, so the status is 2.
func TestStoreURLs(t *testing.T) {
	h := newHost(t)
	for url, want := range map[string]string{
		"etcd://u:s3cret@h/path":          `it has the path "path"; remove it`,
		"etcd://u:s3cret@h?tls=maybe":     "use on or off",
		"zookeeper://u:s3cret@h/path":     `it has the path "path"; remove it`,
		"redis://u:s3cret@h/abc":          "use a number",
		"redis://u:s3cret@h?timeout=soon": "use a time",
		"postgres://u:s3cret@h/d?x=1":     `it has no option "x"`,
		"mysql://u:s3cret@h":              "it names no database",
		"file:":                           "it names no folder",
		"foo://u:s3cret@h":                `no driver of that store: "foo"; use one of file:, etcd:, zookeeper:`,
	} {
		for _, args := range [][]string{{"gen", "snowflake"}, {"worker", "list"}, {"gen", "segment", "--key", "k"}} {
			lines, text, status := h.inside(append(args, "--store", url)...)
			if status != 2 || len(lines) > 0 || !strings.HasPrefix(text, "idscope: error: ") || !strings.Contains(text, want) ||
				strings.Contains(text, "s3cret") || strings.Contains(text, "group default") {
				t.Errorf("%q with %s: status %d, %q, %s; want 2 and %q", args, url, status, lines, text, want)
			}
		}
	}
}

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
