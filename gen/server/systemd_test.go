//go:build unix

package server

import (
	"net"
	"path/filepath"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// TestTell: systemd is told when the server is ready, and when it ends.
func TestTell(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	l := try.Of(net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})).Or(t)
	defer l.Close()
	t.Setenv("NOTIFY_SOCKET", path)
	told := func() string {
		_ = l.SetDeadline(time.Now().Add(patience))
		text := make([]byte, 64)
		n := try.Of(l.Read(text)).Or(t)
		return string(text[:n])
	}
	r := start(t, "")
	try.Equal(t, told(), "READY=1", "at the start systemd is told")
	r.stop()
	try.Equal(t, told(), "STOPPING=1", "at the end systemd is told")
}
