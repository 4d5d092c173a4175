package server

import (
	"context"
	"errors"
	"sync"

	"idscope/gen/store/etcd"
)

// term is one leadership.
type term struct {
	epoch uint64
	mu    sync.Mutex
	ended bool
	close []func() error // gives back what was reserved
	drop  []func()       // or forgets it

	opening    sync.Mutex // held while a generator is opened or closed
	generators map[string]*termGenerator
}

// step does one thing that what was seen of the group asks for. What it changes there, it sees next.
func (c *cluster) step(ctx context.Context) error {
	c.mu.Lock()
	v, id, over, resting, leaving := c.view, c.id, c.over, c.boot() < c.rest, c.leaving
	c.mu.Unlock()
	t := c.leading.Load()
	mine := id != "" && v.Leader.ID == id
	switch {
	case id == "":
	case t != nil && v.Epoch == 0 && !c.within(): // the lease has ended, which the next renewal finds
		c.end(t, false, "its time has passed")
	case t != nil && v.Epoch != t.epoch:
		c.stepDown(ctx, t, "another leads, or the leader was removed")
	case t != nil && v.Wanted != "" && v.Wanted != id:
		return c.handOver(ctx, t, v.Wanted)
	case t != nil && v.Ready != t.epoch:
		return c.group.Announce(ctx, t.epoch, id)
	case t == nil && mine && (v.Epoch <= over || leaving): // it was chosen by one that did not know, or ended its term
		return c.resign(ctx)
	case t == nil && mine:
		c.begin(v.Epoch, id)
		return c.group.Announce(ctx, v.Epoch, id)
	case t == nil && v.Epoch == 0 && !leaving && !resting:
		return c.group.Campaign(ctx, id)
	}
	return nil
}

// begin begins a term of a member.
func (c *cluster) begin(epoch uint64, id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.id != id { // its lease has ended meanwhile
		return
	}
	c.over = epoch // once
	c.leading.Store(&term{epoch: epoch})
	c.log.Info("leads", "epoch", epoch)
	c.notify()
}

// stepDown ends a term for an error that nobody expected, and leads no more for a while.
func (c *cluster) stepDown(ctx context.Context, t *term, why string) {
	if !c.end(t, false, why) {
		return
	}
	c.mu.Lock()
	c.rest = c.boot() + restTTLs*c.ttl
	c.mu.Unlock()
	if err := c.resign(context.WithoutCancel(ctx)); err != nil { // its end ends reservations, of which this may be one
		c.log.Warn("the lease is not given up", "error", err) // which step tries again
	}
}

// handOver ends a term so that another begins: what was reserved is given back before.
func (c *cluster) handOver(ctx context.Context, t *term, to string) error {
	if !c.end(t, true, "another is to lead") {
		return nil
	}
	done, err := c.group.HandOver(ctx, t.epoch, to)
	if err == nil && !done {
		err = c.resign(ctx)
	}
	return err
}

// resign gives up the lease, and what belongs to it: whoever wants to leads next.
func (c *cluster) resign(ctx context.Context) error {
	_, id, _ := c.state()
	if id == "" {
		return nil
	}
	err := c.group.Leave(ctx, id)
	if err == nil {
		c.lose(id)
	}
	return err
}

// end ends a term; false says that it has ended before. Whoever took a number that is
// not answered yet does not get it. With back what was reserved is given back.
func (c *cluster) end(t *term, back bool, why string) bool {
	if t == nil || !c.leading.CompareAndSwap(t, nil) {
		return false
	}
	c.log.Warn("leads no more", "epoch", t.epoch, "why", why)
	t.mu.Lock()
	t.ended = true
	closes, drops := t.close, t.drop
	t.close, t.drop = nil, nil
	t.mu.Unlock()
	if back {
		for _, f := range closes {
			if err := f(); err != nil {
				c.log.Warn("reserved numbers are lost", "error", err)
			}
		}
	}
	for _, f := range drops {
		f()
	}
	return true
}

// failover makes this server lead, or where it does another, and returns when one does.
func (c *cluster) failover(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*c.ttl)
	defer cancel()
	v, id, err := c.awaited(ctx)
	if err != nil {
		return err
	}
	if v.Leader.ID == id {
		rest := others(v, id)
		if len(rest) == 0 {
			return errors.New("there is no other server to lead")
		}
		id = rest[0].ID
	}
	if err := c.group.Request(ctx, id); err != nil {
		return err
	}
	if !c.led(ctx, v.Epoch) {
		return errors.New("no other server leads yet")
	}
	return nil
}

// leave hands over, and wants to lead no more. It reports whether this server led, and
// another does now.
func (c *cluster) leave(ctx context.Context) bool {
	c.mu.Lock()
	c.leaving = true
	rest := others(c.view, c.id)
	c.mu.Unlock()
	t := c.leading.Load()
	if t == nil || len(rest) == 0 {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, c.ttl/2)
	defer cancel()
	return c.group.Request(ctx, rest[0].ID) == nil && c.led(ctx, t.epoch)
}

// led waits until the leader of a later epoch answers; false says that none does yet.
func (c *cluster) led(ctx context.Context, epoch uint64) bool {
	for {
		c.mu.Lock()
		now, changed := c.view, c.changed
		c.mu.Unlock()
		if now.Epoch > epoch && now.Ready == now.Epoch {
			return true
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}

// others are the members that do not have an ID.
func others(v etcd.View, id string) (list []etcd.Member) {
	for _, m := range v.Members {
		if m.ID != id {
			list = append(list, m)
		}
	}
	return list
}
