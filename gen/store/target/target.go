// Package target is what the drivers of servers have in common: what a URL says of
// a server, passwords, TLS, time limits, and errors that a user can act on.
package target

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"idscope/gen/quantity"
	"idscope/gen/secret"
	"idscope/gen/store"
)

// PasswordFile is the environment variable that names the file that holds the
// password, where the URL has none.
const PasswordFile = "IDSCOPE_STORE_PASSWORD_FILE"

// Target is a server, or the members of one cluster, as a URL names it.
type Target struct {
	Engine   string   // its name: "Redis"
	Hosts    []string // HOST:PORT, at least one
	User     string
	Password string
	Path     string        // what follows the hosts, without the slash
	Prefix   string        // what the store's data is kept under, of letters, digits, - and _: "idscope"
	TLS      *tls.Config   // nil without TLS; ServerName is empty
	Timeout  time.Duration // the longest that one call may take
	Explain  func(error) Fault

	own      url.Values
	secrets  []string              // what no error shows
	lastDial atomic.Pointer[error] // of the last connection, if it failed
}

// Parse reads a URL. port is that of hosts without one. own are the driver's
// options; all drivers have prefix=NAME, timeout=DURATION, tls=on|off, and ca=FILE,
// cert=FILE, key=FILE in PEM, each of which means tls=on. Any other option, and one
// that is there twice, is an error that wraps [store.ErrURL].
func Parse(u *url.URL, engine, port string, own ...string) (*Target, error) {
	t := &Target{Engine: engine, Path: strings.TrimPrefix(u.Path, "/")}
	switch {
	case secret.Misplaced(u): // nothing of it is shown
		return nil, t.Wrong(`it has an "@" after its hosts; write / as %%2F in a password, ? as %%3F, # as %%23, ` +
			`and @ in all that follows as %%40`)
	case u.Opaque != "" || u.Host == "" || u.Fragment != "":
		return nil, t.Wrong("it names no host; use %s://HOST:%s", u.Scheme, port)
	}
	for host := range strings.SplitSeq(u.Host, ",") {
		if name, p, err := net.SplitHostPort(host); err != nil {
			host = net.JoinHostPort(strings.Trim(host, "[]"), port)
		} else if p == "" {
			host = net.JoinHostPort(name, port)
		}
		if strings.HasPrefix(host, ":") {
			return nil, t.Wrong("one of its hosts is empty; use HOST:PORT,HOST:PORT")
		}
		t.Hosts = append(t.Hosts, host)
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return nil, t.Wrong("its options cannot be read; use ?NAME=VALUE&NAME=VALUE")
	}
	if err := t.options(query, own); err != nil {
		return nil, err
	}
	return t, t.login(u)
}

// Wrong is an error about the URL.
func (t *Target) Wrong(format string, args ...any) error {
	return fmt.Errorf("%w (%s): %w", store.ErrURL, t.Engine, fmt.Errorf(format, args...))
}

// login reads user and password.
func (t *Target) login(u *url.URL) error {
	t.User = u.User.Username()
	password, ok := u.User.Password()
	if t.Password = password; ok {
		t.secrets = append(secret.Of(u.String()), password)
		return nil
	}
	path := os.Getenv(PasswordFile)
	if path == "" {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("the password of %s cannot be read from %s: %w", t, PasswordFile, err)
	}
	t.Password = strings.TrimRight(string(text), "\r\n")
	t.secrets = []string{t.Password}
	if t.Password == "" || strings.ContainsAny(t.Password, "\r\n") {
		return fmt.Errorf("the password of %s cannot be read from %s: the file %s is empty or has several lines; "+
			"use one", t, PasswordFile, path)
	}
	return nil
}

