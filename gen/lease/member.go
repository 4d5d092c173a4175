package lease

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
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
	g, err := l.Grant()
	if err != nil || g.State == Void {
		return err
	}
	group, err := l.group(ctx)
	if err != nil {
		return err
	}
	if g.From != l.From {
		host, err := l.others()
		if err != nil {
			return err
		}
		m, _, err := group.meta(ctx)
		if err != nil {
			return err
		}
		if err = group.belongs(&g, &m, host); err != nil {
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
	ours := n.Version == x.g.Version && x.g.same(&n.Register) || x.g.Pending != "" && n.Nonce == x.g.Pending
	if n.Version != "" && ours {
		used, known, err := x.h.Keeper.Highest(ctx, n.Worker)
		if err != nil {
			return err
		}
		if !known {
			used = math.MaxUint64
		}
		next := n.release(used, x.at, newNonce())
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
	g, err := l.Grant()
	if err != nil && (!forced || !errors.Is(err, ErrEarlier) && !errors.Is(err, ErrDamaged)) {
		return Left{}, err
	}
	if g.ID == "" && !forced {
		return Left{}, fault.New(ErrVoid, l.Command.call("leave", l.From, "--force"),
			"this host keeps nothing of group %s of %s", l.Name, l.Config.Scheme)
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
	return t.Time(max(g.Ceiling, add(t.tick(g.Asked), g.Longest)))
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
		return group.another(&m, g.ID)
	case m.Fence < g.Fence:
		return group.forgot("it was fenced since then")
	case g.State != Void:
		return l.release(ctx, group, g)
	}
	n, err := group.load(ctx, g.Worker) // which may say what this host does not know any more
	if err == nil && g.Epoch > 0 && n.Owner != nil && n.Owner.Home == l.Owner().Home && n.State(l.now()) == Granted {
		err = errors.New("what this host keeps of it does not count since it was started again, or moved")
	}
	return err
}

func (l *Lease) notFree(left *Left, cause error) error {
	text := fmt.Sprintf("number %d of %s is not given back: %v", left.Grant.Worker, l.Config.Scheme, cause)
	if left.Grant.Epoch == 0 {
		text = fmt.Sprintf("group %s of %s is not left: %v", l.Name, l.Config.Scheme, cause)
	}
	if !left.Free.IsZero() {
		text += "; without that this state directory is free at " + clockTime(left.Free)
	}
	way := l.Command.call("leave", l.From, "--force")
	lost := errors.Is(cause, ErrForgotten) || errors.Is(cause, store.ErrMissing) || errors.Is(cause, ErrOtherGroup)
	switch again := fault.Hint(cause); { // who leaves it by force may begin it again from nothing
	case lost && l.Config.Timed:
		way = again + "; if no host uses the group any more: " + way
	case lost:
		way = again
	}
	return &fault.Error{Reason: ErrStore, Cause: cause, Text: text, Hint: way}
}

// Make makes the group if it never was there and this host belongs to none, in this store or in another.
func (l *Lease) Make(ctx context.Context, g *Group) error {
	m, err := g.Meta(ctx)
	if !errors.Is(err, ErrNoGroup) {
		return err
	}
	host, err := l.host()
	if err == nil {
		err = g.belong(host, &m)
	}
	if err == nil {
		_, err = g.create(ctx, Meta{ID: newNonce()})
	}
	return err
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
	g, err := l.Grant()
	if err != nil || g.ID == "" {
		return m, false, err
	}
	host, err := l.others()
	if err != nil {
		return m, false, err
	}
	group, err := l.group(ctx)
	if err != nil {
		return m, false, err
	}
	if m, err = group.Meta(ctx); err == nil {
		err = group.belongs(&g, &m, host)
	}
	switch {
	case err != nil:
		return m, false, err
	case g.ID == m.ID && m.Fence < g.Fence:
		return m, false, group.forgot("it was fenced since then")
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
	g.Field, g.Layout, g.Asked = m.Field, m.Layout, l.now() // whatever the lost one leased
	g.Ceiling = m.Begin                                     // none of its grants passes that, however long it leased
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
		switch {
		case now.Version == "":
			return Register{}, g.absent(n)
		case now.Note != "":
			return Register{}, fault.New(ErrNoNumber,
				g.Command.call("reserve", "", strconv.FormatUint(n, 10), "--undo")+" returns it",
				"number %d is reserved for %q", n, now.Note)
		}
		r := now.release(math.MaxUint64, g.now(), newNonce())
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
	for {
		nonce := newNonce()
		m, life, at, theirs, err := g.look(ctx)
		if err != nil {
			return Number{}, err
		}
		fresh := !m.Made.Has(n)
		if fresh {
			switch err = g.note(ctx, n, &life, theirs, nonce); {
			case errors.Is(err, store.ErrConflict) && had == "":
				return Number{}, fault.New(ErrNoNumber, "", "somebody else takes number %d just now", n)
			case errors.Is(err, store.ErrConflict): // a register that is missing now was lost
				fresh = false
			case err != nil:
				return Number{}, err
			}
		}
		kept, err := g.swap(ctx, n, func(now Number) (r Register, err error) {
			if now.Version != "" && now.State(at) == Granted {
				return r, fault.New(ErrNoNumber,
					g.Command.call("release", "", "--worker", strconv.FormatUint(n, 10))+"; then wait until then",
					"number %d is granted to %s until %s", n, now.Owner.Host, clockTime(now.Until))
			}
			if now.Note != "" && now.Note != had && now.Nonce != nonce {
				return r, fault.New(ErrNoNumber, "use another number; idscope worker list --store URL",
					"number %d is reserved for %q", n, now.Note)
			}
			switch r = now.Register; {
			case now.Version != "":
			case fresh:
				r = g.Config.begin(at, m.Begin)
			default: // lost, perhaps after it was granted since we looked
				_, _, theirs, err = g.clock(ctx)
				tick, ok := g.Config.safe(theirs, m.Longest)
				if err == nil && !ok {
					err = g.unknown(n)
				}
				r = r.fence(tick, at, "")
			}
			fresh, r.Owner, r.High = false, nil, max(r.High, m.Begin)
			return r.reserve(note, at, nonce), err
		})
		if err != nil {
			return kept, err
		}
		// What the store forgot meanwhile, or was fenced, the swap may have met: who is given the number asks nobody.
		if m, _, _, _, err = g.look(ctx); err != nil || kept.High >= m.Begin {
			return kept, err
		}
		had = note
	}
}

// look returns the group, as this host knows it, and the clocks as they are now, another life of the store noted in it.
func (g *Group) look(ctx context.Context) (m Meta, life store.Incarnation, at, theirs time.Time, err error) {
	var host []Grant
	if g.Host != nil {
		host, _ = g.Host() // as known has it
	}
	for {
		if m, err = g.Meta(ctx); err == nil {
			err = cmp.Or(g.belong(host, &m), g.confirm(host, &m))
		}
		if err == nil {
			life, at, theirs, err = g.clock(ctx)
		}
		if err != nil {
			return m, life, at, theirs, err
		}
		change, known := life.Since(&m.Incarnation), uint64(0)
		for _, own := range host {
			if own.ID != "" {
				change, known = max(change, m.change(&own, &life)), max(known, own.Lives)
			}
		}
		if change != store.Same {
			m, err = g.noteLife(ctx, &m, change, known, &life, theirs)
		}
		if !errors.Is(err, errReborn) {
			return m, life, at, theirs, err
		}
	}
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
// the longest lease, that of the call, what the host knew of as longest, and the [Skew]. A
// group that is gone is made again with the id and what known permitted, if it has one.
// What a group permits never changes: the ticks that no forgotten grant passes are counted
// from it, in a backup, too. Of a layout without time nothing tells but a person: there all
// begin at from, and without one it is refused.
func (g *Group) Fence(ctx context.Context, known Grant, longest, from uint64) (m Meta, err error) {
	above := func(theirs time.Time, permitted uint64) uint64 {
		if tick, ok := g.Config.safe(theirs, max(permitted, longest, g.Config.longest())); ok {
			return tick
		}
		return from - 1
	}
	m, version, err := g.meta(ctx)
	switch earlier := errors.Is(err, ErrEarlier); {
	case !g.Config.Timed && from == 0 && (err == nil || earlier):
		way := g.stopAll() + g.Command.call("fence", "")
		if version == "" {
			way = g.Again()
		}
		return m, fault.New(ErrForgotten, way,
			"IDs of %s carry no time: the store's clock does not tell which sequence numbers are free", g.Config.Scheme)
	case earlier:
		m.Schema = 2
		version, err = g.Store.Swap(ctx, g.metaKey(), version, encode(m))
		err = storeError("written", g.Name, err)
	}
	if err != nil {
		return m, err
	}
	list, err := g.List(ctx) // after that: a group that is gone does not know of any that comes now
	if err != nil {
		return m, err
	}
	life, _, theirs, err := g.clock(ctx)
	if err != nil {
		return m, err
	}
	if version == "" {
		m = Meta{ID: cmp.Or(known.ID, newNonce()), Longest: known.Longest, Fence: uint64(theirs.UnixNano()),
			Made: made(nil, list), Begin: above(theirs, known.Longest)}
		if _, err = g.create(ctx, m); err != nil {
			return m, err
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
		return m, err
	}
	for n := range m.Made.All {
		_, err := g.swap(ctx, n, func(now Number) (Register, error) {
			at, tick := g.now(), m.Begin
			if now.Version == "" { // lost, perhaps after it was granted above the fence
				_, _, theirs, err := g.clock(ctx)
				if err != nil {
					return Register{}, err
				}
				tick = max(tick, above(theirs, m.Longest))
			}
			return now.fence(tick, at, newNonce()), nil
		})
		if err != nil {
			return m, err
		}
	}
	return m, nil
}

// made adds numbers that have a register to those that ever had one.
func made(r Ranges, list []Number) Ranges {
	for _, n := range list {
		r = r.With(n.Worker)
	}
	return r
}

// Fence fences the group, and makes this host know it, whose other grants the others are: the group of a store that
// lost it is the one of these. Those from a store of another name come first: what tells that they are of this group is
// a grant of this name, which knows the new one when its turn has been. Without a time all begin above what this host
// used, too, and above what its grants of another store permit, which stay as they are. A group that is not there is
// refused, unless the host may create it.
func (l *Lease) Fence(ctx context.Context, g *Group, from uint64, others ...*Lease) (m Meta, err error) {
	m, version, err := g.meta(ctx)
	if errors.Is(err, ErrEarlier) { // which a fence writes again
		err = nil
	}
	lost := err == nil && version == ""
	field := "" // that it leased
	var known Grant
	var hosts []*Lease
	others = append([]*Lease{l}, others...)
	host := make([]Grant, len(others))
	for i, h := range others {
		var failed error
		host[i], failed = h.Grant()
		err = cmp.Or(err, failed)
	}
	longest := uint64(0)
	for i, own := range host {
		longest = max(longest, own.Longest)
		if !own.Elsewhere(l.From, m.ID, host) {
			if field == "" && own.ID != "" {
				field = FieldIn(g.Config.fields, own.Field, own.Layout)
			}
			if known.ID == "" {
				known = own
			}
			hosts = append(hosts, others[i])
		}
	}
	switch field = cmp.Or(field, g.Config.Field); {
	case lost && !l.Create:
		err = cmp.Or(err, g.missing(ctx))
	case lost:
		err = cmp.Or(err, g.Agrees(field, g.Config.Layout))
	}
	if err != nil {
		return m, err
	}
	if !l.Config.Timed && from > 0 {
		for _, h := range others {
			if from, err = h.giveUp(ctx, from, slices.Contains(hosts, h)); err != nil {
				return m, err
			}
		}
	}
	m, err = g.Fence(ctx, known, longest, from)
	for _, h := range hosts {
		own, failed := h.Grant()
		if err = cmp.Or(err, failed); err == nil && own.ID != "" && own.ID != m.ID {
			m, _, err = h.Accept(ctx)
		}
	}
	return m, err
}

// giveUp makes a grant of the group void, durably: without a time it could go beyond where a fence begins. It returns
// from, or what is above all that this host used; of another store, which may be this one by another name, above all
// that it may use.
func (l *Lease) giveUp(ctx context.Context, from uint64, ours bool) (uint64, error) {
	end, err := l.alone(ctx)
	if err != nil {
		return from, err
	}
	defer end()
	g, err := l.Grant()
	if err != nil || g.Epoch == 0 {
		return from, err
	}
	if ours {
		g.State, g.Pending = Void, ""
		if err := l.save(&g); err != nil {
			return from, err
		}
	}
	used, known, err := l.Keeper.Highest(ctx, g.Worker)
	if !known || !ours {
		used = max(used, g.Ceiling)
	}
	return max(from, used+1), err
}

// ReserveAny reserves one of the numbers that the terms want, and that nobody can use now:
// the one that gets it may generate above its high tick. Of two callers at once each gets
// a number of its own. Where the note is on such a number already, it is refused: only a
// person knows whether the two are one.
func (g *Group) ReserveAny(ctx context.Context, note string) (Number, error) {
	terms := g.Config
	terms.Lead = 0
	for {
		m, _, at, _, err := g.look(ctx)
		if err == nil {
			err = g.later(&m, at)
		}
		if err != nil {
			return Number{}, err
		}
		list, err := g.List(ctx)
		if err != nil {
			return Number{}, err
		}
		for _, x := range list {
			if x.Note == note && g.Config.wants(x.Worker) {
				return x, fault.New(ErrNoNumber, "name the number, if it is for the same; else use another note",
					"number %d of %s is reserved for %q already", x.Worker, g.Config.Scheme, note)
			}
		}
		best, lost, _ := terms.choose(list, &m, at, "", math.MaxUint64, nil, nil)
		tried := 0
		for _, x := range best {
			if terms.Timed && x.High >= terms.tick(at) {
				continue // its last owner may still use it
			}
			tried++
			n, err := g.reserve(ctx, x.Worker, note, "")
			if !errors.Is(err, ErrNoNumber) { // else somebody was faster
				return n, err
			}
		}
		if tried == 0 {
			return Number{}, terms.none(g.Name, list, 0, 0, len(lost), m.Begin, at)
		}
	}
}
