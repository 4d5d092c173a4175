package lease

import (
	"context"
	"errors"
	"fmt"
	"time"

	"idscope/gen/fault"
	"idscope/gen/store"
)

// renewal is one renewal or acquisition, under the lock of the grant.
type renewal struct {
	*Group
	h      *Lease
	wanted func(*Grant, time.Time) bool
	g      Grant // as it is in the file
	meta   Meta
	at     time.Time // by our clock
	theirs time.Time // by the store's
	list   []Number
	life   store.Incarnation
	same   bool   // nothing changed since this host asked the store last
	safe   bool   // the store was found to keep what it confirms
	told   string // what the user is told once there is a new grant
}

func (x *renewal) run(ctx context.Context) error {
	if err := x.join(ctx); err != nil {
		return err
	}
	var err error
	if x.life, x.at, x.theirs, err = x.clock(ctx, func() ([]Number, error) { return x.listed(ctx) }); err != nil {
		return err
	}
	if err := x.relive(ctx); err != nil {
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
	err = x.acquire(ctx)
	if err == nil && x.told != "" {
		x.h.warn("%s", x.told)
	}
	return err
}

// join compares the group in the store with the one that this host knows, and makes
// it if it was asked to.
func (x *renewal) join(ctx context.Context) error {
	m, version, err := x.Group.meta(ctx)
	if err != nil {
		return err
	}
	if err := x.belongs(&m, version); err != nil {
		return err
	}
	if version == "" {
		list, err := x.listed(ctx)
		switch {
		case err != nil:
			return err
		case x.g.ID != "" || len(list) > 0:
			e := x.gone()
			e.Hint = x.h.fenceCommand("--create")
			return e
		case !x.h.Create:
			return x.noGroup(ctx, x.h.fenceCommand("--create"))
		}
		if m, err = x.create(ctx, Meta{ID: newNonce()}); err != nil {
			return err
		}
		x.list = nil // another host may have made it, and taken numbers
	}
	switch known := &x.g; {
	case known.ID != "" && known.ID != m.ID:
		return fault.New(ErrOtherGroup, x.h.command("join", "--accept"),
			"the group %s of %s in the store is not the one that this host knows: its ID is %.8s, not %.8s; join it "+
				"if the store lost that one, or use another --group", x.Name, x.Config.Scheme, m.ID, known.ID)
	case m.Fence < known.Fence:
		return x.forgot("it was fenced since then")
	case m.Field != x.Config.Field:
		return fault.New(ErrField, "--lease-field "+m.Field+", or another --group",
			"the group %s of %s leases field %s, not %s", x.Name, x.Config.Scheme, m.Field, x.Config.Field)
	case x.Config.Timed && x.Config.ticks(x.Config.Lease) > m.Longest:
		return fault.New(ErrTooLong, "a shorter --lease, or a group of its own",
			"a lease of %s is longer than group %s permits: %s", x.Config.Lease, x.Name,
			x.Config.Line.Span(m.Longest).Round(time.Millisecond))
	}
	x.meta = m
	if m.Fence > x.g.Fence { // nothing that this host knows of the registers holds any more
		x.g = x.h.blank()
	}
	x.g.ID, x.g.Fence, x.g.Longest = m.ID, m.Fence, m.Longest
	return nil
}

// belongs refuses a store that is not the one to which this host belongs.
func (x *renewal) belongs(m *Meta, version store.Version) error {
	g, has := &x.g, "no such group"
	if g.ID == "" || g.From == x.h.From || g.ID == m.ID {
		return nil
	}
	if version != "" {
		has = "another group of that name"
	}
	text := fmt.Sprintf("this state directory belongs to group %s of %s in %s", x.Name, x.Config.Scheme, g.From)
	if g.Epoch > 0 {
		text += fmt.Sprintf(", with number %d since %s", g.Worker, clockTime(g.Since))
	}
	text += fmt.Sprintf("; %s has %s; leave the first one, or use another --group or --state", x.h.From, has)
	e := fault.New(ErrElsewhere, "idscope worker leave --group "+x.Name, "%s", text)
	if x.h.Command != nil {
		e.Hint = x.h.Command("leave", g.From)
	}
	return e
}

func (x *renewal) forgot(what string) error {
	return fault.New(ErrForgotten, "if it was restored from a backup: "+x.h.fenceCommand(),
		"the store forgot what it had confirmed of group %s of %s: %s", x.Name, x.Config.Scheme, what)
}

// listed is the list of all numbers, loaded once.
func (x *renewal) listed(ctx context.Context) ([]Number, error) {
	if x.list != nil {
		return x.list, nil
	}
	var err error
	x.list, err = x.List(ctx)
	return x.list, err
}

// adopt finishes the acquisition of a process that was killed, if it got so far that
// the store has it.
func (x *renewal) adopt(ctx context.Context) error {
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
func (x *renewal) take(ctx context.Context, n Number) error {
	now, _, err := x.Group.meta(ctx)
	if err != nil {
		return err
	}
	life, err := x.Store.Incarnation(ctx)
	if err != nil {
		return storeError("read", x.Name, err)
	}
	fenced := now.ID != x.meta.ID || now.Fence != x.meta.Fence
	if fenced || x.reborn(&now, &life) {
		x.g.State, x.g.Pending = Void, ""
		if err := x.h.save(&x.g); err != nil {
			return err
		}
		if !fenced {
			return errReborn
		}
		return fault.New(ErrForgotten, "run it again", "the group %s of %s was fenced meanwhile", x.Name,
			x.Config.Scheme)
	}
	x.g = x.g.granted(n.Worker, &n.Register, n.Version)
	x.g.Life = life
	return x.h.save(&x.g)
}

// renew extends the grant that this host holds; done is false where it is void.
func (x *renewal) renew(ctx context.Context) (done bool, err error) {
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
			if !x.same && x.Config.Timed {
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
		live := !x.Config.Timed || x.g.live(x.theirs)
		if !live {
			if err := x.later(); err != nil {
				return false, err
			}
		}
		nonce := newNonce()
		if x.g.Pending != "" && x.g.PendingWorker == n.Worker { // of a swap that may still be made, on this version too
			nonce = x.g.Pending
		}
		next := n.renew(&x.Config, &x.meta, live, x.at, x.h.Owner(), nonce)
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