func (t *Target) options(query url.Values, own []string) (err error) {
	common := []string{"prefix", "timeout", "tls", "ca", "cert", "key"}
	for name, values := range query {
		switch {
		case !slices.Contains(common, name) && !slices.Contains(own, name):
			return t.Wrong("it has no option %q; use one of %s", name, strings.Join(append(common, own...), ", "))
		case len(values) != 1 || values[0] == "":
			return t.Wrong("option %s is empty or there twice; use %[1]s=VALUE once", name)
		}
	}
	if t.Prefix = cmp.Or(query.Get("prefix"), store.DefaultPrefix); !store.IsPrefix(t.Prefix) {
		return t.Wrong("option prefix=%.50q; use 1 to 40 of the symbols a-z, 0-9, - and _", t.Prefix)
	}
	timeout := cmp.Or(query.Get("timeout"), "10s")
	if t.Timeout, err = quantity.ParseDuration(timeout, 1, math.MaxInt64); err != nil {
		return t.Wrong("option timeout=%.50q; use a time such as 2s", timeout)
	}
	t.own = query
	return t.encrypt(query)
}

// Option is the value of one of the driver's own options, empty without.
func (t *Target) Option(name string) string { return t.own.Get(name) }

// String names the server for people: "Redis at db7:6379".
func (t *Target) String() string { return t.Engine + " at " + strings.Join(t.Hosts, ",") }

// Limit bounds a call by the target's timeout.
func (t *Target) Limit(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, t.Timeout)
}

// ErrUnsent says that a request never left this process.
var ErrUnsent = errors.New("not sent")

// unsentError is an error that needs no word more than its cause.
type unsentError struct{ error }

func (u unsentError) Unwrap() []error { return []error{u.error, ErrUnsent} }

// Dial connects to one of the hosts, with TLS if the URL says so. Its errors wrap [ErrUnsent].
func (t *Target) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := t.dial(ctx, network, address)
	if err == nil {
		t.lastDial.Store(nil)
		return conn, nil
	}
	err = unsentError{err}
	t.lastDial.Store(&err)
	return nil, err
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

// Share is the time that one of several hosts may take of what is left of a call.
func (t *Target) Share(ctx context.Context, hosts int) time.Duration {
	left := t.Timeout
	if end, ok := ctx.Deadline(); ok {
		left = min(left, time.Until(end))
	}
	return left / time.Duration(hosts)
}

// Turn is how long one host may take for an answer where the others are asked if it gives none.
func (t *Target) Turn(ctx context.Context) time.Duration {
	if len(t.Hosts) == 1 {
		return t.Share(ctx, 1)
	}
	return min(max(time.Second, t.Timeout/10), t.Share(ctx, 2*len(t.Hosts)))
}

// Reach connects to a host, any of them, and closes the connection: for clients that would try until the time is over.
// It returns which one that is, or the last error, one that may pass if there is any. A host that does not answer
// leaves the others their share.
func (t *Target) Reach(ctx context.Context) (i int, last error) {
	for i, host := range t.Hosts {
		brief, cancel := context.WithTimeout(ctx, t.Share(ctx, len(t.Hosts)-i))
		conn, err := t.Dial(brief, "tcp", host)
		cancel()
		if err == nil {
			return i, conn.Close()
		}
		if last == nil || !lasts(err) {
			last = err
		}
	}
	return 0, last
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
		return t.Wrong("option tls=%.50q; use on or off", mode)
	case mode == "off" && ca+cert+key != "":
		return t.Wrong("options ca, cert and key go with tls=on, not with tls=off")
	case mode == "off", mode+ca+cert+key == "":
		return nil
	case (cert == "") != (key == ""):
		return t.Wrong("options cert and key go together")
	}
	t.Encrypt()
	if ca != "" {
		pem, err := os.ReadFile(ca)
		if err != nil {
			return t.Wrong("option ca: %v", err)
		}
		t.TLS.RootCAs = x509.NewCertPool()
		if !t.TLS.RootCAs.AppendCertsFromPEM(pem) {
			return t.Wrong("option ca: %s holds no certificate in PEM", ca)
		}
	}
	if cert != "" {
		pair, err := tls.LoadX509KeyPair(cert, key)
		if err != nil {
			return t.Wrong("options cert and key: %v", err)
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

// Values reads the lines NAME SEPARATOR VALUE in which servers tell of themselves.
func Values(text, separator string) map[string]string {
	values := map[string]string{}
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), separator); ok {
			values[name] = value
		}
	}
	return values
}
