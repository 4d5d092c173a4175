package compare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"idscope/gen"
)

// Selection says which candidates are put side by side.
type Selection struct {
	Load Load
	Now  time.Time
	// Shape is what those named take that can; a shape behind a colon wins.
	Shape Shape
	Find  func(name string) (*gen.Scheme, error)
}

// ErrShape says that no candidate can have the shape that was asked for.
var ErrShape = errors.New("none of the schemes can have that length, alphabet or encoding; want one that can")

// Named derives the rows of candidates, as [Candidate] reads them, in their order but for
// those that a server makes, which stand last. Each may stand once. With a shape that none
// can take the error is [ErrShape].
func (q *Selection) Named(names []string) ([]Row, error) {
	list, err := q.derive(names)
	slices.SortStableFunc(list, func(a, b Row) int { return cmp.Compare(a.rank(), b.rank()) })
	return list, err
}

// derive is Named without an order.
func (q *Selection) derive(names []string) ([]Row, error) {
	shaped := q.Shape == (Shape{})
	var list []Row
	for _, name := range names {
		r, took, err := q.row(name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(other Row) bool { return other.Scheme == r.Scheme }) {
			return nil, fmt.Errorf("%s is given twice; want each scheme once", r.Scheme)
		}
		shaped = shaped || took
		list = append(list, r)
	}
	if !shaped {
		return nil, ErrShape
	}
	return list, nil
}

// rank puts what a server makes last.
func (r *Row) rank() int {
	if r.Baseline != "" {
		return 1
	}
	return 0
}

// row is that of a name, in the shape asked for, unless it has one itself; took tells whether
// it is one that the shape changes.
func (q *Selection) row(name string) (r Row, took bool, err error) {
	h := q.Shape
	if name == CounterSqids {
		r, err = Counted(q.Load, h.Alphabet)
		return r, h.Alphabet != "", err
	}
	if strings.Contains(name, ":") {
		h = Shape{Alphabet: h.Alphabet}
	}
	r, err = Candidate(name, Shape{}, q.Load, q.Now, func(name string) (*gen.Scheme, error) {
		s, err := q.Find(name)
		if err != nil {
			return nil, err
		}
		h = h.For(s)
		took = h != (Shape{})
		return h.Of(s)
	})
	return r, took, err
}

// Every derives the rows of all schemes that make ids, the most common first, and of the
// baselines; brands tells whether ids of one product are among them.
func (q *Selection) Every(schemes []*gen.Scheme, brands bool) []Row {
	schemes = slices.Clone(schemes)
	slices.SortStableFunc(schemes, func(a, b *gen.Scheme) int { return cmp.Compare(b.Prior, a.Prior) })
	var list []Row
	for _, s := range schemes {
		if s.Brand && !brands {
			continue
		}
		if r, err := Of(s, q.Load, q.Now); err == nil {
			list = append(list, r)
		}
	}
	for _, b := range BaselineNames() {
		r, _ := Baseline(b.Name, q.Load)
		list = append(list, r)
	}
	return list
}

// Schemes returns those of the names that are schemes, and no counters of a server.
func Schemes(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return name == CounterSqids ||
			slices.ContainsFunc(BaselineNames(), func(c gen.Choice) bool { return c.Name == name })
	})
}
