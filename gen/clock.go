package gen

import (
	"context"
	"time"
)

// Clock is the generator's only source of time; tests step it as they like.
type Clock interface {
	// Now returns the wall-clock time.
	Now() time.Time
	// Sleep returns after d, or earlier with the context's error.
	Sleep(ctx context.Context, d time.Duration) error
}

// SystemClock returns the machine's clock. Each Now reads the wall clock again, so that a step is seen at once; Sleep
// is a timer, never a spin.
func SystemClock() Clock { return systemClock{} }

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// FixedClock returns a clock that always says t. Its Sleep returns at once: a caller that waits for it finds that it
// does not move.
func FixedClock(t time.Time) Clock { return fixedClock{t} }

type fixedClock struct{ t time.Time }

func (c fixedClock) Now() time.Time                                   { return c.t }
func (c fixedClock) Sleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }
