package server

import (
	"context"
	"errors"
	"time"

	"idscope/gen/store/election"
)

// act does what the state asks for, at every change.
func (c *cluster) act(ctx context.Context) {
	for ctx.Err() == nil {
		again, err := c.step(ctx)
		if err != nil && ctx.Err() == nil {
			c.log.Warn("the leadership is not settled", "error", err)
			again = min(again, c.ttl/keepsPerTTL/4)
		}
		timer := time.NewTimer(again)
		select {
		case <-ctx.Done():
		case <-c.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// step does one thing that the state asks for. It is called again when the state has
// changed, and at the latest after the time that it returns.
func (c *cluster) step(ctx context.Context) (again time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.ttl)
	defer cancel()
	c.mu.Lock()
	v, id, over, give, rest, leaving := c.view, c.id, c.over, c.give, c.rest, c.leaving
	c.mu.Unlock()
	t := c.leading.Load()
	mine := id != "" && v.Leader.ID == id
	switch {
	case id == "":
	case give != nil:
		return 0, c.settle(ctx, give)
	case t != nil && v.Epoch > t.epoch: // or what is seen is older than the term
		c.stepDown(t, "another leads")
		return 0, nil
	case t != nil && mine && v.Wanted != "" && v.Wanted != id:
		if _, ok := v.Of(v.Wanted); ok {
			c.handOver(t, v.Wanted)
			return 0, nil
		}
	case t != nil && v.Leader.ID == "" && !c.within(): // the lease has ended, which the next renewal finds
		c.end(t, false, "its time has passed")
	case t != nil && v.Leader.ID == "":
		c.stepDown(t, "the leader was removed")
		return 0, nil
	case t != nil && mine && v.Ready != t.epoch:
		return c.ttl, c.announce(ctx, t)
	case t == nil && mine && v.Epoch > over && leaving: // it was chosen by one that did not know
		c.giveUp(v.Epoch)
		return 0, nil
	case t == nil && mine && v.Epoch > over:
		c.begin(v.Epoch)
		return 0, nil
	case t == nil && v.Leader.ID == "" && !leaving:
		if wait := rest - c.boot(); wait > 0 {
			return wait, nil
		}
		if err := c.elector.Campaign(ctx); err != nil && !errors.Is(err, election.ErrTaken) {
			return c.ttl, err
		}
	}
	return c.ttl, nil
}
