package target

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/url"
	"os"
)

// ErrUnsent says that a request never left this process.
var ErrUnsent = errors.New("not sent")

// unsentError is an error that needs no word more than its cause.
type unsentError struct{ error }

func (u unsentError) Unwrap() []error { return []error{u.error, ErrUnsent} }

// Dial connects to one of the hosts, with TLS if the URL says so. Its errors wrap [ErrUnsent].
func (t *Target) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := t.dial(ctx, network, address)
	if err != nil {
		err = unsentError{err}
		t.lastDial.Store(&err)
		return nil, err
	}
	t.lastDial.Store(nil)
	return conn, nil
}

func (t *Target) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil || t.TLS == nil {
		return conn, err
	}
	secure := tls.Client(conn, t.TLSFor(address))
	if err := secure.HandshakeContext(ctx); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return secure, nil
}

// Reach connects to a host, any of them, and closes the connection: for clients that would try until the time is over.
// It returns the last host's error.
func (t *Target) Reach(ctx context.Context) (last error) {
	for _, host := range t.Hosts {
		conn, err := t.Dial(ctx, "tcp", host)
		if err == nil {
			return conn.Close()
		}
		last = err
	}
	return last
}

// Await runs a call that may not look at its context, and returns when either ends. The call goes on by itself then, so
// it must not share what the caller uses after.
func Await[T any](ctx context.Context, call func(context.Context) (T, error)) (value T, err error) {
	if err := ctx.Err(); err != nil {
		return value, unsentError{err}
	}
	ended := make(chan func() (T, error), 1)
	go func() {
		value, err := call(ctx)
		ended <- func() (T, error) { return value, err }
	}()
	select {
	case result := <-ended:
		return result()
	case <-ctx.Done():
		return value, ctx.Err()
	}
}

// encrypt reads the options of TLS. There is none that trusts every certificate.
func (t *Target) encrypt(query url.Values) error {
	ca, cert, key := query.Get("ca"), query.Get("cert"), query.Get("key")
	switch mode := query.Get("tls"); {
	case mode != "" && mode != "on" && mode != "off":
		return t.wrong("option tls=%.50q; use on or off", mode)
	case mode == "off" && ca+cert+key != "":
		return t.wrong("options ca, cert and key go with tls=on, not with tls=off")
	case mode == "off", mode+ca+cert+key == "":
		return nil
	case (cert == "") != (key == ""):
		return t.wrong("options cert and key go together")
	}
	t.Encrypt()
	if ca != "" {
		pem, err := os.ReadFile(ca)
		if err != nil {
			return t.wrong("option ca: %v", err)
		}
		t.TLS.RootCAs = x509.NewCertPool()
		if !t.TLS.RootCAs.AppendCertsFromPEM(pem) {
			return t.wrong("option ca: %s holds no certificate in PEM", ca)
		}
	}
	if cert != "" {
		pair, err := tls.LoadX509KeyPair(cert, key)
		if err != nil {
			return t.wrong("options cert and key: %v", err)
		}
		t.TLS.Certificates = []tls.Certificate{pair}
	}
	return nil
}

// TLSFor is the configuration of TLS for a host, HOST:PORT or HOST; nil without TLS.
func (t *Target) TLSFor(address string) *tls.Config {
	if t.TLS == nil {
		return nil
	}
	config := t.TLS.Clone()
	config.ServerName = address
	if host, _, err := net.SplitHostPort(address); err == nil {
		config.ServerName = host
	}
	return config
}

// Encrypt turns TLS on where no option did: a scheme that means it.
func (t *Target) Encrypt() {
	if t.TLS == nil {
		t.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	}
}
