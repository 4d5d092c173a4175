package server

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen"
	"idscope/gen/store/election"
)

// cluster is this server's side of a group of servers, of which one leads and answers.
//
// Numbers are kept apart by the store: what a leader reserves there carries its epoch,
// and is refused once another leads. Order needs more, as a leader that was put to sleep
// holds numbers in memory that are smaller than those of the next: it answers only before
// its deadline, which is before the earliest instant at which its lease can have ended.
type cluster struct {
	elector election.Elector
	calls   *measured       // of the elector
	address election.Member // as it registers, without an ID
	ttl     time.Duration
	boot    func() time.Duration // a clock that steps never, and does not stop while the machine sleeps
	clock   gen.Clock            // of the ids
	log     *slog.Logger

	leading  atomic.Pointer[term]
	deadline atomic.Int64 // of boot: from then on this server answers nothing

	mu      sync.Mutex
	id      string // as a member; empty for none
	view    election.View
	over    uint64        // no epoch up to it is led any more
	rest    time.Duration // of boot: before it this server does not want to lead
	give    *handover     // to be written
	leaving bool
	sent    int // clients that were sent to others without knowing who leads
	changed chan struct{}
	wake    chan struct{}
	files   chan struct{} // the file of the group changed
	running sync.WaitGroup
}

func newCluster(e election.Elector, m election.Member, ttl time.Duration, boot func() time.Duration,
	log *slog.Logger) *cluster {
	calls := newMeasured(e, boot)
	return &cluster{elector: calls, calls: calls, address: m, ttl: ttl, boot: boot, clock: gen.SystemClock(), log: log,
		changed: make(chan struct{}), wake: make(chan struct{}, 1), files: make(chan struct{}, 1)}
}

// run takes part until the context ends.
func (c *cluster) run(ctx context.Context) {
	c.running.Go(func() { c.keepLease(ctx) })
	c.running.Go(func() { c.follow(ctx) })
	c.running.Go(func() { c.act(ctx) })
	c.running.Go(func() { c.compareClocks(ctx) })
}

// follow keeps the view.
func (c *cluster) follow(ctx context.Context) {
	for ctx.Err() == nil {
		if err := c.elector.Watch(ctx, c.see); err != nil && ctx.Err() == nil {
			c.log.Warn("the group is not watched", "error", err)
		}
		sleep(ctx, c.ttl/keepsPerTTL/4)
	}
}

// see takes a view.
func (c *cluster) see(v election.View) {
	c.mu.Lock()
	fresh := !bytes.Equal(c.view.File, v.File)
	c.view = v
	c.mu.Unlock()
	if fresh {
		select {
		case c.files <- struct{}{}:
		default:
		}
	}
	c.tell()
}

// tell wakes those who wait for a change.
func (c *cluster) tell() {
	c.mu.Lock()
	close(c.changed)
	c.changed = make(chan struct{})
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// state is what the members' tables say.
func (c *cluster) state() (v election.View, id string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.known() {
		err = errDown
	}
	return c.view, c.id, err
}

// ready says why no server is known to lead.
func (c *cluster) ready() error {
	if _, _, err := c.state(); err != nil {
		return fmt.Errorf("the group of servers: %w", err)
	}
	return nil
}

// close leaves the group, after the context of run has ended.
func (c *cluster) close() error {
	c.running.Wait()
	c.end(c.leading.Load(), true, "the server ends")
	return c.elector.Close()
}
