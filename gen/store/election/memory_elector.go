package election

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"idscope/gen/store"
)

// MemoryElector is an [Elector] of a [Group].
type MemoryElector struct {
	group *Group

	mu  sync.Mutex
	id  string
	cut error
}

var _ Elector = (*MemoryElector)(nil)

// Cut makes every call fail with an error, as one that the network lost, and nil ends that.
func (e *MemoryElector) Cut(err error) {
	e.mu.Lock()
	e.cut = err
	e.mu.Unlock()
}

// begin locks the group, in which leases have ended that had to.
func (e *MemoryElector) begin(ctx context.Context) (id string, err error) {
	e.mu.Lock()
	id, err = e.id, e.cut
	e.mu.Unlock()
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return "", err
	}
	e.group.mu.Lock()
	e.group.expire()
	return id, nil
}

// do calls f while the group is locked; id is that of this elector's lease.
func (e *MemoryElector) do(ctx context.Context, f func(g *Group, id string) error) error {
	id, err := e.begin(ctx)
	if err != nil {
		return err
	}
	defer e.group.mu.Unlock()
	return f(e.group, id)
}

// Join implements [Elector].
func (e *MemoryElector) Join(ctx context.Context, m Member, ttl time.Duration) (string, time.Duration, error) {
	if _, err := e.begin(ctx); err != nil {
		return "", 0, err
	}
	g := e.group
	defer g.mu.Unlock()
	g.touch()
	m.ID = fmt.Sprintf("%040x", g.revision)
	g.leases[m.ID] = &lease{m, ttl, g.now() + ttl}
	e.mu.Lock()
	e.id = m.ID
	e.mu.Unlock()
	return m.ID, ttl, nil
}

// Keep implements [Elector].
func (e *MemoryElector) Keep(ctx context.Context) error {
	return e.do(ctx, func(g *Group, id string) error {
		l := g.leases[id]
		if l == nil {
			return ErrLost
		}
		l.ends = g.now() + l.lasts
		return nil
	})
}

// Campaign implements [Elector].
func (e *MemoryElector) Campaign(ctx context.Context) error {
	return e.do(ctx, func(g *Group, id string) error {
		switch {
		case g.leases[id] == nil:
			return ErrLost
		case g.leader != "":
			return ErrTaken
		}
		g.lead(id)
		return nil
	})
}

func (g *Group) lead(id string) {
	g.touch()
	g.leader, g.epoch = id, g.revision
}

// Announce implements [Elector].
func (e *MemoryElector) Announce(ctx context.Context, epoch uint64) error {
	return e.do(ctx, func(g *Group, id string) error {
		if g.leader != id || g.epoch != epoch {
			return ErrFenced
		}
		g.ready = epoch
		g.touch()
		return nil
	})
}

// Request implements [Elector].
func (e *MemoryElector) Request(ctx context.Context) error {
	return e.do(ctx, func(g *Group, id string) error {
		if g.leases[id] == nil {
			return ErrLost
		}
		g.wanted = id
		g.touch()
		return nil
	})
}

// HandOver implements [Elector].
func (e *MemoryElector) HandOver(ctx context.Context, epoch uint64, to string) error {
	return e.do(ctx, func(g *Group, id string) error {
		if g.leader != id || g.epoch != epoch {
			return ErrFenced
		}
		g.leader, g.wanted = "", ""
		if g.leases[to] != nil {
			g.lead(to)
		} else {
			g.touch()
		}
		return nil
	})
}

// Load implements [Elector].
func (e *MemoryElector) Load(ctx context.Context, key string) (store.Value, error) {
	if _, err := e.begin(ctx); err != nil {
		return store.Value{}, err
	}
	defer e.group.mu.Unlock()
	return e.group.values[key], nil
}

// Swap implements [Elector].
func (e *MemoryElector) Swap(ctx context.Context, epoch uint64, key string, old store.Version,
	data []byte) (store.Version, error) {
	id, err := e.begin(ctx)
	if err != nil {
		return "", err
	}
	g := e.group
	defer g.mu.Unlock()
	switch {
	case g.leader != id || g.epoch != epoch:
		return "", ErrFenced
	case g.values[key].Version != old:
		return "", store.Conflict(key)
	}
	g.revision++
	v := store.Value{Data: slices.Clone(data), Version: store.Version(fmt.Sprint(g.revision))}
	g.values[key] = v
	return v.Version, nil
}

// File implements [Elector].
func (e *MemoryElector) File(ctx context.Context) (store.Value, error) {
	if _, err := e.begin(ctx); err != nil {
		return store.Value{}, err
	}
	defer e.group.mu.Unlock()
	return e.group.file, nil
}

// SwapFile implements [Elector].
func (e *MemoryElector) SwapFile(ctx context.Context, old store.Version, data []byte) error {
	return e.do(ctx, func(g *Group, _ string) error {
		if g.file.Version != old {
			return store.Conflict("file")
		}
		g.touch()
		g.file = store.Value{Data: slices.Clone(data), Version: store.Version(fmt.Sprint(g.revision))}
		return nil
	})
}

// Watch implements [Elector]. A lease that ends by the clock is seen at the next call
// of the group.
func (e *MemoryElector) Watch(ctx context.Context, see func(View)) error {
	for {
		if _, err := e.begin(ctx); err != nil {
			return err
		}
		v, changed := e.group.view(), e.group.changed
		e.group.mu.Unlock()
		see(v)
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Close implements [Elector].
func (e *MemoryElector) Close() error {
	return e.do(context.Background(), func(g *Group, id string) error {
		g.end(id)
		return nil
	})
}
