package collide

import (
	"context"
	"time"
)

// trial is how many identifiers Estimate simulates, and longTrial what has to be asked for
// before it does: less takes a second or two.
const (
	trial     = 1_000_000
	longTrial = 20 * trial
)

// Estimate says about how long Run will take, from a short run without faults; 0 where
// that is a second or two, or cannot be told. Now is the clock that it measures by.
func Estimate(ctx context.Context, c Config, now func() time.Time) time.Duration {
	total := c.total()
	if total < longTrial {
		return 0
	}
	c.Count, c.For, c.Faults, c.Progress = trial, 0, nil, nil
	start := now()
	if _, err := Run(ctx, c); err != nil {
		return 0
	}
	return time.Duration(float64(now().Sub(start)) / trial * total)
}
