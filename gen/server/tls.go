package server

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync/atomic"
)

// keys are the certificate that is shown, which may change while the server runs.
type keys struct {
	current atomic.Pointer[tls.Certificate]
}

// load reads the certificate; nil where the file names none.
func (f fileTLS) load() (*tls.Certificate, error) {
	if f.Certificate == "" {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(f.Certificate, f.Key)
	if err != nil {
		return nil, fmt.Errorf("the certificate %s cannot be used: %w", f.Certificate, err)
	}
	return &pair, nil
}

// show shows another certificate from now on; with nil the last one.
func (k *keys) show(pair *tls.Certificate) {
	if pair != nil {
		k.current.Store(pair)
	}
}

// config is how connections are encrypted.
func (k *keys) config(protocols ...string) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: protocols,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			if pair := k.current.Load(); pair != nil {
				return pair, nil
			}
			return nil, errors.New("there is no certificate")
		}}
}

// exposed reports whether others than programs of this host reach an address.
func exposed(a net.Addr) bool {
	t, ok := a.(*net.TCPAddr)
	return ok && !t.IP.IsLoopback()
}

// loopback reports whether the host of an HTTP request is this one.
func loopback(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// guarded refuses addresses beyond this host without users and without TLS.
func (r *Running) guarded(f *file) error {
	for _, l := range r.listeners() {
		if exposed(l.Addr()) && (len(f.Users) == 0 || f.TLS.Certificate == "") {
			return fmt.Errorf("%s is reached from other hosts, and serve.toml has no %s: use both [users] and [tls], "+
				"or an address of this host", l.Addr(), lacking(f))
		}
	}
	return nil
}

func lacking(f *file) string {
	switch {
	case len(f.Users) > 0:
		return "[tls]"
	case f.TLS.Certificate != "":
		return "[users]"
	}
	return "[users] and no [tls]"
}
