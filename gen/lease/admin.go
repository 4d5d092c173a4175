package lease

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"idscope/gen/fault"
	"idscope/gen/store"
)

// What people do to a group by hand.

// swap changes the register of a number, as often as others change it meanwhile.
// One that there is not is given to f without a version.
func (g *Group) swap(ctx context.Context, n uint64, f func(Number) (Register, error)) (Number, error) {
	for {
		now, err := g.load(ctx, n)
		if err != nil {
			return now, err
		}
		next, err := f(now)
		if err != nil {
			return now, err
		}
		made, err := g.put(ctx, n, now.Version, next)
		if err == nil {
			return made, nil
		}
		if !errors.Is(err, store.ErrConflict) {
			return now, err
		}
	}
}

// Evict takes a number from its owner, as seen from anywhere: others may acquire it
// at once, above all that was granted. The owner may use up its grant, and gets
// another number when it renews. Only the owner's own [Lease.Release] lowers the
// high tick.
func (g *Group) Evict(ctx context.Context, n uint64) (Number, error) {
	return g.swap(ctx, n, func(now Number) (Register, error) {
		if now.Version == "" {
			return Register{}, g.absent(n)
		}
		r := now.evict(g.now(), newNonce())
		if t := &g.Config; t.Timed && now.Owner != nil {
			// Who acquires it may borrow a lead: not before the owner's lease has ended, up to when a store
			// that forgot this release takes the owner for alive.
			r.High = max(r.High, min(add(t.tick(now.Until), t.ticks(t.Lead)), t.Last))
		}
		return r, nil
	})
}

func (g *Group) absent(n uint64) error {
	return fault.New(ErrNoNumber, "idscope worker list --store URL", "nobody ever had number %d of %s in group %s", n,
		g.Config.Scheme, g.Name)
}

// Reserve keeps a number out of the choice, for a service that has it by hand. A
// number that somebody holds, or that is reserved with another note, is refused; one that
// has the note already stays as it is.
func (g *Group) Reserve(ctx context.Context, n uint64, note string) (Number, error) {
	return g.reserve(ctx, n, note, note)
}

// reserve is Reserve of a number that has the note had, or none. Without had it takes no
// number that somebody else takes at the same time.
func (g *Group) reserve(ctx context.Context, n uint64, note, had string) (Number, error) {
	if note == "" {
		return Number{}, errors.New("a reservation has no note; say for whom it is")
	}
	m, life, at, theirs, err := g.look(ctx)
	if err != nil {
		return Number{}, err
	}
	nonce := newNonce()
	fresh := false
	if !m.Made.Has(n) {
		switch err = g.note(ctx, n, &life, theirs, nonce); {
		case errors.Is(err, store.ErrConflict) && had == "":
			return Number{}, fault.New(ErrNoNumber, "", "somebody else takes number %d just now", n)
		case err != nil && !errors.Is(err, store.ErrConflict):
			return Number{}, err
		}
		fresh = err == nil
	}
	return g.swap(ctx, n, func(now Number) (Register, error) {
		if !fresh { // also after a conflict: a register that is missing now was lost
			if m, life, at, theirs, err = g.look(ctx); err != nil {
				return Register{}, err
			}
		}
		if now.Version != "" && now.State(at) == Granted {
			return Register{}, fault.New(ErrNoNumber,
				fmt.Sprintf("wait until then, after idscope worker release %s --worker %d", g.Config.Scheme, n),
				"number %d is granted to %s until %s", n, now.Owner.Host, clockTime(now.Until))
		}
		if now.Note != "" && now.Note != had && now.Nonce != nonce {
			return Register{},
				fault.New(ErrNoNumber, "use another number; idscope worker list --store URL",
					"number %d is reserved for %q", n, now.Note)
		}
		r := now.Register
		switch tick, ok := g.Config.safe(theirs, m.Longest); {
		case now.Version != "":
		case fresh:
			r = g.Config.begin(at, m.Begin)
		case !ok:
			return r, g.unknown(n)
		default:
			r = r.fence(tick, at, "")
		}
		fresh, r.Owner = false, nil
		return r.reserve(note, at, nonce), nil
	})
}

