package etcd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	client "go.etcd.io/etcd/client/v3"

	"idscope/gen/store"
	"idscope/gen/store/election"
)

// elector is a group of servers below a prefix:
//
//	asked        the ID of a member that asked to lead
//	file         what those who manage the group wrote for all servers
//	leader       the member that leads; the revision of its last change is the epoch
//	member/ID    a member
//	ready        the epoch whose leader answers
//	value/KEY    what leaders keep
//
// All but the file and values belong to the lease of a member, which its ID names.
type elector struct {
	*cluster
	root   string
	member atomic.Pointer[election.Member] // of the lease
	lease  atomic.Int64
	lasts  atomic.Int64 // the time to live of the lease
}

// pace is how long one member of etcd may take to answer, so that another can be asked while the lease lasts.
func (e *elector) pace() time.Duration {
	if lasts := time.Duration(e.lasts.Load()); lasts > 0 {
		return lasts / 3
	}
	return time.Second
}

var (
	_ election.Driver  = Driver{}
	_ election.Elector = (*elector)(nil)
)

// Elector implements [election.Driver].
func (d Driver) Elector(ctx context.Context, u *url.URL, group string) (election.Elector, error) {
	if err := store.Check(group, nil); err != nil {
		return nil, err
	}
	s, err := d.Open(ctx, u, true)
	if err != nil {
		return nil, err
	}
	c := s.(*cluster)
	return &elector{cluster: c, root: c.prefix + "servers/" + group + "/"}, nil
}

func memberID(lease client.LeaseID) string { return fmt.Sprintf("%040x", uint64(lease)) }

func leaseOf(id string) (client.LeaseID, bool) {
	n, err := strconv.ParseUint(id, 16, 64)
	return client.LeaseID(n), err == nil && n != 0
}

// Join implements [election.Elector].
func (e *elector) Join(ctx context.Context, m election.Member, ttl time.Duration) (string, time.Duration, error) {
	ctx, cancel := e.limit(ctx)
	defer cancel()
	granted, err := ask(ctx, e.cluster, func() (*client.LeaseGrantResponse, error) {
		return e.client.Grant(ctx, int64((ttl+time.Second-1)/time.Second))
	})
	if err != nil {
		return "", 0, e.fail(ctx, "grant a lease", err)
	}
	m.ID = memberID(granted.ID)
	text, err := json.Marshal(m)
	if err != nil {
		return "", 0, err
	}
	_, err = ask(ctx, e.cluster, func() (*client.PutResponse, error) {
		return e.client.Put(ctx, e.root+"member/"+m.ID, string(text), client.WithLease(granted.ID))
	})
	if err != nil {
		return "", 0, e.fail(ctx, "register a server", err)
	}
	e.member.Store(&m)
	e.lease.Store(int64(granted.ID))
	e.lasts.Store(int64(ttl))
	return m.ID, time.Duration(granted.TTL) * time.Second, nil
}

func (e *elector) leased() client.LeaseID { return client.LeaseID(e.lease.Load()) }

// Keep implements [election.Elector].
func (e *elector) Keep(ctx context.Context) error {
	ctx, cancel := e.limit(ctx)
	defer cancel()
	_, err := ask(ctx, e.cluster, func() (*client.LeaseKeepAliveResponse, error) {
		return e.client.KeepAliveOnce(ctx, e.leased())
	})
	return e.lost(ctx, "renew a lease", err)
}

// lost is fail, where ErrLost says that the lease has ended.
func (e *elector) lost(ctx context.Context, tried string, err error) error {
	if errors.Is(err, rpctypes.ErrLeaseNotFound) {
		return election.ErrLost
	}
	return e.fail(ctx, tried, err)
}

// decide makes a transaction; false says that its condition did not hold.
func (e *elector) decide(ctx context.Context, when []client.Cmp, then ...client.Op) (*client.TxnResponse, error) {
	return ask(ctx, e.cluster, func() (*client.TxnResponse, error) {
		return e.client.Txn(ctx).If(when...).Then(then...).Commit()
	})
}

// leads is the condition that the leader is that of an epoch.
func (e *elector) leads(epoch uint64) client.Cmp {
	return client.Compare(client.ModRevision(e.root+"leader"), "=", int64(epoch))
}

// Campaign implements [election.Elector].
func (e *elector) Campaign(ctx context.Context) error {
	ctx, cancel := e.limit(ctx)
	defer cancel()
	m := e.member.Load()
	if m == nil {
		return election.ErrLost
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	lease, _ := leaseOf(m.ID)
	done, err := e.decide(ctx, []client.Cmp{client.Compare(client.CreateRevision(e.root+"leader"), "=", 0)},
		client.OpPut(e.root+"leader", string(text), client.WithLease(lease)))
	if err != nil {
		return e.lost(ctx, "lead the servers", err)
	}
	if !done.Succeeded {
		return election.ErrTaken
	}
	return nil
}

// Announce implements [election.Elector].
func (e *elector) Announce(ctx context.Context, epoch uint64) error {
	ctx, cancel := e.limit(ctx)
	defer cancel()
	done, err := e.decide(ctx, []client.Cmp{e.leads(epoch)},
		client.OpPut(e.root+"ready", strconv.FormatUint(epoch, 10), client.WithLease(e.leased())))
	if err == nil && !done.Succeeded {
		return election.ErrFenced
	}
	return e.lost(ctx, "announce the leader", err)
}

// Request implements [election.Elector].
func (e *elector) Request(ctx context.Context) error {
	ctx, cancel := e.limit(ctx)
	defer cancel()
	lease := e.leased()
	_, err := ask(ctx, e.cluster, func() (*client.PutResponse, error) {
		return e.client.Put(ctx, e.root+"asked", memberID(lease), client.WithLease(lease))
	})
	return e.lost(ctx, "ask to lead", err)
}

// HandOver implements [election.Elector].
func (e *elector) HandOver(ctx context.Context, epoch uint64, to string) error {
	ctx, cancel := e.limit(ctx)
	defer cancel()
	then := []client.Op{client.OpDelete(e.root + "asked")}
	end := client.OpDelete(e.root + "leader")
	if lease, ok := leaseOf(to); ok {
		got, err := ask(ctx, e.cluster, func() (*client.GetResponse, error) { return e.client.Get(ctx, e.root+"member/"+to) })
		if err != nil {
			return e.fail(ctx, "hand over", err)
		}
		if len(got.Kvs) > 0 {
			put := client.OpPut(e.root+"leader", string(got.Kvs[0].Value), client.WithLease(lease))
			done, err := e.decide(ctx, []client.Cmp{e.leads(epoch)}, append(then, put)...)
			if !errors.Is(err, rpctypes.ErrLeaseNotFound) { // else it left meanwhile
				return e.over(ctx, done, err)
			}
		}
	}
	done, err := e.decide(ctx, []client.Cmp{e.leads(epoch)}, append(then, end)...)
	return e.over(ctx, done, err)
}

// over is the error of the end of a leadership.
func (e *elector) over(ctx context.Context, done *client.TxnResponse, err error) error {
	if err == nil && !done.Succeeded {
		return election.ErrFenced
	}
	return e.fail(ctx, "hand over", err)
}

// Close implements [election.Elector].
func (e *elector) Close() error {
	ctx, cancel := e.limit(context.Background())
	defer cancel()
	if lease := e.leased(); lease != 0 {
		_, _ = e.client.Revoke(ctx, lease) // else it ends by itself
	}
	return e.cluster.Close()
}
