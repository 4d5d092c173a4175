package target

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"

	"idscope/gen/secret"
	"idscope/gen/store"
)

// Kind is what an error says of a call.
type Kind int

const (
	Lost      Kind = iota // the answer did not come: what was to be written may be
	Refused               // nothing was done, nor would be another time
	Again                 // nothing was done, and sent again it may do better
	ReadOnly              // nothing was done: the server of this connection does not write any more
	Denied                // the server did not let us in
	Duplicate             // a row with the same key is there
	Full                  // the number does not fit its column
	NoDefault             // a column needs a value
)

// Fault is what an error of a client means.
type Fault struct {
	Kind  Kind
	Err   error  // in the server's words
	Check string // what to check; empty where the error's kind tells
	Dial  bool   // whether it is why the last connection failed, which the client keeps to itself
}

// Coded is what a server's answer with a code means, by a table: refused where that has no row.
func Coded[C comparable](table map[C]Fault, code C, message string) Fault {
	f, ok := table[code]
	if f.Err = errors.New(message); !ok {
		f.Kind = Refused
	}
	if f.Kind != Lost {
		f.Check = cmp.Or(f.Check, "check the server's log")
	}
	return f
}

// worded reports whether an error is none, or one that callers get as it is.
func worded(err error) bool {
	return err == nil || errors.As(err, new(*store.Error)) || errors.Is(err, store.ErrConflict)
}

// Fault is what an error means, as the driver explains it. An error that is explained already is Refused.
func (t *Target) Fault(err error) Fault {
	if worded(err) {
		return Fault{Kind: Refused, Err: err}
	}
	return t.Explain(err)
}

// Fail says that something could not be done, and nothing was written. It returns nil for nil.
func (t *Target) Fail(ctx context.Context, tried string, err error) error {
	if worded(err) {
		return err
	}
	f := t.Fault(err)
	if f.Kind == Denied {
		return t.denied(ctx, f.Err)
	}
	return t.fail(ctx, tried, f)
}

// Written is Fail of a call that writes: where the answer was lost the error is a [store.ErrUnknown].
func (t *Target) Written(ctx context.Context, tried string, err error) error {
	if f := t.Fault(err); f.Kind == Lost {
		f.Err = fmt.Errorf("%w: %w", store.ErrUnknown, f.Err)
		return t.fail(ctx, tried, f)
	}
	return t.Fail(ctx, tried, err)
}

// Refuse is the error of what the server would refuse again.
func (t *Target) Refuse(tried string, err error, check string) error {
	return t.fail(context.Background(), tried, Fault{Kind: Refused, Err: err, Check: check})
}

// Missing says that the server has no store of that prefix: a [store.ErrMissing].
func (t *Target) Missing() error {
	return t.Refuse(fmt.Sprintf("open the store %q", t.Prefix), store.ErrMissing, "check the URL and its option prefix")
}

func (t *Target) fail(ctx context.Context, tried string, f Fault) error {
	err := f.Err
	waited := f.Kind == Lost && (errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled))
	if last := t.lastDial.Load(); last != nil && (f.Dial || waited) && !errors.Is(err, *last) {
		err = fmt.Errorf("%w: %w", err, *last) // clients keep to themselves why they wait
	}
	if over := ctx.Err(); over != nil && !errors.Is(err, over) {
		err = fmt.Errorf("%w: %w", over, err)
	}
	return &store.Error{Store: t.String(), Tried: tried, Check: cmp.Or(f.Check, t.advice(err)),
		Err: secret.Scrub(err, t.secrets...), Final: f.Kind != Lost && f.Kind != Again && f.Kind != ReadOnly ||
			lasts(f.Err)}
}

// lasts reports whether an error of the network is there another time, too.
func lasts(err error) bool {
	return strings.Contains(err.Error(), "no such host") || strings.Contains(err.Error(), "x509:")
}

// denied says that the server did not let us in, whatever it calls that.
func (t *Target) denied(ctx context.Context, err error) error {
	tried := "log in without a password"
	switch {
	case t.User != "":
		tried = fmt.Sprintf("log in as %q", t.User)
	case t.Password != "":
		tried = "log in"
	}
	check := "check the user and the password, which come from the URL or the file that " + PasswordFile + " names"
	if t.TLS == nil {
		check += ", and whether the server wants TLS (tls=on)"
	}
	return t.fail(ctx, tried, Fault{Kind: Denied, Err: err, Check: check})
}

// advice is what to check after an error of the network.
func (t *Target) advice(err error) string {
	text := err.Error() // clients flatten errors to texts
	switch {
	case errors.Is(err, syscall.ECONNREFUSED), strings.Contains(text, "connection refused"):
		return "check that the server runs there, and the port"
	case errors.As(err, new(*net.DNSError)), strings.Contains(text, "no such host"):
		return "check the host's name"
	case errors.As(err, new(*tls.CertificateVerificationError)), errors.As(err, new(x509.UnknownAuthorityError)),
		errors.As(err, new(x509.HostnameError)), strings.Contains(text, "x509:"):
		return "check the server's certificate, and the options ca, cert and key"
	case errors.As(err, new(tls.RecordHeaderError)), strings.Contains(text, "tls:"):
		return "check that the server speaks TLS at that port, and whether it wants a client certificate"
	case errors.Is(err, context.Canceled):
		return "it was interrupted"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		if t.TLS != nil { // a server that does not may wait for more
			return "check that the server runs and speaks TLS at that port, and that no firewall is between"
		}
		return "check that the server runs, that no firewall is between, and whether it is overloaded or wants TLS " +
			"(tls=on)"
	case t.TLS != nil:
		return "check the server and the network to it, and that it speaks TLS at that port"
	}
	return "check the server and the network to it, and whether it wants TLS at that port (tls=on)"
}

// Serve makes a store of the calls of a client, which need not look at keys, keep to the time of a call or word their
// errors; what they are given they may keep. With await they need not look at their contexts either, but for a swap
// before it writes: it may go on when the caller no longer waits for it.
func (t *Target) Serve(calls store.Store, await bool) store.Store {
	return store.Around(calls, func(ctx context.Context, tried string, writes bool,
		call func(context.Context) (any, error)) (v any, err error) {
		ctx, cancel := t.Limit(ctx)
		defer cancel()
		if await {
			v, err = Await(ctx, call)
		} else {
			v, err = call(ctx)
		}
		if writes {
			return v, t.Written(ctx, tried, err)
		}
		return v, t.Fail(ctx, tried, err)
	})
}
