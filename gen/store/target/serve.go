package target

import (
	"context"
	"fmt"
	"slices"
	"time"

	"idscope/gen/store"
)

// Serve makes a store of the calls of a client, which need not look at keys, keep to the time of a call or word their
// errors; what they are given they may keep.
func (t *Target) Serve(calls store.Store) store.Store { return &served{calls, t} }

type served struct {
	store.Store
	t *Target
}

// call makes a call within the target's time.
func call[T any](ctx context.Context, t *Target, tried string, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := t.Limit(ctx)
	defer cancel()
	v, err := f(ctx)
	return v, t.Fail(ctx, tried, err)
}

func (s *served) Load(ctx context.Context, key string) (v store.Value, err error) {
	if err := store.Check(key, nil); err != nil {
		return v, err
	}
	return call(ctx, s.t, fmt.Sprintf("load %q", key), func(ctx context.Context) (store.Value, error) {
		return s.Store.Load(ctx, key)
	})
}

func (s *served) Swap(ctx context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	if err := store.Check(key, data); err != nil {
		return "", err
	}
	ctx, cancel := s.t.Limit(ctx)
	defer cancel()
	v, err := s.Store.Swap(ctx, key, old, slices.Clone(data))
	return v, s.t.Written(ctx, fmt.Sprintf("write %q", key), err)
}

func (s *served) List(ctx context.Context, prefix string) ([]store.Entry, error) {
	return call(ctx, s.t, fmt.Sprintf("list %q", prefix), func(ctx context.Context) ([]store.Entry, error) {
		return s.Store.List(ctx, prefix)
	})
}

func (s *served) Now(ctx context.Context) (time.Time, error) {
	return call(ctx, s.t, "read the clock", s.Store.Now)
}

func (s *served) Incarnation(ctx context.Context) (store.Incarnation, error) {
	return call(ctx, s.t, "ask which server it is", s.Store.Incarnation)
}

func (s *served) Safety(ctx context.Context) (store.Safety, error) {
	return call(ctx, s.t, "read its settings", s.Store.Safety)
}
