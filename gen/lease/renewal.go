package lease

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"idscope/gen/fault"
	"idscope/gen/quantity"
	"idscope/gen/store"
)

// renewal is one renewal or acquisition, under the lock of the grant.
type renewal struct {
	*Group
	h      *Lease
	wanted func(*Grant, time.Time) bool
	g      Grant // as it is in the file
	others []Grant
	meta   Meta
	at     time.Time // by our clock
	theirs time.Time // by the store's
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
	if x.life, x.at, x.theirs, err = x.clock(ctx); err != nil {
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
		x.h.warn(x.told)
	}
	return err
}

// join compares the group in the store with the one that this host knows by any of its grants, and makes
// it if it was asked to.
func (x *renewal) join(ctx context.Context) error {
	others, err := x.h.others() // before the store is read, which has all that they know then
	if err != nil {
		return err
	}
	x.others = others
	m, version, err := x.Group.meta(ctx)
	if err != nil {
		return err
	}
	host := append([]Grant{x.g}, x.others...)
	if err := x.belong(host, &m); err != nil {
		return err
	}
	if version == "" {
		if err := x.missing(ctx); !x.h.Create || !errors.Is(err, ErrNoGroup) {
			return err
		}
		if m, err = x.create(ctx, Meta{ID: newNonce()}); err != nil {
			return err
		}
	}
	if err := cmp.Or(x.confirm(host, &m), x.Agrees(m.Field, m.Layout)); err != nil {
		return err
	}
	if x.Config.Timed && x.Config.ticks(x.Config.Lease) > m.Longest {
		return fault.New(ErrTooLong, "a shorter --lease",
			"a lease of %s is longer than group %s permits: %s", quantity.FormatDuration(x.Config.Lease), x.Name,
			quantity.FormatDuration(x.Config.Line.Span(m.Longest).Round(time.Millisecond)))
	}
	x.meta, x.Config = m, x.Config.of(m.Longest)
	if m.Fence > x.g.Fence { // nothing that this host knows of the registers holds any more
		x.g = x.h.blank()
	}
	x.g.ID, x.g.Fence, x.g.Longest = m.ID, m.Fence, m.Longest
	return nil
}

// Elsewhere reports whether the grant is of a group in another store than the one at from, whose group has that ID. A
// grant of the host from there that has the ID of this one is of one group with it, which the store may have lost.
func (g *Grant) Elsewhere(from, id string, host []Grant) bool {
	return g.ID != "" && g.From != from && g.ID != id &&
		!slices.ContainsFunc(host, func(o Grant) bool { return o.From == from && o.ID == g.ID })
}

// confirm refuses a group that is not the one which the host knows by its grants, or that lacks a fence that it knows.
func (g *Group) confirm(host []Grant, m *Meta) error {
	fence := uint64(0)
	for _, own := range host {
		if own.ID != m.ID && own.ID != "" {
			return g.another(m, own.ID)
		}
		fence = max(fence, own.Fence)
	}
	if m.Fence < fence {
		return g.forgot("it was fenced since then")
	}
	return nil
}

// another is the error of a group that is not the one of that ID.
func (g *Group) another(m *Meta, id string) error {
	return fault.New(ErrOtherGroup, g.Command.call("join", g.From, "--accept"),
		"the group %s of %s in the store is not the one that this host knows: its ID is %.8s, not %.8s; join it "+
			"if the store lost that one, or use another --group", g.Name, g.Config.Scheme, m.ID, id)
}

// belong refuses a store that is not the one to which the host belongs by all of its grants.
func (g *Group) belong(host []Grant, m *Meta) error {
	for _, own := range host {
		if err := g.belongs(&own, m, host); err != nil {
			return err
		}
	}
	return nil
}

// belongs refuses a store that is not the one to which the host belongs by one of its grants.
func (g *Group) belongs(own *Grant, m *Meta, host []Grant) error {
	if !own.Elsewhere(g.From, m.ID, host) {
		return nil
	}
	has := "another group of that name"
	if m.ID == "" {
		has = "no such group"
	}
	text := fmt.Sprintf("this state directory belongs to group %s of %s in %s", g.Name, g.Config.Scheme, own.From)
	if own.Epoch > 0 {
		text += fmt.Sprintf(", with number %d since %s", own.Worker, clockTime(own.Since))
	}
	text += fmt.Sprintf("; %s has %s; leave the first one, or use another --group or --state", g.From, has)
	return fault.New(ErrElsewhere, g.Command.call("leave", own.From), "%s", text)
}

