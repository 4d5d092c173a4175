// Package zookeeper keeps a store in ZooKeeper, 3.5 or later. It is the only
// importer of github.com/go-zookeeper/zk.
//
// Each key is a node below one root. A read asks its server to catch up with the
// leader first (sync), which a leader that was just deposed may still answer; a
// write is checked by the leader of a majority, so nothing is decided by a read.
package zookeeper

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	client "github.com/go-zookeeper/zk"

	"idscope/gen/store"
	"idscope/gen/store/target"
)

// Driver opens zookeeper://USER:PASSWORD@HOST:PORT,HOST:PORT of the members of an
// ensemble. With a password, what is made belongs to that user alone (scheme digest).
var Driver = store.Driver{Schemes: []string{"zookeeper", "zk"}, Open: open}

// session is how long the server keeps a session without a word from us, which
// holds nothing that another waits for.
const session = 10 * time.Second

// open connects to an ensemble.
func open(ctx context.Context, u *url.URL, create bool) (store.Store, error) {
	t, err := target.Parse(u, "ZooKeeper", "2181")
	if err != nil {
		return nil, err
	}
	if t.Path != "" {
		return nil, t.Wrong("it has the path %.50q; remove it, or use ?prefix=NAME", t.Path)
	}
	t.Explain = explain
	ctx, cancel := t.Limit(ctx)
	defer cancel()
	s := &ensemble{t: t, root: "/" + t.Prefix, acl: client.WorldACL(client.PermAll)}
	reached, err := t.Reach(ctx) // the client would try until the time is over
	if err == nil {
		s.client, _, err = client.Connect(t.Hosts, session, client.WithHostProvider(&members{tried: reached}),
			client.WithLogger(log.New(io.Discard, "", 0)), client.WithLogInfo(false), client.WithDialer(s.dial))
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

// dial connects to a member within the client's time, a second. The handshake of TLS takes some round trips more.
func (s *ensemble) dial(network, address string, timeout time.Duration) (net.Conn, error) {
	share := s.t.Share(context.Background(), len(s.t.Hosts))
	if s.t.TLS != nil {
		timeout = max(timeout, share)
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	conn, err := s.t.Dial(ctx, network, address)
	return &connection{conn, min(share, session)}, err
}

// connection gives a member its share of the time for the first word, as long as a session at most: the client waits a
// minute for one that hangs, and a server can forget a connection that comes while it starts (ZOOKEEPER-5051).
type connection struct {
	net.Conn
	share time.Duration
}

// Read implements [net.Conn].
func (c *connection) Read(p []byte) (int, error) {
	if c.share > 0 {
		_ = c.SetReadDeadline(time.Now().Add(c.share)) // which the client takes off then
		c.share = 0
	}
	return c.Conn.Read(p)
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
		f.Kind, f.Dial = target.Again, errors.Is(err, client.ErrNoServer)
	}
	return f
}

// Incarnation writes to the node of the clock: the number of that transaction (zxid) only
// grows, and its upper half counts the leaders. The client shows those of other answers not.
// When the node changed is the clock of the ensemble's leader.
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

// members are the hosts in turn, by the names that certificates have: the client's own list knows addresses alone. It
// asks from one goroutine.
type members struct {
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
	host, again = m.hosts[m.tried%len(m.hosts)], m.tried >= len(m.hosts)
	m.tried++
	return host, again
}

// Connected says that the last host works.
func (m *members) Connected() { m.tried %= len(m.hosts) }

// path is the node of a key: names of nodes have no slash, and not every symbol.
func (s *ensemble) path(key string) string { return s.root + "/" + url.PathEscape(key) }

// node is a node as it was read; stat is nil if it does not exist.
type node struct {
	data []byte
	stat *client.Stat
}

// value tells by the version when a node was made and how often it was written since. Both
// return after a backup was restored, so what was written belongs to it.
func (n node) value() store.Value {
	if n.stat == nil {
		return store.Value{}
	}
	sum := sha256.Sum256(n.data)
	return store.Value{Data: n.data, Version: store.Version(fmt.Sprintf("%x.%d.%x", n.stat.Czxid, n.stat.Version,
		sum[:12]))}
}

// read reads a node as of now.
func (s *ensemble) read(path string) (node, error) {
	if _, err := s.client.Sync(path); err != nil {
		return node{}, err
	}
	return s.get(path)
}

func (s *ensemble) get(path string) (node, error) {
	data, stat, err := s.client.Get(path)
	if errors.Is(err, client.ErrNoNode) {
		return node{}, nil
	}
	return node{data, stat}, err
}

func (s *ensemble) Load(_ context.Context, key string) (store.Value, error) {
	n, err := s.read(s.path(key))
	return n.value(), err
}

// Swap checks a version of its own: a node that was deleted and made again can have the
// number of writes that it had. So each new key writes the root as well, and a write is
// checked against the root's version, read before the key: no key was made since.
func (s *ensemble) Swap(ctx context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	path := s.path(key)
	for {
		root, err := s.read(s.root)
		var n node
		if err == nil {
			n, err = s.read(path)
		}
		switch err = cmp.Or(err, ctx.Err()); {
		case err != nil:
			return "", s.t.Fail(ctx, fmt.Sprintf("write %q", key), err) // nothing is written yet
		case root.stat == nil:
			return "", s.t.Missing()
		case n.value().Version != old:
			return "", store.ErrConflict
		}
		n.stat, err = s.write(path, root, n, data)
		if n.data = data; err == nil {
			return n.value().Version, nil
		}
		if !errors.Is(err, errChanged) { // the key, or only the root
			return "", err
		}
	}
}

// errChanged says that a node was not as it was read.
var errChanged = errors.New("changed since it was read")

// write writes a key in one transaction. The status of a new node is that of a
// second write to it, since making it tells none.
func (s *ensemble) write(path string, root, n node, data []byte) (*client.Stat, error) {
	ops := []any{&client.CheckVersionRequest{Path: s.root, Version: root.stat.Version}}
	if n.stat == nil {
		ops = []any{&client.SetDataRequest{Path: s.root, Data: root.data, Version: -1},
			&client.CreateRequest{Path: path, Acl: s.acl}, &client.SetDataRequest{Path: path, Data: data, Version: 0}}
	} else {
		ops = append(ops, &client.SetDataRequest{Path: path, Data: data, Version: n.stat.Version})
	}
	results, err := s.client.Multi(ops...)
	for _, r := range results {
		if errors.Is(r.Error, client.ErrBadVersion) || errors.Is(r.Error, client.ErrNoNode) ||
			errors.Is(r.Error, client.ErrNodeExists) {
			return nil, errChanged
		}
	}
	if err != nil {
		return nil, err
	}
	return results[len(results)-1].Stat, nil
}

// readers is how many nodes are read at a time.
const readers = 16

func (s *ensemble) List(ctx context.Context, prefix string) (list []store.Entry, err error) {
	if _, err := s.client.Sync(s.root); err != nil {
		return nil, err
	}
	names, _, err := s.client.Children(s.root)
	if err != nil {
		return nil, err
	}
	found, failed := make([]store.Entry, len(names)), make([]error, len(names))
	var all sync.WaitGroup
	room := make(chan struct{}, readers)
	for i, name := range names {
		key, err := url.PathUnescape(name)
		if err != nil || !strings.HasPrefix(key, prefix) || store.Check(key, nil) != nil {
			continue
		}
		room <- struct{}{}
		all.Go(func() {
			if failed[i] = ctx.Err(); failed[i] == nil {
				var n node
				n, failed[i] = s.get(s.path(key))
				found[i] = store.Entry{Key: key, Value: n.value()}
			}
			<-room
		})
	}
	all.Wait()
	if err := cmp.Or(failed...); err != nil {
		return nil, err
	}
	for _, e := range found {
		if e.Version != "" { // else it is gone by now
			list = append(list, e)
		}
	}
	store.Sort(list)
	return list, nil
}

// Safety asks each member that the URL names what it is (mntr), before and after a
// write: whether it syncs its log is no setting that it tells, but it counts how
// often it did. A member that does not answer mntr, which is not in the usual
// 4lw.commands.whitelist, is taken as one that may not.
func (s *ensemble) Safety(ctx context.Context) (store.Safety, error) {
	before := map[string]map[string]string{}
	for _, host := range s.t.Hosts {
		before[host], _ = s.monitor(ctx, host)
	}
	if _, err := s.Incarnation(ctx); err != nil { // which writes
		return store.Safety{}, err
	}
	engine, reason := "ZooKeeper", "a majority of members syncs each write before the answer"
	var settings []store.Setting
	for _, host := range s.t.Hosts {
		now, err := s.monitor(ctx, host)
		for range tries { // a follower may be asked before it has the write
			if err != nil || now[syncs] != before[host][syncs] {
				break
			}
			now, err = s.monitor(ctx, host)
		}
		settings = append(settings, judge(host, before[host], now)...)
		if version, _, _ := strings.Cut(now["zk_version"], "-"); version != "" {
			engine = "ZooKeeper " + version
		}
		if now[state] == "standalone" {
			reason = "one server that syncs each write before the answer"
		}
	}
	return store.Report(engine, s.data, reason, settings...), ctx.Err()
}

const (
	syncs = "zk_cnt_fsynctime"
	state = "zk_server_state"
	tries = 5
)

// judge says what a member is, from what it told before and after a write.
func judge(host string, before, after map[string]string) []store.Setting {
	value, low, want, why := "yes", store.Conditional, "yes", ""
	switch {
	case before[syncs] == "" || after[syncs] == "":
		value, want = "unknown", "4lw.commands.whitelist=srvr,mntr"
		why = "a member does not tell whether it syncs its log: it must not run with forceSync=no"
	case before[syncs] != after[syncs]:
	case after[state] == "standalone":
		value, low, why = "no", store.BestEffort, "a member does not sync its log: a loss of power loses writes"
	default:
		value, why = "not seen", "a member synced no log while it was looked at: it must not run with forceSync=no"
	}
	settings := []store.Setting{store.Judge("forceSync of "+host, value, low, why, want)}
	if role := after[state]; role != "" {
		settings = append(settings, store.Setting{Name: "state of " + host, Value: role, Class: store.Proven})
	}
	return settings
}

// monitor asks a member for its numbers.
func (s *ensemble) monitor(ctx context.Context, host string) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, s.t.Turn(ctx))
	defer cancel()
	conn, err := s.t.Dial(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	if _, err := conn.Write([]byte("mntr")); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(conn, 1<<20))
	if len(text) == 0 && err == nil {
		err = errors.New("no answer to mntr")
	}
	return target.Values(string(text), "\t"), err
}
