package etcd

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"go.etcd.io/etcd/api/v3/mvccpb"
	client "go.etcd.io/etcd/client/v3"

	"idscope/gen/store"
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

func (s *cluster) Load(ctx context.Context, key string) (store.Value, error) {
	v, revision, err := s.load(ctx, key)
	if err == nil && v.Version != "" {
		s.last.Store(&loaded{key, store.Value{Data: bytes.Clone(v.Data), Version: v.Version}, revision})
	}
	return v, err
}

func (s *cluster) load(ctx context.Context, key string) (v store.Value, revision int64, err error) {
	asked := s.asked.Add(1)
	got, err := ask(ctx, s, func(ctx context.Context) (*client.GetResponse,
		error) {
		return s.client.Get(ctx, s.prefix+key)
	})
	if err == nil {
		s.answered(asked, got.Header)
	}
	if err != nil || len(got.Kvs) == 0 {
		return v, 0, err
	}
	return s.entry(got.Kvs[0]).Value, got.Kvs[0].ModRevision, nil
}

func (s *cluster) Swap(ctx context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	name := s.prefix + key
	if last := s.last.Load(); old != "" && last != nil && last.key == key && last.value.Version == old {
		// A revision returns after a restore; with the value it is the version.
		return s.write(ctx, name, data, client.Compare(client.ModRevision(name), "=", last.revision),
			client.Compare(client.Value(name), "=", string(last.value.Data)))
	}
	now, revision, err := s.load(ctx, key)
	switch {
	case err != nil:
		return "", s.t.Fail(ctx, fmt.Sprintf("write %q", key), err) // nothing is written yet
	case now.Version != old:
		return "", store.Conflict(key)
	}
	return s.write(ctx, name, data, client.Compare(client.ModRevision(name), "=", revision))
}

// write writes the key of a name in etcd if the conditions hold.
func (s *cluster) write(ctx context.Context, name string, data []byte, when ...client.Cmp) (store.Version, error) {
	done, err := ask(ctx, s, func(ctx context.Context) (*client.TxnResponse, error) {
		return s.client.Txn(ctx).If(when...).Then(client.OpPut(name, string(data))).Commit()
	})
	if err == nil && !done.Succeeded {
		err = store.Conflict(strings.TrimPrefix(name, s.prefix))
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
