package compare

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"idscope/gen"
)

// Shape is how the texts of a scheme differ from its own; the zero value is as they are.
type Shape struct {
	Length   int    // in symbols; 0 is the scheme's own
	Alphabet string // of random texts; empty is the scheme's own
	Encoding string // name of a form, as base62; empty is the scheme's own
}

// Split reads what a candidate is: "nanoid:12" is nanoid of 12 symbols, "uuidv4:base62"
// uuidv4 written in base62. What stands behind the colon wins over the shape given. A
// name without a colon is itself.
func (h Shape) Split(name string) (string, Shape) {
	scheme, own, ok := strings.Cut(name, ":")
	if !ok {
		return name, h
	}
	if n, err := strconv.Atoi(own); err == nil {
		h.Length = n
	} else {
		h.Encoding = own
	}
	return scheme, h
}

// For is the part of the shape that a scheme can take: length and alphabet where its texts
// are open, an encoding where it has bits.
func (h Shape) For(s *gen.Scheme) Shape {
	if _, err := s.Restrict(0, h.Alphabet); err != nil {
		h.Alphabet = ""
	}
	if s.Pattern == nil {
		h.Length = 0
		return h
	}
	h.Encoding = ""
	return h
}

// Of returns the scheme in that shape, named after it: "nanoid:12", "uuidv4:base62". Its
// error says what cannot be.
func (h Shape) Of(s *gen.Scheme) (*gen.Scheme, error) {
	if h == (Shape{}) {
		return s, nil
	}
	own, err := s.Restrict(h.Length, h.Alphabet)
	if err != nil {
		return nil, err
	}
	shaped, name := *own, s.Name
	if h.Length > 0 {
		name += ":" + strconv.Itoa(h.Length)
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
		name += ":" + h.Encoding
	}
	shaped.Name = name
	return &shaped, nil
}

// LengthFor is how many random symbols of an alphabet keep the chance that one text is
// among count others, so that it has to be drawn again, at most p; and that a guess is one.
func LengthFor(count *big.Int, p float64, alphabet string) int {
	most := new(big.Float).Quo(new(big.Float).SetInt(count), big.NewFloat(p))
	values, symbols := big.NewInt(1), big.NewInt(int64(utf8.RuneCountInString(alphabet)))
	n := 0
	for new(big.Float).SetInt(values).Cmp(most) < 0 {
		values.Mul(values, symbols)
		n++
	}
	return max(n, 1)
}

// Common are the schemes that people compare first, most general ones before.
func Common() []string {
	return []string{"uuidv4", "uuidv7", "ulid", "nanoid", "snowflake", "objectid", "ksuid", "auto-increment"}
}

// Encodings are the forms that bits can be written in.
func Encodings() []gen.Choice {
	var list []gen.Choice
	for _, f := range gen.Forms() {
		if f.Format && f.Form != gen.Raw {
			list = append(list, gen.Choice{Name: f.Name, Help: f.Help})
		}
	}
	return list
}

// encoding finds one of them.
func encoding(name string) (gen.Form, error) {
	var names []string
	for _, f := range Encodings() {
		names = append(names, f.Name)
	}
	for _, f := range gen.Forms() {
		if f.Name == name && slices.Contains(names, name) {
			return f.Form, nil
		}
	}
	return 0, fmt.Errorf("encoding %q is unknown; use one of %s", name, strings.Join(names, ", "))
}
