// Package etcd keeps a store in etcd, 3.4 or later. It is the only importer of
// go.etcd.io/etcd/client/v3.
//
// Each key is a key of etcd that holds the data as it is. Reads are linearizable,
// which is etcd's default; a write is a transaction on the revision of the key's
// last change.
package etcd

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	client "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"idscope/gen/store"
	"idscope/gen/store/target"
)

// Driver opens etcd://USER:PASSWORD@HOST:PORT,HOST:PORT of the members of a cluster.
type Driver struct{}

// Schemes are the URL schemes that it serves.
func (Driver) Schemes() []string { return []string{"etcd"} }

// Open connects to a cluster.
func (Driver) Open(ctx context.Context, u *url.URL, create bool) (store.Store, error) {
	t, err := target.Parse(u, "etcd", "2379")
	if err != nil {
		return nil, err
	}
	if t.Path != "" {
		return nil, fmt.Errorf(
			"%w (etcd): it has the path %.50q; remove it, or use ?prefix=NAME",
			store.ErrURL,
			t.Path,
		)
	}
	if t.TLS != nil {
		t.TLS.NextProtos = []string{"h2"}
	}
	s := &cluster{
		t:      t,
		login:  login{user: t.User, password: t.Password},
		prefix: t.Prefix + "/",
		http: &http.Client{Transport: &http.Transport{
			DialContext: t.Dial, DialTLSContext: t.Dial, MaxIdleConnsPerHost: 1, IdleConnTimeout: 2 * time.Minute}},
	}
	limited, cancel := t.Limit(ctx)
	defer cancel()
	_, err = target.Await(limited, func(ctx context.Context) (struct{}, error) {
		err := s.connect(ctx, create)
		if err == nil && ctx.Err() != nil { // nobody waits for it any more
			err = ctx.Err()
		}
		if err != nil && s.client != nil {
			_ = s.client.Close()
		}
		return struct{}{}, err
	})
	if errors.Is(err, store.ErrMissing) {
		return nil, err
	}
	if err != nil {
		return nil, s.fail(limited, "connect", err)
	}
	return s, nil
}

// cluster is an open store.
type cluster struct {
	t      *target.Target
	client *client.Client
	http   *http.Client
	prefix string
	data   string // what this store's data is called
	login  login
	last   atomic.Pointer[loaded]
	asked  atomic.Uint64 // linearizable reads
	header atomic.Pointer[header]
	conns  connections
}

var _ store.Store = (*cluster)(nil)

func (s *cluster) connect(ctx context.Context, create bool) (err error) {
	if err := s.t.Reach(ctx); err != nil {
		return err
	}
	s.client, err = client.New(client.Config{
		Endpoints: s.t.Hosts, DialTimeout: s.t.Timeout, Logger: zap.NewNop(),
		DialKeepAliveTime: 10 * time.Second, DialKeepAliveTimeout: 5 * time.Second, MaxUnaryRetries: 5,
		// TLS is ours, for the same errors as with every other store.
		DialOptions: []grpc.DialOption{
			grpc.WithContextDialer(func(ctx context.Context, address string) (net.Conn, error) {
				c, err := s.t.Dial(ctx, "tcp", address)
				if err != nil {
					return nil, err
				}
				return s.conns.add(c), nil
			}),
			grpc.WithPerRPCCredentials(&s.login),
		},
	})
	if err != nil {
		return err
	}
	if err := s.login.renew(ctx, s.client); err != nil {
		return err
	}
	name := s.t.Prefix + ":identity" // no key of the store: those have a slash there
	if create {
		_, err := s.client.Txn(ctx).If(client.Compare(client.CreateRevision(name), "=", 0)).
			Then(client.OpPut(name, rand.Text())).Commit()
		if err != nil {
			return err
		}
	}
	asked := s.asked.Add(1)
	got, err := s.client.Get(ctx, name)
	if err == nil && len(got.Kvs) == 0 {
		return s.t.Missing()
	}
	if err == nil {
		s.answered(asked, got.Header)
		s.data = string(got.Kvs[0].Value)
	}
	return err
}

// fail is what a call's error says to a user, where nothing was written.
func (s *cluster) fail(ctx context.Context, tried string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, rpctypes.ErrAuthFailed), errors.Is(err, rpctypes.ErrUserEmpty),
		errors.Is(err, rpctypes.ErrPermissionDenied), errors.Is(err, rpctypes.ErrAuthNotEnabled),
		status.Code(err) == codes.Unauthenticated:
		return s.t.Denied(ctx, err)
	case errors.Is(err, rpctypes.ErrNoSpace):
		return s.t.Fail(ctx, tried, err, "compact and defragment etcd, and disarm its alarm")
	}
	return s.t.Fail(ctx, tried, plain(err), "")
}

// plain is an error without the protocol's wrapping of its text.
func plain(err error) error {
	if errors.Is(err, target.ErrUnsent) {
		return err
	}
	s, ok := status.FromError(err)
	if !ok {
		return err
	}
	switch s.Code() {
	case codes.DeadlineExceeded:
		return context.DeadlineExceeded
	case codes.Canceled:
		return context.Canceled
	}
	return errors.New(s.Message())
}

// Now returns the clock of the first member that answers over HTTP, in whole
// seconds, and half a second more, which is what they lack on average.
func (s *cluster) Now(ctx context.Context) (time.Time, error) {
	ctx, cancel := s.t.Limit(ctx)
	defer cancel()
	reached := false
	var last error
	for _, host := range s.t.Hosts {
		answer, err := s.get(ctx, host, "/version")
		if err != nil {
			if last = err; !errors.Is(err, target.ErrUnsent) && ctx.Err() == nil {
				reached = true
			}
			continue
		}
		_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10)) // a connection that was read to its end is kept
		_ = answer.Body.Close()
		reached = true
		if now, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
			return now.Add(time.Second / 2), nil
		}
	}
	if reached {
		return time.Time{}, store.ErrNoClock
	}
	return time.Time{}, s.fail(ctx, "read the clock", last)
}

// get asks a member over HTTP, which it speaks at the same port unless it is told
// not to.
func (s *cluster) get(ctx context.Context, host, path string) (*http.Response, error) {
	protocol := "http"
	if s.t.TLS != nil {
		protocol = "https"
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, protocol+"://"+host+path, nil)
	if err != nil {
		return nil, err
	}
	answer, err := s.http.Do(r)
	if wrapped := (*url.Error)(nil); errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	if err == nil && answer.StatusCode != http.StatusOK {
		_ = answer.Body.Close()
		return nil, fmt.Errorf("HTTP status %s", strings.ToLower(answer.Status))
	}
	return answer, err
}

// Close closes the connections.
func (s *cluster) Close() error {
	s.http.CloseIdleConnections()
	return s.client.Close()
}
