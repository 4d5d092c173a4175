package lease

import (
	"context"
	"errors"
	"fmt"
	"time"

	"idscope/gen/fault"
	"idscope/gen/store"
)

// Release gives the grant of this host back, down to the highest tick that any of
// its processes used or reserved. Without a grant it does nothing. A store that is not
// the one of the grant is refused with [ErrElsewhere].
func (l *Lease) Release(ctx context.Context) error {
	end, err := l.alone(ctx)
	if err != nil {
		return err
	}
	defer end()
	g, _, err := l.read()
	if err != nil || g.State == Void {
		return err
	}
	group, err := l.group(ctx)
	if err != nil {
		return err
	}
	if g.From != l.From {
		m, version, err := group.meta(ctx)
		if err == nil {
			err = (&renewal{h: l, Group: group, g: g}).belongs(&m, version)
		}
		if err != nil {
			return err
		}
	}
	return l.release(ctx, group, g)
}

// release gives the grant back under its lock.
func (l *Lease) release(ctx context.Context, group *Group, g Grant) error {
	x := &renewal{h: l, Group: group, g: g, at: l.now()}
	if g.State == Held {
		x.g.State = Releasing
		if err := l.save(&x.g); err != nil {
			return err
		}
	}
	return x.giveBack(ctx)
}

// giveBack swaps the high tick down. The grant is void already: a process that read
// it before has reserved under a record's lock, which Highest waits for.
func (x *renewal) giveBack(ctx context.Context) error {
	n, err := x.load(ctx, x.g.Worker)
	if err != nil {
		return err
	}
	ours := n.Version == x.g.Version && x.g.same(&n.Register) || x.g.Pending != "" && n.Nonce == x.g.Pending &&
		n.Worker == x.g.PendingWorker
	if n.Version != "" && ours {
		used, known, err := x.h.Keeper.Highest(ctx, n.Worker)
		if err != nil {
			return err
		}
		next := n.evict(x.at, newNonce())
		if known {
			next = n.release(used, x.at, newNonce())
		}
		if _, err := x.put(ctx, n.Worker, n.Version, next); err != nil && !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	x.g.State, x.g.Pending = Void, ""
	return x.h.save(&x.g)
}

// Left is what became of a grant that a host gave up.
type Left struct {
	Grant    Grant
	Returned bool      // the group knows that this host holds nothing of it
	Free     time.Time // else when its grants of before have ended; zero without a time
}

// ReadGrant reads the content that a [Keeper] keeps.
func ReadGrant(content []byte) (Grant, error) { return decodeGrant(content) }

// Leave gives the number of this host back, if the store can be reached, and makes this host
// forget the group. Where the number is not given back, the longest lease has to pass first,
// unless forced: until then other hosts of the group may generate with the numbers that this
// host gets elsewhere.
func (l *Lease) Leave(ctx context.Context, forced bool) (Left, error) {
	end, err := l.alone(ctx)
	if err != nil {
		return Left{}, err
	}
	defer end()
	g, _, err := l.read()
	if err != nil && !errors.Is(err, ErrEarlier) {
		return Left{}, err
	}
	if g.ID == "" && !forced {
		return Left{}, fault.New(ErrDamaged, l.command("leave", "--force"),
			"what this host keeps of group %s of %s cannot be read", l.Name, l.Config.Scheme)
	}
	left := Left{Grant: g, Free: l.Config.ended(&g)}
	err = l.returnGrant(ctx, g)
	left.Returned = err == nil
	if err != nil && !forced && (left.Free.IsZero() || l.now().Before(left.Free)) {
		return left, l.notFree(&left, err)
	}
	return left, l.Keeper.Forget()
}

// ended is when all grants have ended that the group had made when this host asked it last;
// zero where there is no time.
func (t *Config) ended(g *Grant) time.Time {
	last := g.Ceiling
	if span := t.span(); g.Longest > span {
		last = add(last, g.Longest-span)
	}
	return t.Time(last)
}

// returnGrant gives the number back to the group that granted it, if that is still there.
func (l *Lease) returnGrant(ctx context.Context, g Grant) error {
	ctx, cancel := context.WithTimeout(ctx, max(patience, l.Patience))
	defer cancel()
	group, err := l.group(ctx)
	if err != nil {
		return err
	}
	m, err := group.Meta(ctx)
	switch {
	case err != nil:
		return err
	case g.ID != m.ID:
		return fmt.Errorf("the group in the store is not the one that granted it")
	case g.State == Void:
		return nil
	}
	return l.release(ctx, group, g)
}

func (l *Lease) notFree(left *Left, cause error) error {
	text := fmt.Sprintf("number %d of %s is not given back: %v", left.Grant.Worker, l.Config.Scheme, cause)
	if !left.Free.IsZero() {
		text += "; without that this state directory is free at " + clockTime(left.Free)
	}
	return &fault.Error{Reason: ErrStore, Cause: cause, Text: text, Hint: l.command("leave", "--force")}
}

// Accept makes this host take the group in the store for the one that it knows: where the
// store lost that, and another host began it again. Nothing repeats: the grant is void,
// durably, before the group is changed, and what the group grants from then on begins above
// all that this host was granted, whichever host gets its number. So does what may still be
// in use of the lost group: it had the longest grant that this host remembers. Hosts that
// generate below their ceilings are not stopped. joined is false where there is nothing to
// accept.
func (l *Lease) Accept(ctx context.Context) (m Meta, joined bool, err error) {
	end, err := l.alone(ctx)
	if err != nil {
		return m, false, err
	}
	defer end()
	g, _, err := l.read()
	if err != nil {
		return m, false, err
	}
	group, err := l.group(ctx)
	if err != nil {
		return m, false, err
	}
	m, err = group.Meta(ctx)
	switch {
	case err != nil || g.ID == "":
		return m, false, err
	case g.ID == m.ID && m.Fence < g.Fence:
		return m, false, (&renewal{h: l, Group: group}).forgot("it was fenced since then")
	case g.ID == m.ID:
		return m, false, nil
	}
	g.State, g.Pending = Void, ""
	if err := l.save(&g); err != nil {
		return m, false, err
	}
	above, err := l.granted(ctx, &g, &m)
	if err != nil {
		return m, false, err
	}
	if m.Begin < above {
		if m, err = group.change(ctx, newNonce(), func(now *Meta) error {
			if now.ID != m.ID {
				return fmt.Errorf("the group %s of %s changed meanwhile; run it again", l.Name, l.Config.Scheme)
			}
			now.Begin = max(now.Begin, above)
			return nil
		}); err != nil {
			return m, false, err
		}
	}
	g = l.blank()
	g.From, g.ID, g.Fence, g.Longest = l.From, m.ID, m.Fence, m.Longest
	return m, true, l.save(&g)
}

// granted is a tick that no grant of the lost group passes, as far as this host knows: its
// own does not, whose records nobody raises now, and those of others that were made
// before the group was fenced.
func (l *Lease) granted(ctx context.Context, g *Grant, m *Meta) (uint64, error) {
	above := g.Ceiling
	if g.Epoch > 0 {
		used, _, err := l.Keeper.Highest(ctx, g.Worker)
		if err != nil {
			return 0, err
		}
		above = max(above, used)
	}
	fenced := time.Unix(0, int64(m.Fence)) // by the store's clock
	if tick, ok := l.Config.safe(fenced, g.Longest); ok && m.Fence > 0 && g.Longest > m.Longest {
		above = max(above, tick)
	}
	return min(above, l.Config.Last), nil
}
