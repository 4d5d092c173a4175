package store

import (
	"context"
	"fmt"
	"slices"
)

// Do makes a call of a store in the place of who asked. What call returns it passes on; call may go on when Do has
// returned. Tried is what the call does, in words, and writes says that it is a swap.
type Do func(ctx context.Context, tried string, writes bool, call func(context.Context) (any, error)) (any, error)

// Around returns a store whose calls are made by do, but those whose keys and data [Check] refuses.
func Around(s Store, do Do) Store { return &around{s, do} }

type around struct {
	Store
	do Do
}

func through[T any](ctx context.Context, s *around, tried string, writes bool,
	call func(context.Context) (T, error)) (T, error) {
	got, err := s.do(ctx, tried, writes, func(ctx context.Context) (any, error) { return call(ctx) })
	v, _ := got.(T)
	return v, err
}

func (s *around) Load(ctx context.Context, key string) (v Value, err error) {
	if err := Check(key, nil); err != nil {
		return v, err
	}
	return through(ctx, s, fmt.Sprintf("load %q", key), false, func(ctx context.Context) (Value, error) {
		return s.Store.Load(ctx, key)
	})
}

func (s *around) Swap(ctx context.Context, key string, old Version, data []byte) (Version, error) {
	if err := Check(key, data); err != nil {
		return "", err
	}
	data = slices.Clone(data)
	return through(ctx, s, fmt.Sprintf("write %q", key), true, func(ctx context.Context) (Version, error) {
		return s.Store.Swap(ctx, key, old, data)
	})
}

func (s *around) List(ctx context.Context, prefix string) ([]Entry, error) {
	return through(ctx, s, fmt.Sprintf("list %q", prefix), false, func(ctx context.Context) ([]Entry, error) {
		return s.Store.List(ctx, prefix)
	})
}

func (s *around) Incarnation(ctx context.Context) (Incarnation, error) {
	return through(ctx, s, "ask which server it is", false, s.Store.Incarnation)
}

func (s *around) Safety(ctx context.Context) (Safety, error) {
	return through(ctx, s, "read its settings", false, s.Store.Safety)
}
