// Package etcd keeps a store in etcd, 3.4 or later. It is the only importer of
// go.etcd.io/etcd/client/v3.
//
// Each key is a key of etcd that holds the data as it is. Reads are linearizable,
// which is etcd's default; a write is a transaction on the revision of the key's
// last change.
package etcd

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
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
var Driver = store.Driver{Schemes: []string{"etcd"}, Open: openStore}

// openStore connects to a cluster.
func openStore(ctx context.Context, u *url.URL, create bool) (store.Store, error) {
	s, err := open(ctx, u, create)
	if err != nil {
		return nil, err
	}
	return s.t.Serve(s, false), nil
}

func open(ctx context.Context, u *url.URL, create bool) (*cluster, error) {
	t, err := target.Parse(u, "etcd", "2379")
	if err != nil {
		return nil, err
	}
	if t.Path != "" {
		return nil, t.Wrong("it has the path %.50q; remove it, or use ?prefix=NAME", t.Path)
	}
	if t.TLS != nil {
		t.TLS.NextProtos = []string{"h2"}
	}
	t.Explain = explain
	s := &cluster{t: t, prefix: t.Prefix + "/", http: &http.Client{Transport: &http.Transport{
		DialContext: t.Dial, DialTLSContext: t.Dial, MaxIdleConnsPerHost: 1, IdleConnTimeout: 2 * time.Minute}}}
	ctx, cancel := t.Limit(ctx)
	defer cancel()
	if err = s.connect(ctx, create); err != nil && s.client != nil {
		_ = s.client.Close()
	}
	return s, t.Fail(ctx, "connect", err)
}

// cluster is an open store.
type cluster struct {
	t      *target.Target
	client *client.Client
	http   *http.Client
	prefix string
	data   string       // what this store's data is called
	token  atomic.Value // of the user; a string
	open   sync.Map     // the client's connections
	told   atomic.Int64 // which member told its clock last
}

func (s *cluster) connect(ctx context.Context, create bool) (err error) {
	reached, err := s.t.Reach(ctx)
	if err != nil {
		return err
	}
	s.told.Store(int64(reached))
	s.client, err = client.New(client.Config{
		Endpoints: s.t.Hosts, DialTimeout: s.t.Timeout, Logger: zap.NewNop(),
		DialKeepAliveTime: 10 * time.Second, DialKeepAliveTimeout: 5 * time.Second, MaxUnaryRetries: 5,
		// TLS is ours, for the same errors as with every other store.
		DialOptions: []grpc.DialOption{grpc.WithContextDialer(s.dial), grpc.WithPerRPCCredentials(s)},
	})
	if err != nil {
		return err
	}
	if err := s.login(ctx); err != nil {
		return err
	}
	name := s.identity()
	if create {
		if _, err := s.write(ctx, name, "", []byte(rand.Text())); err != nil && !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	v, err := s.load(ctx, name)
	if s.data = string(v.Data); err == nil && v.Version == "" {
		err = s.t.Missing()
	}
	return err
}

// identity is the key of what the data is called: none of the store, whose keys have a slash there.
func (s *cluster) identity() string { return s.t.Prefix + ":identity" }

// connection knows when the other side was heard last. A member that hangs keeps its connection, and the client would
// go on to ask it in its turn: it is left alone when its connection is closed, since a new one to it is not ready
// before it answers.
type connection struct {
	net.Conn
	of    *sync.Map
	heard atomic.Int64 // Unix nanoseconds
}

func (s *cluster) dial(ctx context.Context, address string) (net.Conn, error) {
	conn, err := s.t.Dial(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	c := &connection{Conn: conn, of: &s.open}
	c.heard.Store(time.Now().UnixNano())
	s.open.Store(c, nil)
	return c, nil
}

// Read implements [net.Conn].
func (c *connection) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.heard.Store(time.Now().UnixNano())
	}
	return n, err
}

// Close implements [net.Conn].
func (c *connection) Close() error {
	c.of.Delete(c)
	return c.Conn.Close()
}

