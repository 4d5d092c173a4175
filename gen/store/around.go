package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
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

func through[T any](ctx context.Context, s *around, tried string, call func(context.Context) (T, error)) (T, error) {
	got, err := s.do(ctx, tried, false, func(ctx context.Context) (any, error) { return call(ctx) })
	v, _ := got.(T)
	return v, err
}

func (s *around) Load(ctx context.Context, key string) (v Value, err error) {
	if err := Check(key, nil); err != nil {
		return v, err
	}
	return through(ctx, s, fmt.Sprintf("load %q", key), func(ctx context.Context) (Value, error) {
		return s.Store.Load(ctx, key)
	})
}

func (s *around) Swap(ctx context.Context, key string, old Version, data []byte) (Version, error) {
	if err := Check(key, data); err != nil {
		return "", err
	}
	data = slices.Clone(data)
	got, err := s.do(ctx, fmt.Sprintf("write %q", key), true, func(ctx context.Context) (any, error) {
		return s.Store.Swap(ctx, key, old, data)
	})
	v, _ := got.(Version)
	return v, err
}

func (s *around) List(ctx context.Context, prefix string) ([]Entry, error) {
	return through(ctx, s, fmt.Sprintf("list %q", prefix), func(ctx context.Context) ([]Entry, error) {
		return s.Store.List(ctx, prefix)
	})
}

func (s *around) Now(ctx context.Context) (time.Time, error) {
	return through(ctx, s, "read the clock", s.Store.Now)
}

func (s *around) Incarnation(ctx context.Context) (Incarnation, error) {
	return through(ctx, s, "ask which server it is", s.Store.Incarnation)
}

func (s *around) Safety(ctx context.Context) (Safety, error) {
	return through(ctx, s, "read its settings", s.Store.Safety)
}

// Watch is told of the calls of a store; see [Watched].
type Watch struct {
	// Called is how long a call took, and its error. A conflict is no failure of the
	// store: it is nil then.
	Called func(took time.Duration, err error)

	// Clock is how far the store's clock is ahead of ours, as far as the time
	// that the question took lets that be known.
	Clock func(difference time.Duration)
}

// Watched returns a store whose calls, but for Safety, a watch is told of.
func Watched(s Store, w Watch) Store {
	return Around(s, func(ctx context.Context, _ string, _ bool, call func(context.Context) (any, error)) (any, error) {
		began := time.Now()
		v, err := call(ctx)
		took := time.Since(began)
		var theirs time.Time
		switch v := v.(type) {
		case Safety:
			return v, err
		case time.Time:
			theirs = v
		case Incarnation:
			theirs = v.Now
		}
		failed := err
		if errors.Is(err, ErrConflict) || errors.Is(err, ErrNoClock) { // which say nothing against the store
			failed = nil
		}
		w.Called(took, failed)
		if err == nil && !theirs.IsZero() {
			w.Clock(theirs.Sub(began.Add(took / 2)))
		}
		return v, err
	})
}
