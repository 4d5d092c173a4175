package lease

import (
	"context"
	"errors"
	"fmt"
	"time"

	"idscope/gen/fault"
	"idscope/gen/store"
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
	ctx, cancel := context.WithTimeout(ctx, max(patience, h.Patience))
	defer cancel()
	group, err := h.group(ctx)
	if err != nil {
		return g, err
	}
	for {
		x := &extension{h: h, Group: group, g: g, wanted: wanted}
		if err = x.run(ctx); !errors.Is(err, errReborn) || ctx.Err() != nil {
			return x.g, err
		}
		g = x.g
	}
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
	life   store.Incarnation
	same   bool   // nothing changed since this host asked the store last
	safe   bool   // the store was found to keep what it confirms
	told   string // what the user is told once there is a new grant
}

func (x *extension) run(ctx context.Context) error {
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
func (x *extension) join(ctx context.Context) error {
	m, version, err := x.Group.meta(ctx)
	if err != nil {
		return err
	}
	if x.g.ID != "" && x.g.From != x.h.From && x.g.ID != m.ID {
		return x.elsewhere(version != "")
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
			e := x.noGroup()
			e.Hint = wayToBegin + x.h.fenceCommand("--create")
			return e
		}
		if m, err = x.create(ctx, Meta{ID: newNonce()}); err != nil {
			return err
		}
		x.list = nil // another host may have made it, and taken numbers
	}
	switch known := &x.g; {
	case known.ID != "" && known.ID != m.ID:
		return &fault.Error{Reason: ErrOtherGroup,
			Hint: x.h.command("join", "--accept"),
			Text: fmt.Sprintf("the group %s of %s in the store is not the one that this host knows: its ID is %.8s, not %.8s; "+
				"join it if the store lost that one, or use another --group", x.Name, x.Terms.Scheme, m.ID, known.ID)}
	case m.Fence < known.Fence:
		return x.forgot("it was fenced since then")
	case m.Field != x.Terms.Field:
		return &fault.Error{Reason: ErrField, Hint: "--lease-field " + m.Field + ", or another --group",
			Text: fmt.Sprintf("the group %s of %s leases field %s; want no %s", x.Name, x.Terms.Scheme, m.Field,
				x.Terms.Field)}
	case x.Terms.Timed && x.Terms.ticks(x.Terms.Lease) > m.Longest:
		return &fault.Error{Reason: ErrTooLong, Hint: "a shorter --lease, or a group of its own",
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

// elsewhere is the refusal of a store that is not the one to which this host belongs.
func (x *extension) elsewhere(there bool) error {
	g, has := &x.g, "no such group"
	if there {
		has = "another group of that name"
	}
	text := fmt.Sprintf("this state directory belongs to group %s of %s in %s", x.Name, x.Terms.Scheme, g.From)
	if g.Epoch > 0 {
		text += fmt.Sprintf(", with number %d since %s", g.Worker, clockTime(g.Since))
	}
	text += fmt.Sprintf("; %s has %s; leave the first one, or use another --group or --state", x.h.From, has)
	e := &fault.Error{Reason: ErrElsewhere, Text: text, Hint: "idscope worker leave --group " + x.Name}
	if x.h.Command != nil {
		e.Hint = x.h.Command("leave", g.From)
	}
	return e
}

func (x *extension) forgot(what string) error {
	return &fault.Error{Reason: ErrForgotten, Hint: "if it was restored from a backup: " + x.h.fenceCommand(),
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
		return &fault.Error{Reason: ErrForgotten, Hint: "run it again",
			Text: fmt.Sprintf("the group %s of %s was fenced meanwhile", x.Name, x.Terms.Scheme)}
	}
	x.g = x.g.granted(n.Worker, &n.Register, n.Version)
	x.g.Life = life
	return x.h.save(&x.g)
}
