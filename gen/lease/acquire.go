package lease

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"idscope/gen/fault"
	"idscope/gen/store"
)

// acquire takes a number that is free.
func (x *renewal) acquire(ctx context.Context) error {
	if err := x.checkSafety(ctx); err != nil {
		return err
	}
	if err := x.later(); err != nil {
		return err
	}
	for try := 0; ; try++ {
		list, err := x.listed(ctx)
		if err != nil {
			return err
		}
		best, lost := x.Config.choose(list, &x.meta, x.at, x.h.Owner().Home, x.lastNumber())
		if x.h.Avoid != nil {
			best = slices.DeleteFunc(best, func(n Number) bool { return x.h.Avoid(n.Worker) })
		}
		if len(best) == 0 {
			return x.exhausted(ctx, list, lost)
		}
		if most := min(len(best), 1<<min(try, 10)); most > 1 { // others are after the best one, too
			i := rand.IntN(most)
			best[0], best[i] = best[i], best[0]
		}
		n := best[0]
		next := n.acquire(&x.Config, &x.meta, x.at, x.h.Owner(), newNonce())
		x.g.State, x.g.Pending, x.g.PendingWorker = Void, next.Nonce, n.Worker
		if err := x.h.save(&x.g); err != nil {
			return err
		}
		err = nil
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
		x.list = nil
		var found store.Version
		if x.meta, found, err = x.Group.meta(ctx); err != nil {
			return err
		}
		if found == "" || x.meta.ID != x.g.ID {
			return x.forgot("its key changed meanwhile")
		}
	}
}

// lastNumber is the number that this host had; none is one that does not exist.
func (x *renewal) lastNumber() uint64 {
	if x.g.Epoch == 0 {
		return ^uint64(0)
	}
	return x.g.Worker
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
		"idscope worker doctor says which setting to change; --accept-best-effort uses it all the same",
		"the store is best effort: %s; use one that keeps what it confirms", s.Reason)
}

// exhausted says that there is no number. One that the store lost comes back to the
// choice once no grant of it can be left: none was granted after the list was loaded,
// so the clock is read again. One that was noted just now is no lost one: the host that
// noted it is about to write its register.
func (x *renewal) exhausted(ctx context.Context, list []Number, lost []uint64) error {
	if len(lost) == 0 {
		return x.Config.none(x.Name, list, 0, 0, x.meta.Begin, x.at)
	}
	var err error
	if _, x.at, x.theirs, err = x.clock(ctx, func() ([]Number, error) { return list, nil }); err != nil {
		return err
	}
	if x.meta.beginning(x.theirs) {
		return x.Config.none(x.Name, list, len(lost), 0, x.meta.Begin, x.at)
	}
	if tick, ok := x.Config.safe(x.theirs, x.meta.Longest); ok {
		r := Register{}.fence(tick, x.at, newNonce())
		made, err := x.put(ctx, lost[0], "", r)
		if err != nil && !errors.Is(err, store.ErrConflict) {
			return err
		}
		list, lost = append(list, made), lost[1:]
	}
	return x.Config.none(x.Name, list, 0, len(lost), x.meta.Begin, x.at)
}
