package lease

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
)

// Lease is the grant of this host as one process uses it.
type Lease struct {
	h       *Holder
	worker  uint64
	ceiling gen.Ceiling
	until   atomic.Uint64 // ceiling as the grant has it
	used    atomic.Uint64 // the last number, in a layout without time
}

// Acquire returns a lease of the grant of this host, which it renews or acquires in
// the store if it does not cover what may be wanted now: all ticks that can be borrowed.
// Below that it reads one file. Where the grant still has ticks, it waits for the store
// a quarter of a second at most; if that fails, it warns and goes on with those. Without
// a store the error is [ErrOffline].
func (h *Holder) Acquire(ctx context.Context) (*Lease, error) {
	g, err := h.Grant()
	if err != nil {
		return nil, err
	}
	if !h.enough(&g, h.now(), 0) {
		if g, err = h.extendInTime(ctx, g); err != nil {
			return nil, err
		}
	}
	if !h.Terms.wants(g.Worker) {
		return nil, fmt.Errorf("the grant is of number %d, which is not asked for", g.Worker)
	}
	l := &Lease{h: h, worker: g.Worker}
	l.follow(&g)
	return l, nil
}

// extendInTime extends a grant that is not enough, or returns what is left of it.
func (h *Holder) extendInTime(ctx context.Context, old Grant) (Grant, error) {
	wanted := func(g *Grant, at time.Time) bool { return h.enough(g, at, 0) }
	usable := func(g *Grant) bool { return g.From == h.From && h.Terms.usable(g, h.now(), 0) }
	if usable(&old) {
		short, cancel := context.WithTimeout(ctx, brief)
		g, err := h.extend(short, wanted)
		cancel()
		if err == nil {
			return g, nil
		}
		if refused(err) {
			return g, h.ended(&old, err)
		}
		if g, e := h.Grant(); e == nil && usable(&g) { // and is not void by now
			if errors.Is(err, ErrStore) || !errors.Is(err, context.DeadlineExceeded) { // else another process renews it
				h.warn("%v; going on until %s", err, h.end(&g))
			}
			return g, nil
		}
	}
	g, err := h.extendSoon(ctx, wanted)
	if err != nil {
		return g, h.ended(&old, err)
	}
	return g, nil
}

// extendSoon is extend, which waits as long as one renewal may take where something can be
// granted then.
func (h *Holder) extendSoon(ctx context.Context, wanted func(*Grant, time.Time) bool) (Grant, error) {
	g, err := h.extend(ctx, wanted)
	var open opening
	if !errors.As(err, &open) {
		return g, err
	}
	wait := open.at.Sub(h.now())
	if wait > patience {
		return g, err
	}
	if err := h.clock().Sleep(ctx, wait); err != nil {
		return g, err
	}
	return h.extend(ctx, wanted)
}

// refused reports whether an error is the answer of the group. Else the store, the lock
// or the disk kept it from answering.
func refused(err error) bool {
	return errors.As(err, new(*fault.Error)) && !errors.Is(err, ErrStore) && !errors.Is(err, ErrLater)
}

func (h *Holder) warn(format string, args ...any) {
	if h.Warn != nil {
		h.Warn(fmt.Sprintf(format, args...))
	}
}

// end is where a grant ends, for people.
func (h *Holder) end(g *Grant) string {
	if !h.Terms.Timed {
		return fmt.Sprintf("number %d", g.Ceiling)
	}
	return h.Terms.Time(g.Ceiling).UTC().Format("2006-01-02T15:04:05.000Z07:00")
}

// ended adds to an error how far the last grant went.
func (h *Holder) ended(g *Grant, err error) error {
	var e *fault.Error
	another := g.From != "" && g.From != h.From
	if g.Epoch == 0 || g.State != Held || another || !errors.As(err, &e) || errors.Is(err, ErrOffline) {
		return err
	}
	longer := *e
	longer.Text = fmt.Sprintf("number %d of %s was granted until %s: %s", g.Worker, h.Terms.Scheme, h.end(g), e.Text)
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

// Until is when the grant ends; zero where the layout has no time.
func (l *Lease) Until() time.Time { return l.h.Terms.Time(l.until.Load()) }
