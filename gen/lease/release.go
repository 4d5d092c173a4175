package lease

import (
	"context"
	"errors"

	"idscope/gen/store"
)

// Release gives the grant of this host back, down to the highest tick that any of
// its processes used or reserved. Without a grant it does nothing.
func (h *Holder) Release(ctx context.Context) error {
	end, err := h.alone(ctx)
	if err != nil {
		return err
	}
	defer end()
	g, _, err := h.read()
	if err != nil || g.State == Void {
		return err
	}
	group, err := h.group(ctx)
	if err != nil {
		return err
	}
	return h.release(ctx, group, g)
}

// release gives the grant back under its lock.
func (h *Holder) release(ctx context.Context, group *Group, g Grant) error {
	x := &extension{h: h, Group: group, g: g, at: h.now()}
	if g.State == Held {
		x.g.State = Releasing
		if err := h.save(&x.g); err != nil {
			return err
		}
	}
	return x.giveBack(ctx)
}

// giveBack swaps the high tick down. The grant is void already: a process that read
// it before has reserved under a record's lock, which Highest waits for.
func (x *extension) giveBack(ctx context.Context) error {
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
