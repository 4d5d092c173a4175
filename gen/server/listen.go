package server

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"idscope/gen/server/service"
)

func (r *Running) listen(o service.Options, f *file) error {
	passed, err := r.passed()
	if err != nil {
		return err
	}
	if !passed {
		l, err := listen(cmp.Or(o.Listen, f.Listen, service.DefaultListen))
		if err != nil {
			return err
		}
		r.resp = append(r.resp, l)
	}
	r.listenInside(o.Socket)
	if r.web != nil || passed {
		return nil
	}
	if web := cmp.Or(o.HTTP, f.HTTP, service.DefaultHTTP); web != "none" {
		if r.web, err = listen(web); err != nil {
			return err
		}
	}
	return nil
}

// listenInside opens the socket beside the records. Where that does not work, as where
// another server has it, the server goes on without.
func (r *Running) listenInside(path string) {
	if path == "" {
		return
	}
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	var l net.Listener
	if err == nil {
		l, err = listenUnix(path, 0o600)
	}
	if err != nil {
		r.log.Warn("there is no socket beside the records", "error", err)
		return
	}
	r.inside = l
	r.resp = append(r.resp, l)
}

// listeners are all addresses.
func (r *Running) listeners() []net.Listener {
	if r.web == nil {
		return r.resp
	}
	return append(slices.Clone(r.resp), r.web)
}

// listen opens an address: host:port, or unix:PATH.
func listen(address string) (net.Listener, error) {
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		return listenUnix(path, 0o660)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be opened: %w", address, bareCause(err))
	}
	return l, nil
}

// listenUnix opens a socket, in place of one that nobody listens at.
func listenUnix(path string, mode os.FileMode) (net.Listener, error) {
	if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
		c.Close()
		return nil, fmt.Errorf("%s is in use by another server", path)
	}
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSocket != 0 {
		_ = os.Remove(path)
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be opened: %w", path, bareCause(err))
	}
	return l, os.Chmod(path, mode)
}

// bareCause takes the name of the call out of an error of the network.
func bareCause(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	var call *os.SyscallError
	if errors.As(err, &call) {
		err = call.Err
	}
	return err
}

// Addresses are where the Redis protocol and HTTP are served; the second is empty
// where it is not.
func (r *Running) Addresses() (resp, web string) {
	if r.web != nil {
		web = r.web.Addr().String()
	}
	return r.resp[0].Addr().String(), web
}
