package cli

import (
	"context"
	"errors"
	"time"

	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/store"
	"idscope/gen/worker"
)

// LookTime is how long a command looks into a store that it does not change: a store in
// files may be locked by a process that stands still.
const LookTime = 15 * time.Second

// Connect opens the store of a command that works in nothing else; what for says what it
// does there. Where this program has no driver of it, idscope-full runs the call.
func (s *StoreFlags) Connect(ctx context.Context, a *App, what string) (*Store, store.Store, error) {
	c, err := s.Chosen(a)
	if err != nil {
		return nil, nil, err
	}
	if c == nil {
		return nil, nil, Usage("%s requires --store URL or $IDSCOPE_STORE", what)
	}
	if !c.Linked() {
		return nil, nil, c.RunFull()
	}
	open, err := c.Open(ctx)
	if errors.Is(err, store.ErrMissing) && !s.create {
		err = Refused("%w", err).Hinted(
			"the first idscope gen SCHEME --store URL --create creates it; if it was there " +
				"before: idscope worker fence SCHEME --create")
	}
	return c, open, err
}

// GroupOf returns what the store has of a scheme. The field is the one that the group
// leases; of a group that is not there, the one that this call would.
func (c *Store) GroupOf(ctx context.Context, open store.Store, s *gen.Scheme) (*lease.Group, error) {
	g := &lease.Group{Store: open, Name: c.Group, Clock: c.app.Present(),
		Config: lease.Config{Key: worker.Key(s), Scheme: s.Name}}
	m, err := g.Meta(ctx)
	field := m.Field
	switch {
	case errors.Is(err, lease.ErrNoGroup):
		field, err = c.Field(s)
	case errors.Is(err, lease.ErrEarlier): // a fence writes it again, and all else finds it
		err = nil
	}
	if err != nil {
		return nil, err
	}
	if g.Config, err = lease.ConfigOf(s, worker.Key(s), field, s.Lead(), c.Lease); err != nil {
		return nil, Usage("%w", err)
	}
	return g, nil
}

// Creates reports whether the call may begin a group.
func (c *Store) Creates() bool { return c.flags.create }

// Want is what a call leases of a scheme, whose field is known, and which numbers its
// assignments, or its worker number, leave to choose from.
func Want(s *gen.Scheme, field string, set []gen.Assignment, worker *uint64) Leased {
	want := Leased{Field: field}
	for _, v := range set {
		i := s.Layout.Index(v.Field)
		switch {
		case i < 0:
		case field == lease.WorkerField && s.Layout[i].Source == gen.Worker:
			want.Mask |= s.Layout[i].Max().Lo << s.Layout[i].From
			want.Value |= v.Value.Lo << s.Layout[i].From
		case v.Field == field:
			want.Mask, want.Value = s.Layout[i].Max().Lo, v.Value.Lo
		}
	}
	if want.Mask == 0 && worker != nil && field == lease.WorkerField {
		want.Mask, want.Value = gen.Mask(s.WorkerBits()).Lo, *worker
	}
	return want
}
