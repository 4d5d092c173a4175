package server

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen"
	"idscope/gen/store/etcd"
	"idscope/gen/worker"
)

// cluster is this server's side of a group of servers, of which one leads and answers.
//
// Numbers are kept apart by the store: what a leader reserves there carries its epoch,
// and is refused once another leads. Order needs more, as a leader that was put to sleep
// holds numbers in memory that are smaller than those of the next: it answers only before
// its deadline, which is before the earliest instant at which its lease can have ended.
type cluster struct {
	group *etcd.Group
	calls *storeCalls
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

// bootClock returns the time since the machine was started, sleep included: no step of the clock changes it.
// Where the system does not tell that, it is the monotonic clock: whether that goes on in sleep is the system's choice.
func bootClock(uptime func() (time.Duration, bool)) func() time.Duration {
	began := time.Now()
	if _, known := uptime(); !known {
		return func() time.Duration { return time.Since(began) }
	}
	return func() time.Duration {
		at, known := uptime()
		if !known {
			return 1<<63 - 1 // every deadline has passed
		}
		return at
	}
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
			return errors.New("a group of servers has no store: use --cluster etcd://HOST:2379, or remove --announce " +
				"and [cluster]")
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
	r.cluster = newCluster(g, self, ttl, bootClock(worker.DefaultHost().Uptime), r.log)
	r.cluster.register(register{r.metrics})
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
	if _, id, _ := c.state(); id != "" {
		c.resign(context.Background(), id)
	}
	return c.group.Close()
}

// follow sees the group, and does what it asks for, at every change.
func (c *cluster) follow(ctx context.Context) {
	for ctx.Err() == nil {
		limited, cancel := context.WithTimeout(ctx, c.ttl/triesPerTTL) // a member that hangs tells of no change
		c.await(limited, func() bool { return c.id != "" })            // else what joining changes is seen too early
		v, err := c.group.Read(ctx)
		if err == nil {
			c.setView(v)
			err = c.step(ctx)
		}
		if err == nil {
			err = c.group.Wait(limited, v)
		}
		cancel()
		if err != nil && ctx.Err() == nil {
			c.log.Warn("the group is not followed", "error", err)
			_ = c.clock.Sleep(ctx, c.ttl/pausesPerTTL)
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
	ctx, cancel := context.WithTimeout(ctx, c.patience())
	defer cancel()
	c.await(ctx, c.known)
	return c.state()
}

// patience is how long a request waits for a leader.
func (c *cluster) patience() time.Duration {
	if !c.within() { // it hears nothing: others may know more
		return c.ttl / holdPerTTL / 10
	}
	return c.ttl / holdPerTTL
}

// await waits until what is known of the group is as wanted, which is asked with the lock held; false says that the
// context ended before.
func (c *cluster) await(ctx context.Context, wanted func() bool) bool {
	for {
		c.mu.Lock()
		done, changed := wanted(), c.changed
		c.mu.Unlock()
		if done {
			return true
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}

// keepLease renews the lease, and joins again where it has ended.
func (c *cluster) keepLease(ctx context.Context) {
	for ctx.Err() == nil {
		began, again := c.boot(), c.ttl/keepsPerTTL
		if err := c.keep(ctx); err != nil {
			c.log.Warn("the lease was not renewed", "error", err)
			again = c.ttl / pausesPerTTL
		}
		_ = c.clock.Sleep(ctx, again-(c.boot()-began))
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

// lose ends a membership whose lease has ended, and its term.
func (c *cluster) lose(id string) {
	var t *term
	c.mu.Lock()
	if c.id == id {
		c.id, t = "", c.leading.Load()
		c.deadline.Store(0)
		c.notify()
	}
	c.mu.Unlock()
	c.end(t, false, "the lease has ended")
}

// movedError says which server leads, or may know who does.
type movedError struct{ to etcd.Member }

func (e *movedError) Error() string { return "another server leads; ask " + e.to.Address }

// Is makes it an errDown, for clients that cannot be sent on.
func (*movedError) Is(reason error) bool { return reason == errDown }

var errDown = errors.New("no server is known to lead; ask again")

// term returns the leadership in which this server may answer now; nil for none.
func (c *cluster) term() *term {
	if t := c.leading.Load(); t != nil && c.within() {
		return t
	}
	return nil
}

// lead returns the term of this server, if it leads; else the error says who does. It
// waits a while for someone to lead, and while the leader hands over: who sees the change last would send clients back.
func (c *cluster) lead(ctx context.Context) (*term, error) {
	t := c.term()
	if t != nil {
		return t, nil
	}
	limited, cancel := context.WithTimeout(ctx, c.patience())
	defer cancel()
	var moved *movedError
	c.await(limited, func() bool {
		asked := c.view.Wanted != "" && c.view.Wanted != c.view.Leader.ID
		if t = c.term(); t == nil && c.known() && c.view.Leader.ID != c.id && !asked {
			moved = &movedError{c.view.Leader}
		}
		return t != nil || moved != nil
	})
	switch {
	case t != nil:
		return t, nil
	case moved != nil:
		return nil, moved
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, c.redirect()
}

// redirect is what a server answers that does not know who leads. One that led and hears
// nothing any more sends clients to the others, in turn: most clients ask who leads only
// where they are sent on, and would ask it again and again. Others send nobody to anybody,
// so that no client is sent around.
func (c *cluster) redirect() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if rest := others(c.view, c.view.Leader.ID); !c.within() && c.id != "" && c.view.Leader.ID == c.id &&
		len(rest) > 0 {
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

// term is one leadership, and the ledgers of generators that this server has in it. Generators whose IDs would be the
// same, two names of one layout, values and worker, share one.
type term struct {
	epoch uint64
	id    string // of this server as a member

	mu      sync.Mutex // held while a generator is opened or closed
	ended   bool
	ledgers map[string]*ticks // by what tells their IDs apart
}

// finish ends what a term has, and lets it begin nothing more.
func (t *term) finish(end func(*ticks)) {
	t.mu.Lock()
	t.ended = true
	all := t.ledgers
	t.ledgers = nil
	t.mu.Unlock() // end may ask the store, which those who come now need not wait for
	for _, l := range all {
		end(l)
	}
}

// step does one thing that what was seen of the group asks for. What it changes there, it sees next.
func (c *cluster) step(ctx context.Context) error {
	c.mu.Lock()
	v, id, resting, leaving := c.view, c.id, c.boot() < c.rest, c.leaving
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
		c.handOver(ctx, t, v.Wanted)
	case t == nil && mine && leaving: // it was chosen by one that did not know
		c.resign(ctx, id)
	case t == nil && mine:
		c.begin(v.Epoch, id)
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
	c.leading.Store(&term{epoch: epoch, id: id, ledgers: map[string]*ticks{}})
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
	c.resign(context.WithoutCancel(ctx), t.id) // its end ends reservations, of which this may be one
}

// handOver ends a term so that another begins: what was reserved is given back before.
func (c *cluster) handOver(ctx context.Context, t *term, to string) {
	if !c.end(t, true, "another is to lead") {
		return
	}
	if done, err := c.group.HandOver(ctx, t.epoch, to); !done {
		c.log.Warn("the leadership was not handed over", "error", err)
		c.resign(ctx, t.id)
	}
}

// resign gives up a membership, and what belongs to it: any other node may lead next. Where etcd does not hear of it
// the lease ends by itself, as nobody renews it.
func (c *cluster) resign(ctx context.Context, id string) {
	c.lose(id)
	if err := c.group.Leave(ctx, id); err != nil {
		c.log.Warn("the lease is not given up", "error", err)
	}
}

// end ends a term; false says that it has ended before. A caller whose number is not answered
// yet does not get it. With back what was reserved is given back, else it is lost.
func (c *cluster) end(t *term, back bool, why string) bool {
	if t == nil || !c.leading.CompareAndSwap(t, nil) {
		return false
	}
	c.log.Warn("leads no more", "epoch", t.epoch, "why", why)
	if !back {
		go t.finish(func(l *ticks) { l.pool.Abandon() }) // one of them may be what ends the term
		return true
	}
	t.finish(func(l *ticks) {
		if err := l.pool.Close(); err != nil {
			c.log.Warn("reserved numbers are lost", "error", err)
		}
	})
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
	if !c.await(ctx, func() bool { return c.view.Epoch > v.Epoch }) {
		return errors.New("no other server leads yet")
	}
	return nil
}

// leave hands over, and wants to lead no more. It reports whether this server led, and
// another does now.
func (c *cluster) leave(ctx context.Context) bool {
	c.mu.Lock()
	c.leaving = true
	c.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, c.ttl/2)
	defer cancel()
	return c.leading.Load() != nil && c.failover(ctx) == nil
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
