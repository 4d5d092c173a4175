package lease

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/store"
)

// Keeper is where a host keeps its grant: a small file that only one process at a
// time rewrites. worker.Grant is one.
type Keeper interface {
	// Lock waits for the exclusive lock.
	Lock(ctx context.Context) (unlock func(), err error)

	// Read returns the content without the lock. It is not intact if this host did
	// not write it since it was started: a copy, one put back from a backup, one that
	// is damaged, which may have none. Without any the error is fs.ErrNotExist; it is
	// [ErrEarlier] for one of an earlier build.
	Read() (content []byte, intact bool, err error)

	// Write replaces the content under the lock, and returns when a loss of power
	// cannot undo it.
	Write(content []byte) error

	// Forget removes the content under the lock: the host is one that never had any then.
	Forget() error

	// Highest returns the highest tick (without a time the highest number) that any
	// record of the number on this host has used or reserved. It looks at each under
	// its lock: whatever is reserved afterwards is reserved by somebody who read the
	// grant afterwards. known is false where a record cannot tell.
	Highest(ctx context.Context, number uint64) (tick uint64, known bool, err error)
}

// Lease is this host's grant in its group, as one process uses it: it acquires the grant,
// renews it and gives it back. Any number of processes of a host may do so at once.
type Lease struct {
	Name   string // of the group
	From   string // names the store; under another name it is looked at before the grant is used
	Config Config
	Keeper Keeper
	Owner  func() Owner // this process: all but Since and Clock
	Clock  gen.Clock    // nil is the system's

	// Open connects to the store; nil is no store at hand. It is called when the store is
	// wanted, until it succeeds.
	Open func(ctx context.Context) (store.Store, error)

	// Patience is how long a renewal may take where the user grants a slow store more than 5 s.
	Patience time.Duration

	Create           bool // make the group if it is not there
	AcceptBestEffort bool // use a store that may lose what it confirmed

	// Avoid reports whether this host cannot use a number that nobody else has; nil is
	// none.
	Avoid func(number uint64) bool

	// Others are the other grants of this host in groups of that name and layout, held or not; nil is none. What the
	// host belongs to is a fact of all of them, so that one that cannot be read is an error, and the choice takes their
	// numbers last.
	Others func() ([]Grant, error)

	Command Command

	// Warn is told in one line what the user should know; nil tells no one.
	Warn func(string)

	once  sync.Once
	turn  chan struct{} // one renewal of a process at a time
	store store.Store   // of who has the turn

	worker  uint64 // since Acquire
	ceiling gen.Ceiling
	until   atomic.Uint64 // ceiling as the grant has it
	used    atomic.Uint64 // the last number, in a layout without time
	record  gen.Ledger
}

// Grant returns the grant of this host as it is, without the store. One that is a copy, of another field, or damaged
// in one of its two files, is void; one that cannot be read is an error. A host that never had one has the zero value.
func (l *Lease) Grant() (Grant, error) {
	b, intact, err := l.Keeper.Read()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return l.blank(), nil
	case err != nil:
		return l.blank(), l.unread(err)
	}
	g, err := ReadGrant(b)
	if err != nil || g.Group != l.Name {
		return l.blank(), l.unread(err)
	}
	if FieldIn(l.Config.fields, g.Field, g.Layout) != l.Config.Field { // of the number nothing counts
		g.Field, g.Layout, g.Epoch, intact = l.Config.Field, l.Config.Layout, 0, false
	}
	if !intact {
		g.State, g.Pending = Void, ""
	}
	return g, nil
}

// blank is the grant of a host that never had one.
func (l *Lease) blank() Grant {
	return Grant{Group: l.Name, Field: l.Config.Field, Layout: l.Config.Layout}
}

func (l *Lease) others() ([]Grant, error) {
	if l.Others == nil {
		return nil, nil
	}
	list, err := l.Others()
	return list, l.unread(err)
}

// unread is the error of a grant that cannot be read.
func (l *Lease) unread(err error) error {
	if errors.Is(err, errGrant) {
		return fault.New(ErrDamaged, l.Command.call("leave", l.From, "--force"),
			"what this host keeps of group %s of %s cannot be read", l.Name, l.Config.Scheme)
	}
	return err
}

func (l *Lease) save(g *Grant) error { return l.Keeper.Write(g.encode()) }

// Command is the call of idscope worker that does verb to the group in the store at from, or in this one, for hints;
// nil gives none. It has the flags that a fence requires: of one with --create those that write a lost group as it was.
type Command func(verb, from string, flags ...string) string

func (c Command) call(verb, from string, flags ...string) string {
	if c == nil {
		return ""
	}
	return c(verb, from, flags...)
}

func (l *Lease) warn(text string) {
	if l.Warn != nil {
		l.Warn(text)
	}
}

func (l *Lease) clock() gen.Clock { return cmp.Or(l.Clock, gen.SystemClock()) }

func (l *Lease) now() time.Time { return (&Group{Clock: l.Clock}).now() }

