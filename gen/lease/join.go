package lease

import (
	"context"
	"fmt"
	"time"
)

// Accept makes this host take the group in the store for the one that it knows: where the
// store lost that, and another host began it again. Nothing repeats: the grant is void,
// durably, before the group is changed, and what the group grants from then on begins above
// all that this host was granted, whichever host gets its number. So does what may still be
// in use of the lost group: it had the longest grant that this host remembers. Hosts that
// generate below their ceilings are not stopped. joined is false where there is nothing to
// accept.
func (h *Holder) Accept(ctx context.Context) (m Meta, joined bool, err error) {
	end, err := h.alone(ctx)
	if err != nil {
		return m, false, err
	}
	defer end()
	g, _, err := h.read()
	if err != nil {
		return m, false, err
	}
	group, err := h.group(ctx)
	if err != nil {
		return m, false, err
	}
	m, err = group.Meta(ctx)
	switch {
	case err != nil || g.ID == "":
		return m, false, err
	case g.ID == m.ID && m.Fence < g.Fence:
		return m, false, (&extension{h: h, Group: group}).forgot("it was fenced since then")
	case g.ID == m.ID:
		return m, false, nil
	}
	g.State, g.Pending = Void, ""
	if err := h.save(&g); err != nil {
		return m, false, err
	}
	above, err := h.granted(ctx, &g, &m)
	if err != nil {
		return m, false, err
	}
	if m.Begin < above {
		if m, err = group.change(ctx, newNonce(), func(now *Meta) error {
			if now.ID != m.ID {
				return fmt.Errorf("the group %s of %s changed meanwhile; run it again", h.Name, h.Terms.Scheme)
			}
			now.Begin = max(now.Begin, above)
			return nil
		}); err != nil {
			return m, false, err
		}
	}
	g = h.blank()
	g.From, g.ID, g.Fence, g.Longest = h.From, m.ID, m.Fence, m.Longest
	return m, true, h.save(&g)
}

// granted is a tick that no grant of the lost group passes, as far as this host knows: its
// own does not, whose records nobody raises now, and those of others that were made
// before the group was fenced.
func (h *Holder) granted(ctx context.Context, g *Grant, m *Meta) (uint64, error) {
	above := g.Ceiling
	if g.Epoch > 0 {
		used, _, err := h.Keeper.Highest(ctx, g.Worker)
		if err != nil {
			return 0, err
		}
		above = max(above, used)
	}
	fenced := time.Unix(0, int64(m.Fence)) // by the store's clock
	if tick, ok := h.Terms.safe(fenced, g.Longest); ok && m.Fence > 0 && g.Longest > m.Longest {
		above = max(above, tick)
	}
	return min(above, h.Terms.Last), nil
}
