package lease

import (
	"context"
	"errors"
	"fmt"
	"time"

	"idscope/gen/fault"
)

// ForgetKeeper is a [Keeper] that can forget its grant, so that the host is one that never
// had any.
type ForgetKeeper interface {
	// Forget removes the grant under the lock.
	Forget() error
}

// Left is what became of a grant that a host gave up.
type Left struct {
	Grant    Grant
	Returned bool      // the group knows that this host holds nothing of it
	Free     time.Time // else when its grants of before have ended; zero without a time
}

// ReadGrant reads the content that a [Keeper] keeps.
func ReadGrant(content []byte) (Grant, error) { return decodeGrant(content) }

// Leave gives the number of this host back, if the store can be reached, and makes this host
// forget the group. Where the number is not given back, the longest lease has to pass first,
// unless forced: until then other hosts of the group may generate with the numbers that this
// host gets elsewhere.
func (h *Holder) Leave(ctx context.Context, forced bool) (Left, error) {
	end, err := h.alone(ctx)
	if err != nil {
		return Left{}, err
	}
	defer end()
	g, _, err := h.read()
	if err != nil && !errors.Is(err, ErrEarlier) {
		return Left{}, err
	}
	if g.ID == "" && !forced {
		return Left{}, &fault.Error{Reason: ErrDamaged, Hint: h.command("leave", "--force"),
			Text: fmt.Sprintf("what this host keeps of group %s of %s cannot be read", h.Name, h.Terms.Scheme)}
	}
	left := Left{Grant: g, Free: h.Terms.ended(&g)}
	err = h.returnGrant(ctx, g)
	left.Returned = err == nil
	if err != nil && !forced && (left.Free.IsZero() || h.now().Before(left.Free)) {
		return left, h.notFree(&left, err)
	}
	k, ok := h.Keeper.(ForgetKeeper)
	if !ok {
		return left, errors.ErrUnsupported
	}
	return left, k.Forget()
}

// ended is when all grants have ended that the group had made when this host asked it last;
// zero where there is no time.
func (t *Terms) ended(g *Grant) time.Time {
	last := g.Ceiling
	if span := t.span(); g.Longest > span {
		last = add(last, g.Longest-span)
	}
	return t.Time(last)
}

// returnGrant gives the number back to the group that granted it, if that is still there.
func (h *Holder) returnGrant(ctx context.Context, g Grant) error {
	ctx, cancel := context.WithTimeout(ctx, max(patience, h.Patience))
	defer cancel()
	group, err := h.group(ctx)
	if err != nil {
		return err
	}
	m, err := group.Meta(ctx)
	switch {
	case err != nil:
		return err
	case g.ID != m.ID:
		return fmt.Errorf("the group in the store is not the one that granted it")
	case g.State == Void:
		return nil
	}
	return h.release(ctx, group, g)
}

func (h *Holder) notFree(left *Left, cause error) error {
	text := fmt.Sprintf("number %d of %s is not given back: %v", left.Grant.Worker, h.Terms.Scheme, cause)
	if !left.Free.IsZero() {
		text += "; without that this state directory is free at " + clockTime(left.Free)
	}
	return &fault.Error{Reason: ErrStore, Cause: cause, Text: text, Hint: h.command("leave", "--force")}
}