func (g *Group) forgot(what string) error {
	return fault.New(ErrForgotten, "if it was restored from a backup: "+g.stopAll()+g.Command.call("fence", ""),
		"the store forgot what it had confirmed of group %s of %s: %s", g.Name, g.Config.Scheme, what)
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
		return fault.New(ErrLater, "run it again", "the group %s of %s was fenced meanwhile", x.Name,
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
			if err := x.later(&x.meta, x.at); err != nil {
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
	g, err := l.Grant()
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
		g, err := l.Grant()
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
// it returns. While the store, the clock, the lock or the disk fails it warns once and tries again;
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
		case ctx.Err() == nil && refused(err) && !errors.Is(err, ErrClock):
			return err
		case ctx.Err() == nil && !failing:
			l.warn(fmt.Sprintf("%v; going on until %s", err, l.end(&Grant{Ceiling: l.until.Load()})))
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

// acquire takes a number that is free.
func (x *renewal) acquire(ctx context.Context) error {
	if err := x.checkSafety(ctx); err != nil {
		return err
	}
	if err := x.later(&x.meta, x.at); err != nil {
		return err
	}
	last := x.g.Worker
	if x.g.Epoch == 0 { // this host had none
		last = math.MaxUint64
	}
	for try := 0; ; try++ {
		list, err := x.List(ctx)
		if err != nil {
			return err
		}
		best, lost, elsewhere := x.Config.choose(list, &x.meta, x.at, x.h.Owner().Home, last, x.others, x.h.Avoid)
		if len(best) == 0 {
			return x.exhausted(ctx, list, elsewhere, lost)
		}
		if most := min(len(best), 1<<min(try, 10)); most > 1 { // others are after the best one, too
			i := rand.IntN(most)
			best[0], best[i] = best[i], best[0]
		}
		n := best[0]
		next := n.acquire(&x.Config, &x.meta, x.at, x.h.Owner(), newNonce())
		x.g.State, x.g.Pending, x.g.PendingWorker, x.g.Asked = Void, next.Nonce, n.Worker, x.at
		if err := x.h.save(&x.g); err != nil {
			return err
		}
		if !x.meta.Made.Has(n.Worker) { // before it is granted: one that is lost must not pass for a new number
			err = x.note(ctx, n.Worker, &x.life, x.theirs, next.Nonce)
		}
		if err == nil {
			var made Number
			if made, err = x.put(ctx, n.Worker, n.Version, next); err == nil {
				return x.take(ctx, made)
			}
		}
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
		var found store.Version
		if x.meta, found, err = x.Group.meta(ctx); err != nil {
			return err
		}
		if found == "" || x.meta.ID != x.g.ID {
			return x.forgot("its key changed meanwhile")
		}
	}
}

// checkSafety refuses a store that may lose what it confirmed.
func (x *renewal) checkSafety(ctx context.Context) error {
	if x.h.AcceptBestEffort || x.safe {
		return nil
	}
	s, err := x.Store.Safety(ctx)
	if err != nil {
		return storeError("read", x.Name, err)
	}
	if s.Class > store.BestEffort && !x.Config.Timed && x.life.History == "" {
		s.Class, s.Reason = store.BestEffort,
			"it cannot tell a restart from another server that lacks the last writes, and "+
				"IDs without a time do not tell how far they came"
	}
	if x.safe = s.Class > store.BestEffort; x.safe {
		return nil
	}
	return fault.New(ErrBestEffort,
		"idscope worker doctor says which setting to change; --accept-best-effort uses it anyway",
		"the store is best effort: %s; use one that keeps what it confirms", s.Reason)
}

// exhausted says that there is no number. One that the store lost comes back to the
// choice once no grant of it can be left: none was granted after the list was loaded,
// so the clock is read again. One that was noted just now is no lost one: the host that
// noted it is about to write its register.
func (x *renewal) exhausted(ctx context.Context, list []Number, elsewhere int, lost []uint64) error {
	if len(lost) == 0 {
		return x.Config.none(x.Name, list, elsewhere, 0, 0, x.meta.Begin, x.at)
	}
	var err error
	if _, x.at, x.theirs, err = x.clock(ctx); err != nil {
		return err
	}
	if x.meta.beginning(x.theirs) {
		return x.Config.none(x.Name, list, elsewhere, len(lost), 0, x.meta.Begin, x.at)
	}
	if tick, ok := x.Config.safe(x.theirs, x.meta.Longest); ok {
		r := Register{}.fence(tick, x.at, newNonce())
		made, err := x.put(ctx, lost[0], "", r)
		if err != nil && !errors.Is(err, store.ErrConflict) {
			return err
		}
		list, lost = append(list, made), lost[1:]
	}
	return x.Config.none(x.Name, list, elsewhere, 0, len(lost), x.meta.Begin, x.at)
}

// What a host does where the store was started again, put back or replaced.

// errReborn says that it happened during a swap, which may have met what the store forgot.
var errReborn = &fault.Error{Reason: ErrStore, Text: "the store was restarted, restored or replaced meanwhile",
	Hint: "run it again"}

// relive compares the incarnation of the store with the one that the group was used
// under last, and with the one that this host saw. Another one is noted in the group, with
// the tick that no forgotten grant passes, before anything else is done.
func (x *renewal) relive(ctx context.Context) error {
	change := x.meta.change(&x.g, &x.life)
	known := x.life.Since(&x.g.Life)
	x.same = change == store.Same && known == store.Same && x.meta.Lives == x.g.Lives
	if change != store.Same || known != store.Same {
		if err := x.checkSafety(ctx); err != nil {
			return err
		}
	}
	if change != store.Same {
		m, err := x.noteLife(ctx, &x.meta, change, x.g.Lives, &x.life, x.theirs)
		if err != nil {
			return err
		}
		x.meta = m
	}
	if !x.same && x.Config.Timed && !x.g.live(x.theirs) {
		x.g.Pending, x.g.PendingWorker = "", 0 // a swap that was under way may have met what the store forgot
	}
	x.g.Life, x.g.Lives = x.life, x.meta.Lives
	return nil
}

// noteLife notes another life of the store in the group as it was loaded, of which this host knows so many: with the
// tick that no forgotten grant passes.
func (g *Group) noteLife(ctx context.Context, m *Meta, change store.Change, known uint64, life *store.Incarnation,
	theirs time.Time) (Meta, error) {
	if change == store.Replaced && !g.Config.Timed {
		return *m, g.replaced()
	}
	return g.change(ctx, newNonce(), func(now *Meta) error {
		if now.ID != m.ID || now.Fence != m.Fence {
			return errReborn
		}
		if now.Lives <= max(m.Lives, known) || life.Since(&now.Incarnation) != store.Same {
			now.reborn(&g.Config, known, life, theirs)
		}
		return nil
	})
}

// reborn reports whether the store became another one since relive, and somebody whom it
// forgot may have had the number.
func (x *renewal) reborn(m *Meta, life *store.Incarnation) bool {
	change := life.Since(&x.life)
	if m.Lives != x.meta.Lives {
		change = max(change, store.Restarted)
	}
	if !x.Config.Timed {
		return change == store.Replaced
	}
	return change != store.Same && !x.g.live(cmp.Or(life.Now, x.now().Add(Skew)))
}

// replaced is the refusal of a store that lost what nothing tells the end of.
func (g *Group) replaced() error {
	return fault.New(ErrForgotten, g.stopAll()+g.Command.call("fence", ""),
		"the store was restored or replaced since group %s of %s was used: IDs without a time do not tell how far "+
			"they came",
		g.Name, g.Config.Scheme)
}

// putBack makes the grant void: another number is acquired, and then the user is told.
func (x *renewal) putBack(what string) {
	x.g.State = Void
	x.told = fmt.Sprintf("the store was restored or replaced: number %d of %s %s; this host goes on with another lease",
		x.g.Worker, x.Config.Scheme, what)
}

// later is the refusal while Begin is not reached; nil if it is.
func (g *Group) later(m *Meta, at time.Time) error {
	t := &g.Config
	if !t.Timed || !t.late(m.Begin, at) {
		return nil
	}
	from := t.free(m.Begin)
	return fault.New(opening{from}, "run it again then",
		"no worker ID of %s can be leased in group %s until %s: the store was restarted, restored or fenced", t.Scheme,
		g.Name, clockTime(from.Add(clockStep-1)))
}
