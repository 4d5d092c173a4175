package target

import (
	"context"
	"fmt"
	"slices"
	"time"

	"idscope/gen/store"
)

// Serve makes a store of the calls of a client, which need not look at keys, keep to the time of a call or word their
// errors; what they are given they may keep. With await they need not look at their contexts either, but for a swap
// before it writes: it may go on when the caller no longer waits for it.
func (t *Target) Serve(calls store.Store, await bool) store.Store { return &served{calls, t, await} }

type served struct {
	store.Store
	t     *Target
	await bool
}

// run makes a call.
func run[T any](ctx context.Context, s *served, f func(context.Context) (T, error)) (T, error) {
	if s.await {
		return Await(ctx, f)
	}
	return f(ctx)
}

// call makes a call within the target's time.
func call[T any](ctx context.Context, s *served, tried string, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := s.t.Limit(ctx)
	defer cancel()
	v, err := run(ctx, s, f)
	return v, s.t.Fail(ctx, tried, err)
}

func (s *served) Load(ctx context.Context, key string) (v store.Value, err error) {
	if err := store.Check(key, nil); err != nil {
		return v, err
	}
	return call(ctx, s, fmt.Sprintf("load %q", key), func(ctx context.Context) (store.Value, error) {
		return s.Store.Load(ctx, key)
	})
}

func (s *served) Swap(ctx context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	if err := store.Check(key, data); err != nil {
		return "", err
	}
	ctx, cancel := s.t.Limit(ctx)
	defer cancel()
	data = slices.Clone(data)
	v, err := run(ctx, s, func(ctx context.Context) (store.Version, error) { return s.Store.Swap(ctx, key, old, data) })
	return v, s.t.Written(ctx, fmt.Sprintf("write %q", key), err)
}

func (s *served) List(ctx context.Context, prefix string) ([]store.Entry, error) {
	return call(ctx, s, fmt.Sprintf("list %q", prefix), func(ctx context.Context) ([]store.Entry, error) {
		return s.Store.List(ctx, prefix)
	})
}

func (s *served) Now(ctx context.Context) (time.Time, error) {
	return call(ctx, s, "read the clock", s.Store.Now)
}

func (s *served) Incarnation(ctx context.Context) (store.Incarnation, error) {
	return call(ctx, s, "ask which server it is", s.Store.Incarnation)
}

func (s *served) Safety(ctx context.Context) (store.Safety, error) {
	return call(ctx, s, "read its settings", s.Store.Safety)
}
