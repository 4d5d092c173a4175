package etcd

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"

	client "go.etcd.io/etcd/client/v3"

	"idscope/gen/store"
	"idscope/gen/store/election"
)

// Load implements [election.Elector].
func (e *elector) Load(ctx context.Context, key string) (store.Value, error) {
	if err := store.Check(key, nil); err != nil {
		return store.Value{}, err
	}
	return e.load(ctx, "value/"+key)
}

// File implements [election.Elector].
func (e *elector) File(ctx context.Context) (store.Value, error) { return e.load(ctx, "file") }

// load returns the value of a key below the root.
func (e *elector) load(ctx context.Context, key string) (v store.Value, err error) {
	ctx, cancel := e.limit(ctx)
	defer cancel()
	got, err := ask(ctx, e.cluster, func() (*client.GetResponse, error) { return e.client.Get(ctx, e.root+key) })
	if err != nil || len(got.Kvs) == 0 {
		return v, e.fail(ctx, fmt.Sprintf("load %q", key), err)
	}
	return e.entry(got.Kvs[0]).Value, nil
}

// Swap implements [election.Elector]. Unlike the store's it reads nothing first: the
// version begins with the revision.
func (e *elector) Swap(ctx context.Context, epoch uint64, key string, old store.Version,
	data []byte) (store.Version, error) {
	if err := store.Check(key, data); err != nil {
		return "", err
	}
	done, err := e.swap(ctx, "value/"+key, old, data, e.leads(epoch))
	if err != nil {
		return "", err
	}
	if done.Succeeded {
		return version(done.Header.Revision, sha256.Sum256(data)), nil
	}
	if kvs := done.Responses[0].GetResponseRange().Kvs; len(kvs) == 0 || kvs[0].ModRevision != int64(epoch) {
		return "", election.ErrFenced
	}
	return "", store.Conflict(key)
}

// SwapFile implements [election.Elector].
func (e *elector) SwapFile(ctx context.Context, old store.Version, data []byte) error {
	done, err := e.swap(ctx, "file", old, data)
	if err == nil && !done.Succeeded {
		return store.Conflict("file")
	}
	return err
}

// swap writes a key below the root if it has that version, and more holds. Its answer has
// the leader where it did not.
func (e *elector) swap(ctx context.Context, key string, old store.Version, data []byte,
	more ...client.Cmp) (*client.TxnResponse, error) {
	ctx, cancel := e.limit(ctx)
	defer cancel()
	revision := int64(0)
	if old != "" {
		text, _, _ := strings.Cut(string(old), ".")
		var err error
		if revision, err = strconv.ParseInt(text, 10, 64); err != nil {
			return nil, store.Conflict(key)
		}
	}
	done, err := ask(ctx, e.cluster, func() (*client.TxnResponse, error) {
		return e.client.Txn(ctx).If(append(more, client.Compare(client.ModRevision(e.root+key), "=", revision))...).
			Then(client.OpPut(e.root+key, string(data))).Else(client.OpGet(e.root + "leader")).Commit()
	})
	tried := fmt.Sprintf("write %q", key)
	switch {
	case err != nil && refused(err):
		return nil, e.fail(ctx, tried, err)
	case err != nil:
		return nil, e.t.Unknown(ctx, tried, plain(err))
	}
	return done, nil
}
