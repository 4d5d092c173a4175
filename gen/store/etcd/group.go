package etcd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	client "go.etcd.io/etcd/client/v3"

	"idscope/gen/store"
)

// Member is a server as the others of its group see it. It has another ID each time that it joins: that of its lease.
type Member struct {
	ID      string `json:"id"`             // 40 hexadecimal digits
	Address string `json:"address"`        // HOST:PORT of the Redis protocol
	Web     string `json:"http,omitempty"` // HOST:PORT of HTTP; empty for none
	TLS     bool   `json:"tls,omitempty"`  // both are encrypted
}

// View is a group at a revision of etcd.
type View struct {
	Leader  Member   // zero for none
	Epoch   uint64   // of the leader: each leadership of a group has a greater one than those before; 0 for none
	Wanted  string   // ID of a member that is to lead next; empty for none
	Members []Member // by ID
	File    []byte   // what those who manage the group wrote for all servers; nil for nothing

	revision int64
}

// Of returns the member of an ID.
func (v *View) Of(id string) (Member, bool) {
	i := slices.IndexFunc(v.Members, func(m Member) bool { return m.ID == id })
	if i < 0 {
		return Member{}, false
	}
	return v.Members[i], true
}

var (
	// ErrLost says that the lease of a member has ended.
	ErrLost = errors.New("the lease has ended")

	// ErrFenced says that a leader did not write: another leads, or has written.
	ErrFenced = errors.New("another server leads, or has written")
)

// Group is a group of servers, of which one leads, below a prefix of etcd:
//
//	asked        ID of the member that is to lead next
//	file         what those who manage the group wrote for all servers
//	leader       ID of the member that leads; the revision of its last change is the epoch
//	member/ID    a member
//	value/KEY    what leaders keep
//
// All but the file and values belong to the lease of a member. Any number of goroutines may use it. It keeps no time
// itself: when to renew, and how long to trust a lease, is of the server.
type Group struct {
	*cluster
	root string
}

// OpenGroup connects to a group, which the first one to connect makes. Each call fails that is not answered within
// pace, so that another member of etcd can be asked in time; 0 is as long as calls of a store.
func OpenGroup(ctx context.Context, u *url.URL, name string, pace time.Duration) (*Group, error) {
	if strings.Contains(name, "/") { // what is below the keys of another group is of that
		return nil, fmt.Errorf("group %q has a slash; remove it", name)
	}
	if err := store.Check(name, nil); err != nil {
		return nil, err
	}
	c, err := open(ctx, u, true)
	if err != nil {
		return nil, err
	}
	c.t.Timeout = min(cmp.Or(pace, c.t.Timeout), c.t.Timeout)
	return &Group{c, c.prefix + "servers/" + name + "/"}, nil
}

// inTime makes a call.
func inTime[T any](ctx context.Context, g *Group, tried string, call func(context.Context) (T, error)) (T, error) {
	ctx, cancel := g.t.Limit(ctx)
	defer cancel()
	v, err := ask(ctx, g.cluster, call)
	if errors.Is(err, rpctypes.ErrLeaseNotFound) {
		return v, ErrLost
	}
	return v, g.t.Fail(ctx, tried, err)
}

// commit makes a transaction, and reports whether its conditions held.
func (g *Group) commit(ctx context.Context, tried string, when []client.Cmp, then ...client.Op) (bool, error) {
	done, err := inTime(ctx, g, tried, func(ctx context.Context) (*client.TxnResponse, error) {
		return g.client.Txn(ctx).If(when...).Then(then...).Commit()
	})
	return err == nil && done.Succeeded, err
}

func leaseOf(id string) client.LeaseID {
	n, _ := strconv.ParseUint(id, 16, 64)
	return client.LeaseID(n)
}

// put writes a key that ends with the lease of a member.
func (g *Group) put(key, value, id string) client.Op {
	return client.OpPut(g.root+key, value, client.WithLease(leaseOf(id)))
}

// leads is the condition that the leader is that of an epoch.
func (g *Group) leads(epoch uint64) client.Cmp {
	return client.Compare(client.ModRevision(g.root+"leader"), "=", int64(epoch))
}

// Join grants a lease of ttl or more, registers the member for as long as it lasts, and returns the member's ID.
func (g *Group) Join(ctx context.Context, m Member, ttl time.Duration) (string, error) {
	lease, err := inTime(ctx, g, "grant a lease", func(ctx context.Context) (*client.LeaseGrantResponse, error) {
		return g.client.Grant(ctx, int64((ttl+time.Second-1)/time.Second))
	})
	if err != nil {
		return "", err
	}
	m.ID = fmt.Sprintf("%040x", uint64(lease.ID))
	text, _ := json.Marshal(m) // of texts: no error
	_, err = g.commit(ctx, "register a server", nil, g.put("member/"+m.ID, string(text), m.ID))
	return m.ID, err
}