// look returns the group and the clocks as they are now. Who is to judge a register by
// them calls it after that was loaded.
func (g *Group) look(ctx context.Context) (m Meta, life store.Incarnation, at, theirs time.Time, err error) {
	if m, err = g.Meta(ctx); err == nil {
		life, at, theirs, err = g.clock(ctx, func() ([]Number, error) { return g.List(ctx) })
	}
	return m, life, at, theirs, err
}

// Unreserve returns a number to the choice. What the service that had it generated
// is below its high tick then, if its clock was right.
func (g *Group) Unreserve(ctx context.Context, n uint64) (Number, error) {
	return g.swap(ctx, n, func(now Number) (Register, error) {
		m, _, at, theirs, err := g.look(ctx)
		if err != nil {
			return Register{}, err
		}
		tick, ok := g.Config.safe(theirs, m.Longest)
		switch {
		case now.Version == "" || now.Note == "":
			return Register{}, fault.New(ErrNoNumber, "idscope worker list --store URL", "number %d is not reserved", n)
		case !ok:
			return Register{}, g.unknown(n)
		}
		r := now.fence(tick, at, "")
		return r.reserve("", at, newNonce()), nil
	})
}

func (g *Group) unknown(n uint64) error {
	return fault.New(ErrForgotten, "use a new group with a data field or an epoch that was never used",
		"nothing tells which ids number %d of %s has generated: they carry no time", n, g.Config.Scheme)
}

// Fence makes a store safe that forgot something, as one restored from a backup: all
// numbers, and those that have no register any more, begin above the store's clock,
// the longest lease and the [Skew]. A group that is gone is made again, with the id
// that this host remembers, if it knows one. until is when the first number can be
// used again. Of a layout without time nothing tells but a person: there all begin at
// from, and without one it is refused.
func (g *Group) Fence(ctx context.Context, remembered string, from uint64) (m Meta, until time.Time, err error) {
	if !g.Config.Timed && from == 0 {
		return m, until, g.needsFrom()
	}
	above := func(theirs time.Time, longest uint64) uint64 {
		if tick, ok := g.Config.safe(theirs, longest); ok {
			return tick
		}
		return from - 1
	}
	m, version, err := g.meta(ctx)
	if errors.Is(err, ErrEarlier) {
		m.Schema = 2
		version, err = g.Store.Swap(ctx, g.metaKey(), version, encode(m))
		err = storeError("write", g.Name, err)
	}
	if err != nil {
		return m, until, err
	}
	list, err := g.List(ctx) // after that: a group that is gone does not know of any that comes now
	if err != nil {
		return m, until, err
	}
	life, _, theirs, err := g.clock(ctx, func() ([]Number, error) { return list, nil })
	if err != nil {
		return m, until, err
	}
	if version == "" {
		m = Meta{ID: cmp.Or(remembered, newNonce()), Fence: uint64(theirs.UnixNano()), Made: made(nil, list)}
		m.Begin = above(theirs, g.Config.longest())
		if _, err = g.create(ctx, m); err != nil {
			return m, until, err
		}
	}
	// In one swap, before the registers: who acquires from now on begins above. A group
	// that another one made meanwhile is fenced, too.
	m, err = g.change(ctx, newNonce(), func(now *Meta) error {
		now.Made = made(now.Made, list)
		now.Fence, now.Begin = max(now.Fence+1, uint64(theirs.UnixNano())), max(now.Begin, above(theirs, now.Longest))
		now.Lives, now.Incarnation = now.Lives+1, life
		return nil
	})
	if err != nil {
		return m, until, err
	}
	for n := range m.Made.All {
		_, err := g.swap(ctx, n, func(now Number) (Register, error) {
			at, tick := g.now(), m.Begin
			if now.Version == "" { // lost, perhaps after it was granted above the fence
				_, _, theirs, err := g.clock(ctx, func() ([]Number, error) { return list, nil })
				if err != nil {
					return Register{}, err
				}
				tick = max(tick, above(theirs, m.Longest))
			}
			return now.fence(tick, at, newNonce()), nil
		})
		if err != nil {
			return m, until, err
		}
	}
	return m, g.Config.Time(m.Begin), nil
}

