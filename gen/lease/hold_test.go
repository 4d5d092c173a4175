package lease_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/store/memory"
)

// TestHold: a grant is renewed however much of it is left, and who takes a number over
// learns what the owner before had of it.
func TestHold(t *testing.T) {
	ctx := context.Background()
	c := &clock{time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	s := &memory.Store{Clock: c.Now}
	seen := map[gen.ID]bool{}
	a, b := newPlace(t, "a", s, c, seen), newPlace(t, "b", s, c, seen)
	only := func(p *place) *lease.Holder { // one number for all
		h := p.holder()
		h.Terms.Top = 0
		return h
	}
	hold := func(p *place) (lease.Grant, *lease.Register) {
		t.Helper()
		g, before, err := only(p).Hold(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return g, before
	}
	first, before := hold(a)
	if first.Epoch != 1 || before == nil || !before.Released() {
		t.Errorf("the first grant has epoch %d, and before it was %+v; want nobody", first.Epoch, before)
	}
	c.at = c.at.Add(time.Second)
	if again, before := hold(a); again.Epoch != 1 || before != nil || again.Ceiling <= first.Ceiling {
		t.Errorf("the second one is %+v, before it %+v; want the first one renewed", again, before)
	}
	if _, _, err := only(b).Hold(ctx); !errors.Is(err, lease.ErrNoNumber) {
		t.Errorf("another host: %v; want that the number is taken", err)
	}
	c.at = c.at.Add(2*time.Minute + lease.Skew)
	if g, before := hold(b); g.Epoch != 2 || before == nil || before.Released() || before.Term() != 61*time.Second {
		t.Errorf("when it expired: %+v, before it %+v; want that of the other for a minute and the lead", g, before)
	}
}
