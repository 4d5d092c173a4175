package target

import (
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

// Fail says that something could not be done, and nothing was written. check is
// what to look at, where the driver knows better than what the error's kind tells.
// It returns nil for nil.
func (t *Target) Fail(ctx context.Context, tried string, err error, check string) error {
	if err == nil {
		return nil
	}
	if last := t.lastDial.Load(); last != nil && !errors.Is(err, *last) {
		err = fmt.Errorf("%w: %w", err, *last) // clients keep to themselves why they wait
	}
	if over := ctx.Err(); over != nil && !errors.Is(err, over) {
		err = fmt.Errorf("%w: %w", over, err)
	}
	if check == "" {
		check = t.advice(err)
	}
	return &store.Error{Store: t.String(), Tried: tried, Check: check, Err: secret.Scrub(err, t.secrets...),
		Final: strings.Contains(err.Error(), "no such host") || strings.Contains(err.Error(), "x509:")}
}

// Unknown says that a write may have been made: a [store.ErrUnknown].
func (t *Target) Unknown(ctx context.Context, tried string, err error) error {
	return t.Fail(ctx, tried, fmt.Errorf("%w: %w", store.ErrUnknown, err), "")
}

// Denied says that the server did not let us in, whatever it calls that.
func (t *Target) Denied(ctx context.Context, err error) error {
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
	return t.Refused(ctx, tried, err, check)
}

// final marks the answer of a server, which it would give again.
func final(err error) error {
	var e *store.Error
	if errors.As(err, &e) {
		e.Final = true
	}
	return err
}

// Missing says that the server has no store of that prefix: a [store.ErrMissing].
func (t *Target) Missing() error {
	return t.Refused(context.Background(), fmt.Sprintf("open the store %q", t.Prefix), store.ErrMissing,
		"check the URL and its option prefix")
}

// advice is what to check after an error of the network.
func (t *Target) advice(err error) string {
	var dns *net.DNSError
	var record tls.RecordHeaderError
	var verify *tls.CertificateVerificationError
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	text := err.Error() // clients flatten errors to texts
	switch {
	case errors.Is(err, syscall.ECONNREFUSED), strings.Contains(text, "connection refused"):
		return "check that the server runs there, and the port"
	case errors.As(err, &dns), strings.Contains(text, "no such host"):
		return "check the host's name"
	case errors.As(err, &verify), errors.As(err, &unknown), errors.As(err, &name), strings.Contains(text, "x509:"):
		return "check the server's certificate, and the options ca, cert and key"
	case errors.As(err, &record), strings.Contains(text, "tls:"):
		return "check that the server speaks TLS at that port, and whether it wants a client certificate"
	case errors.Is(err, context.Canceled):
		return "it was interrupted"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		if t.TLS != nil { // a server that does not may wait for more
			return "check that the server runs and speaks TLS at that port, and that no firewall is between"
		}
		return "check that the server runs, that no firewall is between, and whether it is overloaded or wants TLS (tls=on)"
	case t.TLS != nil:
		return "check the server and the network to it, and that it speaks TLS at that port"
	}
	return "check the server and the network to it, and whether it wants TLS at that port (tls=on)"
}

// Forbidden says that the server knows us, and does not permit what was tried.
func (t *Target) Forbidden(ctx context.Context, tried string, err error) error {
	return t.Refused(ctx, tried, err, "it is not permitted: check the rights of the user")
}

// Refused is Fail of what the server would refuse again.
func (t *Target) Refused(ctx context.Context, tried string, err error, check string) error {
	return final(t.Fail(ctx, tried, err, check))
}
