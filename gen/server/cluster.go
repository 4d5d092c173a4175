package server

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen"
	"idscope/gen/store/etcd"
)

// cluster is this server's side of a group of servers, of which one leads and answers.
//
// Numbers are kept apart by the store: what a leader reserves there carries its epoch,
// and is refused once another leads. Order needs more, as a leader that was put to sleep
// holds numbers in memory that are smaller than those of the next: it answers only before
// its deadline, which is before the earliest instant at which its lease can have ended.
type cluster struct {
	group *etcd.Group
	calls *groupCalls
	self  etcd.Member // as it registers, without an ID
	ttl   time.Duration
	boot  func() time.Duration // a clock that steps never, and does not stop while the machine sleeps
	clock gen.Clock            // of the ids
	log   *slog.Logger

	leading  atomic.Pointer[term]
	deadline atomic.Int64 // of boot: from then on this server answers nothing

	mu      sync.Mutex
	id      string // as a member; empty for none
	view    etcd.View
	over    uint64        // no epoch up to it is led any more
	rest    time.Duration // of boot: before it this server does not want to lead
	leaving bool
	sent    int // clients that were sent to others without knowing who leads
	changed chan struct{}
	files   chan struct{} // the file of the group changed
	running sync.WaitGroup
}

func newCluster(g *etcd.Group, self etcd.Member, ttl time.Duration, boot func() time.Duration,
	log *slog.Logger) *cluster {
	return &cluster{group: g, calls: newGroupCalls(boot), self: self, ttl: ttl, boot: boot, clock: gen.SystemClock(),
		log: log, changed: make(chan struct{}), files: make(chan struct{}, 1)}
}

const (
	defaultGroup = "default"
	defaultTTL   = 3 * time.Second
	leastTTL     = 2 * time.Second // etcd grants no shorter lease
)

// Shares of the time to live of a lease.
const (
	keepsPerTTL  = 3
	triesPerTTL  = 4  // how long a member of etcd may take to answer: another has to be asked before the deadline
	pausesPerTTL = 12 // how long etcd is left alone that did not answer
	marginPerTTL = 10 // what clocks of two machines may differ by while a lease lasts
	holdPerTTL   = 3  // how long a request waits for a leader
	restTTLs     = 2  // how long a server that stepped down wants to lead no more
)

// openCluster joins the group of servers that the options or the file name, if they do, and reads its file.
func (r *Running) openCluster(ctx context.Context, f *file) error {
	text := cmp.Or(r.options.Cluster, f.Cluster.Store)
	if text == "" {
		if r.options.Announce != "" || f.Cluster != (fileCluster{}) {
			return errors.New("there is an address to announce and no group of servers: " +
				"use --cluster etcd://HOST:2379 too")
		}
		return nil
	}
	self, err := r.announced(cmp.Or(r.options.Announce, f.Cluster.Announce))
	if err != nil {
		return err
	}
	self.TLS = f.TLS.Certificate != "" && r.resp[0].Addr().Network() != "unix"
	ttl := cmp.Or(f.Cluster.TTL.Duration, defaultTTL)
	g, err := openGroup(ctx, text, f.Cluster.Group, ttl/triesPerTTL)
	if err != nil {
		return err
	}
	r.cluster = newCluster(g, self, ttl, bootClock(), r.log)
	r.cluster.register(register{r.metrics.server})
	v, err := g.Read(ctx)
	if err == nil {
		r.cluster.setView(v)
	}
	return err
}

// run takes part until the context ends.
func (c *cluster) run(ctx context.Context) {
	c.running.Go(func() { c.keepLease(ctx) })
	c.running.Go(func() { c.follow(ctx) })
	c.running.Go(func() { c.compareClocks(ctx) })
}

// close leaves the group, after the context of run has ended.
func (c *cluster) close() error {
	c.running.Wait()
	c.end(c.leading.Load(), true, "the server ends")
	_ = c.resign(context.Background()) // or the lease ends by itself
	return c.group.Close()
}

// follow sees the group, and does what it asks for, at every change.
func (c *cluster) follow(ctx context.Context) {
	for ctx.Err() == nil {
		v, err := c.group.Read(ctx)
		if err == nil {
			c.setView(v)
			err = c.step(ctx)
		}
		if err == nil {
			limited, cancel := context.WithTimeout(ctx, c.ttl/triesPerTTL) // a member that hangs tells of no change
			err = c.group.Wait(limited, v)
			cancel()
		}
		if err != nil && ctx.Err() == nil {
			c.log.Warn("the group is not followed", "error", err)
			sleep(ctx, c.ttl/pausesPerTTL)
		}
	}
}

// setView takes a view.
func (c *cluster) setView(v etcd.View) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !bytes.Equal(c.view.File, v.File) {
		select {
		case c.files <- struct{}{}:
		default:
		}
	}
	c.view = v
	c.notify()
}

