package store

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Examination is what a store guarantees, and how it answers.
type Examination struct {
	Safety
	Loads  int           `json:"loads"` // that were measured
	Median time.Duration `json:"median_ns"`
	P99    time.Duration `json:"p99_ns"` // of few loads the longest

	// Clock says whether the store has one, and Ahead how far it is ahead of ours;
	// it is known to half of a round trip, and to the second where the store tells
	// no more.
	Clock bool          `json:"clock"`
	Ahead time.Duration `json:"ahead_ns"`
}

// Examine asks a store what it guarantees, loads a key so many times, one after the
// other, and compares the clocks. now is our clock.
func Examine(ctx context.Context, s Store, key string, loads int, now func() time.Time) (Examination, error) {
	var e Examination
	var err error
	if e.Safety, err = s.Safety(ctx); err != nil {
		return e, err
	}
	if e.Settings == nil {
		e.Settings = []Setting{} // an empty list in JSON, too
	}
	times := make([]time.Duration, loads)
	for i := range times {
		start := time.Now()
		if _, err := s.Load(ctx, key); err != nil {
			return e, err
		}
		times[i] = time.Since(start)
	}
	e.Loads = loads
	if slices.Sort(times); loads > 0 {
		e.Median, e.P99 = times[loads/2], times[(loads*99+99)/100-1]
	}
	before := now()
	theirs, err := s.Now(ctx)
	switch after := now(); {
	case errors.Is(err, ErrNoClock):
		err = nil
	case err == nil:
		e.Clock, e.Ahead = true, theirs.Sub(before.Add(after.Sub(before)/2))
	}
	return e, err
}
