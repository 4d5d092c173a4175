package lease

import (
	"context"
	"errors"
	"time"

	"idscope/gen/fault"
	"idscope/gen/store"
)

// patience is how long one renewal may take, the wait for its turn included; once is what is left of that for a
// process that waited longer for its turn. brief is how long it is waited for where the grant has not come to its end.
const (
	patience = 5 * time.Second
	once     = time.Second
	brief    = 250 * time.Millisecond
)

// How long a store that does not answer is left alone before it is asked by a new connection: longer each time.
const (
	firstPause = 20 * time.Millisecond
	lastPause  = 500 * time.Millisecond
)

// extend renews the grant of this host, or acquires one, unless it is already as
// wanted when the lock is held: of many processes that come at once one swaps. Each asks
// the store itself: what kept another one from an answer need not be the store.
func (l *Lease) extend(ctx context.Context, wanted func(*Grant, time.Time) bool) (Grant, error) {
	end := time.Now().Add(max(patience, l.Patience))
	release, err := l.alone(ctx)
	if err != nil {
		return Grant{}, err
	}
	defer release()
	g, _, err := l.read()
	if err != nil || wanted(&g, l.now()) {
		return g, err
	}
	ctx, cancel := context.WithTimeout(ctx, max(time.Until(end), once))
	defer cancel()
	return l.try(ctx, wanted)
}

// try renews or acquires under the lock. A store that does not answer, refuses the connection or ends it is asked again
// by a new one until ctx ends.
func (l *Lease) try(ctx context.Context, wanted func(*Grant, time.Time) bool) (Grant, error) {
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		g, _, err := l.read()
		if err != nil {
			return g, err
		}
		group, err := l.group(ctx)
		if err == nil {
			x := &renewal{h: l, Group: group, g: g, wanted: wanted}
			err = x.run(ctx)
			g = x.g
		}
		var failed *store.Error
		switch {
		case ctx.Err() == nil && errors.Is(err, errReborn):
			continue
		case ctx.Err() != nil || !errors.As(err, &failed) || failed.Final:
			return g, err
		}
		l.disconnect()
		if l.clock().Sleep(ctx, pause) != nil {
			return g, err
		}
	}
}

// Renew renews the grant at half of it, again and again until ctx ends, whose error
// it returns. While the store, the lock or the disk fails it warns once and tries again;
// what the grant still has can be used meanwhile. A refusal is returned: then the
// ceiling stops the generators.
func (l *Lease) Renew(ctx context.Context) error {
	t, failing := &l.Config, false
	clock := l.clock()
	pause := max(t.Lease/16, time.Millisecond)
	for {
		g, err := l.Grant()
		if err == nil && !t.half(&g, l.now(), l.used.Load()) {
			g, err = l.extend(ctx, func(g *Grant, at time.Time) bool { return t.half(g, at, l.used.Load()) })
		}
		switch {
		case err == nil && g.Worker != l.worker:
			return l.lost(g.Worker)
		case err == nil:
			l.follow(&g)
			failing = false
		case ctx.Err() == nil && refused(err):
			return err
		case ctx.Err() == nil && !failing:
			l.warn("%v; going on until %s", err, l.end(&Grant{Ceiling: l.until.Load()}))
			failing = true
		}
		if err := clock.Sleep(ctx, pause); err != nil {
			return err
		}
	}
}

func (l *Lease) lost(now uint64) error {
	return fault.New(ErrVoid, "run it again", "number %d of %s is not this host's any more; it has number %d now",
		l.worker, l.Config.Scheme, now)
}
