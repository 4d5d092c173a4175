package zookeeper

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"

	client "github.com/go-zookeeper/zk"

	"idscope/gen/store"
)

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
			return "", store.Conflict(key)
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