// Keep renews a member's lease, from the instant that etcd heard of it.
func (g *Group) Keep(ctx context.Context, id string) error {
	_, err := inTime(ctx, g, "renew a lease", func(ctx context.Context) (*client.LeaseKeepAliveResponse, error) {
		return g.client.KeepAliveOnce(ctx, leaseOf(id))
	})
	return err
}

// Leave ends a member's lease, and with it membership and leadership.
func (g *Group) Leave(ctx context.Context, id string) error {
	_, err := inTime(ctx, g, "end a lease", func(ctx context.Context) (*client.LeaseRevokeResponse, error) {
		return g.client.Revoke(ctx, leaseOf(id))
	})
	if errors.Is(err, ErrLost) {
		return nil
	}
	return err
}

// Campaign makes a member the leader if there is none.
func (g *Group) Campaign(ctx context.Context, id string) error {
	vacant := client.Compare(client.CreateRevision(g.root+"leader"), "=", 0)
	_, err := g.commit(ctx, "lead the servers", []client.Cmp{vacant}, g.put("leader", id, id))
	return err
}

// Request asks the leader to hand over to a member.
func (g *Group) Request(ctx context.Context, id string) error {
	_, err := g.commit(ctx, "ask to lead", nil, g.put("asked", id, id))
	return err
}

// HandOver makes a member the next leader. False says that it is none any more, or that the leadership of the epoch
// had ended.
func (g *Group) HandOver(ctx context.Context, epoch uint64, to string) (bool, error) {
	there := client.Compare(client.CreateRevision(g.root+"member/"+to), ">", 0)
	return g.commit(ctx, "hand over", []client.Cmp{g.leads(epoch), there}, g.put("leader", to, to),
		client.OpDelete(g.root+"asked"))
}

// Load returns a key of the group, as [store.Store] does.
func (g *Group) Load(ctx context.Context, key string) (v store.Value, err error) {
	ctx, cancel := g.t.Limit(ctx)
	defer cancel()
	v, err = g.load(ctx, g.root+key)
	return v, g.t.Fail(ctx, fmt.Sprintf("load %q", key), err)
}

// Swap writes a key as [store.Store] does; of an epoch other than 0 while the leader is that of it, else ErrFenced.
// Unlike a store's it reads nothing before: the version begins with the revision.
func (g *Group) Swap(ctx context.Context, epoch uint64, key string, old store.Version,
	data []byte) (store.Version, error) {
	if err := store.Check(key, data); err != nil {
		return "", err
	}
	var when []client.Cmp
	if epoch > 0 {
		when = append(when, g.leads(epoch))
	}
	ctx, cancel := g.t.Limit(ctx)
	defer cancel()
	v, err := g.write(ctx, g.root+key, old, data, when...)
	if err = g.t.Written(ctx, fmt.Sprintf("write %q", key), err); epoch > 0 && errors.Is(err, store.ErrConflict) {
		err = ErrFenced
	}
	return v, err
}

// Read returns the group as it is now.
func (g *Group) Read(ctx context.Context) (v View, err error) {
	got, err := inTime(ctx, g, "read the group of servers", func(ctx context.Context) (*client.GetResponse, error) {
		return g.client.Get(ctx, g.root, client.WithRange(g.root+"value/"), client.WithLimit(10_000))
	})
	if err != nil {
		return v, err
	}
	v.revision = got.Header.Revision
	var leader string
	for _, kv := range got.Kvs {
		var m Member
		switch name := strings.TrimPrefix(string(kv.Key), g.root); {
		case name == "asked":
			v.Wanted = string(kv.Value)
		case name == "file":
			v.File = kv.Value
		case name == "leader":
			leader, v.Epoch = string(kv.Value), uint64(kv.ModRevision)
		case json.Unmarshal(kv.Value, &m) == nil:
			v.Members = append(v.Members, m)
		}
	}
	v.Leader, _ = v.Of(leader)
	return v, nil
}

// Wait returns when the group has changed after a view, or the context ends.
func (g *Group) Wait(ctx context.Context, v View) error {
	ctx, cancel := context.WithCancel(client.WithRequireLeader(ctx))
	defer cancel()
	// Values, which come after all else, are not watched.
	for news := range g.client.Watch(ctx, g.root, client.WithRange(g.root+"value/"), client.WithRev(v.revision+1)) {
		if err := news.Err(); err != nil && ctx.Err() == nil {
			return g.t.Fail(ctx, "watch the group of servers", err)
		}
		if len(news.Events) > 0 {
			return nil
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	return g.t.Fail(ctx, "watch the group of servers", errors.New("etcd ended the watch"))
}
