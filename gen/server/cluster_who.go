package server

import (
	"context"
	"errors"
	"time"

	"idscope/gen/store/election"
)

// movedError says which server leads, or may know who does.
type movedError struct{ to election.Member }

func (e *movedError) Error() string { return "another server leads; ask " + e.to.Address }

var errDown = errors.New("no server is known to lead; ask again")

// lead returns the term of this server, if it leads; else the error says who does. It
// waits a while for someone to lead.
func (c *cluster) lead(ctx context.Context) (*term, error) {
	var wait *time.Timer
	for {
		if t := c.leading.Load(); t != nil && c.within() {
			return t, nil
		}
		c.mu.Lock()
		v, changed, elsewhere := c.view, c.changed, c.known() && c.view.Leader.ID != c.id
		c.mu.Unlock()
		if t := c.leading.Load(); t != nil && c.within() { // begun meanwhile
			return t, nil
		}
		if elsewhere && v.Ready == v.Epoch {
			return nil, &movedError{v.Leader}
		}
		if wait == nil {
			d := c.ttl / holdPerTTL
			if !c.within() { // it hears nothing: others may know more
				d /= 10
			}
			wait = time.NewTimer(d)
			defer wait.Stop()
		}
		select {
		case <-changed:
		case <-wait.C:
			return nil, c.astray()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// astray is what a server answers that does not know who leads. One that led and hears
// nothing any more sends clients to the others, in turn: most clients ask who leads only
// where they are sent on, and would ask it again and again. Others send nobody to anybody,
// so that no client is sent around.
func (c *cluster) astray() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if rest := others(c.view); !c.within() && c.id != "" && c.view.Leader.ID == c.id && len(rest) > 0 {
		c.sent++
		return &movedError{rest[c.sent%len(rest)]}
	}
	return errDown
}

// known reports whether what this server knows of the group is not old: of one that has
// joined since it is not in what it saw. The lock is held.
func (c *cluster) known() bool {
	_, joined := c.view.Of(c.id)
	return joined && c.view.Leader.ID != "" && c.within()
}

// answers reports whether what was taken in a term may be handed out.
func (c *cluster) answers(t *term) bool { return c.leading.Load() == t && c.within() }
