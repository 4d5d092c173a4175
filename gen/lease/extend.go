package lease

import (
	"context"
	"fmt"
	"time"
)

// patience is how long one renewal may take once it is its turn; brief is how long it is
// waited for, its turn included, where the grant has not come to its end.
const (
	patience = 5 * time.Second
	brief    = 250 * time.Millisecond
)

// extend renews the grant of this host, or acquires one, unless it is already as
// wanted when the lock is held: of many processes that come at once one swaps. Where that
// one got no answer, the others have its error.
func (h *Holder) extend(ctx context.Context, wanted func(*Grant, time.Time) bool) (Grant, error) {
	before := h.failure()
	end, err := h.alone(ctx)
	if err != nil {
		return Grant{}, err
	}
	defer end()
	g, _, err := h.read()
	if err != nil || wanted(&g, h.now()) {
		return g, err
	}
	if err := h.failed(before); err != nil {
		return g, err
	}
	g, err = h.try(ctx, g, wanted)
	h.keepFailure(ctx, err)
	return g, err
}

// try renews or acquires under the lock.
func (h *Holder) try(ctx context.Context, g Grant, wanted func(*Grant, time.Time) bool) (Grant, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	group, err := h.group(ctx)
	if err != nil {
		return g, err
	}
	x := &extension{h: h, Group: group, g: g, wanted: wanted}
	err = x.run(ctx)
	return x.g, err
}

// extension is one renewal or acquisition, under the lock of the grant.
type extension struct {
	*Group
	h      *Holder
	wanted func(*Grant, time.Time) bool
	g      Grant // as it is in the file
	meta   Meta
	at     time.Time // by our clock
	theirs time.Time // by the store's
	list   []Number
}

func (x *extension) run(ctx context.Context) error {
	if err := x.join(ctx); err != nil {
		return err
	}
	var err error
	if x.at, x.theirs, err = x.clock(ctx, func() ([]Number, error) { return x.listed(ctx) }); err != nil {
		return err
	}
	if x.g.State == Releasing {
		if err := x.giveBack(ctx); err != nil {
			return err
		}
	}
	if x.g.From != x.h.From { // it is the same group
		if x.g.From = x.h.From; x.g.State == Held {
			if err := x.h.save(&x.g); err != nil || x.wanted(&x.g, x.at) {
				return err
			}
		}
	}
	if err := x.adopt(ctx); err != nil || x.wanted(&x.g, x.at) {
		return err
	}
	if done, err := x.renew(ctx); done || err != nil {
		return err
	}
	return x.acquire(ctx)
}

// join compares the group in the store with the one that this host knows, and makes
// it if it was asked to.
func (x *extension) join(ctx context.Context) error {
	m, version, err := x.Group.meta(ctx)
	if err != nil {
		return err
	}
	if version == "" {
		list, err := x.listed(ctx)
		switch {
		case err != nil:
			return err
		case x.g.ID != "" || len(list) > 0:
			return x.gone()
		case !x.h.Create:
			return x.noGroup()
		}
		if m, err = x.create(ctx, Meta{ID: newNonce()}); err != nil {
			return err
		}
		x.list = nil // another host may have made it, and taken numbers
	}
	switch known := &x.g; {
	case known.ID != "" && known.ID != m.ID:
		return &Error{Reason: ErrOtherGroup,
			Way: "use another --group; or, if the group was begun anew: idscope worker fence",
			Text: fmt.Sprintf("the group %s of %s in the store is not the one that this host knows: its id is %.8s; want %.8s",
				x.Name, x.Terms.Scheme, m.ID, known.ID)}
	case m.Fence < known.Fence:
		return x.forgot("it was fenced since then")
	case m.Field != x.Terms.Field:
		return &Error{Reason: ErrField, Way: "--lease-field " + m.Field + ", or another --group",
			Text: fmt.Sprintf("the group %s of %s leases field %s; want no %s", x.Name, x.Terms.Scheme, m.Field, x.Terms.Field)}
	case x.Terms.Timed && x.Terms.ticks(x.Terms.Lease) > m.Longest:
		return &Error{Reason: ErrTooLong, Way: "a shorter --lease, or a group of its own",
			Text: fmt.Sprintf("a lease of %s is longer than group %s permits: %s", x.Terms.Lease, x.Name,
				x.Terms.Line.Span(m.Longest).Round(time.Millisecond))}
	}
	x.meta = m
	if m.Fence > x.g.Fence { // nothing that this host knows of the registers holds any more
		x.g = x.h.blank()
	}
	x.g.ID, x.g.Fence, x.g.Longest = m.ID, m.Fence, m.Longest
	return nil
}

func (x *extension) forgot(what string) error {
	return &Error{Reason: ErrForgotten, Way: "if it was restored from a backup: idscope worker fence",
		Text: fmt.Sprintf("the store forgot what it had confirmed of group %s of %s: %s", x.Name, x.Terms.Scheme, what)}
}

// listed is the list of all numbers, loaded once.
func (x *extension) listed(ctx context.Context) ([]Number, error) {
	if x.list != nil {
		return x.list, nil
	}
	var err error
	x.list, err = x.List(ctx)
	return x.list, err
}

// adopt finishes the acquisition of a process that was killed, if it got so far that
// the store has it.
func (x *extension) adopt(ctx context.Context) error {
	if x.g.Pending == "" || x.g.State == Held && x.g.PendingWorker == x.g.Worker {
		return nil
	}
	n, err := x.load(ctx, x.g.PendingWorker)
	if err != nil {
		return err
	}
	if n.Version == "" || n.Nonce != x.g.Pending {
		return nil
	}
	return x.take(ctx, n)
}

// take makes a register of ours the grant of this host, unless the group was fenced
// since it was looked at: what was loaded before a store was put back from a backup can
// be swapped afterwards, on a version that is there again.
func (x *extension) take(ctx context.Context, n Number) error {
	now, _, err := x.Group.meta(ctx)
	if err != nil {
		return err
	}
	if now.ID != x.meta.ID || now.Fence != x.meta.Fence {
		x.g.State, x.g.Pending = Void, ""
		if err := x.h.save(&x.g); err != nil {
			return err
		}
		return &Error{Reason: ErrForgotten, Way: "run it again",
			Text: fmt.Sprintf("the group %s of %s was fenced meanwhile", x.Name, x.Terms.Scheme)}
	}
	x.g = x.g.granted(n.Worker, &n.Register, n.Version)
	return x.h.save(&x.g)
}
