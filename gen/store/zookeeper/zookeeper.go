// Package zookeeper keeps a store in ZooKeeper, 3.5 or later. It is the only
// importer of github.com/go-zookeeper/zk.
//
// Each key is a node below one root. A read asks its server to catch up with the
// leader first (sync), which a leader that was just deposed may still answer; a
// write is checked by the leader of a majority, so nothing is decided by a read.
package zookeeper

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync"
	"time"

	client "github.com/go-zookeeper/zk"

	"idscope/gen/store"
	"idscope/gen/store/target"
)

// Driver opens zookeeper://USER:PASSWORD@HOST:PORT,HOST:PORT of the members of an
// ensemble. With a password, what is made belongs to that user alone (scheme digest).
type Driver struct{}

// Schemes are the URL schemes that it serves.
func (Driver) Schemes() []string { return []string{"zookeeper", "zk"} }

// session is how long the server keeps a session without a word from us, which
// holds nothing that another waits for.
const session = 10 * time.Second

// Open connects to an ensemble.
func (Driver) Open(ctx context.Context, u *url.URL, create bool) (store.Store, error) {
	t, err := target.Parse(u, "ZooKeeper", "2181")
	if err != nil {
		return nil, err
	}
	if t.Path != "" {
		return nil, fmt.Errorf("%w (ZooKeeper): it has the path %.50q; remove it, or use ?prefix=NAME", store.ErrURL, t.Path)
	}
	ctx, cancel := t.Limit(ctx)
	defer cancel()
	if err := t.Reach(ctx); err != nil { // the client would try until the time is over
		return nil, t.Fail(ctx, "connect", err, "")
	}
	s := &ensemble{t: t, root: "/" + t.Prefix, acl: client.WorldACL(client.PermAll)}
	s.client, _, err = client.Connect(t.Hosts, session, client.WithHostProvider(&members{}), client.WithLogger(silent{}),
		client.WithLogInfo(false), client.WithDialer(s.dial))
	if err != nil {
		return nil, t.Fail(ctx, "connect", err, "")
	}
	if err := s.identify(ctx, create); err != nil {
		go s.client.Close() // it says goodbye, and waits for an answer
		return nil, err
	}
	return s, nil
}

// ensemble is an open store.
type ensemble struct {
	t      *target.Target
	client *client.Conn
	root   string // node above the keys; it holds what the data is called
	acl    []client.ACL
	data   string
}

var _ store.Store = (*ensemble)(nil)

// dial connects to a member within the client's time, a second. The handshake of TLS takes some
// round trips more, and a share of the time that a call has.
func (s *ensemble) dial(network, address string, timeout time.Duration) (net.Conn, error) {
	if s.t.TLS != nil {
		timeout = max(timeout, s.t.Timeout/time.Duration(len(s.t.Hosts)))
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return s.t.Dial(ctx, network, address)
}

// clock is the node that is written to read the server's clock.
func (s *ensemble) clock() string { return s.root + "-clock" }

// identify logs in, reads what the data is called, and makes the nodes of a new
// store.
func (s *ensemble) identify(ctx context.Context, create bool) error {
	if s.t.Password != "" {
		s.acl = client.DigestACL(client.PermAll, s.t.User, s.t.Password)
		if err := s.do(ctx, func() error {
			return s.client.AddAuth("digest", []byte(s.t.User+":"+s.t.Password))
		}); err != nil {
			return s.fail(ctx, "connect", err)
		}
	}
	if create {
		for path, data := range map[string]string{s.clock(): "", s.root: rand.Text()} {
			err := s.do(ctx, func() error {
				_, err := s.client.Create(path, []byte(data), 0, s.acl)
				return err
			})
			if err != nil && !errors.Is(err, client.ErrNodeExists) {
				return s.fail(ctx, "create the store", err)
			}
		}
	}
	n, err := s.read(ctx, s.root)
	if err == nil && n.stat == nil {
		return s.t.Missing()
	}
	s.data = string(n.data)
	return s.fail(ctx, "connect", err)
}

// do makes a call of the client, which knows no context. What it does not see the
// end of may still happen.
func (s *ensemble) do(ctx context.Context, call func() error) error {
	_, err := target.Await(ctx, func(context.Context) (struct{}, error) { return struct{}{}, call() })
	return err
}

// fail is what a call's error says to a user, where nothing was written.
func (s *ensemble) fail(ctx context.Context, tried string, err error) error {
	if errors.Is(err, client.ErrNoAuth) || errors.Is(err, client.ErrAuthFailed) {
		return s.t.Denied(ctx, err)
	}
	return s.t.Fail(ctx, tried, err, "")
}

// Now returns the clock of the ensemble's leader: when it changed a node just now.
func (s *ensemble) Now(ctx context.Context) (time.Time, error) {
	ctx, cancel := s.t.Limit(ctx)
	defer cancel()
	stat, err := s.touch(ctx)
	if err != nil {
		return time.Time{}, s.fail(ctx, "read the clock", err)
	}
	return time.UnixMilli(stat.Mtime), nil
}

// Incarnation writes to the node of the clock: the number of that transaction (zxid) only
// grows, and its upper half counts the leaders. The client shows those of other answers not.
func (s *ensemble) Incarnation(ctx context.Context) (store.Incarnation, error) {
	ctx, cancel := s.t.Limit(ctx)
	defer cancel()
	stat, err := s.touch(ctx)
	if err != nil {
		return store.Incarnation{}, s.fail(ctx, "ask how far it is", err)
	}
	zxid := uint64(stat.Mzxid)
	return store.Incarnation{History: s.data, Term: zxid >> 32, Revision: zxid, Now: time.UnixMilli(stat.Mtime)}, nil
}

// touch writes to the node of the clock.
func (s *ensemble) touch(ctx context.Context) (*client.Stat, error) {
	return target.Await(ctx, func(context.Context) (*client.Stat, error) { return s.client.Set(s.clock(), nil, -1) })
}

// Close ends the session.
func (s *ensemble) Close() error {
	s.client.Close()
	return nil
}

// silent keeps the client from writing to the standard error.
type silent struct{}

func (silent) Printf(string, ...any) {}

// members are the hosts in the order of the client's choice, by the names that
// certificates have; the client's own list knows addresses alone.
type members struct {
	mu    sync.Mutex
	hosts []string
	next  int
	tried int // since the last connection
}

var _ client.HostProvider = (*members)(nil)

// Init sets the hosts.
func (m *members) Init(hosts []string) error {
	m.hosts = hosts
	return nil
}

// Len is the number of hosts.
func (m *members) Len() int { return len(m.hosts) }

// Next is the host to try, and whether all were tried since the last connection.
func (m *members) Next() (host string, again bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	host = m.hosts[m.next]
	m.next = (m.next + 1) % len(m.hosts)
	again = m.tried >= len(m.hosts)
	m.tried++
	return host, again
}

// Connected says that the last host works.
func (m *members) Connected() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tried = 0
}
