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
		return nil, fmt.Errorf("%w (ZooKeeper): it has the path %.50q; remove it, or use ?prefix=NAME", store.ErrURL,
			t.Path)
	}
	t.Explain = explain
	ctx, cancel := t.Limit(ctx)
	defer cancel()
	s := &ensemble{t: t, root: "/" + t.Prefix, acl: client.WorldACL(client.PermAll)}
	if err = t.Reach(ctx); err == nil { // the client would try until the time is over
		s.client, _, err = client.Connect(t.Hosts, session, client.WithHostProvider(&members{}),
			client.WithLogger(silent{}), client.WithLogInfo(false), client.WithDialer(s.dial))
	}
	if err == nil {
		s.data, err = target.Await(ctx, func(context.Context) (string, error) { return s.identify(create) })
		if err != nil {
			go s.client.Close() // it says goodbye, and waits for an answer
		}
	}
	if err != nil {
		return nil, t.Fail(ctx, "connect", err)
	}
	return t.Serve(s, true), nil
}

// ensemble is an open store.
type ensemble struct {
	t      *target.Target
	client *client.Conn
	root   string // node above the keys; it holds what the data is called
	acl    []client.ACL
	data   string
}

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

// identify logs in, makes the nodes of a new store, and returns what the data is called.
func (s *ensemble) identify(create bool) (string, error) {
	if s.t.Password != "" {
		s.acl = client.DigestACL(client.PermAll, s.t.User, s.t.Password)
		if err := s.client.AddAuth("digest", []byte(s.t.User+":"+s.t.Password)); err != nil {
			return "", err
		}
	}
	if create {
		for path, data := range map[string]string{s.clock(): "", s.root: rand.Text()} {
			if _, err := s.client.Create(path, []byte(data), 0, s.acl); err != nil &&
				!errors.Is(err, client.ErrNodeExists) {
				return "", err
			}
		}
	}
	n, err := s.read(s.root)
	if err == nil && n.stat == nil {
		err = s.t.Missing()
	}
	return string(n.data), err
}

// explain: what the leader answered with an error was not done.
func explain(err error) target.Fault {
	f := target.Fault{Kind: target.Lost, Err: err}
	switch {
	case errors.Is(err, client.ErrNoAuth), errors.Is(err, client.ErrAuthFailed):
		f.Kind = target.Denied
	case errors.Is(err, client.ErrInvalidACL), errors.Is(err, client.ErrNoServer), errors.Is(err, target.ErrUnsent):
		f.Kind = target.Again
	}
	return f
}

// Now returns the clock of the ensemble's leader: when it changed a node just now.
func (s *ensemble) Now(ctx context.Context) (time.Time, error) {
	i, err := s.Incarnation(ctx)
	return i.Now, err
}

// Incarnation writes to the node of the clock: the number of that transaction (zxid) only
// grows, and its upper half counts the leaders. The client shows those of other answers not.
func (s *ensemble) Incarnation(context.Context) (i store.Incarnation, err error) {
	stat, err := s.client.Set(s.clock(), nil, -1)
	if err != nil {
		return i, err
	}
	zxid := uint64(stat.Mzxid)
	return store.Incarnation{History: s.data, Term: zxid >> 32, Revision: zxid, Now: time.UnixMilli(stat.Mtime)}, nil
}

// Close ends the session.
func (s *ensemble) Close() error {
	s.client.Close()
	return nil
}

// silent keeps the client from writing to the standard error.
type silent struct{}

func (silent) Printf(string, ...any) {}

// members are the hosts in turn, by the names that certificates have: the client's own list knows addresses alone.
type members struct {
	mu    sync.Mutex
	hosts []string
	tried int // since the last connection, and before it as many as tell whose turn it is
}

func (m *members) Init(hosts []string) error {
	m.hosts = hosts
	return nil
}

func (m *members) Len() int { return len(m.hosts) }

// Next is the host to try, and whether all were tried since the last connection.
func (m *members) Next() (host string, again bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	host, again = m.hosts[m.tried%len(m.hosts)], m.tried >= len(m.hosts)
	m.tried++
	return host, again
}

// Connected says that the last host works.
func (m *members) Connected() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tried %= len(m.hosts)
}
