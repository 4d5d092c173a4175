package server

import (
	"context"
	"errors"
	"sync"
	"time"

	"idscope/gen/store/election"
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

// handover is the end of a leadership that the store has to hear of.
type handover struct {
	epoch uint64
	to    string // ID of the next leader; empty for whoever
}

// begin begins a term.
func (c *cluster) begin(epoch uint64) {
	c.mu.Lock()
	c.over = epoch // once
	c.mu.Unlock()
	c.leading.Store(&term{epoch: epoch})
	c.log.Info("leads", "epoch", epoch)
	c.notify()
}

// giveUp ends a leadership that was given to this server, and that it does not begin:
// whoever wants to leads next.
func (c *cluster) giveUp(epoch uint64) {
	c.mu.Lock()
	c.over = epoch // once
	c.give = &handover{epoch: epoch}
	c.mu.Unlock()
	c.notify()
}

func (c *cluster) announce(ctx context.Context, t *term) error {
	err := c.elector.Announce(ctx, t.epoch)
	if errors.Is(err, election.ErrFenced) {
		c.stepDown(t, "another leads")
		return nil
	}
	return err
}

// stepDown ends a term for an error that nobody expected, and leads no more for a while.
func (c *cluster) stepDown(t *term, why string) {
	if !c.end(t, false, why) {
		return
	}
	c.mu.Lock()
	c.rest = c.boot() + restTTLs*c.ttl
	c.give = &handover{epoch: t.epoch}
	c.mu.Unlock()
	c.notify()
}

// handOver ends a term so that another begins: what was reserved is given back before.
func (c *cluster) handOver(t *term, to string) {
	if !c.end(t, true, "another is to lead") {
		return
	}
	c.mu.Lock()
	c.give = &handover{t.epoch, to}
	c.mu.Unlock()
	c.notify()
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

// settle tells the store of the end of a leadership.
func (c *cluster) settle(ctx context.Context, h *handover) error {
	err := c.elector.HandOver(ctx, h.epoch, h.to)
	if err != nil && !errors.Is(err, election.ErrFenced) {
		return err
	}
	c.mu.Lock()
	if c.give == h {
		c.give = nil
	}
	c.mu.Unlock()
	c.notify()
	return nil
}

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
