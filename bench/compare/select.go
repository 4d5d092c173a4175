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
var ErrShape = errors.New("none of the schemes can have that length, alphabet or encoding; use one that can")

// Named derives the rows of candidates in their order, those that a server numbers last: a
// scheme that Find knows, one with a shape behind a colon, a baseline, or counter+sqids. A name
// is given once. With a shape that none can take the error is [ErrShape].
func (q *Selection) Named(names []string) ([]Row, error) {
	list, err := q.derive(names)
	own := slices.Clone(list)
	own = slices.DeleteFunc(own, func(r Row) bool { return r.Baseline != "" })
	return append(own, slices.DeleteFunc(list, func(r Row) bool { return r.Baseline == "" })...), err
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
			return nil, fmt.Errorf("%s is given twice; name each once", r.Scheme)
		}
		shaped = shaped || took
		list = append(list, r)
	}
	if !shaped {
		return nil, ErrShape
	}
	return list, nil
}

// row is that of a candidate: a baseline, counter+sqids, or a scheme that Find knows, in the shape
// behind its colon or what it can take of that asked for; took tells whether that changes it.
func (q *Selection) row(name string) (r Row, took bool, err error) {
	if r, ok := Baseline(name, q.Load); ok {
		return r, false, nil
	}
	if name == CounterSqids {
		r, err = encoded(q.Load, q.Shape.Alphabet)
		return r, q.Shape.Alphabet != "", err
	}
	plain, _, own := strings.Cut(name, ":")
	s, err := q.Find(plain)
	if err != nil {
		return r, false, err
	}
	h := q.Shape.For(s)
	if own {
		h = Shape{Alphabet: h.Alphabet}
	}
	took = h != (Shape{})
	_, h = h.Split(name)
	if s, err = h.Of(s); err != nil {
		return r, took, err
	}
	if r, err = Of(s, q.Load, q.Now); err != nil {
		err = fmt.Errorf("%w; use a scheme that generates many", err)
	}
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
