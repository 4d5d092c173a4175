package server

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
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
		if err := c.elector.Watch(ctx, c.setView); err != nil && ctx.Err() == nil {
			c.log.Warn("the group is not watched", "error", err)
		}
		sleep(ctx, c.ttl/keepsPerTTL/4)
	}
}

// setView takes a view.
func (c *cluster) setView(v election.View) {
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
	c.notify()
}

// notify wakes those who wait for a change.
func (c *cluster) notify() {
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

// keep renews the lease once, or joins where there is none. What it is good for counts from the instant before it was
// sent: when the store heard of it is not known.
func (c *cluster) keep(ctx context.Context) error {
	c.mu.Lock()
	joined := c.id != ""
	c.mu.Unlock()
	if joined {
		err := c.renew(ctx)
		if !errors.Is(err, election.ErrLost) {
			return err
		}
		c.lose()
	}
	ctx, cancel := context.WithTimeout(ctx, c.ttl/2)
	defer cancel()
	sent := c.boot()
	id, lasts, err := c.elector.Join(ctx, c.address, c.ttl)
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.id = id
	c.mu.Unlock()
	c.extend(sent - c.ttl + min(lasts, c.ttl))
	c.log.Info("joined", "member", id)
	c.notify()
	return nil
}

// renew renews the lease, in two tries: the second asks another member of the store, where the first hangs, before the
// deadline has passed.
func (c *cluster) renew(ctx context.Context) (err error) {
	for range 2 {
		limited, cancel := context.WithTimeout(ctx, c.ttl/4)
		sent := c.boot()
		err = c.elector.Keep(limited)
		late := limited.Err() != nil
		cancel()
		if err == nil {
			c.extend(sent)
			return nil
		}
		if !late || ctx.Err() != nil {
			break
		}
	}
	return err
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
	c.notify()
}

// movedError says which server leads, or may know who does.
type movedError struct{ to election.Member }

func (e *movedError) Error() string { return "another server leads; ask " + e.to.Address }

var errDown = errors.New("no server is known to lead; ask again")

// lead returns the term of this server, if it leads; else the error says who does. It
// waits a while for someone to lead.
func (c *cluster) lead(ctx context.Context) (*term, error) {
	var wait *time.Timer
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
			wait = time.NewTimer(d)
			defer wait.Stop()
		}
		select {
		case <-changed:
		case <-wait.C:
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
	if rest := others(c.view); !c.within() && c.id != "" && c.view.Leader.ID == c.id && len(rest) > 0 {
		c.sent++
		return &movedError{rest[c.sent%len(rest)]}
	}
	return errDown
}

// known reports whether what this server knows of the group is not old: of one that has
// joined since it is not in what it saw. The lock is held.
func (c *cluster) known() bool {
	_, joined := c.view.Of(c.id)
	return joined && c.view.Leader.ID != "" && c.within()
}

// answers reports whether what was taken in a term may be handed out.
func (c *cluster) answers(t *term) bool { return c.leading.Load() == t && c.within() }

const (
	defaultGroup = "default"
	defaultTTL   = 3 * time.Second
	leastTTL     = 2 * time.Second // etcd grants no shorter lease
)

// openCluster joins the group of servers that the options or the file name, if they do.
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
	e, err := openElector(ctx, r.electors, text, f.Cluster.Group)
	if err != nil {
		return err
	}
	r.cluster = newCluster(e, self, cmp.Or(f.Cluster.TTL.Duration, defaultTTL), bootClock(), r.log)
	r.cluster.register(register{r.metrics.server})
	return r.cluster.firstView(ctx)
}

// announced is this server as others reach it: by its own address where nothing else is
// said, if that names a host.
func (r *Running) announced(address string) (m election.Member, err error) {
	resp, web := r.Addresses()
	m.Address = cmp.Or(address, resp)
	host, port, err := net.SplitHostPort(m.Address)
	if err != nil || host == "" || port == "" || port == "0" {
		return m, fmt.Errorf("address %q is none that clients reach: use --announce HOST:PORT", m.Address)
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		return m, fmt.Errorf("address %q is of no host in particular: use --announce HOST:PORT", m.Address)
	}
	if _, port, err := net.SplitHostPort(web); err == nil {
		m.Web = net.JoinHostPort(host, port)
	}
	return m, nil
}
