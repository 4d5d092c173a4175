package etcd

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"go.etcd.io/etcd/api/v3/mvccpb"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	client "go.etcd.io/etcd/client/v3"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"idscope/gen/store"
	"idscope/gen/store/target"
)

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

// loaded is what a call returned: a swap that follows need not load it again.
type loaded struct {
	key      string
	value    store.Value
	revision int64
}

// Load returns the value of a key.
func (s *cluster) Load(ctx context.Context, key string) (store.Value, error) {
	if err := store.Check(key, nil); err != nil {
		return store.Value{}, err
	}
	ctx, cancel := s.limit(ctx)
	defer cancel()
	v, revision, err := s.load(ctx, key)
	if err == nil && v.Version != "" {
		s.last.Store(&loaded{key, store.Value{Data: bytes.Clone(v.Data), Version: v.Version}, revision})
	}
	return v, s.fail(ctx, fmt.Sprintf("load %q", key), err)
}

func (s *cluster) load(ctx context.Context, key string) (v store.Value, revision int64, err error) {
	asked := s.asked.Add(1)
	got, err := ask(ctx, s, func() (*client.GetResponse, error) { return s.client.Get(ctx, s.prefix+key) })
	if err == nil {
		s.answered(asked, got.Header)
	}
	if err != nil || len(got.Kvs) == 0 {
		return v, 0, err
	}
	return s.entry(got.Kvs[0]).Value, got.Kvs[0].ModRevision, nil
}

// Swap writes data if the key has the version old.
func (s *cluster) Swap(ctx context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	if err := store.Check(key, data); err != nil {
		return "", err
	}
	ctx, cancel := s.limit(ctx)
	defer cancel()
	name := s.prefix + key
	var still []client.Cmp
	if last := s.last.Load(); old != "" && last != nil && last.key == key && last.value.Version == old {
		// A revision returns after a restore; with the value it is the version.
		still = []client.Cmp{client.Compare(client.ModRevision(name), "=", last.revision),
			client.Compare(client.Value(name), "=", string(last.value.Data))}
	} else {
		now, revision, err := s.load(ctx, key)
		if err != nil {
			return "", s.fail(ctx, fmt.Sprintf("write %q", key), err)
		}
		if now.Version != old {
			return "", store.Conflict(key)
		}
		still = []client.Cmp{client.Compare(client.ModRevision(name), "=", revision)}
	}
	return s.write(ctx, name, key, data, still...)
}

// write writes the key of a name in etcd if the conditions hold.
func (s *cluster) write(ctx context.Context, name, key string, data []byte,
	when ...client.Cmp) (store.Version, error) {
	tried := fmt.Sprintf("write %q", key)
	done, err := ask(ctx, s, func() (*client.TxnResponse, error) {
		return s.client.Txn(ctx).If(when...).Then(client.OpPut(name, string(data))).Commit()
	})
	switch {
	case err != nil && refused(err):
		return "", s.fail(ctx, tried, err)
	case err != nil:
		return "", s.t.Unknown(ctx, tried, plain(err))
	case !done.Succeeded:
		return "", store.Conflict(key)
	}
	return version(done.Header.Revision, sha256.Sum256(data)), nil
}

// refused reports whether an error is a server's that did not write.
func refused(err error) bool {
	if errors.Is(err, rpctypes.ErrNoSpace) || errors.Is(err, rpctypes.ErrNoLeader) || errors.Is(err, target.ErrUnsent) {
		return true
	}
	switch status.Code(err) {
	case codes.Unauthenticated, codes.PermissionDenied, codes.InvalidArgument:
		return true
	}
	return false
}

// page is how many keys are asked for at once; a value may have 64 KiB.
const page = 200

// List returns the entries whose keys begin with the prefix.
func (s *cluster) List(ctx context.Context, prefix string) ([]store.Entry, error) {
	ctx, cancel := s.limit(ctx)
	defer cancel()
	var list []store.Entry
	from, end := s.prefix+prefix, client.GetPrefixRangeEnd(s.prefix+prefix)
	for {
		got, err := ask(ctx, s, func() (*client.GetResponse, error) {
			return s.client.Get(ctx, from, client.WithRange(end), client.WithLimit(page),
				client.WithSort(client.SortByKey, client.SortAscend))
		})
		if err != nil {
			return nil, s.fail(ctx, fmt.Sprintf("list %q", prefix), err)
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