// ask makes a call. Where a member did nothing, because it knows no leader, which it says at once, or our token no
// more, it is made again: by the next member, with a new token. Connections that were not heard while a call was not
// answered in time are closed.
func ask[T any](ctx context.Context, s *cluster, call func(context.Context) (T, error)) (value T, err error) {
	ctx = client.WithRequireLeader(ctx)
	for range len(s.t.Hosts) + 1 {
		began := time.Now().UnixNano()
		value, err = call(ctx)
		switch {
		case errors.Is(err, rpctypes.ErrNoLeader):
		case s.t.User != "" && (errors.Is(err, rpctypes.ErrInvalidAuthToken) ||
			errors.Is(err, rpctypes.ErrAuthOldRevision) || errors.Is(err, rpctypes.ErrUserEmpty)):
			if err := s.login(ctx); err != nil {
				return value, err
			}
		case errors.Is(plain(err), context.DeadlineExceeded):
			for c := range s.open.Range {
				if c := c.(*connection); c.heard.Load() < began {
					_ = c.Close()
				}
			}
			return value, err
		default:
			return value, err
		}
	}
	return value, err
}

// explain: what a member answered with an error was not done, but for a time that is over.
func explain(err error) target.Fault {
	switch code := status.Code(err); {
	case errors.Is(err, rpctypes.ErrAuthFailed), errors.Is(err, rpctypes.ErrUserEmpty),
		errors.Is(err, rpctypes.ErrAuthNotEnabled), code == codes.Unauthenticated:
		return target.Fault{Kind: target.Denied, Err: err}
	case errors.Is(err, rpctypes.ErrPermissionDenied):
		return target.Fault{Kind: target.Refused, Err: plain(err), Check: "check the rights of the user"}
	case errors.Is(err, rpctypes.ErrNoSpace):
		return target.Fault{Kind: target.Again, Err: err, Check: "compact and defragment etcd, and disarm its alarm"}
	case errors.Is(err, rpctypes.ErrNoLeader), errors.Is(err, target.ErrUnsent), code == codes.PermissionDenied,
		code == codes.InvalidArgument:
		return target.Fault{Kind: target.Again, Err: plain(err)}
	}
	return target.Fault{Err: plain(err)}
}

// plain is an error without the protocol's wrapping of its text.
func plain(err error) error {
	s, ok := status.FromError(err)
	switch {
	case !ok || err == nil || errors.Is(err, target.ErrUnsent):
		return err
	case s.Code() == codes.DeadlineExceeded:
		return context.DeadlineExceeded
	case s.Code() == codes.Canceled:
		return context.Canceled
	}
	return errors.New(s.Message())
}

// Incarnation is the term and the revision of a read: they fall where the cluster
// was restored. A new leader, and members that are started again, change nothing else.
func (s *cluster) Incarnation(ctx context.Context) (i store.Incarnation, err error) {
	var clock sync.WaitGroup
	var unknown error
	clock.Go(func() { i.Now, unknown = s.Now(ctx) })
	got, err := ask(ctx, s, func(ctx context.Context) (*client.GetResponse, error) {
		return s.client.Get(ctx, s.identity(), client.WithCountOnly())
	})
	clock.Wait()
	if err = cmp.Or(err, unknown); err != nil {
		return store.Incarnation{}, err
	}
	h := got.Header
	i.History, i.Term, i.Revision = fmt.Sprintf("%s/%x", s.data, h.ClusterId), h.RaftTerm, uint64(h.Revision)
	return i, nil
}

// Now returns the clock of the first member that answers over HTTP, in whole
// seconds, and half a second more, which is what they lack on average; zero where
// members answer and none tells it. It begins with the one that told it last.
func (s *cluster) Now(ctx context.Context) (now time.Time, last error) {
	reached, first := false, int(s.told.Load())
	for i := range s.t.Hosts {
		i = (first + i) % len(s.t.Hosts)
		date, _, err := s.get(ctx, s.t.Hosts[i], "/version")
		if now, bad := http.ParseTime(date); err == nil && bad == nil {
			s.told.Store(int64(i))
			return now.Add(time.Second / 2), nil
		}
		silent := ctx.Err() != nil || errors.Is(err, target.ErrUnsent) || errors.Is(err, context.DeadlineExceeded)
		reached = reached || err == nil || !silent
		last = cmp.Or(err, last)
	}
	if reached {
		return now, nil
	}
	return now, last
}

// get asks a member over HTTP, which it speaks at the same port unless it is told
// not to. It returns the member's clock and what it answers.
func (s *cluster) get(ctx context.Context, host, path string) (date string, text []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.t.Turn(ctx))
	defer cancel()
	protocol := "http"
	if s.t.TLS != nil {
		protocol = "https"
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, protocol+"://"+host+path, nil)
	if err != nil {
		return "", nil, err
	}
	answer, err := s.http.Do(r)
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	if err != nil {
		return "", nil, err
	}
	defer answer.Body.Close()
	text, err = io.ReadAll(io.LimitReader(answer.Body, 16<<20)) // a connection that was read to its end is kept
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("HTTP status %s", strings.ToLower(answer.Status))
	}
	return answer.Header.Get("Date"), text, err
}

