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

func (s *watched) told(began time.Time, err error) {
	if s.watch.Called != nil {
		s.watch.Called(time.Since(began), err)
	}
}

func (s *watched) Load(ctx context.Context, key string) (Value, error) {
	began := time.Now()
	v, err := s.Store.Load(ctx, key)
	s.told(began, err)
	return v, err
}

func (s *watched) Swap(ctx context.Context, key string, old Version, data []byte) (Version, error) {
	began := time.Now()
	v, err := s.Store.Swap(ctx, key, old, data)
	s.told(began, passing(err, ErrConflict))
	return v, err
}

func (s *watched) List(ctx context.Context, prefix string) ([]Entry, error) {
	began := time.Now()
	list, err := s.Store.List(ctx, prefix)
	s.told(began, err)
	return list, err
}

func (s *watched) Now(ctx context.Context) (time.Time, error) {
	return s.timed(func() (time.Time, error) { return s.Store.Now(ctx) })
}

// timed makes a call that returns the store's clock, zero where it has none.
func (s *watched) timed(call func() (time.Time, error)) (time.Time, error) {
	began, before := time.Now(), s.watch.Now()
	theirs, err := call()
	took := time.Since(began)
	s.told(began, passing(err, ErrNoClock))
	if err == nil && !theirs.IsZero() && s.watch.Clock != nil {
		s.watch.Clock(theirs.Sub(before.Add(took / 2)))
	}
	return theirs, err
}

func (s *watched) Incarnation(ctx context.Context) (i Incarnation, err error) {
	_, err = s.timed(func() (time.Time, error) {
		i, err = s.Store.Incarnation(ctx)
		return i.Now, err
	})
	return i, err
}

// passing is an error unless it is one that says nothing against the store.
func passing(err, fine error) error {
	if errors.Is(err, fine) {
		return nil
	}
	return err
}
