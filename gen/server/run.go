package server

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"idscope/gen/server/service"
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
	first  *file                           // as it was at the start
	pair   atomic.Pointer[tls.Certificate] // that is shown, which may change; nil for none
	resp   []net.Listener
	inside net.Listener // the socket beside the records, one of resp; nil for none
	web    net.Listener // nil for none
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
	return r, nil
}

// Run serves until the context ends, and then what it has accepted.
func (r *Running) Run(ctx context.Context) error {
	work, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	var clients sync.WaitGroup
	failed := make(chan error, len(r.resp)+1)
	for _, l := range r.resp {
		go func() { failed <- r.accept(work, l, &clients) }()
	}
	stalled := r.limits().stalled
	web := &http.Server{Handler: r.handler(), ReadHeaderTimeout: min(10*time.Second, stalled), ReadTimeout: stalled,
		WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10, ConnState: r.limitHTTP(),
		ErrorLog: slog.NewLogLogger(r.log.Handler(), slog.LevelDebug)}
	if r.web != nil {
		l := r.web
		if r.encrypted(r.web) {
			l = tls.NewListener(l, r.config("http/1.1"))
		}
		go func() { failed <- web.Serve(l) }()
	}
	group, part := context.WithCancel(work)
	defer part()
	var files <-chan struct{}
	if r.cluster != nil {
		r.cluster.run(group)
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
			sleep(work, tellFor/100)
		}
	}
	r.drain(web, &clients, end, drainFor-time.Since(began))
	err = errors.Join(err, r.close())
	r.log.Info("ended", "drained", time.Since(began).Round(time.Millisecond))
	return err
}

// accept serves the connections of an address.
func (r *Running) accept(ctx context.Context, l net.Listener, clients *sync.WaitGroup) error {
	encrypted, config, inside := r.encrypted(l), r.config(), l == r.inside
	for {
		conn, err := l.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return nil
		case err != nil: // no file is left: others may end
			r.log.Warn("a connection was not accepted", "error", err)
			time.Sleep(10 * time.Millisecond)
			continue
		}
		if encrypted {
			conn = tls.Server(conn, config)
		}
		clients.Add(1)
		go func() {
			defer clients.Done()
			r.serveConn(ctx, conn, inside)
		}()
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
		c.end()
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
		go func() { failed <- src.close() }() // together: a store that hangs is waited for
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