// Close closes the connections.
func (s *cluster) Close() error {
	s.http.CloseIdleConnections()
	return s.client.Close()
}

// bare marks the context of a call that goes without the token.
type bare struct{}

// GetRequestMetadata adds the user's token to a call. The client's own renewal sends the old token
// along, which a server that was started again may refuse without end.
func (s *cluster) GetRequestMetadata(ctx context.Context, _ ...string) (map[string]string, error) {
	token, _ := s.token.Load().(string)
	if token == "" || ctx.Value(bare{}) != nil {
		return nil, nil
	}
	return map[string]string{rpctypes.TokenFieldNameGRPC: token}, nil
}

// RequireTransportSecurity is false: whether there is TLS is the URL's choice.
func (*cluster) RequireTransportSecurity() bool { return false }

// login gets a token. A cluster without users lets everybody do everything.
func (s *cluster) login(ctx context.Context) error {
	if s.t.User == "" {
		return nil
	}
	answer, err := s.client.Authenticate(context.WithValue(ctx, bare{}, true), s.t.User, s.t.Password)
	if errors.Is(err, rpctypes.ErrAuthNotEnabled) {
		return nil
	}
	if err == nil {
		s.token.Store(answer.Token)
	}
	return err
}

// entry is a key as the store shows it. The revision of its last change never
// returns in a cluster, but does after a backup was restored: the version holds
// what was written as well.
func (s *cluster) entry(kv *mvccpb.KeyValue) store.Entry {
	sum := sha256.Sum256(kv.Value)
	return store.Entry{Key: strings.TrimPrefix(string(kv.Key), s.prefix), Value: store.Value{Data: kv.Value,
		Version: version(kv.ModRevision, sum)}}
}

func version(revision int64, sum [sha256.Size]byte) store.Version {
	return store.Version(fmt.Sprintf("%d.%x", revision, sum[:12]))
}

func (s *cluster) Load(ctx context.Context, key string) (store.Value, error) {
	return s.load(ctx, s.prefix+key)
}

// load returns a key by its name in etcd.
func (s *cluster) load(ctx context.Context, name string) (v store.Value, err error) {
	got, err := ask(ctx, s, func(ctx context.Context) (*client.GetResponse, error) {
		return s.client.Get(ctx, name)
	})
	if err != nil || len(got.Kvs) == 0 {
		return v, err
	}
	return s.entry(got.Kvs[0]).Value, nil
}

// Swap loads the key first: a revision returns after a restore, and with the value it is the version.
func (s *cluster) Swap(ctx context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	now, err := s.Load(ctx, key)
	switch {
	case err != nil:
		return "", s.t.Fail(ctx, fmt.Sprintf("write %q", key), err) // nothing is written yet
	case now.Version != old:
		return "", store.ErrConflict
	}
	return s.write(ctx, s.prefix+key, old, data)
}

// write writes the key of a name in etcd if it has the revision of a version, and the conditions hold.
func (s *cluster) write(ctx context.Context, name string, old store.Version, data []byte,
	when ...client.Cmp) (store.Version, error) {
	text, _, _ := strings.Cut(cmp.Or(string(old), "0"), ".")
	revision, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return "", store.ErrConflict
	}
	when = append(when, client.Compare(client.ModRevision(name), "=", revision))
	done, err := ask(ctx, s, func(ctx context.Context) (*client.TxnResponse, error) {
		return s.client.Txn(ctx).If(when...).Then(client.OpPut(name, string(data))).Commit()
	})
	if err == nil && !done.Succeeded {
		err = store.ErrConflict
	}
	if err != nil {
		return "", err
	}
	return version(done.Header.Revision, sha256.Sum256(data)), nil
}

// page is how many keys are asked for at once; a value may have 64 KiB.
const page = 200

func (s *cluster) List(ctx context.Context, prefix string) (list []store.Entry, err error) {
	from, end := s.prefix+prefix, client.GetPrefixRangeEnd(s.prefix+prefix)
	for {
		got, err := ask(ctx, s, func(ctx context.Context) (*client.GetResponse, error) {
			return s.client.Get(ctx, from, client.WithRange(end), client.WithLimit(page),
				client.WithSort(client.SortByKey, client.SortAscend))
		})
		if err != nil {
			return nil, err
		}
		for _, kv := range got.Kvs {
			list = append(list, s.entry(kv))
		}
		if !got.More {
			return list, nil
		}
		from = string(got.Kvs[len(got.Kvs)-1].Key) + "\x00"
	}
}
