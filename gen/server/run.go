package server

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"

	"idscope/gen/server/service"
	"idscope/gen/store/etcd"
	"idscope/inspect"
)

// A server that was told to end goes on with what it has accepted until drainFor has passed;
// what waits then, for a clock or a disk, is given up, and has cutFor to notice. One that led
// a group sends clients on for tellFor of that: most ask who leads only where they are sent on.
const (
	drainFor = 4 * time.Second
	tellFor  = time.Second
	cutFor   = time.Second
)

// Running is a server with its addresses open.
type Running struct {
	*Server
	first   *file                           // as it was at the start
	stalled time.Duration                   // of HTTP, as it was then
	pair    atomic.Pointer[tls.Certificate] // that is shown, which may change; nil for none
	resp    []net.Listener
	inside  net.Listener // the socket beside the records, one of resp; nil for none
	web     net.Listener // nil for none
}

// redacted is an attribute of the log without secrets.
func redacted(_ []string, a slog.Attr) slog.Attr {
	switch a.Value.Kind() {
	case slog.KindString, slog.KindAny:
		a.Value = slog.StringValue(inspect.Redact(a.Value.String()))
	}
	return a
}

// New reads the file, and opens the generators and the addresses.
func New(ctx context.Context, o service.Options) (*Running, error) {
	f, err := readSettings(o.File)
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(o.Log, &slog.HandlerOptions{ReplaceAttr: redacted}))
	s := newServer(o, log, time.Now)
	r := &Running{Server: s, first: f}
	if err = r.listen(o, f); err == nil {
		err = r.openCluster(ctx, f)
	}
	if err == nil {
		_, err = r.take(ctx, f)
	}
	if err != nil {
		return nil, errors.Join(err, r.close())
	}
	r.stalled = r.limits().stalled
	return r, nil
}

// Run serves until the context ends, and then what it has accepted.
func (r *Running) Run(ctx context.Context) error {
	work, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	var clients sync.WaitGroup
	for _, l := range r.resp {
		go r.accept(work, l, &clients)
	}
	web := &http.Server{Handler: r.handler(), ReadHeaderTimeout: min(10*time.Second, r.stalled), ReadTimeout: r.stalled,
		WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10, ConnState: r.limitHTTP(),
		ErrorLog: slog.NewLogLogger(r.log.Handler(), slog.LevelDebug)}
	failed := make(chan error, 1)
	if r.web != nil {
		l := r.web
		if r.encrypted(r.web) {
			l = tls.NewListener(l, r.config("http/1.1"))
		}
		go func() { failed <- web.Serve(l) }()
	}
	var files <-chan struct{}
	if r.cluster != nil {
		r.cluster.run(work)
		files = r.cluster.files
	}
	resp, address := r.Addresses()
	r.log.Info("ready", "redis", resp, "http", address)
	r.tell(daemon.SdNotifyReady)
	var err error
	for over := false; !over; {
		select {
		case <-ctx.Done():
			over = true
		case err = <-failed:
			over = true
		case <-r.options.Reload:
			r.reload(ctx)
		case <-files:
			r.reload(ctx)
		}
	}
	began := time.Now()
	r.tell(daemon.SdNotifyStopping)
	if r.cluster != nil && r.cluster.leave(work) { // while those who ask can be told who leads now
		for told := time.Now(); time.Since(told) < tellFor && r.stats.open.Load() > 0; {
			_ = r.cluster.clock.Sleep(work, tellFor/100)
		}
	}
	r.drain(web, &clients, end, drainFor-time.Since(began))
	err = errors.Join(err, r.close())
	r.log.Info("ended", "drained", time.Since(began).Round(time.Millisecond))
	return err
}

// accept serves the connections of an address until that is closed.
func (r *Running) accept(ctx context.Context, l net.Listener, clients *sync.WaitGroup) {
	encrypted, config, inside := r.encrypted(l), r.config(), l == r.inside
	for {
		conn, err := l.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // no file is left: others may end
			r.log.Warn("a connection was not accepted", "error", err)
			time.Sleep(10 * time.Millisecond)
			continue
		}
		if encrypted {
			conn = tls.Server(conn, config)
		}
		clients.Go(func() {
			r.serveConn(ctx, conn, inside)
		})
	}
}

// encrypted reports whether an address is served with TLS: all but sockets of the host,
// where the file has a certificate.
func (r *Running) encrypted(l net.Listener) bool {
	return r.pair.Load() != nil && l.Addr().Network() != "unix"
}

