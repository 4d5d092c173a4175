package lease

import (
	"context"
	"errors"
	"fmt"
	"time"

	"idscope/gen/fault"
	"idscope/gen/store"
)

// Renew renews the grant at half of it, again and again until ctx ends, whose error
// it returns. While the store, the lock or the disk fails it warns once and tries again;
// what the grant still has can be used meanwhile. A refusal is returned: then the
// ceiling stops the generators.
func (l *Lease) Renew(ctx context.Context) error {
	t, failing := &l.h.Terms, false
	clock := l.h.clock()
	pause := max(t.Lease/16, time.Millisecond)
	for {
		g, err := l.h.Grant()
		if err == nil && !t.half(&g, l.h.now(), l.used.Load()) {
			g, err = l.h.extend(ctx, func(g *Grant, at time.Time) bool { return t.half(g, at, l.used.Load()) })
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
			l.h.warn("%v; going on until %s", err, l.h.end(&Grant{Ceiling: l.until.Load()}))
			failing = true
		}
		if err := clock.Sleep(ctx, pause); err != nil {
			return err
		}
	}
}

func (l *Lease) lost(now uint64) error {
	return &fault.Error{Reason: ErrVoid, Hint: "run it again",
		Text: fmt.Sprintf("number %d of %s is not this host's any more; it has number %d now", l.worker,
			l.h.Terms.Scheme,
			now)}
}

// renew extends the grant that this host holds; done is false where it is void.
func (x *extension) renew(ctx context.Context) (done bool, err error) {
	if x.g.Epoch == 0 {
		return false, nil
	}
	for {
		n, err := x.load(ctx, x.g.Worker)
		if err != nil {
			return false, err
		}
		switch x.g.compare(&n.Register, n.Version != "", n.Version == x.g.Version) {
		case behind:
			if !x.same && x.Terms.Timed {
				x.putBack("is as it was before")
				return false, nil
			}
			if n.Version == "" {
				return false, x.forgot(fmt.Sprintf("number %d of this host is not there", n.Worker))
			}
			return false, x.forgot(fmt.Sprintf("number %d of this host is as it was before", n.Worker))
		case ownChange:
			if err := x.take(ctx, n); err != nil {
				return false, err
			}
			if x.wanted(&x.g, x.at) {
				return true, nil
			}
			continue
		case taken:
			if !x.same && x.g.live(x.theirs) {
				x.putBack("is taken before its end")
			}
			x.g.State = Void
			return false, nil
		}
		live := !x.Terms.Timed || x.g.live(x.theirs)
		if !live {
			if err := x.later(); err != nil {
				return false, err
			}
		}
		nonce := newNonce()
		if x.g.Pending != "" && x.g.PendingWorker == n.Worker { // of a swap that may still be made, on this version too
			nonce = x.g.Pending
		}
		next := n.renew(&x.Terms, &x.meta, live, x.at, x.h.Owner(), nonce)
		x.g.Pending, x.g.PendingWorker = next.Nonce, n.Worker
		if err := x.h.save(&x.g); err != nil {
			return false, err
		}
		made, err := x.put(ctx, n.Worker, n.Version, next)
		if err == nil {
			return true, x.take(ctx, made)
		}
		if !errors.Is(err, store.ErrConflict) {
			return false, err
		}
	}
}
