package server

import (
	"context"
	"errors"

	"idscope/gen/store/election"
)

// failover makes this server lead, or where it does another, and returns when one does.
func (c *cluster) failover(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*c.ttl)
	defer cancel()
	c.mu.Lock()
	v, id := c.view, c.id
	c.mu.Unlock()
	if t := c.leading.Load(); t != nil {
		to := next(v, id)
		if to == "" {
			return errors.New("there is no other server to lead")
		}
		c.handOver(t, to)
	} else if err := c.elector.Request(ctx); err != nil {
		return err
	}
	for {
		c.mu.Lock()
		now, changed := c.view, c.changed
		c.mu.Unlock()
		if now.Epoch > v.Epoch && now.Ready == now.Epoch {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return errors.New("no other server leads yet")
		}
	}
}

// next is a member that is not the one of an ID.
func next(v election.View, id string) string {
	for _, m := range v.Members {
		if m.ID != id {
			return m.ID
		}
	}
	return ""
}

// leave hands over, and wants to lead no more. It reports whether this server led, and
// another does now.
func (c *cluster) leave(ctx context.Context) bool {
	c.mu.Lock()
	c.leaving = true
	v, id := c.view, c.id
	c.mu.Unlock()
	t := c.leading.Load()
	if t == nil {
		return false
	}
	c.handOver(t, next(v, id))
	ctx, cancel := context.WithTimeout(ctx, c.ttl/2)
	defer cancel()
	for {
		c.mu.Lock()
		now, changed, others := c.view, c.changed, next(c.view, id) != ""
		c.mu.Unlock()
		if led := now.Epoch > t.epoch && now.Ready == now.Epoch; led || !others {
			return led
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}
