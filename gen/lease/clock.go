package lease

import (
	"context"
	"slices"
	"time"

	"idscope/gen/fault"
	"idscope/gen/store"
)

// now is what the clock of this host says.
func (g *Group) now() time.Time {
	if g.Clock == nil {
		return time.Now().UTC().Round(0)
	}
	return g.Clock.Now().UTC().Round(0)
}

// clock asks for the store's incarnation, compares our clock with the store's and returns
// both: ours as it was before the store was asked, so that at is at most the Skew ahead of theirs, whatever steps our
// clock makes meanwhile. A store without a clock is taken at the word of the owners: the
// median of what their clocks said at their last change is past; its own clock may be as
// far ahead of ours as any other.
func (g *Group) clock(ctx context.Context, owners func() ([]Number, error)) (life store.Incarnation, at,
	theirs time.Time, err error) {
	at = g.now()
	life, err = g.Store.Incarnation(ctx)
	theirs = life.Now
	switch {
	case err != nil:
		return life, at, theirs, storeError("read", g.Name, err)
	case theirs.IsZero():
		theirs = at.Add(Skew)
		list, err := owners()
		if err != nil {
			return life, at, theirs, err
		}
		var said []time.Time
		for i := range list {
			if o := list[i].Owner; o != nil {
				said = append(said, o.Clock)
			}
		}
		if len(said) == 0 {
			return life, at, theirs, nil
		}
		slices.SortFunc(said, time.Time.Compare)
		if median := said[(len(said)-1)/2]; median.After(at.Add(Skew)) {
			return life, at, theirs, clockError(at, median, "the owners of other numbers wrote")
		}
		return life, at, theirs, nil
	}
	if theirs.Before(at.Add(-Skew)) || theirs.After(g.now().Add(Skew)) {
		return life, at, theirs, clockError(at, theirs, "the store says")
	}
	return life, at, theirs, nil
}

func clockError(ours, theirs time.Time, who string) error {
	d := theirs.Sub(ours).Round(time.Second)
	which := "behind"
	if d < 0 {
		which, d = "ahead", -d
	}
	return fault.New(ErrClock, "set the clocks right (NTP), then run it again",
		"the clock of this host is %s %s: it says %s, %s %s; they may differ by %s", d, which,
		ours.UTC().Format(time.RFC3339), who, theirs.UTC().Format(time.RFC3339), Skew)
}
