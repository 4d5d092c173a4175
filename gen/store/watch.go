package store

import (
	"context"
	"errors"
	"time"
)

// Watch is told of the calls of a store; see [Watched]. Functions that are nil are not
// called.
type Watch struct {
	// Called is how long a call took, and its error. A conflict is no failure of the
	// store: it is nil then.
	Called func(took time.Duration, err error)

	// Clock is how far the store's clock is ahead of the one of Now, as far as the time
	// that the question took lets that be known.
	Clock func(difference time.Duration)

	Now func() time.Time // nil is time.Now
}

// Watched returns a store whose calls a watch is told of.
func Watched(s Store, w Watch) Store {
	if w.Now == nil {
		w.Now = time.Now
	}
	return &watched{s, w}
}

type watched struct {
	Store
	watch Watch
}

// tell makes a call, and says how long it took.
func tell[T any](s *watched, call func() (T, error)) (v T, took time.Duration, err error) {
	began := time.Now()
	v, err = call()
	took = time.Since(began)
	if s.watch.Called != nil {
		failed := err
		if errors.Is(err, ErrConflict) || errors.Is(err, ErrNoClock) { // which say nothing against the store
			failed = nil
		}
		s.watch.Called(took, failed)
	}
	return v, took, err
}

// timed is tell of a call that returns the store's clock, zero where it has none.
func timed[T any](s *watched, clock func(T) time.Time, call func() (T, error)) (T, error) {
	before := s.watch.Now()
	v, took, err := tell(s, call)
	if theirs := clock(v); err == nil && !theirs.IsZero() && s.watch.Clock != nil {
		s.watch.Clock(theirs.Sub(before.Add(took / 2)))
	}
	return v, err
}

func (s *watched) Load(ctx context.Context, key string) (Value, error) {
	v, _, err := tell(s, func() (Value, error) { return s.Store.Load(ctx, key) })
	return v, err
}

func (s *watched) Swap(ctx context.Context, key string, old Version, data []byte) (Version, error) {
	v, _, err := tell(s, func() (Version, error) { return s.Store.Swap(ctx, key, old, data) })
	return v, err
}

func (s *watched) List(ctx context.Context, prefix string) ([]Entry, error) {
	list, _, err := tell(s, func() ([]Entry, error) { return s.Store.List(ctx, prefix) })
	return list, err
}

func (s *watched) Now(ctx context.Context) (time.Time, error) {
	return timed(s, func(t time.Time) time.Time { return t }, func() (time.Time, error) { return s.Store.Now(ctx) })
}

func (s *watched) Incarnation(ctx context.Context) (Incarnation, error) {
	return timed(s, func(i Incarnation) time.Time { return i.Now },
		func() (Incarnation, error) { return s.Store.Incarnation(ctx) })
}
