package lease

import (
	"context"
	"fmt"

	"idscope/gen/fault"
	"idscope/gen/store"
)

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
	if change == store.Replaced && !x.Config.Timed {
		return x.replaced()
	}
	if change != store.Same {
		m, err := x.Group.change(ctx, newNonce(), func(m *Meta) error {
			if m.ID != x.meta.ID || m.Fence != x.meta.Fence {
				return errReborn
			}
			if m.Lives <= max(x.meta.Lives, x.g.Lives) || x.life.Since(&m.Incarnation) != store.Same {
				m.reborn(&x.Config, x.g.Lives, &x.life, x.theirs)
			}
			return nil
		})
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
	theirs := life.Now
	if theirs.IsZero() {
		theirs = x.now().Add(Skew)
	}
	return change != store.Same && !x.g.live(theirs)
}

// replaced is the refusal of a store that lost what nothing tells the end of.
func (x *renewal) replaced() error {
	return fault.New(ErrForgotten,
		"stop all hosts, then give the first sequence number that is free: "+x.h.fenceCommand(),
		"the store was restored or replaced since group %s of %s was used: IDs without a time do not tell how far "+
			"they came",
		x.Name, x.Config.Scheme)
}

// putBack makes the grant void: another number is acquired, and then the user is told.
func (x *renewal) putBack(what string) {
	x.g.State = Void
	x.told = fmt.Sprintf("the store was restored or replaced: number %d of %s %s; this host goes on with another lease",
		x.g.Worker, x.Config.Scheme, what)
}

// later is the refusal while Begin is not reached; nil if it is.
func (x *renewal) later() error {
	t := &x.Config
	if !t.Timed || !t.late(x.meta.Begin, x.at) {
		return nil
	}
	from := t.free(x.meta.Begin)
	return fault.New(opening{from}, "run it again then",
		"no worker ID of %s can be leased in group %s until %s: the store was restarted, restored or fenced", t.Scheme,
		x.Name, clockTime(from.Add(clockStep-1)))
}
