package server

import (
	"context"
	"errors"
	"sync"

	"idscope/gen/store/election"
)

// term is one leadership.
type term struct {
	epoch uint64
	mu    sync.Mutex
	ended bool
	close []func() error // gives back what was reserved
	drop  []func()       // or forgets it

	opening sync.Mutex // held while a generator is opened or closed
	opened  map[string]*opened
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
	c.tell()
}

// giveUp ends a leadership that was given to this server, and that it does not begin:
// whoever wants to leads next.
func (c *cluster) giveUp(epoch uint64) {
	c.mu.Lock()
	c.over = epoch // once
	c.give = &handover{epoch: epoch}
	c.mu.Unlock()
	c.tell()
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
	c.tell()
}

// handOver ends a term so that another begins: what was reserved is given back before.
func (c *cluster) handOver(t *term, to string) {
	if !c.end(t, true, "another is to lead") {
		return
	}
	c.mu.Lock()
	c.give = &handover{t.epoch, to}
	c.mu.Unlock()
	c.tell()
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
	c.tell()
	return nil
}
