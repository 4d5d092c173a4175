package compare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
)

// Shape is how the texts of a scheme differ from its own; the zero value is as they are.
type Shape struct {
	Length   int    // in symbols; 0 is the scheme's own
	Alphabet string // of random texts; empty is the scheme's own
	Encoding string // name of a form, as base62; empty is the scheme's own
}

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
	slices.SortStableFunc(list, func(a, b Row) int { return min(1, len(a.Baseline)) - min(1, len(b.Baseline)) })
	return list, err
}

// derive is Named without an order.
func (q *Selection) derive(names []string) ([]Row, error) {
	shaped := q.Shape == (Shape{})
	var list []Row
	for _, name := range names {
		r, err := q.row(name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(other Row) bool { return other.Scheme == r.Scheme }) {
			return nil, fmt.Errorf("%s is given twice; name each once", r.Scheme)
		}
		shaped = shaped || r.shape.Alphabet != "" || r.shape != (Shape{}) && !strings.Contains(name, ":")
		list = append(list, r)
	}
	if !shaped {
		return nil, ErrShape
	}
	return list, nil
}

// row is that of a candidate: a baseline, counter+sqids, or a scheme that Find knows.
func (q *Selection) row(name string) (Row, error) {
	if b := baseline(name); b != nil {
		return Of(b, q.Load, q.Now)
	}
	if name == counterSqids {
		return encoded(q.Load, q.Shape.Alphabet)
	}
	plain, _, _ := strings.Cut(name, ":")
	s, err := q.Find(plain)
	if err != nil {
		return Row{}, err
	}
	h := q.Shape.of(s, name)
	if s, err = h.apply(s); err != nil {
		return Row{}, err
	}
	r, err := Of(s, q.Load, q.Now)
	if err != nil {
		return r, fmt.Errorf("%w; use a scheme that generates many", err)
	}
	r.shape = h
	return r, nil
}

// of is the part of the shape that a scheme can take: length and alphabet where its texts are
// open, an encoding where it has bits. What is in the name after a colon wins: nanoid:12
// has 12 symbols, uuidv4:base62 is written in base62.
func (h Shape) of(s *gen.Scheme, name string) Shape {
	if _, err := s.Restrict(0, h.Alphabet); err != nil {
		h.Alphabet = ""
	}
	if s.Pattern == nil {
		h.Length = 0
	} else {
		h.Encoding = ""
	}
	_, own, ok := strings.Cut(name, ":")
	if !ok {
		return h
	}
	if n, err := strconv.Atoi(own); err == nil {
		return Shape{Length: n, Alphabet: h.Alphabet}
	}
	return Shape{Encoding: own, Alphabet: h.Alphabet}
}

// apply returns the scheme in that shape, named after it. Its error says what cannot be.
func (h Shape) apply(s *gen.Scheme) (*gen.Scheme, error) {
	own, err := s.Restrict(h.Length, h.Alphabet)
	if err != nil {
		return nil, err
	}
	shaped := *own
	if h.Length > 0 {
		shaped.Name += ":" + strconv.Itoa(h.Length)
	}
	if h.Encoding != "" {
		form, err := encoding(h.Encoding)
		switch {
		case err != nil:
			return nil, err
		case s.Pattern != nil:
			return nil, fmt.Errorf("%s is a text, no number; remove the encoding", s.Name)
		}
		shaped.Text, shaped.Affix = gen.Text{Form: form}, nil
		if err := shaped.Text.Check(s.Layout.Size()); err != nil {
			return nil, err
		}
		shaped.Name += ":" + h.Encoding
	}
	return &shaped, nil
}

// Encodings are the forms that bits can be written in.
func Encodings() (list []gen.Choice) {
	for c := range encodings {
		list = append(list, c)
	}
	return list
}

// encodings yields these forms: raw bytes are no text.
func encodings(yield func(gen.Choice, gen.Form) bool) {
	for _, f := range gen.Forms() {
		if f.Format && f.Form != gen.Raw && !yield(gen.Choice{Name: f.Name, Help: f.Help}, f.Form) {
			return
		}
	}
}

// encoding finds one of them.
func encoding(name string) (gen.Form, error) {
	var names []string
	for c, form := range encodings {
		if c.Name == name {
			return form, nil
		}
		names = append(names, c.Name)
	}
	return 0, fmt.Errorf("encoding %q is unknown; use one of %s", name, strings.Join(names, ", "))
}

// Every derives the rows of all schemes that make ids, the most common first, and of the
// baselines; brands tells whether ids of one product are among them.
func (q *Selection) Every(schemes []*gen.Scheme, brands bool) []Row {
	schemes = slices.Clone(schemes)
	slices.SortStableFunc(schemes, func(a, b *gen.Scheme) int { return cmp.Compare(b.Prior, a.Prior) })
	var list []Row
	for _, s := range append(schemes, Baselines()...) {
		if s.Brand && !brands {
			continue
		}
		if r, err := Of(s, q.Load, q.Now); err == nil {
			list = append(list, r)
		}
	}
	return list
}

// Common are the schemes that people compare first, most general ones before.
func Common() []string {
	return []string{"uuidv4", "uuidv7", "ulid", "nanoid", "snowflake", "objectid", "ksuid", "auto-increment"}
}

// Schemes returns those of the names that are schemes, and no counters of a server.
func Schemes(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return name == counterSqids || baseline(name) != nil
	})
}
