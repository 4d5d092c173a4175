package lease

import (
	"context"
	"time"
)

// Hold renews the grant of this host, or acquires one, however much of it is left. For
// users who reckon its time by themselves, from before the call. Where the grant is
// a new one, before is the register as it was until then, nil where that is not known: a
// process was killed behind its swap. Where it was renewed, before is nil too, and the
// epoch is that of before.
func (h *Holder) Hold(ctx context.Context) (g Grant, before *Register, err error) {
	end, err := h.alone(ctx)
	if err != nil {
		return g, nil, err
	}
	defer end()
	if g, _, err = h.read(); err != nil {
		return g, nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, max(patience, h.Patience))
	defer cancel()
	group, err := h.group(ctx)
	if err != nil {
		return g, nil, err
	}
	x := &extension{h: h, Group: group, g: g, wanted: func(*Grant, time.Time) bool { return false }}
	if err := x.run(ctx); err != nil || x.g.Epoch == g.Epoch {
		return x.g, nil, err
	}
	for i := range x.list {
		if n := &x.list[i]; n.Worker == x.g.Worker && n.Epoch+1 == x.g.Epoch {
			return x.g, &n.Register, nil
		}
	}
	if x.g.Epoch == 1 {
		return x.g, &Register{}, nil // nobody ever had the number
	}
	return x.g, nil, nil
}

// Released reports whether a register's owner gave it back itself, having used nothing
// that is above the floor, or nobody ever had it: nothing that was granted is in use.
func (r *Register) Released() bool { return r.Owner == nil && r.High == r.Floor }

// Term is how long the grant of a register's owner was when it was made, 0 without one.
func (r *Register) Term() time.Duration {
	if r.Owner == nil {
		return 0
	}
	return max(0, r.Until.Sub(r.Owner.Clock))
}