func (g *Group) needsFrom() error {
	return fault.New(ErrForgotten, "stop all hosts, then give the first sequence number that is free: --from N",
		"IDs of %s carry no time: the store's clock does not tell which sequence numbers are free", g.Config.Scheme)
}

// made adds numbers that have a register to those that ever had one.
func made(r Ranges, list []Number) Ranges {
	for _, n := range list {
		r = r.With(n.Worker)
	}
	return r
}

// Fence fences the group, and makes this host know it. until is when the first number
// can be used again. A group that is not there is refused, unless this host may create groups.
func (l *Lease) Fence(ctx context.Context, g *Group, from uint64) (until time.Time, err error) {
	known, err := l.Grant()
	if err == nil && !l.Create {
		err = l.there(ctx, g)
	}
	if err != nil {
		return until, err
	}
	m, until, err := g.Fence(ctx, known.ID, from)
	if err == nil && known.ID != "" && known.ID != m.ID {
		_, _, err = l.Accept(ctx)
	}
	return until, err
}

// there refuses a group that is not in the store, and says which are.
func (l *Lease) there(ctx context.Context, g *Group) error {
	_, err := g.Meta(ctx)
	if errors.Is(err, ErrEarlier) { // which a fence writes again
		return nil
	}
	if !errors.Is(err, ErrNoGroup) {
		return err
	}
	left, err := g.List(ctx)
	if err != nil {
		return err
	}
	if len(left) > 0 {
		e := g.gone()
		e.Hint = l.fenceCommand("--create")
		return e
	}
	if err := g.otherLayout(ctx); err != nil {
		return err
	}
	names, err := Groups(ctx, g.Store)
	if err != nil {
		return err
	}
	has := "nothing of any group"
	if len(names) > 0 {
		has = strings.Join(names, ", ")
	}
	return fault.New(ErrNoGroup, "if the store lost it: "+l.fenceCommand("--create"),
		"there is no group %s of %s in the store, which has %s", g.Name, g.Config.Scheme, has)
}

// ReserveAny reserves one of the numbers that the terms want, and that nobody can use now:
// the one that gets it may generate above its high tick. Of two callers at once each gets
// a number of its own. Where the note is on such a number already, it is refused: only a
// person knows whether the two are one.
func (g *Group) ReserveAny(ctx context.Context, note string) (Number, error) {
	for {
		m, err := g.Meta(ctx)
		if err != nil {
			return Number{}, err
		}
		list, err := g.List(ctx)
		if err != nil {
			return Number{}, err
		}
		at := g.now()
		for _, x := range list {
			if x.Note == note && g.Config.wants(x.Worker) {
				return x, fault.New(ErrNoNumber, "name the number, if it is for the same; else use another note",
					"number %d of %s is reserved for %q already", x.Worker, g.Config.Scheme, note)
			}
		}
		best, lost := g.Config.choose(list, &m, at, "", math.MaxUint64)
		tried := 0
		for _, x := range best {
			if g.Config.Timed && x.High >= g.Config.tick(at) {
				continue // its last owner may still use it
			}
			tried++
			n, err := g.reserve(ctx, x.Worker, note, "")
			if !errors.Is(err, ErrNoNumber) { // else somebody was faster
				return n, err
			}
		}
		if tried == 0 {
			return Number{}, g.Config.none(g.Name, list, 0, len(lost), m.Begin, at)
		}
	}
}