// take waits for the turn of this process.
func (l *Lease) take(ctx context.Context) (give func(), err error) {
	l.once.Do(func() { l.turn = make(chan struct{}, 1) })
	select {
	case l.turn <- struct{}{}:
		return func() { <-l.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// alone waits until nobody else renews the grant of this host: no goroutine and no
// process. The error is the context's, or the keeper's.
func (l *Lease) alone(ctx context.Context) (end func(), err error) {
	give, err := l.take(ctx)
	if err != nil {
		return nil, err
	}
	unlock, err := l.Keeper.Lock(ctx)
	if err != nil {
		give()
		return nil, err
	}
	return func() { unlock(); give() }, nil
}

// Close closes the store, if it was opened.
func (l *Lease) Close() error {
	give, _ := l.take(context.Background())
	defer give()
	if l.store == nil {
		return nil
	}
	err := l.store.Close()
	l.store = nil
	return err
}

// disconnect gives the connections to the store up, which may not end before the server answers.
func (l *Lease) disconnect() {
	if s := l.store; s != nil {
		l.store = nil
		go func() { _ = s.Close() }()
	}
}

// group connects to the store.
func (l *Lease) group(ctx context.Context) (*Group, error) {
	g := &Group{Name: l.Name, Config: l.Config, Clock: l.Clock, Command: l.Command, Host: l.host, From: l.From}
	if l.store == nil {
		if l.Open == nil {
			return nil, fault.New(ErrOffline, "", "%s", ErrOffline)
		}
		s, err := l.Open(ctx)
		if err = storeError("read", l.Name, err); err != nil {
			if e, ok := errors.AsType[*fault.Error](err); ok && errors.Is(err, store.ErrMissing) {
				e.Hint = g.Way()
			}
			return nil, err
		}
		l.store = s
	}
	g.Store = l.store
	return g, nil
}

// host is all grants of this host, its own first.
func (l *Lease) host() ([]Grant, error) {
	own, err := l.Grant()
	others, failed := l.others()
	return append([]Grant{own}, others...), cmp.Or(err, failed)
}

// enough reports whether the grant is of this store, and covers what may be wanted.
func (l *Lease) enough(g *Grant, at time.Time, used uint64) bool {
	return g.From == l.From && l.Config.enough(g, at, used)
}

// Acquire has this process use the grant of this host, which it renews or acquires in
// the store if it does not cover what may be wanted now: all ticks that can be borrowed.
// Below that it reads one file. Where the grant still has ticks, it waits for the store
// a quarter of a second at most; if that fails, it warns and goes on with those. Without
// a store the error is [ErrOffline].
func (l *Lease) Acquire(ctx context.Context) error {
	g, err := l.Grant()
	if err != nil {
		return err
	}
	if !l.enough(&g, l.now(), 0) {
		if g, err = l.extendInTime(ctx, g); err != nil {
			return err
		}
	}
	if !l.Config.wants(g.Worker) {
		return fmt.Errorf("the grant is of number %d, which is not asked for", g.Worker)
	}
	l.worker = g.Worker
	l.follow(&g)
	return nil
}

// extendInTime extends a grant that is not enough, or returns what is left of it.
func (l *Lease) extendInTime(ctx context.Context, old Grant) (Grant, error) {
	wanted := func(g *Grant, at time.Time) bool { return l.enough(g, at, 0) }
	usable := func(g *Grant) bool { return g.From == l.From && l.Config.usable(g, l.now()) }
	if usable(&old) {
		short, cancel := context.WithTimeout(ctx, brief)
		g, err := l.extend(short, wanted)
		cancel()
		if err == nil {
			return g, nil
		}
		if refused(err) {
			return g, l.ended(&old, err)
		}
		if g, e := l.Grant(); e == nil && usable(&g) { // and is not void by now
			if errors.Is(err, ErrStore) || !errors.Is(err, context.DeadlineExceeded) { // else another process renews it
				l.warn(fmt.Sprintf("%v; going on until %s", err, l.end(&g)))
			}
			return g, nil
		}
	}
	g, err := l.extendSoon(ctx, wanted)
	if err != nil {
		return g, l.ended(&old, err)
	}
	return g, nil
}

// extendSoon is extend, which waits as long as one renewal may take where something can be
// granted then.
func (l *Lease) extendSoon(ctx context.Context, wanted func(*Grant, time.Time) bool) (Grant, error) {
	g, err := l.extend(ctx, wanted)
	var open opening
	if !errors.As(err, &open) {
		return g, err
	}
	wait := open.at.Sub(l.now())
	if wait > patience {
		return g, err
	}
	if err := l.clock().Sleep(ctx, wait); err != nil {
		return g, err
	}
	return l.extend(ctx, wanted)
}

// refused reports whether an error is the answer of the group. Else the store, the lock
// or the disk kept it from answering.
func refused(err error) bool {
	return !errors.Is(err, ErrStore) && slices.ContainsFunc([]error{ErrNoGroup, ErrOtherGroup, ErrElsewhere,
		ErrForgotten, ErrField, ErrClock, ErrNoNumber, ErrTooLong, ErrBestEffort, ErrDamaged, ErrEarlier, ErrOffline,
		ErrVoid}, func(reason error) bool { return errors.Is(err, reason) })
}

// end is where a grant ends, for people.
func (l *Lease) end(g *Grant) string {
	if !l.Config.Timed {
		return fmt.Sprintf("number %d", g.Ceiling)
	}
	return l.Config.Time(g.Ceiling).UTC().Format("2006-01-02T15:04:05.000Z07:00")
}

// ended adds to an error how far the last grant went.
func (l *Lease) ended(g *Grant, err error) error {
	var e *fault.Error
	another := g.From != "" && g.From != l.From
	if g.Epoch == 0 || g.State != Held || another || !errors.As(err, &e) || errors.Is(err, ErrOffline) {
		return err
	}
	longer := *e
	longer.Text = fmt.Sprintf("number %d of %s was granted until %s: %s", g.Worker, l.Config.Scheme, l.end(g), e.Text)
	return &longer
}

// follow takes the ceiling over from the grant.
func (l *Lease) follow(g *Grant) {
	l.until.Store(g.Ceiling)
	l.ceiling.Grant(g.Ceiling)
}

// Worker is the number that identifiers of the lease carry.
func (l *Lease) Worker() uint64 { return l.worker }

// Ceiling is for [gen.Options]: no identifier has a tick above it.
func (l *Lease) Ceiling() *gen.Ceiling { return &l.ceiling }

// Ledger returns the ledger of a generator that uses the lease: record is that of
// the number on this host. Each reservation compares the grant under the record's
// lock, so that a process that slept while the host gave the number back, or lost
// it, gets nothing. Where there is a store, and the grant has come to its end, it is
// renewed first.
func (l *Lease) Ledger(record gen.Ledger) gen.Ledger {
	l.record = record
	return l
}

// Update implements [gen.Ledger].
func (l *Lease) Update(ctx context.Context, f func(*gen.Mark) error) error {
	t := &l.Config
	for try := 0; ; try++ {
		var void error
		var used uint64
		err := l.record.Update(ctx, func(m *gen.Mark) error {
			g, err := l.Grant()
			if err == nil && (g.State != Held || g.Worker != l.worker) {
				err = l.void(&g)
			}
			if void = err; err != nil {
				return err
			}
			l.follow(&g)
			t.raise(m, g.Floor)
			used = t.used(m)
			if err = f(m); err == nil && !t.within(m, &g) {
				err = gen.ErrFenced
			}
			if err == nil && !t.Timed {
				l.used.Store(t.used(m))
			}
			return err
		})
		if err == nil || l.Open == nil || try > 2 {
			return err
		}
		switch {
		case void != nil && !errors.Is(void, ErrVoid):
			return err
		case void == nil && t.Timed && t.soon(l.now()) <= l.until.Load(),
			void == nil && !t.Timed && used < l.until.Load():
			return err // for another reason than the ceiling
		}
		g, failed := l.extendSoon(ctx, func(g *Grant, at time.Time) bool {
			return g.Ceiling != l.until.Load() && l.enough(g, at, used)
		})
		switch {
		case failed != nil:
			return l.ended(&Grant{Epoch: 1, State: Held, Worker: l.worker, Ceiling: l.until.Load()}, failed)
		case g.Worker != l.worker:
			return l.lost(g.Worker)
		}
		l.follow(&g)
	}
}

// void is the refusal of a grant that is not what the lease was made of.
func (l *Lease) void(g *Grant) error {
	if g.State == Held {
		return l.lost(g.Worker)
	}
	return fault.New(ErrVoid, "run it again", "the grant of %s was given back or is void", l.Config.Scheme)
}

// used is the last number that a mark counts as used, in a layout without time.
func (t *Config) used(m *gen.Mark) uint64 {
	if t.Timed || !m.Used {
		return 0
	}
	return m.Value.Lo
}

// within reports whether a reservation is one of ticks that were granted.
func (t *Config) within(m *gen.Mark, g *Grant) bool {
	tick := m.Tick
	if !t.Timed {
		tick = m.Value.Lo
	}
	return tick > g.Floor && tick <= g.Ceiling
}

// raise moves a mark so that nothing at the tick or before is used, under any
// rollback count.
func (t *Config) raise(m *gen.Mark, floor uint64) {
	if !t.Timed {
		used := floor
		switch {
		case m.Used && m.Value.Lo < m.Base.Lo: // it went round, when nothing was granted yet
			used = t.Last
		case m.Used:
			used = max(used, m.Value.Lo)
		}
		m.Point = gen.Point{Used: true, Value: gen.Wide{Lo: used}, Step: 1}
		return
	}
	if t.Rollback > 0 {
		c := &m.Counts
		if !m.Used {
			c.First = uint32(rand.Uint64() & gen.Mask(t.Rollback).Lo)
		}
		c.Used = 1 << t.Rollback // one that was never used may go to any tick
		for i := range c.Marks {
			c.Marks[i] = max(c.Marks[i], floor)
		}
	}
	if !m.Used || m.Tick <= floor {
		m.Point = gen.Point{Used: true, Growth: m.Growth, Tick: floor,
			Seen: m.Seen} // all numbers of that tick are used
	}
}
