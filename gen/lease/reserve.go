package lease

import (
	"context"
	"errors"
	"fmt"
	"math"

	"idscope/gen/fault"
)

// ReserveAny reserves one of the numbers that the terms want, and that nobody can use now:
// whoever gets it may generate above its high tick. Of two callers at once each gets a
// number of its own. Where the note is on such a number already, it is refused: only a
// person knows whether the two are one.
func (g *Group) ReserveAny(ctx context.Context, note string) (Number, error) {
	for {
		m, err := g.Meta(ctx)
		if err != nil {
			return Number{}, err
		}
		list, err := g.List(ctx)
		if err != nil {
			return Number{}, err
		}
		at := g.now()
		for _, x := range list {
			if x.Note == note && g.Terms.wants(x.Worker) {
				return x,
					&fault.Error{Reason: ErrNoNumber,
						Hint: "name the number, if it is for the same; else want another note",
						Text: fmt.Sprintf("number %d of %s is reserved for %q already", x.Worker, g.Terms.Scheme, note)}
			}
		}
		best, lost := g.Terms.choose(list, &m, at, "", math.MaxUint64)
		tried := 0
		for _, x := range best {
			if g.Terms.Timed && x.High >= g.Terms.tick(at) {
				continue // its last owner may still use it
			}
			tried++
			n, err := g.reserve(ctx, x.Worker, note, "")
			if !errors.Is(err, ErrNoNumber) { // else somebody was faster
				return n, err
			}
		}
		if tried == 0 {
			return Number{}, g.Terms.none(g.Name, list, 0, len(lost), m.Begin, at)
		}
	}
}