// notify wakes those who wait for a change; the lock is held.
func (c *cluster) notify() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// state is what the members' tables say.
func (c *cluster) state() (v etcd.View, id string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.known() {
		err = errDown
	}
	return c.view, c.id, err
}

// awaited is state, which is waited for as requests for IDs wait.
func (c *cluster) awaited(ctx context.Context) (v etcd.View, id string, err error) {
	if v, id, err = c.state(); err != nil {
		_, _ = c.lead(ctx)
		v, id, err = c.state()
	}
	return v, id, err
}

// ready says why no server is known to lead.
func (c *cluster) ready() error {
	if _, _, err := c.state(); err != nil {
		return fmt.Errorf("the group of servers: %w", err)
	}
	return nil
}

// keepLease renews the lease, and joins again where it has ended.
func (c *cluster) keepLease(ctx context.Context) {
	for ctx.Err() == nil {
		began, again := c.boot(), c.ttl/keepsPerTTL
		if err := c.keep(ctx); err != nil {
			c.log.Warn("the lease was not renewed", "error", err)
			again = c.ttl / pausesPerTTL
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

// keep renews the lease once, or joins where there is none. What it is good for counts from the instant before it was
// sent: when the store heard of it is not known.
func (c *cluster) keep(ctx context.Context) error {
	_, id, _ := c.state()
	sent := c.boot()
	if id != "" {
		err := c.calls.timed(func() error { return c.group.Keep(ctx, id) })
		if err == nil {
			c.extend(id, id, sent)
		}
		if !errors.Is(err, etcd.ErrLost) {
			return err
		}
		c.lose(id)
		sent = c.boot()
	}
	joined, err := c.group.Join(ctx, c.self, c.ttl)
	if err == nil {
		c.log.Info("joined", "member", joined)
		c.extend("", joined, sent)
	}
	return err
}

// extend moves the deadline for a lease that was renewed at an instant or later, and that is of a member who was
// another before, if it joined.
func (c *cluster) extend(before, id string, sent time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.id != before { // it was given up meanwhile
		return
	}
	c.id = id
	c.deadline.Store(int64(sent + c.ttl - c.ttl/marginPerTTL))
	c.notify()
}

// within reports whether the lease has certainly not ended.
func (c *cluster) within() bool { return int64(c.boot()) < c.deadline.Load() }

// lose ends a membership whose lease has ended.
func (c *cluster) lose(id string) {
	c.mu.Lock()
	mine := c.id == id
	if mine {
		c.id = ""
		c.deadline.Store(0)
		c.notify()
	}
	c.mu.Unlock()
	if !mine {
		return
	}
	c.end(c.leading.Load(), false, "the lease has ended")
}

// movedError says which server leads, or may know who does.
type movedError struct{ to etcd.Member }

func (e *movedError) Error() string { return "another server leads; ask " + e.to.Address }

var errDown = errors.New("no server is known to lead; ask again")

// lead returns the term of this server, if it leads; else the error says who does. It
// waits a while for someone to lead.
func (c *cluster) lead(ctx context.Context) (*term, error) {
	var wait <-chan time.Time
	for {
		if t := c.leading.Load(); t != nil && c.within() {
			return t, nil
		}
		c.mu.Lock()
		v, changed, elsewhere := c.view, c.changed, c.known() && c.view.Leader.ID != c.id
		c.mu.Unlock()
		if t := c.leading.Load(); t != nil && c.within() { // begun meanwhile
			return t, nil
		}
		if elsewhere && v.Ready == v.Epoch {
			return nil, &movedError{v.Leader}
		}
		if wait == nil {
			d := c.ttl / holdPerTTL
			if !c.within() { // it hears nothing: others may know more
				d /= 10
			}
			wait = time.After(d)
		}
		select {
		case <-changed:
		case <-wait:
			return nil, c.redirect()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// redirect is what a server answers that does not know who leads. One that led and hears
// nothing any more sends clients to the others, in turn: most clients ask who leads only
// where they are sent on, and would ask it again and again. Others send nobody to anybody,
// so that no client is sent around.
func (c *cluster) redirect() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if rest := others(c.view, c.view.Leader.ID); !c.within() && c.id != "" && c.view.Leader.ID == c.id && len(rest) > 0 {
		c.sent++
		return &movedError{rest[c.sent%len(rest)]}
	}
	return errDown
}

// known reports whether what this server knows of the group is not old: of one that has
// joined since it is not in what it saw. The lock is held.
func (c *cluster) known() bool {
	_, joined := c.view.Of(c.id)
	return joined && c.view.Epoch > 0 && c.within()
}

// answers reports whether what was taken in a term may be handed out.
func (c *cluster) answers(t *term) bool { return c.leading.Load() == t && c.within() }
