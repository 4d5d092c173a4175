package target

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
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
