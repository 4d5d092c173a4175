package zookeeper

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	client "github.com/go-zookeeper/zk"

	"idscope/gen/store"
	"idscope/gen/store/target"
)

// path is the node of a key: names of nodes have no slash, and not every symbol.
func (s *ensemble) path(key string) string { return s.root + "/" + url.PathEscape(key) }

// node is a node as it was read; stat is nil if it does not exist.
type node struct {
	data []byte
	stat *client.Stat
}

func (n node) version() store.Version {
	if n.stat == nil {
		return ""
	}
	return version(n.stat, n.data)
}

// version tells when a node was made and how often it was written since. Both return
// after a backup was restored, so what was written belongs to it.
func version(stat *client.Stat, data []byte) store.Version {
	sum := sha256.Sum256(data)
	return store.Version(fmt.Sprintf("%x.%d.%x", stat.Czxid, stat.Version, sum[:12]))
}

// read reads a node as of now.
func (s *ensemble) read(ctx context.Context, path string) (node, error) {
	return target.Await(ctx, func(context.Context) (node, error) {
		if _, err := s.client.Sync(path); err != nil {
			return node{}, err
		}
		return s.get(path)
	})
}

func (s *ensemble) get(path string) (node, error) {
	data, stat, err := s.client.Get(path)
	if errors.Is(err, client.ErrNoNode) {
		return node{}, nil
	}
	if err != nil {
		return node{}, err
	}
	return node{data, stat}, nil
}

// Load returns the value of a key.
func (s *ensemble) Load(ctx context.Context, key string) (store.Value, error) {
	if err := store.Check(key, nil); err != nil {
		return store.Value{}, err
	}
	ctx, cancel := s.t.Limit(ctx)
	defer cancel()
	n, err := s.read(ctx, s.path(key))
	if err != nil {
		return store.Value{}, s.fail(ctx, fmt.Sprintf("load %q", key), err)
	}
	return store.Value{Data: n.data, Version: n.version()}, nil
}

// Swap writes data if the key has the version old.
//
// A node that was deleted and made again can have the number of writes that it had.
// So each new key writes the root as well, and a write is checked against the
// root's version, read before the key: no key was made since.
func (s *ensemble) Swap(ctx context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	if err := store.Check(key, data); err != nil {
		return "", err
	}
	ctx, cancel := s.t.Limit(ctx)
	defer cancel()
	tried, path := fmt.Sprintf("write %q", key), s.path(key)
	data = slices.Clone(data) // the call may outlive this one
	for {
		root, err := s.read(ctx, s.root)
		if err == nil && root.stat == nil {
			return "", s.t.Missing()
		}
		var n node
		if err == nil {
			n, err = s.read(ctx, path)
		}
		if err != nil {
			return "", s.fail(ctx, tried, err)
		}
		if n.version() != old {
			return "", store.Conflict(key)
		}
		stat, err := target.Await(ctx, func(context.Context) (*client.Stat, error) {
			return s.write(path, root, n, data)
		})
		switch {
		case err == nil:
			return version(stat, data), nil
		case errors.Is(err, errChanged): // the key, or only the root
		case errors.Is(err, client.ErrNoAuth), errors.Is(err, client.ErrInvalidACL), errors.Is(err, client.ErrNoServer),
			errors.Is(err, target.ErrUnsent):
			return "", s.fail(ctx, tried, err)
		default:
			return "", s.t.Unknown(ctx, tried, err)
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

// List returns the entries whose keys begin with the prefix.
func (s *ensemble) List(ctx context.Context, prefix string) ([]store.Entry, error) {
	ctx, cancel := s.t.Limit(ctx)
	defer cancel()
	list, err := target.Await(ctx, func(ctx context.Context) ([]store.Entry, error) {
		if _, err := s.client.Sync(s.root); err != nil {
			return nil, err
		}
		names, _, err := s.client.Children(s.root)
		if err != nil {
			return nil, err
		}
		var keys []string
		for _, name := range names {
			key, err := url.PathUnescape(name)
			if err == nil && strings.HasPrefix(key, prefix) && store.Check(key, nil) == nil {
				keys = append(keys, key)
			}
		}
		return s.values(ctx, keys)
	})
	if err != nil {
		return nil, s.fail(ctx, fmt.Sprintf("list %q", prefix), err)
	}
	store.Sort(list)
	return list, nil
}

// values reads keys, in any order; those that are gone are left out.
func (s *ensemble) values(ctx context.Context, keys []string) (list []store.Entry, err error) {
	var mu sync.Mutex
	var all sync.WaitGroup
	for i := range readers {
		all.Go(func() {
			for j := i; j < len(keys) && ctx.Err() == nil; j += readers {
				n, e := s.get(s.path(keys[j]))
				mu.Lock()
				switch {
				case e != nil:
					err = e
				case n.stat != nil:
					list = append(list, store.Entry{Key: keys[j], Value: store.Value{Data: n.data, Version: n.version()}})
				}
				mu.Unlock()
				if e != nil {
					return
				}
			}
		})
	}
	all.Wait()
	if err == nil {
		err = ctx.Err()
	}
	return list, err
}
