// Package redis keeps a store in Redis, 6 or later, or in what speaks its protocol.
// It is the only importer of github.com/redis/go-redis.
//
// Each key is a string: 26 symbols of its version, and the data. A write is one
// script, which compares and sets. A single server that syncs each write before it
// answers is the safest that Redis can be.
package redis

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	client "github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"idscope/gen/store"
	"idscope/gen/store/target"
)

// Driver opens redis://USER:PASSWORD@HOST:PORT/DATABASE, and rediss: with TLS.
type Driver struct{}

// Schemes are the URL schemes that it serves.
func (Driver) Schemes() []string { return []string{"redis", "rediss"} }

// Open connects to a server.
func (Driver) Open(ctx context.Context, u *url.URL, create bool) (store.Store, error) {
	t, err := target.Parse(u, "Redis", "6379")
	if err != nil {
		return nil, err
	}
	if u.Scheme == "rediss" {
		t.Encrypt()
	}
	database, err := strconv.Atoi(t.Path)
	switch {
	case t.Path == "":
		database = 0
	case err != nil || database < 0:
		return nil, fmt.Errorf("%w (Redis): its path %.50q is not a database; use a number, or none", store.ErrURL, t.Path)
	}
	if len(t.Hosts) > 1 {
		return nil, fmt.Errorf("%w (Redis): it names %d hosts; use one", store.ErrURL, len(t.Hosts))
	}
	client.SetLogger(silent{})
	s := &server{t: t, prefix: t.Prefix + "/", client: client.NewClient(&client.Options{
		Addr: t.Hosts[0], DB: database, Username: t.User, Password: t.Password, Dialer: t.Dial,
		Protocol: 2, DisableIdentity: true, ContextTimeoutEnabled: true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
		// A write that is sent twice would find itself as another's.
		MaxRetries: -1, DialerRetries: 1,
		ReadTimeout: t.Timeout, WriteTimeout: t.Timeout, DialTimeout: t.Timeout, PoolTimeout: t.Timeout,
	})}
	if err := s.identify(ctx, create); err != nil {
		_ = s.client.Close()
		return nil, err
	}
	return s, nil
}

// silent keeps the client from writing to the standard error.
type silent struct{}

func (silent) Printf(context.Context, string, ...any) {}

// server is an open store.
type server struct {
	t      *target.Target
	client *client.Client
	prefix string
	data   string // what this store's data is called
}

var _ store.Store = (*server)(nil)

// identify reads what the data is called, and names a new store.
func (s *server) identify(ctx context.Context, create bool) error {
	name := s.t.Prefix + ":identity" // no key of the store: those have a slash there
	text, err := ask(ctx, s, func(ctx context.Context) (string, error) {
		if create {
			if err := s.client.SetArgs(ctx, name, rand.Text(), client.SetArgs{Mode: "NX"}).Err(); err != nil &&
				!errors.Is(err, client.Nil) {
				return "", err
			}
		}
		return s.client.Get(ctx, name).Result()
	})
	if errors.Is(err, client.Nil) {
		return s.t.Missing()
	}
	s.data = text
	return s.fail(ctx, "connect", err)
}

// ask bounds a call of the client, which looks at deadlines only.
func ask[T any](ctx context.Context, s *server, call func(context.Context) (T, error)) (T, error) {
	ctx, cancel := s.t.Limit(ctx)
	defer cancel()
	return target.Await(ctx, call)
}

// fail is what a call's error says to a user, where nothing was written.
func (s *server) fail(ctx context.Context, tried string, err error) error {
	switch {
	case denied(err):
		return s.t.Denied(ctx, err)
	case said(err) && client.IsPermissionError(err):
		return s.t.Forbidden(ctx, tried, err)
	}
	check := ""
	if said(err) {
		check = "check the server's settings, and what the user may do there"
	}
	return s.t.Fail(ctx, tried, err, check)
}

// said reports whether an error is the server's own answer.
func said(err error) bool {
	var answer client.Error
	return errors.As(err, &answer) && !errors.Is(err, client.Nil)
}

func denied(err error) bool {
	return said(err) && (client.IsAuthError(err) ||
		strings.Contains(err.Error(), "invalid password") || strings.Contains(err.Error(), "without any password"))
}

// Now returns the server's clock.
func (s *server) Now(ctx context.Context) (time.Time, error) {
	now, err := ask(ctx, s, func(ctx context.Context) (time.Time, error) { return s.client.Time(ctx).Result() })
	return now, s.fail(ctx, "read the clock", err)
}

// Incarnation asks which run of the server this is, and whose data it has. A restart has
// another replication id, as a promoted replica has: the two cannot be told apart.
func (s *server) Incarnation(ctx context.Context) (store.Incarnation, error) {
	var server, replication *client.StringCmd
	var now *client.TimeCmd
	_, err := ask(ctx, s, func(ctx context.Context) ([]client.Cmder, error) {
		return s.client.Pipelined(ctx, func(p client.Pipeliner) error {
			server, replication, now = p.Info(ctx, "server"), p.Info(ctx, "replication"), p.Time(ctx)
			return nil
		})
	})
	if err != nil {
		return store.Incarnation{}, s.fail(ctx, "ask which server it is", err)
	}
	a, b := parse(server.Val()), parse(replication.Val())
	return store.Incarnation{Life: a["run_id"] + "/" + b["master_replid"] + "/" + b["role"], Now: now.Val()}, nil
}

// Close closes the connections.
func (s *server) Close() error { return s.client.Close() }
