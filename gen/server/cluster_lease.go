package server

import (
	"context"
	"errors"
	"time"

	"idscope/gen/store/election"
)

// Shares of the time to live of a lease.
const (
	keepsPerTTL  = 3
	marginPerTTL = 10 // what clocks of two machines may differ by while a lease lasts
	holdPerTTL   = 3  // how long a request waits for a leader
	restTTLs     = 2  // how long a server that stepped down wants to lead no more
)

// keepLease renews the lease, and joins again where it has ended.
func (c *cluster) keepLease(ctx context.Context) {
	for ctx.Err() == nil {
		began := c.boot()
		again := c.ttl / keepsPerTTL
		if err := c.keep(ctx); err != nil {
			c.log.Warn("the lease was not renewed", "error", err)
			again = c.ttl / keepsPerTTL / 4
		}
		sleep(ctx, again-(c.boot()-began))
	}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// keep renews the lease once. What it is good for counts from the instant before it was
// sent: when the store heard of it is not known.
func (c *cluster) keep(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.ttl/2)
	defer cancel()
	c.mu.Lock()
	joined := c.id != ""
	c.mu.Unlock()
	sent := c.boot()
	if joined {
		err := c.elector.Keep(ctx)
		if err == nil {
			c.extend(sent)
			return nil
		}
		if !errors.Is(err, election.ErrLost) {
			return err
		}
		c.lose()
		sent = c.boot()
	}
	id, lasts, err := c.elector.Join(ctx, c.address, c.ttl)
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.id = id
	c.mu.Unlock()
	c.extend(sent - c.ttl + min(lasts, c.ttl))
	c.log.Info("joined", "member", id)
	c.tell()
	return nil
}

// within reports whether the lease has certainly not ended.
func (c *cluster) within() bool { return int64(c.boot()) < c.deadline.Load() }

// extend moves the deadline, for a lease that was renewed at an instant or later.
func (c *cluster) extend(sent time.Duration) {
	c.deadline.Store(max(c.deadline.Load(), int64(sent+c.ttl-c.ttl/marginPerTTL)))
}

// lose ends a membership whose lease has ended.
func (c *cluster) lose() {
	c.end(c.leading.Load(), false, "the lease has ended")
	c.mu.Lock()
	c.id, c.give = "", nil
	c.mu.Unlock()
	c.deadline.Store(0)
	c.tell()
}