// drain ends the connections: each after the request that it is at, if that takes no longer.
func (r *Running) drain(web *http.Server, clients *sync.WaitGroup, cut func(), limit time.Duration) {
	r.draining.Store(true)
	for _, l := range r.resp {
		l.Close()
	}
	for _, c := range r.sessions() {
		c.end(lastRead)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_ = web.Shutdown(ctx)
	done := make(chan struct{})
	go func() { clients.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
		r.log.Warn("connections are cut off", "number", r.stats.open.Load())
		cut()
		select {
		case <-done:
		case <-time.After(cutFor):
		}
	}
	cut()
}

// close closes the addresses and the generators.
func (r *Running) close() error {
	for _, l := range r.resp {
		l.Close()
	}
	if r.web != nil {
		r.web.Close()
	}
	failed := make(chan error)
	sources := r.table.Load().sources
	for _, src := range sources {
		go func() { failed <- src.from.Close() }() // together: a store that hangs is waited for
	}
	var err error
	for range sources {
		err = errors.Join(err, <-failed)
	}
	if r.cluster != nil {
		err = errors.Join(err, r.cluster.close())
	}
	return err
}

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

// listen opens an address: host:port, or unix:PATH.
func listen(address string) (net.Listener, error) {
	switch path, ok := strings.CutPrefix(address, "unix:"); {
	case ok && path == "":
		return nil, errors.New("unix: has no path: use unix:PATH")
	case ok:
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

// bareCause takes the names of calls and paths out of an error of the system.
func bareCause(err error) error {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number
	}
	if op, ok := errors.AsType[*net.OpError](err); ok {
		return op.Err
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

// passed takes the addresses that systemd opened, and reports whether there are any:
// one whose FileDescriptorName is http is for HTTP, the others for the Redis protocol.
func (r *Running) passed() (bool, error) {
	for _, f := range activation.Files(true) {
		l, err := net.FileListener(f)
		f.Close()
		switch name := f.Name(); {
		case err != nil:
			return false, errors.New("a socket of systemd does not listen: use ListenStream=")
		case name == "http" && r.web != nil:
			return false, errors.New("systemd has two sockets for http: use one ListenStream=")
		case name == "http":
			r.web = l
		default:
			r.resp = append(r.resp, l)
		}
	}
	if len(r.resp) == 0 && r.web != nil {
		return false, errors.New("systemd has a socket for http only: use one for the Redis protocol, too")
	}
	return len(r.resp) > 0, nil
}

// tell tells systemd what the server does, where it asked to be told.
func (r *Running) tell(what string) {
	if _, err := daemon.SdNotify(false, what); err != nil {
		r.log.Warn("systemd was not told", "state", what, "error", err)
	}
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

// config is how connections are encrypted.
func (r *Running) config(protocols ...string) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: protocols,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return r.pair.Load(), nil }}
}

// loopback reports whether the host of an HTTP request is this one.
func loopback(host string) bool {
	host = strings.Trim(hostOf(host), "[]")
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// guarded refuses addresses beyond this host without users and without TLS.
func (r *Running) guarded(f *file) error {
	var lacks []string
	if len(f.Users) == 0 {
		lacks = append(lacks, "[users]")
	}
	if f.TLS.Certificate == "" {
		lacks = append(lacks, "[tls]")
	}
	all := r.resp
	if r.web != nil {
		all = append(slices.Clone(all), r.web)
	}
	for _, l := range all {
		if a, ok := l.Addr().(*net.TCPAddr); len(lacks) > 0 && ok && !a.IP.IsLoopback() {
			return fmt.Errorf("%s is reached from other hosts, and serve.toml has no %s: use both [users] and [tls], "+
				"or an address of this host", l.Addr(), strings.Join(lacks, " and no "))
		}
	}
	return nil
}

// announced is this server as others reach it: by its own address where nothing else is
// said, if that names a host.
func (r *Running) announced(address string) (m etcd.Member, err error) {
	resp, web := r.Addresses()
	m.Address = cmp.Or(address, resp)
	host, port, err := net.SplitHostPort(m.Address)
	if err != nil || host == "" || port == "" || port == "0" {
		return m, fmt.Errorf("address %q is none that clients reach: use --announce HOST:PORT", m.Address)
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		return m, fmt.Errorf("address %q is of no host in particular: use --announce HOST:PORT", m.Address)
	}
	if _, port, err := net.SplitHostPort(web); err == nil {
		m.Web = net.JoinHostPort(host, port)
	}
	return m, nil
}
