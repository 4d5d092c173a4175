package target

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
)

// Await runs a call that may not look at its context, and returns when either ends.
// The call goes on by itself then, so it must not share what the caller uses after.
func Await[T any](ctx context.Context, call func(context.Context) (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	var zero T
	if err := ctx.Err(); err != nil {
		return zero, &unsentError{err}
	}
	ended := make(chan result, 1)
	go func() {
		value, err := call(ctx)
		ended <- result{value, err}
	}()
	select {
	case r := <-ended:
		return r.value, r.err
	case <-ctx.Done():
		return zero, ctx.Err()
	}
}

// ErrUnsent says that a request never left this process.
var ErrUnsent = errors.New("not sent")

// Dial connects to one of the hosts, with TLS if the URL says so. Its errors wrap
// [ErrUnsent].
func (t *Target) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := t.dial(ctx, network, address)
	if err != nil {
		err = &unsentError{err}
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

// Reach connects to a host, any of them, and closes the connection: for clients that
// would try until the time is over. It returns the last host's error.
func (t *Target) Reach(ctx context.Context) error {
	var last error
	for _, host := range t.Hosts {
		conn, err := t.Dial(ctx, "tcp", host)
		if err == nil {
			return conn.Close()
		}
		last = err
	}
	return last
}

// unsentError is an error that needs no word more than its cause.
type unsentError struct{ cause error }

func (u *unsentError) Error() string { return u.cause.Error() }

func (u *unsentError) Unwrap() []error { return []error{u.cause, ErrUnsent} }
